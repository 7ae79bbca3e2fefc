#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/step/repeated_pass.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <tests/step/plain_step.hpp>
#include <vector>

namespace step_repeated_pass_test {
using namespace perfmodel;

TEST_CASE("later steps are event for event what the layers write, whatever outlives a step") {
  for (const char* name : {"fcnn:layers=3,hidden=16,inputs=4,outputs=2", "resnet18", "inception_v3", "gnmt", "ncf"})
    for (const Framework framework : {Framework::libtorch, Framework::pytorch, Framework::cuda_graph})
      for (const Optimizer optimizer : {Optimizer::momentum, Optimizer::adam})
        for (const std::int64_t accumulation : {1, 3})
          for (const TraceDetail detail : {TraceDetail::all, TraceDetail::memory}) {
            CAPTURE(name);
            CAPTURE(std::string(perfmodel::name(framework)) + " accumulation " + std::to_string(accumulation));
            const Network network = named_network(name);
            const Recipe recipe{.batch = 2, .optimizer = optimizer, .accumulation = accumulation};
            const Software software = software_of(framework);
            CHECK(plain::difference(step_trace(network, recipe, software, {}, detail),
                                    plain::step_trace(network, recipe, software, {}, detail)) == "");
          }
}

TEST_CASE("a pass is written again only where it finds the gradients that it found, or none") {
  const Network network = named_network("fcnn:layers=3,hidden=16,inputs=4,outputs=2");
  const Recipe recipe{.batch = 2};
  for (const bool kept : {false, true}) {
    detail::StepRun run(network, recipe, software_of(), {});
    std::vector<TraceEvent> one, next;
    detail::set_up(run);
    detail::PassesOfStep passes;
    int written = 0;
    const auto layers = [&] {
      ++written;
      detail::forward_and_backward(run);
    };
    run.writer.write_to(&one);
    passes.run(run, layers);
    if (!kept) detail::zero_gradients(run);
    passes.come_again(one);
    run.writer.write_to(&next);
    passes.run(run, layers);
    run.writer.write_to(nullptr);
    CHECK(written == (kept ? 2 : 1));
    CHECK(next.size() > 0);
  }
}

TEST_CASE("of many passes of the first step layers write two") {
  const Network network = named_network("fcnn:layers=3,hidden=16,inputs=4,outputs=2");
  const Recipe recipe{.batch = 2};
  detail::StepRun run(network, recipe, software_of(), {});
  std::vector<TraceEvent> events;
  detail::set_up(run);
  detail::PassesOfStep passes;
  int written = 0;
  run.writer.write_to(&events);
  for (int pass = 0; pass < 5; ++pass)
    passes.run(run, [&] {
      ++written;
      detail::forward_and_backward(run);
    });
  run.writer.write_to(nullptr);
  CHECK(written == 2);
}
}  // namespace step_repeated_pass_test
