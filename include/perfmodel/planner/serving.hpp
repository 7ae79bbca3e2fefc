#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
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
[[nodiscard]] std::optional<Network> with_last_logits(Network network);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/serving.ipp>
#endif
