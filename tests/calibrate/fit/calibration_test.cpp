#include "calibrate/fit/calibration.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "calibrate/report.hpp"
#include "tests/calibrate/fitted.hpp"
#include "tests/calibrate/scratch.hpp"
#include "tests/refusal.hpp"

namespace calibrate_fit_calibration_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

TEST_CASE("the shipped measurements of both cards are fitted: facts, errors of seen and unseen rows") {
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    CAPTURE(card);
    const Calibration& c = fitted(card);
    CHECK(c.raw.card == card);
    CHECK(c.facts.size() > 40);
    std::size_t unseen = 0, seen = 0;
    for (const RegimeErrors& r : c.unseen)
      if (r.regime.rfind("gemm", 0) == 0) unseen += r.model.count;
    for (const RegimeErrors& r : c.seen)
      if (r.regime.rfind("gemm", 0) == 0) seen += r.model.count;
    CHECK(static_cast<double>(unseen) >
          0.25 * static_cast<double>(seen + unseen));  // 30 % of shapes; rows per shape differ
    for (const RegimeErrors& r : c.unseen) {
      CAPTURE(r.regime);
      CHECK(r.model.count > 0);
      CHECK(r.model.mean <= r.model.worst);
      CHECK(r.model.p90 <= r.model.worst);
      CHECK(r.coverage <= 1.0);
    }
  }
}

TEST_CASE(
    "steps, convolutions, operations, attention and the random products of the H200 are judged beside its products") {
  std::map<std::string, std::size_t> rows;
  for (const RegimeErrors& r : fitted("h200-sxm").unseen) rows[r.regime.substr(0, r.regime.find(' '))] += r.model.count;
  CHECK(rows["gemm"] > 1500);
  CHECK(rows["step"] > 100);
  CHECK(rows["convolution"] > 300);
  CHECK(rows["ops"] > 200);
  CHECK(rows["attention"] > 50);
  CHECK(rows["unseen"] + rows["unseen,"] > 700);  // each once by format, once with all
  CHECK(fitted("h200-sxm").steps.sides > 100);
}

TEST_CASE("hosts: each table of steps is judged with its own machine's factor, the file gets the machines' median") {
  const Calibration& c = fitted("h200-sxm");
  std::vector<double> factors;
  for (const MachineHost& machine : c.steps.machines) {
    CAPTURE(machine.table);
    CHECK(machine.host.steps > 50);
    CHECK(machine.host.noise > 0.0);
    factors.push_back(machine.host.factor);
  }
  REQUIRE(factors.size() == 7);
  CHECK(c.steps.machines[0].table == "fcnn_steps");
  CHECK(factors[0] == *std::min_element(factors.begin(), factors.end()));  // it was the quiet one
  CHECK(c.steps.card_scale == quantile(factors, 0.5));
  CHECK(c.steps.machine == "median of 7 machines");
  CHECK(std::abs(c.steps.card_scale - 1.0) < 0.1);  // the shipped profile is of the middle machine
  std::map<std::string, double> mean;
  for (const RegimeErrors& r : c.unseen) mean[r.regime] = r.model.mean;
  CHECK(mean.at("step host-bound, noisy") > mean.at("step host-bound"));
  for (const char* machine : {"fcnn_steps_2", "fcnn_steps_3", "fcnn_steps_5", "fcnn_figures"}) {
    CAPTURE(machine);
    CHECK(mean.at("step host-bound, " + std::string(machine)) < 1.1 * 0.07);  // docs/lab/2026-11-21-hosts.md
  }
  CHECK(fitted("h100-sxm5-80gb").steps.machines.empty());  // no steps were timed there
}

TEST_CASE("raw tables are not judged as a card of another generation") {
  CHECK(
      refusal([] { (void)fit(shipped / "h200-sxm", "T4"); }) ==
      "--device: got \"T4\", of compute capability 7.5; must be the card that was measured, of compute capability 9.0");
}

TEST_CASE("the report has a row for every regime and plots beside it") {
  const ScratchFolder folder;
  const Calibration& c = fitted("h100-sxm5-80gb");
  write_report(folder.path, c);
  const std::string text = read_text(folder.path / "report.md");
  for (const RegimeErrors& r : c.unseen) CHECK(text.find("| " + r.regime + " |") != std::string::npos);
  for (const char* plot : {"accuracy.svg", "unseen.svg", "operations.svg", "steps.svg", "bandwidth.svg", "clock.svg"}) {
    CAPTURE(plot);
    const std::string svg = read_text(folder.path / plot);
    CHECK(svg.rfind("<svg", 0) == 0);
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.find("</svg>") != std::string::npos);
  }
}

TEST_CASE("a calibration that misses its limits says which") {
  std::vector<RegimeErrors> errors{{.regime = "gemm bf16 aligned", .model = {.count = 100, .mean = 0.05}}};
  CHECK(missed_limits(errors).empty());
  errors[0].model.mean = 0.09;
  REQUIRE(missed_limits(errors).size() == 1);
  CHECK(missed_limits(errors)[0].rfind("gemm bf16 aligned: mean error 9.0", 0) == 0);
  errors[0].model.count = 3;  // three rows say more about themselves than about the model
  CHECK(missed_limits(errors).empty());
  errors[0] = {.regime = "unseen, all", .model = {.count = 100, .mean = 0.05, .p90 = 0.2, .bias = -0.04}};
  REQUIRE(missed_limits(errors).size() == 2);
  CHECK(missed_limits(errors)[0].find("90th percentile 20.0") != std::string::npos);
  CHECK(missed_limits(errors)[1].find("bias, either way, 4.00") != std::string::npos);
}
}  // namespace calibrate_fit_calibration_test
