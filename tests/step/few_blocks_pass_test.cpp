#include <doctest/doctest.h>

#include <perfmodel/step/few_blocks_pass.hpp>
#include <tests/step/few_blocks.hpp>
#include <vector>

namespace step_few_blocks_pass_test {
using namespace perfmodel;
using detail::DroppedResult;
using detail::OldGradient;
using few_blocks::both_ways;
using few_blocks::drops;
using few_blocks::forward;
using few_blocks::makes;
using few_blocks::runs;

// Of five blocks, those in the middle (1 to 3) must have written the same, each as seen from its own place.

namespace {

struct Pass {
  std::vector<TraceEvent> events = forward();
  std::vector<DroppedResult> dropped{};
  std::vector<OldGradient> gradients = std::vector<OldGradient>(few_blocks::first);

  [[nodiscard]] bool repeats() const {
    detail::FewBlocksPass pass{
        .labels = few_blocks::labels(), .events = events, .dropped = dropped, .gradients = gradients};
    pass.few.runs = {{.begin = 1, .layers = 1, .blocks = 5}};
    pass.sections.emplace(pass.events, pass.labels, few_blocks::first);
    REQUIRE(pass.sections->sound());
    return detail::PassComparison(pass).blocks_repeat();
  }
};
constexpr std::size_t of_block(std::size_t block) { return 2 + 3 * block; }            // its first event
constexpr std::size_t of_backward(std::size_t block) { return 19 + 3 * (4 - block); }  // likewise

/// With another event in the place of one.
[[nodiscard]] bool with(std::size_t at, const TraceEvent& event) {
  Pass pass{.events = both_ways()};
  pass.events[at] = event;
  return pass.repeats();
}

}  // namespace

TEST_CASE("neighbours are a block, those beside it, and none of another run") {
  CHECK(detail::are_neighbours({0, 2}, {0, 2}));
  CHECK(detail::are_neighbours({0, 2}, {0, 3}));
  CHECK(detail::are_neighbours({0, 3}, {0, 2}));
  CHECK_FALSE(detail::are_neighbours({0, 1}, {0, 3}));
  CHECK_FALSE(detail::are_neighbours({0, 3}, {0, 1}));
  CHECK_FALSE(detail::are_neighbours({0, 2}, {1, 2}));
}

TEST_CASE("blocks that write the same repeat, forward and backward") {
  CHECK(Pass{}.repeats());
  CHECK(Pass{.events = both_ways()}.repeats());
}

TEST_CASE("another operation, size, purpose, phase or kind of event in one of them does not repeat") {
  for (const std::size_t block : {2U, 3U}) {
    CAPTURE(block);
    const auto layer = static_cast<std::int32_t>(1 + block);
    CHECK_FALSE(with(of_block(block), runs(layer, 9)));
    TraceEvent event = makes(layer, static_cast<TensorId>(11 + block));
    std::get<Allocate>(event.what).bytes = 101;
    CHECK_FALSE(with(of_block(block) + 1, event));
    event = makes(layer, static_cast<TensorId>(11 + block));
    std::get<Allocate>(event.what).why = MemoryClass::temporary;
    CHECK_FALSE(with(of_block(block) + 1, event));
    event = runs(layer);
    event.phase = Phase::backward;
    CHECK_FALSE(with(of_block(block), event));
    CHECK_FALSE(with(of_block(block), {.what = Synchronize{}, .layer = layer}));
    CHECK_FALSE(with(of_backward(block), runs(layer, 9)));
  }
  CHECK(with(of_block(0), runs(1, 9)));  // the first and the last may differ
  CHECK(with(of_block(4), runs(5, 9)));
}

TEST_CASE("the host's work is compared by what it is, and how much") {
  const auto repeats = [](HostOp op, std::int64_t count) {
    Pass pass;
    for (std::size_t b = 0; b < 5; ++b) {
      pass.events[of_block(b)] = {.what = HostWork{.op = HostOp::linear, .count = 2},
                                  .layer = static_cast<std::int32_t>(1 + b)};
    }
    pass.events[of_block(3)].what = HostWork{.op = op, .count = count};
    return pass.repeats();
  };
  CHECK(repeats(HostOp::linear, 2));
  CHECK_FALSE(repeats(HostOp::linear, 3));
  CHECK_FALSE(repeats(HostOp::view, 2));
}

TEST_CASE("more or fewer events in one of them do not repeat") {
  for (const std::size_t block : {1U, 2U, 3U}) {
    CAPTURE(block);
    Pass pass;
    const auto at = pass.events.begin() + static_cast<std::ptrdiff_t>(of_block(block));
    pass.events.insert(at, runs(static_cast<std::int32_t>(1 + block)));
    CHECK_FALSE(pass.repeats());
  }
}

TEST_CASE("an event of a layer is not one of none") {
  Pass pass;  // each block's tensor dies outside of layers, which counts as in its block
  for (std::size_t b = 0; b < 5; ++b) pass.events[of_block(b) + 2] = drops(-1, static_cast<TensorId>(11 + b));
  CHECK(pass.repeats());
  pass.events[of_block(3) + 2].layer = 4;
  CHECK_FALSE(pass.repeats());
}

TEST_CASE("results of the pass before that die within blocks do not repeat") {
  const auto repeats = [](std::size_t begin) {
    return Pass{.dropped = {{.begin = begin, .end = begin + 1}}}.repeats();
  };
  CHECK(repeats(of_block(1) - 1));
  CHECK_FALSE(repeats(of_block(1)));
  CHECK_FALSE(repeats(of_block(3)));
  CHECK_FALSE(repeats(of_block(4) - 1));
  CHECK(repeats(of_block(4)));
}

TEST_CASE("what dies must be of this pass, a gradient of before, or a result that is let go") {
  Pass pass;
  pass.events.push_back(drops(6, 3));  // behind the blocks
  CHECK_FALSE(pass.repeats());
  const std::size_t at = pass.events.size() - 1;
  pass.dropped = {{.begin = at, .end = at + 1}};
  CHECK(pass.repeats());
  pass.dropped = {{.begin = at, .end = at}};
  CHECK_FALSE(pass.repeats());
  pass.dropped = {{.begin = at + 1, .end = at + 2}};
  CHECK_FALSE(pass.repeats());
  pass.dropped.clear();
  pass.gradients[3] = {.layer = 0, .defined = true};
  CHECK(pass.repeats());
}

TEST_CASE("gradients of before: of the same parameter, a block further on") {
  const auto repeats = [](std::size_t layer, std::size_t parameter) {
    Pass pass;
    for (std::size_t b = 0; b < 5; ++b) {
      pass.events[of_block(b) + 2] = drops(static_cast<std::int32_t>(1 + b), static_cast<TensorId>(b));
      pass.gradients[b] = {.layer = 1 + b, .parameter = 1, .defined = true};
    }
    pass.gradients[3] = {.layer = layer, .parameter = parameter, .defined = true};
    return pass.repeats();
  };
  CHECK(repeats(4, 1));
  CHECK_FALSE(repeats(4, 0));
  CHECK_FALSE(repeats(3, 1));
  CHECK_FALSE(repeats(5, 1));
  CHECK_FALSE(repeats(0, 1));  // of no block
}

TEST_CASE("what dies is seen from beside it, or from either end") {
  const auto backward = [](std::size_t block, TensorId tensor) {
    return with(of_backward(block) + 2, drops(static_cast<std::int32_t>(1 + block), tensor));
  };
  CHECK_FALSE(backward(0, 13));  // the first block lets go of what the third one made
  CHECK(backward(0, 12));
  CHECK(backward(0, 15));  // of the last one
  CHECK(backward(0, 10));  // of none
  CHECK_FALSE(backward(4, 13));
  CHECK(backward(4, 14));
}

TEST_CASE("tensors that die: of the same place in the block, one block on in the same chain") {
  CHECK_FALSE(with(of_block(3) + 2, drops(4, 14)));     // its own instead of that of the block before
  CHECK_FALSE(with(of_block(2) + 2, drops(3, 10)));     // that of the layer in front
  CHECK_FALSE(with(of_backward(2) + 2, drops(3, 13)));  // made forward
  Pass same;                                            // all let go of one of the layer in front
  for (std::size_t b = 0; b < 5; ++b)
    same.events[of_block(b) + 2] = drops(static_cast<std::int32_t>(1 + b), few_blocks::first);
  CHECK(same.repeats());
  // two tensors a block, of which each next one lets go of the first, or one of them of the second
  Pass two;
  two.events = {runs(0), makes(0, 10)};
  for (std::int32_t b = 0; b < 5; ++b) {
    const auto id = static_cast<TensorId>(2 * b);
    two.events.insert(two.events.end(), {makes(1 + b, 11 + id), makes(1 + b, 12 + id),
                                         drops(1 + b, b == 0 ? TensorId{10} : TensorId{9} + id)});
  }
  CHECK(two.repeats());
  std::get<Release>(two.events[2 + 3 * 3 + 2].what).tensor += 1;
  CHECK_FALSE(two.repeats());
}
}  // namespace step_few_blocks_pass_test
