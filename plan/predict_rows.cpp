#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <system_error>

#include "in_order.hpp"
#include "predict.hpp"
#include "progress.hpp"
#include "row_writer.hpp"

namespace plan {
namespace {

using namespace perfmodel;

/// Rows that were answered together.
struct AnsweredRows {
  std::string text{};   ///< as they are written
  std::size_t bytes{};  ///< of the input
  std::int64_t rows{}, bad{};
  RowRemarks remarks{};
};

/// Answers blocks of rows, in one thread.
class BlockAnswers {
 public:
  BlockAnswers(const CsvTable& header, const RowWriter& writer, const RowQuestion& question)
      : table_(header), writer_(&writer), added_(question.added.size() + 1), answer_(question.answer_of_thread()) {}

  [[nodiscard]] AnsweredRows operator()(const CsvBlock& block) {
    AnsweredRows answered{.bytes = block.text.size()};
    table_.rows.clear();
    append_csv_rows(table_, block);
    for (CsvRow& row : table_.rows) {
      std::vector<std::string> cells = answer(row, answered);
      std::vector<std::string> whole = std::move(row.cells);
      for (std::string& cell : cells) whole.push_back(std::move(cell));
      writer_->append(answered.text, whole);
    }
    answered.rows = static_cast<std::int64_t>(table_.rows.size());
    return answered;
  }

 private:
  [[nodiscard]] std::vector<std::string> answer(const CsvRow& row, AnsweredRows& answered) {
    std::vector<std::string> cells;
    try {
      if (!row.problem.empty()) throw Error(row.problem);
      cells = answer_(table_, row, answered.remarks);
      cells.emplace_back();
    } catch (const Error& error) {
      cells.assign(added_, "");
      cells.back() = error.what();
      ++answered.bad;
    }
    return cells;
  }

  CsvTable table_;
  const RowWriter* writer_;
  std::size_t added_;
  RowAnswer answer_;
};

/// All columns of the answer. @throws Error where the input lacks one, or has one that is an answer's
[[nodiscard]] std::vector<std::string> all_columns(const CsvTable& header, const RowQuestion& question) {
  for (const std::string& column : question.required) (void)header.at(column);
  std::vector<std::string> added = question.added, columns = header.columns;
  added.emplace_back("error");
  for (const std::string& column : added) {
    if (header.find(column))
      throw bad_input(header.file + ":1", "the column \"" + column + '"',
                      "is an answer's name and must not be in the input");
    columns.push_back(column);
  }
  return columns;
}

/// Bytes of a file; 0 where nobody knows.
[[nodiscard]] std::size_t size_of(const std::string& file) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(file, unknown);
  return unknown ? 0 : static_cast<std::size_t>(size);
}

}  // namespace

void answer_rows(const BatchOptions& options, const RowQuestion& question) {
  CsvBlocks blocks(input_source(options.input), input_name(options.input));
  const CsvTable header = blocks.header();
  RowWriter writer(options.output, all_columns(header, question));
  Progress progress(size_of(options.input));
  std::set<std::string> said;
  std::int64_t rows = 0, bad = 0;
  const auto emit = [&](const AnsweredRows& answered) {
    writer.write(answered.text);
    for (const RowRemark& remark : answered.remarks)
      if (said.insert(remark.kind).second) std::cerr << "perfmodel-plan: note: " << remark.text << '\n';
    rows += answered.rows;
    bad += answered.bad;
    progress.step(answered.bytes);
  };
  InOrder<CsvBlock, AnsweredRows>([&] { return blocks.next(question.rows_at_once); },
                                  [&] { return BlockAnswers(header, writer, question); }, emit)
      .run();
  writer.finish();
  if (bad > 0)
    throw Incomplete(header.file + ": " + std::to_string(bad) + " of " + std::to_string(rows) +
                     " rows have an error (see the column \"error\")");
}

}  // namespace plan
