#pragma once
#include <perfmodel/layer/stochastic_depth.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const StochasticDepth&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const StochasticDepth&, Inputs inputs, Parameters) {
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
