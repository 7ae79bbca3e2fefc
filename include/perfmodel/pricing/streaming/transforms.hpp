#pragma once
/// Fourier transforms, alignments of sequences, images sampled at coordinates and their gradients.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <perfmodel/pricing/streaming/batch_norm.hpp>

namespace perfmodel {
namespace detail {
[[nodiscard]] constexpr std::int64_t largest_prime_factor(std::int64_t n) {
  std::int64_t largest = 1;
  for (std::int64_t p = 2; p * p <= n; ++p)
    for (; n % p == 0; n /= p) largest = p;
  return std::max(largest, n);
}

/// Which of cuFFT's kernels take a length: butterflies of small factors, of points side by side or apart; of a real
/// side by powers of two or others; a convolution where a prime factor is larger than 127 (cuFFT's documentation,
/// "Accuracy and Performance").
[[nodiscard]] constexpr std::size_t fourier_way(const Streaming& s) {
  constexpr std::int64_t largest = 127;
  if (largest_prime_factor(s.columns) > largest) return 4;
  if (s.visits > 0.0) return (s.columns & (s.columns - 1)) == 0 ? 2 : 3;
  return s.images > 0 ? 1 : 0;
}

/// Each point passes through shared memory and as many butterflies as its transform's length has doublings.
[[nodiscard]] inline InstructionCycles fourier_cycles(const Streaming& s, const StreamingModel& model) {
  constexpr double real = 0.5;
  const WalkConstants& w = model.table.walks;
  const std::size_t way = fourier_way(s);
  const double points = static_cast<double>(s.rows) * static_cast<double>(s.columns) * (s.visits > 0.0 ? real : 1.0),
               doublings = std::log2(std::max(2.0, static_cast<double>(s.columns)));
  return {.serial =
              w.fourier_start + points * (w.fourier_point[way] + w.fourier_doubling[way] * doublings) / model.sms};
}

/// Threads walk over the steps of a sample's table, or over its states: a block of 1,024 threads for one sample or
/// several. PyTorch, aten/src/ATen/native/cuda/LossCTC.cu.
[[nodiscard]] inline InstructionCycles aligned_cycles(const Streaming& s, const StreamingModel& model) {
  constexpr double block = 1024.0, warp = hardware::warp_threads;
  const WalkConstants& w = model.table.walks;
  const double states = std::max(1.0, s.visits), steps = static_cast<double>(s.columns),
               samples = static_cast<double>(s.rows);
  if (s.kind == StreamingKind::aligned_labels)
    return {.serial = w.aligned_start + steps * (w.aligned_label + w.aligned_sample * samples)};
  if (s.kind == StreamingKind::aligned_classes)
    return {.serial = w.aligned_start + (states * w.aligned_state + static_cast<double>(s.pixels) * w.aligned_class) *
                                            (1.0 + steps * samples / w.aligned_crowd)};
  const double threads = std::min(block, std::exp2(std::ceil(std::log2(states)))), side_by_side = block / threads,
               warps = std::min(samples, side_by_side) * threads / warp,
               waves = std::max(1.0, std::ceil(std::ceil(samples / side_by_side) / model.sms));
  const std::size_t pass = s.backward ? 1 : 0;
  return {.serial = w.aligned_start +
                    steps * std::ceil(states / block) * waves * (w.aligned_step[pass] + w.aligned_warp[pass] * warps)};
}

/// Of an image: what lies beyond the L2.
[[nodiscard]] constexpr double beyond_l2(double bytes, const StreamingModel& model) {
  return bytes > model.l2_bytes ? 1.0 - model.l2_bytes / bytes : 0.0;
}

/// A thread for each place walks over the channels. Neighbours of planes that lie in L1 take less.
[[nodiscard]] inline InstructionCycles coordinate_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double results = static_cast<double>(s.columns), channels = std::max(1.0, s.visits),
               images = std::max(1.0, static_cast<double>(s.images)),
               all = static_cast<double>(s.pixels) * in(element_size(s.format), byte),
               plane = all / (images * channels),
               waves = std::max(1.0, results / channels / (model.sms * model.threads_per_sm)),
               missed = s.operands == Operands::warm ? 0.0 : 1.0;
  const double walk = channels * waves * (w.sampled_channel + missed * w.sampled_miss),
               each = w.sampled_result + w.sampled_far * std::min(1.0, plane / w.sampled_plane_kept) +
                      w.sampled_lost * beyond_l2(all, model);
  return {.serial = w.sampled_start + longer(walk, results * each / model.sms)};
}

/// The other way round each adds to its neighbours. Additions to one sector wait for each other, as those of a resized
/// image do (added_cycles); the more channels there are, the further threads are apart.
[[nodiscard]] inline InstructionCycles coordinate_gradient_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  const double results = static_cast<double>(s.columns), channels = std::max(1.0, s.visits),
               threads = results / channels, at_once = model.sms * model.threads_per_sm,
               all = static_cast<double>(s.pixels) * in(element_size(s.format), byte),
               missed = s.operands == Operands::warm ? 0.0 : 1.0,
               narrow = bits(s.format) <= 16 ? w.coordinate_narrow : 1.0;
  const double walk = channels * std::max(1.0, threads / at_once) * (w.coordinate_channel + missed * w.coordinate_miss),
               issued =
                   results * (w.coordinate_result * narrow + w.coordinate_lost * beyond_l2(all, model)) / model.sms;
  const double sectors =
      std::max(1.0, std::min(1.0, at_once / threads) * all / channels / hardware::sector_bytes) * std::sqrt(channels);
  const double added = results * w.coordinate_added * narrow / std::pow(sectors, w.coordinate_share);
  return {.serial = w.coordinate_start + longer(longer(walk, issued), added)};
}
}  // namespace detail
}  // namespace perfmodel
