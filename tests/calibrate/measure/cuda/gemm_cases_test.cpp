#include "calibrate/measure/cuda/gemm_cases.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>

namespace calibrate_measure_cuda_gemm_cases_test {
using namespace perfmodel;
using namespace perfmodel::calibrate;

namespace {
std::vector<GemmCase> all() { return gemm_cases(25e-3, 3e9, 1.0, true); }
}  // namespace

TEST_CASE("the cases are the same every time, and none comes twice") {
  const std::vector<GemmCase> cases = all(), again = all();
  REQUIRE(cases.size() == again.size());
  std::set<
      std::tuple<NumberFormat, Layout, std::int64_t, std::int64_t, std::int64_t, std::int64_t, Operands, bool, bool>>
      seen;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Gemm& g = cases[i].gemm;
    CHECK(g.m == again[i].gemm.m);
    CHECK(seen.insert({g.format, g.layout, g.batch, g.m, g.n, g.k, g.operands, cases[i].sustained, cases[i].bias})
              .second);
  }
}

TEST_CASE("every dimension from 32 to 16384 is covered in every format, aligned and not, batched, and in all layouts") {
  std::map<NumberFormat, std::array<std::int64_t, 2>> range;
  std::map<std::string, std::set<NumberFormat>> families;
  std::map<std::string, std::set<Layout>> layouts;
  for (const GemmCase& c : all()) {
    families[c.family].insert(c.gemm.format);
    layouts[c.family].insert(c.gemm.layout);
    auto [at, first] = range.insert({c.gemm.format, {c.gemm.m, c.gemm.m}});
    at->second = {std::min(at->second[0], c.gemm.m), std::max(at->second[1], c.gemm.m)};
  }
  for (const NumberFormat f : {NumberFormat::bf16, NumberFormat::fp16, NumberFormat::tf32, NumberFormat::fp32}) {
    CHECK(range[f][0] <= 32);
    CHECK(range[f][1] >= 16384);
    for (const char* family : {"random", "random_unaligned", "random_batched", "fcnn", "llm", "k_slope", "tiles",
                               "skinny", "alignment", "batched", "warm", "sustained", "bias"}) {
      CAPTURE(family);
      CHECK(families[family].count(f) == 1);
    }
  }
  CHECK(layouts["random"].size() == 3);
  CHECK(families["square"].count(NumberFormat::fp64) == 1);
}

TEST_CASE("a random shape that is meant to be unaligned has odd sizes, one that is meant to be aligned none") {
  std::mt19937_64 random(3);
  int odd = 0;
  for (int i = 0; i < 200; ++i) {
    for (const std::int64_t d : calibrate::detail::log_uniform(random, 8)) {
      CHECK(d % 8 == 0);
      CHECK(d >= 32);
      CHECK(d <= 16384);
    }
    for (const std::int64_t d : calibrate::detail::log_uniform(random, 1)) odd += static_cast<int>(d % 2);
  }
  CHECK(odd > 200);  // half of 600, 8 sigma below
}

TEST_CASE("nothing takes longer or needs more memory than allowed, and a share keeps about that share") {
  for (const GemmCase& c : gemm_cases(1e-3, 1e8)) {
    CHECK(in(traffic(c.gemm), byte) <= 1e8);
    CHECK(in(work(c.gemm), flop) <= 1e-3 * 1500e12);  // the fastest rate that the bound assumes
  }
  const double whole = static_cast<double>(gemm_cases(25e-3, 3e9).size());
  const double tenth = static_cast<double>(gemm_cases(25e-3, 3e9, 0.1).size());
  CHECK(std::abs(tenth / whole - 0.1) < 0.02);  // 6000 draws: sigma 0.4 %
}

