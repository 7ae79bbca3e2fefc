#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/network/builder.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// Neural collaborative filtering (NeuMF) on MovieLens 20M, sizes of MLPerf Training v0.5. He et al. 2017,
/// arXiv:1708.05031.
struct Ncf {
  std::int64_t users{138493}, items{26744}, factors{64};
  std::array<std::int64_t, 4> layers{256, 256, 128, 64};
};

/// Deep learning recommendation model, sizes of MLPerf Training (Criteo Terabyte, tables cut at 40 million rows).
/// Naumov et al. 2019, arXiv:1906.00091. `most_rows` cuts the tables further.
struct Dlrm {
  std::int64_t width{128}, most_rows{40'000'000};
};

/// Rows of the 26 tables. MLPerf Training, recommendation_v2 reference, Criteo Terabyte with --max-ind-range=40000000.
inline constexpr std::array<std::int64_t, 26> dlrm_rows{
    39884406, 39043, 17289, 7420, 20263, 3,  7120,     1543,     63,       38532951, 2953546, 403346, 10,
    2208,     11938, 155,   4,    976,   14, 39979771, 25641295, 39664984, 585935,   12972,   108,    36};

[[nodiscard]] inline Network build(const Ncf& net, const std::string& name = "ncf") {
  NetworkBuilder b(name, {1}, true);
  const Value user = b.input(), item = b.add_input("item", {1}, true);
  const std::int64_t half = net.layers[0] / 2;
  const Value mf_user = b.layer("mf_user_embed", Embedding{.count = net.users, .width = net.factors}, {user});
  const Value mf_item = b.layer("mf_item_embed", Embedding{.count = net.items, .width = net.factors}, {item});
  const Value mf = b.scale("mf", mf_user, mf_item);
  const Value mlp_user = b.layer("mlp_user_embed", Embedding{.count = net.users, .width = half}, {user});
  const Value mlp_item = b.layer("mlp_item_embed", Embedding{.count = net.items, .width = half}, {item});
  Value x = b.concat("mlp_in", {mlp_user, mlp_item});
  for (std::size_t i = 1; i < net.layers.size(); ++i) {
    x = b.linear("mlp." + std::to_string(i - 1), x, net.layers[i]);
    x = b.activation("relu." + std::to_string(i - 1), x, ActivationKind::relu, false);
  }
  x = b.linear("final", b.concat("cat", {mf, x}), 1);
  b.set_loss(MeanSquaredError{});
  return b.finish(b.activation("sigmoid", x, ActivationKind::sigmoid, false));
}

[[nodiscard]] inline Network build(const Dlrm& net, const std::string& name = "dlrm") {
  NetworkBuilder b(name, {1, 13});
  Value x = b.input();
  const std::array<std::int64_t, 3> bottom{512, 256, net.width};
  for (std::size_t i = 0; i < bottom.size(); ++i)
    x = b.activation("bottom.relu" + std::to_string(i), b.linear("bottom." + std::to_string(i), x, bottom[i]),
                     ActivationKind::relu, false);
  std::vector<Value> features{b.layer("dense", Reshape{.sample = {1, net.width}}, {x})};
  for (std::size_t t = 0; t < dlrm_rows.size(); ++t) {
    const Value index = b.add_input("category" + std::to_string(t), {1, 1}, true);
    features.push_back(b.layer("table" + std::to_string(t),
                               Embedding{.count = std::min(net.most_rows, dlrm_rows[t]), .width = net.width}, {index}));
  }
  const Value all = b.concat("features", features);
  const Value products = b.layer("interaction", Matmul{.transpose_second = true}, {all, all});
  const std::int64_t pairs = 27 * 26 / 2;  // below the diagonal
  Value z = b.layer("pairs", Slice{.dimension = 1, .begin = 0, .length = pairs}, {b.flatten("flat", products)});
  x = b.concat("top_in", {x, z});
  const std::array<std::int64_t, 4> top{1024, 1024, 512, 256};
  for (std::size_t i = 0; i < top.size(); ++i)
    x = b.activation("top.relu" + std::to_string(i), b.linear("top." + std::to_string(i), x, top[i]),
                     ActivationKind::relu, false);
  b.set_loss(MeanSquaredError{});
  return b.finish(b.activation("sigmoid", b.linear("top.4", x, 1), ActivationKind::sigmoid, false));
}

}  // namespace perfmodel
