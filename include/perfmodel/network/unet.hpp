#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// U-Net with padded convolutions and batch normalization, up-sampling by transposed convolutions: the form of
/// milesial/Pytorch-UNet (bilinear=False). Ronneberger et al. 2015, arXiv:1505.04597.
struct UNet {
  ImageSize input{572, 572};
  std::int64_t channels{3}, classes{2};
};

namespace detail {

inline Value double_convolution(NetworkBuilder& b, const std::string& n, Value x, std::int64_t out) {
  const auto scope = b.hold(x);
  for (const char* i : {"1", "2"}) {
    x = b.convolution(n + ".conv" + i, x, {.out = out, .kernel = {3, 3}, .pad = {1, 1}});
    x = b.relu(n + ".relu" + i, b.batch_norm(n + ".norm" + i, x));
  }
  return x;
}

/// The way up; the outputs of the way down are variables of the network's forward and live to its end.
inline Value unet_expansion(NetworkBuilder& b, const std::array<Value, 5>& down, std::int64_t width) {
  const NetworkBuilder::Hold variables[]{{b, down[0]}, {b, down[1]}, {b, down[2]}, {b, down[3]}, {b, down[4]}};
  Value x = down[4];
  for (std::size_t i = 4; i-- > 0;) {
    width /= 2;
    const std::string n = "up" + std::to_string(4 - i);
    const auto caller =
        b.hold(x);  // the caller's variable, then those of the block: the padded tensor lives to its end
    x = b.convolution(n + ".up", x, {.out = width, .kernel = {2, 2}, .stride = 2, .bias = true, .transposed = true});
    x = b.layer(n + ".pad", ResizeLike{}, {x, down[i]});  // a copy even where nothing is padded
    const auto padded = b.hold(x);
    x = double_convolution(b, n, b.concat(n + ".cat", {down[i], x}), width);
  }
  return x;
}

}  // namespace detail

[[nodiscard]] inline Network build(const UNet& net, const std::string& name = "unet") {
  NetworkBuilder b(name, {1, net.channels, net.input.height, net.input.width});
  std::array<Value, 5> down{};
  down[0] = detail::double_convolution(b, "inc", b.input(), 64);
  std::int64_t width = 64;
  for (std::size_t i = 1; i < 5; ++i) {
    width *= 2;
    const std::string n = "down" + std::to_string(i);
    down[i] =
        detail::double_convolution(b, n, b.max_pool(n + ".pool", down[i - 1], {.kernel = {2, 2}, .stride = 2}), width);
  }
  const Value x = b.convolution("outc", detail::unet_expansion(b, down, width), {.out = net.classes, .bias = true});
  b.set_loss(MeanSquaredError{});  // per pixel; the class dimension is not the innermost one
  return b.finish(x);
}

}  // namespace perfmodel
