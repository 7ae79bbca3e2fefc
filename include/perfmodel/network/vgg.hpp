#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// VGG-16 without batch normalization. Simonyan and Zisserman 2014, arXiv:1409.1556, Table 1, column D;
/// torchvision/models/vgg.py.
struct Vgg16 {
  ImageSize input{224, 224};
  std::int64_t classes{1000};
  double dropout{0.5};
};

[[nodiscard]] inline Network build(const Vgg16& net, const std::string& name = "vgg16") {
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  constexpr std::array<std::int64_t, 18> plan{64, 64,  0,   128, 128, 0,   256, 256, 256,
                                              0,  512, 512, 512, 0,   512, 512, 512, 0};
  Value x = b.input();
  {
    const auto scope = b.hold(x);
    int index = 0;  // torchvision numbers the members of `features`
    for (const std::int64_t width : plan) {
      if (width == 0) {
        x = b.max_pool("features." + std::to_string(index++), x, {.kernel = {2, 2}, .stride = 2});
        continue;
      }
      x = b.convolution("features." + std::to_string(index), x,
                        {.out = width, .kernel = {3, 3}, .pad = {1, 1}, .bias = true});
      x = b.relu("features." + std::to_string(index + 1), x);
      index += 2;
    }
  }
  x = b.flatten("flatten", b.adaptive_average_pool("avgpool", x, {7, 7}));
  {
    const auto scope = b.hold(x);
    x = b.dropout("classifier.2", b.relu("classifier.1", b.linear("classifier.0", x, 4096)), net.dropout);
    x = b.dropout("classifier.5", b.relu("classifier.4", b.linear("classifier.3", x, 4096)), net.dropout);
    x = b.linear("classifier.6", x, net.classes);
  }
  return b.finish(x);
}

}  // namespace perfmodel
