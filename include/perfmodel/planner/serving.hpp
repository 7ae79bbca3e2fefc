#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/network/network.hpp>
#include <string_view>
#include <utility>
#include <variant>

namespace perfmodel {

/// Name of the layer that with_last_logits() adds.
inline constexpr std::string_view last_position_layer = "last_position";

/// Whether with_last_logits() made the network.
[[nodiscard]] inline bool has_last_logits(const Network& network) {
  const std::size_t count = network.layers.size();
  return count > 1 && network.layers[count - 2].name == last_position_layer;
}

/// A language model as servers run it over a prompt: the head works on the last position alone, whose logits give the
/// next token (vLLM, TensorRT-LLM; `logits_to_keep` of Hugging Face's generate()). Nothing for networks that do not
/// predict the next token of a text: no causal attention, or no linear layer at the end that widens every position.
[[nodiscard]] inline std::optional<Network> with_last_logits(Network network) {
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
