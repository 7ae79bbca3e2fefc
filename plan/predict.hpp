#pragma once
/// What the batch commands share: reads CSV, answers row by row, writes all input columns and then the answers.
#include <CLI/CLI.hpp>
#include <functional>
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "output.hpp"
#include "progress.hpp"

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

/// Answers for one row, one text per added column.
using RowAnswer = std::function<std::vector<std::string>(const perfmodel::CsvTable&, const perfmodel::CsvRow&)>;

/// The added columns end with "error". @throws Incomplete after writing, if any row has one
void answer_rows(const BatchOptions& options, const std::vector<std::string>& required, std::vector<std::string> added,
                 const RowAnswer& answer);

}  // namespace plan
