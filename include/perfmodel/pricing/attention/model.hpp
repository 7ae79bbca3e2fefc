#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/pricing/attention/single_query.hpp>
#include <perfmodel/pricing/attention/table.hpp>
#include <perfmodel/pricing/attention/tiling.hpp>
#include <perfmodel/pricing/clock.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/overlap.hpp>
#include <perfmodel/pricing/streaming/model.hpp>
#include <perfmodel/software/library_version.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// One card's attention kernels in plain numbers.
struct AttentionModel {
  AttentionTable table{};
  AttentionVersion version{AttentionVersion::cudnn};
  int compute_capability{};
  std::string device{};
  double sms{}, clock{};
  double shared_memory{};                                              ///< bytes of an SM
  double l2_bytes_per_clock{};                                         ///< that an SM reads while all do; 0: not known
  std::array<double, number_format_count> tensor_rate{}, cuda_rate{};  ///< FLOP per clock and SM
  std::array<PowerModel, number_format_count> power{};                 ///< of tensor cores
  Load load{};
  double repetitions{isolated_repetitions};  ///< back to back before an isolated kernel is timed
  StreamingModel streaming{};
};

/// Which kernel the library launches. Warp-group kernels need Hopper's instructions, tensor memory Blackwell's, and
/// 16-bit operands. Of one query, Hopper's cuDNN runs another kernel.
[[nodiscard]] constexpr AttentionFamily attention_family(const Attention& a, const Architecture& architecture,
                                                         AttentionVersion version = AttentionVersion::cudnn) {
  const bool half = a.format == NumberFormat::fp16 || a.format == NumberFormat::bf16 || a.format == NumberFormat::fp8;
  if (!half) return a.backward ? AttentionFamily::cuda_core_backward : AttentionFamily::cuda_core;
  if (a.memory_efficient)
    return a.backward ? AttentionFamily::memory_efficient_backward : AttentionFamily::memory_efficient;
  if (version == AttentionVersion::flash_1)
    return a.backward ? AttentionFamily::warp_split_backward : AttentionFamily::warp_split;
  const bool warp_group = version == AttentionVersion::cudnn && architecture.tensor >= TensorInstruction::wgmma;
  if (a.backward) return warp_group ? AttentionFamily::warp_group_backward : AttentionFamily::warp_backward;
  if (!warp_group) return AttentionFamily::warp;
  if (architecture.tensor == TensorInstruction::wgmma && a.queries == 1 && !a.paged && bits(a.format) == 16)
    return AttentionFamily::single_query;
  return architecture.tensor >= TensorInstruction::tcgen05 ? AttentionFamily::tensor_memory
                                                           : AttentionFamily::warp_group;
}

namespace detail {
inline void check(const Attention& a) {
  const auto positive = [](const char* field, std::int64_t value) {
    if (value <= 0) throw bad_input(field, std::to_string(value), "must be a whole number > 0");
  };
  positive("batch", a.batch), positive("heads", a.heads), positive("key_heads", a.key_heads),
      positive("queries", a.queries);
  positive("keys", a.keys), positive("head_size", a.head_size);
  if (a.heads % a.key_heads != 0)
    throw bad_input("key_heads", std::to_string(a.key_heads), "must divide " + std::to_string(a.heads) + " heads");
}

/// A few new tokens that attend to a cache. Heads that share keys are rows of one tile, so that keys are read once.
[[nodiscard]] constexpr bool decodes(const Attention& a, double tile) {
  const std::int64_t sharing = a.heads / a.key_heads;
  return !a.backward && a.queries < a.keys && static_cast<double>(a.queries * sharing) <= tile;
}

/// Rows that one instruction multiplies: mma.m16n8k16, wgmma.m64 and tcgen05 with 64 rows; of CUDA cores what a block's
/// rows are rounded up to.
[[nodiscard]] constexpr double instruction_rows(AttentionFamily family) {
  return family == AttentionFamily::warp_group || family == AttentionFamily::tensor_memory ? 64.0 : 16.0;
}

[[nodiscard]] constexpr std::size_t head_class(std::int64_t head_size) {
  return head_size <= 64 ? 0 : head_size <= 128 ? 1 : 2;
}
}  // namespace detail

/// What a fused attention's time is made of, before the family's constants. Cycles are of one SM, the work spread over
/// all of them.
struct AttentionParts {
  AttentionFamily family{};
  std::size_t head{}, format{};
  double products{};        ///< cycles of the products on tiles at full rate, masked parts of diagonal tiles included
  double exponentials{};    ///< cycles of the special-function units, one exponential a score
  double l2{};              ///< cycles to read keys and values, by each block anew
  double random{};          ///< scores that draw a random number; 0 without dropout
  double biased{};          ///< scores that get a bias
  double blocks{};          ///< of one SM, on average
  double longest{1.0};      ///< of causal blocks over one on average
  double alone{1.0};        ///< time of a block that has an SM for itself over that of one of two
  bool causal{}, decode{};  ///< decode: a few queries, whose keys lie in a cache
  double dram{};            ///< s
  KeyLoop loop{};           ///< of a single query

