#pragma once
#include <array>
#include <perfmodel/compiled.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// A table of raw measurements as perfmodel-calibrate writes it:
///
///     # perfmodel-raw 1 gemm card=h200-sxm
///     dtype,layout,batch,...
///     bf16,NT,1,...
///     # end 1
///
/// The last line is written when a benchmark is complete: a file without it was truncated or interrupted.
struct RawTable {
  std::string table{};  ///< gemm, bandwidth, ops, ...
  std::string card{};   ///< the card's device file, without ".json"
  CsvTable csv{};
};

inline constexpr std::int64_t raw_format_version = 1;

/// What a cell of a column may hold that every table understands alike. An empty cell was not recorded.
enum class RawCell : std::uint8_t {
  share,    ///< a number from 0 to 1
  reading,  ///< of a sensor: a number > 0, or -1 where there was none
  repeats,  ///< a whole number >= 1
  flag      ///< 0 or 1
};
struct RawColumn {
  std::string_view name{};
  RawCell holds{};
};
inline constexpr std::array<RawColumn, 5> raw_columns{{{"noise", RawCell::share},
                                                       {"sm_clock_mhz", RawCell::reading},
                                                       {"power_w", RawCell::reading},
                                                       {"repeats", RawCell::repeats},
                                                       {"held_out", RawCell::flag}}};

namespace detail {
/// The next blank-separated word, taken off the text.
[[nodiscard]] std::string_view next_word(std::string_view& text);

/// Removes and returns the last line that is not empty.
[[nodiscard]] std::string_view take_last_line(std::string_view& text);

void check_cell(RawCell holds, std::string_view cell, const std::string& place);

/// Columns of raw_columns, where the table has them. @throws Error (file:line: column)
void check_cells(const CsvTable& table);
}  // namespace detail

/// @param expected_table name of the table wanted; empty: any
/// @param expected_card  card wanted; empty: any
/// @throws Error (file:line) for a file of another kind, format version, table or card, for a truncated one, and for
/// cells of raw_columns that cannot have been measured
[[nodiscard]] RawTable parse_raw(std::string_view text, const std::string& file, std::string_view expected_table,
                                 std::string_view expected_card = {});

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/measurement/raw_csv.ipp>
#endif
