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
}  // namespace memory_card_scratch_test
