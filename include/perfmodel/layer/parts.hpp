#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/trace/trace_writer.hpp>
#include <span>
#include <string_view>

namespace perfmodel {

/// What layers share: how they declare parameters and describe memory-bound kernels.

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

/// What an elementwise kernel does to each element.
struct PerElement {
  double operations{}, special_functions{};
};

/// An elementwise kernel over `columns` elements that reads and writes so many bytes. @pre size >= 0
[[nodiscard]] inline Streaming elementwise(NumberFormat format, std::int64_t size, Bytes read, Bytes written,
                                           PerElement each = {}, bool backward = false) {
  const double n = static_cast<double>(size);
  return {.kind = StreamingKind::elementwise,
          .format = format,
          .columns = size,
          .read = read,
          .written = written,
          .work = each.operations * n * flop,
          .special_functions = each.special_functions * n,
          .backward = backward};
}

namespace detail {
/// SM cycles an element of elementwise kernels that cannot move 16 bytes at a time. `strided`: each address is found by
/// divisions, because an operand is strided or repeated: copy of q, k and v 75 us, addition of a bias to a transposed
/// product 85 us for 29 million BF16 elements, addition of positions 32 us for 9.7 million FP32 ones (ViT-B/16, batch 64),
/// biases of convolutions 2353 us for 868 million FP16 elements (VGG-16, batch 64).
/// `mixed`: operands of two formats, converted one by one: 25.6 us for the residual sums of BERT base, 6.3 million elements,
/// 50.5 us for the products in GPT-2's GELU, 12.6 million. Both: 51.3 us for residual sums of ViT-B/16, 9.7 million. An H200 at
/// 1.98 GHz, devices/calibrated/raw/h200-sxm/pytorch_kernels.csv and pytorch_validation_kernels.csv.
inline constexpr double strided_cycles = 0.7, mixed_cycles = 1.05, strided_mixed_cycles = 1.35;
}  // namespace detail

/// An elementwise kernel over two operands, which may be repeated or of different formats.
[[nodiscard]] inline Streaming elementwise_of_two(const Tensor& a, const Tensor& b, const Tensor& y, PerElement each,
                                                  bool backward = false) {
  Streaming kernel = elementwise(y.format(), y.size(), a.bytes() + b.bytes(), y.bytes(), each, backward);
  const double cycles = a.format() != b.format() ? detail::mixed_cycles : a.size() != b.size() ? detail::strided_cycles : 0.0;
  kernel.issue_cycles = cycles * static_cast<double>(y.size());
  return kernel;
}

/// A new tensor like another, usually a gradient of it.
[[nodiscard]] inline Tensor allocate_like(TraceWriter& writer, const Tensor& tensor,
                                          MemoryClass why = MemoryClass::temporary) {
  return writer.allocate(tensor.shape(), tensor.format(), why);
}

/// In which format a product multiplies stored operands: FP32 storage is multiplied as TF32 where the recipe says so.
[[nodiscard]] inline NumberFormat product_format(const TraceWriter& writer, NumberFormat stored) {
  return stored == NumberFormat::fp32 && writer.precision().compute == NumberFormat::tf32 ? NumberFormat::tf32 : stored;
}

/// Buffers that a sum's kernel holds while it runs; undefined where it needs none.
struct ScratchTensors {
  Tensor buffer{}, semaphores{};
};

/// Takes the scratch of a sum over the rows of rows x columns (FP32 accumulator) and clears its semaphores.
[[nodiscard]] inline ScratchTensors reduction_scratch(TraceWriter& writer, std::int64_t row_count,
                                                      std::int64_t columns) {
  const ReductionScratch scratch = column_sum_scratch(row_count, columns, 4, writer.options().target);
  ScratchTensors held{};
  if (scratch.buffer_bytes > 0) {
    held.buffer = writer.allocate({scratch.buffer_bytes}, bool_storage, MemoryClass::temporary);
    held.semaphores = writer.allocate({scratch.semaphore_bytes}, bool_storage, MemoryClass::temporary);
    writer.launch(Streaming{.kind = StreamingKind::fill,
                            .format = bool_storage,
                            .columns = scratch.semaphore_bytes,
                            .written = static_cast<double>(scratch.semaphore_bytes) * byte});
  }
  return held;
}

/// Sum over the rows of a matrix seen as rows x columns, with the scratch buffers that its kernel takes: how a bias
/// gradient is made. The accumulator of 16-bit formats is FP32.
[[nodiscard]] inline Tensor column_sum(TraceWriter& writer, const Tensor& matrix, const Shape& sum_shape) {
  const std::int64_t columns = elements(sum_shape);
  const std::int64_t row_count = columns == 0 ? 0 : matrix.size() / columns;
  Tensor sum = writer.allocate(sum_shape, matrix.format(), MemoryClass::temporary);
  const ScratchTensors scratch = reduction_scratch(writer, row_count, columns);
  writer.launch(Streaming{.kind = columns == 1 ? StreamingKind::row_reduction : StreamingKind::column_reduction,
                          .format = matrix.format(),
                          .rows = columns == 1 ? 1 : row_count,
                          .columns = columns == 1 ? row_count : columns,
                          .read = matrix.bytes(),
                          .written = sum.bytes(),
                          .work = static_cast<double>(matrix.size()) * flop,
                          .backward = writer.phase() == Phase::backward});
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
