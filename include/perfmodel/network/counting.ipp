#pragma once
#include <perfmodel/network/counting.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::int64_t pthflops_count(const Network& network, std::int64_t batch) {
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

PERFMODEL_INLINE std::int64_t module_walk_numbers(const Network& network) {
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

PERFMODEL_INLINE Bytes convolution_bytes(const Network& network, std::int64_t batch, NumberFormat format) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  Bytes sum{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (std::holds_alternative<Convolution2d>(network.layers[i].what))
      sum += compulsory_traffic(network.layers[i].what, shapes.layer_inputs[i], format);
  return sum;
}

PERFMODEL_INLINE std::array<ForwardCount, 2> forward_counts(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  Bytes bytes{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    bytes += compulsory_traffic(network.layers[i].what, shapes.layer_inputs[i], NumberFormat::fp32);
  return {ForwardCount{"exact", in(forward_work(network, 1), flop), in(bytes, byte)},
          ForwardCount{"Verma 2022", static_cast<double>(pthflops_count(network)),
                       static_cast<double>(module_walk_numbers(network))}};
}

}  // namespace perfmodel
