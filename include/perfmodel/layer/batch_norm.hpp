#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Normalizes each channel (dimension 1) over the batch and the positions. Ioffe and Szegedy 2015, arXiv:1502.03167.
/// In inference it scales and shifts with the running statistics.
struct BatchNorm {
  std::int64_t channels{};
};

[[nodiscard]] constexpr std::string_view kind(const BatchNorm&) { return "batch_norm"; }

/// @throws Error naming the two shapes
[[nodiscard]] inline Shape output_shape(const BatchNorm& layer, InputShapes inputs) {
  require_at_least("channels of the batch norm", layer.channels, 1);
  require_inputs(inputs, 1);
  if (inputs[0].rank < 2 || inputs[0][1] != layer.channels)
    throw bad_input("input shape", text(inputs[0]),
                    "must have " + std::to_string(layer.channels) + " channels in dimension 1");
  return inputs[0];
}

/// Weight and bias; buffers: running mean, running variance, and an int64 count of batches.
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const BatchNorm& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.channels}},
          {.name = "bias", .shape = {layer.channels}},
          {.name = "running_mean", .shape = {layer.channels}, .trainable = false},
          {.name = "running_var", .shape = {layer.channels}, .trainable = false},
          {.name = "num_batches_tracked", .shape = {}, .trainable = false, .counter = true}};
}

