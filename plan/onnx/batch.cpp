#include "batch.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "operators.hpp"

namespace plan::onnx_import {
namespace {

using Place = std::optional<BatchPlace>;

/// 0 for a product that files of impossible extents have: of none or less, or beyond 63 bits.
[[nodiscard]] std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t c = 0;
  return a < 1 || b < 1 || __builtin_mul_overflow(a, b, &c) ? 0 : c;
}
[[nodiscard]] bool holds(std::int64_t extent, std::int64_t part) { return part > 0 && extent % part == 0; }

[[nodiscard]] std::int64_t behind(const Dims& dims, std::size_t dimension) {
  return std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(dimension) + 1, dims.end(), std::int64_t{1},
                         product);
}

/// The same elements in the same order: the dimension whose steps in memory hold the batch's. One that is the batch
/// alone is preferred, then one that is as it was; two that could be are none.
[[nodiscard]] Place regrouped(const Dims& x, const Dims& y, BatchPlace from, std::int64_t batch) {
  if (x == y) return from;
  const std::int64_t step = product(behind(x, from.dimension), from.inner);
  std::vector<BatchPlace> same, alone, part;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::int64_t below = behind(y, i);
    if (!holds(step, below) || !holds(y[i], product(step / below, batch))) continue;
    const bool kept = y[i] == x[from.dimension] && below == behind(x, from.dimension);
    (step == below && y[i] == batch ? alone : kept ? same : part).push_back({.dimension = i, .inner = step / below});
  }
  const std::vector<BatchPlace>& fits = !alone.empty() ? alone : !same.empty() ? same : part;
  return fits.size() == 1 ? std::optional(fits[0]) : std::nullopt;
}

/// Follows the batch through one node after the other.
class Follower {
 public:
  explicit Follower(const Graph& graph) : graph_(graph) {
    for (const auto& [name, dimension] : graph.batch_dimensions) places_[name] = {.dimension = dimension};
  }

