#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/network/rewrite.hpp>

#include "rewritten.hpp"

namespace network_rewrite_test {
using namespace perfmodel;
using rewritten::count_of;
using rewritten::result;

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
}

TEST_CASE("with_past(): causal attention alone gets a cache, whose bytes are no parameters") {
  const Network token = named_network("llama-8b:seq=1");
  const auto later = with_past(token, 4096);
  REQUIRE(later);
  CHECK(parameter_count(*later) == parameter_count(token));
  CHECK(result(*later) == result(token));
  double cached = 0.0;
  const NetworkShapes shapes = infer_shapes(*later, 3);
  for (std::size_t i = 0; i < later->layers.size(); ++i)
    if (std::holds_alternative<DotProductAttention>(later->layers[i].what))
      for (const ParameterTensor& p : parameters(later->layers[i].what, shapes.layer_inputs[i])) {
        CHECK_FALSE(p.trainable);
        cached += static_cast<double>(elements(p.shape));
      }
  CHECK(cached == 3.0 * 4097 * 32 * 2 * 8 * 128);  // samples, tokens, blocks, keys and values, their heads and sizes
  CHECK_FALSE(with_past(named_network("bert-base:seq=8"), 64));
  CHECK_FALSE(with_past(named_network("resnet18"), 64));
  // what a network's name says is the same
  CHECK(forward_work(named_network("llama-8b:seq=1,past=4096"), 3) == forward_work(*later, 3));
}

TEST_CASE("with_joined_projections(): q, k and v, and gate and up, become one product each") {
  for (const char* name : {"llama-1b:seq=16", "llama-8b:seq=16"}) {
    CAPTURE(std::string(name));
    const Network plain = named_network(name);
    const auto joined = with_joined_projections(plain);
    REQUIRE(joined);
    CHECK(parameter_count(*joined) == parameter_count(plain));
    CHECK(forward_work(*joined, 2) == forward_work(plain, 2));
    CHECK(result(*joined) == result(plain));
    const std::size_t blocks = count_of<DotProductAttention>(plain);
    CHECK(count_of<Linear>(plain) == 7 * blocks + 1);
    CHECK(count_of<Linear>(*joined) == 4 * blocks + 1);  // qkv, o, gate and up, down; the head
    CHECK_FALSE(with_joined_projections(*joined));
  }
  CHECK_FALSE(with_joined_projections(named_network("bert-base:seq=16")));  // biases
}

TEST_CASE("with_quantized_weights(): linear layers of blocks, not the head") {
  const auto narrow = with_quantized_weights(named_network("llama-1b:seq=16"), NumberFormat::fp8);
  REQUIRE(narrow);
  CHECK_FALSE(std::get<Linear>(narrow->layers.back().what).quantized);
  for (const Layer& layer : narrow->layers)
    if (const auto* linear = std::get_if<Linear>(&layer.what); linear != nullptr && layer.block >= 0)
      CHECK(linear->quantized == NumberFormat::fp8);
  CHECK_FALSE(with_quantized_weights(named_network("resnet18"), NumberFormat::fp8));
}
}  // namespace network_rewrite_test
