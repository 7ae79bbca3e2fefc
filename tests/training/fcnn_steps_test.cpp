#include <perfmodel/calibration/raw_csv.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/training/step_time.hpp>
#include <doctest/doctest.h>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

// Steps measured on an H200 with LibTorch 2.11 (devices/calibrated/raw/h200-sxm), families held out from every fit. The
// limits are the errors of docs/step.md and a tenth, the room that docs/accuracy.md leaves for new constants.
using namespace perfmodel;

namespace {

const std::string folder = std::string(PERFMODEL_SOURCE_DIR) + "/devices/calibrated/raw/h200-sxm/";

CsvTable raw(const std::string& table) {
  std::ifstream file(folder + table + ".csv", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return parse_raw(text, table + ".csv", table, "h200-sxm").csv;
}

struct Measured {
  FcnnOptions network{};
  Recipe recipe{};
  double seconds{}, busy{};  ///< busy: CUPTI's sum of kernel times; 0: not measured
};

std::vector<Measured> held_out_steps() {
  const auto key = [](const CsvRow& row) {
    std::string k;
    for (std::size_t i = 0; i < 10; ++i) k += std::string(row.cells[i]) + ',';
    return k;
  };
  std::map<std::string, double> busy;
  const CsvTable kernels = raw("fcnn_busy");
  for (const CsvRow& row : kernels.rows)
    if (row.cells[kernels.at("kernel")] == "total") busy[key(row)] = std::stod(std::string(row.cells[kernels.at("seconds_per_step")]));
  const CsvTable table = raw("fcnn_steps");
  std::vector<Measured> list;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](const char* column) { return std::string(row.cells[table.at(column)]); };
    if (cell("held_out") != "1" || cell("step_s").empty()) continue;
    list.push_back({.network = {.layers = std::stol(cell("layers")), .hidden = std::stol(cell("hidden")),
                                .inputs = std::stol(cell("inputs")), .outputs = std::stol(cell("outputs")),
                                .loss = cell("loss") == "mse" ? Loss{MeanSquaredError{}} : Loss{CrossEntropy{}}},
                    .recipe = {.batch = std::stol(cell("batch")), .precision = precision_from(cell("precision"), "precision"),
                               .optimizer = optimizer_from(cell("optimizer"), "optimizer")},
                    .seconds = std::stod(cell("step_s")), .busy = busy.count(key(row)) != 0 ? busy[key(row)] : 0.0});
  }
  return list;
}

}  // namespace

TEST_CASE("held-out FCNN steps on the H200: mean error, error bars, and which side bounds") {
  const StepModel model = make_step_model(json::load_device("h200-sxm", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device);
  double host_error = 0.0, device_error = 0.0;
  int host = 0, device = 0, inside = 0, sides = 0, right = 0;
  const std::vector<Measured> steps = held_out_steps();
  REQUIRE(steps.size() >= 100);
  for (const Measured& m : steps) {
    const StepTime t = step_time(fcnn(m.network), m.recipe, model);
    const double error = std::abs(in(t.total, second) / m.seconds - 1.0);
    (t.bound == Bound::host ? host_error : device_error) += error;
    ++(t.bound == Bound::host ? host : device);
    inside += in(t.low, second) <= m.seconds && m.seconds <= in(t.high, second) ? 1 : 0;
    if (m.busy <= 0.0) continue;
    ++sides;  // the device bounds where it is busy for more than 85 % of the step
    right += (m.busy > 0.85 * m.seconds) == (t.bound != Bound::host) ? 1 : 0;
  }
  MESSAGE("host-bound " << 100.0 * host_error / host << " % of " << host << ", device-bound " << 100.0 * device_error / device
                        << " % of " << device << ", inside the bars " << inside << " of " << steps.size() << ", side right "
                        << right << " of " << sides);
  CHECK(host_error / host < 1.1 * 0.044);
  CHECK(device_error / device < 1.1 * 0.035);
  CHECK(inside >= 0.80 * static_cast<double>(steps.size()));  // of a 90 % interval
  CHECK(right >= 0.95 * sides);
}
