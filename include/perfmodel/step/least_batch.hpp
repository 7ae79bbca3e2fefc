#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/step/recipe.hpp>
#include <variant>

namespace perfmodel {

/// The first layer that would normalize each channel over a single value; PyTorch refuses that in training
/// (torch/nn/functional.py, _verify_batch_size). None: the number of layers.
[[nodiscard]] std::size_t single_value_norm(const Network& network, const NetworkShapes& shapes);

/// Samples that a forward pass of training needs at least: two where a batch norm has one value per channel and sample.
[[nodiscard]] std::int64_t least_batch(const Network& network, Mode mode);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/step/least_batch.ipp>
#endif
