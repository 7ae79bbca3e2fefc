#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/trace/trace_writer.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// What layers share: how they declare parameters, and the operations that most of them run.

/// One parameter tensor as a layer declares it, in the order in which the framework registers it.
struct ParameterTensor {
  std::string_view name{};
  Shape shape{};
  bool trainable{true};  ///< false: a buffer, such as running statistics
  bool counter{};        ///< an int64 scalar (batches tracked), whatever the precision
};

using Inputs = std::span<const Tensor>;
using InputShapes = std::span<const Shape>;
using Parameters = std::span<const ParameterId>;

/// A new tensor like another, in the same order in memory; usually a gradient of it.
[[nodiscard]] inline Tensor allocate_like(TraceWriter& writer, const Tensor& tensor,
                                          MemoryClass why = MemoryClass::temporary) {
  return writer.allocate_like(tensor, tensor.format(), why);
}

/// In which format a product multiplies stored operands: FP32 storage is multiplied as TF32 where the recipe says so.
[[nodiscard]] inline NumberFormat product_format(const TraceWriter& writer, NumberFormat stored) {
  return stored == NumberFormat::fp32 && writer.precision().compute == NumberFormat::tf32 ? NumberFormat::tf32 : stored;
}

namespace detail {
/// A tensor [batch, positions, ...] whose memory holds all batches of a position together: what a framework makes that
/// works on [positions, batch, ...] and hands back the transposed view. @pre x has at least two dimensions
[[nodiscard]] inline Tensor positions_first(const Tensor& x) {
  Shape lies = x.shape();
  std::swap(lies.extent[0], lies.extent[1]);
  return x.view(lies).transpose(0, 1);
}

/// The sum of `matrix` to a shape: over the dimensions that the shape lacks or in which it has the extent 1. Where the
/// two shapes do not align so, over the rows of the matrix seen as rows x elements of the shape.
[[nodiscard]] inline op::Reduction sum_to(const Operand& matrix, const Shape& sum_shape) {
  const std::size_t rank = matrix.shape.rank;
  bool aligned = sum_shape.rank <= rank;
  Shape kept = matrix.shape;
  for (std::size_t i = 0; aligned && i < rank; ++i) {
    const std::size_t missing = rank - sum_shape.rank;
    kept.extent[i] = i < missing ? 1 : sum_shape[i - missing];
    aligned = kept[i] == 1 || kept[i] == matrix.shape[i];
  }
  if (aligned) return {.input = matrix, .output = packed(kept, matrix.format)};
  const std::int64_t columns = elements(sum_shape);
  const std::int64_t row_count = columns == 0 ? 0 : elements(matrix.shape) / columns;
  return op::matrix_sum(row_count, columns, matrix.format, op::ReducedDimension::rows);
}
}  // namespace detail

/// A tensor summed to a smaller shape: how the gradient of a bias or of a repeated operand is made.
[[nodiscard]] inline Tensor column_sum(TraceWriter& writer, const Tensor& matrix, const Shape& sum_shape) {
  Tensor sum = writer.allocate(sum_shape, matrix.format(), MemoryClass::temporary);
  writer.run(detail::sum_to(matrix.operand(), sum_shape), {&matrix}, {&sum});
  return sum;
}

/// The wider of two floating-point storage formats: what adding them gives.
[[nodiscard]] constexpr NumberFormat promote(NumberFormat a, NumberFormat b) {
  if (a == b) return a;
  if (bits(a) == 16 && bits(b) == 16) return NumberFormat::fp32;  // fp16 with bf16
  return bits(a) > bits(b) ? a : b;
}

/// @throws Error unless the layer got `count` inputs
inline void require_inputs(InputShapes inputs, std::size_t count) {
  if (inputs.size() != count)
    throw bad_input("inputs", std::to_string(inputs.size()), "the layer takes " + std::to_string(count));
}

/// @throws Error unless value >= least
inline void require_at_least(std::string_view what, std::int64_t value, std::int64_t least) {
  if (value < least) throw bad_input(std::string(what), std::to_string(value), "must be >= " + std::to_string(least));
}

}  // namespace perfmodel
