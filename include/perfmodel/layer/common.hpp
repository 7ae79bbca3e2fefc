#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
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
  bool trainable{true};                  ///< false: a buffer, such as running statistics
  bool counter{};                        ///< an int64 scalar (batches tracked), whatever the precision
  std::optional<NumberFormat> format{};  ///< that it is stored in, whatever the precision
};

using Inputs = std::span<const Tensor>;
using InputShapes = std::span<const Shape>;
using Parameters = std::span<const ParameterId>;

/// A new tensor like another, in the same order in memory; usually a gradient of it.
[[nodiscard]] Tensor allocate_like(TraceWriter& writer, const Tensor& tensor, MemoryClass why = MemoryClass::temporary);

namespace detail {
/// @throws Error where a layer of quantized weights is trained
void require_inference(const TraceWriter& writer, std::optional<NumberFormat> quantized);
}  // namespace detail

/// In which format a product multiplies stored operands: FP32 storage is multiplied as TF32 where the recipe says so.
[[nodiscard]] NumberFormat product_format(const TraceWriter& writer, NumberFormat stored);

namespace detail {
/// A tensor [batch, positions, ...] whose memory holds all batches of a position together: what a framework makes that
/// works on [positions, batch, ...] and hands back the transposed view. @pre x has at least two dimensions
[[nodiscard]] Tensor positions_first(const Tensor& x);

/// What an element-wise operation of the present phase costs the host.
[[nodiscard]] HostOp elementwise_host(const TraceWriter& writer);

/// The sum of `matrix` to a shape: over the dimensions that the shape lacks or in which it has the extent 1. Where the
/// two shapes do not align so, over the rows of the matrix seen as rows x elements of the shape.
[[nodiscard]] op::Reduction sum_to(const Operand& matrix, const Shape& sum_shape);
}  // namespace detail

/// A tensor summed to a smaller shape: how the gradient of a bias or of a repeated operand is made.
[[nodiscard]] Tensor column_sum(TraceWriter& writer, const Tensor& matrix, const Shape& sum_shape);

/// The wider of two floating-point storage formats: what adding them gives.
[[nodiscard]] constexpr NumberFormat promote(NumberFormat a, NumberFormat b) {
  if (a == b) return a;
  if (bits(a) == 16 && bits(b) == 16) return NumberFormat::fp32;  // fp16 with bf16
  return bits(a) > bits(b) ? a : b;
}

/// @throws Error unless the layer got `count` inputs
void require_inputs(InputShapes inputs, std::size_t count);

/// @throws Error unless value >= least
void require_at_least(std::string_view what, std::int64_t value, std::int64_t least);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/common.ipp>
#endif
