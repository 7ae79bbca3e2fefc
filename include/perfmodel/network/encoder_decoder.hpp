#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// The encoder and decoder of Vaswani et al. 2017, arXiv:1706.03762, in the size "big", as MLPerf Training v0.5 trains
/// it (translation/tensorflow): layer norm before each part, one table for both token inputs and the output, biases in
/// the feed-forward layers alone. Positions are constants. Attention is fused.
struct EncoderDecoder {
  std::int64_t layers{6}, hidden{1024}, heads{16}, inner{4096};
  std::int64_t vocabulary{33708}, source{64}, target{64};  ///< tokens of a sample
  double dropout{0.1};
};

namespace detail {

/// @param memory  what keys and values are read from: the encoder's output, or the same sequence
inline Value encoder_decoder_attention(NetworkBuilder& b, const std::string& n, Value x, Value memory,
                                       const EncoderDecoder& net, bool causal) {
  const Value normed = b.layer_norm(n + ".norm", x), from = memory == x ? normed : memory;
  const Value q = b.linear(n + ".q", normed, net.hidden, false), k = b.linear(n + ".k", from, net.hidden, false),
              v = b.linear(n + ".v", from, net.hidden, false);
  const DotProductAttention attention{.heads = net.heads,
                                      .key_heads = net.heads,
                                      .head_size = net.hidden / net.heads,
                                      .causal = causal,
                                      .dropout = net.dropout};
  const Value y = b.linear(n + ".o", b.layer(n, attention, {q, k, v}), net.hidden, false);
  return b.add(n + ".add", x, b.dropout(n + ".dropout", y, net.dropout));
}

inline Value encoder_decoder_feed_forward(NetworkBuilder& b, const std::string& n, Value x, const EncoderDecoder& net) {
  Value y = b.relu(n + ".relu", b.linear(n + ".filter", b.layer_norm(n + ".norm", x), net.inner));
  y = b.linear(n + ".output", b.dropout(n + ".relu_dropout", y, net.dropout), net.hidden);
  return b.add(n + ".add", x, b.dropout(n + ".dropout", y, net.dropout));
}

}  // namespace detail

/// @throws Error where the heads do not divide the width
[[nodiscard]] inline Network build(const EncoderDecoder& net, const std::string& name = "transformer-big") {
  require_at_least("heads", net.heads, 1);
  if (net.hidden % net.heads != 0)
    throw bad_input("hidden", std::to_string(net.hidden), "must be a multiple of heads, " + std::to_string(net.heads));
  NetworkBuilder b(name, {1, net.source}, true);
  const Value target = b.add_input("target", {1, net.target}, true);
  const Embedding table{.count = net.vocabulary, .width = net.hidden};
  const Value shared = b.layer("shared", table, {b.input()});
  Value x = b.dropout("encoder.dropout", shared, net.dropout);
  for (std::int64_t i = 0; i < net.layers; ++i) {
    const auto block = b.block();
    const std::string n = "encoder." + std::to_string(i);
    x = detail::encoder_decoder_attention(b, n + ".self", x, x, net, false);
    x = detail::encoder_decoder_feed_forward(b, n + ".ff", x, net);
  }
  const Value memory = b.layer_norm("encoder.norm", x);
  Value y = b.dropout("decoder.dropout", b.layer("decoder.embed", table, {target}, shared), net.dropout);
  for (std::int64_t i = 0; i < net.layers; ++i) {
    const auto block = b.block();
    const std::string n = "decoder." + std::to_string(i);
    y = detail::encoder_decoder_attention(b, n + ".self", y, y, net, true);
    y = detail::encoder_decoder_attention(b, n + ".cross", y, memory, net, false);
    y = detail::encoder_decoder_feed_forward(b, n + ".ff", y, net);
  }
  return b.finish(b.layer("head", Linear{.inputs = net.hidden, .outputs = net.vocabulary, .bias = false},
                          {b.layer_norm("decoder.norm", y)}, shared));
}

}  // namespace perfmodel
