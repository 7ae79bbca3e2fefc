#pragma once
#include <perfmodel/network/rewrite.hpp>

namespace perfmodel {

/// Convolutional networks changed as a user would change them by hand to make them faster, as rewrite.hpp does others.

namespace detail {
[[nodiscard]] constexpr bool is_depthwise(const Convolution2d& c) {
  return c.groups > 1 && c.groups == c.in && c.in == c.out && !c.transposed && c.kernel_h * c.kernel_w > 1;
}

}  // namespace detail

[[nodiscard]] inline bool has_convolutions(const Network& network) {
  return std::any_of(network.layers.begin(), network.layers.end(),
                     [](const Layer& l) { return std::holds_alternative<Convolution2d>(l.what); });
}

/// An image's channels made a multiple: zeros beside red, green and blue.
[[nodiscard]] std::optional<Network> with_padded_image(Network network, std::int64_t multiple);

/// Output channels of all convolutions but the last layer's made a multiple; depthwise convolutions, batch norms and
/// linear layers follow. Nothing where other layers fix the number of channels.
[[nodiscard]] std::optional<Network> with_padded_channels(Network network, std::int64_t multiple);

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

/// Convolutions and linear layers without the bias that the batch norm behind them takes away again by its mean, where
/// nothing else reads them. Molchanov, "NN Performance optimization", recommendations.
[[nodiscard]] std::optional<Network> without_normalized_biases(Network network);

/// Without squeeze and excitation: products of an image with weights that its own mean makes, through layers that
/// nothing else reads. It is another network, with fewer parameters. Hu et al. 2018, arXiv:1709.01507.
[[nodiscard]] std::optional<Network> without_squeeze_excitation(Network network);

/// Transposed convolutions that enlarge an image by their stride become convolutions of the small image to stride^2
/// times the channels, whose pixels are then put side by side: the same function where the filter is as wide as the
/// stride; else the new filters reach all pixels that the old one did, and more. Shi et al. 2016, arXiv:1609.05158 and
/// arXiv:1609.07009.
[[nodiscard]] std::optional<Network> with_pixel_shuffle(const Network& network);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/image_rewrite.ipp>
#endif
