#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// Residual networks as torchvision builds them (stride in the 3 x 3 convolution of a bottleneck).
/// He et al. 2016, doi:10.1109/CVPR.2016.90, Table 1; torchvision/models/resnet.py.
struct ResNet {
  std::array<int, 4> blocks{};
  bool bottleneck{};
  ImageSize input{224, 224};
  std::int64_t classes{1000};
};

inline constexpr ResNet resnet18{.blocks = {2, 2, 2, 2}}, resnet34{.blocks = {3, 4, 6, 3}},
    resnet50{.blocks = {3, 4, 6, 3}, .bottleneck = true}, resnet101{.blocks = {3, 4, 23, 3}, .bottleneck = true},
    resnet152{.blocks = {3, 8, 36, 3}, .bottleneck = true};

namespace detail {

inline Value resnet_block(NetworkBuilder& b, const std::string& name, Value x, std::int64_t width, std::int64_t stride,
                          bool bottleneck) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const std::int64_t out = bottleneck ? 4 * width : width;
  const bool projected = stride != 1 || b.channels(x) != out;
  Value y = x;
  if (bottleneck) {
    y = b.relu(name + ".relu", b.batch_norm(name + ".bn1", b.convolution(name + ".conv1", y, {.out = width})));
    y = b.convolution(name + ".conv2", y, {.out = width, .kernel = {3, 3}, .stride = stride, .pad = {1, 1}});
    y = b.relu(name + ".relu", b.batch_norm(name + ".bn2", y));
    y = b.batch_norm(name + ".bn3", b.convolution(name + ".conv3", y, {.out = out}));
  } else {
    y = b.convolution(name + ".conv1", y, {.out = width, .kernel = {3, 3}, .stride = stride, .pad = {1, 1}});
    y = b.relu(name + ".relu", b.batch_norm(name + ".bn1", y));
    y = b.convolution(name + ".conv2", y, {.out = width, .kernel = {3, 3}, .pad = {1, 1}});
    y = b.batch_norm(name + ".bn2", y);
  }
  Value identity = x;
  if (projected) {
    identity = b.convolution(name + ".downsample.0", x, {.out = out, .stride = stride});
    identity = b.batch_norm(name + ".downsample.1", identity);
  }
  return b.relu(name + ".relu", b.add_in_place(name + ".add", y, identity));
}

/// The stem: 7 x 7 convolution and maximum pooling, each with stride 2.
inline Value resnet_stem(NetworkBuilder& b, Value x) {
  x = b.convolution("conv1", x, {.out = 64, .kernel = {7, 7}, .stride = 2, .pad = {3, 3}});
  x = b.relu("relu", b.batch_norm("bn1", x));
  return b.max_pool("maxpool", x, {.kernel = {3, 3}, .stride = 2, .pad = {1, 1}});
}

/// One of the four stages; the caller's variable keeps the stage's input while it runs.
inline Value resnet_stage(NetworkBuilder& b, const std::string& name, Value x, std::int64_t width, int blocks,
                          std::int64_t stride, bool bottleneck) {
  const auto scope = b.hold(x);
  for (int i = 0; i < blocks; ++i)
    x = resnet_block(b, name + "." + std::to_string(i), x, width, i == 0 ? stride : 1, bottleneck);
  return x;
}

}  // namespace detail

[[nodiscard]] inline Network build(const ResNet& net, const std::string& name) {
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  Value x = detail::resnet_stem(b, b.input());
  std::int64_t width = 64;
  for (std::size_t stage = 0; stage < 4; ++stage, width *= 2)
    x = detail::resnet_stage(b, "layer" + std::to_string(stage + 1), x, width, net.blocks[stage], stage == 0 ? 1 : 2,
                             net.bottleneck);
  x = b.flatten("flatten", b.adaptive_average_pool("avgpool", x, {1, 1}));
  return b.finish(b.linear("fc", x, net.classes));
}

}  // namespace perfmodel
