#pragma once
/// Images sampled between neighbours, and gradients that go back to the neighbours.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <perfmodel/pricing/streaming/batch_norm.hpp>

namespace perfmodel {
namespace detail {
/// A thread for each place of the result walks over the planes of all images, one after the other; where channels lie
/// together, a thread for each result. Places that the SMs do not hold at once wait. Small planes share cache lines.
[[nodiscard]] inline InstructionCycles sampled_cycles(const Streaming& s, const StreamingModel& model,
                                                      const InstructionConstants& c) {
  constexpr double bilinear = 4.0, trilinear = 8.0;
  const WalkConstants& w = model.table.walks;
  if (s.visits == trilinear) {
    const double lost = s.operands == Operands::warm ? 0.0 : missed_of_fresh(s.read, model);
    return {.serial = static_cast<double>(s.images) *
                      std::hypot(w.trilinear_plane + lost * w.trilinear_miss,
                                 w.trilinear_result * static_cast<double>(s.pixels) / model.sms)};
  }
  const std::size_t kind = s.visits > bilinear ? 1 : 0;
  const double results = static_cast<double>(s.rows * s.columns), planes = static_cast<double>(s.images);
  if (s.channels_together && planes > 0.0) return {.issue = c.sampled_together * results};
  const double plane_bytes = s.lines / std::max(1.0, planes) * in(element_size(s.format), byte),
               filled = in(s.read + s.written, byte) / model.l2_bytes,
               missed = s.operands == Operands::warm || s.fresh
                            ? std::clamp((filled - c.sampled_kept) / c.sampled_fall, 0.0, 1.0)
                            : 1.0,
               of_line = std::min(1.0, plane_bytes / hardware::line_bytes),
               walk = c.sampled_plane[kind] + (c.sampled_line[kind] + c.sampled_missed[kind] * missed) * of_line,
               places = c.sampled_result[kind] * static_cast<double>(s.pixels) / model.sms;
  const double threads = std::min(1.0, static_cast<double>(s.pixels) / c.sampled_threads);
  return {.serial = c.sampled_start[kind] + c.sampled_image[kind] * threads * static_cast<double>(s.rows) +
                    planes * std::hypot(walk, places)};
}

/// Gradients of nearest neighbours: a thread for each place adds up what was copied from it, over planes image by
/// image.
[[nodiscard]] inline double gathered_images_cycles(const Streaming& s, const StreamingModel& model) {
  const WalkConstants& w = model.table.walks;
  if (s.channels_together) return w.nearest_start + s.visits * w.nearest_apart_number;
  const double images = static_cast<double>(std::max<std::int64_t>(1, s.images)), places = s.lines / images,
               waves = std::max(1.0, places / (model.sms * model.threads_per_sm)),
               missed = s.operands == Operands::warm ? 0.0 : missed_of_fresh(s.read, model);
  return w.nearest_start + waves * images *
                               (w.nearest_image + missed * w.nearest_missed_image +
                                s.visits * (w.nearest_number + missed * w.nearest_missed_number));
}

/// Numbers of a square image that the 32 neighbouring results of a warp add to, in each of four directions.
[[nodiscard]] inline double numbers_of_a_warp(const Streaming& s) {
  constexpr double lanes = hardware::warp_threads;
  const double planes = std::max(1.0, static_cast<double>(s.images)), width = std::sqrt(s.lines / planes),
               result_width = std::sqrt(static_cast<double>(std::max<std::int64_t>(1, s.pixels))),
               zoom = result_width / std::max(1.0, width), rows = lanes / result_width;
  return rows < 1.0 ? lanes / zoom : width * std::max(1.0, rows / zoom);
}

/// Each result adds to its neighbours in the image. Additions to one sector of 32 bytes wait for each other, and the
/// results that are under way at a time fall into few sectors where the image is small: 24 ms for 14 million results
/// of 4,592 images of one pixel, 1.1 ms for 4 million of images of 2 x 2 (FP32, H200). What n sectors take together
/// grows with n^(2/3): their places in the slices of the L2 are not even. A warp that adds to many different numbers is
/// faster than one whose lanes wait for each other: 1.75 times from five numbers on, not at all up to three.
[[nodiscard]] inline InstructionCycles added_cycles(const Streaming& s, const StreamingModel& model,
                                                    const InstructionConstants& c) {
  constexpr double trilinear = 8.0, sector = hardware::sector_bytes;
  const std::size_t width = bits(s.format) == 16 ? 1 : 0;
  const bool bicubic = s.visits > trilinear;
  // of eight neighbours those of a row are added together, as it were
  const double added = s.visits == trilinear ? model.table.walks.trilinear_added : s.visits;
  const double results = static_cast<double>(s.columns), planes = static_cast<double>(s.images),
               started = bicubic ? static_cast<double>(s.pixels) : results,  // bicubic: a thread walks over the planes
      under_way = std::min(started, model.sms * model.threads_per_sm);
  const double sectors =
      std::max(1.0, under_way * s.lines / std::max(1.0, results) * in(element_size(s.format), byte) / sector);
  const double one = (bicubic ? c.added_bicubic : s.channels_together ? c.added_together : c.added_planes)[width];
  const double apart =
      bicubic || s.channels_together ? 1.0 : std::clamp(numbers_of_a_warp(s) / c.added_numbers, 1.0, c.added_apart);
  return {.serial = c.added_start + results * added / (one * apart * std::pow(sectors, c.added_share)) +
                    (bicubic ? planes * c.added_bicubic_plane[width] : 0.0)};
}
}  // namespace detail
}  // namespace perfmodel
