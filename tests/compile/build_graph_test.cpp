#include <doctest/doctest.h>

#include <map>
#include <perfmodel/compile/build_graph.hpp>
#include <vector>

namespace compile_build_graph_test {
using namespace perfmodel;
using compile::Graph;
using compile::Node;
using compile::NodeKind;

namespace {
constexpr std::int64_t images = 2, channels = 8, side = 4;

/// The one node of a graph of an operation that reads tensor 1 and writes tensor 2.
Node node_of(Operation operation, bool channels_last) {
  OperationList list;
  const OperationId id = list.id_of(std::move(operation));
  const std::vector<TensorUse> uses{{.tensor = 1, .bytes = 4096}, {.tensor = 2, .bytes = 1024, .written = true}};
  const std::map<TensorId, std::int64_t> sizes{{1, 4096}, {2, 1024}};
  TensorId next = 3;
  compile::GraphBuilder builder(list, uses, sizes, next, channels_last);
  builder.add({Execute{id, 0, 2}, Phase::backward, 0}, 0);
  const Graph graph = builder.take();
  REQUIRE(graph.nodes.size() == 1);
  return graph.nodes[0];
}
op::Resampling resized(op::Resampling::Method method) {
  return {.method = method,
          .backward = true,
          .image = packed({images, channels, side, side}, NumberFormat::fp32),
          .result = {images, channels, 2 * side, 2 * side}};
}
}  // namespace

TEST_CASE("gradients of resized images are loops that add each element to its neighbours") {
  using enum op::Resampling::Method;
  const double n = images * channels * 4 * side * side;
  const Node together = node_of(resized(bilinear), true);
  CHECK(together.kind == NodeKind::elements);
  CHECK(together.crowded == 4.0 * n);
  CHECK(node_of(resized(bilinear), false).crowded == 2.0 * n);  // planes: two neighbours in one instruction
  CHECK(node_of(resized(nearest), true).crowded == n);
  CHECK(node_of(resized(trilinear), true).kind == NodeKind::call);
}

TEST_CASE("elements added where indices say are additions one by one; index_add of BF16 stays a call") {
  op::Gather adds{
      .by = op::Gather::By::dimension, .scatters = true, .rows = 1, .columns = 500, .places = 40, .adds = true};
  CHECK(node_of(adds, false).kind == NodeKind::elements);
  CHECK(node_of(adds, false).added == 500.0);
  adds.output = NumberFormat::bf16;
  CHECK(node_of(adds, false).kind == NodeKind::elements);  // scatter_add
  adds.places = 0;
  CHECK(node_of(adds, false).kind == NodeKind::call);
  adds.output = NumberFormat::fp32;
  CHECK(node_of(adds, false).added == 500.0);
  adds.adds = false;
  CHECK(node_of(adds, false).added == 0.0);
}

TEST_CASE("places between pixels are read in loops, their gradients stay a call") {
  op::Gather sampled{.by = op::Gather::By::sampled, .rows = 1, .columns = 500, .places = 40};
  CHECK(node_of(sampled, false).kind == NodeKind::elements);
  sampled.scatters = true;
  CHECK(node_of(sampled, false).kind == NodeKind::call);  // of the places alone
  sampled.adds = true;
  CHECK(node_of(sampled, false).kind == NodeKind::call);
}

TEST_CASE("sums over images that keep channels go down columns where channels lie together") {
  const op::Reduction sum{.input = packed({images, channels, side, side}, NumberFormat::fp32),
                          .output = packed({1, channels, 1, 1}, NumberFormat::fp32)};
  CHECK(node_of(sum, false).kind == NodeKind::rows);
  CHECK(node_of(sum, true).kind == NodeKind::columns);
}

TEST_CASE("what nobody reads is the part's result: the first of an operation's, unless one of them is read") {
  const op::Pointwise twice = op::pointwise(PointwiseFunction::multiply_scalar, {packed({16, 64}, NumberFormat::fp32)},
                                            packed({16, 64}, NumberFormat::fp32));
  OperationList list;
  const OperationId id = list.id_of(twice);
  std::vector<TensorUse> uses{{.tensor = 1, .bytes = 4096},
                              {.tensor = 2, .bytes = 4096, .written = true},
                              {.tensor = 3, .bytes = 4096, .written = true},
                              {.tensor = 3, .bytes = 4096},
                              {.tensor = 4, .bytes = 4096, .written = true}};
  const std::map<TensorId, std::int64_t> sizes{{1, 4096}, {2, 4096}, {3, 4096}, {4, 4096}};
  TensorId next = 5;
  const auto escapes = [&](bool read) {
    compile::GraphBuilder builder(list, uses, sizes, next);
    builder.add({Execute{id, 0, 3}, Phase::forward, 0}, 0);
    if (read) builder.add({Execute{id, 3, 2}, Phase::forward, 0}, 1);
    std::map<TensorId, bool> found;
    for (const compile::Value& v : builder.take().values) found[v.tensor] = v.escapes;
    return found;
  };
  CHECK(escapes(false).at(2));
  CHECK_FALSE(escapes(false).at(3));  // an index, a mean, that the network has no use for
  CHECK_FALSE(escapes(true).at(2));
  CHECK_FALSE(escapes(true).at(3));
  CHECK(escapes(true).at(4));
}

TEST_CASE("running sums are loops over rows or columns") {
  CHECK(node_of(op::Scan{.rows = 16, .columns = 64}, false).kind == NodeKind::rows);
  const Node down = node_of(op::Scan{.rows = 16, .columns = 64, .stride = 16}, false);
  CHECK(down.kind == NodeKind::columns);
  CHECK(down.outputs == 16);
  CHECK(down.values == 64);
}

TEST_CASE("small windows are loops that read from memory, their places a byte each; large ones call the library") {
  const op::Pooling pool{.image = packed({images, channels, side, side}, NumberFormat::fp32),
                         .result = {images, channels, side / 2, side / 2},
                         .window = 4.0};
  const Node forward = node_of(pool, false);
  CHECK(forward.kind == NodeKind::elements);
  CHECK(forward.windows);
  CHECK(forward.outputs == images * channels * 4);
  CHECK(forward.operations == 4.0 * 4.0 * images * channels * 4);
  op::Pooling other = pool;
  other.backward = true;
  CHECK(node_of(other, false).outputs == images * channels * side * side);
  other = pool, other.window = 49.0;
  CHECK(node_of(other, false).kind == NodeKind::call);

  OperationList list;
  const OperationId id = list.id_of(pool);
  const std::vector<TensorUse> uses{{.tensor = 1, .bytes = 1024},
                                    {.tensor = 2, .bytes = 256, .written = true},
                                    {.tensor = 3, .bytes = 512, .written = true}};  // places: eight bytes each
  TensorId next = 4;
  const std::map<TensorId, std::int64_t> sizes{{1, 1024}, {2, 256}, {3, 512}};
  compile::GraphBuilder builder(list, uses, sizes, next);
  builder.add({Execute{id, 0, 3}, Phase::forward, 0}, 0);
  REQUIRE(builder.narrowed().size() == 1);
  CHECK(builder.narrowed()[0].tensor == 3);
  CHECK(builder.narrowed()[0].bytes == 64);
}

TEST_CASE("dropout draws a number for each element, other functions none") {
  const Operand x = packed({1024}, NumberFormat::fp32);
  CHECK(node_of(op::pointwise(PointwiseFunction::dropout, {x}, x), false).drawn == 1024.0);
  CHECK(node_of(op::pointwise(PointwiseFunction::gelu, {x}, x), false).drawn == 0.0);
}
}  // namespace compile_build_graph_test
