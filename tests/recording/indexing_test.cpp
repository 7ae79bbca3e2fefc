#include <doctest/doctest.h>

#include <perfmodel/lowering/lower.hpp>
#include <perfmodel/lowering/pointwise.hpp>
#include <perfmodel/recording/indexing.hpp>

#include "call_of.hpp"

namespace recording_indexing_test {
using recording_test::Made;
using namespace perfmodel;

namespace {
constexpr NumberFormat bf16 = NumberFormat::bf16, integers = NumberFormat::fp64;

StreamingKind kind_of(const Operation& operation) { return std::get<Streaming>(lower(operation, {}).back()).kind; }
Operation picked(std::vector<std::int64_t> table, std::vector<std::int64_t> result, std::size_t tensors) {
  Made made;
  made.tensors({{.shape = table}});
  made.tensors(std::vector<recording_test::Given>(tensors, {.shape = {276}, .format = integers}));
  return made.result({.shape = result}).operations("aten.index.Tensor").at(0);
}
}  // namespace

TEST_CASE("x[i]: rows of whole 16 bytes are copied block by block, others element by element") {
  CHECK(kind_of(picked({169, 8}, {276, 8}, 1)) == StreamingKind::embedding);
  CHECK(kind_of(picked({169, 3}, {276, 3}, 1)) == StreamingKind::indexed_elements);
  CHECK(kind_of(picked({64, 24, 24}, {64, 276}, 2)) == StreamingKind::indexed_elements);
}

TEST_CASE("an embedding by indices that lie apart goes element by element") {
  const auto kind = [](std::vector<std::int64_t> strides) {
    Made made;
    made.tensors({{.shape = {20000, 24}}}).tensors({{.shape = {4096}, .strides = strides, .format = integers}});
    return kind_of(made.result({.shape = {4096, 24}}).operations("aten.embedding.default").at(0));
  };
  CHECK(kind({1}) == StreamingKind::embedding);
  CHECK(kind({24}) == StreamingKind::gathered_elements);
}

TEST_CASE("gather by an index that is the same along rows moves rows, as an index does") {
  const auto run = [](std::vector<std::int64_t> strides) {
    Made made;
    made.tensors({{.shape = {1000, 4, 32}, .format = bf16}})
        .number(0)
        .tensors({{.shape = {5000, 4, 32}, .strides = std::move(strides), .format = integers}});
    return made.result({.shape = {5000, 4, 32}, .format = bf16}).operations("aten.gather.default").at(0);
  };
  const Operation gathered = run({1, 0, 0});
  const auto& rows = std::get<op::Embedding>(gathered);
  CHECK(rows.indices == 5000);
  CHECK(rows.width == 128);
  CHECK(kind_of(run({128, 32, 1})) == StreamingKind::gathered_elements);
}

TEST_CASE("index_select along the first dimension, counted from either end, moves rows; along others elements") {
  const auto run = [](std::int64_t dimension, std::int64_t width) {
    Made made;
    made.tensors({{.shape = {1000, width}}}).number(dimension).tensors({{.shape = {5000}, .format = integers}});
    return made.result({.shape = {5000, width}}).operations("aten.index_select.default").at(0);
  };
  for (const std::int64_t first : {0, -2}) {
    const Operation picked_rows = run(first, 32);
    const auto& rows = std::get<op::Embedding>(picked_rows);
    CHECK(rows.indices == 5000);
    CHECK(rows.width == 32);
    CHECK(rows.table_rows == 1000);
  }
  CHECK(kind_of(run(0, 3)) == StreamingKind::gathered_elements);  // rows of 12 bytes
  CHECK(kind_of(run(-1, 32)) == StreamingKind::gathered_elements);
}

TEST_CASE("the largest of rows, and running sums, along the dimension that is named") {
  Made choice;
  choice.tensors({{.shape = {24, 256, 8}}}).number(2).number(-1);
  const Operation chosen = choice.result({.shape = {24, 256, 2}})
                               .result({.shape = {24, 256, 2}, .format = integers})
                               .operations("aten.topk.default")
                               .at(0);
  CHECK(std::get<op::TopK>(chosen) == op::TopK{.rows = 24 * 256, .columns = 8, .chosen = 2});
  Made sums;
  sums.tensors({{.shape = {24, 512, 8}, .format = integers}}).number(1);
  const Operation running =
      sums.result({.shape = {24, 512, 8}, .format = integers}).operations("aten.cumsum.default").at(0);
  CHECK(std::get<op::Scan>(running) == op::Scan{.format = integers, .rows = 24 * 8, .columns = 512, .stride = 8});
}

TEST_CASE("index_put with accumulate: which dimensions are indexed follows from the sizes") {
  Made made;
  made.tensors({{.shape = {16384, 24, 24}, .format = bf16}})
      .tensors({{.shape = {276}, .format = integers}, {.shape = {276}, .format = integers}})
      .tensors({{.shape = {16384, 276}, .format = bf16}})
      .number(1)
      .result({.shape = {16384, 24, 24}, .format = bf16});
  const Operation run = made.operations("aten.index_put.default").at(0);
  const auto& sum = std::get<op::Embedding>(run);
  CHECK(sum.indexed);
  CHECK(sum.repeats == 16384);
  CHECK(sum.table_rows == 576);
  CHECK(sum.width == 1);
  CHECK(sum.indices == 276);
  CHECK(work(run) == 16384.0 * 276 * flop);
}

TEST_CASE("losses of pixels take planes of classes, losses of rows do not") {
  const auto loss = [](std::vector<std::int64_t> x, std::vector<std::int64_t> labels) {
    Made made;
    made.tensors({{.shape = std::move(x)}}).tensors({{.shape = std::move(labels), .format = integers}});
    return std::get<op::NllLoss>(made.result({}).operations("aten.nll_loss2d_forward.default").at(0));
  };
  CHECK(loss({40, 21, 256, 256}, {40, 256, 256}).images == 40);
  CHECK(loss({40, 21, 256, 256}, {40, 256, 256}).classes == 21);
  CHECK(loss({4608, 50000}, {4608}).images == 0);
}

TEST_CASE("weight norm over all but the first or the last dimension") {
  const auto norm = [](std::vector<std::int64_t> g, std::int64_t dimension) {
    Made made;
    made.tensors({{.shape = {768, 48, 128}}}).tensors({{.shape = std::move(g)}}).number(dimension);
    return std::get<op::LayerNorm>(
        made.result({.shape = {768, 48, 128}}).operations("aten._weight_norm_interface.default").at(0));
  };
  CHECK(norm({768, 1, 1}, 0).columns == 48 * 128);
  CHECK_FALSE(norm({768, 1, 1}, 0).across);
  CHECK(norm({1, 1, 128}, 2).rows == 128);
  CHECK(norm({1, 1, 128}, 2).across);
}

TEST_CASE("concatenation: pieces of 16 bytes, and copies one by one of five dimensions or several formats") {
  const auto join = [](std::vector<std::int64_t> a, std::vector<std::int64_t> y, NumberFormat other = bf16) {
    Made made;
    made.tensors({{.shape = a, .format = bf16}, {.shape = a, .format = other}}).number(1);
    return made.result({.shape = std::move(y), .format = bf16}).operations("aten.cat.default");
  };
  CHECK(std::get<op::Concatenation>(join({8, 64, 7, 8}, {8, 128, 7, 8}).at(0)).pieces);
  CHECK_FALSE(std::get<op::Concatenation>(join({8, 3, 7, 7}, {8, 6, 7, 7}).at(0)).pieces);
  CHECK(std::get<op::Concatenation>(join({8, 3, 7, 7}, {8, 6, 7, 7}).at(0)).piece_bytes == 3 * 49 * 2);
  CHECK_FALSE(std::get<op::Concatenation>(join({8, 3, 7, 7}, {8, 6, 7, 7}).at(0)).strided);
  CHECK(join({8, 64, 2, 7, 8}, {8, 128, 2, 7, 8}).size() == 2);
  CHECK(join({8, 64}, {8, 128}, NumberFormat::fp32).size() == 2);
}

TEST_CASE("a stack in front of one of its tensors' dimensions is a concatenation along it, one behind them is not") {
  const auto stack = [](std::int64_t named, std::vector<std::int64_t> y) {
    Made made;
    const std::vector<std::int64_t> x{8, 64, 7, 4};
    made.tensors({{.shape = x}, {.shape = x}, {.shape = x}}).number(named);
    return made.result({.shape = std::move(y)}).operations("aten.stack.default");
  };
  const std::vector<Operation> rows = stack(-2, {8, 64, 7, 3, 4});
  REQUIRE(rows.size() == 1);
  CHECK(std::get<op::Concatenation>(rows[0]).piece_bytes == 16);
  CHECK(std::get<op::Concatenation>(rows[0]).pieces);
  CHECK(std::get<op::Concatenation>(rows[0]).shared_sectors);
  CHECK(std::get<op::Concatenation>(stack(0, {3, 8, 64, 7, 4}).at(0)).piece_bytes == 8 * 64 * 7 * 4 * 4);
  CHECK_FALSE(std::get<op::Concatenation>(stack(0, {3, 8, 64, 7, 4}).at(0)).shared_sectors);
  CHECK(stack(-1, {8, 64, 7, 4, 3}).size() == 3);
}

TEST_CASE("a roll is a kernel for each dimension, behind a copy of what lies otherwise") {
  Made made;
  made.tensors({{.shape = {8, 56, 56, 96}}}).number(0).result({.shape = {8, 56, 56, 96}});
  made.event.arguments.push_back({.numbers = {{1, 0}, {2, 0}}});
  const std::vector<Operation> two = made.operations("aten.roll.default");
  REQUIRE(two.size() == 2);
  CHECK(kind_of(two[0]) == StreamingKind::rolled_elements);
  Made strided;
  strided.tensors({{.shape = {16, 8}, .strides = {1, 16}}}).number(3).number(0).result({.shape = {16, 8}});
  CHECK(strided.operations("aten.roll.default").size() == 2);
}

TEST_CASE("pixels and channels change places by a copy that calculates each address") {
  Made made;
  made.tensors({{.shape = {4, 36, 8, 8}}}).number(3).result({.shape = {4, 4, 24, 24}});
  const Operation shuffled = made.operations("aten.pixel_shuffle.default").at(0);
  const auto& copy = std::get<op::Pointwise>(shuffled);
  CHECK(access_of(copy) == AccessPattern::strided);
  CHECK(elements(copy.outputs[0].shape) == 4 * 36 * 8 * 8);
}

TEST_CASE("zeros, and a part of them that does not lie in one piece") {
  const auto written = [](std::vector<std::int64_t> part) {
    Made made;
    made.tensors({{.shape = std::move(part)}}).result({.shape = {64, 32, 16}});
    const std::vector<Operation> two = made.operations("aten.slice_backward.default");
    return access_of(std::get<op::Pointwise>(two.at(1)));
  };
  CHECK(written({64, 32, 4}) == AccessPattern::strided);
  CHECK(written({64, 16}) == AccessPattern::strided);  // one of the dimension in the middle
  CHECK(written({8, 32, 16}) == AccessPattern::vectorized);
}

TEST_CASE("the logarithm of a sum of exponentials is nine kernels, a loss of logits five and a mean") {
  Made sum;
  sum.tensors({{.shape = {64, 4096}}}).number(1).result({.shape = {64}});
  CHECK(sum.operations("aten.logsumexp.default").size() == 9);
  Made loss;
  loss.tensors({{.shape = {64, 32}}}).tensors({{.shape = {64, 32}}}).result({.shape = {}});
  CHECK(loss.operations("aten.binary_cross_entropy_with_logits.default").size() == 6);
}

TEST_CASE("sorts know the dimension that they go along, by either signature") {
  const auto sorted = [](const char* name, bool stable) {
    Made made;
    made.tensors({{.shape = {24, 196, 8}}});
    if (stable) made.number(1);
    made.number(1).result({.shape = {24, 196, 8}}).result({.shape = {24, 196, 8}, .format = integers});
    return std::get<op::Sort>(made.operations(name).at(0));
  };
  CHECK(sorted("aten.sort.default", false).keys == 196);
  CHECK(sorted("aten.sort.stable", true).keys == 196);
  CHECK(sorted("aten.sort.default", false).rows == 24 * 8);
}

TEST_CASE("scatters: rows that go together, additions that wait, places that do not fit the cache") {
  const auto scattered = [](const char* name, std::vector<std::int64_t> strides) {
    Made made;
    made.tensors({{.shape = {1000, 32}}})
        .number(0)
        .tensors({{.shape = {5000, 32}, .strides = std::move(strides), .format = integers}})
        .tensors({{.shape = {5000, 32}}});
    return std::get<op::Gather>(made.result({.shape = {1000, 32}}).operations(name).back());
  };
  const op::Gather rows = scattered("aten.scatter_add.default", {1, 0}),
                   elements = scattered("aten.scatter_add.default", {32, 1});
  CHECK(rows.together == 32);
  CHECK(elements.together == 1);
  CHECK(rows.adds);
  CHECK_FALSE(scattered("aten.scatter.src", {1, 0}).adds);
  CHECK(rows.places == 1000 * 32);
  CHECK(rows.columns == 5000 * 32);
}

TEST_CASE("a list that an update is given twice is read once") {
  Made made;
  made.tensors({{.shape = {64, 32}}}).tensors({{.shape = {64, 32}}});
  made.event.arguments.push_back(made.event.arguments[1]);
  const Operation update = made.operations("aten._foreach_addcmul_.Scalar").at(0);
  CHECK(std::get<op::Update>(update).reads == 2.0);
  CHECK(std::get<op::Update>(update).lists == 3);
}
}  // namespace recording_indexing_test
