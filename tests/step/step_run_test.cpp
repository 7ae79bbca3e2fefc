#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_run.hpp>
#include <string>
#include <vector>

#include "../refusal.hpp"

namespace step_step_run_test {
using namespace perfmodel;

namespace {

std::size_t count(const std::vector<TraceEvent>& events, MemoryClass why) {
  std::size_t n = 0;
  for (const TraceEvent& e : events)
    if (const auto* a = std::get_if<Allocate>(&e.what)) n += a->why == why ? 1 : 0;
  return n;
}

}  // namespace

TEST_CASE("set_up() makes the parameters layer by layer, then inputs and labels") {
  const Network network = named_network("fcnn:layers=3,hidden=8,inputs=4,outputs=2");
  const Recipe recipe{.batch = 5};
  detail::StepRun run(network, recipe, software_of(), {});
  std::vector<TraceEvent> events;
  run.writer.write_to(&events);
  detail::set_up(run);
  CHECK(count(events, MemoryClass::parameter) == 8);  // four linear layers with weight and bias
  CHECK(count(events, MemoryClass::input) == 2);
  CHECK(std::get<Allocate>(events.front().what).bytes == 4 * 8 * 4);
  CHECK(std::get<Allocate>(events.at(8).what).bytes == 5 * 4 * 4);
  CHECK(run.target.defined());
}

TEST_CASE("forward_pass() drops what nobody reads any more, and keeps the output") {
  const Network network = named_network("fcnn:layers=3,hidden=8,inputs=4,outputs=2");
  const Recipe recipe{.batch = 5, .mode = Mode::infer};
  detail::StepRun run(network, recipe, software_of(), {});
  std::vector<TraceEvent> events;
  run.writer.write_to(&events);
  detail::set_up(run);
  const std::size_t before = run.writer.live_tensors();
  CHECK(!run.target.defined());  // no labels without training
  detail::forward_pass(run);
  REQUIRE(run.output.defined());
  CHECK(run.output.shape() == Shape{5, 2});
  CHECK(count(events, MemoryClass::activation) == 7);  // four products, three activations
  CHECK(run.writer.live_tensors() - before ==
        1 + count(events, MemoryClass::workspace));  // the output, and libraries' workspaces
}

TEST_CASE("a checkpointed segment leaves only what goes in and what comes out") {
  const auto activations = [](std::int64_t every) {
    const Network network = named_network("transformer:layers=4,hidden=64,heads=2,seq=8,vocab=32");
    const Recipe recipe{.batch = 2, .checkpoint_every = every};
    detail::StepRun run(network, recipe, software_of(), {});
    detail::set_up(run);
    detail::forward_pass(run);
    return run.writer.live_tensors();
  };
  CHECK(activations(1) < activations(0));
  CHECK(activations(2) < activations(1));
}

TEST_CASE("a segment knows what it reads from before it, once each, and what is read behind it") {
  const Network network = named_network("transformer:layers=2,hidden=64,heads=2,seq=8,vocab=32");
  const Recipe recipe{.batch = 2};
  const detail::StepRun run(network, recipe, software_of(), {});
  const std::size_t count = network.layers.size();
  for (std::size_t first = 1; first < count; ++first)
    for (std::size_t last = first + 1; last <= count; ++last) {
      const detail::Segment s = detail::segment_of(run, first, last);
      for (std::size_t before = 0; before < first; ++before) {  // by reading every layer's sources again
        bool read = false;
        for (std::size_t i = first; i < last; ++i)
          for (const std::int32_t source : run.sources[i]) read = read || source == static_cast<std::int32_t>(before);
        CHECK(std::count(s.in.begin(), s.in.end(), before) == (read ? 1 : 0));
      }
      for (std::size_t own = first; own < last; ++own) {
        bool read = own + 1 == count ||  // the loss reads the last one, and some the program holds
                    network.layers[own].held_until >= static_cast<std::int32_t>(last);
        for (std::size_t i = last; i < count; ++i)
          for (const std::int32_t source : run.sources[i]) read = read || source == static_cast<std::int32_t>(own);
        CHECK(std::count(s.out.begin(), s.out.end(), own) == (read ? 1 : 0));
      }
    }
}

TEST_CASE("a run refuses batch norms over one value, and networks of too many parameters") {
  const Network norm = named_network("resnet18:input=32x32");
  const Recipe one{.batch = 1};
  CHECK(refusal([&] {
          detail::StepRun run(norm, one, software_of(), {});
        }).find("must have more than one value per channel") != std::string::npos);
}
}  // namespace step_step_run_test
