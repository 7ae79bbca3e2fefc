// Equal blocks folded: the search's short way beside the whole one.
#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>

namespace planner_folded_test {
using namespace perfmodel;

TEST_CASE("a step of folded blocks is that of all blocks within a hundredth") {
  const Network network =
      build(Gpt2{.layers = 24, .hidden = 1024, .heads = 16, .vocabulary = 8192, .positions = 512, .sequence = 512});
  const CardModel card = make_card_model(json::load_device("h100-sxm5-80gb").device);
  const HostSystem system = json::load_system("DGX-H100");
  ParallelSteps folded(network, system, card, {}, {.folded = true});
  for (const ParallelLayout& layout : {ParallelLayout{}, ParallelLayout{.dp = 8}, ParallelLayout{.dp = 8, .zero = 3},
                                       ParallelLayout{.dp = 2, .tp = 4, .zero = 1, .sequence_parallel = true},
                                       ParallelLayout{.dp = 4, .pp = 2, .zero = 1, .micro_batch = 2}}) {
    const Recipe recipe{.batch = 16, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
    const ParallelEstimate whole = estimate_parallel(network, recipe, layout, system, card),
                           brief = folded(recipe, layout);
    CAPTURE(layout.tp);
    CAPTURE(layout.pp);
    CAPTURE(layout.zero);
    CHECK(std::abs(brief.step.step / whole.step.step - 1.0) < 0.01);
    CHECK(std::abs(brief.step.peak_allocated / whole.step.peak_allocated - 1.0) < 0.01);
    CHECK(brief.step.fits == whole.step.fits);
  }
}

TEST_CASE("what few blocks reserve says no less of all than what these allocate") {
  const Network network =
      build(Gpt2{.layers = 40, .hidden = 2048, .heads = 16, .vocabulary = 32768, .positions = 512, .sequence = 512});
  const CardModel card = make_card_model(json::load_device("l4").device);
  const HostSystem system = system_of(card.device);
  ParallelSteps folded(network, system, card, {}, {.folded = true});
  for (const std::int64_t batch : {1, 2, 4, 8, 16, 64})
    for (const ParallelLayout& layout : {ParallelLayout{.dp = 8, .zero = 3}, ParallelLayout{.dp = 8, .zero = 1}}) {
      const Recipe recipe{.batch = batch, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
      const StepEstimate e = folded(recipe, layout).step;
      CAPTURE(batch);
      CHECK(e.peak_reserved >= e.peak_allocated);
      if (e.fits) CHECK(e.peak_allocated <= e.device_memory);
    }
}
}  // namespace planner_folded_test
