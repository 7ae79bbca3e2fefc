#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/scratch_table.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <vector>

namespace memory_scratch_table_test {
using namespace perfmodel;

TEST_CASE("the table says of each card what its own rule says") {
  const Software software = software_of();
  const StepTrace trace = steady_step(named_network("resnet18"), {.batch = 64}, software);
  std::vector<OperationId> all;
  for (OperationId id = 0; id < trace.operations.size(); ++id) all.push_back(id);
  ScratchTable table(trace.operations);
  std::vector<std::vector<Scratch>> expected;
  std::vector<std::size_t> places;
  for (const char* name : {"h200-sxm", "t4", "k40c", "a100-sxm4-80gb"}) {
    const TraceTarget target = trace_target(json::load_device(name).device);
    const CardScratch rule(software, target);
    places.push_back(table.card(software, target));
    CHECK(table.card(software, target) == places.back());
    table.learn(places.back(), all);
    expected.emplace_back();
    for (const Operation& operation : trace.operations) expected.back().push_back(rule(operation));
  }
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (const OperationId id : all) CHECK(table(places[a], id) == expected[a][id]);
    for (std::size_t b = 0; b < places.size(); ++b)
      CHECK(table.same(places[a], places[b], all) == (expected[a] == expected[b]));
  }
  CHECK_FALSE(table.same(places[0], places[1], all));  // workspaces of other sizes
}

TEST_CASE("cards may take as many allocations of other sizes") {
  const Software software = software_of();
  OperationList list;
  const std::vector<OperationId> one{list.id_of(Gemm{.m = 64, .n = 64, .k = 64})};
  ScratchTable table(list);
  const std::size_t hopper = table.card(software, {.compute_capability = 90}),
                    turing = table.card(software, {.compute_capability = 75});
  table.learn(hopper, one);
  table.learn(turing, one);
  CHECK_FALSE(table.same(hopper, turing, one));
  CHECK(table.same_count(hopper, turing, one));
}

TEST_CASE("a list may grow, and begin anew") {
  const Software software = software_of();
  OperationList list;
  ScratchTable table(list);
  const std::size_t card = table.card(software, {});
  const std::vector<OperationId> first{list.id_of(Gemm{.m = 64, .n = 64, .k = 64})};
  table.learn(card, first);
  const Scratch of_product = table(card, first[0]);
  CHECK(of_product.count > 0);
  const std::vector<OperationId> sorts{list.id_of(op::Sort{.keys = 8})};
  table.learn(card, sorts);
  CHECK(table(card, sorts[0]).count == 0);
  CHECK(table(card, first[0]) == of_product);
  list = {};
  table.forget();
  const std::vector<OperationId> again{list.id_of(op::Sort{.keys = 9})};
  table.learn(card, again);
  CHECK(table(card, again[0]).count == 0);
}

TEST_CASE("cards of one workspace are told from others, and what passes on each is listed by operation") {
  const Software software = software_of();
  OperationList list;
  const OperationId product = list.id_of(Gemm{.m = 64, .n = 64, .k = 64}), sort = list.id_of(op::Sort{.keys = 8}),
                    sums = list.id_of(op::Embedding{.backward = true, .indices = 1 << 20, .width = 8});
  const std::vector<OperationId> all{product, sort, sums};
  ScratchTable table(list);
  const std::size_t hopper = table.card(software, {.compute_capability = 90, .sms = 132}),
                    smaller = table.card(software, {.compute_capability = 90, .sms = 114}),
                    turing = table.card(software, {.compute_capability = 75, .sms = 40});
  for (const std::size_t card : {hopper, smaller, turing}) table.learn(card, all);
  CHECK(table.same_workspaces(hopper, smaller, all));
  CHECK_FALSE(table.same_workspaces(hopper, turing, all));
  const std::vector<std::size_t> cards{hopper, smaller};
  const auto passing = table.passing(cards, all);
  REQUIRE(passing);
  CHECK_FALSE(passing->mark[product]);  // a workspace alone
  CHECK_FALSE(passing->mark[sort]);
  REQUIRE(passing->mark[sums]);
  REQUIRE(passing->passing.size() == 1);
  REQUIRE(passing->passing[0].size() == cards.size());
  CHECK(passing->passing[0][1].count == table(smaller, sums).count);
  CHECK(passing->passing[0][1].bytes[0] == table(smaller, sums).parts[0].bytes);
}

