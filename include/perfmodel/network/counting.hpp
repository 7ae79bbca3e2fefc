#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/network/network.hpp>
#include <string_view>

namespace perfmodel {

/// Counting conventions of others, beside this library's own (`forward_work`: two operations per multiply-accumulate).

/// As 1adrianb/pytorch-estimate-flops counts: one per multiply-accumulate of convolutions and linear layers, one per
/// bias element of a linear layer, two per element of batch norms, activations and sums, window - 1 per output of a
/// maximum pooling, one per input of an average pooling. Found by solving for the figures of Verma 2022, "ImageNet
/// Analysis using Roofline Model", Table 2: these are the only small whole numbers that give all three.
[[nodiscard]] inline std::int64_t pthflops_count(const Network& network, std::int64_t batch = 1) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const LayerKind& what = network.layers[i].what;
    const std::int64_t in_size = elements(shapes.layer_inputs[i][0]), out_size = elements(shapes.outputs[i]);
    const auto macs = static_cast<std::int64_t>(in(forward_work(what, shapes.layer_inputs[i]), mac));
    if (std::holds_alternative<Convolution2d>(what))
      sum += macs;
    else if (const auto* linear = std::get_if<Linear>(&what))
      sum += macs + (linear->bias ? out_size : 0);
    else if (std::holds_alternative<BatchNorm>(what) || std::holds_alternative<Activation>(what) ||
             std::holds_alternative<Add>(what))
      sum += 2 * out_size;
    else if (const auto* pool = std::get_if<Pooling>(&what))
      sum += pool->what == PoolingKind::maximum ? (pool->window_h * pool->window_w - 1) * out_size : in_size;
    else if (std::holds_alternative<AdaptivePooling>(what))
      sum += in_size;
  }
  return sum;
}

/// What Verma 2022, "ImageNet Analysis using Roofline Model", Table 2, calls bytes, for one sample: 59,509,888 for
/// ResNet-18. The rule is that of the author's program (abhi608/neural-net-profiling, theory/ai.py): over the
/// convolutions, weights + inputs + outputs, as NUMBERS, with
/// - inputs counted at the output's size (in_channels x H_out x W_out), so that strides lose them and borders do not
/// show;
/// - each convolution counted 1 + depth times, as the walk starts from all modules and visits the children of each
/// again. The depth is
///   read off the layer's name, one a word between dots, as torchvision names modules: "conv1" counts 2 times,
///   "layer1.0.conv1" 4 times, "layer2.0.downsample.0" 5 times.
/// No factor of 4 bytes is in it, but most convolutions count 4 times, so that it comes near the bytes that
/// convolutions of FP32 move (convolution_bytes).
[[nodiscard]] inline std::int64_t module_walk_numbers(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const auto* convolution = std::get_if<Convolution2d>(&network.layers[i].what);
    if (convolution == nullptr) continue;
    const std::string& module = network.layers[i].name;
    const std::int64_t depth = 1 + std::count(module.begin(), module.end(), '.');
    const Shape& out = shapes.outputs[i];
    const std::int64_t weights =
        convolution->out * (convolution->in / convolution->groups) * convolution->kernel_h * convolution->kernel_w;
    sum += (1 + depth) * (weights + convolution->in * out[2] * out[3] + elements(out));
  }
  return sum;
}

/// Inputs, outputs and weights of all convolutions, once each, in bytes: the exact count beside module_walk_numbers.
[[nodiscard]] inline Bytes convolution_bytes(const Network& network, std::int64_t batch = 1,
                                             NumberFormat format = NumberFormat::fp32) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  Bytes sum{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (std::holds_alternative<Convolution2d>(network.layers[i].what))
      sum += compulsory_traffic(network.layers[i].what, shapes.layer_inputs[i], format);
  return sum;
}

/// One forward pass of one sample in FP32 as a convention counts it.
struct ForwardCount {
  std::string_view convention{};
  double operations{};  ///< what it calls FLOP
  double memory{};      ///< what it calls bytes
  [[nodiscard]] constexpr double intensity() const { return memory > 0.0 ? operations / memory : 0.0; }
};

/// The library's own count (two operations per multiply-accumulate; inputs, outputs and parameters of every layer once
/// each) and that of Verma 2022, Table 2.
[[nodiscard]] inline std::array<ForwardCount, 2> forward_counts(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  Bytes bytes{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    bytes += compulsory_traffic(network.layers[i].what, shapes.layer_inputs[i], NumberFormat::fp32);
  return {ForwardCount{"exact", in(forward_work(network, 1), flop), in(bytes, byte)},
          ForwardCount{"Verma 2022", static_cast<double>(pthflops_count(network)),
                       static_cast<double>(module_walk_numbers(network))}};
}

}  // namespace perfmodel
