#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/rounding.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// Networks changed as a user would change them by hand to make them faster. Each function returns the changed network,
/// or nothing where the change does not apply. What they are worth is for advise() to say.

namespace detail {

/// How often each layer's output is read, by layers, losses and the caller.
[[nodiscard]] std::vector<int> readers(const Network& network);

/// What each layer is replaced by where it is taken out: an earlier layer or an input of the network.
using Replacements = std::vector<std::optional<std::int32_t>>;

/// The network without the layers that have a replacement; what read them reads that instead.
[[nodiscard]] Network without(Network network, const Replacements& instead);

/// The only layer that a layer reads, if nothing else reads it; -1 where there is none.
[[nodiscard]] std::int32_t private_source(const Network& network, const std::vector<int>& readers, std::int32_t layer);

template <class Kind>
[[nodiscard]] const Kind* as(const Network& network, std::int32_t layer) {
  return layer < 0 ? nullptr : std::get_if<Kind>(&network.layers[static_cast<std::size_t>(layer)].what);
}

/// A network that is written anew layer by layer; `moved`: where each layer of the old one is now.
struct Rewriting {
  const Network& old;
  Network out{};
  std::vector<std::int32_t> moved{};

  explicit Rewriting(const Network& network);
  [[nodiscard]] std::int32_t now(std::int32_t i) const { return i < 0 ? i : moved[static_cast<std::size_t>(i)]; }
  std::int32_t append(Layer layer);
  /// The layer as it was, of what its inputs are now.
  [[nodiscard]] Layer renumbered(std::size_t i) const;
  /// What else the old network said of its layers.
  [[nodiscard]] Network finish();
};

}  // namespace detail

/// The last layer's outputs (classes, vocabulary) made a multiple, with the embedding that shares its weight.
[[nodiscard]] std::optional<Network> with_padded_outputs(Network network, std::int64_t multiple);

/// Three linear layers that read the same tensor and feed one attention become one.
[[nodiscard]] std::optional<Network> with_joined_qkv(Network network);

/// A language model in the middle of a text: `past` tokens came before those of the input, and their keys and values
/// lie in a cache (`narrow`: of 8 bits a number). Nothing where no causal attention is.
[[nodiscard]] std::optional<Network> with_past(Network network, std::int64_t past, bool narrow = false);

/// Weights of the linear layers within blocks stored and multiplied in a narrow format, as inference engines do; the
/// head stays as it is. Nothing where there are none.
[[nodiscard]] std::optional<Network> with_quantized_weights(Network network, NumberFormat format);

/// Linear layers without a bias that read the same tensor in the same block become one, of whose output each reads its
/// part: engines keep queries, keys and values, and gate and up, in one matrix. Nothing where there are none.
[[nodiscard]] std::optional<Network> with_joined_projections(const Network& network);

/// Attention that keeps its scores on the chip. Dao et al. 2022, arXiv:2205.14135.
[[nodiscard]] std::optional<Network> with_fused_attention(Network network);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/rewrite.ipp>
#endif
