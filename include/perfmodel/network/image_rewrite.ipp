#pragma once
#include <perfmodel/network/image_rewrite.hpp>

namespace perfmodel {
PERFMODEL_INLINE std::optional<Network> with_padded_image(Network network, std::int64_t multiple) {
  auto* first = std::get_if<Convolution2d>(&network.layers.front().what);
  if (first == nullptr || first->groups != 1 || network.inputs.front().shape.rank != 3 || first->in % multiple == 0)
    return std::nullopt;
  for (std::size_t i = 1; i < network.layers.size(); ++i)
    for (const std::int32_t source : network.layers[i].inputs)
      if (source < 0) return std::nullopt;  // someone else reads the image
  first->in = round_up(first->in, multiple);
  network.inputs.front().shape.extent[0] = first->in;
  return network;
}

PERFMODEL_INLINE std::optional<Network> with_padded_channels(Network network, std::int64_t multiple) {
  bool changed = false;
  const std::vector<Shape> samples = infer_shapes(network, 1).inputs;
  std::vector<Shape> outputs;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const std::vector<Shape> inputs = input_shapes(network, i, samples, outputs);
    LayerKind& what = network.layers[i].what;
    if (auto* c = std::get_if<Convolution2d>(&what); c != nullptr && inputs[0].rank == 4) {
      const bool depthwise = detail::is_depthwise(*c);
      if (!depthwise && c->groups > 1) return std::nullopt;
      c->in = inputs[0][1];
      if (depthwise) {
        c->groups = c->out = c->in;
      } else if (i + 1 < network.layers.size() && c->out % multiple != 0) {
        c->out = round_up(c->out, multiple);
        changed = true;
      }
    } else if (auto* norm = std::get_if<BatchNorm>(&what); norm != nullptr && inputs[0].rank >= 2) {
      norm->channels = inputs[0][1];
    } else if (auto* linear = std::get_if<Linear>(&what); linear != nullptr && inputs[0].rank >= 1) {
      linear->inputs = inputs[0][inputs[0].rank - 1];
    }
    try {
      outputs.push_back(output_shape(what, inputs));
    } catch (const Error&) {
      return std::nullopt;
    }
  }
  if (!changed) return std::nullopt;
  return network;
}

PERFMODEL_INLINE std::optional<Network> with_folded_batch_norms(Network network) {
  const std::vector<int> readers = detail::readers(network);
  detail::Replacements instead(network.layers.size());
  bool any = false;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(network.layers.size()); ++i) {
    if (detail::as<BatchNorm>(network, i) == nullptr) continue;
    const std::int32_t source = detail::private_source(network, readers, i);
    if (detail::as<Convolution2d>(network, source) == nullptr) continue;
    std::get<Convolution2d>(network.layers[static_cast<std::size_t>(source)].what).bias = true;
    instead[static_cast<std::size_t>(i)] = source;
    any = true;
  }
  if (!any) return std::nullopt;
  return detail::without(std::move(network), instead);
}

PERFMODEL_INLINE std::vector<std::size_t> depthwise_layers(const Network& network) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (const auto* c = std::get_if<Convolution2d>(&network.layers[i].what); c != nullptr && detail::is_depthwise(*c))
      list.push_back(i);
  return list;
}

PERFMODEL_INLINE Network with_full_convolutions(Network network, const std::vector<std::size_t>& layers) {
  const std::vector<int> readers = detail::readers(network);
  detail::Replacements instead(network.layers.size());
  for (const std::size_t layer : layers) {
    auto& full = std::get<Convolution2d>(network.layers[layer].what);
    full.groups = 1;
    const std::int32_t activation = detail::private_source(network, readers, static_cast<std::int32_t>(layer));
    const std::int32_t norm = detail::private_source(network, readers, activation);
    const std::int32_t expansion = detail::private_source(network, readers, norm);
    const auto* wide = detail::as<Convolution2d>(network, expansion);
    if (detail::as<Activation>(network, activation) == nullptr || detail::as<BatchNorm>(network, norm) == nullptr ||
        wide == nullptr || wide->kernel_h * wide->kernel_w != 1 || wide->stride_h * wide->stride_w != 1 ||
        wide->groups != 1)
      continue;
    full.in = wide->in;
    const std::int32_t before = sources(network, static_cast<std::size_t>(expansion)).front();
    for (const std::int32_t gone : {expansion, norm, activation}) instead[static_cast<std::size_t>(gone)] = before;
  }
  return detail::without(std::move(network), instead);
}

PERFMODEL_INLINE std::optional<Network> without_normalized_biases(Network network) {
  const std::vector<int> readers = detail::readers(network);
  bool any = false;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(network.layers.size()); ++i) {
    if (detail::as<BatchNorm>(network, i) == nullptr) continue;
    const std::int32_t source = detail::private_source(network, readers, i);
    if (source < 0) continue;
    LayerKind& what = network.layers[static_cast<std::size_t>(source)].what;
    if (auto* c = std::get_if<Convolution2d>(&what); c != nullptr) any = std::exchange(c->bias, false) || any;
    if (auto* l = std::get_if<Linear>(&what); l != nullptr) any = std::exchange(l->bias, false) || any;
  }
  if (!any) return std::nullopt;
  return network;
}

