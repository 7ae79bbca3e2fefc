#pragma once
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/eager_call.hpp>
#include <perfmodel/measurement/kernel_name.hpp>
#include <perfmodel/measurement/measurement.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/gemm_fit.hpp"
#include "calibrate/fit/gemm_published_rates.hpp"

namespace perfmodel {

/// Measurements with the cards and protocols they come from.
struct GemmData {
  std::vector<FitSlot> slots{};
  std::vector<std::string>
      sources{};  ///< "neusight/T4", one per slot; "vidur-linear@.../A100" where a source has several loads
  std::vector<double> floors{};  ///< s, smallest time of the slot's rows
  std::vector<FitRow> rows{};
  std::vector<std::string> files{};  ///< that were read
};

/// How a public data set was measured.
struct Protocol {
  std::string file{};
  std::string source{};
  LibraryVersion library{newest_library};
  bool kernel_only{};                  ///< a profiler's kernel durations
  bool eager_floor{};                  ///< one framework call per timing
  std::optional<Epilogue> epilogue{};  ///< nothing: as the file says (op linear: with a bias)
  Operands operands{Operands::cold};
  double repetitions{isolated_repetitions};    ///< load before a timing, in times of the call itself
  std::map<std::string, std::string> cards{};  ///< name in the file -> device file
};

/// Sources: sitar-lab/NeuSight, microsoft/vidur, clMathLibraries/clBLAS, baidu-research/DeepBench.
[[nodiscard]] inline std::vector<Protocol> public_protocols() {
  return {{.file = "gemm_fp32.csv",
           .source = "neusight",
           .library = 1201,
           .eager_floor = true,
           .repetitions = eager_repetitions,
           .cards = {{"A100-PCIE-40GB", "a100-pcie-40gb"},
                     {"V100", "v100-pcie-32gb"},
                     {"T4", "t4"},
                     {"P100", "p100-pcie-16gb"}}},
          {.file = "gemm_fp16_a100.csv",
           .source = "vidur",
           .library = 1201,
           .kernel_only = true,
           .epilogue = Epilogue::none,
           .cards = {{"A100-80GB", "a100-sxm4-80gb"}}},
          {.file = "gemm_k40.csv", .source = "clblas", .library = 705, .cards = {{"Tesla K40 (875 MHz)", "k40c"}}},
          {.file = "gemm_deepbench.csv",
           .source = "deepbench",
           .library = 1000,
           .epilogue = Epilogue::accumulate,
           .operands = Operands::warm,
           .cards = {{"P100", "p100-pcie-16gb"}, {"V100", "v100-sxm2-16gb"}, {"T4", "t4"}}}};
}

/// Adds a row with the family that its card's library runs, or that its kernel's name tells; the tile too, if named.
inline void add_row(GemmData& data, std::size_t slot, const GemmMeasurement& m, const GemmTable& table) {
  const FitSlot& s = data.slots[slot];
  const int alignment = operand_alignment(m.gemm, architecture_of(s.device).tensor);
  const FamilyRule* rule = find_family_rule(s.device, m.gemm.format, alignment, s.library);
  if (rule == nullptr) return;
  FitRow row{.gemm = m.gemm, .seconds = m.seconds, .slot = slot, .family = rule->family, .clock = m.clock};
  const bool older_generation = m.kernel.starts_with("cutlass_80") || m.kernel.starts_with("sm80");
  if (rule->other && older_generation) row.family = *rule->other;
  const auto named = tile_from_kernel_name(m.kernel);
  const int tile = named ? tile_index(table.families[static_cast<std::size_t>(row.family)], *named).value_or(-1) : -1;
  const bool known = tile >= 0;
  // Persistent kernels launch as many blocks as SMs: their grids do not tell the split, but names that do not say
  // splitK do.
  const bool persistent = m.kernel.find("sm90") != std::string::npos || m.kernel.find("nvjet") != std::string::npos;
  const bool skinny = m.kernel.find("gemmSN") != std::string::npos;  // its grid tells no parts of K
  if (known && skinny) {
    row.tile = {.tile = tile, .splits = 1};
    row.tile_known = true;
  } else if (known && persistent && m.kernel.find("splitK") == std::string::npos) {
    // Fewer tiles than blocks: sm90_xmma splits K among the blocks left over. With a bias it does not, its clusters
    // fill the grid up.
    const std::int64_t tiles = tile_count(m.gemm.batch, m.gemm.m, m.gemm.n, {named->n, named->m});
    const std::int64_t parts =
        m.kernel.starts_with("sm90_xmma") && product_kind(m.gemm) == ProductKind::single ? m.blocks / tiles : 1;
    row.tile = {.tile = tile, .splits = static_cast<int>(std::clamp<std::int64_t>(parts, 1, max_splits))};
    row.tile_known = true;
  } else if (known && !persistent && m.blocks > 0) {
    const std::int64_t tiles = tile_count(m.gemm.batch, m.gemm.m, m.gemm.n, {named->n, named->m});
    const bool cutlass = m.kernel.starts_with("cutlass");  // its grid is padded, but z is splits x batch
    const std::int64_t splits = cutlass ? m.grid_z / m.gemm.batch : (m.blocks + tiles / 2) / tiles;
    row.tile = {.tile = tile, .splits = static_cast<int>(std::clamp<std::int64_t>(splits, 1, most_parts))};
    row.tile_known = true;
  }
  double& floor = data.floors[slot];
  floor = floor == 0.0 ? m.seconds : std::min(floor, m.seconds);
  data.rows.push_back(std::move(row));
}

[[nodiscard]] inline std::size_t slot_of(GemmData& data, const std::string& source, const FitSlot& slot) {
  const std::string key = source + "/" + slot.device.name;
  for (std::size_t i = 0; i < data.sources.size(); ++i)
    if (data.sources[i] == key) return i;
  data.slots.push_back(slot);
  data.sources.push_back(key);
  data.floors.push_back(0.0);
  return data.slots.size() - 1;
}

/// A transformer block as vidur profiled it: width, columns of the projection to queries, keys and values, columns of
/// the first product of the feed-forward network (with its gate), rows of the second one.
struct VidurBlock {
  std::int64_t width{}, qkv{}, up{}, inner{};
};
/// Llama 2 7B, Llama 3 8B, InternLM 20B (13B has the same), Phi-2, Llama 2 70B, CodeLlama 34B, Qwen 72B: published
/// configurations.
inline constexpr std::array vidur_blocks{VidurBlock{4096, 12288, 22016, 11008}, VidurBlock{4096, 6144, 28672, 14336},
                                         VidurBlock{5120, 15360, 27648, 13824}, VidurBlock{2560, 7680, 10240, 10240},
                                         VidurBlock{8192, 10240, 57344, 28672}, VidurBlock{8192, 10240, 44032, 22016},
                                         VidurBlock{8192, 24576, 49152, 24576}};

/// Load before a timing: times of the product itself, and power over that of the product run back to back.
struct VidurLoad {
  double repetitions{}, switching{1.0};
};

/// vidur's profile times twenty passes over a whole transformer block (vidur/profiling/mlp), on one of 1 to 8 cards
/// that share it, and reports their median: two warm-up passes and ten others came before. A block takes as many times
/// a product's own time as its weights are larger. Its some fifteen calls take the framework at least a millisecond:
/// the card rests in between, and where it is busy for an eighth of the time its clock never sinks. Between the
/// products run two norms, the rotation of queries and keys, two sums and the activation, which move `elements` per
/// token: memory-bound, they draw about half of what the board has to give beyond its idle power, and norms and sums
/// are not shared by the cards (without them products of one eighth of a model come out 3 % too slow, of one whole
/// right). Both numbers are rounded, so that there are few slots.
[[nodiscard]] inline VidurLoad vidur_load(const Gemm& g) {
  constexpr double passes = 12.0, host_seconds = 1e-3, flops = 240e12, bandwidth = 1.6e12;
  constexpr double memory_bound_power = 0.5, bytes_per_element = 2.0;
  const auto rounded = [](double value, double steps = 2.0) {
    return std::exp2(std::round(steps * std::log2(value)) / steps);
  };
  for (const VidurBlock& b : vidur_blocks)
    for (const std::int64_t cards : {1, 2, 4, 8}) {
      const bool out_of_width = g.k == b.width && (g.n * cards == b.qkv || g.n * cards == b.up);
      const bool into_width = g.n == b.width && (g.k * cards == b.width || g.k * cards == b.inner);
      if (!out_of_width && !into_width) continue;
      const double weights =
          static_cast<double>(b.width * (b.qkv + b.width + b.up + b.inner)) / static_cast<double>(cards);
      const double busy = 2.0 * weights * std::max(static_cast<double>(g.m) / flops, 1.0 / bandwidth);
      const double elements = 10.0 * static_cast<double>(b.width) +
                              static_cast<double>(2 * b.qkv + b.up + b.inner) / static_cast<double>(cards);
      const double between = bytes_per_element * static_cast<double>(g.m) * elements / bandwidth;
      const double pass = std::max(host_seconds, busy + between);
      const double share = std::clamp(busy / pass / (1.0 - memory_bound_power * between / pass), 0.125, 1.0);
      return {.repetitions = passes * rounded(weights / static_cast<double>(g.n * g.k)),
              .switching = rounded(share, share > 0.5 ? 8.0 : 2.0)};
    }
  return {.repetitions = isolated_repetitions};
}

/// A slot's source without its load, with the card.
[[nodiscard]] inline std::string source_and_card(const GemmData& data, std::size_t slot) {
  return data.sources[slot].substr(0, data.sources[slot].find('@')) + data.slots[slot].device.name;
}

/// Dynamic power of DeepBench's FP16 products over that of random normal operands. Its code/nvidia/tensor.h (commit
/// 06748034) copies numbers of [0, 1] into uint16_t, so that every operand is zero but for an exact 1. Zeros draw 0.34
/// on Hopper's tensor cores and 0.52 on its CUDA cores (data/raw/h200-sxm/power.csv,
/// h100-sxm5-80gb/power.csv); for Volta's and Turing's tensor cores, of 0.34, 0.42 and 0.52, the V100 left out (16, 12,
/// 12 %) and the squares of V100, RTX 2080 Ti and T4 together want the middle.
inline constexpr double deepbench_zeros = 0.42;

/// Gives each row of a public file the format it multiplies in. The dtype column may be missing (op: bmm and linear of
/// gemm_fp32 are FP32, of vidur FP16).
/// @returns what tells the rows apart, one by one
[[nodiscard]] inline std::vector<std::string> settle_formats(CsvTable& csv, const std::string& source) {
  const std::string implied = source == "vidur" ? "fp16" : "fp32";
  const auto dtype = csv.find("dtype"), op = csv.find("op");
  if (!dtype) csv.columns.push_back("dtype");
  std::vector<std::string> variants;
  for (CsvRow& row : csv.rows) {
    variants.push_back(op ? row.cells[*op] : row.cells[*dtype]);
    if (!dtype)
      row.cells.push_back(implied);
    else if (row.cells[*dtype] == "fp16_tensorop")
      row.cells[*dtype] = "fp16";
    else if (row.cells[*dtype] == "fp16_in_fp32_math")
      row.cells[*dtype] = "fp32";  // left out by load_public()
  }
  return variants;
}

/// Reads one public file.
inline void load_public(GemmData& data, const std::filesystem::path& folder, const Protocol& protocol,
                        const GemmTable& table) {
  const std::filesystem::path path = folder / protocol.file;
  CsvTable csv = parse_csv(json::read_file(path, {.bytes = std::size_t{1} << 26}), path.string());
  data.files.push_back(path.string());
  const std::vector<std::string> variants = settle_formats(csv, protocol.source);
  const std::vector<GemmMeasurement> measured = gemm_measurements(csv);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const auto card = protocol.cards.find(measured[i].card);
    if (card == protocol.cards.end() || variants[i] == "fp16_in_fp32_math") continue;
    FitSlot slot{.device = json::load_device(card->second).device,
                 .library = protocol.library,
                 .kernel_only = protocol.kernel_only,
                 .repetitions = protocol.repetitions};
    if (protocol.source == "clblas") slot.device.boost_clock = 875e6 * cycle / second;
    if (protocol.source == "neusight" && measured[i].card == "P100") slot.device.boost_clock = 1328e6 * cycle / second;
    GemmMeasurement row = measured[i];
    row.gemm.epilogue = protocol.epilogue.value_or(row.gemm.epilogue);
    row.gemm.operands = protocol.operands;
    if (protocol.source == "deepbench") {
      slot.load = Load::sustained;                  // 400 repetitions and more
      if (row.gemm.format == NumberFormat::fp16) {  // its gemm_bench pads dimensions for tensor cores
        for (std::int64_t* extent : {&row.gemm.m, &row.gemm.n, &row.gemm.k}) *extent = round_up(*extent, 8);
        slot.switching = deepbench_zeros;
      }
    }
    std::string variant = protocol.source == "clblas" ? "" : "-" + variants[i];
    if (protocol.source == "vidur") {
      const VidurLoad load = vidur_load(row.gemm);
      slot.repetitions = load.repetitions, slot.switching = load.switching;
      variant += '@' + std::to_string(load.repetitions) + ',' + std::to_string(load.switching);
    }
    add_row(data, slot_of(data, protocol.source + variant, slot), row, table);
  }
  for (std::size_t i = 0; i < data.slots.size(); ++i)
    if (protocol.eager_floor && data.sources[i].starts_with(protocol.source))
      data.slots[i].overhead = eager_share * data.floors[i];
}

