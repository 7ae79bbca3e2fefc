#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// T5 encoder and decoder with the language-model head. Raffel et al. 2020, arXiv:1910.10683; transformers,
/// modeling_t5.py (5.17, attention by scaled_dot_product_attention): over the same sequence in single operations,
/// because of the relative position bias, which is looked up once and shared by the layers of each side (the decoder
/// masks it in every layer); across from decoder to encoder fused. RMS norms. The decoder copies keys and values into a
/// cache.
struct T5 {
  std::int64_t layers{12}, decoder_layers{12}, hidden{768}, heads{12}, head_size{64}, inner{3072};
  std::int64_t vocabulary{32128}, buckets{32}, source{512}, target{512};
  bool gated{};     ///< gated GELU (v1.1) instead of ReLU
  bool tied{true};  ///< the head's weight is the embedding's
  double dropout{0.1};
};

namespace detail {

/// @param bias  added to the scores; -1: attention to the encoder's output, without
inline Value t5_attention(NetworkBuilder& b, const std::string& n, Value x, Value memory, const T5& net, bool decoder,
                          Value bias) {
  const std::int64_t width = net.heads * net.head_size;
  const Value normed = b.layer(n + ".layer_norm", RmsNorm{.width = net.hidden}, {x});
  const Value from = memory == x ? normed : memory;
  const Value q = b.linear(n + ".q", normed, width, false), k = b.linear(n + ".k", from, width, false),
              v = b.linear(n + ".v", from, width, false);
  const bool biased = memory == x;
  const Value seen = biased && decoder ? b.layer(n + ".mask", CausalBias{}, {bias}) : bias;
  const DotProductAttention attention{.heads = net.heads,
                                      .key_heads = net.heads,
                                      .head_size = net.head_size,
                                      .dropout = net.dropout,
                                      .cached = decoder,
                                      .biased = biased};
  const Value y = biased ? b.layer(n, attention, {q, k, v, seen}) : b.layer(n, attention, {q, k, v});
  return b.add(n + ".add", x, b.dropout(n + ".dropout", b.linear(n + ".o", y, net.hidden, false), net.dropout));
}

inline Value t5_feed_forward(NetworkBuilder& b, const std::string& n, Value x, const T5& net) {
  Value y = b.layer(n + ".layer_norm", RmsNorm{.width = net.hidden}, {x});
  if (net.gated) {
    const Value gate = b.layer(n + ".act", ComposedGelu{}, {b.linear(n + ".wi_0", y, net.inner, false)});
    y = b.scale(n + ".multiply", gate, b.linear(n + ".wi_1", y, net.inner, false));
  } else {
    y = b.activation(n + ".act", b.linear(n + ".wi", y, net.inner, false), ActivationKind::relu, false);
  }
  y = b.layer(n + ".to_weights", Cast{.to_weights = true},
              {b.dropout(n + ".inner_dropout", y, net.dropout)});  // hidden.to(wo.weight.dtype)
  y = b.linear(n + ".wo", y, net.hidden, false);
  return b.add(n + ".add", x, b.dropout(n + ".dropout", y, net.dropout));
}

}  // namespace detail

/// @throws Error where shapes do not fit
[[nodiscard]] inline Network build(const T5& net, const std::string& name = "t5") {
  NetworkBuilder b(name, {1, net.source}, true);
  const Value decoder_input = b.add_input("decoder_input", {1, net.target}, true);
  const Embedding table{.count = net.vocabulary, .width = net.hidden};
  const Value shared = b.layer("shared", table, {b.input()});
  const RelativeBias relative{.heads = net.heads, .buckets = net.buckets};
  const Value encoder_bias = b.layer("encoder.relative_attention_bias", relative, {b.input()});
  Value x = b.dropout("encoder.dropout", shared, net.dropout);
  for (std::int64_t i = 0; i < net.layers; ++i) {
    const auto block = b.block();
    const std::string n = "encoder.block." + std::to_string(i);
    x = detail::t5_feed_forward(b, n + ".ff", detail::t5_attention(b, n + ".self", x, x, net, false, encoder_bias),
                                net);
  }
  const Value memory = b.dropout("encoder.final_dropout",
                                 b.layer("encoder.final_layer_norm", RmsNorm{.width = net.hidden}, {x}), net.dropout);
  const Value decoder_bias = b.layer("decoder.relative_attention_bias", relative, {decoder_input});
  Value y = b.dropout("decoder.dropout", b.layer("decoder.embed", table, {decoder_input}, shared), net.dropout);
  for (std::int64_t i = 0; i < net.decoder_layers; ++i) {
    const auto block = b.block();
    const std::string n = "decoder.block." + std::to_string(i);
    y = detail::t5_attention(b, n + ".self", y, y, net, true, decoder_bias);
    y = detail::t5_attention(b, n + ".cross", y, memory, net, true, -1);
    y = detail::t5_feed_forward(b, n + ".ff", y, net);
  }
  y = b.dropout("decoder.final_dropout", b.layer("decoder.final_layer_norm", RmsNorm{.width = net.hidden}, {y}),
                net.dropout);
  return b.finish(b.layer("lm_head", Linear{.inputs = net.hidden, .outputs = net.vocabulary, .bias = false}, {y},
                          net.tied ? shared : -1));
}

}  // namespace perfmodel
