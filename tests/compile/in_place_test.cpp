#include <doctest/doctest.h>

#include <perfmodel/compile/in_place.hpp>
#include <utility>
#include <vector>

namespace compile_in_place_test {
using namespace perfmodel;
using compile::Graph;
using compile::Group;
using compile::Node;
using compile::NodeKind;

namespace {

constexpr std::int32_t x = 0;  ///< what is read: of node 0, or of nobody

/// A graph whose first node makes value 0; each further node reads values and makes the next one.
struct Drawing {
  Graph graph{};
  OperationList operations{};
  explicit Drawing(NodeKind kind, Operation made = op::Fill{}) {
    add(kind, {});
    graph.nodes[0].operation = operations.id_of(std::move(made));
  }
  std::int32_t add(NodeKind kind, const std::vector<std::int32_t>& reads) {
    Node n{.kind = kind};
    for (const std::int32_t v : reads) n.reads.push_back({v, 64});
    n.writes.push_back(static_cast<std::int32_t>(graph.values.size()));
    graph.values.push_back({.bytes = 64, .producer = static_cast<std::int32_t>(graph.nodes.size())});
    graph.nodes.push_back(std::move(n));
    return static_cast<std::int32_t>(graph.values.size()) - 1;
  }
};
Group kernel(NodeKind kind, std::vector<std::int32_t> nodes, std::vector<std::int32_t> writes) {
  Group g{};
  g.kind = kind, g.nodes = std::move(nodes), g.writes = std::move(writes);
  return g;
}

}  // namespace

TEST_CASE("a chain is one loop however often it reads; each result and each sum is one") {
  Drawing silu(NodeKind::elements);
  const std::int32_t sigmoid = silu.add(NodeKind::elements, {x}), product = silu.add(NodeKind::elements, {x, sigmoid});
  CHECK(compile::loops_reading(silu.graph, kernel(NodeKind::elements, {1, 2}, {product}), x) == 1);
  CHECK(compile::loops_reading(silu.graph, kernel(NodeKind::elements, {2, 1}, {product}), x) == 1);  // in any order
  CHECK(compile::loops_reading(silu.graph, kernel(NodeKind::elements, {1, 2}, {sigmoid, product}), x) == 2);

  Drawing softmax(NodeKind::elements);
  const std::int32_t sums = softmax.add(NodeKind::rows, {x}), result = softmax.add(NodeKind::elements, {x, sums});
  CHECK(compile::loops_reading(softmax.graph, kernel(NodeKind::rows, {1, 2}, {result}), x) == 2);

  Drawing normed(NodeKind::elements);  // a residual, then its norm, which reads the residual
  const std::int32_t residual = normed.add(NodeKind::elements, {x});
  const std::int32_t mean = normed.add(NodeKind::rows, {residual}),
                     norm = normed.add(NodeKind::elements, {residual, mean});
  CHECK(compile::loops_reading(normed.graph, kernel(NodeKind::rows, {1, 2, 3}, {residual, norm}), x) == 1);
  CHECK(compile::loops_reading(normed.graph, kernel(NodeKind::rows, {1, 2, 3}, {norm}), x) == 2);
}

TEST_CASE(
    "loops' results, products and what the forward pass hands on are written over, what libraries allocate is not") {
  const auto may = [](NodeKind made, const Operation& operation, NodeKind kernel_kind = NodeKind::elements,
                      bool backward = false) {
    Drawing d(made, operation);
    const std::int32_t result = d.add(NodeKind::elements, {x});
    d.graph.nodes[1].backward = backward;
    return compile::may_write_over(d.graph, kernel(kernel_kind, {1}, {result}), x, d.operations);
  };
  CHECK(may(NodeKind::elements, op::Fill{}));
  CHECK(may(NodeKind::call, Gemm{.m = 4, .n = 4, .k = 4}));
  CHECK_FALSE(may(NodeKind::call, Convolution{.c = 4, .h = 4, .w = 4, .k = 4}));
  CHECK(may(NodeKind::call, Convolution{.c = 4, .h = 4, .w = 4, .k = 4}, NodeKind::elements, true));
  CHECK(may(NodeKind::elements, op::Fill{}, NodeKind::rows));
  CHECK_FALSE(may(NodeKind::elements, op::Fill{}, NodeKind::columns));
  Drawing given(NodeKind::elements);
  const std::int32_t result = given.add(NodeKind::elements, {x});
  given.graph.values[x].producer = compile::no_node;  // an input of the step
  CHECK_FALSE(compile::may_write_over(given.graph, kernel(NodeKind::elements, {1}, {result}), x, given.operations));
}

}  // namespace compile_in_place_test
