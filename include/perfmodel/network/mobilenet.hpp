#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// MobileNet v2: inverted residuals with depthwise convolutions. Sandler et al. 2018, doi:10.1109/CVPR.2018.00474,
/// Table 2; torchvision/models/mobilenetv2.py.
struct MobileNetV2 {
  ImageSize input{224, 224};
  std::int64_t classes{1000};
  double dropout{0.2};
};

namespace detail {

struct InvertedResidual {
  std::int64_t expansion{}, out{}, repeats{}, stride{}, kernel{3};
};

inline Value mobilenet_unit(NetworkBuilder& b, const std::string& n, Value x, const ConvolutionOptions& options) {
  const auto scope = b.hold(x);
  x = b.convolution(n + ".0", x, options);
  return b.activation(n + ".2", b.batch_norm(n + ".1", x), ActivationKind::relu6);
}

inline Value inverted_residual(NetworkBuilder& b, const std::string& n, Value x, const InvertedResidual& s,
                               std::int64_t stride) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const std::int64_t in = b.channels(x), hidden = in * s.expansion;
  Value y = x;
  int index = 0;
  const auto member = [&] { return n + ".conv." + std::to_string(index++); };
  if (s.expansion != 1) y = mobilenet_unit(b, member(), y, {.out = hidden});
  y = mobilenet_unit(b, member(), y,
                     {.out = hidden, .kernel = {3, 3}, .stride = stride, .pad = {1, 1}, .groups = hidden});
  y = b.convolution(member(), y, {.out = s.out});
  y = b.batch_norm(member(), y);
  return stride == 1 && in == s.out ? b.add(n + ".add", x, y) : y;
}

}  // namespace detail

[[nodiscard]] inline Network build(const MobileNetV2& net, const std::string& name = "mobilenet_v2") {
  using detail::InvertedResidual;
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  constexpr std::array<InvertedResidual, 7> plan{
      {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}}};
  Value x =
      detail::mobilenet_unit(b, "features.0", b.input(), {.out = 32, .kernel = {3, 3}, .stride = 2, .pad = {1, 1}});
  int index = 1;
  for (const InvertedResidual& s : plan)
    for (std::int64_t i = 0; i < s.repeats; ++i)
      x = detail::inverted_residual(b, "features." + std::to_string(index++), x, s, i == 0 ? s.stride : 1);
  x = detail::mobilenet_unit(b, "features." + std::to_string(index), x, {.out = 1280});
  x = b.flatten("flatten", b.adaptive_average_pool("avgpool", x, {1, 1}));
  return b.finish(b.linear("classifier.1", b.dropout("classifier.0", x, net.dropout), net.classes));
}

}  // namespace perfmodel