  /// In which the SMs work the blocks off.
  [[nodiscard]] double waves() const { return std::ceil(blocks); }
  /// Share of SM time that has a block to work on. Of causal blocks the longest counts where there are few.
  [[nodiscard]] double busy(double last_round) const {
    return blocks / std::max(alone * longest, causal ? blocks + last_round : waves());
  }
};

namespace detail {
/// FLOP per clock and SM that products reach in the family's kernels.
/// @throws Error for formats the card cannot multiply
[[nodiscard]] inline double attention_rate(const Attention& a, AttentionFamily family, const AttentionModel& model) {
  const AttentionConstants& constants = model.table[static_cast<std::size_t>(family)];
  const TensorInstruction tensor = architecture_of(model.compute_capability).tensor;
  const double reached = tensor >= TensorInstruction::wgmma ? constants.on_warp_groups : 1.0;
  const double rate =
      on_cuda_cores(family) ? model.cuda_rate[index(NumberFormat::fp32)] : reached * model.tensor_rate[index(a.format)];
  if (!(rate > 0.0))
    throw bad_input("format", std::string(name(a.format)), "must be one that " + model.device + " multiplies");
  return rate;
}

/// The parts of kernels whose blocks multiply tile by tile.
inline void set_tiles(AttentionParts& t, const Attention& a, const AttentionModel& model, double rate,
                      std::optional<AttentionTile> tile) {
  const Architecture& architecture = architecture_of(model.compute_capability);
  const AttentionConstants& constants = model.table[static_cast<std::size_t>(t.family)];
  const double most = constants.tile;
  const bool splits_keys = constants.decode_queries == 0 || a.queries <= constants.decode_queries;
  t.decode = decodes(a, most) && splits_keys;
  const AttentionTile own =
      t.decode ? AttentionTile{.queries = most}
               : tile.value_or(attention_tile(a, t.family, most, architecture.tensor, model.shared_memory));
  const std::int64_t sharing = a.heads / a.key_heads;
  const double group = t.decode ? static_cast<double>(sharing) : 1.0;
  const double along = static_cast<double>(a.backward ? a.keys : a.queries) * group,
               across = static_cast<double>(a.backward ? a.queries : a.keys);
  const double groups = static_cast<double>(a.batch) * static_cast<double>(a.heads) / group;
  const double at_once = t.decode ? instruction_rows(t.family) : own.queries;
  const ScoreTiles tiles = score_tiles(along, across, own, at_once, a.causal);
  double blocks = groups * tiles.tiles;
  // With few queries the keys are split among blocks so that all SMs work (flash decoding).
  if (splits_keys && along <= own.queries && across > 4.0 * own.queries && blocks < model.sms)
    blocks = std::min(model.sms, groups * std::ceil(across / own.queries));
  const double scores = groups * tiles.scores / model.sms, size = static_cast<double>(a.head_size);
  const double multiplied = std::ceil(size / constants.head_step) * constants.head_step;
  t.products = 4.0 * scores * multiplied * (a.backward ? 2.5 : 1.0) / rate;
  t.exponentials = scores / architecture.special_functions_per_clock;
  const NumberFormat stored = a.narrow_keys ? NumberFormat::fp8 : a.format;
  if (!on_cuda_cores(t.family) && !a.backward && model.l2_bytes_per_clock > 0.0)
    t.l2 = 2.0 * scores / std::min(own.queries, std::ceil(along / at_once) * at_once) * size * bits(stored) / 8.0 /
           model.l2_bytes_per_clock;
  if (a.dropout) t.random = scores * model.streaming.issue_scale;
  if (a.biased) t.biased = scores;
  t.blocks = blocks / model.sms;
  t.longest = tiles.longest;
  t.alone = 1.0 / constants.alone_share;
  if (t.blocks <= 1.0) t.random *= constants.alone_random;
}
}  // namespace detail

/// @param tile  of the kernel; without it that of PyTorch's
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] inline AttentionParts attention_parts(const Attention& a, const AttentionModel& model,
                                                    std::optional<AttentionTile> tile = {}) {
  detail::check(a);
  AttentionParts t{.family = attention_family(a, architecture_of(model.compute_capability), model.version),
                   .head = detail::head_class(a.head_size),
                   .format = index(a.format),
                   .causal = a.causal};
  const double rate = detail::attention_rate(a, t.family, model);
  const double moved = in(traffic(a), byte), written = in(written_bytes(a), byte);
  t.dram = model.streaming.dram_seconds(moved - written, written);
  if (t.family == AttentionFamily::single_query)
    t.loop = key_loop(a, model.sms), t.blocks = t.loop.blocks / model.sms, t.decode = true;
  else
    detail::set_tiles(t, a, model, rate, tile);
  return t;
}

struct AttentionTime {
  double clock{};  ///< Hz
  double math{}, blocks{}, dram{}, fixed{}, total{};
  int kernels{1};
};

