#pragma once
/// Plain text tables that fit a terminal.
#include <algorithm>
#include <string>
#include <vector>

namespace plan {

inline constexpr std::size_t table_width = 100;

/// Numbers are set flush right, words flush left.
enum class Align { left, right };

struct Column {
  std::string title{};
  Align align{Align::right};
  bool keep_end{};  ///< where the cell is cut, its end stays: "..linear1"
};

/// Columns are as wide as their widest cell. Where that does not fit 100 characters, the widest word column is cut.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
  }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  [[nodiscard]] std::string text() const {
    const std::vector<std::size_t> width = widths();
    std::vector<std::string> titles;
    for (const Column& column : columns_) titles.push_back(column.title);
    std::string result = line(titles, width);
    for (const auto& row : rows_) result += line(row, width);
    return result;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const {
    std::vector<std::size_t> width;
    std::size_t sum = 2 * (columns_.size() - 1);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      width.push_back(columns_[i].title.size());
      for (const auto& row : rows_) width[i] = std::max(width[i], row[i].size());
      sum += width[i];
    }
    while (sum > table_width) {
      std::size_t* widest = nullptr;
      for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i].align == Align::left && width[i] > 8 && (widest == nullptr || width[i] > *widest))
          widest = &width[i];
      if (widest == nullptr) break;
      --*widest;
      --sum;
    }
    return width;
  }

  [[nodiscard]] std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& width) const {
    std::string result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::string cell = cells[i];
      if (cell.size() > width[i])
        cell =
            columns_[i].keep_end ? ".." + cell.substr(cell.size() - width[i] + 2) : cell.substr(0, width[i] - 2) + "..";
      const std::string pad(width[i] - cell.size(), ' ');
      result += (i == 0 ? "" : "  ") + (columns_[i].align == Align::right ? pad + cell : cell + pad);
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result + '\n';
  }

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_{};
};

/// Text broken at spaces into lines of at most 100 characters.
[[nodiscard]] inline std::string wrapped(const std::string& text) {
  std::string result, line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && line.size() + 1 + word.size() > table_width) {
      result += line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return result + line + '\n';
}

}  // namespace plan
