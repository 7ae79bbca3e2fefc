#pragma once
#include <perfmodel/kernel/streaming_model.hpp>
#include <charconv>
#include <string>

namespace perfmodel {
namespace detail {
/// Four significant digits: more than any fit of these constants knows.
[[nodiscard]] inline std::string digits(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4).ptr;
  return std::string(text, end);
}

[[nodiscard]] inline std::string memory_source(const MemoryConstants& m) {
  std::string cards;
  for (const std::string_view card : m.calibrated_on)
    if (!card.empty()) cards += (cards.empty() ? "\"" : ", \"") + std::string(card) + '"';
  return "    {MemoryType::" + std::string(name(m.type)) + ", " + std::to_string(m.cc_low) + ", " + std::to_string(m.cc_high) + ", " +
         digits(m.share) + ", " + digits(m.turnaround) + ", {" + cards + "}, \"" + std::string(m.source) + "\"}";
}

[[nodiscard]] inline std::string shape_source(const ShapeConstants& c) {
  return "{.efficiency = " + digits(c.efficiency) + ", .misaligned = " + digits(c.misaligned) + ", .reread = " + digits(c.reread) +
         ", .threads = " + std::to_string(c.threads) + ", .registers = " + std::to_string(c.registers) +
         (c.registers_16_bit > 0 ? ", .registers_16_bit = " + std::to_string(c.registers_16_bit) : std::string{}) +
         (c.norm_doublings > 0 ? ", .norm_doublings = " + std::to_string(c.norm_doublings) : std::string{}) +
         ", .block_cycles = " + digits(c.block_cycles) + ", .trip_cycles = " + digits(c.trip_cycles) +
         ", .element_cycles = " + digits(c.element_cycles) + ", .special_cycles = " + digits(c.special_cycles) +
         ", .stage_seconds = " + digits(c.stage_seconds) +
         ", .partial_cycles = " + digits(c.partial_cycles) + "}";
}
}  // namespace detail

/// The table as a C++ header. `provenance`: comment lines that say what it was fitted to.
[[nodiscard]] inline std::string streaming_source(const StreamingTable& t, const std::string& provenance) {
  using detail::digits;
  std::string out = "#pragma once\n#include <perfmodel/kernel/streaming_model.hpp>\n\n// Generated; do not edit by hand.\n" +
                    provenance + "// clang-format off\n\nnamespace perfmodel {\n\ninline constexpr StreamingTable streaming_table{\n  .memories = {{\n";
  for (std::size_t i = 0; i < t.memories.size(); ++i)
    out += detail::memory_source(t.memories[i]) + (i + 1 < t.memories.size() ? ",\n" : "}},\n");
  out += "  .shapes = {{\n";
  for (std::size_t v = 0; v < t.shapes.size(); ++v) {
    out += "   {{\n";
    for (std::size_t s = 0; s < t.shapes[v].size(); ++s)
      out += "    /* " + std::string(name(static_cast<StreamingShape>(s))) + " */ " + detail::shape_source(t.shapes[v][s]) +
             (s + 1 < t.shapes[v].size() ? ",\n" : "}}");
    out += v + 1 < t.shapes.size() ? ",\n" : "}},\n";
  }
  out += "  .launch_seconds = " + digits(t.launch_seconds) + ", .graph_launch_seconds = " + digits(t.graph_launch_seconds) +
         ", .latency_seconds = " + digits(t.latency_seconds) + ",\n  .l2_capacity = " + digits(t.l2_capacity) + ", .warm_fall = " + digits(t.warm_fall) +
         ", .reread_l2 = " + digits(t.reread_l2) + ", .reread_l1 = " + digits(t.reread_l1) + ", .l2_read = " + digits(t.l2_read) +
         ", .l2_written = " + digits(t.l2_written) + ", .saturating_share = " + digits(t.saturating_share) +
         ", .norm_doublings = " + std::to_string(t.norm_doublings) + ",\n  .error_bars = {{\n";
  for (std::size_t s = 0; s < t.error_bars.size(); ++s) {
    out += "    /* " + std::string(name(static_cast<StreamingShape>(s))) + " */ {{";
    for (std::size_t k = 0; k < knowledge_count; ++k) {
      out += "{{";
      for (std::size_t r = 0; r < streaming_regime_count; ++r)
        out += "{" + digits(t.error_bars[s][k][r].low) + ", " + digits(t.error_bars[s][k][r].high) + (r + 1 < streaming_regime_count ? "}, " : "}");
      out += k + 1 < knowledge_count ? "}}, " : "}}";
    }
    out += s + 1 < t.error_bars.size() ? "}},\n" : "}}}},\n";
  }
  return out + "  .validated_bytes = {" + digits(t.validated_bytes[0]) + ", " + digits(t.validated_bytes[1]) +
         "}};\n\n}  // namespace perfmodel\n";
}

}  // namespace perfmodel
