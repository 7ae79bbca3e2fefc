#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/pricing/attention/table.hpp>
#include <perfmodel/pricing/streaming/time.hpp>
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
  std::array<double, number_format_count> tensor_rate{}, cuda_rate{};  ///< FLOP per clock and SM
  StreamingModel streaming{};
};

/// Which kernel the library launches. Warp-group kernels need Hopper's instructions and 16-bit operands.
[[nodiscard]] constexpr AttentionFamily attention_family(const Attention& a, const Architecture& architecture,
                                                         AttentionVersion version = AttentionVersion::cudnn) {
  const bool half = a.format == NumberFormat::fp16 || a.format == NumberFormat::bf16 || a.format == NumberFormat::fp8;
  if (!half) return a.backward ? AttentionFamily::cuda_core_backward : AttentionFamily::cuda_core;
  if (version == AttentionVersion::flash_1)
    return a.backward ? AttentionFamily::warp_split_backward : AttentionFamily::warp_split;
  const bool warp_group = version == AttentionVersion::cudnn && architecture.tensor >= TensorInstruction::wgmma;
  if (a.backward) return warp_group ? AttentionFamily::warp_group_backward : AttentionFamily::warp_backward;
  return warp_group ? AttentionFamily::warp_group : AttentionFamily::warp;
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

/// Rows that one instruction multiplies: mma.m16n8k16, wgmma.m64; of CUDA cores what a block's rows are rounded up to.
[[nodiscard]] constexpr double instruction_rows(AttentionFamily family) {
  return family == AttentionFamily::warp_group ? 64.0 : 16.0;
}

[[nodiscard]] constexpr std::size_t head_class(std::int64_t head_size) {
  return head_size <= 64 ? 0 : head_size <= 128 ? 1 : 2;
}
}  // namespace detail

/// What a fused attention's time is made of, before the family's constants. Seconds at full rate, and counts.
struct AttentionParts {
  AttentionFamily family{};
  std::size_t head{};
  double scores{};     ///< computed, per SM and Hz: cycles of all SMs together at one cycle a score; 0 without dropout
  double full_rate{};  ///< products on tiles, masked parts of diagonal tiles included, when all SMs work, at the rate
                       ///< that the family's instructions reach
  double busy{1.0};    ///< share of SM time that has a block to work on
  double waves{};      ///< in which the SMs work the blocks off
  bool decode{};       ///< a few queries, whose keys lie in a cache
  double dram{};
};

