#pragma once
#include <perfmodel/layer/common.hpp>

namespace perfmodel {

PERFMODEL_INLINE Tensor allocate_like(TraceWriter& writer, const Tensor& tensor, MemoryClass why) {
  return writer.allocate_like(tensor, tensor.format(), why);
}

namespace detail {
PERFMODEL_INLINE void require_inference(const TraceWriter& writer, std::optional<NumberFormat> quantized) {
  if (quantized && writer.training())
    throw bad_input("weights", std::string(name(*quantized)), "quantized weights are not trained");
}
}  // namespace detail

PERFMODEL_INLINE NumberFormat product_format(const TraceWriter& writer, NumberFormat stored) {
  return stored == NumberFormat::fp32 && writer.precision().compute == NumberFormat::tf32 ? NumberFormat::tf32 : stored;
}

namespace detail {

PERFMODEL_INLINE Tensor positions_first(const Tensor& x) {
  Shape lies = x.shape();
  std::swap(lies.extent[0], lies.extent[1]);
  return x.view(lies).transpose(0, 1);
}

PERFMODEL_INLINE HostOp elementwise_host(const TraceWriter& writer) {
  return writer.phase() == Phase::backward ? HostOp::elementwise_backward : HostOp::elementwise;
}

PERFMODEL_INLINE op::Reduction sum_to(const Operand& matrix, const Shape& sum_shape) {
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

PERFMODEL_INLINE Tensor column_sum(TraceWriter& writer, const Tensor& matrix, const Shape& sum_shape) {
  Tensor sum = writer.allocate(sum_shape, matrix.format(), MemoryClass::temporary);
  writer.run(detail::sum_to(matrix.operand(), sum_shape), {&matrix}, {&sum});
  return sum;
}

PERFMODEL_INLINE void require_inputs(InputShapes inputs, std::size_t count) {
  if (inputs.size() != count)
    throw bad_input("inputs", std::to_string(inputs.size()), "the layer takes " + std::to_string(count));
}

PERFMODEL_INLINE void require_at_least(std::string_view what, std::int64_t value, std::int64_t least) {
  if (value < least) throw bad_input(std::string(what), std::to_string(value), "must be >= " + std::to_string(least));
}

}  // namespace perfmodel
