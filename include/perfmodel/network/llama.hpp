#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// Llama (also Mistral and Qwen): RMS norms, rotary positions, grouped-query attention, gated MLP, as Hugging Face
/// implements them. Touvron et al. 2023, arXiv:2302.13971; transformers/models/llama/modeling_llama.py.
struct Llama {
  std::int64_t layers{16}, hidden{2048}, heads{32}, key_heads{8}, inner{8192}, head_size{64};
  std::int64_t vocabulary{128256}, sequence{2048};
  bool tied{true};                         ///< the head's weight is the embedding's
  bool attention_bias{};                   ///< q, k and v projections have one (Qwen 2)
  bool query_norm{};                       ///< RMS norm of each head of q and k (Qwen 3)
  std::int64_t experts{}, experts_used{};  ///< mixture of experts instead of one MLP; 0: none
  bool cache{true};
  double dropout{};  ///< of attention's shares
};

/// Llama 3.2 1B; Llama 3.1 8B and 70B: Dubey et al. 2024, arXiv:2407.21783, Table 3, and the model cards.
inline constexpr Llama llama_1b{},
    llama_8b{
        .layers = 32, .hidden = 4096, .heads = 32, .key_heads = 8, .inner = 14336, .head_size = 128, .tied = false},
    llama_70b{
        .layers = 80, .hidden = 8192, .heads = 64, .key_heads = 8, .inner = 28672, .head_size = 128, .tied = false};

namespace detail {

inline Value llama_mlp(NetworkBuilder& b, const std::string& n, Value x, const Llama& net) {
  const auto scope = b.hold(x);
  const Value gate =
      b.activation(n + ".act_fn", b.linear(n + ".gate_proj", x, net.inner, false), ActivationKind::silu, false);
  const Value up = b.linear(n + ".up_proj", x, net.inner, false);
  return b.linear(n + ".down_proj", b.scale(n + ".multiply", gate, up), net.hidden, false);
}

/// RMS norm of every head on its own: the heads become rows.
inline Value head_norm(NetworkBuilder& b, const std::string& n, Value x, std::int64_t head_size) {
  const std::int64_t length = b.shape(x)[1], whole = b.width(x);
  x = b.layer(n + ".heads", Reshape{.sample = {length * (whole / head_size), head_size}}, {x});
  return b.layer(n + ".join", Reshape{.sample = {length, whole}}, {b.layer(n, RmsNorm{.width = head_size}, {x})});
}

inline Value llama_block(NetworkBuilder& b, const std::string& n, Value x, const Llama& net) {
  const auto scope = b.hold(x);
  Value y = b.layer(n + ".input_layernorm", RmsNorm{.width = net.hidden}, {x});
  {
    const auto held = b.hold(y);
    const std::int64_t q_width = net.heads * net.head_size, kv_width = net.key_heads * net.head_size;
    Value q = b.linear(n + ".self_attn.q_proj", y, q_width, net.attention_bias);
    if (net.query_norm) q = head_norm(b, n + ".self_attn.q_norm", q, net.head_size);
    Value k = b.linear(n + ".self_attn.k_proj", y, kv_width, net.attention_bias);
    if (net.query_norm) k = head_norm(b, n + ".self_attn.k_norm", k, net.head_size);
    const Value v = b.linear(n + ".self_attn.v_proj", y, kv_width, net.attention_bias);
    q = b.layer(n + ".self_attn.rotary_q", Rotary{.heads = net.heads}, {q});
    k = b.layer(n + ".self_attn.rotary_k", Rotary{.heads = net.key_heads}, {k});
    const auto held_q = b.hold(q), held_k = b.hold(k), held_v = b.hold(v);
    y = b.layer(n + ".self_attn",
                DotProductAttention{.heads = net.heads,
                                    .key_heads = net.key_heads,
                                    .head_size = net.head_size,
                                    .causal = true,
                                    .dropout = net.dropout,
                                    .cached = net.cache},
                {q, k, v});
    y = b.linear(n + ".self_attn.o_proj", y, net.hidden, false);
  }
  const Value middle = b.add(n + ".add_1", x, y);
  const auto held = b.hold(middle);
  y = b.layer(n + ".post_attention_layernorm", RmsNorm{.width = net.hidden}, {middle});
  y = net.experts > 0
          ? b.layer(n + ".mlp",
                    MixtureOfExperts{
                        .width = net.hidden, .inner = net.inner, .experts = net.experts, .used = net.experts_used},
                    {y})
          : llama_mlp(b, n + ".mlp", y, net);
  return b.add(n + ".add_2", middle, y);
}

}  // namespace detail

/// @throws Error where shapes do not fit
[[nodiscard]] inline Network build(const Llama& net, const std::string& name = "llama-1b") {
  NetworkBuilder b(name, {1, net.sequence}, true);
  const Value tokens = b.layer("embed_tokens", Embedding{.count = net.vocabulary, .width = net.hidden}, {b.input()});
  const auto held_tokens = b.hold(tokens);
  Value x = tokens;
  for (std::int64_t i = 0; i < net.layers; ++i) {
    b.begin_block(static_cast<std::int32_t>(i));
    x = detail::llama_block(b, "layers." + std::to_string(i), x, net);
    b.end_block();
  }
  x = b.layer("norm", RmsNorm{.width = net.hidden}, {x});
  x = b.layer("lm_head", Linear{.inputs = net.hidden, .outputs = net.vocabulary, .bias = false}, {x},
              net.tied ? tokens : -1);
  b.set_loss(CrossEntropy{.widen = true});
  return b.finish(x);
}

}  // namespace perfmodel
