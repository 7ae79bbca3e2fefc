#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// Inception v3 with its auxiliary classifier, which only training runs. Szegedy et al. 2016,
/// doi:10.1109/CVPR.2016.308; torchvision/models/inception.py.
struct InceptionV3 {
  ImageSize input{299, 299};
  std::int64_t classes{1000};
  bool auxiliary{true};
  double dropout{0.5};
};

namespace detail {

/// Convolution without bias, batch normalization, ReLU.
inline Value inception_unit(NetworkBuilder& b, const std::string& name, Value x, const ConvolutionOptions& options) {
  const auto scope = b.hold(x);
  x = b.convolution(name + ".conv", x, options);
  return b.relu(name + ".relu", b.batch_norm(name + ".bn", x));
}

inline Value inception_average(NetworkBuilder& b, const std::string& name, Value x) {
  return b.average_pool(name, x, {.kernel = {3, 3}, .stride = 1, .pad = {1, 1}});
}

inline Value inception_a(NetworkBuilder& b, const std::string& n, Value x, std::int64_t pool) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const Value one = inception_unit(b, n + ".branch1x1", x, {.out = 64});
  Value five = inception_unit(b, n + ".branch5x5_1", x, {.out = 48});
  five = inception_unit(b, n + ".branch5x5_2", five, {.out = 64, .kernel = {5, 5}, .pad = {2, 2}});
  Value three = inception_unit(b, n + ".branch3x3dbl_1", x, {.out = 64});
  three = inception_unit(b, n + ".branch3x3dbl_2", three, {.out = 96, .kernel = {3, 3}, .pad = {1, 1}});
  three = inception_unit(b, n + ".branch3x3dbl_3", three, {.out = 96, .kernel = {3, 3}, .pad = {1, 1}});
  const Value pooled = inception_unit(b, n + ".branch_pool", inception_average(b, n + ".avg_pool", x), {.out = pool});
  return b.concat(n + ".cat", {one, five, three, pooled});
}

inline Value inception_b(NetworkBuilder& b, const std::string& n, Value x) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const Value three = inception_unit(b, n + ".branch3x3", x, {.out = 384, .kernel = {3, 3}, .stride = 2});
  Value twice = inception_unit(b, n + ".branch3x3dbl_1", x, {.out = 64});
  twice = inception_unit(b, n + ".branch3x3dbl_2", twice, {.out = 96, .kernel = {3, 3}, .pad = {1, 1}});
  twice = inception_unit(b, n + ".branch3x3dbl_3", twice, {.out = 96, .kernel = {3, 3}, .stride = 2});
  const Value pooled = b.max_pool(n + ".max_pool", x, {.kernel = {3, 3}, .stride = 2});
  return b.concat(n + ".cat", {three, twice, pooled});
}

inline Value inception_c(NetworkBuilder& b, const std::string& n, Value x, std::int64_t c7) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const ConvolutionOptions wide{.out = c7, .kernel = {1, 7}, .pad = {0, 3}},
      tall{.out = c7, .kernel = {7, 1}, .pad = {3, 0}};
  const ConvolutionOptions wide_out{.out = 192, .kernel = {1, 7}, .pad = {0, 3}},
      tall_out{.out = 192, .kernel = {7, 1}, .pad = {3, 0}};
  const Value one = inception_unit(b, n + ".branch1x1", x, {.out = 192});
  Value seven = inception_unit(b, n + ".branch7x7_1", x, {.out = c7});
  seven = inception_unit(b, n + ".branch7x7_2", seven, wide);
  seven = inception_unit(b, n + ".branch7x7_3", seven, tall_out);
  Value twice = inception_unit(b, n + ".branch7x7dbl_1", x, {.out = c7});
  twice = inception_unit(b, n + ".branch7x7dbl_2", twice, tall);
  twice = inception_unit(b, n + ".branch7x7dbl_3", twice, wide);
  twice = inception_unit(b, n + ".branch7x7dbl_4", twice, tall);
  twice = inception_unit(b, n + ".branch7x7dbl_5", twice, wide_out);
  const Value pooled = inception_unit(b, n + ".branch_pool", inception_average(b, n + ".avg_pool", x), {.out = 192});
  return b.concat(n + ".cat", {one, seven, twice, pooled});
}

inline Value inception_d(NetworkBuilder& b, const std::string& n, Value x) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  Value three = inception_unit(b, n + ".branch3x3_1", x, {.out = 192});
  three = inception_unit(b, n + ".branch3x3_2", three, {.out = 320, .kernel = {3, 3}, .stride = 2});
  Value seven = inception_unit(b, n + ".branch7x7x3_1", x, {.out = 192});
  seven = inception_unit(b, n + ".branch7x7x3_2", seven, {.out = 192, .kernel = {1, 7}, .pad = {0, 3}});
  seven = inception_unit(b, n + ".branch7x7x3_3", seven, {.out = 192, .kernel = {7, 1}, .pad = {3, 0}});
  seven = inception_unit(b, n + ".branch7x7x3_4", seven, {.out = 192, .kernel = {3, 3}, .stride = 2});
  const Value pooled = b.max_pool(n + ".max_pool", x, {.kernel = {3, 3}, .stride = 2});
  return b.concat(n + ".cat", {three, seven, pooled});
}

