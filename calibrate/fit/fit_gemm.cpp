/// perfmodel-fit-gemm: fits the GEMM model's constants to public data and to raw measurements, and judges them on rows
/// that the fit has not seen. No GPU. docs/reference/accuracy.md explains the scoreboard.
#include <iostream>

#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/gemm_priors.hpp"
#include "calibrate/fit/gemm_scores.hpp"
#include "calibrate/fit/gemm_stages.hpp"

namespace perfmodel {
namespace {

using namespace gemm_stages;

[[nodiscard]] json::Provenance provenance(const GemmData& data) {
  json::Provenance out = fit_provenance("perfmodel-fit-gemm", {data.files.begin(), data.files.end()});
  for (const FitRow& row : data.rows) ++out.rows[data.sources[row.slot]];
  out.notes = {"Families without rows keep their priors (calibrate/fit/gemm_priors.hpp).",
               "Where the public data come from: docs/reference/accuracy.md.",
               "shared; of board activities, busy_share, dram_energy: by hand (pricing/gemm/shared_constants.hpp, "
               "pricing/clock.hpp)."};
  return out;
}

struct Arguments {
  std::string data = "../shared/data", raw = "data/raw", only{};
  FitOutput output{};
};

void fit(const Arguments& arguments) {
  GemmData data;
  for (const Protocol& protocol : public_protocols()) load_public(data, arguments.data, protocol, gemm_priors);
  add_published(data, gemm_priors);
  load_serving(data, arguments.data, gemm_priors);
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) load_raw(data, arguments.raw, card, gemm_priors);
  if (arguments.output.data.empty()) {
    const Scoreboard board(data);
    const std::string& only = arguments.only;
    if (only.empty() || only == "half") board.half_of_shapes();
    if (only.empty() || only == "hopper") board.hopper();
    if (only != "half" && only != "hopper" && only != "priors") board.without(only);
    if (only.empty() || only == "priors") board.priors_alone();
    return;
  }
  GemmTable table = fit_all(data, [](const FitRow&) { return true; });
  set_all_error_bars(table, data);
  set_coverage(table, data);
  write_fitted(arguments.output, "constants/gemm.json", json::table_text(table, provenance(data)));
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{"fits the constants of the GEMM model, or judges them on rows that a fit has not seen; no GPU needed"};
  perfmodel::Arguments arguments;
  app.add_option("--data", arguments.data, "folder of the public data sets")
      ->envname("PERFMODEL_DATA")
      ->capture_default_str();
  app.add_option("--raw", arguments.raw, "folder of this project's raw measurements")->capture_default_str();
  CLI::Option* const out = perfmodel::add_output(app, arguments.output);
  app.add_option("--only", arguments.only,
                 "one part of the scoreboard: half, hopper, priors, or the card that is left out")
      ->check(CLI::IsMember({"half", "hopper", "priors", "A100", "V100", "T4", "P100"}))
      ->excludes(out);
  return perfmodel::run_program("perfmodel-fit-gemm", app, argc, argv, [&] { perfmodel::fit(arguments); });
}
