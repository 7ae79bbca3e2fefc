#include <doctest/doctest.h>

#include <perfmodel/parallel/published_counts.hpp>

namespace parallel_published_counts_test {
using namespace perfmodel;

namespace {
constexpr CountedLayer gpt3{.sequence = 2048, .batch = 1, .hidden = 12288, .heads = 96};
constexpr double sbh = 2048.0 * 12288.0;

constexpr CountedLayer changed(std::int64_t ranks, bool sequence, CountedLayer::Recompute recompute) {
  CountedLayer l = gpt3;
  l.tensor_ranks = ranks, l.sequence_parallel = sequence, l.recompute = recompute;
  return l;
}
using Recompute = CountedLayer::Recompute;
}  // namespace

// Korthikanti et al. 2022, arXiv:2205.05198, section 4: 5 a s / h = 80 for GPT-3
static_assert(published_activations(gpt3) == sbh * (34.0 + 80.0) * byte);
static_assert(published_activations(changed(8, false, Recompute::none)) == sbh * (10.0 + 3.0 + 10.0) * byte);
static_assert(published_activations(changed(8, true, Recompute::none)) == sbh * (4.25 + 10.0) * byte);
static_assert(published_activations(changed(8, true, Recompute::selective)) == sbh * 4.25 * byte);
static_assert(published_activations(changed(8, true, Recompute::full)) == sbh * 2.0 * byte);

// Rajbhandari et al. 2020, arXiv:1910.02054, Figure 1: 7.5e9 parameters on 64 cards take 120, 31.4, 16.6, 1.9 GB
static_assert(published_zero_states(7.5e9, 0, 64) == 120e9 * byte);
static_assert(published_zero_states(7.5e9, 1, 64) == 31.40625e9 * byte);
static_assert(published_zero_states(7.5e9, 2, 64) == 16.640625e9 * byte);
static_assert(published_zero_states(7.5e9, 3, 64) == 1.875e9 * byte);

TEST_CASE("each measure against activations saves what its paper says") {
  // the same, section 4.1: selective recomputation frees 70 % of GPT-3's activations
  const double selective = in(published_activations(changed(1, false, Recompute::selective)), byte);
  CHECK(1.0 - selective / in(published_activations(gpt3), byte) == doctest::Approx(0.70).epsilon(0.005).scale(0.0));
}
}  // namespace parallel_published_counts_test
