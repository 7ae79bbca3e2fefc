#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/network/mobilenet.hpp>
#include <string>

namespace perfmodel {

/// EfficientNet B0: inverted residuals with squeeze and excitation. Tan and Le 2019, arXiv:1905.11946, Table 1;
/// torchvision/models/efficientnet.py.
struct EfficientNetB0 {
  ImageSize input{224, 224};
  std::int64_t classes{1000};
  double dropout{0.2};
};

namespace detail {

inline Value efficientnet_unit(NetworkBuilder& b, const std::string& n, Value x, const ConvolutionOptions& options) {
  const auto scope = b.hold(x);
  x = b.convolution(n + ".0", x, options);
  return b.activation(n + ".2", b.batch_norm(n + ".1", x), ActivationKind::silu);
}

/// Channel weights from the mean of each channel: pool, reduce, expand, sigmoid, multiply. Hu et al. 2018.
inline Value squeeze_excitation(NetworkBuilder& b, const std::string& n, Value x, std::int64_t squeezed) {
  const auto scope = b.hold(x);
  Value s = b.adaptive_average_pool(n + ".avgpool", x, {1, 1});
  s = b.activation(n + ".activation", b.convolution(n + ".fc1", s, {.out = squeezed, .bias = true}),
                   ActivationKind::silu);
  s = b.convolution(n + ".fc2", s, {.out = b.channels(x), .bias = true});
  s = b.activation(n + ".scale_activation", s, ActivationKind::sigmoid, false);
  return b.scale(n + ".scale", x, s);
}

inline Value mobile_bottleneck(NetworkBuilder& b, const std::string& n, Value x, const InvertedResidual& s,
                               std::int64_t stride) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const std::int64_t in = b.channels(x), hidden = in * s.expansion, pad = (s.kernel - 1) / 2;
  Value y = x;
  int index = 0;
  const auto member = [&] { return n + ".block." + std::to_string(index++); };
  if (hidden != in) y = efficientnet_unit(b, member(), y, {.out = hidden});
  y = efficientnet_unit(
      b, member(), y,
      {.out = hidden, .kernel = {s.kernel, s.kernel}, .stride = stride, .pad = {pad, pad}, .groups = hidden});
  y = squeeze_excitation(b, member(), y, std::max<std::int64_t>(1, in / 4));
  const std::string project = member();
  y = b.batch_norm(project + ".1", b.convolution(project + ".0", y, {.out = s.out}));
  if (stride != 1 || in != s.out) return y;
  return b.add_in_place(n + ".add", b.stochastic_depth(n + ".stochastic_depth", y), x);
}

}  // namespace detail

[[nodiscard]] inline Network build(const EfficientNetB0& net, const std::string& name = "efficientnet_b0") {
  using detail::InvertedResidual;
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  constexpr std::array<InvertedResidual, 7> plan{{{1, 16, 1, 1, 3},
                                                  {6, 24, 2, 2, 3},
                                                  {6, 40, 2, 2, 5},
                                                  {6, 80, 3, 2, 3},
                                                  {6, 112, 3, 1, 5},
                                                  {6, 192, 4, 2, 5},
                                                  {6, 320, 1, 1, 3}}};
  Value x =
      detail::efficientnet_unit(b, "features.0", b.input(), {.out = 32, .kernel = {3, 3}, .stride = 2, .pad = {1, 1}});
  for (std::size_t stage = 0; stage < plan.size(); ++stage)
    for (std::int64_t i = 0; i < plan[stage].repeats; ++i)
      x = detail::mobile_bottleneck(b, "features." + std::to_string(stage + 1) + "." + std::to_string(i), x,
                                    plan[stage], i == 0 ? plan[stage].stride : 1);
  x = detail::efficientnet_unit(b, "features.8", x, {.out = 1280});
  x = b.flatten("flatten", b.adaptive_average_pool("avgpool", x, {1, 1}));
  return b.finish(b.linear("classifier.1", b.dropout("classifier.0", x, net.dropout), net.classes));
}

}  // namespace perfmodel
