#pragma once
#include <perfmodel/lowering/pointwise.hpp>
#include <perfmodel/lowering/reduction.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/normalization.hpp>
#include <vector>

namespace perfmodel {

/// Input gradient: one kernel; gain and shift: sums over the rows of two operands.
[[nodiscard]] constexpr Streaming lowered(const op::LayerNorm& n) {
  const bool gains = n.pass == op::NormPass::parameter_gradient;
  if (n.across)
    return {.kind = StreamingKind::column_norms,
            .format = n.format,
            .rows = n.columns,
            .columns = n.rows,
            .read = 2.0 * read_bytes(n),  // for the norm, and again for the result
            .written = written_bytes(n),
            .work = work(n),
            .backward = n.pass != op::NormPass::forward};
  return {.kind = gains ? StreamingKind::gain_sums : StreamingKind::layer_norm,
          .format = n.format,
          .rows = n.rows,
          .columns = n.columns,
          .read = read_bytes(n),
          .written = written_bytes(n),
          .work = work(n),
          .special_functions = static_cast<double>(n.rows),
          .backward = n.pass != op::NormPass::forward,
          .mean_square = n.mean_square};
}

/// Moments of each group, one elementwise pass; backward sums over each channel of each sample, then one elementwise
/// pass and the sums of each channel over the samples. Channels of one number each take sums over groups instead, and
/// gradients of their gains from the tensors at once. PyTorch, aten/src/ATen/native/cuda/group_norm_kernel.cu.
template <class Kernels>
void lower(const op::GroupNorm& g, Kernels& kernels) {
  const double n = tensor_elements(g);
  const Bytes tensor = n * element_size(g.format);
  const std::int64_t groups = g.samples * g.groups, all = g.samples * g.channels * g.pixels;
  const Bytes moments = 2.0 * static_cast<double>(groups) * element_size(g.format);
  const double tensors = g.backward ? 2.0 : 1.0;
  const bool points = g.pixels == 1, by_channel = g.backward && !points;
  const std::int64_t rows = by_channel ? g.samples * g.channels : groups;
  kernels.push_back(Streaming{.kind = StreamingKind::row_moments,
                              .format = g.format,
                              .rows = rows,
                              .columns = all / rows,
                              .read = tensors * tensor,
                              .written = moments,
                              .work = 4.0 * n * flop,
                              .backward = g.backward,
                              .fresh = g.fresh});
  const Bytes numbers = 4.0 * static_cast<double>(g.samples * g.channels) * byte;
  const int scaled = points ? 0 : g.backward ? 2 : g.affine ? 1 : 0;
  for (int i = 0; i < scaled; ++i)  // scale and shift of each channel of each sample
    kernels.push_back(Streaming{
        .columns = g.samples * g.channels, .read = 2.0 * numbers, .written = 2.0 * numbers, .backward = g.backward});
  kernels.push_back(Streaming{.format = g.format,
                              .columns = all,
                              .read = tensors * tensor,
                              .written = tensor,
                              .work = 4.0 * n * flop,
                              .backward = g.backward,
                              .access = AccessPattern::strided});
  if (g.backward && g.affine)
    kernels.push_back(Streaming{.kind = StreamingKind::column_reduction,
                                .format = g.format,
                                .rows = points ? g.samples : groups,
                                .columns = g.channels,
                                .read = points ? tensors * tensor : moments,
                                .written = 2.0 * static_cast<double>(g.channels) * element_size(g.format),
                                .backward = true});
}

namespace detail {
/// Kernels of one training call: PyTorch's own sum, invert and normalize (forward), over NHWC images after a fill;
/// cuDNN's are one, over NHWC images after a fill.
[[nodiscard]] constexpr int batch_norm_kernels(bool framework, bool channels_together, bool backward) {
  if (!framework) return channels_together ? 2 : 1;
  return channels_together ? (backward ? 3 : 4) : (backward ? 1 : 3);
}

/// cuDNN's NHWC kernels give a block 64 channels of 16 bits or 32 of 32 bits; the last block of channels moves as much
/// as a full one.
[[nodiscard]] constexpr double padded_channels(std::int64_t channels, NumberFormat format) {
  const std::int64_t tile = bits(format) == 16 ? 64 : 32, padded = (channels + tile - 1) / tile * tile;
  return static_cast<double>(padded) / static_cast<double>(channels);
}

/// A scale and a shift of each channel.
template <class Kernels>
void lower_inference(const op::BatchNorm& b, Streaming s, Kernels& kernels) {
  const std::int64_t channels = channels_of(b);
  const Bytes parameter = static_cast<double>(channels) * element_size(b.parameters);
  if (s.framework_kernel)  // the running mean is copied, the deviation inverted
    for (int i = 0; i < 2; ++i)
      kernels.push_back(Streaming{.format = b.parameters,
                                  .columns = channels,
                                  .read = parameter,
                                  .written = 4.0 * static_cast<double>(channels) * byte,
                                  .work = static_cast<double>(channels) * flop});
  s.kind = StreamingKind::batch_norm_inference;
  s.rows = 1, s.columns = elements(b.input.shape);
  s.read = bytes(b.input) + 4.0 * parameter, s.written = bytes(b.input);
  kernels.push_back(s);
}

/// Rows without positions: moments by a sum, the result element by element.
template <class Kernels>
void lower_rows(const op::BatchNorm& b, Kernels& kernels) {
  kernels.push_back(
      lowered(op::Reduction{.input = b.input, .output = packed({1, channels_of(b)}, NumberFormat::fp32)}));
  kernels.push_back(lowered(op::Pointwise{.function = PointwiseFunction::arithmetic,
                                          .inputs = {b.input},
                                          .outputs = {packed(b.input.shape, b.input.format)},
                                          .input_count = 1,
                                          .each = {4.0, 0.0}}));
}

/// What each of the kernels below is told.
[[nodiscard]] inline Streaming batch_norm_kernel(const op::BatchNorm& b) {
  const NumberFormat format = b.input.format;
  const bool narrow = bits(b.parameters) == 16,
             framework = narrow || format == NumberFormat::bf16 || b.input.shape.rank == 2 || !b.affine;
  const std::int64_t channels = channels_of(b), all = elements(b.input.shape), images = b.input.shape[0];
  return {.kind = StreamingKind::batch_norm,
          .format = format,
          .rows = all / channels,
          .columns = channels,
          .work = work(b),
          .special_functions = static_cast<double>(channels),
          .backward = b.backward,
          .channels_together = has_channels_together(b.input) && is_dense(b.input),
          .framework_kernel = framework,
          .narrow_parameters = narrow,
          .fresh = b.fresh,
          .sums_alone = b.backward && !b.input_gradient && framework,  // cuDNN's make all gradients in one
          .images = images,
          .pixels = all / channels / images};
}
}  // namespace detail

/// cuDNN for images in FP32, and in FP16 with FP32 parameters; PyTorch's own kernels for BF16, for 16-bit parameters,
/// without parameters, and for rows without positions, which lie with channels together (dense ones: others have a
/// block for each channel). PyTorch, aten/src/ATen/native/Normalization.cpp
/// (_select_batch_norm_backend), cuda/Normalization.cu (batch_norm_choose_impl).
template <class Kernels>
void lower(const op::BatchNorm& b, Kernels& kernels) {
  Streaming s = detail::batch_norm_kernel(b);
  if (!b.training) return detail::lower_inference(b, s, kernels);
  if (b.input.shape.rank == 2 && !s.channels_together && !b.backward) return detail::lower_rows(b, kernels);
  const std::int64_t channels = channels_of(b);
  const Bytes tensor = bytes(b.input), parameter = static_cast<double>(channels) * element_size(b.parameters),
              moments = 8.0 * static_cast<double>(channels) * byte;
  if (s.sums_alone) {
    s.read = 2.0 * tensor + moments, s.written = 2.0 * parameter;
    s.kernels = s.channels_together ? 2 : 1;  // a fill first
    kernels.push_back(s);
    return;
  }
  s.read = b.backward ? 4.0 * tensor + moments + parameter : 2.0 * tensor + 4.0 * parameter;
  s.written = b.backward ? tensor + 2.0 * parameter : tensor + moments + 2.0 * parameter;
  if (s.channels_together && !s.framework_kernel) {
    const double share = detail::padded_channels(channels, s.format);
    s.read *= share, s.written *= share;
  }
  s.kernels = detail::batch_norm_kernels(s.framework_kernel, s.channels_together, b.backward);
  kernels.push_back(s);
}

}  // namespace perfmodel
