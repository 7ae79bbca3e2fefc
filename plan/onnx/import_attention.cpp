/// Attention of an ONNX graph, and how its operands lie.
#include <algorithm>

#include "importer.hpp"

namespace plan::onnx_import {

using namespace perfmodel;

namespace {

/// [batch, length, heads, size] and [batch, heads, length, size], one made of the other.
[[nodiscard]] bool turns_heads(const Node& node) {
  return node.type == "Transpose" && node.list("perm", {}) == std::vector<std::int64_t>{0, 2, 1, 3};
}

}  // namespace

bool Importer::read_only_by(const std::string& name, const std::function<bool(const Node&)>& takes) const {
  const auto found = readers_.find(name);
  return found != readers_.end() && uses_.at(name) == static_cast<int>(found->second.size()) &&
         std::all_of(found->second.begin(), found->second.end(), [&](const Node* reader) { return takes(*reader); });
}

bool Importer::for_attention_alone(const std::string& name) const {
  return read_only_by(name, [](const Node& reader) { return reader.type == "Attention"; });
}

bool Importer::turned_back_alone(const std::string& name) const { return read_only_by(name, turns_heads); }

std::int32_t Importer::side_by_side(const Node& node, std::size_t i) {
  const Dims& x = net_.dims_of(node, node.inputs.at(i));
  if (x.size() == 3) return net_.value_of(node, i);
  const auto known = turned_.find(node.inputs[i]);
  const std::int32_t apart =
      known != turned_.end()
          ? known->second
          : net_.add(node, perfmodel::Transpose{.first = 1, .second = 2, .copied = true}, {net_.value_of(node, i)});
  return net_.add(node, Reshape{.sample = {x[2], checked_product(x[1], x[3])}}, {apart});
}

void Importer::attention(const Node& node) {
  const Dims &q = net_.dims_of(node, node.inputs.at(0)), &k = net_.dims_of(node, node.inputs.at(1)),
             &v = net_.dims_of(node, node.inputs.at(2));
  const bool apart = q.size() == 4;
  const std::int64_t heads = apart ? q[1] : node.integer("q_num_heads", 0),
                     key_heads = apart && k.size() == 4 ? k[1] : node.integer("kv_num_heads", 0);
  const bool fits = q.size() >= 3 && q.size() <= 4 && k == v && k.size() == q.size() && net_.batch_at(q) == 0 &&
                    k[0] == q[0] && heads > 0 && key_heads > 0 && heads % key_heads == 0 && q.back() == k.back();
  if (!fits || (!apart && (heads != key_heads || q[2] % heads != 0)) || net_.given(node, 4))
    return q.size() == 4 ? composite_attention(node) : unknown(node);
  const std::int64_t size = apart ? q[3] : q[2] / heads, length = apart ? q[2] : q[1];
  const DotProductAttention what{
      .heads = heads, .key_heads = key_heads, .head_size = size, .causal = node.integer("is_causal", 0) != 0};
  const std::vector<std::int32_t> operands{side_by_side(node, 0), side_by_side(node, 1), side_by_side(node, 2)};
  const std::int32_t y = net_.add(node, what, operands);
  if (!apart) return net_.set(node, 0, y);
  const std::int32_t in_heads = net_.add(node, Reshape{.sample = {length, heads, size}}, {y});
  if (turned_back_alone(node.outputs.at(0)))
    turned_[node.outputs[0]] = in_heads;
  else
    net_.set(node, 0, net_.add(node, perfmodel::Transpose{.first = 1, .second = 2, .copied = false}, {in_heads}));
}

void Importer::composite_attention(const Node& node) {
  const Dims &q = net_.dims_of(node, node.inputs.at(0)), &k = net_.dims_of(node, node.inputs.at(1)),
             &v = net_.dims_of(node, node.inputs.at(2));
  const bool same = k.size() == 4 && v.size() == 4 && net_.axis_of(q, 3) && q[0] == k[0] && q[1] == k[1] &&
                    q[3] == k[3] && k[1] == v[1] && k[2] == v[2];
  if (!same) return unknown(node);
  const std::int32_t scores =
      net_.add(node, Matmul{.transpose_second = true}, {net_.value_of(node, 0), net_.value_of(node, 1)});
  const std::int32_t share = net_.add(node, Softmax{}, {scores});
  net_.set(node, 0, net_.add(node, Matmul{}, {share, net_.value_of(node, 2)}));
}

}  // namespace plan::onnx_import
