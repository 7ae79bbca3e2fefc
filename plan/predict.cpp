/// perfmodel-plan predict: CSV in, CSV out, for scripts.
#include "predict.hpp"

#include "command.hpp"

namespace plan {

void add_predict(CLI::App& app) {
  CLI::App* command = app.add_subcommand("predict", "answers for every row of a CSV file");
  command->require_subcommand(1);
  command->footer(
      "A row that cannot be answered gets its reason in the column \"error\" and empty figures; the exit code is then "
      "2.");
  add_predict_gemm(*command);
  add_predict_step(*command);
  add_predict_max_batch(*command);
  add_predict_collective(*command);
}

}  // namespace plan
