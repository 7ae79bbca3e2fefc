#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <tests/properties/step_cases.hpp>
#include <tests/step/plain_step.hpp>

namespace properties_unrolled_test {
using namespace perfmodel;
using sampling::Case;
using sampling::holds;

namespace {
/// Networks of up to 24 blocks beside those of some_network().
[[nodiscard]] Network deep_network() {
  const std::string blocks = std::to_string(*rc::gen::inRange(1, 24));
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return named_network("transformer:layers=" + blocks +
                           ",hidden=64,heads=2,vocab=100,seq=" + std::to_string(8 * *rc::gen::inRange(1, 9)));
    case 1:
      return named_network("fcnn:layers=" + blocks + ",hidden=32,inputs=8,outputs=4");
    default:
      return sampling::some_network();
  }
}
}  // namespace

TEST_CASE("traces are event for event those that the layers of all blocks write in each step") {
  CHECK(holds("unrolled", 10'000, [] {
    Case c = sampling::some_case();
    const Software& software = c.card->software();
    if (software.rules.compiled) return;
    c.network = deep_network();
    const bool blocks = std::any_of(c.network.layers.begin(), c.network.layers.end(),
                                    [](const Layer& layer) { return layer.block >= 0; });
    if (blocks && c.recipe.mode == Mode::train) c.recipe.checkpoint_every = *rc::gen::inRange<std::int64_t>(0, 3);
    const TraceTarget& target = c.card->steps.target;
    RC_ASSERT(plain::difference(step_trace(c.network, c.recipe, software, target),
                                plain::step_trace(c.network, c.recipe, software, target)) == "");
    RC_ASSERT(plain::difference(steady_step(c.network, c.recipe, software, target),
                                plain::steady_step(c.network, c.recipe, software, target)) == "");
  }));
}
}  // namespace properties_unrolled_test