TEST_CASE("a bare step has on each card the events that are traced there, its scratch memory under other names") {
  const Software software = software_of();
  const Network network = named_network("resnet18");
  const TraceTarget first = trace_target(json::load_device("h200-sxm").device);
  for (const bool steady : {false, true}) {
    const auto traced = [&](const TraceTarget& target, TraceDetail how) {
      const Recipe recipe{.batch = 64};
      return steady ? steady_step(network, recipe, software, target, how)
                    : step_trace(network, recipe, software, target, how);
    };
    const StepTrace bare = traced(first, TraceDetail::bare);
    const BareStep step = bare_step(bare);
    CHECK(step.workspaces_exist == steady);
    ScratchTable table(bare.operations);
    std::vector<OperationId> all;
    for (OperationId id = 0; id < bare.operations.size(); ++id) all.push_back(id);
    for (const char* name : {"h200-sxm", "t4", "k40c"}) {
      const TraceTarget target = trace_target(json::load_device(name).device);
      const std::size_t card = table.card(software, target);
      table.learn(card, all);
      std::vector<TraceEvent> put;
      put_steady_step(step, table, card, put);
      const StepTrace there = traced(target, TraceDetail::all);
      REQUIRE(put.size() == there.step.size());
      for (std::size_t i = 0; i < put.size(); ++i) {
        REQUIRE(put[i].what.index() == there.step[i].what.index());
        CHECK(put[i].phase == there.step[i].phase);
        CHECK(put[i].layer == there.step[i].layer);
        if (const auto* taken = std::get_if<Allocate>(&put[i].what))
          CHECK(taken->bytes == std::get<Allocate>(there.step[i].what).bytes);
        if (const auto* run = std::get_if<Execute>(&put[i].what))
          CHECK(bare.operations[run->operation] == there.operations[std::get<Execute>(there.step[i].what).operation]);
      }
    }
  }
}

TEST_CASE("cards that are replayed together have the replays of their own programs") {
  const Software software = software_of();
  const TraceTarget first = trace_target(json::load_device("h200-sxm").device);
  const StepTrace trace = step_trace(named_network("gnmt"), {.batch = 64}, software, first);
  std::vector<OperationId> all;
  for (OperationId id = 0; id < trace.operations.size(); ++id) all.push_back(id);
  ScratchTable table(trace.operations);
  std::vector<std::size_t> cards;
  for (const char* name : {"h200-sxm", "h100-pcie", "gh200-96gb"}) {
    const std::size_t card = table.card(software, trace_target(json::load_device(name).device));
    table.learn(card, all);
    if (cards.empty() || table.same_workspaces(cards.front(), card, all)) cards.push_back(card);
  }
  REQUIRE(cards.size() > 1);
  const StepTrace bare =
      without_scratch(trace, [&](OperationId id) -> const Scratch& { return table(cards.front(), id); });
  const BareStep step = bare_step(bare);
  const auto together = replays_on(step, table, cards, all, software.allocator, {});
  REQUIRE(together);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Replay alone = replay(program_on(step, table, cards[i]), software.allocator, {}, ReplayLimits{});
    CHECK((*together)[i].counters.peak_allocated == alone.counters.peak_allocated);
    CHECK((*together)[i].counters.peak_reserved == alone.counters.peak_reserved);
    CHECK((*together)[i].steps == alone.steps);
  }
}
}  // namespace memory_scratch_table_test
