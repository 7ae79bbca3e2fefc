#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_sweep.hpp>
#include <string>
#include <thread>
#include <vector>

namespace planner_step_sweep_test {
using namespace perfmodel;

namespace {
std::vector<CardModel> cards() {
  std::vector<CardModel> list;
  for (const char* name : {"k40c", "t4", "h200-sxm", "a100-sxm4-80gb", "rtx-4090"})
    list.push_back(make_card_model(json::load_device(name).device));
  return list;
}
}  // namespace

TEST_CASE("a sweep answers as estimate_step() does, card by card and back") {
  const std::vector<CardModel> list = cards();
  StepSweep sweep(list);
  for (const char* name : {"resnet18", "transformer:layers=2,hidden=256,heads=4,vocab=1000,seq=128", "gnmt"}) {
    const Network network = named_network(name);
    const Recipe recipe{.batch = 32};
    sweep.ask(network, recipe);
    for (const std::size_t i : {0U, 1U, 2U, 3U, 4U, 2U, 0U}) {
      const StepEstimate expected = estimate_step(network, recipe, list[i]), got = sweep.on(i);
      CAPTURE(name);
      CAPTURE(list[i].device.name);
      CHECK(got.step == expected.step);
      CHECK(got.host == expected.host);
      CHECK(got.fits == expected.fits);
      CHECK(got.peak_allocated == expected.peak_allocated);
      CHECK(got.peak_reserved == expected.peak_reserved);
    }
  }
}

TEST_CASE("a sweep refuses what estimate_step() refuses, and goes on") {
  const std::vector<CardModel> list = cards();
  StepSweep sweep(list);
  const Network network = named_network("resnet18");
  sweep.ask(network, {.batch = 0});
  CHECK_THROWS_WITH_AS((void)sweep.on(0), "batch: got 0; must be >= 1", Error);
  sweep.ask(network, {.batch = 4});
  CHECK(sweep.on(1).step == estimate_step(network, {.batch = 4}, list[1]).step);
}

TEST_CASE("threads that share the cards, each with a sweep of its own, answer as one alone") {
  const std::vector<CardModel> list = cards();
  const auto ask = [&list](std::vector<Time>& times) {
    StepSweep sweep(list);
    for (const char* name : {"resnet18:input=64x64", "fcnn:layers=4,hidden=256,inputs=100,outputs=10"}) {
      const Network network = named_network(name);
      sweep.ask(network, {.batch = 16});
      for (std::size_t i = 0; i < list.size(); ++i) times.push_back(sweep.on(i).step);
    }
  };
  std::vector<std::vector<Time>> answers(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<Time>& times : answers) threads.emplace_back([&] { ask(times); });
  }
  REQUIRE(answers[0].size() == 2 * list.size());
  for (const std::vector<Time>& times : answers) CHECK(times == answers[0]);
}
}  // namespace planner_step_sweep_test