namespace detail {
/// The layers between an image and its channels' weights, from the last one on; none if this is no such product.
[[nodiscard]] inline std::vector<std::int32_t> excitation(const Network& network, const std::vector<int>& readers,
                                                          const std::vector<Shape>& outputs, std::int32_t weights,
                                                          std::int32_t image) {
  std::vector<std::int32_t> chain;
  for (std::int32_t i = weights; i != image;) {
    if (i < 0 || readers[static_cast<std::size_t>(i)] != 1) return {};
    const std::vector<std::int32_t> from = sources(network, static_cast<std::size_t>(i));
    if (from.size() != 1) return {};
    chain.push_back(i);
    i = from[0];
  }
  if (chain.empty() || image < 0) return {};
  const Shape &x = outputs[static_cast<std::size_t>(image)], &s = outputs[static_cast<std::size_t>(weights)];
  return x.rank == 4 && elements(s) == x[0] * x[1] && elements(s) < elements(x) ? chain : std::vector<std::int32_t>{};
}
}  // namespace detail

PERFMODEL_INLINE std::optional<Network> without_squeeze_excitation(Network network) {
  const std::vector<int> readers = detail::readers(network);
  const std::vector<Shape> outputs = infer_shapes(network, 1).outputs;
  detail::Replacements instead(network.layers.size());
  bool any = false;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(network.layers.size()); ++i) {
    if (detail::as<Multiply>(network, i) == nullptr) continue;
    const std::vector<std::int32_t> from = sources(network, static_cast<std::size_t>(i));
    for (std::size_t image = 0; image < 2; ++image) {
      const auto chain = detail::excitation(network, readers, outputs, from[1 - image], from[image]);
      if (chain.empty()) continue;
      for (const std::int32_t layer : chain) instead[static_cast<std::size_t>(layer)] = from[image];
      instead[static_cast<std::size_t>(i)] = from[image];
      any = true;
      break;
    }
  }
  if (!any) return std::nullopt;
  return detail::without(std::move(network), instead);
}

namespace detail {
/// Pixels of the small image on each side that a row of the large one reads.
[[nodiscard]] constexpr std::int64_t reach(std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
  const std::int64_t before = kernel - 1 - pad, behind = stride - 1 + pad;  // as distances in the large image
  return std::max(before, behind) / stride;
}

/// The convolution of the small image that stands for a transposed one; nothing where it enlarges otherwise.
[[nodiscard]] inline std::optional<Convolution2d> subpixel_convolution(const Convolution2d& c, const Shape& x,
                                                                       const Shape& y) {
  const std::int64_t r = c.stride_h;
  if (!c.transposed || r < 2 || c.stride_w != r || c.groups != 1 || c.dilation_h != 1 || c.dilation_w != 1 ||
      y[2] != r * x[2] || y[3] != r * x[3])
    return std::nullopt;
  const std::int64_t high = reach(c.kernel_h, r, c.pad_h), wide = reach(c.kernel_w, r, c.pad_w);
  return Convolution2d{.in = c.in,
                       .out = c.out * r * r,
                       .kernel_h = 2 * high + 1,
                       .kernel_w = 2 * wide + 1,
                       .pad_h = high,
                       .pad_w = wide,
                       .bias = c.bias};
}

/// [c r r, h, w] -> [c, h r, w r] of each sample, by views and one copy.
inline std::int32_t append_pixel_shuffle(Rewriting& to, std::int32_t small, std::int64_t r, const Shape& y,
                                         const Layer& like) {
  const auto append = [&](const char* name, LayerKind what, std::int32_t from) {
    Layer layer{.name = like.name + name, .what = std::move(what), .inputs = {from}};
    layer.block = like.block;
    return to.append(std::move(layer));
  };
  std::int32_t v = append(".pixels", Reshape{{y[1], r, r, y[2] / r, y[3] / r}}, small);  // [n, c, r, r', h, w]
  v = append(".rows", Transpose{.first = 2, .second = 4, .copied = false}, v);           // [n, c, h, r', r, w]
  v = append(".columns", Transpose{.first = 3, .second = 4, .copied = false}, v);        // [n, c, h, r, r', w]
  v = append(".shuffle", Transpose{.first = 4, .second = 5}, v);                         // [n, c, h, r, w, r']
  return append(".image", Reshape{{y[1], y[2], y[3]}}, v);
}
}  // namespace detail

PERFMODEL_INLINE std::optional<Network> with_pixel_shuffle(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  detail::Rewriting to(network);
  bool any = false;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    Layer layer = to.renumbered(i);
    const auto* c = std::get_if<Convolution2d>(&network.layers[i].what);
    const auto small = c == nullptr || layer.parameters_of >= 0
                           ? std::nullopt
                           : detail::subpixel_convolution(*c, shapes.layer_inputs[i][0], shapes.outputs[i]);
    if (small) {
      layer.what = *small;
      layer.held_until = -1;
    }
    to.moved[i] = to.append(std::move(layer));
    if (!small) continue;
    to.moved[i] = detail::append_pixel_shuffle(to, to.moved[i], c->stride_h, shapes.outputs[i], network.layers[i]);
    any = true;
  }
  if (!any) return std::nullopt;
  return to.finish();
}

}  // namespace perfmodel
