#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/number_text.hpp>
#include <perfmodel/pricing/overlap.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <perfmodel/pricing/streaming/constants.hpp>
#include <perfmodel/pricing/streaming/geometry.hpp>
#include <perfmodel/pricing/streaming/instructions.hpp>
#include <perfmodel/pricing/streaming/model.hpp>
#include <perfmodel/software/software.hpp>
#include <string>

namespace perfmodel {
namespace detail {

/// Share of what was just touched that is still in a cache when `footprint` bytes are worked through: all of it up to
/// the capacity, nothing beyond `fall` (StreamingTable::cache_fall) times that.
[[nodiscard]] constexpr double still_cached(double footprint, double capacity, double fall) {
  return std::clamp((fall - footprint / capacity) / (fall - 1.0), 0.0, 1.0);
}

/// Share of its operands that a kernel called again and again finds in L2: all while they fit one of its partitions,
/// and exponentially less beyond. Lines that SMs of both sides have touched lie in both.
[[nodiscard]] inline double left_warm(double footprint, const StreamingModel& model) {
  const double beyond = footprint / model.l2_bytes - 1.0 / model.l2_partitions;
  return beyond > 0.0 ? std::exp(-beyond / model.table.warm_fall) : 1.0;
}

inline void check(const Streaming& s) {
  const auto whole = [](const char* field, std::int64_t value) {
    if (value < 0) throw bad_input(field, std::to_string(value), "must be a whole number >= 0");
  };
  whole("rows", s.rows), whole("columns", s.columns), whole("tensors", s.tensors);
  if (!(s.read >= Bytes{}) || !(s.written >= Bytes{}) || !std::isfinite(in(s.read + s.written, byte)))
    throw bad_input("bytes", number_text(in(s.read + s.written, byte)), "must be a finite number >= 0");
}

/// Share of a result's half-written sectors that leave the L2 before the next row's block writes their other half.
/// `footprint`: bytes of the rows that all resident blocks are writing. PyTorch's softmax of up to 1,024 elements, rows
/// that are no whole sectors against others (sitar-lab/NeuSight): T4 (4 MB) 4 % longer where a quarter of the L2 is
/// being written, 15 % at half, 21 % at 0.8, 25 % at 1.2; A100 (40 MB) nothing up to a quarter, 10 % at a third; V100
/// and P100 25 and 15 % from 1 on.
[[nodiscard]] constexpr double half_written_lost(double footprint, double l2_bytes, const StreamingTable& table) {
  return std::clamp((footprint / l2_bytes - table.half_written_kept) / table.half_written_fall, 0.0, 1.0);
}

/// The parts of a streaming kernel's time, seconds, and its DRAM bytes.
struct StreamingParts {
  double lead{};  ///< until the first block's first load has come: nothing overlaps with it
  double dram{}, l2{}, blocks{}, issue{}, stage{};
  double read{}, written{};
  int norm_doublings{};
};

/// Blocks that an SM holds at once.
[[nodiscard]] inline double blocks_held(const Streaming& s, const StreamingGeometry& g, const ShapeConstants& c,
                                        const StreamingModel& model) {
  const int registers = c.registers_16_bit > 0 && bits(s.format) == 16 ? c.registers_16_bit : c.registers;
  return std::max(1.0, std::min({std::floor(model.registers_per_sm / (registers * g.threads)),
                                 std::floor(model.threads_per_sm / g.threads), model.blocks_per_sm}));
}

/// Blocks as full as the fullest, which keep the memory busy: of a list of tensors the small ones end at once.
[[nodiscard]] inline double full_blocks(const Streaming& s, const StreamingGeometry& g) {
  return s.longest_chunk > 0 ? std::max(1.0, g.elements / static_cast<double>(s.longest_chunk)) : g.blocks;
}

/// Seconds in which the SMs issue the kernel's instructions: what its shape needs for each element, its arithmetic at
/// the full rate, or what the caller counted, whichever takes longest.
[[nodiscard]] inline double issue_seconds(const Streaming& s, const StreamingGeometry& g, const ShapeConstants& c,
                                          const StreamingModel& model, const InstructionCycles& cycles) {
  const double all_sms = model.sms * model.clock;
  const double special = counted_whole(s.function) ? 0.0 : s.special_functions;
  const double by_shape =
      (g.elements * c.element_cycles + g.addresses * c.address_cycles + special * c.special_cycles) *
      (goes_by_lanes(g.shape) ? model.issue_scale : model.warp_scale) / all_sms;
  const double by_work =
      std::max(in(s.work, flop) / model.flop_per_clock, s.special_functions / model.special_per_clock) / all_sms;
  // extremes ask for NaN, running moments divide, and each thread hands on what it has found
  const WalkConstants& w = model.table.walks;
  const auto reduced = static_cast<std::size_t>(s.reduced);
  const double values = static_cast<double>(s.rows) * static_cast<double>(s.columns),
               by_value = (w.reduced_element[reduced] * values + w.reduced_thread[reduced] * g.blocks * g.threads) *
                          model.warp_scale / all_sms;
  return std::max({by_shape, by_work, cycles.issue / all_sms}) + by_value;
}

/// Share of its row that a block no longer finds in the caches when it reads it again. Between two passes of a block
/// over its row the others each make one as well, the last of which also writes. The second of two kernels comes when
/// the first has read all rows.
[[nodiscard]] inline double missed_share(const Streaming& s, const StreamingGeometry& g, const ShapeConstants& c,
                                         const StreamingModel& model, double held) {
  if (!(c.reread > 0.0)) return 0.0;
  const double read = in(s.read, byte), written = in(s.written, byte);
  const double live =
      g.shape == StreamingShape::uneven_normalized_row
          ? read
          : std::min(g.blocks, held * model.sms) * (read + written / (1.0 + c.reread)) / std::max(1.0, g.blocks);
  return 1.0 - still_cached(live,
                            model.table.reread_l2 * model.l2_bytes / model.l2_partitions +
                                model.table.reread_l1 * model.l1_bytes * model.sms,
                            model.table.cache_fall);
}

/// Share of the shape's DRAM rate that is left where rows start within a sector.
[[nodiscard]] inline double aligned_share(const Streaming& s, const StreamingGeometry& g, const ShapeConstants& c,
                                          const StreamingModel& model) {
  if (!g.misaligned) return 1.0;
  constexpr double kept_rows = 8.0;  // blocks an SM holds of warps that keep up to 1,024 elements in registers
  const double lost = g.shape == StreamingShape::one_row_per_warp
                          ? half_written_lost(std::min(1.0, kept_rows * model.sms / g.blocks) * in(s.written, byte),
                                              model.l2_bytes, model.table)
                          : 1.0;
  return 1.0 - lost * (1.0 - c.misaligned);
}

/// Share of what a kernel reads that the kernel before has just written and that is still in L2.
[[nodiscard]] constexpr double found_just_written(const Streaming& s, const StreamingModel& model) {
  if (!s.fresh || !(s.just_written > Bytes{})) return 0.0;
  return std::min(1.0, in(s.just_written, byte) / in(s.read, byte)) * (1.0 - missed_of_fresh(s.just_written, model));
}
/// Sums come some kernels later than what they read: three quarters of a step's loads wait as for memory
/// (docs/lab/2026-11-25-networks-third-list.md).
[[nodiscard]] constexpr double found_by_sum(const Streaming& s, const StreamingModel& model) {
  return model.table.found_by_sum * (1.0 - missed_of_fresh(s, model));
}

[[nodiscard]] inline StreamingParts streaming_parts(const Streaming& s, const StreamingGeometry& g,
                                                    const StreamingModel& model, const InstructionCycles& cycles) {
  const StreamingTable& table = model.table;
  const ShapeConstants& c = shape_constants(model, g.shape);
  const double read = in(s.read, byte), written = in(s.written, byte);
  const double held = blocks_held(s, g, c, model), waves = std::max(1.0, g.blocks / model.sms / held);
  const double slower = reduces_rows(g.shape) ? model.warp_scale : 1.0;
  StreamingParts t{.norm_doublings = c.norm_doublings > 0 ? c.norm_doublings : table.norm_doublings};
  const double warm = s.operands == Operands::warm ? left_warm(read + written, model)
                      : reduces_by_launch(g.shape) ? found_by_sum(s, model)
                                                   : found_just_written(s, model);
  const double missed = c.reread * missed_share(s, g, c, model, held);
  const double trips = (1.0 + c.reread) * c.trip_cycles + (1.0 - warm + missed) * c.miss_cycles +
                       (g.addresses > 0.0 ? c.address_trip_cycles : 0.0) + g.trip_work;
  t.blocks = slower * waves *
             (c.block_cycles + g.start_work +
              g.trips * trips * table.walks.reduced_trip[static_cast<std::size_t>(s.reduced)]) /
             model.clock;
  t.blocks = std::max(t.blocks, cycles.serial / model.clock);
  t.lead = slower * (c.block_cycles + std::min(1.0, g.trips) * c.trip_cycles) / model.clock;
  t.issue = issue_seconds(s, g, c, model, cycles);
  t.stage = g.second_stage ? c.stage_seconds + g.partials * c.partial_cycles / model.clock : 0.0;
  t.read = read * (1.0 + missed) * (1.0 - warm);
  t.written = s.just_written > Bytes{} && s.operands != Operands::warm ? written : written * (1.0 - warm);
  const double streaming_sms = std::min(full_blocks(s, g), model.sms) / model.sms;
  const double fill = std::min(1.0, streaming_sms / table.saturating_share);
  t.dram = model.dram_seconds(t.read, t.written) / (c.efficiency * aligned_share(s, g, c, model) * fill);
  const double fetched =
      std::max(read * (1.0 + c.reread) / table.l2_read, in(s.sectors, byte) / table.instructions.sectors);
  t.l2 = (fetched + written / table.l2_written) / (model.sms * model.clock);
  return t;
}

[[nodiscard]] constexpr StreamingRegime regime_of(const StreamingParts& t, double busy, double fixed) {
  const double memory = std::max(t.dram, t.l2);
  return busy < fixed                                     ? StreamingRegime::launch
         : std::max(t.blocks + t.stage, t.issue) > memory ? StreamingRegime::latency
                                                          : StreamingRegime::memory;
}

[[nodiscard]] constexpr Bound bound_of(StreamingRegime regime, const StreamingParts& t) {
  return regime == StreamingRegime::launch   ? Bound::launch
         : regime == StreamingRegime::memory ? Bound::memory
         : t.issue > t.blocks + t.stage      ? Bound::math
                                             : Bound::latency;
}

[[nodiscard]] inline double busy_seconds(const StreamingParts& t) {
  return t.lead + overlap(std::max(t.dram, t.l2), std::max(0.0, t.blocks - t.lead), t.issue, t.norm_doublings) +
         t.stage;
}
}  // namespace detail

/// What limits the kernel, as the error bars class it.
[[nodiscard]] StreamingRegime regime_of(const Streaming& s, const StreamingModel& model);

/// Time of a memory-bound kernel in a stream that is never empty. docs/reference/pricing/streaming.md derives it.
/// @param cycles  of instructions beside what the kernel's shape counts
/// @throws Error for negative or infinite counts
[[nodiscard]] Prediction predict(const Streaming& s, const StreamingModel& model, const InstructionCycles& cycles);

[[nodiscard]] Prediction predict(const Streaming& s, const StreamingModel& model);

/// The framework's own kernels, as its version has them.
[[nodiscard]] StreamingModel make_streaming_model(const Device& device, const Software& software = software_of());

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/streaming/time.ipp>
#endif
