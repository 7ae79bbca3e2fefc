#pragma once
#include <perfmodel/layer/opaque_operator.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const OpaqueOperator& layer, InputShapes inputs) {
  if (inputs.empty()) throw bad_input("inputs", "0", "an operator takes at least one");
  if (inputs[0].rank == 0) throw bad_input("input shape", text(inputs[0]), "must have a batch dimension");
  Shape y{inputs[0][0]};
  for (std::size_t i = 0; i < layer.sample.rank; ++i) {
    require_at_least("extent " + std::to_string(i + 1) + " of the output", layer.sample[i], 1);
    y.push_back(layer.sample[i]);
  }
  return y;
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const OpaqueOperator& layer, InputShapes) {
  if (layer.parameter.rank == 0) return {};
  return {{.name = "parameter", .shape = layer.parameter}};
}

PERFMODEL_INLINE Work forward_work(const OpaqueOperator& layer, InputShapes inputs) {
  return layer.each.operations * static_cast<double>(elements(output_shape(layer, inputs))) * flop;
}

namespace detail {

PERFMODEL_INLINE Operand innermost_exchanged(const Operand& y) {
  std::array<std::size_t, 2> inner{};
  std::size_t found = 0;
  for (std::size_t i = y.shape.rank; i-- > 0 && found < 2;)
    if (y.shape[i] > 1) inner[found++] = i;
  Operand x = y;
  if (found < 2) return x;
  std::swap(x.shape.extent[inner[0]], x.shape.extent[inner[1]]);
  x.strides = packed_strides(x.shape);
  std::swap(x.shape.extent[inner[0]], x.shape.extent[inner[1]]);
  std::swap(x.strides[inner[0]], x.strides[inner[1]]);
  return x;
}

PERFMODEL_INLINE Operation opaque_arithmetic(const OpaqueOperator& layer, std::span<const Tensor> reads,
                                             const Tensor& result) {
  op::Pointwise p{.function = PointwiseFunction::arithmetic, .outputs = {result.operand()}, .each = layer.each};
  bool pointwise = reads.size() <= p.inputs.size();
  for (const Tensor& x : reads) pointwise = pointwise && repeats_to(x.shape(), result.shape());
  if (pointwise) {
    for (const Tensor& x : reads) p.inputs[p.input_count++] = expanded(x.operand(), result.shape());
    return p;
  }
  op::CustomBody body{.name = layer.word,
                      .work = layer.each.operations * static_cast<double>(result.size()) * flop,
                      .written = result.bytes(),
                      .elements = static_cast<double>(result.size())};
  for (const Tensor& x : reads) body.read += x.bytes();
  return op::Custom{std::make_shared<const op::CustomBody>(std::move(body))};
}

PERFMODEL_INLINE Operation opaque_operation(const OpaqueOperator& layer, std::span<const Tensor> reads,
                                            const Tensor& y) {
  using Pattern = OpaqueOperator::Pattern;
  const bool calculates = layer.each.operations > 0.0;
  const std::int64_t from = reads[0].size(), to = y.size();
  if (layer.pattern == Pattern::row_sum && reads.size() == 1 && to > 0 && from % to == 0 &&
      layer.each.operations * static_cast<double>(to) == static_cast<double>(from))
    return op::matrix_sum(to, from / to, y.format(), op::ReducedDimension::columns);
  if (layer.pattern == Pattern::gather && !calculates)
    return op::Gather{.input = y.format(), .output = y.format(), .rows = rows(y.shape()), .columns = y.shape().back()};
  if (layer.pattern == Pattern::transpose && !calculates && reads.size() == 1 && from == to)
    return op::pointwise(PointwiseFunction::copy, {innermost_exchanged(y.operand())}, y.operand());
  return opaque_arithmetic(layer, reads, y);
}

PERFMODEL_INLINE void opaque_backward(TraceWriter& w, const OpaqueSaved& saved, Gradients outputs, Gradients grads) {
  w.host(HostOp::elementwise_backward);
  const Tensor& dy = outputs[0];
  const std::size_t count = saved.shapes.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!saved.wanted[i]) continue;
    grads[i] = w.allocate(saved.shapes[i], dy.format(), MemoryClass::temporary);
    std::vector<Tensor> reads{dy};
    if (saved.inputs[i].defined()) reads.push_back(saved.inputs[i]);
    w.run(opaque_arithmetic(saved.layer, reads, grads[i]));
  }
  if (saved.wanted.size() == count || !saved.wanted.back()) return;
  const Shape& parameter = saved.layer.parameter;
  grads[count] = w.allocate(parameter, dy.format(), MemoryClass::gradient);
  const std::int64_t columns = std::max<std::int64_t>(1, elements(parameter));
  w.run(op::matrix_sum(std::max<std::int64_t>(1, dy.size() / columns), elements(parameter), dy.format(),
                       op::ReducedDimension::rows));
}
}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const OpaqueOperator& layer, Inputs inputs, Parameters ids) {
  std::vector<Tensor> reads(inputs.begin(), inputs.end());
  const NumberFormat stored = inputs[0].format();
  if (!ids.empty()) reads.push_back(writer.parameter(ids[0]));
  const NumberFormat format = !ids.empty() && stored == int64_storage ? reads.back().format() : stored;
  detail::OpaqueSaved saved{.layer = layer};
  if (layer.pattern == OpaqueOperator::Pattern::row_sum) saved.layer.each = {1, 0};  // each gradient is spread
  for (const Tensor& x : inputs) {
    saved.shapes.push_back(x.shape());
    saved.inputs.push_back(layer.each.operations > 0.0 ? x.detach() : Tensor{});
  }
  for (const Tensor& x : reads) saved.wanted.push_back(x.requires_grad());
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(output_shape(layer, saved.shapes), format);
  writer.run(detail::opaque_operation(layer, reads, y));
  return writer.record(std::move(y), reads,
                       [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
                         detail::opaque_backward(w, saved, outputs, grads);
                       });
}

}  // namespace perfmodel