/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] inline AttentionParts attention_parts(const Attention& a, const AttentionModel& model) {
  detail::check(a);
  const Architecture architecture = architecture_of(model.compute_capability);
  AttentionParts t{.family = attention_family(a, architecture, model.version), .head = detail::head_class(a.head_size)};
  const AttentionConstants& constants = model.table[static_cast<std::size_t>(t.family)];
  const double tile = constants.tile;
  const double reached = architecture.tensor >= TensorInstruction::wgmma ? constants.on_warp_groups : 1.0;
  const double rate = t.family <= AttentionFamily::cuda_core_backward ? model.cuda_rate[index(NumberFormat::fp32)]
                                                                      : model.tensor_rate[index(a.format)];
  if (!(rate > 0.0))
    throw bad_input("format", std::string(name(a.format)), "must be one that " + model.device + " multiplies");
  t.decode = detail::decodes(a, tile);
  const std::int64_t sharing = a.heads / a.key_heads;
  const double group = t.decode ? static_cast<double>(sharing) : 1.0;
  const double along = static_cast<double>(a.backward ? a.keys : a.queries) * group,
               across = static_cast<double>(a.backward ? a.queries : a.keys);
  const double groups = static_cast<double>(a.batch) * static_cast<double>(a.heads) / group;
  double tiles = std::ceil(along / tile);
  double blocks = groups * tiles;
  // With few queries the keys are split among blocks so that all SMs work (flash decoding).
  if (along <= tile && across > 4.0 * tile && blocks < model.sms)
    blocks = std::min(model.sms, groups * std::ceil(across / tile));
  // The last step of the loop is cut short on CUDA cores; tensor cores work on whole tiles.
  const double step = t.family <= AttentionFamily::cuda_core_backward ? std::min(tile, 16.0) : tile;
  const double at_once = t.decode ? detail::instruction_rows(t.family) : tile;
  const double rows = std::ceil(along / at_once) * at_once;
  const double padded = rows * std::ceil(across / step) * step;
  // A causal mask skips tiles above the diagonal; those on it are computed whole.
  const double computed = a.causal && tiles > 1.0 ? padded * 0.5 * (1.0 + 1.0 / tiles) : padded;
  const double flops = 4.0 * groups * computed * static_cast<double>(a.head_size) * (a.backward ? 2.5 : 1.0);
  if (a.dropout) t.scores = groups * computed * model.streaming.issue_scale / (model.sms * model.clock);
  t.full_rate = flops / (rate * reached * model.sms * model.clock);
  const double per_sm = blocks / model.sms;
  t.waves = std::ceil(per_sm);
  // A block that has an SM for itself on CUDA cores draws random numbers at half the rate, and its backward pass
  // reaches 0.59 of what two reach together: 256 queries and keys, 12 and 16 heads, GPT-2 and BERT of batch 1 on an
  // H200. Of causal blocks the longest counts where there are few.
  constexpr double alone_backward = 1.0 / 0.59, alone_random = 2.0;
  const double alone = t.family == AttentionFamily::cuda_core_backward ? alone_backward : 1.0,
               longest = a.causal && tiles > 1.0 ? 2.0 / (1.0 + 1.0 / tiles) : 1.0;
  t.busy = per_sm / std::max(alone * longest, a.causal ? per_sm + 0.5 : t.waves);
  if (t.family == AttentionFamily::cuda_core && per_sm <= 1.0) t.scores *= alone_random;
  const double moved = in(traffic(a), byte), written = in(written_bytes(a), byte);
  t.dram = model.streaming.dram_seconds(moved - written, written);
  return t;
}

struct AttentionTime {
  double math{}, blocks{}, dram{}, fixed{}, total{};
};

[[nodiscard]] inline AttentionTime attention_time(const AttentionParts& t, const AttentionModel& model,
                                                  const AttentionTable& table) {
  const AttentionConstants& c = table[static_cast<std::size_t>(t.family)];
  AttentionTime out{.math = (t.full_rate / c.efficiency[t.head] + t.scores * c.random_cycles) / t.busy,
                    .blocks = t.waves * (t.decode ? c.decode_block_cycles : c.block_cycles) / model.clock,
                    .dram = t.dram,
                    .fixed = c.fixed_seconds + (t.decode ? c.decode_seconds : 0.0)};
  constexpr int doublings = 2;
  out.total = overlap(out.math + out.blocks, out.dram, doublings) + out.fixed + model.streaming.table.launch_seconds +
              model.streaming.table.latency_seconds;
  return out;
}

[[nodiscard]] inline AttentionModel make_attention_model(const Device& device, const AttentionTable& table,
                                                         AttentionVersion version = AttentionVersion::cudnn) {
  AttentionModel out{.table = table,
                     .version = version,
                     .compute_capability = device.compute_capability,
                     .device = device.name,
                     .sms = in(device.sms, sm),
                     .clock = in(std::max(device.boost_clock, device.tensor_clock), cycle / second),
                     .streaming = make_streaming_model(device)};
  for (const NumberFormat format : all_number_formats) {
    out.tensor_rate[index(format)] = in(device.rates(MathUnit::tensor_core, format), flop / (cycle * sm));
    out.cuda_rate[index(format)] = in(device.rates(MathUnit::cuda_core, format), flop / (cycle * sm));
  }
  // BF16 on a card without it runs nowhere; FP16 without tensor cores runs on CUDA cores.
  for (const NumberFormat format : {NumberFormat::fp16, NumberFormat::bf16})
    if (!(out.tensor_rate[index(format)] > 0.0)) out.tensor_rate[index(format)] = out.cuda_rate[index(format)];
  return out;
}

}  // namespace perfmodel
