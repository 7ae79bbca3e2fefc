#pragma once
/// What the batch commands share: reads CSV, answers row by row, writes all input columns and then the answers.
#include <CLI/App.hpp>
#include <functional>
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "output.hpp"

namespace plan {

void add_predict_gemm(CLI::App& command);
void add_predict_step(CLI::App& command);
void add_predict_max_batch(CLI::App& command);
void add_predict_collective(CLI::App& command);

struct BatchOptions {
  std::string device{}, input{};
  Output output{};

  void add_to(CLI::App& command) {
    command.add_option("-i,--input", input, "CSV file to read (default: stdin)")->type_name("FILE");
    output.add_to(command);
  }
};

/// What a row calls to mind, said on stderr once: at the first row that has a remark of its kind.
struct RowRemark {
  std::string kind{}, text{};
};
using RowRemarks = std::vector<RowRemark>;

/// Answers for one row, one text per added column.
using RowAnswer =
    std::function<std::vector<std::string>(const perfmodel::CsvTable&, const perfmodel::CsvRow&, RowRemarks&)>;

/// Which columns a batch command reads and adds, and how it answers.
struct RowQuestion {
  std::vector<std::string> required{}, added{};
  std::function<RowAnswer()> answer_of_thread{};  ///< rows are answered by several threads, each with its own
  std::size_t rows_at_once{};                     ///< that one thread takes; more where a row takes less time
};

/// Rows stream through: memory does not grow with their number, and answers leave in the order of the rows.
/// The added columns end with "error". @throws Incomplete after writing, if any row has one
void answer_rows(const BatchOptions& options, const RowQuestion& question);

}  // namespace plan
