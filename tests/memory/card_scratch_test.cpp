#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/card_scratch.hpp>
#include <perfmodel/memory/replay.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <vector>

namespace memory_card_scratch_test {
using namespace perfmodel;

namespace {
/// Allocations and releases of a part in order, without the tensors' names; releases say of how many bytes.
std::vector<std::int64_t> bytes_of(const StepTrace& trace) {
  std::vector<std::int64_t> list, live;
  for (const auto* part : {&trace.setup, &trace.first_step, &trace.step})
    for (const TraceEvent& event : *part) {
      if (const auto* a = std::get_if<Allocate>(&event.what)) {
        if (a->tensor >= live.size()) live.resize(a->tensor + 1);
        live[a->tensor] = a->bytes;
        list.push_back(a->bytes);
      } else if (const auto* r = std::get_if<Release>(&event.what)) {
        list.push_back(-live[r->tensor]);
      } else {
        list.push_back(0);
      }
    }
  return list;
}
}  // namespace

TEST_CASE("a trace that is moved to another card has the allocations of one that is made there") {
  const Software software = software_of();
  const std::vector<TraceTarget> targets{trace_target(json::load_device("h200-sxm").device),
                                         trace_target(json::load_device("t4").device),
                                         trace_target(json::load_device("k40c").device)};
  for (const char* name : {"resnet18", "gnmt", "transformer:layers=1,hidden=256,heads=4,vocab=1000,seq=128"})
    for (const std::int64_t batch : {1 + 1, 512}) {
      const Network network = named_network(name);
      const Recipe recipe{.batch = batch};
      const StepTrace trace = step_trace(network, recipe, software, targets[0]);
      const auto on = [&](std::size_t target) {
        std::vector<Scratch> list;
        for (const Operation& o : trace.operations) list.push_back(CardScratch(software, targets[target])(o));
        return [list](OperationId id) { return list[id]; };
      };
      const StepTrace bare = without_scratch(trace, on(0));
      for (const std::size_t to : {0U, 1U, 2U}) {
        const StepTrace moved = with_scratch(bare, on(to));
        CAPTURE(name);
        CAPTURE(to);
        CHECK(bytes_of(moved) == bytes_of(step_trace(network, recipe, software, targets[to])));
      }
    }
}

TEST_CASE("ids from the limit on are of no tensor of the trace") {
  StepTrace trace;
  CHECK(tensor_limit(trace) == 0);
  trace.first_step = {{Allocate{3, 8, MemoryClass::activation}, Phase::forward}, {Release{3}, Phase::forward}};
  trace.step = {{Allocate{1, 8, MemoryClass::activation}, Phase::forward}};
  CHECK(tensor_limit(trace) == 4);
}

// By hand: an operation with two temporaries, one with a workspace, one with both.

namespace {
Scratch scratch_of_operation(OperationId id) {
  Scratch scratch;
  if (id == 0) scratch.add({.bytes = 100}), scratch.add({.bytes = 200});
  if (id == 1) scratch.add({.bytes = 300, .why = MemoryClass::workspace, .slot = 1});
  if (id == 2) scratch.add({.bytes = 400, .why = MemoryClass::workspace, .slot = 0}), scratch.add({.bytes = 50});
  return scratch;
}
const auto by_hand = [](OperationId id) -> const Scratch& {
  static const std::vector<Scratch> all{scratch_of_operation(0), scratch_of_operation(1), scratch_of_operation(2)};
  return all[id];
};
/// +5: tensor 5 is allocated; -5: it is released; 100 + 1: operation 1 runs.
std::vector<int> words(const std::vector<TraceEvent>& events, TensorId first) {
  std::vector<int> out;
  for (const TraceEvent& e : events) {
    if (const auto* a = std::get_if<Allocate>(&e.what)) out.push_back(static_cast<int>(a->tensor - first) + 1);
    if (const auto* r = std::get_if<Release>(&e.what)) out.push_back(-(static_cast<int>(r->tensor - first) + 1));
    if (const auto* x = std::get_if<Execute>(&e.what)) out.push_back(100 + static_cast<int>(x->operation));
  }
  return out;
}
}  // namespace

TEST_CASE("temporaries come and go around their operation, workspaces come once for each thread") {
  const auto run = [](OperationId id, Phase phase = Phase::forward) {
    return TraceEvent{.what = Execute{.operation = id}, .phase = phase};
  };
  StepTrace bare;
  bare.setup = {{.what = Allocate{.tensor = 9, .bytes = 1}}};
  bare.first_step = {run(0), run(1), run(1), run(1, Phase::backward)};
  bare.step = {run(2), run(1), run(2, Phase::backward)};
  const StepTrace full = with_scratch(bare, by_hand);
  // places 1 to 4 are temporaries, 5 and 6 the forward thread's workspaces, 7 and 8 the backward thread's
  CHECK(words(full.first_step, 10) == std::vector<int>{1, 2, 100, -2, -1, 6, 101, 101, 8, 101});
  CHECK(words(full.step, 10) == std::vector<int>{5, 2, 102, -2, 101, 7, 2, 102, -2});
  CHECK(std::get<Allocate>(full.first_step[1].what).bytes == 200);
  CHECK(std::get<Allocate>(full.step[0].what).why == MemoryClass::workspace);
  CHECK(words(without_scratch(full, by_hand).first_step, 10) == words(bare.first_step, 10));
  CHECK(words(without_scratch(full, by_hand).step, 10) == words(bare.step, 10));
  StepTrace steady = bare;  // earlier steps, which are not there, took the workspaces
  steady.first_step.clear();
  const StepTrace later = with_scratch(steady, by_hand);
  CHECK(words(later.step, 10) == std::vector<int>{2, 102, -2, 101, 2, 102, -2});
  CHECK(words(without_scratch(later, by_hand).step, 10) == words(bare.step, 10));
}

TEST_CASE("what an operation takes while it runs, unless a workspace follows it") {
  const auto two = detail::passing_of(scratch_of_operation(0));
  REQUIRE(two);
  CHECK(two->count == 2);
  CHECK(two->bytes[0] == 100);
  CHECK(two->bytes[1] == 200);
  CHECK(detail::passing_of(scratch_of_operation(1))->count == 0);
  CHECK(detail::passing_of(scratch_of_operation(2))->bytes[0] == 50);
  Scratch behind = scratch_of_operation(0);
  behind.add({.bytes = 300, .slot = 1});
  CHECK_FALSE(detail::passing_of(behind));
}
}  // namespace memory_card_scratch_test
