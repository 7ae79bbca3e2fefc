#include "calibrate/fit/step_rounds.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "tests/refusal.hpp"

namespace calibrate_fit_step_rounds_test {
using namespace perfmodel;

TEST_CASE("cells of rounds: groups of a round are averaged, probes belong to rounds") {
  const std::vector<StepRound> rounds = step_rounds("100 200 / 300", "400 500 / 600", "steps.csv:3");
  REQUIRE(rounds.size() == 2);
  CHECK(std::abs(rounds[0].seconds - 150e-6) < 1e-12);
  CHECK(std::abs(rounds[0].probe - 450e-6) < 1e-12);
  CHECK(std::abs(rounds[1].seconds - 300e-6) < 1e-12);
  CHECK(std::abs(rounds[1].probe - 600e-6) < 1e-12);
}

TEST_CASE("cells that are no rounds are refused with their place") {
  const auto message = [](const char* groups, const char* probes) {
    return refusal([&] { (void)step_rounds(groups, probes, "steps.csv:3"); });
  };
  const auto says = [](const std::string& text, const char* word) {
    return text.find("steps.csv:3") != std::string::npos && text.find(word) != std::string::npos;
  };
  CHECK(says(message("100 / 200", "400"), "1 rounds of probes"));
  CHECK(says(message("", "400"), "must be numbers in us"));
  CHECK(says(message("100 / ", "400 / 500"), "must be numbers in us"));
  CHECK(says(message("100", "many"), "many"));
  CHECK(says(message("-100", "400"), "-100"));
}

TEST_CASE("a step's time at the processor's usual speed") {
  std::mt19937 random(3);
  std::normal_distribution<double> crowd(0.0, 0.2), own(0.0, 0.02);
  std::vector<StepRound> rounds;
  for (int i = 0; i < 40; ++i) {
    const double slow = std::exp(crowd(random));
    rounds.push_back(
        {.seconds = 2e-3 * std::pow(slow, probe_exponent) * std::exp(own(random)), .probe = 400e-6 * slow});
  }
  const RoundsTime settled = time_of_rounds(rounds, 400e-6), plain = time_of_rounds(rounds, 0.0);
  CHECK(std::abs(settled.seconds / 2e-3 - 1.0) <
        4.0 * 1.2533 * 0.02 / std::sqrt(40.0));  // four standard errors of the median
  CHECK(settled.noise < 0.3 * plain.noise);      // 0.02 instead of 0.16 of scatter
  const double expected = 1.645 * 1.2533 * 0.02 / std::sqrt(40.0);
  CHECK(std::abs(settled.noise / expected - 1.0) <
        0.5);  // the median absolute deviation of 40 values is 18 % uncertain
  CHECK(time_of_rounds(std::vector<StepRound>{{.seconds = 1e-3, .probe = 1e-4}}, 0.0).noise == 0.0);
}
}  // namespace calibrate_fit_step_rounds_test
