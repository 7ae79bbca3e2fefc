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

[[nodiscard]] constexpr bool is_depthwise(const Convolution2d& c) {
  return c.groups > 1 && c.groups == c.in && c.in == c.out && !c.transposed && c.kernel_h * c.kernel_w > 1;
}

}  // namespace detail

[[nodiscard]] inline bool has_convolutions(const Network& network) {
  return std::any_of(network.layers.begin(), network.layers.end(),
                     [](const Layer& l) { return std::holds_alternative<Convolution2d>(l.what); });
}

/// The last layer's outputs (classes, vocabulary) made a multiple, with the embedding that shares its weight.
[[nodiscard]] std::optional<Network> with_padded_outputs(Network network, std::int64_t multiple);

/// An image's channels made a multiple: zeros beside red, green and blue.
[[nodiscard]] std::optional<Network> with_padded_image(Network network, std::int64_t multiple);

/// Output channels of all convolutions but the last layer's made a multiple; depthwise convolutions, batch norms and
/// linear layers follow. Nothing where other layers fix the number of channels.
[[nodiscard]] std::optional<Network> with_padded_channels(Network network, std::int64_t multiple);

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

/// Batch norms behind a convolution multiplied into its weight and bias, as inference allows (torch.fx's fuse(),
/// TensorRT).
[[nodiscard]] std::optional<Network> with_folded_batch_norms(Network network);

/// Layers that are depthwise convolutions.
[[nodiscard]] std::vector<std::size_t> depthwise_layers(const Network& network);

/// These depthwise convolutions made full ones, each together with the 1 x 1 expansion (convolution, batch norm,
/// activation) before it, if there is one: the fused block of Tan and Le 2021, "EfficientNetV2", arXiv:2104.00298,
/// section 3.2 and Figure 2. It is another network, with more parameters and FLOPs. @pre each of `layers` is one of
/// depthwise_layers()
[[nodiscard]] Network with_full_convolutions(Network network, const std::vector<std::size_t>& layers);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/rewrite.ipp>
#endif
