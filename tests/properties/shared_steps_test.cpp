#include <doctest/doctest.h>

#include <cstddef>
#include <deque>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/system/host_system.hpp>
#include <tests/properties/sampling.hpp>
#include <tests/properties/step_cases.hpp>
#include <vector>

namespace properties_shared_steps_test {
using namespace perfmodel;
using sampling::Case;
using sampling::holds;
using sampling::some_case;

namespace {
[[nodiscard]] std::vector<CardModel> cards_under(Framework framework) {
  std::vector<CardModel> list;
  for (const CardModel& card : sampling::step_cards())
    if (card.software().framework == framework) list.push_back(card);
  return list;
}

/// One card, or several that share weights in one way or another.
[[nodiscard]] ParallelLayout some_layout(Mode mode) {
  ParallelLayout layout{.dp = *rc::gen::element<std::int64_t>(1, 1, 2, 4)};
  layout.zero = mode == Mode::train ? *rc::gen::element(0, 1, 2, 3) : *rc::gen::element(0, 3);
  layout.bucket_view = *rc::gen::arbitrary<bool>();
  layout.reshard = *rc::gen::arbitrary<bool>();
  return layout;
}

constexpr Time rounding = 1e-12 * second;

/// Every figure, to the last bit.
void check_equal(const ParallelEstimate& a, const ParallelEstimate& b) {
  RC_ASSERT(a.step.step == b.step.step);
  RC_ASSERT(a.step.low == b.step.low);
  RC_ASSERT(a.step.high == b.step.high);
  RC_ASSERT(a.step.host == b.step.host);
  RC_ASSERT(a.step.device_busy == b.step.device_busy);
  RC_ASSERT(a.step.bound == b.step.bound);
  RC_ASSERT(a.step.power == b.step.power);
  RC_ASSERT(a.step.fits == b.step.fits);
  RC_ASSERT(a.step.peak_allocated == b.step.peak_allocated);
  RC_ASSERT(a.step.peak_reserved == b.step.peak_reserved);
  RC_ASSERT(a.exposed == b.exposed);
  RC_ASSERT(a.samples_per_second == b.samples_per_second);
}
}  // namespace

TEST_CASE("cards that share traces have the steps that each has alone, whoever asks first and whatever is asked") {
  CHECK(holds("shared steps", 300, [&] {
    const Case c = some_case();
    const std::vector<CardModel> cards = cards_under(c.card->software().framework);
    std::deque<ParallelSteps> shared;
    shared.emplace_back(c.network, system_of(cards[0].device), cards[0]);
    for (std::size_t i = 1; i < cards.size(); ++i) shared.emplace_back(shared[0], system_of(cards[i].device), cards[i]);
    for (int asked = 0; asked < 4; ++asked) {
      const std::size_t i = *rc::gen::inRange<std::size_t>(0, cards.size());
      if (!computes(cards[i].device, c.recipe.precision)) continue;
      Recipe recipe = c.recipe;
      recipe.batch *= *rc::gen::element<std::int64_t>(1, 2);
      const ParallelLayout layout = some_layout(recipe.mode);
      ParallelSteps alone(c.network, system_of(cards[i].device), cards[i]);
      const ParallelEstimate expected = alone(recipe, layout);
      if (*rc::gen::arbitrary<bool>()) RC_ASSERT(shared[i].fits(recipe, layout) == expected.step.fits);
      check_equal(shared[i](recipe, layout), expected);
      // what FSDP copies in and out of buffers makes a step longer, too
      if (layout.zero < 3) RC_ASSERT(expected.exposed <= expected.communication + rounding);
      RC_ASSERT(expected.step.low <= expected.step.step);
      RC_ASSERT(expected.step.step <= expected.step.high);
      if (layout.gpus() == 1) {  // a step like any other
        const StepEstimate one = estimate_step(c.network, recipe, cards[i]);
        RC_ASSERT(one.peak_reserved == expected.step.peak_reserved);
        if (one.fits && recipe.accumulation == 1) RC_ASSERT(expected.step.device_busy == one.device_busy);
      }
    }
  }));
}
}  // namespace properties_shared_steps_test