TEST_CASE("the random products of the rehearsal share next to no product with the design") {
  std::set<std::array<std::int64_t, 3>> designed;
  for (const GemmCase& c : gemm_cases(25e-3, 3e9)) designed.insert({c.gemm.m, c.gemm.n, c.gemm.k});
  const std::vector<GemmCase> unseen = unseen_gemm_cases(25e-3, 3e9);
  CHECK(unseen.size() > 380);  // of 400, without those that run too long
  std::size_t shared = 0, batched = 0, odd = 0;
  for (const GemmCase& c : unseen) {
    shared += designed.count({c.gemm.m, c.gemm.n, c.gemm.k});
    batched += c.gemm.batch > 1 ? 1 : 0;
    odd += c.gemm.m % 8 != 0 || c.gemm.n % 8 != 0 || c.gemm.k % 8 != 0 ? 1 : 0;
  }
  CHECK(shared <= 4);  // 1 %: shapes of 64s may meet by chance
  CHECK(batched > 90);
  CHECK(odd > 110);
  CHECK(unseen_gemm_cases(25e-3, 3e9, 2)[5].gemm.m != unseen[5].gemm.m);
}

TEST_CASE(
    "random products to learn from are none of those that no fit may see, but for two small ones that coincide by "
    "chance") {
  using Key = std::tuple<NumberFormat, Layout, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
  const auto key = [](const Gemm& g) { return Key{g.format, g.layout, g.batch, g.m, g.n, g.k}; };
  constexpr double longest = 25e-3, pool = 3e9;
  std::set<Key> unseen;
  for (const std::uint64_t seed : {1U, 2U, 3U})
    for (const GemmCase& c : unseen_gemm_cases(longest, pool, seed)) unseen.insert(key(c.gemm));
  REQUIRE(unseen.size() > 1000);
  int batched = 0, unaligned = 0, shared = 0;
  const std::vector<GemmCase> cases = random_gemm_cases(longest, pool, 1300);
  for (const GemmCase& c : cases) {
    shared += unseen.count(key(c.gemm)) > 0 ? 1 : 0;
    batched += c.gemm.batch > 1 ? 1 : 0;
    unaligned += c.family.find("unaligned") != std::string::npos ? 1 : 0;
  }
  CHECK(shared <= 2);  // bf16 NT 128 x 192 x 64 and NN 320 x 64 x 256; docs/reference/accuracy.md
  REQUIRE(cases.size() > 5000);
  CHECK(std::abs(batched / static_cast<double>(cases.size()) - 0.25) < 0.01);         // every fourth
  CHECK(std::abs(unaligned / static_cast<double>(cases.size()) - 1.0 / 3.0) < 0.01);  // every third
}

TEST_CASE("products in pairs differ in where their operands are and in nothing else") {
  const std::vector<GemmCase> cases = warm_gemm_cases(25e-3, 3e9, 300);
  CHECK(cases.size() > 2300);  // of 2,400, without repeats
  REQUIRE(cases.size() % 2 == 0);
  int bias = 0, batched = 0, odd = 0;
  for (std::size_t i = 0; i < cases.size(); i += 2) {
    const GemmCase &cold = cases[i], &warm = cases[i + 1];
    const auto key = [](const GemmCase& c) {
      return std::tuple{c.gemm.format, c.gemm.layout, c.gemm.batch, c.gemm.m, c.gemm.n, c.gemm.k, c.bias};
    };
    CHECK(cold.gemm.operands == Operands::cold);
    CHECK(warm.gemm.operands == Operands::warm);
    CHECK(key(cold) == key(warm));
    bias += cold.bias, batched += cold.gemm.batch > 1, odd += cold.family.find("unaligned") != std::string::npos;
  }
  for (const int count : {bias, batched, odd}) CHECK(count > 300);  // three in ten; a third
}

TEST_CASE("random nn.Linear products have a bias and cover both alignments in every format") {
  const std::vector<GemmCase> cases = linear_gemm_cases(25e-3, 3e9, 450);
  CHECK(cases.size() > 2000);  // of 2,250, without those that run too long
  std::array<int, 2> fp32{}, others{};
  for (const GemmCase& c : cases) {
    CHECK(c.bias);
    CHECK(c.gemm.layout == Layout::nt);
    CHECK(c.gemm.m <= 8192);
    const auto odd = static_cast<std::size_t>(c.gemm.n % 8 != 0 || c.gemm.k % 8 != 0);
    ++(c.gemm.format == NumberFormat::fp32 ? fp32 : others)[odd];
  }
  for (const auto& counts : {fp32, others})
    for (const int count : counts) CHECK(count > 200);
}
}  // namespace calibrate_measure_cuda_gemm_cases_test
