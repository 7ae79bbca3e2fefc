#pragma once
#include <perfmodel/measurement/csv.hpp>

namespace perfmodel {
namespace detail {
/// The columns that a record names. @throws Error for an empty or repeated name, or too many
[[nodiscard]] inline std::vector<std::string> csv_columns(std::vector<std::string> cells, const std::string& place) {
  if (cells.size() > most_csv_columns)
    throw bad_input(place, std::to_string(cells.size()) + " columns",
                    "must be at most " + std::to_string(most_csv_columns));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty()) throw bad_input(place, "a column without a name", "every column must have a name");
    for (std::size_t before = 0; before < i; ++before)
      if (cells[before] == cells[i])
        throw bad_input(place, "the column " + in_quotes(cells[i]) + " twice", "every column must come once");
  }
  return cells;
}

/// All that is left, behind the header if the table has none yet.
inline void read_csv(CsvScanner& scanner, CsvTable& table) {
  while (!scanner.done()) {
    CsvRow row{.line = scanner.line};
    row.cells = scanner.record();
    if (row.cells.size() == 1 && row.cells[0].empty()) continue;
    if (table.columns.empty()) {
      table.columns = csv_columns(std::move(row.cells), table.file + ':' + std::to_string(row.line));
      continue;
    }
    if (row.cells.size() != table.columns.size()) {
      row.problem = "got " + std::to_string(row.cells.size()) + " cells; must be " +
                    std::to_string(table.columns.size()) + " as in the header";
      row.cells.resize(table.columns.size());
    }
    table.rows.push_back(std::move(row));
  }
}
[[nodiscard]] inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}
}  // namespace detail

PERFMODEL_INLINE CsvTable parse_csv_rows(std::string_view text, std::string file, std::int64_t first_line) {
  CsvTable table{.file = std::move(file)};
  detail::CsvScanner scanner{.text = detail::without_mark(text), .file = table.file, .line = first_line};
  detail::read_csv(scanner, table);
  if (table.columns.empty()) throw bad_input(table.file, "an empty file", "must be CSV with a header line");
  return table;
}

PERFMODEL_INLINE void append_csv_rows(CsvTable& table, const CsvBlock& block) {
  detail::CsvScanner scanner{.text = block.text, .file = table.file, .line = block.first_line};
  detail::read_csv(scanner, table);
}

PERFMODEL_INLINE CsvTable parse_csv(std::string_view text, std::string file, std::int64_t first_line) {
  CsvTable table = parse_csv_rows(text, std::move(file), first_line);
  for (const CsvRow& row : table.rows)
    if (!row.problem.empty()) throw Error(table.file + ':' + std::to_string(row.line) + ": " + row.problem);
  return table;
}

PERFMODEL_INLINE std::int64_t to_integer(std::string_view cell, const std::string& place, std::int64_t low,
                                         std::int64_t high) {
  const auto value = detail::parsed<std::int64_t>(cell);
  if (!value || *value < low || *value > high) {
    const bool open = high == std::numeric_limits<std::int64_t>::max();
    throw bad_input(place, in_quotes(cell),
                    "must be a whole number " + (open ? ">= " + std::to_string(low)
                                                      : "from " + std::to_string(low) + " to " + std::to_string(high)));
  }
  return *value;
}

PERFMODEL_INLINE double to_positive(std::string_view cell, const std::string& place) {
  const auto value = detail::parsed<double>(cell);
  if (!value || !std::isfinite(*value) || !(*value > 0))
    throw bad_input(place, in_quotes(cell), "must be a number > 0");
  return *value;
}

PERFMODEL_INLINE double to_number(std::string_view cell, const std::string& place, double low, double high) {
  const auto value = detail::parsed<double>(cell);
  if (!value || !(*value >= low && *value <= high))
    throw bad_input(place, in_quotes(cell), "must be a number from " + number_text(low) + " to " + number_text(high));
  return *value;
}

PERFMODEL_INLINE void append_csv_line(std::string& text, std::span<const std::string> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
      text += cells[i];
      continue;
    }
    text += '"';
    for (const char c : cells[i]) text.append(c == '"' ? 2 : 1, c);
    text += '"';
  }
  text += '\n';
}

PERFMODEL_INLINE std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  append_csv_line(line, cells);
  return line;
}

PERFMODEL_INLINE bool CsvBlocks::read_more() {
  constexpr std::size_t piece = std::size_t{1} << 16;
  if (ended_) return false;
  const std::size_t had = buffer_.size();
  buffer_.resize(had + piece);
  const std::size_t got = source_(std::span(buffer_).subspan(had));
  buffer_.resize(had + got);
  ended_ = got == 0;
  return !ended_;
}

/// Steps over one byte, or over two that end a line. Whether a record ends behind it.
PERFMODEL_INLINE bool CsvBlocks::ends_record() {
  const char c = buffer_[at_++];
  if (c == '"') quoted_ = !quoted_;
  if (c == '\n') ++line_;
  if (c != '\r' || quoted_) return c == '\n' && !quoted_;
  if (at_ == buffer_.size()) (void)read_more();
  if (at_ < buffer_.size() && buffer_[at_] == '\n') ++at_;
  ++line_;
  return true;
}

PERFMODEL_INLINE CsvBlock CsvBlocks::cut(std::size_t end) {
  CsvBlock block{.text = buffer_.substr(0, end), .first_line = std::exchange(block_line_, line_)};
  buffer_.erase(0, end);
  at_ = 0;
  return block;
}

PERFMODEL_INLINE std::optional<CsvBlock> CsvBlocks::next(std::size_t records) {
  for (std::size_t seen = 0;;) {
    if (at_ == buffer_.size() && !read_more()) break;
    if (ends_record() && (++seen == records || at_ >= most_block_bytes)) return cut(at_);
    if (seen == 0 && at_ > most_record_bytes)
      throw bad_input(file_ + ':' + std::to_string(block_line_), "a row of more than 16 MiB", "must be at most 16 MiB");
  }
  if (buffer_.empty()) return std::nullopt;
  return cut(buffer_.size());
}

PERFMODEL_INLINE CsvTable CsvBlocks::header() {
  CsvTable table{.file = file_};
  for (bool first = true; table.columns.empty(); first = false) {
    std::optional<CsvBlock> block = next(1);
    if (!block) throw bad_input(file_, "an empty file", "must be CSV with a header line");
    if (first) block->text = std::string(detail::without_mark(block->text));
    append_csv_rows(table, *block);
  }
  return table;
}

}  // namespace perfmodel
