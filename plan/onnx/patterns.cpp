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
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (gone_.contains(i)) continue;
      if (graph_.nodes[i].type == "ReduceMean")
        layer_norm(i);
      else if (graph_.nodes[i].type == "Erf")
        gelu(i);
      else if (graph_.nodes[i].type == "Sigmoid")
        silu(i);
    }
    std::vector<Node> rest;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
      if (!gone_.contains(i)) rest.push_back(std::move(graph_.nodes[i]));
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

  /// x * sigmoid(x): operator sets have it as one operator only from 24 on.
  void silu(std::size_t sigmoid) {
    const std::string x = node(sigmoid).inputs.at(0);
    const auto product = only(result(sigmoid), "Mul");
    if (!product || other(*product, result(sigmoid)) != x) return;
    replace(*product,
            Node{.name = node(sigmoid).name, .type = "Swish", .inputs = {x}, .outputs = node(*product).outputs},
            {sigmoid});
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
};

}  // namespace

void join_patterns(Graph& graph) { Patterns(graph).run(); }

}  // namespace plan::onnx_import
