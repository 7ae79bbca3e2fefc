#pragma once
#include <perfmodel/planner/throughput.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::optional<std::int64_t> tokens_per_sample(const Network& network) {
  if (network.inputs.empty()) return std::nullopt;
  const NetworkInput& input = network.inputs.front();
  if (!input.integers || input.shape.rank != 1 || (input.shape[0] < 2 && network.inputs.size() > 1))
    return std::nullopt;
  return input.shape[0];
}

}  // namespace perfmodel
