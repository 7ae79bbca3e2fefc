#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/parallel/layout.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/system/host_system.hpp>
#include <string>

namespace perfmodel::detail {

/// A step on several cards as each data rank runs it: so many passes of so many samples.
struct OnePass {
  Recipe recipe{};  ///< of one pass
  std::int64_t per_node{}, passes{1};
  std::int64_t samples{};  ///< of the whole step
  bool amp{};              ///< autocast was asked for, and what is gathered is cast instead
};

/// FSDP casts what it gathers: layers work in 16 bits as if the network had been cast, and FP32 parts are stored.
[[nodiscard]] inline Recipe sharded_recipe(Recipe recipe) {
  if (recipe.precision == Precision::amp_bf16) recipe.precision = Precision::bf16;
  if (recipe.precision == Precision::amp_fp16) recipe.precision = Precision::fp16;
  return recipe;
}

/// Whether parameters are cut and gathered part by part. What nobody drops stays whole behind the first forward pass:
/// without resharding an inference gathers nothing.
[[nodiscard]] constexpr bool gathers(const ParallelLayout& layout, Mode mode) {
  return layout.zero == 3 && layout.copies() > 1 && (mode == Mode::train || layout.reshard);
}

/// @param nodes  hosts; 0: as many as the cards need
/// @throws Error naming what does not divide, does not fit the network, or is not known of the system
[[nodiscard]] OnePass one_pass(const Network& network, const HostSystem& system, const Recipe& recipe,
                               const ParallelLayout& layout, std::int64_t nodes);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/one_pass.ipp>
#endif
