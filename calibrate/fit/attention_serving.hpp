#pragma once
/// Fused attention as serving engines call it: attention_prefill.csv and attention_decode.csv
/// (ai-dynamo/aiconfigurator, commit 095f58a5; collector/vllm/collect_attn.py, collector/sglang/collect_attn.py). A
/// CUDA graph holds the call, which first writes the new keys and values into the cache; three warm-up calls, six timed
/// ones, the same tensors each time.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <perfmodel/fnv1a.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/fit/attention_fit.hpp"

namespace perfmodel {

/// A kernel that some engine runs on some card, and which of the model's kernels it is.
struct ServingKernel {
  std::string_view gpu, framework, kernel;  ///< as the tables have them
  std::string_view card;                    ///< device file
  double queries{}, keys{};                 ///< of its tile for heads up to 128; 0: the model's own
};

/// Prompts. vLLM's FlashAttention-2 reads a cache of pages, for which it has 64 x 128 tiles (64 x 64 for heads of 256:
/// run_mha_fwd_splitkv_dispatch()); SGLang runs FlashInfer on an L40S and FlashAttention-3's kernels for Ampere on an
/// A100, both with 128 queries.
inline constexpr std::array prompt_kernels{
    ServingKernel{"NVIDIA A100-SXM4-80GB", "vllm", "vllm_flash_attn", "a100-sxm4-80gb", 64, 128},
    ServingKernel{"NVIDIA A100-SXM4-80GB", "sglang", "flash_attention", "a100-sxm4-80gb", 128, 64},
    ServingKernel{"NVIDIA L40S", "vllm", "vllm_flash_attn_fa2", "l40s", 64, 128},
    ServingKernel{"NVIDIA L40S", "sglang", "flashinfer", "l40s", 128, 64},
    ServingKernel{"NVIDIA H100 80GB HBM3", "vllm", "vllm_flash_attn_fa3", "h100-sxm5-80gb"},
    ServingKernel{"NVIDIA H100 80GB HBM3", "sglang", "fa3", "h100-sxm5-80gb"},
    ServingKernel{"NVIDIA B200", "vllm", "vllm_flashinfer_trtllmprefill", "b200-sxm"},
    ServingKernel{"NVIDIA B200", "sglang", "trtllm_mha", "b200-sxm"}};

/// Caches. Every kernel of an engine counts: they are bound by memory.
inline constexpr std::array cache_kernels{ServingKernel{"NVIDIA A100-SXM4-80GB", "vllm", "", "a100-sxm4-80gb"},
                                          ServingKernel{"NVIDIA L40S", "vllm", "", "l40s"},
                                          ServingKernel{"NVIDIA L40S", "sglang", "", "l40s"},
                                          ServingKernel{"NVIDIA L40S", "trtllm", "", "l40s"},
                                          ServingKernel{"NVIDIA H100 80GB HBM3", "vllm", "", "h100-sxm5-80gb"},
                                          ServingKernel{"NVIDIA H100 80GB HBM3", "sglang", "", "h100-sxm5-80gb"},
                                          ServingKernel{"NVIDIA H100 80GB HBM3", "trtllm", "", "h100-sxm5-80gb"},
                                          ServingKernel{"NVIDIA B200", "vllm", "", "b200-sxm"},
                                          ServingKernel{"NVIDIA B200", "sglang", "", "b200-sxm"},
                                          ServingKernel{"NVIDIA B200", "trtllm", "", "b200-sxm"}};

/// Whether a shape teaches or judges, on all cards and in all engines alike.
[[nodiscard]] constexpr bool teaches(const Attention& a) {
  std::uint64_t hash = split_offset;
  for (const std::int64_t value : {a.batch, a.heads, a.key_heads, a.queries, a.keys, a.head_size})
    hash = fnv1a_step(hash, static_cast<std::uint64_t>(value));
  return (hash >> 20 & 1) == 0;
}

namespace detail {
/// Share of the bytes that the L2 does not hold from one call to the next: lost between 1 and 1.3 times what it keeps,
/// which is 0.72 of two partitions and all of one (docs/lab/2026-11-23-serving-products.md).
[[nodiscard]] inline double cold_share(double bytes, const Device& device) {
  const double kept = (architecture_of(device).l2_partitions > 1.0 ? 0.72 : 1.0) * in(device.l2, byte);
  return std::clamp((bytes / kept - 1.0) / 0.3, 0.0, 1.0);
}

[[nodiscard]] inline const ServingKernel* find_kernel(std::span<const ServingKernel> kernels, std::string_view gpu,
                                                      std::string_view framework, std::string_view kernel) {
  for (const ServingKernel& k : kernels)
    if (k.gpu == gpu && k.framework == framework && (k.kernel.empty() || k.kernel == kernel)) return &k;
  return nullptr;
}
}  // namespace detail

namespace detail {
/// What a row's engine ran. @throws Error for sizes that are no whole numbers
[[nodiscard]] inline Attention attention_of(const CsvTable& csv, const CsvRow& row, bool prompt) {
  const auto whole = [&](std::string_view column) {
    return to_integer(row.cells[csv.at(column)], csv.place(row, column), 0, std::int64_t{1} << 40);
  };
  return {.format = NumberFormat::bf16,
          .batch = whole("batch"),
          .heads = whole("q_heads"),
          .key_heads = whole("kv_heads"),
          .queries = whole("q_len"),
          .keys = whole("kv_len"),
          .head_size = whole("head_dim"),
          .causal = prompt,
          .paged = !prompt};
}

/// Takes from a prompt's parts what the L2 keeps between calls, and says what writing the cache takes.
inline void warm(AttentionFitRow& row, const ServingCard& card) {
  const Attention& a = row.attention;
  const double cold = cold_share(in(traffic(a), byte), card.device);
  const double cache = 2.0 * static_cast<double>(a.batch * a.key_heads * a.keys * a.head_size) * bits(a.format) / 8.0;
  row.parts.dram *= cold;
  row.cache_copy = cold * card.model.streaming.dram_seconds(cache, cache);
}

[[nodiscard]] inline ServingCard& card_of(std::string_view name, const AttentionTable& table,
                                          std::map<std::string, ServingCard>& cards) {
  auto [at, made] = cards.try_emplace(std::string(name));
  ServingCard& card = at->second;
  if (!made) return card;
  card.device = json::load_device(at->first).device;
  card.model = make_attention_model(card.device, table);
  card.model.repetitions = serving_calls;
  return card;
}
}  // namespace detail

/// Reads the BF16 rows without a window of one of the two tables. None where the file is not there.
/// @param cards  by device file; new ones are made with `table`
[[nodiscard]] inline std::vector<AttentionFitRow> serving_rows(const std::filesystem::path& path,
                                                               std::span<const ServingKernel> kernels, bool prompts,
                                                               const AttentionTable& table,
                                                               std::map<std::string, ServingCard>& cards) {
  std::vector<AttentionFitRow> rows;
  if (!std::filesystem::exists(path)) return rows;
  const CsvTable csv = parse_csv(json::read_file(path, {.bytes = std::size_t{1} << 26}), path.string());
  for (const CsvRow& row : csv.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[csv.at(column)]); };
    const ServingKernel* kernel = detail::find_kernel(kernels, cell("gpu"), cell("framework"), cell("kernel"));
    if (kernel == nullptr || cell("attn_dtype") != "bfloat16" || cell("kv_dtype") != "bfloat16" ||
        cell("window") != "0")
      continue;
    const Attention a = detail::attention_of(csv, row, prompts);
    if (prompts && a.queries < 2) continue;
    ServingCard& card = detail::card_of(kernel->card, table, cards);
    // The L2 holds some of such a cache, nobody knows how much.
    const double moved = in(traffic(a), byte);
    if (!prompts && moved > 4e6 && moved < 2.0 * in(card.device.l2, byte)) continue;
    std::optional<AttentionTile> tile;
    if (kernel->queries > 0.0)
      tile = a.head_size <= 128 ? AttentionTile{kernel->queries, kernel->keys} : AttentionTile{64, 64};
    rows.push_back({.attention = a,
                    .parts = attention_parts(a, card.model, tile),
                    .model = &card.model,
                    .seconds = 1e-6 * to_positive(cell("time_us"), csv.place(row, "time_us")),
                    .held_out = !teaches(a),
                    .engine = std::string(kernel->card) + ' ' + std::string(kernel->framework)});
    if (prompts) detail::warm(rows.back(), card);
  }
  return rows;
}

}  // namespace perfmodel
