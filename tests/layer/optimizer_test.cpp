#include <doctest/doctest.h>

#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/lowering/update.hpp>

using namespace perfmodel;

namespace {
/// Bytes per FP32 parameter that an update rule moves.
constexpr double rule_bytes(const UpdateRule& rule) {
  double elements = 0.0;
  for (std::size_t i = 0; i < rule.count; ++i) elements += rule.ops[i].reads + rule.ops[i].writes;
  return 4.0 * elements;
}
}  // namespace

// "NN Performance optimization", slide "GPU memory": optimizer states.
static_assert(state_per_parameter(Optimizer::adamw, NumberFormat::fp32) == 8.0 * byte);
static_assert(state_per_parameter(Optimizer::momentum, NumberFormat::fp32) == 4.0 * byte);
static_assert(state_per_parameter(Optimizer::adam8bit, NumberFormat::fp32) == 2.0 * byte);
static_assert(state_per_parameter(Optimizer::sgd, NumberFormat::fp32) == 0.0 * byte);
// Reads and writes of the update formulas, FP32.
static_assert(rule_bytes(per_tensor_rule(Optimizer::sgd)) == 12.0);
static_assert(rule_bytes(per_tensor_rule(Optimizer::momentum)) == 8.0 + 12.0 + 12.0);
static_assert(rule_bytes(UpdateRule{{fused_op(Optimizer::adam)}, 1}) == 28.0);
static_assert(rule_bytes(foreach_rule(Optimizer::adam)) == 12.0 + 8.0 + 12.0 + 8.0 + 8.0 + 8.0 + 16.0);

TEST_CASE("a multi-tensor call is cut where tensors or blocks run out") {
  const auto launches = [](const std::vector<std::int64_t>& sizes, int lists, bool dense) {
    int count = 0;
    for_each_multi_tensor_launch(sizes, lists, dense, [&](const MultiTensorLaunch&) { ++count; });
    return count;
  };
  CHECK(launches(std::vector<std::int64_t>(110, 10), 1, false) == 1);  // depth_to_max_tensors[0] = 110
  CHECK(launches(std::vector<std::int64_t>(111, 10), 1, false) == 2);
  CHECK(launches(std::vector<std::int64_t>(111, 10), 1, true) == 1);
  CHECK(launches({320 * 65536}, 4, false) == 1);  // depth_to_max_blocks = 320
  CHECK(launches({320 * 65536 + 1}, 4, false) == 2);
  CHECK(launches({0, 0}, 1, false) == 0);
  std::int64_t sum = 0, blocks = 0;
  for_each_multi_tensor_launch({100'000'000, 5, 70'000}, 3, false, [&](const MultiTensorLaunch& l) {
    sum += l.elements, blocks += l.blocks;
    CHECK(l.longest <= 65536);
  });
  CHECK(sum == 100'070'005);
  CHECK(blocks == 1526 + 1 + 2);  // chunks of 65,536 elements
}

TEST_CASE("state is created in the first step only, and temporaries die with the step") {
  for (const OptimizerLoop loop : {OptimizerLoop::per_tensor, OptimizerLoop::foreach, OptimizerLoop::fused})
    for (const Optimizer optimizer : all_optimizers) {
      CAPTURE(name(optimizer));
      TraceWriter w(TraceOptions{});
      for (int i = 0; i < 3; ++i) {
        const ParameterId p = w.add_parameter({128, 64}, NumberFormat::fp32, true);
        w.parameters()[static_cast<std::size_t>(p)].gradient = w.allocate({128, 64}, NumberFormat::fp32);
      }
      const std::size_t before = w.live_tensors();
      optimizer_step(w, optimizer, loop);
      const std::size_t after = w.live_tensors();
      const std::size_t scales = optimizer == Optimizer::adam8bit ? 2 : 0;
      CHECK(after == before + 3 * (static_cast<std::size_t>(state_tensors(optimizer)) + scales));
      optimizer_step(w, optimizer, loop);
      CHECK(w.live_tensors() == after);
    }
}

TEST_CASE("optimizer words are read back, others are refused") {
  for (const Optimizer o : all_optimizers) CHECK(optimizer_from(name(o), "optimizer") == o);
  CHECK_THROWS_AS((void)optimizer_from("lion", "optimizer"), Error);
}
