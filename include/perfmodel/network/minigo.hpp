#pragma once
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>

namespace perfmodel {

/// Minigo's dual network: a residual tower, a policy head and a value head, with the sizes that its code chooses by the
/// board (19: 256 channels, 19 blocks; smaller: 32 channels, 9 blocks). Silver et al. 2017; tensorflow/minigo,
/// dual_net.py.
struct Minigo {
  std::int64_t board{9};
};

[[nodiscard]] inline Network build(const Minigo& net, const std::string& name = "minigo") {
  const bool full = net.board == 19;
  const std::int64_t width = full ? 256 : 32, blocks = full ? 19 : 9, hidden = full ? 256 : 64, planes = 17;
  NetworkBuilder b(name, {1, planes, net.board, net.board});
  const auto convolution = [&](const std::string& n, Value x, std::int64_t out, std::int64_t k) {
    return b.batch_norm(n + ".bn",
                        b.convolution(n + ".conv", x, {.out = out, .kernel = {k, k}, .pad = {k / 2, k / 2}}));
  };
  Value x = b.relu("init.relu", convolution("init", b.input(), width, 3));
  for (std::int64_t i = 0; i < blocks; ++i) {
    const std::string n = "block" + std::to_string(i);
    Value y = b.relu(n + ".relu1", convolution(n + ".1", x, width, 3));
    y = convolution(n + ".2", y, width, 3);
    x = b.relu(n + ".relu2", b.add(n + ".add", x, y));
  }
  Value value = b.relu("value.relu", convolution("value", x, 1, 1));
  value = b.activation("value.fc_relu", b.linear("value.fc1", b.flatten("value.flatten", value), hidden),
                       ActivationKind::relu, false);
  value = b.activation("value.tanh", b.linear("value.fc2", value, 1), ActivationKind::tanh, false);
  b.add_output(value, MeanSquaredError{});
  Value policy = b.relu("policy.relu", convolution("policy", x, 2, 1));
  return b.finish(b.linear("policy.fc", b.flatten("policy.flatten", policy), net.board * net.board + 1));
}

}  // namespace perfmodel
