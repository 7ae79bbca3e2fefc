#include <doctest/doctest.h>

#include <perfmodel/memory/fitting_cards.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <vector>

#include "tests/step/support.hpp"

namespace memory_fitting_cards_test {
using namespace perfmodel;

namespace {
constexpr std::int64_t gib = 1'073'741'824;

Device card(double gibibytes, int compute_capability, double sms, int threads_per_sm) {
  Device d = h200();
  d.memory_reported = gibibytes * gibi * byte;
  d.compute_capability = compute_capability;
  d.sms = sms * sm;
  d.occupancy.threads_per_sm = threads_per_sm;
  return d;
}
}  // namespace

TEST_CASE("fitting_cards() says of each card what footprint() says of it alone") {
  std::vector<Device> cards;
  for (double memory = 1.5; memory < 12.0; memory += 0.125) {
    cards.push_back(card(memory, 90, 132, 2048));  // one trace for these ...
    cards.push_back(card(memory, 75, 40, 1024));   // ... and another for those, with a smaller workspace
  }
  const Network networks[]{fcnn({.layers = 8, .hidden = 4096, .inputs = 4000, .outputs = 600}),
                           named_network("resnet50")};
  const Recipe recipes[]{{.batch = 4096, .precision = Precision::amp_fp16, .optimizer = Optimizer::adam},
                         {.batch = 64}};
  for (std::size_t i = 0; i < 2; ++i) {
    CAPTURE(networks[i].name);
    const std::vector<bool> fit = fitting_cards(networks[i], recipes[i], software_of(), cards);
    REQUIRE(fit.size() == cards.size());
    int holding = 0;
    for (std::size_t c = 0; c < cards.size(); ++c) {
      CAPTURE(in(cards[c].memory_reported, gibi * byte));
      CAPTURE(cards[c].compute_capability);
      const StepTrace trace = step_trace(networks[i], recipes[i], software_of(), trace_target(cards[c]));
      CHECK(fit[c] == footprint(trace, cards[c]).fits);
      holding += fit[c] ? 1 : 0;
    }
    CHECK(holding > 0);
    CHECK(holding < static_cast<int>(cards.size()));  // the row of sizes reaches over the border
  }
}

TEST_CASE("compiled steps are traced for each kind of card") {
  std::vector<Device> cards;
  for (double memory = 2.5; memory < 8.0; memory += 0.5) {
    cards.push_back(card(memory, 90, 132, 2048));
    cards.push_back(card(memory, 75, 40, 1024));
  }
  const Network network = named_network("resnet50");
  const Recipe recipe{.batch = 32};
  const Software software = software_of(Framework::compile);
  const std::vector<bool> fit = fitting_cards(network, recipe, software, cards);
  REQUIRE(fit.size() == cards.size());
  int holding = 0;
  for (std::size_t c = 0; c < cards.size(); ++c) {
    CAPTURE(in(cards[c].memory_reported, gibi * byte));
    CAPTURE(cards[c].compute_capability);
    CHECK(fit[c] == footprint(step_trace(network, recipe, software, trace_target(cards[c])), cards[c]).fits);
    holding += fit[c] ? 1 : 0;
  }
  CHECK(holding > 0);
  CHECK(holding < static_cast<int>(cards.size()));
}

TEST_CASE("fitting_cards() heeds what others hold on the card") {
  const std::vector<Device> cards{card(8, 90, 132, 2048)};
  const Network network = fcnn({.layers = 4, .hidden = 512, .inputs = 2000, .outputs = 200});
  CHECK(fitting_cards(network, {.batch = 64}, software_of(), cards).front());
  CHECK_FALSE(fitting_cards(network, {.batch = 64}, software_of(), cards, {.other_processes = 8 * gib}).front());
  CHECK(fitting_cards(network, {.batch = 64}, software_of(), {}).empty());
}

TEST_CASE("fitting_cards() refuses a card of unknown memory") {
  const std::vector<Device> cards{card(0, 90, 132, 2048)};
  CHECK_THROWS_AS((void)fitting_cards(fcnn({}), {.batch = 64}, software_of(), cards), Error);
}
}  // namespace memory_fitting_cards_test
