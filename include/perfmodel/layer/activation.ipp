#pragma once
#include <perfmodel/layer/activation.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Activation&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Activation& layer, Inputs inputs, Parameters) {
  const ActivationRule r = rule(layer.function);
  const Tensor& x = inputs[0];
  writer.host(HostOp::activation);
  Tensor saved{};
  if (layer.in_place && !r.in_place_saves_output && writer.grad_enabled() && x.requires_grad()) {
    saved = writer.allocate_like(x, x.format(), MemoryClass::activation);
    writer.run(PointwiseFunction::copy, {x}, saved);
  }
  Tensor y = layer.in_place ? x : writer.allocate_like(x, x.format(), MemoryClass::activation);
  writer.run(r.forward, {x}, y);
  if (!saved.defined()) saved = r.saves_output || layer.in_place ? y.detach() : x.detach();
  return writer.record(
      std::move(y), {x}, [saved, function = r.backward](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::activation_backward);
        const Tensor& dy = outputs[0];
        grads[0] = detail::allocate_result(w, saved, dy, dy.shape(), dy.format(), MemoryClass::temporary);
        w.run(function, {saved, dy}, grads[0]);
      });
}

}  // namespace perfmodel
