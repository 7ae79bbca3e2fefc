#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// Densely connected network. Huang et al. 2017, doi:10.1109/CVPR.2017.243; torchvision/models/densenet.py (which
/// concatenates all earlier features anew in every layer).
struct DenseNet {
  std::array<int, 4> blocks{6, 12, 24, 16};
  std::int64_t growth{32}, bottleneck{4}, stem{64};
  ImageSize input{224, 224};
  std::int64_t classes{1000};
};

inline constexpr DenseNet densenet121{};

namespace detail {

inline Value dense_layer(NetworkBuilder& b, const std::string& n, const std::vector<Value>& features,
                         const DenseNet& net) {
  const auto block = b.block();
  Value x{};
  {
    const Value all = b.concat(n + ".cat", features);
    const auto held = b.hold(all);  // bn_function()'s variable
    x = b.relu(n + ".relu1", b.batch_norm(n + ".norm1", all));
    x = b.convolution(n + ".conv1", x, {.out = net.bottleneck * net.growth});
  }
  const auto held = b.hold(x);  // forward()'s bottleneck_output
  x = b.relu(n + ".relu2", b.batch_norm(n + ".norm2", x));
  return b.convolution(n + ".conv2", x, {.out = net.growth, .kernel = {3, 3}, .pad = {1, 1}});
}

}  // namespace detail

[[nodiscard]] inline Network build(const DenseNet& net, const std::string& name = "densenet121") {
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  Value x = b.convolution("features.conv0", b.input(), {.out = net.stem, .kernel = {7, 7}, .stride = 2, .pad = {3, 3}});
  x = b.relu("features.relu0", b.batch_norm("features.norm0", x));
  x = b.max_pool("features.pool0", x, {.kernel = {3, 3}, .stride = 2, .pad = {1, 1}});
  for (std::size_t block = 0; block < net.blocks.size(); ++block) {
    const std::string n = "features.denseblock" + std::to_string(block + 1);
    std::vector<Value> features{x};
    for (int i = 0; i < net.blocks[block]; ++i)
      features.push_back(detail::dense_layer(b, n + ".denselayer" + std::to_string(i + 1), features, net));
    x = b.concat(n + ".cat", features);
    if (block + 1 == net.blocks.size()) break;
    const std::string t = "features.transition" + std::to_string(block + 1);
    x = b.relu(t + ".relu", b.batch_norm(t + ".norm", x));
    x = b.convolution(t + ".conv", x, {.out = b.channels(x) / 2});
    x = b.average_pool(t + ".pool", x, {.kernel = {2, 2}, .stride = 2});
  }
  x = b.relu("relu", b.batch_norm("features.norm5", x));
  x = b.flatten("flatten", b.adaptive_average_pool("avgpool", x, {1, 1}));
  return b.finish(b.linear("classifier", x, net.classes));
}

}  // namespace perfmodel