/// Eight per element, as for layer norm.
[[nodiscard]] constexpr Work forward_work(const BatchNorm&, InputShapes inputs) {
  return 8.0 * static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {

/// What the longest block of cuDNN's training kernels takes on an NCHW tensor: `start` and `per_element` nanoseconds for each of
/// a channel's elements up to `elements`. cuDNN gives each channel one block ("1C11" kernels), so that few channels of large
/// images leave most of the card idle; as long as a channel stays on chip (singleread) two blocks an SM run at a time. NHWC
/// kernels spread a channel over the card.
struct ChannelBlock {
  std::int64_t elements{};
  double start{}, per_element{};
  double beside{};  ///< more for each element and other block on the SM
  bool waves{};     ///< channels beyond two an SM wait
};

inline constexpr std::int64_t any_size = std::int64_t{1} << 62;

/// Read off 836 batch norms of training steps on an H200 (script calibrate/pytorch_networks.py; the kernels are in
/// devices/calibrated/raw/h200-sxm/pytorch_kernels.csv), cuDNN 9.19, at 1.98 GHz.
[[nodiscard]] inline ChannelBlock channel_block(NumberFormat format, std::int64_t n, bool backward) {
  constexpr std::array<ChannelBlock, 2> fp32_forward{{{21'000, 700, 0.34, 0.0, true}, {any_size, 0, 0.55, 0.0, false}}};
  constexpr std::array<ChannelBlock, 2> fp16_forward{{{51'000, 300, 0.20, 0.0, true}, {any_size, 0, 0.60, 0.19, false}}};
  constexpr std::array<ChannelBlock, 2> fp32_backward{{{56'000, 800, 1.05, 0.0, true}, {any_size, 0, 1.46, 0.0, false}}};
  constexpr std::array<ChannelBlock, 3> fp16_backward{{{30'000, 1500, 0.28, 0.0, true}, {75'000, 0, 0.93, 0.0, false}, {any_size, 0, 1.41, 0.0, false}}};
  const auto pick = [n](const auto& rows) {
    for (const ChannelBlock& row : rows)
      if (n <= row.elements) return row;
    return rows.back();
  };
  if (format == NumberFormat::fp16) return backward ? pick(fp16_backward) : pick(fp16_forward);
  return backward ? pick(fp32_backward) : pick(fp32_forward);
}

inline constexpr double norm_measured_at = 1.98;  ///< GHz: cycles a nanosecond

[[nodiscard]] inline double channel_cycles(const TraceWriter& writer, NumberFormat format, std::int64_t per_channel,
                                           std::int64_t channels, bool backward) {
  const ChannelBlock block = channel_block(format, per_channel, backward);
  const double per_sm = static_cast<double>(channels) / writer.options().target.sms;
  const double waves = block.waves ? std::ceil(per_sm / 2.0) : 1.0;
  return waves * (block.start + (block.per_element + block.beside * per_sm) * static_cast<double>(per_channel)) * norm_measured_at;
}

/// Core cycles of PyTorch's own kernels on an NCHW tensor (BF16, and FP16 with 16-bit parameters): a block of 512 threads for each
/// channel, as many of them along an image as it has pixels (32, 64, ... 512), the rest over the images, so that its loop goes round
/// ceil(images / (512 / threads)) x ceil(pixels / threads) times (aten/src/ATen/native/cuda/Normalization.cuh). A turn waits for its
/// loads, or for the instructions of the SM's other blocks. Forward sums in one kernel, inverts the deviation in a small one, and
/// normalizes in a third, whose blocks take an image of a channel each. Microseconds of 176 norms on an H200 at 1.98 GHz, mean error 4 %
/// forward, 6 % backward; the network's other kernels leave x (and dy) in its 50 MB L2 up to the sizes `kept`.
[[nodiscard]] inline double own_kernel_cycles(const TraceWriter& writer, const Shape& x, NumberFormat format, bool backward) {
  struct Turn { double start, block, loads, missed_loads, issue, missed_issue, kept, beyond; };
  constexpr Turn forward_turn{3.9, 0.62, 0.236, 0.204, 0.116, 0.047, 23.5e6, 9.9e6}, backward_turn{2.3, 0.39, 0.62, 0.31, 0.273, 0.0, 27.4e6, 14.5e6};
  constexpr double most_threads = 512.0, least_threads = 32.0, plane = 0.616e-3, megabyte = 0.853;  // microseconds
  const Turn& c = backward ? backward_turn : forward_turn;
  const double images = static_cast<double>(x[0]), channels = static_cast<double>(x[1]), pixels = static_cast<double>(elements(x)) / (images * channels);
  double threads = least_threads;
  while (threads < most_threads && threads < pixels) threads *= 2.0;
  const double turns = std::ceil(images / (most_threads / threads)) * std::ceil(pixels / threads), blocks = channels / writer.options().target.sms;
  const double bytes = images * channels * pixels * in(element_size(format), byte);
  const double missed = std::clamp(((backward ? 2.0 : 1.0) * bytes - c.kept) / c.beyond, 0.0, 1.0);
  const auto longer = [](double a, double b) { return std::cbrt(a * a * a + b * b * b); };
  double us = c.start + c.block * blocks + turns * longer(c.loads + c.missed_loads * missed, (c.issue + c.missed_issue * missed) * blocks);
  if (!backward) us += std::max(plane * images * channels, megabyte * bytes * 1e-6);
  return us * 1e3 * norm_measured_at;
}

/// Kernels of one training call, read off profiles: PyTorch's own sum, invert and normalize (forward), over NHWC images after a fill;
/// cuDNN's are one, over NHWC images after a fill.
[[nodiscard]] constexpr int norm_kernels(bool own, bool nhwc, bool backward) {
  if (!own) return nhwc ? 2 : 1;
  return nhwc ? (backward ? 3 : 4) : (backward ? 1 : 3);
}

/// cuDNN's NHWC kernels give a block 64 channels of 16 bits or 32 of 32 bits. The last block of channels takes as long as a full one, as
/// if its bytes moved, too: FP16, 64 images of 56 x 56, forward 26 us for 64 channels, 24 for 24, 52 for 96, 53 for 128; of 28 x 28, 28 us
/// for 144, 25 for 192 (operations of MobileNet, EfficientNet and ResNet-50 on an H200).
inline void spread_channels(Streaming& kernel) {
  const std::int64_t tile = bits(kernel.format) == 16 ? 64 : 32, padded = (kernel.columns + tile - 1) / tile * tile;
  const double share = static_cast<double>(padded) / static_cast<double>(kernel.columns);
  kernel.read *= share;
  kernel.written *= share;
}

/// Core cycles of PyTorch's own training kernels over NHWC images (BF16, and FP16 with 16-bit parameters): blocks of 32 channels x 16
/// rows walk the rows, 16 a thread in 128 blocks at most, and one block alone below 8 of these (flexible_launch_configs in the same
/// file). Sums pass from block to block over memory that a fill has cleared; a turn waits for its loads or for the SM's other blocks. Then
/// the deviation is inverted (forward), and one pass writes. Microseconds on an H200 at 1.98 GHz: the 121 norms of DenseNet-121, 16 images,
/// one by one (mean error 6 % forward, 12 % backward), and the sums of eight networks' norms, which come out within 8 % (mean 4 %).
[[nodiscard]] inline double own_channels_last_cycles(const TraceWriter& writer, const Streaming& kernel, bool backward) {
  struct Walk { double start, pass_on, loads, issue, missed_issue, rest, megabyte; };
  constexpr Walk forward_walk{1.2, 3.8, 0.28, 0.16, 0.06, 4.5, 0.28}, backward_walk{1.5, 3.8, 0.16, 0.13, 0.03, 3.2, 0.25};  // microseconds
  constexpr double kept = 20e6, beyond = 20e6;  // bytes of x that L2 still holds from the layer before, and more until none is left
  constexpr double channels = 32.0, threads = 16.0, rows_a_thread = 16.0, most_blocks = 128.0, least_blocks = 8.0;
  const Walk& c = backward ? backward_walk : forward_walk;
  const double rows = static_cast<double>(kernel.rows), columns = static_cast<double>(kernel.columns);
  double down = std::min(std::ceil(rows / (threads * rows_a_thread)), most_blocks);
  if (down < least_blocks) down = 1.0;
  const double blocks = down * std::ceil(columns / channels) / writer.options().target.sms;
  const double tensor = rows * columns * in(element_size(kernel.format), byte), moved = (backward ? 3.0 : 2.0) * tensor;
  const double busy = (c.issue + c.missed_issue * std::clamp((tensor - kept) / beyond, 0.0, 1.0)) * blocks;
  const double turn = std::cbrt(c.loads * c.loads * c.loads + busy * busy * busy);
  const double us = c.start + (down > 1.0 ? c.pass_on : 0.0) + turn * std::ceil(rows / (threads * down)) + c.rest + c.megabyte * moved * 1e-6;
  return us * 1e3 * norm_measured_at;
}

/// Puts number and time of the kernels that run into a training kernel's description. cuDNN's NHWC kernels are limited by memory.
inline void set_norm_kernels(Streaming& kernel, const TraceWriter& writer, NumberFormat kernels, const Shape& x, bool backward) {
  const bool nhwc = writer.options().memory_format == MemoryFormat::nhwc && x.rank == 4;
  kernel.kernels = norm_kernels(kernels == NumberFormat::bf16, nhwc, backward);
  if (nhwc) {
    if (kernels != NumberFormat::bf16) spread_channels(kernel);
    else kernel.serial_cycles = own_channels_last_cycles(writer, kernel, backward);
    return;
  }
  if (kernels != NumberFormat::bf16) {
    kernel.serial_cycles = channel_cycles(writer, kernels, kernel.rows, kernel.columns, backward);
    return;
  }
  kernel.serial_cycles = own_kernel_cycles(writer, x, kernel.format, backward);
}

/// Scale and shift of each element in inference: index arithmetic to find the channel, 2.9 ps (half) to 3.4 ps an element over NCHW,
/// and one chain of loads. Over NHWC PyTorch's own kernel (`own`: BF16) takes 81 us for 51 million elements (half as long
/// again with FP32 parameters) and 3.0 us for few; cuDNN's
/// 66 us for 26 million of FP16, 5.4 us for few, and has some 13 blocks an image, so that 8 images of 11 million FP32 elements take
/// 119 us. ResNet-18, 50 and 101 and Inception v3 on an H200 at 1.98 GHz, kernel by kernel.
inline void set_inference_cycles(Streaming& kernel, const Tensor& x, bool own, bool nhwc) {
  struct Cycles { double half, single, chain; };
  constexpr Cycles planes{0.76, 0.90, 4300.0}, own_planes{0.76, 0.90, 0.0}, own_channels_last{0.59, 0.59, 5500.0},
      own_narrow_channels_last{0.42, 0.42, 5500.0}, channels_last{0.67, 0.80, 10300.0};
  constexpr double blocks_an_image = 13.0, block_element = 1.9;
  const Cycles& c = !nhwc ? (own ? own_planes : planes) : !own ? channels_last : kernel.narrow_parameters ? own_narrow_channels_last : own_channels_last;
  const double n = static_cast<double>(x.size());
  kernel.issue_cycles = (bits(x.format()) == 16 ? c.half : c.single) * n;
  kernel.serial_cycles = c.chain;
  if (nhwc && !own) kernel.serial_cycles = std::max(c.chain, block_element * n / (blocks_an_image * static_cast<double>(x.shape()[0])));
}

}  // namespace detail

/// Training reads the input twice (statistics, then normalization) unless it stays on chip, and saves the input and the
/// FP32 mean and reciprocal deviation of each channel; backward reads x and dy twice and writes dx, with the gradients
/// of weight and bias from the same kernel. Inference is one pass. PyTorch, aten/src/ATen/native/Normalization.cpp.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const BatchNorm& layer, Inputs inputs, Parameters ids) {
  const Tensor& x = inputs[0];
  const Tensor weight = writer.parameter(ids[0]), bias = writer.parameter(ids[1]);
  const double n = static_cast<double>(x.size());
  const std::int64_t per_channel = x.size() / layer.channels;
  if (writer.training()) {  // num_batches_tracked += 1
    writer.host(HostOp::elementwise);
    writer.launch(elementwise(int64_storage, 1, 8.0 * byte, 8.0 * byte, {1, 0}));
  }
  writer.host(HostOp::normalization);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  // in inference a scale and a shift of each element
  Streaming kernel{.kind = writer.training() ? StreamingKind::batch_norm : StreamingKind::elementwise,
                   .format = x.format(),
                   .rows = per_channel,
                   .columns = layer.channels,
                   .read = (writer.training() ? 2.0 : 1.0) * x.bytes() + 4.0 * weight.bytes(),
                   .written = y.bytes(),
                   .work = 8.0 * n * flop,
                   .special_functions = static_cast<double>(layer.channels),
                   .narrow_parameters = bits(weight.format()) == 16};
  // cuDNN takes FP16 tensors with FP32 parameters only: a network that is FP16 throughout runs the kernels that BF16 does
  const NumberFormat kernels = kernel.narrow_parameters ? NumberFormat::bf16 : x.format();
  if (!writer.training()) {
    if (kernels == NumberFormat::bf16) {  // PyTorch's own: the running mean is copied, the deviation inverted, each by an operation
      for (int i = 0; i < 2; ++i) {
        writer.host(HostOp::elementwise);
        writer.launch(elementwise(weight.format(), layer.channels, weight.bytes(), 4.0 * static_cast<double>(layer.channels) * byte, {1, 0}));
      }
    }
    kernel.rows = 1;
    kernel.columns = x.size();
    detail::set_inference_cycles(kernel, x, kernels == NumberFormat::bf16, writer.options().memory_format == MemoryFormat::nhwc && x.shape().rank == 4);
    writer.launch(kernel);
    return writer.record(std::move(y), {}, {});
  }
  const Tensor mean = writer.allocate({layer.channels}, NumberFormat::fp32);
  const Tensor deviation = writer.allocate({layer.channels}, NumberFormat::fp32);
  kernel.written += mean.bytes() + deviation.bytes() + 2.0 * weight.bytes();
  Streaming forward_kernel = kernel;
  detail::set_norm_kernels(forward_kernel, writer, kernels, x.shape(), false);
  writer.launch(forward_kernel);
  return writer.record(std::move(y), {x, weight, bias},
                       [x = x.detach(), weight = weight.detach(), mean, deviation, kernel, kernels, n](
                           TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::normalization_backward);
                         const Tensor& dy = outputs[0];
                         grads[0] = allocate_like(w, x);
                         grads[1] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
                         grads[2] = w.allocate(weight.shape(), weight.format(), MemoryClass::gradient);
                         Streaming back = kernel;
                         back.backward = true;
                         back.read = 2.0 * (x.bytes() + dy.bytes()) + mean.bytes() + deviation.bytes() + weight.bytes();
                         back.written = x.bytes() + 2.0 * weight.bytes();
                         back.work = 14.0 * n * flop;
                         detail::set_norm_kernels(back, w, kernels, x.shape(), true);
                         w.launch(back);
                       });
}

}  // namespace perfmodel
