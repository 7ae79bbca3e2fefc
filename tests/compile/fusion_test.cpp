#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/compile/fusion.hpp>
#include <perfmodel/compile/recomputation.hpp>
#include <vector>

namespace compile_fusion_test {
using namespace perfmodel;
using compile::Graph;
using compile::Group;
using compile::Node;
using compile::NodeKind;

namespace {

/// A graph written by hand: tensors and the nodes that read and write them.
struct Drawing {
  Graph graph{};

  std::int32_t tensor(std::int64_t bytes) {
    graph.values.push_back({.tensor = static_cast<TensorId>(graph.values.size()), .bytes = bytes});
    return static_cast<std::int32_t>(graph.values.size() - 1);
  }
  /// A node that writes one new tensor of `bytes`.
  std::int32_t node(Node n, std::vector<std::int32_t> reads, std::int64_t bytes) {
    const auto self = static_cast<std::int32_t>(graph.nodes.size());
    for (const std::int32_t v : reads) {
      graph.values[static_cast<std::size_t>(v)].readers.push_back(self);
      n.reads.push_back({v, graph.values[static_cast<std::size_t>(v)].bytes});
    }
    const std::int32_t made = tensor(bytes);
    graph.values[static_cast<std::size_t>(made)].producer = self;
    n.writes.push_back(made);
    graph.nodes.push_back(std::move(n));
    return made;
  }
  void keep(std::int32_t v) { graph.values[static_cast<std::size_t>(v)].escapes = true; }
};

constexpr std::int64_t row_count = 64, column_count = 256, all = row_count * column_count, full = 4 * all;

Node loop(std::int64_t outputs, double special = 0.0) {
  Node n{.kind = NodeKind::elements};
  n.outputs = outputs, n.operations = static_cast<double>(outputs), n.special_functions = special;
  return n;
}
Node sums(NodeKind kind) {
  Node n{.kind = kind};
  n.outputs = kind == NodeKind::rows ? row_count : column_count, n.values = all / n.outputs;
  return n;
}
std::vector<Group> groups(const Graph& graph) {
  compile::Fusion fusion(graph);
  std::vector<Group> alive = fusion.groups();
  std::erase_if(alive, [](const Group& g) { return g.merged_into >= 0; });
  return alive;
}
std::int64_t moved(const Group& group, const Graph& graph) {
  std::int64_t sum = 0;
  for (const auto& [v, read] : group.reads) sum += read;
  for (const std::int32_t v : group.writes) sum += graph.values[static_cast<std::size_t>(v)].bytes;
  return sum;
}

}  // namespace

TEST_CASE("a chain of loops over the same elements is one kernel that reads its first and writes its last tensor") {
  Drawing d;
  const std::int32_t x = d.tensor(full);
  std::int32_t y = d.node(loop(all), {x}, full);
  y = d.node(loop(all, 1.0), {y}, full);
  y = d.node(loop(all), {y}, full);
  d.keep(y);
  const std::vector<Group> found = groups(d.graph);
  REQUIRE(found.size() == 1);
  CHECK(moved(found[0], d.graph) == 2 * full);
}

TEST_CASE("a library's call parts kernels, and what it reads is written") {
  Drawing d;
  const std::int32_t x = d.tensor(full);
  const std::int32_t a = d.node(loop(all, 1.0), {x}, full);
  const std::int32_t b = d.node({.kind = NodeKind::call}, {a}, full);
  const std::int32_t c = d.node(loop(all, 1.0), {b}, full);
  d.keep(c);
  const std::vector<Group> found = groups(d.graph);
  REQUIRE(found.size() == 3);
  CHECK(moved(found[0], d.graph) == 2 * full);
  CHECK(found[0].level < found[1].level);
  CHECK(found[1].level < found[2].level);
}

TEST_CASE("sums over rows take loops before and behind them into their kernel, sums over columns only those before") {
  for (const NodeKind kind : {NodeKind::rows, NodeKind::columns}) {
    Drawing d;
    const std::int32_t x = d.tensor(full);
    const std::int32_t a = d.node(loop(all, 1.0), {x}, full);
    const std::int32_t s = d.node(sums(kind), {a}, 4 * row_count);
    const std::int32_t y = d.node(loop(all, 1.0), {a, s}, full);
    d.keep(y);
    CHECK(groups(d.graph).size() == (kind == NodeKind::rows ? 1 : 2));
  }
}

TEST_CASE("a cheap result of several readers is made again by each, a dear one is written once") {
  for (const double special : {0.0, 1.0}) {
    Drawing d;
    const std::int32_t x = d.tensor(full);
    const std::int32_t a = d.node(loop(all, special), {x}, full);
    for (int i = 0; i < 2; ++i) {
      const std::int32_t s = d.node(sums(NodeKind::columns), {a}, 4 * column_count);
      d.keep(s);
    }
    std::int64_t written = 0;
    for (const Group& g : groups(d.graph))
      for (const std::int32_t v : g.writes) written += v == a ? 1 : 0;
    CHECK(written == 0);  // both sums walk over the same columns: one kernel
    const std::int32_t s = d.node(sums(NodeKind::rows), {a}, 4 * row_count);
    d.keep(s);
    written = 0;
    for (const Group& g : groups(d.graph))
      for (const std::int32_t v : g.writes) written += v == a ? 1 : 0;
    CHECK(written == (special > 0.0 ? 1 : 0));
  }
}

TEST_CASE("an activation is made again in the backward pass if its input is kept anyway, unless a library needs it") {
  for (const bool product : {false, true}) {
    Drawing d;
    const std::int32_t x = d.tensor(full);
    const std::int32_t a = d.node({.kind = NodeKind::call}, {x}, full);
    const std::int32_t y = d.node(loop(all, 1.0), {a}, full);
    d.keep(d.node({.kind = NodeKind::call}, {y}, full));
    Node back = product ? Node{.kind = NodeKind::call} : loop(all);
    back.backward = true;
    d.keep(d.node(back, {y, x}, full));
    Node other = loop(all);
    other.backward = true;
    d.keep(d.node(other, {a}, full));
    compile::Recomputation(d.graph).choose();
    CHECK(d.graph.values[static_cast<std::size_t>(y)].recomputed == !product);
    CHECK_FALSE(d.graph.values[static_cast<std::size_t>(a)].recomputed);
  }
}

TEST_CASE("what the forward pass keeps is read in the backward pass, not made again from what is left of a chain") {
  for (const bool again : {false, true}) {
    Drawing d;
    const std::int32_t x = d.tensor(full);
    const std::int32_t a = d.node({.kind = NodeKind::call}, {x}, full), b = d.node({.kind = NodeKind::call}, {x}, full);
    const std::int32_t sum = d.node(loop(all), {a, b}, full);  // cheap: its readers would make it again
    d.keep(d.node(loop(all), {sum}, full));
    Node back = loop(all);
    back.backward = true;
    const std::int32_t y = d.node(back, {sum}, full);
    d.keep(y);
    d.graph.values[static_cast<std::size_t>(sum)].recomputed = again;
    for (const Group& g : groups(d.graph))
      if (g.backward) CHECK(moved(g, d.graph) == (again ? 3 : 2) * full);
  }
}

TEST_CASE("a cast that makes a gradient smaller is written in place of the gradient") {
  for (const std::int64_t size : {full / 2, full}) {
    Drawing d;
    const std::int32_t x = d.tensor(full);
    const std::int32_t wide = d.node(loop(all, 1.0), {x}, full);
    const std::int32_t narrow = d.node(loop(all), {wide}, size);
    for (int i = 0; i < 2; ++i) {  // copies of another extent: padded operands
      Node copy = loop(all + row_count);
      d.keep(d.node(copy, {narrow}, size));
    }
    std::int64_t largest = 0;
    for (const Group& g : groups(d.graph))
      if (g.outputs == all) largest = std::max(largest, moved(g, d.graph) - full);
    CHECK(largest == size);
  }
}

TEST_CASE("long columns are not summed in a kernel that writes for others, short ones are") {
  for (const std::int64_t values : {std::int64_t{512}, std::int64_t{4096}})
    for (const bool shared : {false, true}) {
      const std::int64_t n = values * column_count;
      Drawing d;
      const std::int32_t x = d.tensor(4 * n);
      const std::int32_t a = d.node(loop(n, 1.0), {x}, 4 * n);
      Node sum{.kind = NodeKind::columns};
      sum.outputs = column_count, sum.values = values;
      d.keep(d.node(sum, {a}, 4 * column_count));
      if (shared) d.keep(d.node({.kind = NodeKind::call}, {a}, 4 * n));
      std::size_t loops = 0;
      for (const Group& g : groups(d.graph)) loops += g.kind != NodeKind::call;
      CHECK(loops == (shared && values > 1024 ? 2U : 1U));
    }
}
}  // namespace compile_fusion_test
