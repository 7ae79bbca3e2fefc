#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// GPT-2 with its language-model head, whose weight is the token embedding's, as Hugging Face implements it.
/// Radford et al. 2019; transformers/models/gpt2/modeling_gpt2.py.
struct Gpt2 {
  std::int64_t layers{12}, hidden{768}, heads{12};
  std::int64_t vocabulary{50257}, positions{1024}, sequence{1024};
  double dropout{0.1};
  bool fused_attention{true};  ///< false: products, softmax and dropout one after the other
  bool joined_softmax{};       ///< of the latter, scale, mask and softmax are one kernel
  bool composed_gelu{true};    ///< the tanh formula from single operations; false: one operation
  bool bias{true};             ///< of linear layers
  bool cache{true};            ///< keys and values are copied into the cache that the model returns, in training too
};

inline constexpr Gpt2 gpt2_124m{}, gpt2_355m{.layers = 24, .hidden = 1024, .heads = 16},
    gpt2_774m{.layers = 36, .hidden = 1280, .heads = 20}, gpt2_1_5b{.layers = 48, .hidden = 1600, .heads = 25};

namespace detail {

inline Value gpt2_block(NetworkBuilder& b, const std::string& n, Value x, const Gpt2& net) {
  const auto scope = b.hold(x);
  Value y = b.layer_norm(n + ".ln_1", x);
  {
    const auto held = b.hold(y);
    const Value qkv = b.linear(n + ".attn.c_attn", y, 3 * net.hidden, net.bias);
    const auto variable = b.hold(qkv);
    y = b.layer(n + ".attn",
                DotProductAttention{.heads = net.heads,
                                    .key_heads = net.heads,
                                    .head_size = net.hidden / net.heads,
                                    .causal = true,
                                    .fused = net.fused_attention,
                                    .joined_softmax = net.joined_softmax,
                                    .dropout = net.dropout,
                                    .cached = net.cache},
                {qkv});
    y = b.linear(n + ".attn.c_proj", y, net.hidden, net.bias);
    y = b.dropout(n + ".attn.resid_dropout", y, net.dropout);
  }
  const Value middle = b.add(n + ".add_1", y, x);
  const auto kept = b.hold(middle);
  y = b.layer_norm(n + ".ln_2", middle);
  {
    const auto held = b.hold(y);
    y = b.linear(n + ".mlp.c_fc", y, 4 * net.hidden, net.bias);
    {
      const auto in = b.hold(y);
      y = net.composed_gelu ? b.layer(n + ".mlp.act", ComposedGelu{}, {y})
                            : b.activation(n + ".mlp.act", y, ActivationKind::gelu, false);
    }
    y = b.linear(n + ".mlp.c_proj", y, net.hidden, net.bias);
    y = b.dropout(n + ".mlp.dropout", y, net.dropout);
  }
  return b.add(n + ".add_2", middle, y);
}

}  // namespace detail

/// @throws Error if the width is no multiple of the heads or the sequence longer than the position table
[[nodiscard]] inline Network build(const Gpt2& net, const std::string& name = "gpt2-124m") {
  if (net.hidden % net.heads != 0)
    throw bad_input("network " + name + ", hidden", std::to_string(net.hidden),
                    "must be a multiple of the heads, " + std::to_string(net.heads));
  NetworkBuilder b(name, {1, net.sequence}, true);
  const Value tokens = b.layer("wte", Embedding{.count = net.vocabulary, .width = net.hidden}, {b.input()});
  const Value positions =
      b.layer("wpe", Embedding{.count = net.positions, .width = net.hidden, .positions = true}, {b.input()});
  const auto held_tokens = b.hold(tokens);
  const auto held_positions = b.hold(positions);
  Value x = b.add("embeddings", tokens, positions);
  x = b.dropout("drop", x, net.dropout);
  for (std::int64_t i = 0; i < net.layers; ++i) {
    b.begin_block(static_cast<std::int32_t>(i));
    x = detail::gpt2_block(b, "h." + std::to_string(i), x, net);
    b.end_block();
  }
  x = b.layer_norm("ln_f", x);
  x = b.layer("lm_head", Linear{.inputs = net.hidden, .outputs = net.vocabulary, .bias = false}, {x}, tokens);
  b.set_loss(CrossEntropy{.widen = true});
  return b.finish(x);
}

}  // namespace perfmodel
