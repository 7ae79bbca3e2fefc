#include <perfmodel/network/named.hpp>
#include <perfmodel/calibration/raw_csv.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/training/footprint.hpp>
#include <perfmodel/training/step_time.hpp>
#include <doctest/doctest.h>
#include <cmath>
#include <string>

using namespace perfmodel;

namespace {

struct Errors { double step{}, peak{}; int count{}; };

/// Mean absolute relative errors over the rows of a table that were (not) held out.
Errors errors(const char* table, bool held_out) {
  const std::string file = std::string(PERFMODEL_DEVICES_DIR) + "/calibrated/raw/h200-sxm/" + table + ".csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "pytorch_networks", "h200-sxm");
  const auto column = [&](const char* name) { return raw.csv.at(name); };
  const StepModel model = make_step_model(json::device_from_file(std::string(PERFMODEL_DEVICES_DIR) + "/h200-sxm.json").device);
  Errors e;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* name) { return row.cells[column(name)]; };
    if ((cell("held_out") == "1") != held_out) continue;
    if (cell("options").find("scaler") != std::string::npos) continue;
    const bool uncached = cell("options").find("cache") != std::string::npos;
    Recipe recipe{.batch = std::stoll(cell("batch")), .precision = precision_from(cell("precision"), file),
                  .mode = mode_from(cell("mode"), file), .memory_format = memory_format_from(cell("memory_format"), file),
                  .framework = Framework::pytorch};
    if (!cell("optimizer").empty()) recipe.optimizer = optimizer_from(cell("optimizer"), file);
    const Network network = named_network(cell("network") + (uncached ? ",cache=0" : ""));
    const double step = in(step_time(network, recipe, model).total, micro * second) / std::stod(cell("step_us"));
    const Replay memory = replay(allocation_program(step_trace(network, recipe, model.target)), allocator_rules("2.11"));
    const double peak = static_cast<double>(memory.counters.peak_allocated) / std::stod(cell("peak_allocated_bytes"));
    e.step += std::abs(step - 1.0);
    e.peak += std::abs(peak - 1.0);
    ++e.count;
  }
  e.step /= e.count;
  e.peak /= e.count;
  return e;
}

}  // namespace

// The aims are 10 % for time and 3 % for peak memory; the bounds here are nearer to what was reached (docs/networks.md).

TEST_CASE("PyTorch eager on an H200, held-out configurations: step time and peak allocated") {
  const Errors e = errors("pytorch_networks", true);
  CHECK(e.count == 37);
  CHECK(e.step < 0.08);
  CHECK(e.peak < 0.015);
}

TEST_CASE("PyTorch eager on an H200, configurations that constants were fitted to: no better than 3 points") {
  const Errors fitted = errors("pytorch_networks", false), held = errors("pytorch_networks", true);
  CHECK(fitted.count == 71);
  CHECK(fitted.step < 0.10);
  CHECK(fitted.peak < 0.03);
  CHECK(held.step < fitted.step + 0.03);
}

TEST_CASE("PyTorch eager on another H200, measured after the model was built: step time and peak allocated") {
  const Errors e = errors("pytorch_validation", true);
  CHECK(e.count == 40);
  CHECK(e.step < 0.09);  // its host was slower by a fifth than the one that the host profile comes from
  CHECK(e.peak < 0.015);
}
