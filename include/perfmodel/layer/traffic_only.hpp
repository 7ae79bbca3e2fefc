#pragma once
#include <algorithm>
#include <perfmodel/layer/parts.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// An operator that is known only by what it reads and writes: one memory-bound kernel over its inputs, its parameter and
/// its output. Importers use it for operators that have no layer of their own.
struct TrafficOnly {
  std::string word{"operator"};  ///< the operator's name, for tables
  Shape sample{};                ///< shape of the output of one sample, without the batch
  Shape parameter{};             ///< of a trainable tensor that it reads; rank 0: none
  PerElement each{};             ///< arithmetic per output element
  StreamingKind pattern{StreamingKind::elementwise};
};

[[nodiscard]] inline std::string_view kind(const TrafficOnly& layer) { return layer.word; }

/// @throws Error without an input
[[nodiscard]] inline Shape output_shape(const TrafficOnly& layer, InputShapes inputs) {
  if (inputs.empty()) throw bad_input("inputs", "0", "an operator takes at least one");
  if (inputs[0].rank == 0) throw bad_input("input shape", text(inputs[0]), "must have a batch dimension");
  Shape y{inputs[0][0]};
  for (std::size_t i = 0; i < layer.sample.rank; ++i) {
    require_at_least("extent " + std::to_string(i + 1) + " of the output", layer.sample[i], 1);
    y.push_back(layer.sample[i]);
  }
  return y;
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const TrafficOnly& layer, InputShapes) {
  if (layer.parameter.rank == 0) return {};
  return {{.name = "parameter", .shape = layer.parameter}};
}
[[nodiscard]] inline Work forward_work(const TrafficOnly& layer, InputShapes inputs) {
  return layer.each.operations * static_cast<double>(elements(output_shape(layer, inputs))) * flop;
}

/// One kernel forward; backward one for each input that needs a gradient, which reads the gradient (and the input, where
/// something is calculated) and writes the input's; the parameter's gradient is a sum over the rest.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const TrafficOnly& layer, Inputs inputs, Parameters ids) {
  std::vector<Shape> shapes;
  NumberFormat format = inputs[0].format();
  Bytes read{};
  for (const Tensor& x : inputs) {
    shapes.push_back(x.shape());
    read += x.bytes();
  }
  const Tensor parameter = ids.empty() ? Tensor{} : writer.parameter(ids[0]);
  if (parameter.defined()) {
    read += parameter.bytes();
    if (inputs[0].format() == int64_storage) format = parameter.format();
  }
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(output_shape(layer, shapes), format);
  Streaming kernel = elementwise(format, y.size(), read, y.bytes(), layer.each);
  kernel.kind = layer.pattern;
  if (layer.pattern == StreamingKind::row_reduction && y.size() > 0) {
    kernel.rows = y.size();
    kernel.columns = std::max<std::int64_t>(1, inputs[0].size() / y.size());
  }
  writer.launch(kernel);
  const bool keeps = layer.each.operations > 0.0;
  std::vector<Tensor> saved;
  for (const Tensor& x : inputs) saved.push_back(keeps ? x.detach() : Tensor{});
  std::vector<Tensor> all(inputs.begin(), inputs.end());
  if (parameter.defined()) all.push_back(parameter);
  std::vector<bool> wanted;
  for (const Tensor& x : all) wanted.push_back(x.requires_grad());
  return writer.record(std::move(y), all,
                       [saved, shapes, wanted, each = layer.each, parameter = layer.parameter](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::elementwise_backward);
                         const Tensor& dy = outputs[0];
                         for (std::size_t i = 0; i < shapes.size(); ++i) {
                           if (!wanted[i]) continue;
                           grads[i] = w.allocate(shapes[i], dy.format(), MemoryClass::temporary);
                           const Bytes from = dy.bytes() + (saved[i].defined() ? saved[i].bytes() : Bytes{});
                           w.launch(elementwise(dy.format(), grads[i].size(), from, grads[i].bytes(), each, true));
                         }
                         if (wanted.size() > shapes.size() && wanted.back()) {
                           grads[shapes.size()] = w.allocate(parameter, dy.format(), MemoryClass::gradient);
                           w.launch(Streaming{.kind = StreamingKind::column_reduction, .format = dy.format(),
                                              .rows = std::max<std::int64_t>(1, dy.size() / std::max<std::int64_t>(1, elements(parameter))),
                                              .columns = elements(parameter), .read = dy.bytes(), .written = grads[shapes.size()].bytes(),
                                              .work = static_cast<double>(dy.size()) * flop, .backward = true});
                         }
                       });
}

}  // namespace perfmodel
