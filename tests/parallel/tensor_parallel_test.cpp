#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/network/bert.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/network/t5.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <vector>

namespace parallel_tensor_parallel_test {
using namespace perfmodel;

namespace {

/// Bytes of the collectives of one kind in a training step.
[[nodiscard]] double moved(const Network& network, CollectiveKind kind) {
  const Recipe recipe{.batch = 2, .precision = Precision::bf16};
  const StepTrace trace = steady_step(network, recipe);
  double sum = 0.0;
  for (const TraceEvent& e : trace.step)
    if (const auto* x = std::get_if<Execute>(&e.what))
      if (const auto* c = std::get_if<Collective>(&trace.operations[x->operation]))
        if (c->kind == kind) sum += in(c->size, byte);
  return sum;
}

const Gpt2 small{.layers = 2, .hidden = 256, .heads = 4, .vocabulary = 1024, .positions = 128, .sequence = 128};
constexpr double one_tensor = 2.0 * 128.0 * 256.0 * 2.0;  // batch x sequence x hidden in 16 bits

}  // namespace

TEST_CASE("a layer is cut into pairs with two sums forward and two back") {
  const Network cut = with_tensor_parallel(build(small), {.ranks = 4});
  // two for each layer and direction, one for the token table, one back for the head (Shoeybi et al. 2019, section 3),
  // and three numbers a row of FP32 logits
  CHECK(moved(cut, CollectiveKind::all_reduce) == (2 * 4 + 2) * one_tensor + 3.0 * 2.0 * 128.0 * 4.0);
  CHECK(forward_work(cut, 1) < 0.30 * forward_work(build(small), 1));  // what is not cut: norms, dropout, sums
  const auto* attention = [&]() -> const DotProductAttention* {
    for (const Layer& layer : cut.layers)
      if (const auto* a = std::get_if<DotProductAttention>(&layer.what)) return a;
    return nullptr;
  }();
  REQUIRE(attention != nullptr);
  CHECK(attention->heads == 1);
}

TEST_CASE("weights of the linear layers and the table divide evenly") {
  const std::int64_t whole = parameter_count(build(small)),
                     part = parameter_count(with_tensor_parallel(build(small), {.ranks = 2}));
  const std::int64_t norms = 5 * 2 * 256, positions = 128 * 256, row_biases = 2 * 2 * 256;
  const std::int64_t divided = whole - norms - positions - row_biases;
  CHECK(part == divided / 2 + norms + positions + row_biases);
}

TEST_CASE("sequence parallelism moves the same bytes as two halves of each sum, and keeps a part of the norms") {
  const Network cut = with_tensor_parallel(build(small), {.ranks = 4, .sequence_parallel = true});
  // per layer two gathers forward; back, the two scatters' gathers; the head's gather and the split's
  CHECK(moved(cut, CollectiveKind::all_gather) == (2 * 4 + 2) * one_tensor);
  CHECK(moved(cut, CollectiveKind::reduce_scatter) == (2 * 4 + 1) * one_tensor);
  const NetworkShapes shapes = infer_shapes(cut, 2);
  bool any = false;
  for (std::size_t i = 0; i < cut.layers.size(); ++i)
    if (cut.layers[i].name == "h.1.ln_1") {
      any = true;
      CHECK(shapes.outputs[i] == Shape{2, 32, 256});
    }
  CHECK(any);
}

TEST_CASE("gated layers of a Llama divide, key heads too") {
  const Llama net{.layers = 1,
                  .hidden = 256,
                  .heads = 8,
                  .key_heads = 4,
                  .inner = 512,
                  .head_size = 32,
                  .vocabulary = 1024,
                  .sequence = 64};
  const Network cut = with_tensor_parallel(build(net), {.ranks = 4});
  CHECK(moved(cut, CollectiveKind::all_reduce) > 0.0);
  CHECK_THROWS_WITH_AS((void)with_tensor_parallel(build(net, "llama"), {.ranks = 8}),
                       doctest::Contains("heads: got 4; must be divisible by tp, 8"), Error);
}

TEST_CASE("T5's biases of the scores are cut by heads, BERT's and a mixture's layers divide") {
  for (const char* name : {"bert-base:seq=64", "gpt2-124m:seq=64", "llama-1b:seq=64"}) {
    const Network whole = named_network(name), cut = with_tensor_parallel(whole, {.ranks = 2});
    CAPTURE(name);
    CHECK(in(forward_work(cut, 1), flop) < 0.6 * in(forward_work(whole, 1), flop));
    CHECK(moved(cut, CollectiveKind::all_reduce) > 0.0);
  }
  const T5 t5{};
  CHECK(forward_work(with_tensor_parallel(build(t5), {.ranks = 2}), 1) < 0.6 * forward_work(build(t5), 1));
}

TEST_CASE("what cannot be cut is named") {
  CHECK_THROWS_WITH_AS((void)with_tensor_parallel(build(small, "gpt"), {.ranks = 3}),
                       doctest::Contains("must be divisible by tp, 3"), Error);
  CHECK_THROWS_WITH_AS((void)with_tensor_parallel(named_network("resnet18"), {.ranks = 2, .sequence_parallel = true}),
                       doctest::Contains("sequence_parallel"), Error);
  CHECK_THROWS_WITH_AS((void)with_tensor_parallel(named_network("resnet18"), {.ranks = 2}),
                       "tp: got 2; must be 1: resnet18 has no layers that tensor ranks could cut among them", Error);
}

TEST_CASE("tables that no head reads stay whole: positions, and types of segments") {
  const Network whole = build(Bert{.layers = 1,
                                   .hidden = 64,
                                   .heads = 4,
                                   .inner = 128,
                                   .vocabulary = 1000,
                                   .positions = 32,
                                   .types = 2,
                                   .sequence = 32});
  const Network cut = with_tensor_parallel(whole, {.ranks = 2});
  const auto tables = [](const Network& network) {
    std::vector<std::int64_t> counts;
    for (const Layer& layer : network.layers)
      if (const auto* table = std::get_if<Embedding>(&layer.what)) counts.push_back(table->count);
    std::sort(counts.begin(), counts.end());
    return counts;
  };
  CHECK(tables(whole) == std::vector<std::int64_t>{2, 32, 1000});
  CHECK(tables(cut) == std::vector<std::int64_t>{2, 32, 512});  // 1,024 of them, two times 512
}
}  // namespace parallel_tensor_parallel_test
