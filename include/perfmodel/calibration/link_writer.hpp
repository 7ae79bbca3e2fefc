#pragma once
#include <perfmodel/calibration/streaming_writer.hpp>
#include <perfmodel/kernel/attention_model.hpp>
#include <perfmodel/kernel/collective_model.hpp>
#include <string>

namespace perfmodel {

[[nodiscard]] inline std::string attention_source(const AttentionTable& table, const std::string& provenance) {
  using detail::digits;
  std::string out = "#pragma once\n#include <perfmodel/kernel/attention_model.hpp>\n\n// Generated; do not edit by hand.\n" + provenance +
                    "// clang-format off\n\nnamespace perfmodel {\n\ninline constexpr AttentionTable attention_table{{\n";
  for (std::size_t f = 0; f < table.size(); ++f) {
    const AttentionConstants& c = table[f];
    std::string bars, cards;
    for (const ErrorBar& bar : c.error_bars) bars += (bars.empty() ? "{" : ", {") + digits(bar.low) + ", " + digits(bar.high) + "}";
    for (const std::string_view card : c.calibrated_on)
      if (!card.empty()) cards += (cards.empty() ? "\"" : ", \"") + std::string(card) + '"';
    out += "  /* " + std::string(name(static_cast<AttentionFamily>(f))) + " */ {.efficiency = {" + digits(c.efficiency[0]) + ", " +
           digits(c.efficiency[1]) + ", " + digits(c.efficiency[2]) + "}, .tile = " + std::to_string(c.tile) + ", .block_cycles = " +
           digits(c.block_cycles) + ", .random_cycles = " + digits(c.random_cycles) + ", .fixed_seconds = " + digits(c.fixed_seconds) + ",\n   .error_bars = {{" + bars + "}}, .calibrated_on = {" +
           cards + "}, .source = \"" + std::string(c.source) + "\"}" + (f + 1 < table.size() ? ",\n" : "}};\n");
  }
  return out + "\n}  // namespace perfmodel\n";
}

[[nodiscard]] inline std::string collective_source(const CollectiveTable& table, const std::string& provenance) {
  using detail::digits;
  std::string out = "#pragma once\n#include <perfmodel/kernel/collective_model.hpp>\n\n// Generated; do not edit by hand.\n" + provenance +
                    "// clang-format off\n\nnamespace perfmodel {\n\ninline constexpr CollectiveTable collective_table{{\n";
  for (std::size_t i = 0; i < table.size(); ++i)
    out += "  /* " + std::string(i == 0 ? "pcie" : "nvlink") + " */ {.share = " + digits(table[i].share) + ", .hop_seconds = " +
           digits(table[i].hop_seconds) + ", .start_seconds = " + digits(table[i].start_seconds) + ", .error_bar = {" +
           digits(table[i].error_bar.low) + ", " + digits(table[i].error_bar.high) + "}}" + (i + 1 < table.size() ? ",\n" : "}};\n");
  return out + "\n}  // namespace perfmodel\n";
}

}  // namespace perfmodel
