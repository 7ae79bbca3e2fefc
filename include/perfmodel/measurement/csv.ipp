#pragma once
#include <perfmodel/measurement/csv.hpp>

namespace perfmodel {
PERFMODEL_INLINE CsvTable parse_csv_rows(std::string_view text, std::string file, std::int64_t first_line) {
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
  if (!value || !(*value >= low && *value <= high)) {
    std::array<char, 80> accepted{};
    std::snprintf(accepted.data(), accepted.size(), "must be a number from %g to %g", low, high);
    throw bad_input(place, in_quotes(cell), accepted.data());
  }
  return *value;
}

PERFMODEL_INLINE std::string csv_line(const std::vector<std::string>& cells) {
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