inline Value inception_e(NetworkBuilder& b, const std::string& n, Value x) {
  const auto block = b.block();
  const auto scope = b.hold(x);
  const ConvolutionOptions wide{.out = 384, .kernel = {1, 3}, .pad = {0, 1}},
      tall{.out = 384, .kernel = {3, 1}, .pad = {1, 0}};
  const Value one = inception_unit(b, n + ".branch1x1", x, {.out = 320});
  Value three = inception_unit(b, n + ".branch3x3_1", x, {.out = 384});
  const Value three_wide = inception_unit(b, n + ".branch3x3_2a", three, wide);
  const Value three_tall = inception_unit(b, n + ".branch3x3_2b", three, tall);
  three = b.concat(n + ".cat3x3", {three_wide, three_tall});
  Value twice = inception_unit(b, n + ".branch3x3dbl_1", x, {.out = 448});
  twice = inception_unit(b, n + ".branch3x3dbl_2", twice, {.out = 384, .kernel = {3, 3}, .pad = {1, 1}});
  const Value twice_wide = inception_unit(b, n + ".branch3x3dbl_3a", twice, wide);
  const Value twice_tall = inception_unit(b, n + ".branch3x3dbl_3b", twice, tall);
  twice = b.concat(n + ".cat3x3dbl", {twice_wide, twice_tall});
  const Value pooled = inception_unit(b, n + ".branch_pool", inception_average(b, n + ".avg_pool", x), {.out = 192});
  return b.concat(n + ".cat", {one, three, twice, pooled});
}

inline Value inception_auxiliary(NetworkBuilder& b, const std::string& n, Value x, std::int64_t classes) {
  const auto scope = b.hold(x);
  x = b.average_pool(n + ".avg_pool", x, {.kernel = {5, 5}, .stride = 3});
  x = inception_unit(b, n + ".conv0", x, {.out = 128});
  x = inception_unit(b, n + ".conv1", x, {.out = 768, .kernel = {5, 5}});
  x = b.flatten(n + ".flatten", b.adaptive_average_pool(n + ".adaptive_pool", x, {1, 1}));
  return b.linear(n + ".fc", x, classes);
}

}  // namespace detail

/// @throws Error naming the layer if the image is too small (under 75 x 75)
[[nodiscard]] inline Network build(const InceptionV3& net, const std::string& name = "inception_v3") {
  using namespace detail;
  NetworkBuilder b(name, {1, 3, net.input.height, net.input.width});
  Value x = inception_unit(b, "Conv2d_1a_3x3", b.input(), {.out = 32, .kernel = {3, 3}, .stride = 2});
  x = inception_unit(b, "Conv2d_2a_3x3", x, {.out = 32, .kernel = {3, 3}});
  x = inception_unit(b, "Conv2d_2b_3x3", x, {.out = 64, .kernel = {3, 3}, .pad = {1, 1}});
  x = b.max_pool("maxpool1", x, {.kernel = {3, 3}, .stride = 2});
  x = inception_unit(b, "Conv2d_3b_1x1", x, {.out = 80});
  x = inception_unit(b, "Conv2d_4a_3x3", x, {.out = 192, .kernel = {3, 3}});
  x = b.max_pool("maxpool2", x, {.kernel = {3, 3}, .stride = 2});
  x = inception_a(b, "Mixed_5b", x, 32);
  x = inception_a(b, "Mixed_5c", x, 64);
  x = inception_a(b, "Mixed_5d", x, 64);
  x = inception_b(b, "Mixed_6a", x);
  x = inception_c(b, "Mixed_6b", x, 128);
  x = inception_c(b, "Mixed_6c", x, 160);
  x = inception_c(b, "Mixed_6d", x, 160);
  x = inception_c(b, "Mixed_6e", x, 192);
  if (net.auxiliary) {
    const auto training = b.only_in_training();
    b.add_output(inception_auxiliary(b, "AuxLogits", x, net.classes), 0.4);  // weight: Szegedy et al. 2015, section 5
  }
  x = inception_d(b, "Mixed_7a", x);
  x = inception_e(b, "Mixed_7b", x);
  x = inception_e(b, "Mixed_7c", x);
  x = b.dropout("dropout", b.adaptive_average_pool("avgpool", x, {1, 1}), net.dropout);
  return b.finish(b.linear("fc", b.flatten("flatten", x), net.classes));
}

}  // namespace perfmodel
