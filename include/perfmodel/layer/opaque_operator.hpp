#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <perfmodel/layer/parts.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// An operator of which only the name, the shapes and the arithmetic are known: it reads its inputs and its parameter
/// and writes its output. Importers use it for operators that have no layer of their own.
struct OpaqueOperator {
  /// How it goes over memory: element by element, with the two innermost dimensions exchanged, summing neighbours, or
  /// picking rows.
  enum class Pattern : std::uint8_t { elementwise, transpose, row_sum, gather };
  std::string word{"operator"};  ///< the operator's name, for tables
  Shape sample{};                ///< shape of the output of one sample, without the batch
  Shape parameter{};             ///< of a trainable tensor that it reads; rank 0: none
  PerElement each{};             ///< arithmetic per output element
  Pattern pattern{Pattern::elementwise};
};

[[nodiscard]] inline std::string_view kind(const OpaqueOperator& layer) { return layer.word; }

/// @throws Error without an input
[[nodiscard]] inline Shape output_shape(const OpaqueOperator& layer, InputShapes inputs) {
  if (inputs.empty()) throw bad_input("inputs", "0", "an operator takes at least one");
  if (inputs[0].rank == 0) throw bad_input("input shape", text(inputs[0]), "must have a batch dimension");
  Shape y{inputs[0][0]};
  for (std::size_t i = 0; i < layer.sample.rank; ++i) {
    require_at_least("extent " + std::to_string(i + 1) + " of the output", layer.sample[i], 1);
    y.push_back(layer.sample[i]);
  }
  return y;
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const OpaqueOperator& layer, InputShapes) {
  if (layer.parameter.rank == 0) return {};
  return {{.name = "parameter", .shape = layer.parameter}};
}
[[nodiscard]] inline Work forward_work(const OpaqueOperator& layer, InputShapes inputs) {
  return layer.each.operations * static_cast<double>(elements(output_shape(layer, inputs))) * flop;
}

namespace detail {

/// Whether a tensor of shape `from` can be repeated to `to`: each extent is that of `to`, or 1, or missing.
[[nodiscard]] constexpr bool repeats_to(const Shape& from, const Shape& to) {
  if (from.rank > to.rank) return false;
  for (std::size_t i = 0; i < from.rank; ++i) {
    const std::int64_t extent = from[from.rank - 1 - i];
    if (extent != 1 && extent != to[to.rank - 1 - i]) return false;
  }
  return true;
}

/// As many elements as `y`, lying so that the copy to y exchanges y's two innermost dimensions.
[[nodiscard]] inline Operand innermost_exchanged(const Operand& y) {
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

/// Arithmetic on each element of a result. Operands that cannot be repeated to its shape count by their bytes.
[[nodiscard]] inline Operation opaque_arithmetic(const OpaqueOperator& layer, std::span<const Tensor> reads,
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

/// The operation that makes y of what it reads.
[[nodiscard]] inline Operation opaque_operation(const OpaqueOperator& layer, std::span<const Tensor> reads,
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

/// What the backward pass of an opaque operator needs.
struct OpaqueSaved {
  OpaqueOperator layer{};
  std::vector<Tensor> inputs{};  ///< undefined where nothing is calculated
  std::vector<Shape> shapes{};
  std::vector<bool> wanted{};  ///< of the inputs, then of the parameter
};

/// One operation for each input that needs a gradient, which reads the gradient (and the input, where something is
/// calculated) and writes the input's; the parameter's gradient is a sum over the rest.
inline void opaque_backward(TraceWriter& w, const OpaqueSaved& saved, Gradients outputs, Gradients grads) {
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

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const OpaqueOperator& layer, Inputs inputs, Parameters ids) {
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
