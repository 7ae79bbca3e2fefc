#pragma once
#include <perfmodel/kernel/gemm_family.hpp>
#include <charconv>
#include <ostream>
#include <sstream>
#include <string>

namespace perfmodel {

/// Writes a GemmTable as the header kernel/gemm_constants.hpp: designated initializers, shortest numbers that read back
/// the same.
class GemmConstantsWriter {
 public:
  explicit GemmConstantsWriter(std::ostream& stream) : out(stream) {}

  /// `provenance`: lines of the header comment: rows used, hash of the data files, date, command that regenerates it.
  void header(const GemmTable& table, const std::string& provenance) {
    out << "#pragma once\n#include <perfmodel/kernel/gemm_family.hpp>\n\n";
    std::istringstream lines(provenance);
    for (std::string line; std::getline(lines, line);) out << "// " << line << "\n";
    out << "// clang-format off\n\nnamespace perfmodel {\n\ninline constexpr GemmTable gemm_table{\n  .families = {";
    const char* separator = "{\n";
    for (const GemmConstants& c : table.families) out << separator, family(c), separator = ",\n";
    out << "}},\n  .processes = {";
    separator = "{\n";
    for (const ProcessConstants& p : table.processes) out << separator, process(p), separator = ",\n";
    out << "}},\n  .board = {.idle_share = " << number(table.board.idle_share)
        << ", .idle_power = " << number(table.board.idle_power) << ", .voltage_floor = " << number(table.board.voltage_floor)
        << ", .voltage_knee = " << number(table.board.voltage_knee)
        << ", .tensor_l2_share = " << number(table.board.tensor_l2_share)
        << ", .fp16_energy = " << number(table.board.fp16_energy) << ", .burst_power = " << number(table.board.burst_power) << ", .controller_time = " << number(table.board.controller_time)
        << ", .open_boost = " << number(table.board.open_boost) << "},\n  .choices = {";
    separator = "{\n";
    for (const ChoiceRule& rule : table.choices) {
      out << separator, choice(rule, table.families[static_cast<std::size_t>(rule.family)].tile_count);
      separator = ",\n";
    }
    out << "}}};\n\n}  // namespace perfmodel\n// clang-format on\n";
  }

 private:
  [[nodiscard]] static std::string number(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return std::string(text, end);
  }
  template <class Array>
  [[nodiscard]] static std::string list(const Array& values) {
    std::string text = "{";
    for (const double value : values) text += (text.size() > 1 ? ", " : "") + number(value);
    return text + "}";
  }

  void tile(const GemmTile& t) {
    out << "      {.m = " << t.m << ", .n = " << t.n << ", .k = " << t.k << ", .slices = " << t.slices
        << ", .threads = " << t.threads << ", .registers = " << t.registers << ", .stages = " << t.stages
        << (t.fine ? ", .fine = true" : "") << (t.padded ? ", .padded = true" : "") << (t.thin ? ", .thin = true" : "") << (t.reuse != 1.0 ? ", .reuse = " + number(t.reuse) : "")
        << (t.start_cycles != 0.0 ? ", .start_cycles = " + number(t.start_cycles) : "")
        << ", .efficiency = " << number(t.efficiency) << "}";
  }

  void bars(const GemmConstants& c) {
    out << "     .error_bars = {";
    const char* separator = "{";
    for (const auto& knowledge : c.error_bars) {
      out << separator << "{";
      separator = ", ";
      const char* inner = "{";
      for (const ErrorBar& bar : knowledge) {
        out << inner << "{" << number(bar.low) << ", " << number(bar.high) << "}";
        inner = ", ";
      }
      out << "}}";
    }
    out << "}},\n";
  }

