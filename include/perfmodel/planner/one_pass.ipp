#pragma once
#include <perfmodel/planner/one_pass.hpp>

namespace perfmodel::detail {

PERFMODEL_INLINE OnePass one_pass(const Network& network, const HostSystem& system, const Recipe& recipe,
                                  const ParallelLayout& layout, std::int64_t nodes) {
  const std::int64_t gpus = layout.gpus(), hosts = nodes_for(system, gpus, nodes);
  check(layout, gpus);
  if (network.recording != nullptr && (gpus > layout.dp || layout.zero > 0))
    throw bad_input("layout", std::to_string(gpus) + " GPUs",
                    "must be data parallelism without ZeRO: a recorded step is that of one card");
  const Passes passes = passes_of(layout, recipe.batch);
  OnePass one{.recipe = gathers(layout, recipe.mode) ? sharded_recipe(recipe) : recipe,
              .per_node = gpus / hosts > 0 && gpus % hosts == 0 ? gpus / hosts : system.gpus,
              .passes = passes.count * recipe.accumulation,
              .samples = passes.global * recipe.accumulation};
  one.recipe.batch = passes.batch;
  one.recipe.accumulation = 1;
  one.amp = one.recipe.precision != recipe.precision;
  return one;
}

}  // namespace perfmodel::detail
