#pragma once
#include <perfmodel/layer/layer.hpp>
#include <doctest/doctest.h>
#include <vector>

/// One layer on its own: inputs that need a gradient, forward, backward, and what the trace then holds.
namespace layer_test {

struct Run {
  std::vector<perfmodel::TraceEvent> forward{}, backward{};
  perfmodel::Shape output{};
  perfmodel::NumberFormat output_format{};
  std::size_t saved{};             ///< tensors alive between the passes beside parameters, inputs and output
  perfmodel::Bytes saved_bytes{};  ///< and their bytes, workspaces not counted
};

inline Run run(const perfmodel::LayerKind& layer, const std::vector<perfmodel::Shape>& inputs,
               perfmodel::Precision precision = perfmodel::Precision::fp32, bool training = true) {
  using namespace perfmodel;
  Run result;
  TraceWriter writer(TraceOptions{.precision = policy(precision), .rules = rules(Framework::libtorch, "2.11"), .training = training});
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
  writer.write_to(&result.forward);
  writer.set_phase(Phase::forward);
  writer.set_autocast(policy(precision).autocast);
  const Tensor y = perfmodel::forward(writer, layer, tensors, ids);
  writer.set_autocast(false);
  writer.clear_casts();
  result.output = y.shape();
  result.output_format = y.format();
  std::vector<std::int64_t> bytes;
  for (const TraceEvent& e : result.forward) {
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
  writer.write_to(&result.backward);
  writer.set_phase(Phase::backward);
  if (y.requires_grad()) writer.backward(y);
  writer.write_to(nullptr);
  return result;
}

template <class K>
std::vector<K> kernels(const std::vector<perfmodel::TraceEvent>& events) {
  std::vector<K> list;
  for (const auto& e : events)
    if (const auto* l = std::get_if<perfmodel::Launch>(&e.what))
      if (const auto* k = std::get_if<K>(&l->kernel)) list.push_back(*k);
  return list;
}

inline perfmodel::Work total_work(const std::vector<perfmodel::TraceEvent>& events) {
  perfmodel::Work sum{};
  for (const auto& e : events)
    if (const auto* l = std::get_if<perfmodel::Launch>(&e.what)) sum += work(l->kernel);
  return sum;
}

}  // namespace layer_test
