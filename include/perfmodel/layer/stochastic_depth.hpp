#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <vector>

namespace perfmodel {

/// In training each sample's branch is dropped as a whole or scaled up: x times one random number per sample.
/// Huang et al. 2016, arXiv:1603.09382; torchvision/ops/stochastic_depth.py (mode "row").
struct StochasticDepth {
  friend constexpr bool operator==(const StochasticDepth&, const StochasticDepth&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const StochasticDepth&) { return "stochastic_depth"; }
[[nodiscard]] Shape output_shape(const StochasticDepth&, InputShapes inputs);
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const StochasticDepth&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const StochasticDepth&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}

/// Random numbers drawn, divided by the survival rate, multiplied onto x; the product saves them only.
[[nodiscard]] Tensor forward(TraceWriter& writer, const StochasticDepth&, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/stochastic_depth.ipp>
#endif
