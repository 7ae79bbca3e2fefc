#pragma once
#include <perfmodel/network/network.hpp>
#include <cstdint>

namespace perfmodel {

/// Counting conventions of others, beside this library's own (`forward_work`: two operations per multiply-accumulate).

/// As 1adrianb/pytorch-estimate-flops counts: one per multiply-accumulate of convolutions and linear layers, one per bias
/// element of a linear layer, two per element of batch norms, activations and sums, window - 1 per output of a maximum
/// pooling, one per input of an average pooling. Found by solving for the figures of Verma 2022, "ImageNet Analysis using
/// Roofline Model", Table 2: these are the only small whole numbers that give all three.
[[nodiscard]] inline std::int64_t pthflops_count(const Network& network, std::int64_t batch = 1) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const LayerKind& what = network.layers[i].what;
    const std::int64_t in_size = elements(shapes.layer_inputs[i][0]), out_size = elements(shapes.outputs[i]);
    const auto macs = static_cast<std::int64_t>(in(forward_work(what, shapes.layer_inputs[i]), mac));
    if (std::holds_alternative<Convolution2d>(what)) sum += macs;
    else if (const auto* linear = std::get_if<Linear>(&what)) sum += macs + (linear->bias ? out_size : 0);
    else if (std::holds_alternative<BatchNorm>(what) || std::holds_alternative<Activation>(what) || std::holds_alternative<Add>(what))
      sum += 2 * out_size;
    else if (const auto* pool = std::get_if<Pooling>(&what))
      sum += pool->what == PoolingKind::maximum ? (pool->window_h * pool->window_w - 1) * out_size : in_size;
    else if (std::holds_alternative<AdaptivePooling>(what)) sum += in_size;
  }
  return sum;
}

/// Inputs, outputs and weights of the convolutions inside the stages (layers named "layer..."), FP32: what comes nearest to
/// the bytes of the same Table 2.
[[nodiscard]] inline Bytes stage_convolution_bytes(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  Bytes sum{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (std::holds_alternative<Convolution2d>(network.layers[i].what) && network.layers[i].name.starts_with("layer"))
      sum += compulsory_traffic(network.layers[i].what, shapes.layer_inputs[i], NumberFormat::fp32);
  return sum;
}

}  // namespace perfmodel
