#pragma once
/// Strict reading of CSV (RFC 4180): a header line, then rows. Quoted fields, CRLF and a UTF-8 byte-order mark are
/// taken; empty lines are skipped. Pure text to table: opening files is the caller's business.
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/number_text.hpp>
#include <perfmodel/quoted_text.hpp>
#include <span>
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
[[nodiscard]] CsvTable parse_csv_rows(std::string_view text, std::string file, std::int64_t first_line = 1);

/// The strict form, for measurements: a row with a wrong number of cells is an error, too.
[[nodiscard]] CsvTable parse_csv(std::string_view text, std::string file, std::int64_t first_line = 1);

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
[[nodiscard]] std::int64_t to_integer(std::string_view cell, const std::string& place, std::int64_t low,
                                      std::int64_t high = std::numeric_limits<std::int64_t>::max());

/// A whole cell as a finite number > 0. @throws Error at `place`
[[nodiscard]] double to_positive(std::string_view cell, const std::string& place);

/// A whole cell as a number from low to high. @throws Error at `place`
[[nodiscard]] double to_number(std::string_view cell, const std::string& place, double low, double high);

/// Adds one line of CSV to a text, cells quoted where they must be.
void append_csv_line(std::string& text, std::span<const std::string> cells);
/// One line of CSV.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& cells);

/// A piece of a CSV text that ends where a record does.
struct CsvBlock {
  std::string text{};
  std::int64_t first_line{1};  ///< of the file
};

/// Cuts a CSV text that comes piece by piece into blocks of whole records: a text of any length passes in the memory of
/// a few blocks.
class CsvBlocks {
 public:
  /// Fills a buffer and says with how many bytes; 0 at the end.
  using Source = std::function<std::size_t(std::span<char>)>;

  CsvBlocks(Source source, std::string file) : source_(std::move(source)), file_(std::move(file)) {}

  /// The table without rows. To be called first. @throws Error as parse_csv_rows() does
  [[nodiscard]] CsvTable header();
  /// The next records, at most so many and 1 MiB or a single one; nothing at the end.
  /// @throws Error for a record of more than 16 MiB
  [[nodiscard]] std::optional<CsvBlock> next(std::size_t records);

 private:
  static constexpr std::size_t most_block_bytes = std::size_t{1} << 20, most_record_bytes = std::size_t{16} << 20;

  bool read_more();
  [[nodiscard]] bool ends_record();
  [[nodiscard]] CsvBlock cut(std::size_t end);

  Source source_;
  std::string file_, buffer_{};
  std::size_t at_{};  ///< scanned so far
  std::int64_t line_{1}, block_line_{1};
  bool quoted_{}, ended_{};
};

/// Adds the rows of a block to a table that has its columns. @throws Error for unbalanced quotes
void append_csv_rows(CsvTable& table, const CsvBlock& block);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/measurement/csv.ipp>
#endif
