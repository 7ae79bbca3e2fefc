#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <perfmodel/pricing/gemm/rivals.hpp>

namespace pricing_gemm_rivals_test {
using namespace perfmodel;

TEST_CASE("the mean is of logarithms, by share, and a factor on the first kernel's time") {
  struct Kernel {
    double share, seconds;
  };
  const auto mean = [](double share, double first, const auto& others) {
    return mean_ratio(
        share, first, others, [](const Kernel& k) { return k.share; }, [](const Kernel& k) { return k.seconds; });
  };
  CHECK(mean(1.0, 5.0, std::array<Kernel, 0>{}) == 1.0);
  const double two = mean(1.0, 2.0, std::array{Kernel{1.0, 8.0}});  // the root of 2 x 8 is 4
  CHECK(std::abs(two - 2.0) < 1e-15);
  const double three = mean(2.0, 1.0, std::array{Kernel{1.0, 8.0}, Kernel{0.0, -1.0}});  // no time is asked of the last
  CHECK(std::abs(three - 2.0) < 1e-15);
}

TEST_CASE("a shortlist keeps the least scores, and shares fall evenly to nothing at the spread") {
  detail::Shortlist list;
  for (const double score : {9.0, 2.0, 1.0, 1.1, 1.05})
    list.add({score, static_cast<int>(std::lround(100.0 * score)), 1});
  const TileChoice likeliest{.tile = 100, .splits = 1, .score = 1.0};
  const Rivals rivals = list.rivals(likeliest, 0.2);
  REQUIRE(rivals.count == 2);  // the first gave way, the second is beyond the spread
  double of_11 = 0.0, of_10_5 = 0.0;
  for (const Rival& rival : rivals.all()) (rival.tile == 110 ? of_11 : of_10_5) = static_cast<double>(rival.share);
  const double sum = 1.0 + 0.5 + 0.75;
  CHECK(std::abs(of_11 - 0.5 / sum) < 1e-6);  // single precision
  CHECK(std::abs(of_10_5 - 0.75 / sum) < 1e-6);
  CHECK(std::abs(rivals.likeliest_share() - 1.0 / sum) < 1e-6);
  CHECK(std::abs(mean_ratio(rivals, 1.0, [](const TileChoice& c) { return c.tile == 110 ? 2.0 : 1.0; }) -
                 std::pow(2.0, 0.5 / sum)) < 1e-6);
}
}  // namespace pricing_gemm_rivals_test
