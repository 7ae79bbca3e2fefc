#include <doctest/doctest.h>

#include <array>
#include <perfmodel/network/builder.hpp>
#include <perfmodel/network/image_rewrite.hpp>
#include <perfmodel/network/named.hpp>

#include "rewritten.hpp"

namespace network_image_rewrite_test {
using namespace perfmodel;
using rewritten::count_of;
using rewritten::result;

TEST_CASE("folded batch norms: a bias for each, no other change of shapes") {
  for (const char* name : {"resnet18", "resnet50", "mobilenet_v2", "inception_v3"}) {
    CAPTURE(name);
    const Network plain = named_network(name);
    const auto folded = with_folded_batch_norms(plain);
    REQUIRE(folded.has_value());
    CHECK(count_of<BatchNorm>(*folded) == 0);
    CHECK(folded->layers.size() == plain.layers.size() - count_of<BatchNorm>(plain));
    CHECK(result(*folded) == result(plain));
  }
  // A batch norm of c channels has 2 c trainable parameters, the bias that takes its place c: ResNet-18 has 4,800
  // channels in batch norms.
  CHECK(parameter_count(*with_folded_batch_norms(named_network("resnet18"))) == 11'689'512 - 4'800);
  CHECK_FALSE(with_folded_batch_norms(named_network("vgg16")).has_value());
}

TEST_CASE("DenseNet: a batch norm before a convolution, or of a sum that others read, stays") {
  const Network plain = named_network("densenet121");
  const auto folded = with_folded_batch_norms(plain);
  REQUIRE(folded.has_value());
  CHECK(count_of<BatchNorm>(*folded) > 0);
  CHECK(count_of<BatchNorm>(*folded) < count_of<BatchNorm>(plain));
  CHECK(result(*folded) == result(plain));
}

TEST_CASE("padded channels: every convolution's become multiples, the classes stay") {
  const auto padded = with_padded_channels(named_network("mobilenet_v2"), 16);  // has 24 channels
  REQUIRE(padded.has_value());
  for (const Layer& layer : padded->layers)
    if (const auto* c = std::get_if<Convolution2d>(&layer.what)) CHECK(c->out % 16 == 0);
  CHECK(result(*padded) == result(named_network("mobilenet_v2")));
  CHECK(parameter_count(*padded) > parameter_count(named_network("mobilenet_v2")));
  CHECK_FALSE(with_padded_channels(named_network("resnet50"), 16).has_value());  // multiples of 64 all
  CHECK_FALSE(with_padded_channels(named_network("bert-base:seq=128"), 16).has_value());
}

TEST_CASE("full convolutions: the expansion before a depthwise convolution goes into it") {
  const Network plain = named_network("mobilenet_v2");
  const std::vector<std::size_t> depthwise = depthwise_layers(plain);
  REQUIRE(depthwise.size() ==
          17);  // Sandler et al. 2018, arXiv:1801.04381, Table 2: 1 + 2 + 3 + 4 + 3 + 3 + 1 bottlenecks
  const Network full = with_full_convolutions(plain, depthwise);
  CHECK(depthwise_layers(full).empty());
  CHECK(full.layers.size() == plain.layers.size() - 16 * 3);  // the first bottleneck has no expansion
  CHECK(result(full) == result(plain));
  const Network one = with_full_convolutions(plain, {depthwise[3]});
  CHECK(depthwise_layers(one).size() == 16);
  CHECK(one.layers.size() == plain.layers.size() - 3);
  CHECK(result(one) == result(plain));
}

TEST_CASE("padded image: its first convolution takes the channels") {
  CHECK(with_padded_image(named_network("resnet18"), 4)->inputs.front().shape[0] == 4);
  CHECK_FALSE(with_padded_image(named_network("bert-base:seq=64"), 4).has_value());
}

TEST_CASE("biases before batch norms go, one number a channel of the norm") {
  NetworkBuilder b("biased", {1, 3, 8, 8});
  Value x = b.convolution("conv", b.input(), {.out = 16, .kernel = {3, 3}, .pad = {1, 1}, .bias = true});
  x = b.relu("relu", b.batch_norm("norm", x));
  x = b.convolution("branch", x, {.out = 8, .bias = true});  // read twice: by the norm and by the sum
  x = b.add("add", b.batch_norm("norm2", x), x);
  const Network biased = b.finish(x);
  const auto bare = without_normalized_biases(biased);
  REQUIRE(bare);
  CHECK(parameter_count(biased) - parameter_count(*bare) == 16);
  CHECK(result(*bare) == result(biased));
  CHECK_FALSE(without_normalized_biases(*bare));
  CHECK_FALSE(without_normalized_biases(named_network("resnet50")));  // torchvision's have none
  CHECK_FALSE(without_normalized_biases(named_network("vgg16")));     // no norms
}

TEST_CASE("squeeze and excitation: EfficientNet-B0 without it has the parameters of its convolutions and norms") {
  const Network plain = named_network("efficientnet_b0");
  const auto bare = without_squeeze_excitation(plain);
  REQUIRE(bare);
  CHECK(count_of<Multiply>(*bare) == 0);
  CHECK(plain.layers.size() - bare->layers.size() == 16 * 6);  // pool, two convolutions, SiLU, sigmoid, product
  // Tan and Le 2019, Table 1: 16 blocks, hidden channels h, squeezed s = a quarter of the block's input
  std::int64_t gone = 0;
  for (const auto& [h, s, repeats] : std::vector<std::array<std::int64_t, 3>>{{32, 8, 1},
                                                                              {96, 4, 1},
                                                                              {144, 6, 1},
                                                                              {144, 6, 1},
                                                                              {240, 10, 1},
                                                                              {240, 10, 1},
                                                                              {480, 20, 2},
                                                                              {480, 20, 1},
                                                                              {672, 28, 2},
                                                                              {672, 28, 1},
                                                                              {1152, 48, 3},
                                                                              {1152, 48, 1}})
    gone += repeats * (2 * h * s + h + s);
  CHECK(parameter_count(plain) - parameter_count(*bare) == gone);
  CHECK(result(*bare) == result(plain));
  CHECK_FALSE(without_squeeze_excitation(*bare));
  CHECK_FALSE(without_squeeze_excitation(named_network("llama-1b:seq=8")));  // products of two tensors of one size
}

TEST_CASE("pixel shuffle: the transposed convolutions of U-Net become 1 x 1 ones with the same work and result") {
  const Network plain = named_network("unet");
  const auto shuffled = with_pixel_shuffle(plain);
  REQUIRE(shuffled);
  CHECK(result(*shuffled) == result(plain));
  CHECK(forward_work(*shuffled, 2) == forward_work(plain, 2));
  CHECK(shuffled->layers.size() == plain.layers.size() + 4 * 5);
  for (const Layer& layer : shuffled->layers)
    if (const auto* c = std::get_if<Convolution2d>(&layer.what)) CHECK_FALSE(c->transposed);
  // biases are one for each pixel of the shuffle: 512 + 256 + 128 + 64 channels, four times instead of once
  CHECK(parameter_count(*shuffled) - parameter_count(plain) == 3 * (512 + 256 + 128 + 64));
  CHECK_FALSE(with_pixel_shuffle(*shuffled));
  CHECK_FALSE(with_pixel_shuffle(named_network("resnet18")));
}

TEST_CASE("pixel shuffle: wider filters reach pixels beside their own") {
  for (const auto& [kernel, stride, pad, width] : std::vector<std::array<std::int64_t, 4>>{
           {2, 2, 0, 1}, {4, 2, 1, 3}, {3, 3, 0, 1}, {6, 2, 2, 3}, {8, 4, 2, 3}, {8, 2, 3, 5}}) {
    CAPTURE(kernel);
    NetworkBuilder b("up", {1, 6, 10, 10});
    const Value x =
        b.convolution("up", b.input(),
                      {.out = 5, .kernel = {kernel, kernel}, .stride = stride, .pad = {pad, pad}, .transposed = true});
    const Network plain = b.finish(x);
    const auto shuffled = with_pixel_shuffle(plain);
    REQUIRE(shuffled);
    const auto& c = std::get<Convolution2d>(shuffled->layers.front().what);
    CHECK(c.out == 5 * stride * stride);
    CHECK(c.kernel_h == width);
    CHECK(result(*shuffled) == result(plain));
  }
  NetworkBuilder b("odd", {1, 6, 10, 10});  // 19 pixels of 10 are no multiple
  const Value x = b.convolution("up", b.input(), {.out = 5, .kernel = {1, 1}, .stride = 2, .transposed = true});
  CHECK_FALSE(with_pixel_shuffle(b.finish(x)));
}
}  // namespace network_image_rewrite_test