/// Reads the 16-bit products of serving engines, where the file is: y = x W^T in CUDA graphs that are replayed after
/// three warm-up calls and three replays (collector/trtllm/collect_gemm.py and helper.py of ai-dynamo/aiconfigurator;
/// its A100 rows of TensorRT-LLM come from constant data, SGLang's do not).
inline void load_serving(GemmData& data, const std::filesystem::path& folder, const GemmTable& table) {
  const std::filesystem::path path = folder / "gemm_serving.csv";
  if (!std::filesystem::exists(path)) return;
  constexpr double timed_replays = 6.0, replays_before = 3.0, most_copies = 5.0;
  const std::map<std::string, std::string> cards{{"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
                                                 {"NVIDIA L40S", "l40s"},
                                                 {"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
                                                 {"NVIDIA B200", "b200-sxm"}};
  CsvTable csv = parse_csv(json::read_file(path, {.bytes = std::size_t{1} << 26}), path.string());
  data.files.push_back(path.string());
  const std::size_t dtype = csv.at("dtype"), gpu = csv.at("gpu"), framework = csv.at("framework");
  std::erase_if(csv.rows, [&](const CsvRow& row) {
    const std::string& card = row.cells[gpu];
    return row.cells[dtype] != "bfloat16" || !cards.contains(card) ||
           (card.find("A100") != std::string::npos && row.cells[framework] != "sglang");
  });
  for (const auto& [name, value] : {std::pair{"layout", "NT"}, std::pair{"batch", "1"}}) {
    csv.columns.emplace_back(name);
    for (CsvRow& row : csv.rows) row.cells.emplace_back(value);
  }
  for (GemmMeasurement& row : gemm_measurements(csv)) {
    row.gemm.operands = Operands::rotated;
    FitSlot slot{.device = json::load_device(cards.at(row.card)).device};
    const double weights =
        in(traffic(row.gemm), byte) - 2.0 * static_cast<double>(row.gemm.m * (row.gemm.k + row.gemm.n));
    const double copies = std::clamp(std::ceil(in(slot.device.l2, byte) / weights), 1.0, most_copies);
    slot.repetitions = (replays_before + timed_replays) * copies;
    add_row(data, slot_of(data, "serving@" + std::to_string(slot.repetitions), slot), row, table);
  }
}

/// Adds the published rates of squares, one slot per card and format.
inline void add_published(GemmData& data, const GemmTable& table) {
  for (const PublishedRate& rate : published_rates) {
    FitSlot slot{.device = json::load_device(std::string(rate.card)).device, .repetitions = rate.calls};
    if (rate.board_power > 0.0) slot.device.board_power = rate.board_power * watt;
    if (rate.sms > 0.0) slot.device.sms = rate.sms * sm;
    GemmMeasurement m{};
    m.gemm = {.format = rate.format, .m = rate.size, .n = rate.size, .k = rate.size, .output = rate.format};
    m.seconds = in(work(m.gemm), flop) / (1e12 * rate.teraflops);
    add_row(data, slot_of(data, "published-" + std::string(name(rate.format)), slot), m, table);
  }
}

/// A table of products among a card's raw measurements.
struct RawProducts {
  std::string name{}, source{};
  LibraryVersion library{};
  bool with_bias{};  ///< as PyTorch calls nn.Linear: cublasLt with 1 MiB of workspace
  bool warm{};       ///< rows with warm operands, too
};

/// Reads raw measurements of this project: <folder>/<card>/gemm.csv, and others where they are there.
inline void load_raw(GemmData& data, const std::filesystem::path& folder, const std::string& card,
                     const GemmTable& table) {
  const Device device = json::load_device(card).device;
  for (const RawProducts& products :
       {RawProducts{"gemm", "isolated", 1301}, RawProducts{"gemm_random", "isolated-random", 1301},
        RawProducts{"gemm_linear", "isolated-linear", 1301, true},
        RawProducts{"gemm_warm", "isolated-warm", 1301, false, true},
        RawProducts{"gemm_warm", "isolated-warm-linear", 1301, true, true},
        RawProducts{"gemm_layers", "isolated-warm-layers", 1301, true, true},
        RawProducts{"gemm_layers", "isolated-warm-layers-plain", 1301, false, true},
        RawProducts{"gemm_cublas_12_4", "isolated-12.4", 1204}}) {
    const std::filesystem::path path = folder / card / (products.name + ".csv");
    if (products.name != "gemm" && !std::filesystem::exists(path)) continue;
    const RawTable raw =
        parse_raw(json::read_file(path, {.bytes = std::size_t{1} << 26}), path.string(), products.name, card);
    data.files.push_back(path.string());
    for (const GemmMeasurement& m : gemm_measurements(raw.csv)) {
      if (m.kernel.empty() || (m.gemm.epilogue != Epilogue::none) != products.with_bias) continue;
      if (m.gemm.operands == Operands::warm && !products.warm) continue;
      const bool sustained = m.load == Load::sustained;
      const FitSlot slot{.device = device, .load = m.load, .library = products.library};
      add_row(data, slot_of(data, sustained ? "sustained" : products.source, slot), m, table);
    }
  }
}

}  // namespace perfmodel
