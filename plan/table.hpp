#pragma once
/// Plain text tables that fit a terminal.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plan {

/// Characters of a line: what COLUMNS says, else as many as the terminal has, else 100. At least 40.
[[nodiscard]] inline std::size_t table_width() {
  constexpr std::size_t usual = 100, least = 40;
  std::size_t width = usual;
  const char* said = std::getenv("COLUMNS");
  const std::string_view columns = said == nullptr ? std::string_view{} : std::string_view{said};
  const auto read = std::from_chars(columns.data(), columns.data() + columns.size(), width);
  if (read.ec != std::errc{} || read.ptr != columns.data() + columns.size()) {
    width = usual;
    winsize terminal{};
    if (::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0)
      width = terminal.ws_col;
  }
  return std::max(width, least);
}

/// Numbers are set flush right, words flush left.
enum class Align { left, right };

struct Column {
  std::string title{};
  Align align{Align::right};
  bool keep_end{};  ///< where the cell is cut, its end stays: "..linear1", and a count before it: "32 x ..linear1"
  bool whole{};     ///< never cut: users type these words
  int spare{};      ///< > 0: left out where the table does not fit, the largest first
};

/// Columns are as wide as their widest cell. Where that does not fit the line, spare columns are left out, then word
/// columns are cut, the widest first, as long as cells that differ still look different.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
  }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  [[nodiscard]] std::string text() const {
    std::vector<std::size_t> width = widths();
    std::vector<std::string> left_out;
    while (sum(width) > table_width()) {
      const std::size_t i = most_spare(width);
      if (i == columns_.size()) break;
      width[i] = 0;
      left_out.push_back(columns_[i].title);
    }
    cut(width);
    std::vector<std::string> titles;
    for (const Column& column : columns_) titles.push_back(column.title);
    std::string result = line(titles, width);
    for (const auto& row : rows_) result += line(row, width);
    if (left_out.empty()) return result;
    result += "no room for:";
    for (std::size_t i = 0; i < left_out.size(); ++i) result += (i == 0 ? " " : ", ") + left_out[i];
    return result + '\n';
  }

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const {
    std::vector<std::size_t> width;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      width.push_back(columns_[i].title.size());
      for (const auto& row : rows_) width[i] = std::max(width[i], row[i].size());
    }
    return width;
  }
  /// Of a line, with two spaces between columns. Width 0: left out.
  [[nodiscard]] static std::size_t sum(const std::vector<std::size_t>& width) {
    std::size_t all = 0;
    for (const std::size_t w : width) all += w == 0 ? 0 : w + (all == 0 ? 0 : 2);
    return all;
  }
  [[nodiscard]] std::size_t most_spare(const std::vector<std::size_t>& width) const {
    std::size_t found = columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (width[i] > 0 && columns_[i].spare > 0 &&
          (found == columns_.size() || columns_[i].spare > columns_[found].spare))
        found = i;
    return found;
  }

  /// A cell as it is shown in so many characters.
  [[nodiscard]] std::string shown(const std::string& cell, std::size_t column, std::size_t width) const {
    if (cell.size() <= width) return cell;
    if (!columns_[column].keep_end) return cell.substr(0, width - 2) + "..";
    const std::size_t times = cell.find(" x ");  // "32 x layers.mlp" begins with its number
    const std::string begin = times < width - 5 ? cell.substr(0, times + 3) + ".." : "..";
    return begin + cell.substr(cell.size() - (width - begin.size()));
  }
  /// Whether cells of the column that differ still do when they are cut to so many characters.
  [[nodiscard]] bool distinct(std::size_t column, std::size_t width) const {
    std::set<std::string> whole, short_form;
    for (const auto& row : rows_) {
      whole.insert(row[column]);
      short_form.insert(shown(row[column], column, width));
    }
    return whole.size() == short_form.size();
  }
  void cut(std::vector<std::size_t>& width) const {
    std::vector<bool> fixed(columns_.size());
    while (sum(width) > table_width()) {
      std::size_t widest = columns_.size();
      for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i].align == Align::left && !columns_[i].whole && !fixed[i] && width[i] > 8 &&
            (widest == columns_.size() || width[i] > width[widest]))
          widest = i;
      if (widest == columns_.size()) return;
      if (distinct(widest, width[widest] - 1))
        --width[widest];
      else
        fixed[widest] = true;
    }
  }

  [[nodiscard]] std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& width) const {
    std::string result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (width[i] == 0) continue;
      const std::string cell = shown(cells[i], i, width[i]), pad(width[i] - cell.size(), ' ');
      result += (result.empty() ? "" : "  ") + (columns_[i].align == Align::right ? pad + cell : cell + pad);
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result + '\n';
  }

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_{};
};

/// Text broken at spaces into lines of at most so many characters.
[[nodiscard]] inline std::string wrapped(const std::string& text, std::size_t width = table_width()) {
  std::string result, line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      result += line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return result + line + '\n';
}

}  // namespace plan