  std::map<std::string, BatchPlace> run() {
    for (const Node& node : graph_.nodes)
      for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        if (node.outputs[i].empty() || !facts(node.outputs[i]).shaped || facts(node.outputs[i]).constant) continue;
        const Dims& y = dims(node.outputs[i]);
        const Place place = through(node, y, i);
        if (place && place->dimension < y.size() && holds(y[place->dimension], product(graph_.batch, place->inner)))
          places_[node.outputs[i]] = *place;
      }
    return std::move(places_);
  }

 private:
  [[nodiscard]] const TensorFacts& facts(const std::string& name) const {
    static const TensorFacts nothing{};
    const auto found = graph_.tensors.find(name);
    return found == graph_.tensors.end() ? nothing : found->second;
  }
  [[nodiscard]] const Dims& dims(const std::string& name) const { return facts(name).dims; }
  /// Of an operand that has the dimension: a graph's input may lack the one that a recurrent layer wants.
  [[nodiscard]] Place of(const Node& node, std::size_t i) const {
    if (node.inputs.size() <= i) return std::nullopt;
    const auto found = places_.find(node.inputs[i]);
    const bool known = found != places_.end() && found->second.dimension < dims(node.inputs[i]).size();
    return known ? std::optional(found->second) : std::nullopt;
  }
  /// An axis counted from the front.
  [[nodiscard]] static std::size_t axis(const Node& node, std::int64_t absent, const Dims& x) {
    const std::int64_t a = node.integer("axis", absent);
    return static_cast<std::size_t>(a < 0 ? a + static_cast<std::int64_t>(x.size()) : a);
  }

  [[nodiscard]] Place through(const Node& node, const Dims& y, std::size_t output) const {
    const std::string& type = node.type;
    if (node.inputs.empty() || type == "Einsum" || node.integer("transA", 0) != 0 ||
        type.find("::") != std::string::npos)
      return std::nullopt;
    if (type == "Gather" && facts(node.inputs[0]).constant) return rows_of_table(node);
    if (type == "MatMul" || type == "Expand" || elementwise_costs().contains(type) || type == "Where")
      return aligned(node, y);
    const Place from = of(node, 0);
    if (!from) return std::nullopt;
    const Dims& x = dims(node.inputs[0]);
    if (type == "Transpose") return turned(node, x, *from);
    if (type == "Squeeze" || type == "Unsqueeze") return without_ones(node, x, y, *from);
    if (type == "Reshape" || type == "Flatten") return regrouped(x, y, *from, graph_.batch);
    if (type == "LSTM" || type == "GRU" || type == "RNN") return recurrent(node, *from, output);
    if (type == "Gather") return picked(node, x, *from);
    if (reduces(type)) return reduced(node, x, y, *from);
    if (type == "Concat" && axis(node, 0, x) == from->dimension) return std::nullopt;
    return y.size() == x.size() && y[from->dimension] == x[from->dimension] ? from : std::nullopt;
  }

  [[nodiscard]] Place rows_of_table(const Node& node) const {
    Place from = of(node, 1);
    if (from) from->dimension += axis(node, 0, dims(node.inputs[0]));
    return from;
  }

  /// Operands repeated along extents of 1, counted from the last dimension; those that know the batch must agree. Of a
  /// product the dimension that is summed over is none of the result's.
  [[nodiscard]] Place aligned(const Node& node, const Dims& y) const {
    Place common;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      Place from = of(node, i);
      if (!from) continue;
      const Dims& x = dims(node.inputs[i]);
      if (x.size() > y.size()) return std::nullopt;
      if (node.type == "MatMul" && from->dimension + (i == 0 ? 1 : 2) == x.size()) return std::nullopt;
      const std::size_t at = from->dimension + y.size() - x.size();
      if (y[at] != x[from->dimension]) return std::nullopt;
      from->dimension = at;
      if (common && *common != *from) return std::nullopt;
      common = from;
    }
    return common;
  }

  [[nodiscard]] static Place turned(const Node& node, const Dims& x, BatchPlace from) {
    std::vector<std::int64_t> order(x.size());
    std::iota(order.rbegin(), order.rend(), 0);
    order = node.list("perm", order);
    const auto at = std::find(order.begin(), order.end(), static_cast<std::int64_t>(from.dimension));
    if (at == order.end()) return std::nullopt;
    from.dimension = static_cast<std::size_t>(at - order.begin());
    return from;
  }

  /// The axes of an operator, an attribute or an input of known numbers, counted from the front of that rank.
  [[nodiscard]] std::optional<std::set<std::size_t>> axes(const Node& node, std::size_t rank) const {
    std::vector<std::int64_t> list = node.list("axes", {});
    if (list.empty() && node.inputs.size() > 1 && !node.inputs[1].empty()) {
      for (const double v : facts(node.inputs[1]).values) list.push_back(static_cast<std::int64_t>(v));
      if (list.empty()) return std::nullopt;
    }
    std::set<std::size_t> all;
    for (const std::int64_t a : list)
      all.insert(static_cast<std::size_t>(a < 0 ? a + static_cast<std::int64_t>(rank) : a));
    return all;
  }

  [[nodiscard]] Place without_ones(const Node& node, const Dims& x, const Dims& y, BatchPlace from) const {
    const auto given = axes(node, std::max(x.size(), y.size()));
    if (!given || given->empty()) return regrouped(x, y, from, graph_.batch);
    if (node.type == "Squeeze") {
      if (given->contains(from.dimension)) return std::nullopt;
      from.dimension -= static_cast<std::size_t>(std::distance(given->begin(), given->lower_bound(from.dimension)));
      return from;
    }
    std::size_t kept = 0;  // dimensions of x so far
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (given->contains(i)) continue;
      if (kept++ == from.dimension) return BatchPlace{.dimension = i, .inner = from.inner};
    }
    return std::nullopt;
  }

  /// x [length, batch, inputs] -> y [length, directions, batch, hidden] and states [directions, batch, hidden]; in
  /// layout 1 the batch is in front everywhere.
  [[nodiscard]] static Place recurrent(const Node& node, BatchPlace from, std::size_t output) {
    const bool batch_first = node.integer("layout", 0) != 0;
    if (from.dimension != (batch_first ? 0 : 1)) return std::nullopt;
    if (!batch_first && output == 0) from.dimension = 2;
    return from;
  }

  [[nodiscard]] Place picked(const Node& node, const Dims& x, BatchPlace from) const {
    const std::size_t along = axis(node, 0, x), rank = dims(node.inputs.at(1)).size();
    if (along == from.dimension || !facts(node.inputs[1]).constant) return std::nullopt;
    if (from.dimension > along) from.dimension += rank - 1;
    return from;
  }

  [[nodiscard]] Place reduced(const Node& node, const Dims& x, const Dims& y, BatchPlace from) const {
    auto gone = axes(node, x.size());
    if (node.type.starts_with("Arg")) gone = std::set{axis(node, 0, x)};
    if (!gone || gone->empty() || gone->contains(from.dimension)) return std::nullopt;
    if (y.size() < x.size())
      from.dimension -= static_cast<std::size_t>(std::distance(gone->begin(), gone->lower_bound(from.dimension)));
    return from;
  }

  const Graph& graph_;
  std::map<std::string, BatchPlace> places_{};
};

}  // namespace

std::map<std::string, BatchPlace> follow_batch(const Graph& graph) { return Follower(graph).run(); }

}  // namespace plan::onnx_import
