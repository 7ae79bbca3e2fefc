#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <perfmodel/planner/step_sweep.hpp>
#include <tests/properties/sampling.hpp>
#include <tests/properties/step_cases.hpp>
#include <vector>

namespace properties_step_sweep_test {
using namespace perfmodel;
using sampling::Case;
using sampling::holds;
using sampling::some_case;

namespace {
/// Every figure, to the last bit.
void check_equal(const StepEstimate& a, const StepEstimate& b) {
  RC_ASSERT(a.step == b.step);
  RC_ASSERT(a.low == b.low);
  RC_ASSERT(a.high == b.high);
  RC_ASSERT(a.device_busy == b.device_busy);
  RC_ASSERT(a.host == b.host);
  RC_ASSERT(a.bound == b.bound);
  RC_ASSERT(a.power == b.power);
  RC_ASSERT(a.fits == b.fits);
  RC_ASSERT(a.peak_allocated == b.peak_allocated);
  RC_ASSERT(a.peak_reserved == b.peak_reserved);
  RC_ASSERT(a.device_used == b.device_used);
  RC_ASSERT(a.device_memory == b.device_memory);
}

/// The cards of each framework, and a sweep over them that remembers from case to case.
struct FrameworkSweep {
  explicit FrameworkSweep(Framework framework) : cards(cards_under(framework)) {}
  static std::vector<CardModel> cards_under(Framework framework) {
    std::vector<CardModel> list;
    for (const CardModel& card : sampling::step_cards())
      if (card.software().framework == framework) list.push_back(card);
    return list;
  }
  std::vector<CardModel> cards;
  StepSweep sweep{cards};
};
}  // namespace

TEST_CASE("a sweep's steps are those that are asked one by one, to the last bit, whatever was asked before") {
  std::vector<std::unique_ptr<FrameworkSweep>> sweeps;
  for (const Framework framework : all_frameworks) sweeps.push_back(std::make_unique<FrameworkSweep>(framework));
  CHECK(holds("sweeps", 10'000, [&] {
    const Case c = some_case();
    FrameworkSweep& of = *sweeps[static_cast<std::size_t>(c.card->software().framework)];
    of.sweep.ask(c.network, c.recipe);
    std::size_t card = *rc::gen::inRange<std::size_t>(0, of.cards.size());
    for (int asked = 0; asked < 2; ++asked, card = (card + 1) % of.cards.size())
      if (computes(of.cards[card].device, c.recipe.precision))
        check_equal(of.sweep.on(card), estimate_step(c.network, c.recipe, of.cards[card]));
  }));
}
}  // namespace properties_step_sweep_test
