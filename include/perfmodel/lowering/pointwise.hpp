#pragma once
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/lowering/operand_access.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/lowering/table.hpp>
#include <perfmodel/operation/pointwise.hpp>

namespace perfmodel {

/// How PyTorch's elementwise kernels reach the operands. aten/src/ATen/native/cuda/CUDALoops.cuh: gpu_kernel_impl takes
/// its vectorized kernel where all operands are contiguous in one order and of the function's own formats, a kernel
/// that converts element by element where formats differ, and one that calculates each address where orders do. A
/// comparison's result is a byte of the function's own. A cast is a copy, whose formats are its own where FP32 becomes
/// shorter (aten/src/ATen/native/cuda/Copy.cu); between the 16-bit formats it converts element by element, as it does
/// where numbers become longer, which their bytes tell.
[[nodiscard]] constexpr AccessPattern access_of(const op::Pointwise& p) {
  const Operand& y = p.outputs[0];
  bool converts = false, strided = !is_dense(y);
  for (std::size_t i = 0; i < p.input_count; ++i) {
    const bool copies = p.function == PointwiseFunction::copy, as_wide = bits(p.inputs[i].format) == bits(y.format);
    const bool differs = p.inputs[i].format != y.format && bits(p.inputs[i].format) > 8 && bits(y.format) > 8;
    converts = converts || (differs && (!copies || as_wide));
    strided = strided || !same_order(p.inputs[i], y);
  }
  if (strided) return converts ? AccessPattern::strided_converting : AccessPattern::strided;
  return converts ? AccessPattern::converting : AccessPattern::vectorized;
}

[[nodiscard]] constexpr Streaming lowered(const op::Pointwise& p) {
  const double n = calculated_elements(p);
  Streaming s{.kind = StreamingKind::elementwise,
              .format = p.outputs[0].format,
              .columns = elements(p.outputs[0].shape),
              .read = read_bytes(p),
              .written = written_bytes(p),
              .work = p.each.operations * n * flop,
              .special_functions = p.each.special_functions * n,
              .tensors = p.output_count,
              .access = access_of(p),
              .function = p.function,
              .fresh = p.fresh};
  for (std::size_t i = 0; i < p.input_count; ++i) s.just_written = std::max(s.just_written, bytes(p.inputs[i]));
  if (s.access == AccessPattern::vectorized || s.access == AccessPattern::converting) return s;
  for (std::size_t i = 0; i < p.input_count; ++i) s.lines += lines_touched(p.inputs[i], p.outputs[0]);
  return s;
}

[[nodiscard]] constexpr Streaming lowered(const op::Fill& f) {
  return {.kind = StreamingKind::fill,
          .format = f.output.format,
          .columns = stored_elements(f.output),
          .written = bytes(f.output)};
}

/// PyTorch, aten/src/ATen/native/cuda/Shape.cu: CatArrayBatchedCopy, without gaps CatArrayBatchedCopy_alignedK_contig,
/// by pieces CatArrayBatchedCopy_vectorized. Tensors are copied side by side: a line of the result in which several of
/// them have a part is written by each of them, up to ConcatenationLowering::most_writers.
[[nodiscard]] constexpr Streaming lowered(const op::Concatenation& c, const ConcatenationLowering& rules) {
  using hardware::line_bytes;
  const double piece = c.piece_bytes > 0 ? static_cast<double>(c.piece_bytes) : line_bytes,
               writers =
                   std::clamp(line_bytes / piece, 1.0, std::min(rules.most_writers, static_cast<double>(c.inputs)));
  return {.kind = StreamingKind::concatenation,
          .format = c.output.format,
          .columns = elements(c.output.shape),
          .read = bytes(c.output),
          .written = bytes(c.output),
          .access = c.strided ? AccessPattern::strided : AccessPattern::vectorized,
          .lines = (writers - 1.0) * in(bytes(c.output), byte) / line_bytes,
          .channels_together = c.output.shape.rank == 4 && has_channels_together(c.output),
          .visits = !c.pieces          ? 0.0
                    : c.shared_sectors ? 2.0
                                       : 1.0};
}

}  // namespace perfmodel
