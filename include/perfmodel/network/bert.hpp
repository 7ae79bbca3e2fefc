#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// What stands on top of the encoder. masked_language: transform, layer norm and a decoder tied to the token embedding
/// (BertForMaskedLM, no pooler); pooler: BertModel as published; none: the encoder alone.
enum class BertHead : std::uint8_t { masked_language, pooler, none };

/// BERT as Hugging Face implements it. Devlin et al. 2019, arXiv:1810.04805; transformers/models/bert/modeling_bert.py.
struct Bert {
  std::int64_t layers{12}, hidden{768}, heads{12}, inner{3072};
  std::int64_t vocabulary{30522}, positions{512}, types{2}, sequence{512};
  double dropout{0.1};
  BertHead head{BertHead::masked_language};
  bool fused{true};  ///< false: attention in single operations, as before scaled_dot_product_attention
};

inline constexpr Bert bert_base{}, bert_large{.layers = 24, .hidden = 1024, .heads = 16, .inner = 4096};

namespace detail {

inline Value bert_layer(NetworkBuilder& b, const std::string& n, Value x, const Bert& net) {
  const auto scope = b.hold(x);
  const Value q = b.linear(n + ".attention.self.query", x, net.hidden);
  const Value k = b.linear(n + ".attention.self.key", x, net.hidden);
  const Value v = b.linear(n + ".attention.self.value", x, net.hidden);
  Value y{};
  {
    const auto held_q = b.hold(q), held_k = b.hold(k), held_v = b.hold(v);
    y = b.layer(n + ".attention.self",
                DotProductAttention{.heads = net.heads,
                                    .key_heads = net.heads,
                                    .head_size = net.hidden / net.heads,
                                    .fused = net.fused,
                                    .dropout = net.dropout,
                                    .mask = net.fused ? AttentionMask::compiled : AttentionMask::none},
                {q, k, v});
  }
  y = b.dropout(n + ".attention.output.dropout", b.linear(n + ".attention.output.dense", y, net.hidden), net.dropout);
  const Value attended = b.layer_norm(n + ".attention.output.LayerNorm", b.add(n + ".attention.output.add", y, x));
  const auto held = b.hold(attended);
  y = b.linear(n + ".intermediate.dense", attended, net.inner);
  y = b.activation(n + ".intermediate.gelu", y, ActivationKind::gelu, false);
  const auto inner = b.hold(y);
  y = b.dropout(n + ".output.dropout", b.linear(n + ".output.dense", y, net.hidden), net.dropout);
  return b.layer_norm(n + ".output.LayerNorm", b.add(n + ".output.add", y, attended));
}

}  // namespace detail

/// @throws Error if the width is no multiple of the heads or the sequence longer than the position table
[[nodiscard]] inline Network build(const Bert& net, const std::string& name = "bert-base") {
  if (net.hidden % net.heads != 0)
    throw bad_input("network " + name + ", hidden", std::to_string(net.hidden),
                    "must be a multiple of the heads, " + std::to_string(net.heads));
  NetworkBuilder b(name, {1, net.sequence}, true);
  const Value words =
      b.layer("embeddings.word_embeddings", Embedding{.count = net.vocabulary, .width = net.hidden}, {b.input()});
  const Value types =
      b.layer("embeddings.token_type_embeddings", Embedding{.count = net.types, .width = net.hidden}, {b.input()});
  Value x = b.add("embeddings.add_type", words, types);
  const Value positions =
      b.layer("embeddings.position_embeddings",
              Embedding{.count = net.positions, .width = net.hidden, .positions = true}, {b.input()});
  x = b.add_in_place("embeddings.add_position", x, positions);
  x = b.dropout("embeddings.dropout", b.layer_norm("embeddings.LayerNorm", x), net.dropout);
  for (std::int64_t i = 0; i < net.layers; ++i) {
    b.begin_block(static_cast<std::int32_t>(i));
    x = detail::bert_layer(b, "encoder.layer." + std::to_string(i), x, net);
    b.end_block();
  }
  if (net.head == BertHead::none) return b.finish(x);
  if (net.head == BertHead::pooler) {
    x = b.layer("pooler.first", Slice{.dimension = 1, .begin = 0, .length = 1}, {x});
    x = b.layer("pooler.squeeze", Reshape{.sample = {net.hidden}}, {x});
    return b.finish(
        b.activation("pooler.activation", b.linear("pooler.dense", x, net.hidden), ActivationKind::tanh, false));
  }
  {
    const auto sequence_output = b.hold(x);
    x = b.activation("predictions.transform.act", b.linear("predictions.transform.dense", x, net.hidden),
                     ActivationKind::gelu, false);
    x = b.layer_norm("predictions.transform.LayerNorm", x);
    x = b.layer("predictions.decoder", Linear{.inputs = net.hidden, .outputs = net.vocabulary}, {x}, words);
  }
  return b.finish(x);
}

}  // namespace perfmodel
