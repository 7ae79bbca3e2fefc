#pragma once
#include <cstdint>
#include <perfmodel/network/network.hpp>
#include <perfmodel/step/recipe.hpp>
#include <variant>

namespace perfmodel {

/// The first layer that would normalize each channel over a single value; PyTorch refuses that in training
/// (torch/nn/functional.py, _verify_batch_size). None: the number of layers.
[[nodiscard]] inline std::size_t single_value_norm(const Network& network, const NetworkShapes& shapes) {
  std::size_t i = 0;
  for (; i < network.layers.size(); ++i)
    if (const auto* norm = std::get_if<BatchNorm>(&network.layers[i].what);
        norm != nullptr && elements(shapes.outputs[i]) == norm->channels)
      break;
  return i;
}

/// Samples that a forward pass of training needs at least: two where a batch norm has one value per channel and sample.
[[nodiscard]] inline std::int64_t least_batch(const Network& network, Mode mode) {
  return mode == Mode::train && single_value_norm(network, infer_shapes(network, 1)) < network.layers.size() ? 2 : 1;
}

}  // namespace perfmodel
