#pragma once
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <perfmodel/error.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace perfmodel::calibrate {

/// Writes one table of raw measurements, a row at a time, so that an interrupted run keeps what it measured.
/// Line 1 names format version, table and card; line 2 the columns; the last line, "# end <rows>", is written by
/// finish() alone: a file without it is a truncated one. With `resume`, an unfinished file is continued and done()
/// tells which keys (the first `key_columns` fields of a row) it already holds.
class RawWriter {
 public:
  RawWriter(const std::string& folder, const std::string& table, const std::string& card, const std::string& columns,
            std::size_t key_columns, bool resume)
      : path_(folder + "/" + table + ".csv"), key_columns_(key_columns) {
    const std::string first = "# perfmodel-raw 1 " + table + " card=" + card;
    std::vector<std::string> kept;
    if (resume) kept = rows_of(first, columns);
    file_.open(path_, std::ios::trunc);
    if (!file_) throw DeviceError(path_ + ": cannot be written");
    file_ << first << '\n' << columns << '\n';
    for (const std::string& row : kept) write(row);
  }
  /// whether a row with this key is already there
  [[nodiscard]] bool done(const std::string& key) const { return keys_.count(key) > 0; }
  void write(const std::string& row) {
    keys_.insert(key_of(row));
    ++rows_;
    file_ << row << '\n' << std::flush;
  }
  void finish() { file_ << "# end " << rows_ << '\n' << std::flush; }
  [[nodiscard]] std::size_t rows() const { return rows_; }

 private:
  [[nodiscard]] std::string key_of(const std::string& row) const {
    std::size_t end = 0;
    for (std::size_t i = 0; i < key_columns_ && end != std::string::npos; ++i)
      end = row.find(',', end + (i > 0 ? 1 : 0));
    return row.substr(0, end);
  }
  [[nodiscard]] std::vector<std::string> rows_of(const std::string& first, const std::string& columns) const {
    std::ifstream old(path_);
    std::vector<std::string> lines;
    std::string line;
    if (!std::getline(old, line)) return lines;
    if (line != first)
      throw DeviceError(path_ + ": belongs to another card, table or version (" + line + "); not resumed");
    if (!std::getline(old, line) || line != columns) return lines;
    while (std::getline(old, line))
      if (!line.empty() && line[0] != '#') lines.push_back(line);
    return lines;
  }
  std::string path_;
  std::size_t key_columns_;
  std::ofstream file_{};
  std::set<std::string> keys_{};
  std::size_t rows_ = 0;
};

/// Noise as a raw table may hold it: a share of the time from 0 to 1 (raw_columns). More than all of it says no more.
[[nodiscard]] inline double recorded_noise(double share) { return std::min(1.0, share); }

/// Joins values with commas; doubles with six significant digits.
template <class... T>
[[nodiscard]] std::string csv(const T&... values) {
  std::ostringstream out;
  std::size_t i = 0;
  ((out << (i++ == 0 ? "" : ",") << values), ...);
  return out.str();
}

}  // namespace perfmodel::calibrate