  void family(const GemmConstants& c) {
    out << "    // " << name(c.family) << "\n    {.family = static_cast<GemmFamily>(" << static_cast<int>(c.family)
        << "), .unit = static_cast<MathUnit>(" << static_cast<int>(c.unit) << "),\n     .rate_factor = "
        << number(c.rate_factor) << ", .reference_rate = " << number(c.reference_rate) << ", .issue_overhead = " << number(c.issue_overhead) << ",\n     .tile_count = "
        << c.tile_count << (c.bias_tiles != 0 ? ", .bias_tiles = " + std::to_string(c.bias_tiles) : "") << ", .tiles = {";
    for (int i = 0; i < c.tile_count; ++i) {
      out << (i == 0 ? "{\n" : ",\n");
      tile(c.tiles[static_cast<std::size_t>(i)]);
    }
    out << "}},\n     .block_cycles = " << number(c.block_cycles) << ", .epilogue_cycles = " << number(c.epilogue_cycles)
        << ", .slab_wait = " << number(c.slab_wait) << ", .fine_wait = " << list(c.fine_wait) << (c.copy_cycles != 0.0 ? ", .copy_cycles = " + number(c.copy_cycles) : "") << ", .latency_warps = " << number(c.latency_warps) << ", .norm_doublings = " << c.norm_doublings
        << ",\n     .dram_efficiency = " << number(c.dram_efficiency) << ", .dram_fill = " << number(c.dram_fill)
        << ", .l2_bytes_per_clock = " << number(c.l2_bytes_per_clock) << ", .l2_capacity = " << number(c.l2_capacity)
        << ",\n     .swizzled = " << (c.swizzled ? "true" : "false") << ", .reuse_window = " << number(c.reuse_window) << ", .line_bytes = " << number(c.line_bytes)
        << ", .store_exposed = " << number(c.store_exposed) << ",\n     .split_seconds = " << number(c.split_seconds) << ", .split_part_seconds = " << number(c.split_part_seconds) << ", .split_traffic = " << number(c.split_traffic) << ", .split_tiles_per_sm = " << number(c.split_tiles_per_sm) << ", .split_max_k = " << number(c.split_max_k) << ", .split_min_k = " << c.split_min_k << (c.bias_partial_bytes != 0.0 ? ", .bias_partial_bytes = " + number(c.bias_partial_bytes) : "")
        << ",\n     .vector_efficiency = " << number(c.vector_efficiency)
        << ", .launch_seconds = " << number(c.launch_seconds) << (c.bias_seconds != 0.0 ? ", .bias_seconds = " + number(c.bias_seconds) : "") << ",\n     .layout_efficiency = " << list(c.layout_efficiency)
        << ", .alignment_math = " << list(c.alignment_math) << ", .alignment_traffic = " << list(c.alignment_traffic)
        << ", .alignment_store = " << list(c.alignment_store) << (c.partial_store != 1.0 ? ", .partial_store = " + number(c.partial_store) : "") << (c.pitch_slowdown != 1.0 ? ", .pitch_slowdown = " + number(c.pitch_slowdown) : "")
        << ",\n";
    bars(c);
    out << "     .calibrated_on = {";
    const char* separator = "";
    for (const std::string_view card : c.calibrated_on) {
      if (card.empty()) continue;
      out << separator << '"' << card << '"';
      separator = ", ";
    }
    out << "}, .validated_extent = " << list(c.validated_extent) << ", .validated_work = " << list(c.validated_work) << "}";
  }

  void choice(const ChoiceRule& rule, int tiles) {
    out << "    // " << name(rule.family) << "\n    {.family = static_cast<GemmFamily>(" << static_cast<int>(rule.family) << "), .since = "
        << rule.since << ", .until = " << rule.until << ", .preference = {{";
    for (int i = 0; i < tiles; ++i) out << (i == 0 ? "" : ", ") << "{" << list(rule.preference[static_cast<std::size_t>(i)]) << "}";
    out << "}},\n     .tile_split = {{";
    for (int i = 0; i < tiles; ++i) out << (i == 0 ? "" : ", ") << number(rule.tile_split[static_cast<std::size_t>(i)]);
    out << "}}, .split_preference = " << number(rule.split_preference) << ", .split_log_preference = "
        << number(rule.split_log_preference)
        << ", .regret = " << list(rule.regret) << ", .wave_regret = " << list(rule.wave_regret) << ", .spread = " << list(rule.spread) << "}";
  }

  void process(const ProcessConstants& p) {
    out << "    {.cc_low = " << p.cc_low << ", .cc_high = " << p.cc_high << ", .reference_clock = "
        << number(p.reference_clock) << ", .cuda_core_energy = " << number(p.cuda_core_energy)
        << ", .tensor_energy = " << number(p.tensor_energy) << ", .l2_energy = " << number(p.l2_energy)
        << ", .dram_efficiency = " << number(p.dram_efficiency) << "}";
  }

  std::ostream& out;
};

}  // namespace perfmodel
