#pragma once
/// An answer of many rows, as CSV or as a list of JSON objects, that leaves row by row.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output.hpp"

namespace plan {

class RowWriter {
 public:
  RowWriter(const Output& output, std::vector<std::string> columns) : output_(output), columns_(std::move(columns)) {}

  /// Adds one row to a text as the answer has it. Several threads may call it, each with a text of its own.
  void append(std::string& text, const std::vector<std::string>& cells) const {
    if (!output_.json) return perfmodel::append_csv_line(text, cells);
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < columns_.size(); ++i) object[columns_[i]] = json_cell(cells[i]);
    text += ",\n  ";
    for (const char c : object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
      text.append(c == '\n' ? "\n  " : std::string_view(&c, 1));
  }
  /// Writes rows that append() has made; nothing is written before the first. @throws Error where it cannot be written
  void write(std::string_view rows) {
    if (rows.empty()) return;
    if (!begun_) begin();
    if (output_.json && !any_) rows.remove_prefix(1);  // the comma
    any_ = true;
    put(rows);
  }
  /// The answer's end: a file appears under its name. @throws Error where it cannot be written
  void finish() {
    if (!begun_) begin();
    if (output_.json) put(any_ ? "\n]\n" : "]\n");
    if (file_) return file_->commit();
    std::cout << std::flush;
    check_stdout();
  }

 private:
  void begin() {
    begun_ = true;
    if (!output_.file.empty()) file_ = std::make_unique<perfmodel::json::FileWriter>(output_.file);
    put(output_.json ? "[" : perfmodel::csv_line(columns_));
  }
  void put(std::string_view text) {
    if (file_) return file_->write(text);
    std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
    check_stdout();
  }
  static void check_stdout() {
    if (!std::cout) throw perfmodel::bad_input("stdout", "a write error", "must be writable");
  }

  const Output& output_;
  std::vector<std::string> columns_;
  std::unique_ptr<perfmodel::json::FileWriter> file_{};
  bool begun_{}, any_{};
};

}  // namespace plan
