#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/scratch_table.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <vector>

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
