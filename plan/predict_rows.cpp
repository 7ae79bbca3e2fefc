#include <algorithm>

#include "predict.hpp"

namespace plan {
namespace {

using namespace perfmodel;

std::string as_csv(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::string text = csv_line(columns);
  for (const auto& row : rows) text += csv_line(row);
  return text;
}

nlohmann::ordered_json as_json(const std::vector<std::string>& columns,
                               const std::vector<std::vector<std::string>>& rows) {
  nlohmann::ordered_json answer = nlohmann::ordered_json::array();
  for (const auto& row : rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < columns.size(); ++i) object[columns[i]] = json_cell(row[i]);
    answer.push_back(std::move(object));
  }
  return answer;
}

}  // namespace

void answer_rows(const BatchOptions& options, const std::vector<std::string>& required, std::vector<std::string> added,
                 const RowAnswer& answer) {
  const CsvTable table = parse_csv_rows(read_input(options.input), input_name(options.input));
  for (const std::string& column : required) (void)table.at(column);
  added.emplace_back("error");
  std::vector<std::string> columns = table.columns;
  for (const std::string& column : added) {
    if (table.find(column))
      throw bad_input(table.file + ":1", "the column \"" + column + '"',
                      "is an answer's name and must not be in the input");
    columns.push_back(column);
  }
  std::vector<std::vector<std::string>> rows;
  std::int64_t bad = 0;
  Progress progress(table.rows.size());
  for (const CsvRow& row : table.rows) {
    std::vector<std::string> cells(added.size());
    try {
      if (!row.problem.empty()) throw Error(row.problem);
      cells = answer(table, row);
      cells.emplace_back();
    } catch (const Error& error) {
      cells.assign(added.size(), "");
      cells.back() = error.what();
      ++bad;
    }
    std::vector<std::string> whole = row.cells;
    whole.insert(whole.end(), cells.begin(), cells.end());
    rows.push_back(std::move(whole));
    progress.step();
  }
  if (options.output.json)
    options.output.write(as_json(columns, rows));
  else
    options.output.write(as_csv(columns, rows));
  if (bad > 0)
    throw Incomplete(table.file + ": " + std::to_string(bad) + " of " + std::to_string(rows.size()) +
                     " rows have an error (see the column \"error\")");
}

}  // namespace plan