namespace detail {
/// Clock that the board's power leaves for an attention of so many cycles. CUDA cores: the highest one.
[[nodiscard]] inline double attention_clock(const AttentionParts& t, const AttentionModel& model, double cycles) {
  if (on_cuda_cores(t.family) || !(model.power[t.format].math_power > 0.0)) return model.clock;
  const PowerModel& power = model.power[t.format];
  const double seconds = std::max(cycles / model.clock, t.dram);
  const double all = seconds * model.clock;
  const Activity busy{.math = std::min(1.0, t.products / all),
                      .l2 = std::min(1.0, t.l2 / all),
                      .dram = std::min(1.0, t.dram / seconds)};
  const double clock = model.load == Load::sustained ? sustained_clock(power, busy)
                                                     : burst_clock(power, busy, model.repetitions * seconds);
  return std::min(clock, model.clock);
}
}  // namespace detail

/// Of a single query. A block walks over its keys step by step; blocks beyond the SMs' first keep each other waiting.
[[nodiscard]] inline AttentionTime single_query_time(const AttentionParts& t, const AttentionModel& model,
                                                     const AttentionConstants& c) {
  constexpr int doublings = 2;
  const StreamingTable& base = model.streaming.table;
  const bool joins = t.loop.parts > 1.0;
  const double steps = t.loop.steps * c.step_cycles[t.head] * (t.loop.wide ? c.wide_step : 1.0),
               waiting = std::max(0.0, t.blocks - 1.0);
  AttentionTime out{.clock = detail::attention_clock(t, model, steps), .dram = t.dram, .kernels = joins ? 2 : 1};
  out.math = steps * (1.0 + waiting * c.step_share[t.head]) / out.clock;
  out.blocks = waiting * c.decode_block_cycles / out.clock;
  out.fixed = c.fixed_seconds;
  if (joins) out.fixed += c.decode_seconds + t.loop.joined * c.join_cycles / out.clock;
  out.total = overlap(out.math + out.blocks, out.dram, doublings) + out.fixed + out.kernels * base.launch_seconds +
              base.latency_seconds;
  return out;
}

[[nodiscard]] inline AttentionTime attention_time(const AttentionParts& t, const AttentionModel& model,
                                                  const AttentionTable& table) {
  const AttentionConstants& c = table[static_cast<std::size_t>(t.family)];
  if (t.family == AttentionFamily::single_query) return single_query_time(t, model, c);
  // A block of new tokens has little to do beside waiting for its keys.
  constexpr int l2_doublings = 1;
  const int dram_doublings = t.decode ? 1 : 2;
  const double products =
      overlap(t.products / c.efficiency[t.head], t.exponentials * c.exponentials, c.softmax_doublings);
  const double cycles = (overlap(products, t.l2 * c.l2_reads, l2_doublings) + t.random * c.random_cycles +
                         t.biased * c.bias_cycles) /
                        t.busy(c.last_round),
               block_cycles = t.waves() * (t.decode ? c.decode_block_cycles : c.block_cycles);
  AttentionTime out{.clock = detail::attention_clock(t, model, cycles + block_cycles),
                    .dram = t.dram,
                    .fixed = c.fixed_seconds + (t.decode ? c.decode_seconds : 0.0)};
  out.math = cycles / out.clock, out.blocks = block_cycles / out.clock;
  out.total = overlap(out.math + out.blocks, out.dram, dram_doublings) + out.fixed +
              model.streaming.table.launch_seconds + model.streaming.table.latency_seconds;
  return out;
}

/// @param gemm       of the same card: what its tensor cores draw and how fast an SM reads the L2
/// @param streaming  of the same card
[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, const AttentionTable& table,
                                                         const GemmModels& gemm, const StreamingModel& streaming,
                                                         AttentionVersion version = AttentionVersion::cudnn) {
  AttentionModel out{.table = table,
                     .version = version,
                     .compute_capability = device.compute_capability,
                     .device = device.name,
                     .sms = in(device.sms, sm),
                     .clock = in(highest_clock(device, gemm.open_boost), cycle / second),
                     .shared_memory = in(device.occupancy.shared_memory_per_sm, byte),
                     .streaming = streaming};
  for (const NumberFormat format : all_number_formats) {
    out.tensor_rate[index(format)] = in(device.rates(MathUnit::tensor_core, format), flop / (cycle * sm));
    out.cuda_rate[index(format)] = in(device.rates(MathUnit::cuda_core, format), flop / (cycle * sm));
  }
  // BF16 on a card without it runs nowhere; FP16 without tensor cores runs on CUDA cores.
  for (const NumberFormat format : {NumberFormat::fp16, NumberFormat::bf16})
    if (!(out.tensor_rate[index(format)] > 0.0))
      out.tensor_rate[index(format)] = in(summed_rate(device, MathUnit::cuda_core, format), flop / (cycle * sm));
  constexpr int whole_rows = 16;  // bytes
  for (const NumberFormat format : {NumberFormat::fp16, NumberFormat::bf16, NumberFormat::fp8})
    if (const FamilyRule* rule = family_rule(gemm, format, whole_rows)) {
      const GemmModel& products = gemm.models[static_cast<std::size_t>(rule->family)];
      out.power[index(format)] = products.power[index(format)];
      out.l2_bytes_per_clock = products.constants.l2_bytes_per_clock * products.l2_share;
      out.load = products.load;
    }
  return out;
}

}  // namespace perfmodel
