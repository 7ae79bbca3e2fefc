#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/layer/layer.hpp>
#include <utility>
#include <vector>

/// One layer on its own: inputs that need a gradient, forward, backward, and what the trace then holds.
namespace layer_test {

/// One pass of a layer: its events, and the operations that it ran, in order.
struct Pass {
  std::vector<perfmodel::TraceEvent> events{};
  std::vector<perfmodel::Operation> operations{};
};

/// The operations that events run, in order.
inline std::vector<perfmodel::Operation> executed(const std::vector<perfmodel::TraceEvent>& events,
                                                  const perfmodel::OperationList& list) {
  std::vector<perfmodel::Operation> ran;
  for (const auto& e : events)
    if (const auto* x = std::get_if<perfmodel::Execute>(&e.what)) ran.push_back(list[x->operation]);
  return ran;
}

/// Bytes that a pass allocates itself and that live at once, at most.
inline double most_alive(const Pass& pass) {
  using namespace perfmodel;
  std::vector<double> bytes;
  double now = 0.0, most = 0.0;
  for (const TraceEvent& e : pass.events) {
    if (const auto* a = std::get_if<Allocate>(&e.what)) {
      if (bytes.size() <= a->tensor) bytes.resize(a->tensor + 1, 0.0);
      now += bytes[a->tensor] = static_cast<double>(a->bytes);
    } else if (const auto* r = std::get_if<Release>(&e.what); r != nullptr && r->tensor < bytes.size()) {
      now -= std::exchange(bytes[r->tensor], 0.0);
    }
    most = std::max(most, now);
  }
  return most;
}

struct Run {
  Pass forward{}, backward{};
  perfmodel::Shape output{};
  perfmodel::NumberFormat output_format{};
  std::size_t saved{};             ///< tensors alive between the passes beside parameters, inputs and output
  perfmodel::Bytes saved_bytes{};  ///< and their bytes, workspaces not counted
};

inline Run run(const perfmodel::LayerKind& layer, const std::vector<perfmodel::Shape>& inputs,
               perfmodel::Precision precision = perfmodel::Precision::fp32, bool training = true) {
  using namespace perfmodel;
  Run result;
  TraceWriter writer(TraceOptions{
      .precision = policy(precision), .rules = software_of(Framework::libtorch).rules, .training = training});
  std::vector<TraceEvent> setup;
  writer.write_to(&setup);
  std::vector<ParameterId> ids;
  const NumberFormat format = policy(precision).weights;
  for (const ParameterTensor& p : parameters(layer, inputs))
    ids.push_back(writer.add_parameter(p.shape, p.counter ? int64_storage : format, p.trainable));
  std::vector<Tensor> tensors;
  std::vector<ParameterId> sources;
  for (const Shape& shape : inputs) {  // inputs are parameters here, so that they need gradients
    sources.push_back(writer.add_parameter(shape, format, true));
    tensors.push_back(writer.parameter(sources.back()));
  }
  writer.write_to(&result.forward.events);
  writer.set_phase(Phase::forward);
  writer.set_autocast(policy(precision).autocast);
  const Tensor y = perfmodel::forward(writer, layer, tensors, ids);
  writer.set_autocast(false);
  writer.clear_casts();
  result.output = y.shape();
  result.output_format = y.format();
  std::vector<std::int64_t> bytes;
  for (const TraceEvent& e : result.forward.events) {
    if (const auto* a = std::get_if<Allocate>(&e.what)) {
      if (bytes.size() <= a->tensor) bytes.resize(a->tensor + 1, -1);
      bytes[a->tensor] = a->why == MemoryClass::workspace || a->tensor == y.id() ? -1 : a->bytes;
    } else if (const auto* d = std::get_if<Release>(&e.what)) {
      if (d->tensor < bytes.size()) bytes[d->tensor] = -1;
    }
  }
  for (const std::int64_t b : bytes) {
    if (b < 0) continue;
    ++result.saved;
    result.saved_bytes += static_cast<double>(b) * byte;
  }
  writer.write_to(&result.backward.events);
  writer.set_phase(Phase::backward);
  if (y.requires_grad()) writer.backward(y);
  writer.write_to(nullptr);
  const OperationList list = writer.take_operations();
  result.forward.operations = executed(result.forward.events, list);
  result.backward.operations = executed(result.backward.events, list);
  return result;
}

/// The operations of one kind, in order.
template <class O>
std::vector<O> operations(const Pass& pass) {
  std::vector<O> list;
  for (const auto& operation : pass.operations)
    if (const auto* o = std::get_if<O>(&operation)) list.push_back(*o);
  return list;
}

/// The pointwise operations of one function, in order.
inline std::vector<perfmodel::op::Pointwise> pointwise(const Pass& pass, perfmodel::PointwiseFunction function) {
  std::vector<perfmodel::op::Pointwise> list;
  for (const auto& p : operations<perfmodel::op::Pointwise>(pass))
    if (p.function == function) list.push_back(p);
  return list;
}

inline perfmodel::Work total_work(const Pass& pass) {
  perfmodel::Work sum{};
  for (const auto& operation : pass.operations) sum += work(operation);
  return sum;
}

}  // namespace layer_test
