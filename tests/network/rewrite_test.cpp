#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/network/rewrite.hpp>

using namespace perfmodel;

namespace {

template <class Kind>
std::size_t count_of(const Network& network) {
  return static_cast<std::size_t>(std::count_if(network.layers.begin(), network.layers.end(),
                                                [](const Layer& l) { return std::holds_alternative<Kind>(l.what); }));
}
Shape result(const Network& network) { return infer_shapes(network, 2).outputs.back(); }

}  // namespace

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

TEST_CASE("padded outputs, joined q, k and v, fused attention: once, and never what does not apply") {
  const auto padded = with_padded_outputs(named_network("gpt2-124m:seq=64"), 64);
  REQUIRE(padded.has_value());
  CHECK(result(*padded)[2] == 50304);
  CHECK(parameter_count(*padded) ==
        parameter_count(named_network("gpt2-124m:seq=64")) + (50304 - 50257) * 768);  // one shared matrix
  CHECK_FALSE(with_padded_outputs(*padded, 64).has_value());
  const Network bert = named_network("bert-base:seq=64");
  const auto joined = with_joined_qkv(bert);
  REQUIRE(joined.has_value());
  CHECK(joined->layers.size() == bert.layers.size() - 24);
  CHECK(parameter_count(*joined) == parameter_count(bert));
  CHECK_FALSE(with_joined_qkv(*joined).has_value());
  CHECK_FALSE(with_fused_attention(named_network("resnet18")).has_value());
  CHECK(with_fused_attention(named_network("bert-base:seq=64,attention=naive")).has_value());
  CHECK(with_padded_image(named_network("resnet18"), 4)->inputs.front().shape[0] == 4);
  CHECK_FALSE(with_padded_image(named_network("bert-base:seq=64"), 4).has_value());
}
