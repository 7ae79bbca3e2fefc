#pragma once
/// The constants of a compiler's kernels: names and units (data/constants/fused.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/bar_fields.hpp>
#include <perfmodel/pricing/fused/table.hpp>
#include <span>

namespace perfmodel {

inline constexpr std::array fused_loop_fields = [] {
  using L = FusedLoopConstants;
  return std::array{Field{&L::efficiency, {.name = "efficiency", .most = 1.0}},
                    Field{&L::element_cycles, {.name = "element_cycles", .unit = "cycle SM"}}};
}();

inline constexpr std::array fused_fields = [] {
  using T = FusedTable;
  return std::array{Field{&T::operation_cycles, {.name = "operation_cycles", .unit = "cycle SM"}},
                    Field{&T::special_cycles, {.name = "special_cycles", .unit = "cycle SM"}},
                    Field{&T::scattered_cycles, {.name = "scattered_cycles", .unit = "cycle SM"}},
                    Field{&T::crowded_cycles, {.name = "crowded_cycles", .unit = "cycle SM"}},
                    Field{&T::drawn_cycles, {.name = "drawn_cycles", .unit = "cycle SM"}},
                    Field{&T::latency_seconds, {.name = "latency_seconds", .unit = "s"}},
                    Field{&T::stage_seconds, {.name = "stage_seconds", .unit = "s"}},
                    Field{&T::partial_cycles, {.name = "partial_cycles", .unit = "cycle"}},
                    Field{&T::stage_values, {.name = "stage_values"}}};
}();

template <class Archive>
void describe(Archive& archive, FusedTable& table) {
  constexpr std::array<std::string_view, 1> bar{"error_bar"};
  archive.constants(fused_fields, table);
  archive.rows("loops", fused_loop_names, [&](std::size_t i) { archive.constants(fused_loop_fields, table.loops[i]); });
  describe_bars(archive, bar, std::span(&table.error_bar, 1));
}

}  // namespace perfmodel
