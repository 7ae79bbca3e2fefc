#include "patterns.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace plan::onnx_import {
namespace {

class Patterns {
 public:
  explicit Patterns(Graph& graph) : graph_(graph) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
      for (const std::string& name : graph.nodes[i].inputs) readers_[name].push_back(i);
    for (const std::string& name : graph.outputs) readers_[name].push_back(graph.nodes.size());  // read from outside
  }

  void run() {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      if (graph_.nodes[i].type == "Transpose") pieces_of_transposed(i);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (gone_.contains(i)) continue;
      if (graph_.nodes[i].type == "ReduceMean")
        layer_norm(i);
      else if (graph_.nodes[i].type == "Erf")
        gelu(i);
      else if (graph_.nodes[i].type == "Sigmoid")
        silu(i);
      else if (graph_.nodes[i].type == "Softmax")
        attention(i);
      else if (graph_.nodes[i].type == "InstanceNormalization")
        group_norm(i);
      else if (graph_.nodes[i].type == "Tanh")
        function_with_tanh(i);
    }
    std::vector<Node> rest;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (const auto found = before_.find(i); found != before_.end()) rest.push_back(std::move(found->second));
      if (!gone_.contains(i)) rest.push_back(std::move(graph_.nodes[i]));
    }
    graph_.nodes = std::move(rest);
  }

 private:
  [[nodiscard]] const Node& node(std::size_t i) const { return graph_.nodes[i]; }
  [[nodiscard]] const std::string& result(std::size_t i) const { return graph_.nodes[i].outputs.at(0); }
  [[nodiscard]] const TensorFacts& facts(const std::string& name) const {
    static const TensorFacts nothing{};
    const auto found = graph_.tensors.find(name);
    return found == graph_.tensors.end() ? nothing : found->second;
  }
  /// The only reader of a tensor, if it is of this type.
  [[nodiscard]] std::optional<std::size_t> only(const std::string& name, const char* type) const {
    const auto found = readers_.find(name);
    if (found == readers_.end() || found->second.size() != 1 || found->second[0] >= graph_.nodes.size() ||
        node(found->second[0]).type != type)
      return std::nullopt;
    return found->second[0];
  }
  /// A node's operand that is not `name`; empty if `name` is none of its two.
  [[nodiscard]] std::string other(std::size_t i, const std::string& name) const {
    const auto& in = node(i).inputs;
    if (in.size() != 2) return {};
    return in[0] == name ? in[1] : in[1] == name ? in[0] : std::string();
  }
  [[nodiscard]] bool is_number(const std::string& name, double low, double high) const {
    const auto& values = facts(name).values;
    return values.size() == 1 && values[0] >= low && values[0] <= high;
  }
  [[nodiscard]] bool over_last(std::size_t i) const {
    const std::string& x = node(i).inputs.at(0);
    const auto axes = node(i).list("axes", {});
    return facts(x).shaped && axes.size() == 1 &&
           (axes[0] == -1 || axes[0] + 1 == static_cast<std::int64_t>(facts(x).dims.size()));
  }

  /// mean, x - mean, its square, the mean of that, + epsilon, root, quotient, * gain, + shift.
  void layer_norm(std::size_t mean) {
    if (!over_last(mean)) return;
    const auto difference = only(result(mean), "Sub");
    if (!difference || node(*difference).inputs.at(0) != node(mean).inputs[0]) return;
    const auto readers = readers_.find(result(*difference));
    if (readers == readers_.end()) return;
    std::optional<std::size_t> square, quotient;
    for (const std::size_t r : readers->second) {
      if (r >= graph_.nodes.size()) return;
      if (node(r).type == "Pow" || node(r).type == "Mul")
        square = r;
      else if (node(r).type == "Div" && node(r).inputs.at(0) == result(*difference))
        quotient = r;
      else
        return;
    }
    if (!square || !quotient) return;
    const auto variance = only(result(*square), "ReduceMean");
    const auto sum = variance ? only(result(*variance), "Add") : std::nullopt;
    const auto root = sum ? only(result(*sum), "Sqrt") : std::nullopt;
    if (!root || !over_last(*variance) || node(*quotient).inputs.at(1) != result(*root) ||
        !is_number(other(*sum, result(*variance)), 0.0, 0.1))
      return;
    const auto gain = only(result(*quotient), "Mul");
    const auto shift = gain ? only(result(*gain), "Add") : std::nullopt;
    if (!shift || !facts(other(*gain, result(*quotient))).constant || !facts(other(*shift, result(*gain))).constant)
      return;
    Node joined{.name = node(mean).name,
                .type = "LayerNormalization",
                .inputs = {node(mean).inputs[0], other(*gain, result(*quotient)), other(*shift, result(*gain))},
                .outputs = node(*shift).outputs};
    replace(*shift, std::move(joined), {mean, *difference, *square, *variance, *sum, *root, *quotient, *gain});
  }

  /// x / sqrt 2, erf, + 1, * x, * 0.5, the last two in either order.
  void gelu(std::size_t erf) {
    const std::string scaled = node(erf).inputs.at(0);
    const auto before = only(scaled, "Erf") ? writer_of(scaled, erf) : std::nullopt;
    if (!before || (node(*before).type != "Div" && node(*before).type != "Mul")) return;
    const std::string x = node(*before).inputs.at(0);
    const auto plus = only(result(erf), "Add");
    if (!plus || !is_number(other(*plus, result(erf)), 1.0, 1.0)) return;
    const auto first = only(result(*plus), "Mul");
    if (!first) return;
    const auto second = only(result(*first), "Mul");
    const std::string one = other(*first, result(*plus));
    if (second) {
      const std::string two = other(*second, result(*first));
      if ((one == x && is_number(two, 0.5, 0.5)) || (two == x && is_number(one, 0.5, 0.5)))
        return replace(*second,
                       Node{.name = node(erf).name, .type = "Gelu", .inputs = {x}, .outputs = node(*second).outputs},
                       {*before, erf, *plus, *first});
    }
    if (const auto half = writer_of(one, *first); half && node(*half).type == "Mul" && other(*half, x) != "" &&
                                                  is_number(other(*half, x), 0.5, 0.5) && only(one, "Mul"))
      replace(*first, Node{.name = node(erf).name, .type = "Gelu", .inputs = {x}, .outputs = node(*first).outputs},
              {*before, erf, *plus, *half});
  }

  /// Channels of a group put together, an instance norm, channels apart, * gain, + shift.
  void group_norm(std::size_t norm) {
    const std::string grouped = node(norm).inputs.at(0);
    const std::size_t before = writer_for(grouped, "InstanceNormalization", norm);
    const auto after = only(result(norm), "Reshape");
    if (before == norm || node(before).type != "Reshape" || !after) return;
    const std::string x = node(before).inputs.at(0);
    if (!facts(x).shaped || !facts(grouped).shaped || facts(x).dims != facts(result(*after)).dims) return;
    if (facts(x).dims.size() < 3 || facts(grouped).dims.size() != 3) return;
    const auto gain = only(result(*after), "Mul");
    const auto shift = gain ? only(result(*gain), "Add") : std::nullopt;
    if (!shift || !of_channels(other(*gain, result(*after)), x) || !of_channels(other(*shift, result(*gain)), x))
      return;
    Node joined{.name = node(norm).name,
                .type = "GroupNormalization",
                .inputs = {x, other(*gain, result(*after)), other(*shift, result(*gain))},
                .outputs = node(*shift).outputs,
                .integers = {{"num_groups", {facts(grouped).dims[1]}}}};
    replace(*shift, std::move(joined), {before, norm, *after, *gain});
  }
  /// A constant with one number for each channel of x.
  [[nodiscard]] bool of_channels(const std::string& name, const std::string& x) const {
    const TensorFacts& f = facts(name);
    const auto ones = std::count(f.dims.begin(), f.dims.end(), 1), size = std::ssize(f.dims);
    const std::int64_t channels = facts(x).dims[1];
    return f.constant && f.shaped && ones + 1 >= size &&
           (channels == 1 ? ones == size : std::count(f.dims.begin(), f.dims.end(), channels) == 1);
  }

  /// x * tanh(softplus(x)), and GELU by its tanh formula with x * x * x as products: one operation in PyTorch, whose
  /// exporter writes it so. A power stands in networks that write the formula out.
  void function_with_tanh(std::size_t tanh) {
    const std::string inner = node(tanh).inputs.at(0);
    const std::size_t before = writer_for(inner, "Tanh", tanh);
    if (before == tanh) return;
    if (node(before).type == "Softplus") {
      const std::string x = node(before).inputs.at(0);
      const auto product = only(result(tanh), "Mul");
      if (!product || other(*product, result(tanh)) != x) return;
      return replace(*product,
                     Node{.name = node(tanh).name, .type = "Mish", .inputs = {x}, .outputs = node(*product).outputs},
                     {before, tanh});
    }
    const auto plus = only(result(tanh), "Add");
    const auto first = plus ? only(result(*plus), "Mul") : std::nullopt;
    const auto last = first ? only(result(*first), "Mul") : std::nullopt;
    if (!last || !is_number(other(*last, result(*first)), 0.5, 0.5)) return;
    const std::string x = other(*first, result(*plus));
    const std::set<std::size_t> cube = made_of_products(x, inner, tanh);
    if (cube.size() != 5) return;  // two of the cube, its factor, the sum, the factor of that
    std::set<std::size_t> gone = cube;
    gone.insert({tanh, *plus, *first});
    replace(*last, Node{.name = node(tanh).name, .type = "Gelu", .inputs = {x}, .outputs = node(*last).outputs}, gone);
  }
  /// The nodes that make a tensor of x by products and sums with constants alone, each read once.
  [[nodiscard]] std::set<std::size_t> made_of_products(const std::string& x, const std::string& name,
                                                       std::size_t before) const {
    std::set<std::size_t> nodes;
    if (name == x || facts(name).constant) return nodes;
    const auto writer = writer_of(name, before);
    const auto readers = readers_.find(name);
    const bool fits =
        writer && readers->second.size() == 1 && (node(*writer).type == "Mul" || node(*writer).type == "Add");
    if (!fits) return nodes;
    nodes.insert(*writer);
    for (const std::string& operand : node(*writer).inputs) nodes.merge(made_of_products(x, operand, *writer));
    return nodes;
  }

  /// x * sigmoid(x): operator sets have it as one operator only from 24 on.
  void silu(std::size_t sigmoid) {
    const std::string x = node(sigmoid).inputs.at(0);
    const auto product = only(result(sigmoid), "Mul");
    if (!product || other(*product, result(sigmoid)) != x) return;
    replace(*product,
            Node{.name = node(sigmoid).name, .type = "Swish", .inputs = {x}, .outputs = node(*product).outputs},
            {sigmoid});
  }

  /// Parts taken of a tensor of five dimensions after it was turned (queries, keys and values of one product) are parts
  /// of it, turned: nothing else of it is copied.
  void pieces_of_transposed(std::size_t i) {
    const std::string x = node(i).inputs.at(0);
    const auto order = node(i).list("perm", {});
    const auto readers = readers_.find(result(i));
    if (order.size() != 5 || !facts(x).shaped || facts(x).dims.size() != 5 || readers == readers_.end()) return;
    for (const std::size_t r : readers->second)
      if (r >= graph_.nodes.size() || node(r).type != "Gather" || node(r).integer("axis", 0) != 0 ||
          node(r).inputs.at(0) != result(i) || facts(node(r).inputs.at(1)).values.size() != 1 ||
          !facts(node(r).inputs[1]).dims.empty())
        return;
    if (!std::is_permutation(order.begin(), order.end(), Dims{0, 1, 2, 3, 4}.begin())) return;
    const std::int64_t axis = order[0];
    Dims dims = facts(x).dims, rest;
    dims.erase(dims.begin() + axis);
    for (std::size_t k = 1; k < order.size(); ++k) rest.push_back(order[k] - (order[k] > axis ? 1 : 0));
    for (const std::size_t r : readers->second) {
      const std::string piece = result(r) + ".piece";
      graph_.tensors[piece] = graph_.tensors[x];
      graph_.tensors[piece].dims = dims;
      before_[r] = Node{.name = node(r).name + ".piece",
                        .type = "Gather",
                        .inputs = {x, node(r).inputs[1]},
                        .outputs = {piece},
                        .integers = {{"axis", {axis}}}};
      graph_.nodes[r] = Node{.name = node(r).name,
                             .type = "Transpose",
                             .inputs = {piece},
                             .outputs = node(r).outputs,
                             .integers = {{"perm", rest}}};
    }
    gone_.insert(i);
  }

  /// A tensor times one constant, for a product alone: the tensor, and the node.
  struct Scaled {
    std::string of{};
    std::size_t node{};
  };
  [[nodiscard]] std::optional<Scaled> scaled(const std::string& name, std::size_t reader) const {
    const auto writer = only(name, "MatMul") ? writer_of(name, reader) : std::nullopt;
    if (!writer || node(*writer).type != "Mul" || node(*writer).inputs.size() != 2) return std::nullopt;
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
      if (const TensorFacts& f = facts(node(*writer).inputs[i]);
          f.constant && f.shaped && std::all_of(f.dims.begin(), f.dims.end(), [](std::int64_t d) { return d == 1; }))
        return Scaled{node(*writer).inputs[1 - i], *writer};
    return std::nullopt;
  }

  /// Keys whose two last dimensions were exchanged, as they were before; `gone`: the nodes that did it. Exporters fold
  /// the exchange into the one before it, or make it of a matrix for each head.
  [[nodiscard]] std::string keys_of(const std::string& turned, std::size_t reader, std::set<std::size_t>& gone) {
    auto writer = writer_of(turned, reader);
    if (!writer || !only(turned, node(reader).type.c_str())) return {};
    const std::size_t last = *writer;
    const bool folded = node(last).type == "Reshape" && !node(last).inputs.empty();
    if (folded) writer = only(node(last).inputs[0], "Reshape") ? writer_of(node(last).inputs[0], last) : std::nullopt;
    if (!writer || node(*writer).type != "Transpose") return {};
    const std::string x = node(*writer).inputs.at(0);
    const auto order = node(*writer).list("perm", {});
    if (folded) {
      const std::size_t before = writer_for(x, "Transpose", *writer);
      const bool in_matrices = before != *writer && node(before).type == "Reshape";
      if (order != Dims{0, 2, 1} || facts(turned).dims.size() != 4) return {};
      gone.insert({last, *writer});
      if (in_matrices) gone.insert(before);
      const std::string from = in_matrices ? node(before).inputs.at(0) : x;
      if (facts(from).dims.size() == 4) return from;
      const Dims dims = facts(turned).dims;
      const std::string keys = turned + ".keys";
      graph_.tensors[keys] = graph_.tensors[turned];
      graph_.tensors[keys].dims = {dims[0], dims[1], dims[3], dims[2]};
      before_[*writer] = Node{.name = node(*writer).name, .type = "Reshape", .inputs = {from}, .outputs = {keys}};
      return keys;
    }
    gone.insert(*writer);
    if (order == Dims{0, 1, 3, 2}) return x;
    if (order != Dims{0, 2, 3, 1} || facts(x).dims.size() != 4) return {};
    const std::string keys = turned + ".keys";
    const Dims dims = facts(x).dims;
    graph_.tensors[keys] = graph_.tensors[turned];
    graph_.tensors[keys].dims = {dims[0], dims[2], dims[1], dims[3]};
    before_[*writer] = Node{.name = node(*writer).name,
                            .type = "Transpose",
                            .inputs = {x},
                            .outputs = {keys},
                            .integers = {{"perm", {0, 2, 1, 3}}}};
    return keys;
  }

  /// Whether a constant added to square scores hides what comes later. Numbers that are not known are taken to: other
  /// constants are weights or small.
  [[nodiscard]] bool causal(const std::string& mask, std::int64_t queries, std::int64_t keys) const {
    constexpr double hidden = -1e4;
    const TensorFacts& f = facts(mask);
    if (!f.constant || f.stored || queries != keys || queries < 2 || f.dims.size() < 2) return false;
    if (f.dims.back() != keys || f.dims[f.dims.size() - 2] != queries) return false;
    return f.values.empty() || f.values[static_cast<std::size_t>(keys) - 1] < hidden;
  }

  /// Queries and keys both times a constant, their product, + mask, softmax, dropout, times values: how exporters write
  /// fused attention. Attention by hand scales one of the two, or the scores.
  void attention(std::size_t softmax) {
    std::set<std::size_t> gone{softmax};
    const std::size_t masked = without_unseen(softmax, gone),
                      dropout = only(result(masked), "Dropout").value_or(masked);
    const std::string share = result(dropout);
    const auto product = only(share, "MatMul");
    if (!product || node(*product).inputs.at(0) != share) return;
    gone.insert(dropout);
    std::string scores = node(softmax).inputs.at(0), mask;
    auto writer = only(scores, "Softmax") ? writer_of(scores, softmax) : std::nullopt;
    if (writer && node(*writer).type == "Add" && node(*writer).inputs.size() == 2) {
      gone.insert(*writer);
      const std::size_t sum = *writer;
      for (const std::string& operand : graph_.nodes[sum].inputs)
        if (const auto w = only(operand, "Add") ? writer_of(operand, sum) : std::nullopt;
            w && node(*w).type == "MatMul") {
          scores = operand;
          mask = other(sum, operand);
          writer = w;
          break;
        }
    }
    if (!writer || node(*writer).type != "MatMul") return;
    auto q = scaled(node(*writer).inputs.at(0), *writer), k = scaled(node(*writer).inputs.at(1), *writer);
    if (!q && !k && masked != softmax) {  // a scale of one is left out
      q = Scaled{node(*writer).inputs[0], *writer};
      k = Scaled{node(*writer).inputs[1], *writer};
    }
    const std::string v = node(*product).inputs.at(1);
    if (!q || !k || !of_heads(q->of) || !of_heads(v)) return;
    gone.insert({*writer, q->node, k->node});
    const std::string keys = keys_of(k->of, k->node, gone);
    if (!of_heads(keys)) return;
    Node joined{.name = node(softmax).name,
                .type = "Attention",
                .inputs = {q->of, keys, v},
                .outputs = node(*product).outputs,
                .integers = {{"is_causal", {causal(mask, facts(q->of).dims[2], facts(v).dims[2]) ? 1 : 0}}}};
    replace(*product, std::move(joined), gone);
  }
  /// Rows that see nothing are set to zero behind the softmax, by fused attention alone. @returns the last node
  [[nodiscard]] std::size_t without_unseen(std::size_t softmax, std::set<std::size_t>& gone) const {
    const auto readers = readers_.find(result(softmax));
    if (readers == readers_.end() || readers->second.size() != 2) return softmax;
    const std::size_t a = readers->second[0], b = readers->second[1];
    if (a >= graph_.nodes.size() || b >= graph_.nodes.size() || node(a).type != "IsNaN" || node(b).type != "Where" ||
        node(b).inputs.size() != 3 || node(b).inputs[0] != result(a) || node(b).inputs[2] != result(softmax))
      return softmax;
    gone.insert({a, b});
    return b;
  }
  /// [batch, heads, length, size]
  [[nodiscard]] bool of_heads(const std::string& name) const {
    const TensorFacts& f = facts(name);
    return !f.constant && f.shaped && f.dims.size() == 4 && f.dims[0] == graph_.batch;
  }

  /// The node that makes a tensor for this reader alone, which has that type; else the reader.
  [[nodiscard]] std::size_t writer_for(const std::string& name, const char* type, std::size_t reader) const {
    return only(name, type) ? writer_of(name, reader).value_or(reader) : reader;
  }
  [[nodiscard]] std::optional<std::size_t> writer_of(const std::string& name, std::size_t before) const {
    for (std::size_t i = before; i-- > 0;)
      if (std::find(node(i).outputs.begin(), node(i).outputs.end(), name) != node(i).outputs.end()) return i;
    return std::nullopt;
  }
  void replace(std::size_t last, Node joined, const std::set<std::size_t>& others) {
    graph_.nodes[last] = std::move(joined);
    gone_.insert(others.begin(), others.end());
  }

  Graph& graph_;
  std::map<std::string, std::vector<std::size_t>> readers_{};
  std::set<std::size_t> gone_{};
  std::map<std::size_t, Node> before_{};  ///< new nodes, by the index that they stand in front of
};

}  // namespace

void join_patterns(Graph& graph) { Patterns(graph).run(); }

}  // namespace plan::onnx_import
