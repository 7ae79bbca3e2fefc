#pragma once
/// Strict reading of CSV (RFC 4180): a header line, then rows. Quoted fields, CRLF and a UTF-8 byte-order mark are
/// taken; empty lines are skipped. Pure text to table: opening files is the caller's business.
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <perfmodel/error.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace perfmodel {

/// One row with as many cells as the header. `problem` says what was wrong with a row that had more or fewer.
struct CsvRow {
  std::int64_t line{};  ///< line of the file on which the row begins, from 1
  std::vector<std::string> cells{};
  std::string problem{};
};

struct CsvTable {
  std::string file{};
  std::vector<std::string> columns{};
  std::vector<CsvRow> rows{};

  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == column) return i;
    return std::nullopt;
  }
  /// @throws Error naming the file, the missing column and the columns there are
  [[nodiscard]] std::size_t at(std::string_view column) const {
    if (const auto found = find(column)) return *found;
    std::string there;
    for (const std::string& c : columns) there += (there.empty() ? "" : ",") + c;
    constexpr std::size_t most = 200;  // of a line that a person reads
    throw bad_input(file + ":1", "columns " + one_line(there, most),
                    "the column \"" + std::string(column) + "\" is required");
  }
  /// "file:12: column", the place of a cell in messages.
  [[nodiscard]] std::string place(const CsvRow& row, std::string_view column) const {
    return file + ':' + std::to_string(row.line) + ": " + std::string(column);
  }
};

namespace detail {

/// Takes one record off the text.
struct CsvScanner {
  std::string_view text;
  const std::string& file;
  std::size_t at = 0;
  std::int64_t line = 1;

  [[nodiscard]] bool done() const { return at >= text.size(); }

  [[nodiscard]] std::vector<std::string> record() {
    std::vector<std::string> cells(1);
    while (!done()) {
      const char c = text[at];
      if (c == '"' && cells.back().empty()) {
        quoted(cells.back());
      } else if (c == ',') {
        ++at;
        cells.emplace_back();
      } else if (ends_line()) {
        return cells;
      } else if (c == '"' || c == '\0') {
        throw bad_input(file + ':' + std::to_string(line), c == '"' ? "a quote inside a cell" : "a zero byte",
                        c == '"' ? "a cell with quotes must be quoted whole, its quotes doubled" : "must be text");
      } else {
        cells.back() += c;
        ++at;
      }
    }
    return cells;
  }

 private:
  /// Steps over "\n", "\r\n" or "\r", if one is here.
  bool ends_line() {
    if (text[at] != '\n' && text[at] != '\r') return false;
    at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    ++line;
    return true;
  }

  void quoted(std::string& cell) {
    const std::int64_t begin = line;
    for (++at; !done(); ++at) {
      if (text[at] == '\n') ++line;
      if (text[at] != '"') {
        cell += text[at];
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        cell += '"';
        ++at;
      } else {
        ++at;
        const bool closed = done() || text[at] == ',' || text[at] == '\n' || text[at] == '\r';
        if (!closed)
          throw bad_input(file + ':' + std::to_string(line), "text after a closing quote",
                          "must be a comma or the line's end");
        return;
      }
    }
    throw bad_input(file + ':' + std::to_string(begin), "a quote that is never closed", "quotes must come in pairs");
  }
};

}  // namespace detail

inline constexpr std::size_t most_csv_columns = 1000;

/// Rows with a wrong number of cells are kept, cut or filled up to the header's, with `problem` set: a batch interface
/// answers the other rows. `first_line` is the line number of the text's beginning in its file.
/// @throws Error for an empty text, a header with an empty or repeated name, unbalanced quotes
[[nodiscard]] inline CsvTable parse_csv_rows(std::string_view text, std::string file, std::int64_t first_line = 1) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  CsvTable table{.file = std::move(file)};
  detail::CsvScanner scanner{.text = text, .file = table.file, .line = first_line};
  while (!scanner.done()) {
    CsvRow row{.line = scanner.line};
    row.cells = scanner.record();
    if (row.cells.size() == 1 && row.cells[0].empty()) continue;
    if (table.columns.empty()) {
      if (row.cells.size() > most_csv_columns)
        throw bad_input(table.file + ':' + std::to_string(row.line), std::to_string(row.cells.size()) + " columns",
                        "must be at most " + std::to_string(most_csv_columns));
      table.columns = std::move(row.cells);
      continue;
    }
    if (row.cells.size() != table.columns.size()) {
      row.problem = "got " + std::to_string(row.cells.size()) + " cells; must be " +
                    std::to_string(table.columns.size()) + " as in the header";
      row.cells.resize(table.columns.size());
    }
    table.rows.push_back(std::move(row));
  }
  if (table.columns.empty()) throw bad_input(table.file, "an empty file", "must be CSV with a header line");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string place = table.file + ':' + std::to_string(first_line);
    if (table.columns[i].empty()) throw bad_input(place, "a column without a name", "every column must have a name");
    if (*table.find(table.columns[i]) != i)
      throw bad_input(place, "the column " + in_quotes(table.columns[i]) + " twice", "every column must come once");
  }
  return table;
}

/// The strict form, for measurements: a row with a wrong number of cells is an error, too.
[[nodiscard]] inline CsvTable parse_csv(std::string_view text, std::string file, std::int64_t first_line = 1) {
  CsvTable table = parse_csv_rows(text, std::move(file), first_line);
  for (const CsvRow& row : table.rows)
    if (!row.problem.empty()) throw Error(table.file + ':' + std::to_string(row.line) + ": " + row.problem);
  return table;
}

namespace detail {
/// A whole cell as a number; nothing for any other text.
template <class Number>
[[nodiscard]] std::optional<Number> parsed(std::string_view cell) {
  Number value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return error == std::errc{} && end == cell.data() + cell.size() ? std::optional(value) : std::nullopt;
}
}  // namespace detail

/// A whole cell as a whole number. @throws Error at `place`
[[nodiscard]] inline std::int64_t to_integer(std::string_view cell, const std::string& place, std::int64_t low,
                                             std::int64_t high = std::numeric_limits<std::int64_t>::max()) {
  const auto value = detail::parsed<std::int64_t>(cell);
  if (!value || *value < low || *value > high) {
    const bool open = high == std::numeric_limits<std::int64_t>::max();
    throw bad_input(place, in_quotes(cell),
                    "must be a whole number " + (open ? ">= " + std::to_string(low)
                                                      : "from " + std::to_string(low) + " to " + std::to_string(high)));
  }
  return *value;
}

/// A whole cell as a finite number > 0. @throws Error at `place`
[[nodiscard]] inline double to_positive(std::string_view cell, const std::string& place) {
  const auto value = detail::parsed<double>(cell);
  if (!value || !std::isfinite(*value) || !(*value > 0))
    throw bad_input(place, in_quotes(cell), "must be a number > 0");
  return *value;
}

/// A whole cell as a number from low to high. @throws Error at `place`
[[nodiscard]] inline double to_number(std::string_view cell, const std::string& place, double low, double high) {
  const auto value = detail::parsed<double>(cell);
  if (!value || !(*value >= low && *value <= high)) {
    std::array<char, 80> accepted{};
    std::snprintf(accepted.data(), accepted.size(), "must be a number from %g to %g", low, high);
    throw bad_input(place, in_quotes(cell), accepted.data());
  }
  return *value;
}

/// One line of CSV, cells quoted where they must be.
[[nodiscard]] inline std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
      line += cells[i];
      continue;
    }
    line += '"';
    for (const char c : cells[i]) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + '\n';
}

}  // namespace perfmodel
