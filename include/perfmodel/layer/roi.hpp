#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Regions cut out of a feature map, each resampled to size x size (bilinear, 2 x 2 samples a bin):
/// [batch, channels, height, width] -> [batch x regions, channels, size, size]. He et al. 2017, arXiv:1703.06870.
struct RoiAlign { std::int64_t regions{}, size{7}; };
/// Height and width multiplied by nearest-neighbour copies.
struct Upsample { std::int64_t factor{2}; };
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
  return {inputs[0][0], inputs[0][1], checked_product(inputs[0][2], layer.factor), checked_product(inputs[0][3], layer.factor)};
}
[[nodiscard]] inline Shape output_shape(const ResizeLike&, InputShapes inputs) {
  require_inputs(inputs, 2);
  if (inputs[0].rank != 4 || inputs[1].rank != 4)
    throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[1]), "must be [batch, channels, height, width]");
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
/// SM cycles an element of the result: such kernels are limited by their address arithmetic, the regions' backward by its sixteen
/// atomic additions. An H200 at 1.98 GHz: regions 300 and 291 us forward, 1723 and 1016 us backward for 12.8 million elements,
/// nearest-neighbour 111 and 73 us for 34.4 million (devices/calibrated/raw/h200-sxm/pytorch_unusual_kernels.csv, mask-rcnn).
struct SamplingCycles { double forward{}, backward{}; };
inline constexpr SamplingCycles region_cycles{6.1, 28.0}, nearest_cycles{0.84, 0.55};

/// A kernel that reads `read` bytes and makes a tensor of `shape`; its backward makes a gradient, zeroed if `scattered`.
[[nodiscard]] inline Tensor sampled(TraceWriter& writer, const Tensor& x, const Shape& shape, Bytes read, Work work, SamplingCycles cycles,
                                    bool scattered) {
  writer.host(HostOp::pooling);
  Tensor y = writer.allocate(shape, x.format());
  Streaming kernel = elementwise(x.format(), y.size(), read, y.bytes());
  kernel.work = work;
  kernel.issue_cycles = cycles.forward * static_cast<double>(y.size());
  writer.launch(kernel);
  return writer.record(std::move(y), {x}, [before = x.shape(), format = x.format(), read, cycles, scattered](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::pooling_backward);
    grads[0] = w.allocate(before, format, MemoryClass::temporary);
    if (scattered) w.launch(Streaming{.kind = StreamingKind::fill, .format = format, .columns = grads[0].size(), .written = grads[0].bytes(), .backward = true});
    Streaming back = elementwise(format, outputs[0].size(), outputs[0].bytes(), scattered ? read : grads[0].bytes(), {}, true);
    back.issue_cycles = cycles.backward * static_cast<double>(outputs[0].size());
    w.launch(back);
  });
}

/// clone(), and in backward clone() of the gradient: a padding by nothing. aten/src/ATen/native/PadNd.cpp.
[[nodiscard]] inline Tensor copied(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  writer.launch(elementwise(x.format(), x.size(), x.bytes(), y.bytes()));
  return writer.record(std::move(y), {x}, [](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward);
    grads[0] = allocate_like(w, outputs[0]);
    w.launch(elementwise(outputs[0].format(), outputs[0].size(), outputs[0].bytes(), outputs[0].bytes(), {}, true));
  });
}
}  // namespace detail

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const RoiAlign& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  const Shape shape = output_shape(layer, in);
  const Tensor x = writer.autocast() ? writer.to(inputs[0], NumberFormat::fp32) : inputs[0];  // torchvision/csrc/ops/autocast
  Tensor y = detail::sampled(writer, x, shape, x.bytes(), forward_work(layer, in), detail::region_cycles, true);
  return writer.to(y, inputs[0].format());
}
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Upsample& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 1> in{inputs[0].shape()};
  return detail::sampled(writer, inputs[0], output_shape(layer, in), inputs[0].bytes(), Work{}, detail::nearest_cycles, false);
}
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const ResizeLike& layer, Inputs inputs, Parameters) {
  const std::array<Shape, 2> in{inputs[0].shape(), inputs[1].shape()};
  if (output_shape(layer, in) == in[0]) return detail::copied(writer, inputs[0]);
  return detail::sampled(writer, inputs[0], output_shape(layer, in), inputs[0].bytes(), Work{}, detail::nearest_cycles, false);
}

}  // namespace perfmodel
