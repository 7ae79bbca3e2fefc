#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// Normalizes each sample's channels in groups. Wu and He 2018, arXiv:1803.08494.
struct GroupNorm {
  std::int64_t groups{1}, channels{};
  friend constexpr bool operator==(const GroupNorm&, const GroupNorm&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const GroupNorm&) { return "group_norm"; }

/// @throws Error naming the shapes if the channels differ or the groups do not divide them
[[nodiscard]] Shape output_shape(const GroupNorm& layer, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const GroupNorm& layer, InputShapes);

/// Eight operations per element, as for layer norm.
[[nodiscard]] constexpr Work forward_work(const GroupNorm&, InputShapes inputs) {
  return 8.0 * static_cast<double>(elements(inputs[0])) * flop;
}

/// Saves the input and mean and reciprocal deviation of each (sample, group); one backward operation makes the
/// gradients of input, weight and bias.
[[nodiscard]] Tensor forward(TraceWriter& writer, const GroupNorm& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/group_norm.ipp>
#endif
