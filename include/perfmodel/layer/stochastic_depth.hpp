#pragma once
#include <perfmodel/layer/elementwise.hpp>
#include <vector>

namespace perfmodel {

/// In training each sample's branch is dropped as a whole or scaled up: x times one random number per sample.
/// Huang et al. 2016, arXiv:1603.09382; torchvision/ops/stochastic_depth.py (mode "row").
struct StochasticDepth {};

[[nodiscard]] constexpr std::string_view kind(const StochasticDepth&) { return "stochastic_depth"; }
[[nodiscard]] inline Shape output_shape(const StochasticDepth&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const StochasticDepth&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const StochasticDepth&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}

/// Random numbers drawn, divided by the survival rate, multiplied onto x; the product saves them only.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const StochasticDepth&, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  if (!writer.training()) return x;
  Shape one_each = x.shape();
  for (std::size_t i = 1; i < one_each.rank; ++i) one_each.extent[i] = 1;
  const Tensor noise = writer.allocate(one_each, x.format());
  writer.host(HostOp::elementwise, 2);
  writer.run(PointwiseFunction::random, {}, noise);
  writer.run(PointwiseFunction::divide_scalar, {noise}, noise);
  const std::array<Tensor, 2> both{x, noise};
  return forward(writer, Multiply{}, both, {});
}

}  // namespace perfmodel
