#pragma once
#include <perfmodel/measurement/raw_csv.hpp>

namespace perfmodel {

namespace detail {

PERFMODEL_INLINE std::string_view next_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = std::min(text.find(' ', begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

PERFMODEL_INLINE std::string_view take_last_line(std::string_view& text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  const std::size_t begin = text.rfind('\n');
  const std::string_view last = begin == std::string_view::npos ? text : text.substr(begin + 1);
  text.remove_suffix(last.size());
  return last;
}

PERFMODEL_INLINE void check_cell(RawCell holds, std::string_view cell, const std::string& place) {
  if (cell.empty()) return;
  if (holds == RawCell::share) (void)to_number(cell, place, 0.0, 1.0);
  if (holds == RawCell::reading && cell != "-1") (void)to_positive(cell, place);
  if (holds == RawCell::repeats) (void)to_integer(cell, place, 1);
  if (holds == RawCell::flag) (void)to_integer(cell, place, 0, 1);
}

PERFMODEL_INLINE void check_cells(const CsvTable& table) {
  for (const RawColumn& column : raw_columns)
    if (const auto at = table.find(column.name))
      for (const CsvRow& row : table.rows) check_cell(column.holds, row.cells[*at], table.place(row, column.name));
}
}  // namespace detail

PERFMODEL_INLINE RawTable parse_raw(std::string_view text, const std::string& file, std::string_view expected_table,
                                    std::string_view expected_card) {
  const std::string first_place = file + ":1";
  std::string_view first = text.substr(0, std::min(text.find('\n'), text.size()));
  text.remove_prefix(std::min(first.size() + 1, text.size()));
  if (!first.empty() && first.back() == '\r') first.remove_suffix(1);
  const std::string_view whole = first;
  const auto refuse = [&](const std::string& accepted) { return bad_input(first_place, in_quotes(whole), accepted); };
  if (detail::next_word(first) != "#" || detail::next_word(first) != "perfmodel-raw")
    throw refuse("must begin with \"# perfmodel-raw\": a file of perfmodel-calibrate");
  const std::string_view version = detail::next_word(first);
  if (version != std::to_string(raw_format_version))
    throw refuse("format version must be " + std::to_string(raw_format_version) +
                 ": measure again, or use the perfmodel that wrote it");
  RawTable raw;
  raw.table = detail::next_word(first);
  const std::string_view card = detail::next_word(first);
  constexpr std::string_view card_word = "card=";
  if (raw.table.empty() || card.substr(0, card_word.size()) != card_word || card.size() == card_word.size())
    throw refuse("must be \"# perfmodel-raw 1 TABLE card=CARD\"");
  raw.card = card.substr(card_word.size());
  if (!expected_table.empty() && raw.table != expected_table)
    throw refuse("must hold the table \"" + std::string(expected_table) + '"');
  if (!expected_card.empty() && raw.card != expected_card)
    throw refuse("must be of the card \"" + std::string(expected_card) + '"');

  std::string_view last = detail::take_last_line(text);
  const std::string last_text(last);
  if (detail::next_word(last) != "#" || detail::next_word(last) != "end")
    throw bad_input(file, "a file without its last line \"# end ROWS\"",
                    "it is truncated or its measurement was interrupted (--resume)");
  raw.csv = parse_csv(text, file, 2);
  const std::string rows(detail::next_word(last));
  if (rows != std::to_string(raw.csv.rows.size()))
    throw bad_input(file, std::to_string(raw.csv.rows.size()) + " rows and the last line " + in_quotes(last_text),
                    "the two counts must agree: rows are missing or were added");
  detail::check_cells(raw.csv);
  return raw;
}

}  // namespace perfmodel
