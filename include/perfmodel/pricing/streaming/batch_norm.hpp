#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/pricing/streaming/model.hpp>

namespace perfmodel {

/// Core cycles of batch norm beyond its memory traffic: of the longest chain of one block (`serial`), and of
/// instructions summed over the SMs (`issue`).
struct InstructionCycles {
  double issue{}, serial{};
};

/// cuDNN gives each channel of NCHW images one block, so that few channels of large images leave most of the card idle;
/// as long as a channel stays on chip two blocks an SM run at a time. `start` and `per_element` cycles for each of a
/// channel's elements up to `elements`.
struct ChannelBlock {
  double elements{};
  double start{}, per_element{};
  double beside{};  ///< more for each element and other block on the SM
  bool waves{};     ///< channels beyond two an SM wait
};

/// One turn of the loop of PyTorch's own NCHW kernels, cycles: of its loads (more of them where x has left the L2), or
/// of the other blocks' instructions on the SM.
struct BatchNormTurn {
  double start{}, block{}, loads{}, missed_loads{}, issue{}, missed_issue{};
  double kept{}, beyond{};  ///< bytes of which all is found in L2, and more until none is
};

/// The same of its NHWC kernels, whose blocks of 32 channels x 16 rows pass sums on.
struct BatchNormWalk {
  double start{}, pass_on{}, loads{}, issue{}, missed_issue{}, rest{};
  double byte{};  ///< cycles per byte that moves
};

/// Inference: cycles an element by width, and of the chain of loads of a block.
struct BatchNormScale {
  double half{}, single{}, chain{};
};

/// Constants of batch norm, core cycles. Fitted to 836 cuDNN norms and 176 of PyTorch's own on an H200 (cuDNN 9.19,
/// PyTorch 2.11; docs/lab/2026-11-23-from-layers-to-operations.md).
struct BatchNormConstants {
  std::array<ChannelBlock, 2> single_forward{{{21'000, 1386, 0.673, 0.0, true}, {1e18, 0, 1.089, 0.0, false}}};
  std::array<ChannelBlock, 2> half_forward{{{51'000, 594, 0.396, 0.0, true}, {1e18, 0, 1.188, 0.376, false}}};
  std::array<ChannelBlock, 2> single_backward{{{56'000, 1584, 2.079, 0.0, true}, {1e18, 0, 2.891, 0.0, false}}};
  std::array<ChannelBlock, 3> half_backward{
      {{30'000, 2970, 0.554, 0.0, true}, {75'000, 0, 1.841, 0.0, false}, {1e18, 0, 2.792, 0.0, false}}};
  BatchNormTurn forward_turn{7722, 1228, 467.3, 403.9, 229.7, 93.1, 23.5e6, 9.9e6};
  BatchNormTurn backward_turn{4554, 772, 1228, 613.8, 540.5, 0.0, 27.4e6, 14.5e6};
  double plane{1.22}, plane_byte{1.689e-3};  ///< forward's last kernel: of an image of a channel, of a byte
  BatchNormWalk forward_walk{2376, 7524, 554.4, 316.8, 118.8, 8910, 5.544e-4};
  BatchNormWalk backward_walk{2970, 7524, 316.8, 257.4, 59.4, 6336, 4.95e-4};
  double walk_kept{20e6}, walk_beyond{20e6};  ///< bytes
  BatchNormScale planes{0.66, 0.75, 4300.0}, own_planes{0.76, 0.90, 0.0}, own_channels_last{0.59, 0.59, 5500.0},
      own_narrow_channels_last{0.42, 0.42, 5500.0}, channels_last{0.67, 0.80, 10300.0};
  double plane_block{157.0};  ///< of the thread block that cuDNN's inference gives each channel of each image
  double blocks_an_image{13.0}, block_element{1.9};  ///< of cuDNN's NHWC inference kernel
};
inline constexpr BatchNormConstants batch_norm_constants{};

namespace detail {
[[nodiscard]] inline double longer(double a, double b) { return std::cbrt(a * a * a + b * b * b); }

template <std::size_t N>
[[nodiscard]] double channel_cycles(const std::array<ChannelBlock, N>& rows, double per_channel,
                                    double channels_per_sm) {
  const ChannelBlock* row = &rows.back();
  for (const ChannelBlock& r : rows)
    if (per_channel <= r.elements) {
      row = &r;
      break;
    }
  const double waves = row->waves ? std::ceil(channels_per_sm / 2.0) : 1.0;
  return waves * (row->start + (row->per_element + row->beside * channels_per_sm) * per_channel);
}

/// cuDNN over NCHW images.
[[nodiscard]] inline double library_norm_cycles(const Streaming& s, const StreamingModel& model,
                                                const BatchNormConstants& c) {
  const double per_channel = static_cast<double>(s.rows), per_sm = static_cast<double>(s.columns) / model.sms;
  if (s.format == NumberFormat::fp16)
    return s.backward ? channel_cycles(c.half_backward, per_channel, per_sm)
                      : channel_cycles(c.half_forward, per_channel, per_sm);
  return s.backward ? channel_cycles(c.single_backward, per_channel, per_sm)
                    : channel_cycles(c.single_forward, per_channel, per_sm);
}

/// PyTorch's own kernels over NCHW images: a block of 512 threads for each channel, as many of them along an image as
/// it has pixels (32, 64, ... 512), the rest over the images. aten/src/ATen/native/cuda/Normalization.cuh.
[[nodiscard]] inline double planes_norm_cycles(const Streaming& s, const StreamingModel& model,
                                               const BatchNormConstants& c) {
  constexpr double most_threads = 512.0, least_threads = 32.0;
  const BatchNormTurn& turn = s.backward ? c.backward_turn : c.forward_turn;
  const double images = static_cast<double>(s.images), channels = static_cast<double>(s.columns),
               pixels = static_cast<double>(s.pixels);
  double threads = least_threads;
  while (threads < most_threads && threads < pixels) threads *= 2.0;
  const double turns = std::ceil(images / (most_threads / threads)) * std::ceil(pixels / threads),
               blocks = channels / model.sms;
  const double tensor = images * channels * pixels * in(element_size(s.format), byte);
  const double missed = std::clamp(((s.backward ? 2.0 : 1.0) * tensor - turn.kept) / turn.beyond, 0.0, 1.0);
  double cycles =
      turn.start + turn.block * blocks +
      turns * longer(turn.loads + turn.missed_loads * missed, (turn.issue + turn.missed_issue * missed) * blocks);
  if (!s.backward) cycles += std::max(c.plane * images * channels, c.plane_byte * tensor);
  return cycles;
}

/// Blocks of PyTorch's own kernels where channels lie together: 512 threads side by side, up to 32 of them along the
/// channels, the rest along the rows as long as each has 16; 128 blocks down the rows at most, and one alone below 8
/// of these. Threads that the rows do not need go along the channels. flexible_launch_configs in the same file.
struct ChannelsLastBlocks {
  double channels{}, threads{}, down{};  ///< channels and rows side by side in a block; blocks down the rows
};
[[nodiscard]] inline ChannelsLastBlocks channels_last_blocks(std::int64_t rows, std::int64_t columns) {
  constexpr std::int64_t tile = 32, most_threads = 512, rows_a_thread = 16, most_blocks = 128, least_blocks = 8;
  const auto power = [](std::int64_t n) {
    return std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(1, n)));
  };
  const auto least = [](std::uint64_t a, std::int64_t b) { return std::min(static_cast<std::int64_t>(a), b); };
  std::int64_t channels = least(power(columns), tile);
  const std::int64_t threads = least(power((rows + rows_a_thread - 1) / rows_a_thread), most_threads / channels);
  if (channels * threads != most_threads) channels = least(power(columns), most_threads / threads);
  const std::int64_t block = threads * rows_a_thread, wanted = std::min((rows + block - 1) / block, most_blocks);
  return {.channels = static_cast<double>(channels),
          .threads = static_cast<double>(threads),
          .down = wanted < least_blocks ? 1.0 : static_cast<double>(wanted)};
}

[[nodiscard]] inline double channels_last_norm_cycles(const Streaming& s, const StreamingModel& model,
                                                      const BatchNormConstants& c) {
  const BatchNormWalk& walk = s.backward ? c.backward_walk : c.forward_walk;
  const ChannelsLastBlocks b = channels_last_blocks(s.rows, s.columns);
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns), channels = b.channels,
               threads = b.threads, down = b.down;
  const double blocks = down * std::ceil(columns / channels) / model.sms;
  const double tensor = rows * columns * in(element_size(s.format), byte), moved = (s.backward ? 3.0 : 2.0) * tensor;
  const double busy =
      (walk.issue + walk.missed_issue * std::clamp((tensor - c.walk_kept) / c.walk_beyond, 0.0, 1.0)) * blocks;
  return walk.start + (down > 1.0 ? walk.pass_on : 0.0) +
         longer(walk.loads, busy) * std::ceil(rows / (threads * down)) + walk.rest + walk.byte * moved;
}
}  // namespace detail

/// Training kernels. cuDNN's kernels for channels that lie together are limited by memory alone.
[[nodiscard]] inline InstructionCycles batch_norm_cycles(const Streaming& s, const StreamingModel& model) {
  const BatchNormConstants& c = batch_norm_constants;
  if (!s.framework_kernel) return {.serial = s.channels_together ? 0.0 : detail::library_norm_cycles(s, model, c)};
  return {.serial = s.channels_together ? detail::channels_last_norm_cycles(s, model, c)
                                        : detail::planes_norm_cycles(s, model, c)};
}

/// A scale and a shift of each element: index arithmetic to find the channel, and one chain of loads.
[[nodiscard]] inline InstructionCycles batch_norm_inference_cycles(const Streaming& s) {
  const BatchNormConstants& c = batch_norm_constants;
  const BatchNormScale& scale = !s.channels_together  ? (s.framework_kernel ? c.own_planes : c.planes)
                                : !s.framework_kernel ? c.channels_last
                                : s.narrow_parameters ? c.own_narrow_channels_last
                                                      : c.own_channels_last;
  const double n = static_cast<double>(s.columns);
  InstructionCycles cycles{.issue = (bits(s.format) == 16 ? scale.half : scale.single) * n, .serial = scale.chain};
  if (!s.channels_together && !s.framework_kernel && s.pixels > 0)
    cycles.issue = std::max(cycles.issue, c.plane_block * n / static_cast<double>(s.pixels));
  if (s.channels_together && !s.framework_kernel)
    cycles.serial = std::max(cycles.serial, c.block_element * n / (c.blocks_an_image * static_cast<double>(s.images)));
  return cycles;
}

}  // namespace perfmodel
