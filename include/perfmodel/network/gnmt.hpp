#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// GNMT, sizes and structure of MLPerf Training v0.5 (rnn_translator, PyTorch): four LSTM layers each side, the first
/// of the encoder bidirectional, additive attention normalized, one embedding for both sides. Wu et al. 2016,
/// arXiv:1609.08144.
struct Gnmt {
  std::int64_t vocabulary{32317}, hidden{1024}, source{50}, target{50};
  double dropout{0.2};
};

namespace detail {

inline Value gnmt_lstm(NetworkBuilder& b, const std::string& n, Value x, std::int64_t hidden, double dropout,
                       bool bidirectional = false) {
  x = b.dropout(n + ".dropout", x, dropout);
  return b.layer(n, Recurrent{.inputs = b.width(x), .hidden = hidden, .bidirectional = bidirectional}, {x});
}

}  // namespace detail

[[nodiscard]] inline Network build(const Gnmt& net, const std::string& name = "gnmt") {
  using detail::gnmt_lstm;
  const std::int64_t h = net.hidden;
  NetworkBuilder b(name, {1, net.source}, true);
  const Value target = b.add_input("target", {1, net.target}, true);
  const Embedding table{.count = net.vocabulary, .width = h};
  const Value source = b.layer("embedder", table, {b.input()});
  Value x = gnmt_lstm(b, "encoder.0", source, h, net.dropout, true);
  x = gnmt_lstm(b, "encoder.1", x, h, net.dropout);
  for (const char* n : {"encoder.2", "encoder.3"})
    x = b.add(std::string(n) + ".residual", gnmt_lstm(b, n, x, h, net.dropout), x);
  const Value memory = x;
  Value y = b.layer("decoder.embedder", table, {target}, source);
  y = gnmt_lstm(b, "decoder.attention_rnn", y, h, net.dropout);
  // scores(i, j) = v . tanh(query_i + key_j + bias); the scale of the normalized v is the one bias element of
  // linear_att
  const Value query =
      b.layer("attention.query", Reshape{.sample = {net.target, 1, h}}, {b.linear("attention.linear_q", y, h, false)});
  const Value key = b.layer("attention.key", Reshape{.sample = {1, net.source, h}},
                            {b.linear("attention.linear_k", memory, h, false)});
  Value scores = b.add("attention.sum", query, key);
  scores = b.layer("attention.bias", AddParameter{.length = 1, .width = h}, {scores});
  scores = b.activation("attention.tanh", scores, ActivationKind::tanh, false);
  scores = b.linear("attention.linear_att", scores, 1);
  scores = b.layer("attention.scores", Reshape{.sample = {net.target, net.source}}, {scores});
  scores = b.layer("attention.softmax", Softmax{}, {scores});
  const Value context = b.layer("attention.context", Matmul{}, {scores, memory});
  for (int i = 0; i < 3; ++i) {
    const std::string n = "decoder.rnn" + std::to_string(i);
    const Value next = gnmt_lstm(b, n, b.concat(n + ".cat", {y, context}, 2), h, net.dropout);
    y = i == 0 ? next : b.add(n + ".residual", next, y);
  }
  return b.finish(b.linear("classifier", y, net.vocabulary));
}

}  // namespace perfmodel
