#pragma once
#include <perfmodel/step/least_batch.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::size_t single_value_norm(const Network& network, const NetworkShapes& shapes) {
  std::size_t i = 0;
  for (; i < network.layers.size(); ++i)
    if (const auto* norm = std::get_if<BatchNorm>(&network.layers[i].what);
        norm != nullptr && elements(shapes.outputs[i]) == norm->channels)
      break;
  return i;
}

PERFMODEL_INLINE std::int64_t least_batch(const Network& network, Mode mode) {
  return mode == Mode::train && single_value_norm(network, infer_shapes(network, 1)) < network.layers.size() ? 2 : 1;
}

}  // namespace perfmodel
