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

namespace detail {
/// Share of all that a kernel reads that it does not find in L2.
[[nodiscard]] constexpr double missed_of_fresh(const Streaming& s, const StreamingModel& model) {
  return s.fresh ? missed_of_fresh(s.read, model) : 1.0;
}

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

/// PyTorch's own kernel that scales and shifts NCHW images: threads along the pixels of an image, four pixels each as
/// far as there are that many, one trip after the other; blocks of 64 threads and more for each channel. Cycles of an
/// SM for each element and each block, and of a chain of loads. aten/src/ATen/native/cuda/Normalization.cuh,
/// batch_norm_elemt_cuda_template. H200: single calls (seeds 1 to 8) and half of the networks of 2026-11-24.
/// @param missed  share of the input that is not found in L2
[[nodiscard]] inline InstructionCycles planes_scale_cycles(double channels, double images, double pixels, double missed,
                                                           const StreamingModel& model) {
  const BatchNormPlanes& c = model.table.batch_norm.scaled;
  constexpr double most_blocks = 256.0 * 1024.0, least_threads = 64.0, blocks_held = 32.0;
  const auto threads_for = [](double n) {
    double threads = 32.0;
    while (threads < 512.0 && threads < n) threads *= 2.0;
    return threads;
  };
  const double along = std::max(threads_for(std::floor(pixels / 4.0)), std::min(threads_for(pixels), least_threads)),
               over = std::max(1.0, std::floor(least_threads / along));
  const double down = std::max(1.0, std::min(std::floor(most_blocks / channels), std::ceil(images / over))),
               blocks = channels * down,
               held = std::min(std::floor(model.threads_per_sm / (along * over)), blocks_held),
               waves = std::max(1.0, blocks / (model.sms * held));
  const double trips = std::ceil(pixels / along) * std::ceil(images / (over * down));
  return {.issue = c.element * channels * images * pixels + c.block_issue * blocks,
          .serial = c.start + waves * trips * (c.trip + missed * c.missed_trip)};
}

/// Share of its loads that a kernel does not find in L2 which walks twice over its operands, and waits for the last of
/// each turn's. A backward pass's input lies in memory, wherever the gradient is.
/// @param again  share missed by the second walk, and by both where the same operands are called again and again
[[nodiscard]] constexpr double both_walks_missed(const Streaming& s, Bytes tensor, double again,
                                                 const StreamingModel& model) {
  if (s.operands == Operands::warm) return again;
  const double first = s.fresh && !s.backward ? missed_of_fresh(tensor, model) : 1.0;
  return 0.5 * (first + again);
}

/// PyTorch's own kernels over NCHW images: a block of 512 threads for each channel, as many of them along an image as
/// it has pixels (32, 64, ... 512), the rest over the images. aten/src/ATen/native/cuda/Normalization.cuh.
[[nodiscard]] inline double planes_norm_cycles(const Streaming& s, const StreamingModel& model,
                                               const BatchNormConstants& c) {
  constexpr double most_threads = 512.0, least_threads = 32.0;
  const BatchNormTurn& turn = s.sums_alone ? c.sums_turn : s.backward ? c.backward_turn : c.forward_turn;
  const double images = static_cast<double>(s.images), channels = static_cast<double>(s.columns),
               pixels = static_cast<double>(s.pixels);
  double threads = least_threads;
  while (threads < most_threads && threads < pixels) threads *= 2.0;
  const double turns = std::ceil(images / (most_threads / threads)) * std::ceil(pixels / threads),
               blocks = channels / model.sms;
  const double tensor = images * channels * pixels * in(element_size(s.format), byte);
  const double again = std::clamp(((s.backward ? 2.0 : 1.0) * tensor - turn.kept) / turn.beyond, 0.0, 1.0),
               missed = both_walks_missed(s, tensor * byte, again, model);
  double cycles =
      turn.start + turn.block * blocks +
      turns * longer(turn.loads + turn.missed_loads * missed, (turn.issue + turn.missed_issue * missed) * blocks);
  if (!s.backward) {
    const InstructionCycles scale = planes_scale_cycles(channels, images, pixels, missed, model);
    cycles += std::max(longer(scale.issue / model.sms, scale.serial), c.plane_byte * tensor);
  }
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
  const BatchNormWalk& walk = s.sums_alone ? c.sums_walk : s.backward ? c.backward_walk : c.forward_walk;
  const ChannelsLastBlocks b = channels_last_blocks(s.rows, s.columns);
  const double rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns), channels = b.channels,
               threads = b.threads, down = b.down;
  const double blocks = down * std::ceil(columns / channels) / model.sms;
  const double tensor = rows * columns * in(element_size(s.format), byte),
               moved = (s.backward && !s.sums_alone ? 3.0 : 2.0) * tensor;
  const double busy =
      (walk.issue + walk.missed_issue * std::clamp((tensor - c.walk_kept) / c.walk_beyond, 0.0, 1.0)) * blocks;
  return walk.start + (down > 1.0 ? walk.pass_on : 0.0) +
         longer(walk.loads, busy) * std::ceil(rows / (threads * down)) + walk.rest + walk.byte * moved;
}
}  // namespace detail

/// Training kernels. cuDNN's kernels for channels that lie together are limited by memory alone.
[[nodiscard]] inline InstructionCycles batch_norm_cycles(const Streaming& s, const StreamingModel& model) {
  const BatchNormConstants& c = model.table.batch_norm;
  if (!s.framework_kernel) return {.serial = s.channels_together ? 0.0 : detail::library_norm_cycles(s, model, c)};
  return {.serial = s.channels_together ? detail::channels_last_norm_cycles(s, model, c)
                                        : detail::planes_norm_cycles(s, model, c)};
}

/// A scale and a shift of each element: index arithmetic to find the channel, and one chain of loads.
[[nodiscard]] inline InstructionCycles batch_norm_inference_cycles(const Streaming& s, const StreamingModel& model) {
  const BatchNormConstants& c = model.table.batch_norm;
  if (s.framework_kernel && !s.channels_together && s.pixels > 0 && bits(s.format) == 16) {
    const double beyond = in(s.read + s.written, byte) / model.l2_bytes - 1.0 / model.l2_partitions,
                 missed = s.operands == Operands::warm ? 1.0 - std::exp(-std::max(0.0, beyond) / model.table.warm_fall)
                                                       : detail::missed_of_fresh(s, model);
    const double pixels = static_cast<double>(s.pixels), images = static_cast<double>(s.images);
    return detail::planes_scale_cycles(static_cast<double>(s.columns) / (pixels * images), images, pixels, missed,
                                       model);
  }
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
