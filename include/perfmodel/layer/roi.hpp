#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Regions cut out of a feature map, each resampled to size x size (bilinear, 2 x 2 samples a bin):
/// [batch, channels, height, width] -> [batch x regions, channels, size, size]. He et al. 2017, arXiv:1703.06870.
struct RoiAlign {
  std::int64_t regions{}, size{7};
};
/// Height and width multiplied by nearest-neighbour copies.
struct Upsample {
  std::int64_t factor{2};
};
/// Height and width cut to those of the second input (crop or sampling of the first); a copy where they are equal.
struct ResizeLike {};

[[nodiscard]] constexpr std::string_view kind(const RoiAlign&) { return "roi_align"; }
[[nodiscard]] constexpr std::string_view kind(const Upsample&) { return "upsample"; }
[[nodiscard]] constexpr std::string_view kind(const ResizeLike&) { return "resize"; }

[[nodiscard]] inline Shape output_shape(const RoiAlign& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("regions", layer.regions, 1);
  require_at_least("size", layer.size, 1);
  if (inputs[0].rank != 4) throw bad_input("input shape", text(inputs[0]), "must be [batch, channels, height, width]");
  return {checked_product(inputs[0][0], layer.regions), inputs[0][1], layer.size, layer.size};
}
[[nodiscard]] inline Shape output_shape(const Upsample& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("factor", layer.factor, 1);
  if (inputs[0].rank != 4) throw bad_input("input shape", text(inputs[0]), "must be [batch, channels, height, width]");
  return {inputs[0][0], inputs[0][1], checked_product(inputs[0][2], layer.factor),
          checked_product(inputs[0][3], layer.factor)};
}
[[nodiscard]] inline Shape output_shape(const ResizeLike&, InputShapes inputs) {
  require_inputs(inputs, 2);
  if (inputs[0].rank != 4 || inputs[1].rank != 4)
    throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[1]),
                    "must be [batch, channels, height, width]");
  return {inputs[0][0], inputs[0][1], inputs[1][2], inputs[1][3]};
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const RoiAlign&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Upsample&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const ResizeLike&, InputShapes) { return {}; }

/// Four bilinear samples a bin of 8 operations each.
[[nodiscard]] inline Work forward_work(const RoiAlign& layer, InputShapes inputs) {
  return 32.0 * static_cast<double>(elements(output_shape(layer, inputs))) * flop;
}
[[nodiscard]] constexpr Work forward_work(const Upsample&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const ResizeLike&, InputShapes) { return {}; }

namespace detail {
/// Images sampled at other places. Nearest neighbours keep the channels together where they lie so; regions are made,
/// and their gradient is zeroed and added to, plane by plane (torchvision/csrc/ops/cuda/roi_align_kernel.cu).
[[nodiscard]] inline Tensor sampled(TraceWriter& writer, op::Resampling::Method method, const Tensor& x,
                                    const Shape& shape) {
  const bool regions = method == op::Resampling::Method::regions;
  const bool together = !regions && has_channels_together(x.operand());
  writer.host(HostOp::pooling);
  Tensor y = writer.allocate_images(shape, x.format(), together);
  writer.run(op::Resampling{.method = method, .image = x.operand(), .result = shape});
  return writer.record(
      std::move(y), {x},
      [method, before = x.shape(), format = x.format(), together, shape](TraceWriter& w, Gradients, Gradients grads) {
        w.host(HostOp::pooling_backward);
        grads[0] = w.allocate_images(before, format, together, MemoryClass::temporary);
        if (method == op::Resampling::Method::regions) w.fill(grads[0]);
        w.run(op::Resampling{.method = method, .backward = true, .image = grads[0].operand(), .result = shape});
      });
}

/// clone(), and in backward clone() of the gradient: a padding by nothing. aten/src/ATen/native/PadNd.cpp.
[[nodiscard]] inline Tensor copied(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  writer.run(PointwiseFunction::copy, {x}, y);
  return writer.record(std::move(y), {x}, [](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward);
    grads[0] = allocate_like(w, outputs[0]);
    w.run(PointwiseFunction::copy, {outputs[0]}, grads[0]);
  });
}
}  // namespace detail

/// Under autocast in FP32: torchvision/csrc/ops/autocast/roi_align_kernel.cpp.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const RoiAlign& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  const Tensor x = writer.autocast() ? writer.to(inputs[0], NumberFormat::fp32) : inputs[0];
  Tensor y = detail::sampled(writer, op::Resampling::Method::regions, x, output_shape(layer, in));
  return writer.to(y, inputs[0].format());
}
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Upsample& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  return detail::sampled(writer, op::Resampling::Method::nearest, inputs[0], output_shape(layer, in));
}
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const ResizeLike& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 2> in{inputs[0].shape(), inputs[1].shape()};
  if (output_shape(layer, in) == in[0]) return detail::copied(writer, inputs[0]);
  return detail::sampled(writer, op::Resampling::Method::nearest, inputs[0], output_shape(layer, in));
}

}  // namespace perfmodel
