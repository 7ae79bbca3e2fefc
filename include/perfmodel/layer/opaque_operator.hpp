#pragma once
#include <algorithm>
#include <array>
#include <memory>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
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
  friend bool operator==(const OpaqueOperator&, const OpaqueOperator&) = default;
};

[[nodiscard]] inline std::string_view kind(const OpaqueOperator& layer) { return layer.word; }

/// @throws Error without an input
[[nodiscard]] Shape output_shape(const OpaqueOperator& layer, InputShapes inputs);
[[nodiscard]] std::vector<ParameterTensor> parameters(const OpaqueOperator& layer, InputShapes);
[[nodiscard]] Work forward_work(const OpaqueOperator& layer, InputShapes inputs);

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
[[nodiscard]] Operand innermost_exchanged(const Operand& y);

/// Arithmetic on each element of a result. Operands that cannot be repeated to its shape count by their bytes.
[[nodiscard]] Operation opaque_arithmetic(const OpaqueOperator& layer, std::span<const Tensor> reads,
                                          const Tensor& result);

/// The operation that makes y of what it reads.
[[nodiscard]] Operation opaque_operation(const OpaqueOperator& layer, std::span<const Tensor> reads, const Tensor& y);

/// What the backward pass of an opaque operator needs.
struct OpaqueSaved {
  OpaqueOperator layer{};
  std::vector<Tensor> inputs{};  ///< undefined where nothing is calculated
  std::vector<Shape> shapes{};
  std::vector<bool> wanted{};  ///< of the inputs, then of the parameter
};

/// One operation for each input that needs a gradient, which reads the gradient (and the input, where something is
/// calculated) and writes the input's; the parameter's gradient is a sum over the rest.
void opaque_backward(TraceWriter& w, const OpaqueSaved& saved, Gradients outputs, Gradients grads);

}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const OpaqueOperator& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/opaque_operator.ipp>
#endif
