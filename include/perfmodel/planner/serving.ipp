#pragma once
#include <perfmodel/planner/serving.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::optional<Network> with_last_logits(Network network) {
  const bool causal = std::any_of(network.layers.begin(), network.layers.end(), [](const Layer& l) {
    const auto* attention = std::get_if<DotProductAttention>(&l.what);
    return attention != nullptr && attention->causal;
  });
  if (!causal || network.layers.size() < 2 || has_last_logits(network)) return std::nullopt;
  const auto* head = std::get_if<Linear>(&network.layers.back().what);
  if (head == nullptr || head->outputs <= head->inputs) return std::nullopt;
  const NetworkShapes shapes = infer_shapes(network, 1);
  const Shape hidden = shapes.layer_inputs.back().front();
  if (hidden.rank != 3) return std::nullopt;
  const auto last = static_cast<std::int32_t>(network.layers.size()) - 1;
  Layer slice{.name = std::string(last_position_layer),
              .what = Slice{.dimension = 1, .begin = hidden[1] - 1, .length = 1},
              .inputs = sources(network, static_cast<std::size_t>(last))};
  Layer end = std::move(network.layers.back());
  end.inputs = {last};
  network.layers.back() = std::move(slice);
  network.layers.push_back(std::move(end));
  for (Layer& layer : network.layers)
    if (layer.held_until == last) layer.held_until = last + 1;
  return network;
}

}  // namespace perfmodel
