#include <doctest/doctest.h>

#include <perfmodel/measurement/statistics.hpp>

namespace measurement_statistics_test {
using namespace perfmodel;

TEST_CASE("error_statistics() of known ratios") {
  const std::vector<double> values{0.9, 1.0, 1.1, 1.4};
  const ErrorStatistics s = error_statistics(values);
  CHECK(s.count == 4);
  CHECK(std::abs(s.mean - 0.15) < 1e-12);
  CHECK(std::abs(s.median - 0.1) < 1e-12);
  CHECK(std::abs(s.worst - 0.4) < 1e-12);
  CHECK(std::abs(s.bias - 0.1) < 1e-12);
  CHECK(error_statistics({}).count == 0);
}

TEST_CASE("quantile() interpolates between neighbours") {
  CHECK(quantile({3.0, 1.0, 2.0}, 0.5) == 2.0);
  CHECK(quantile({0.0, 1.0}, 0.9) == 0.9);
  CHECK(quantile({7.0}, 0.05) == 7.0);
}

TEST_CASE("detrending leaves a sawtooth on a slope and drops the slope") {
  std::vector<double> with_slope, without;
  for (int i = 0; i < 200; ++i) {
    with_slope.push_back(i % 7 + 10.0 * i);
    without.push_back(i % 7);
  }
  // At the ends the average is one-sided and keeps some of the slope: compare where it is centred.
  const auto middle = [](const std::vector<double>& series) {
    return std::vector<double>(series.begin() + 10, series.end() - 10);
  };
  CHECK(correlation(middle(detrended(with_slope, 10)), middle(detrended(without, 10))) > 0.99);
  CHECK(correlation(with_slope, without) < 0.2);
  CHECK(correlation(std::vector<double>{1, 1}, std::vector<double>{1, 2}) == 0.0);
}
}  // namespace measurement_statistics_test
