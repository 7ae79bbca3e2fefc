#pragma once
#include <perfmodel/calibration/streaming_writer.hpp>
#include <perfmodel/kernel/convolution_model.hpp>
#include <string>

namespace perfmodel {
namespace detail {
[[nodiscard]] inline std::string list(const ConvolutionTable::ByPass& values) {
  return "{" + digits(values[0]) + ", " + digits(values[1]) + ", " + digits(values[2]) + "}";
}

[[nodiscard]] inline std::string convolution_table_source(const ConvolutionTable& t) {
  std::string out = "   {.factor = {{\n";
  for (std::size_t u = 0; u < t.factor.size(); ++u) {
    out += "      {{";
    for (std::size_t m = 0; m < convolution_method_count; ++m)
      out += "/* " + std::string(name(static_cast<ConvolutionMethod>(m))) + " */ " + list(t.factor[u][m]) +
             (m + 1 < convolution_method_count ? ", " : "}}");
    out += u + 1 < t.factor.size() ? ",\n" : "}},\n";
  }
  out += "    .dram_share = " + digits(t.dram_share) + ", .lone_block = " + digits(t.lone_block) +
         ", .filter_cycles = {" + digits(t.filter_cycles[0]) + ", " + digits(t.filter_cycles[1]) + "},\n    .first_layer = " + digits(t.first_layer) +
         ", .depthwise_dram_share = " + digits(t.depthwise_dram_share) + ", .l2_factor = " + digits(t.l2_factor) + ",\n    .tap_cycles = {{";
  for (std::size_t w = 0; w < t.tap_cycles.size(); ++w)
    out += "{{" + list(t.tap_cycles[w][0]) + ", " + list(t.tap_cycles[w][1]) + (w + 1 < t.tap_cycles.size() ? "}}, " : "}}}},\n");
  out += "    .taps_beside = {{" + list(t.taps_beside[0]) + ", " + list(t.taps_beside[1]) + "}}, .depthwise_seconds = " + digits(t.depthwise_seconds) + ",\n";
  out += "    .transpose_share = " + digits(t.transpose_share) + ", .transpose_cycles = " + digits(t.transpose_cycles) +
         ", .padding_share = " + digits(t.padding_share) + ", .padding_seconds = " + digits(t.padding_seconds) + ", .transpose_seconds = " + digits(t.transpose_seconds) +
         ", .fixed_seconds = {" + digits(t.fixed_seconds[0]) + ", " + digits(t.fixed_seconds[1]) +
         ", " + digits(t.fixed_seconds[2]) + "},\n";
  if (t.has_engines()) {
    out += "    .engines = {{\n";
    for (std::size_t e = 0; e < convolution_engine_count; ++e)
      out += "      /* " + std::string(name(static_cast<ConvolutionEngine>(e))) + " */ {" + digits(t.engines[e].together) + ", " +
             digits(t.engines[e].lag) + ", " + digits(t.engines[e].depth) + (e + 1 < convolution_engine_count ? "},\n" : "}}},\n");
    out += "    .engine_load_bytes = " + digits(t.engine_load_bytes) + ", .engine_tiles_share = " + digits(t.engine_tiles_share) +
           ", .engine_layout_share = " + digits(t.engine_layout_share) + ", .engine_seconds = " + digits(t.engine_seconds) + ",\n";
  }
  out += "    .error_bars = {{\n";
  for (std::size_t m = 0; m < convolution_method_count; ++m) {
    out += "      /* " + std::string(name(static_cast<ConvolutionMethod>(m))) + " */ {{";
    for (std::size_t k = 0; k < knowledge_count; ++k)
      out += "{" + digits(t.error_bars[m][k].low) + ", " + digits(t.error_bars[m][k].high) + (k + 1 < knowledge_count ? "}, " : "}}}");
    out += m + 1 < convolution_method_count ? ",\n" : "}},\n";
  }
  std::string cards;
  for (const std::string_view card : t.calibrated_on)
    if (!card.empty()) cards += (cards.empty() ? "\"" : ", \"") + std::string(card) + '"';
  return out + "    .calibrated_on = {" + cards + "}}";
}
}  // namespace detail

/// Both tables as a C++ header. `provenance`: comment lines that say what they were fitted to.
[[nodiscard]] inline std::string convolution_source(const std::array<ConvolutionTable, 2>& tables, const std::string& provenance) {
  return "#pragma once\n#include <perfmodel/kernel/convolution_model.hpp>\n\n// Generated; do not edit by hand.\n" + provenance +
         "// clang-format off\n\nnamespace perfmodel {\n\ninline constexpr std::array<ConvolutionTable, 2> convolution_tables{{\n" +
         detail::convolution_table_source(tables[0]) + ",\n" + detail::convolution_table_source(tables[1]) + "}};\n\n}  // namespace perfmodel\n";
}

}  // namespace perfmodel
