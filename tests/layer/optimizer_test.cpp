#include <doctest/doctest.h>

#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/lowering/update.hpp>

namespace layer_optimizer_test {
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
// a root and a division of Adam alone
static_assert(fused_op(Optimizer::adam).each.special_functions == 2.0 &&
              fused_op(Optimizer::momentum).each.special_functions == 0.0 &&
              fused_op(Optimizer::sgd).each.special_functions == 0.0);
static_assert(rule_bytes(foreach_rule(Optimizer::adam)) == 12.0 + 8.0 + 12.0 + 8.0 + 8.0 + 8.0 + 16.0);

TEST_CASE("a multi-tensor call is cut where tensors or blocks run out") {
  const auto launches = [](const std::vector<std::int64_t>& sizes, int lists, bool dense) {
    int count = 0;
    for_each_multi_tensor_launch(lowering_table().multi_tensor, sizes, lists, dense,
                                 [&](const MultiTensorLaunch&) { ++count; });
    return count;
  };
  CHECK(launches(std::vector<std::int64_t>(110, 10), 1, false) == 1);  // depth_to_max_tensors[0] = 110
  CHECK(launches(std::vector<std::int64_t>(111, 10), 1, false) == 2);
  CHECK(launches(std::vector<std::int64_t>(111, 10), 1, true) == 1);
  CHECK(launches({320 * 65536}, 4, false) == 1);  // depth_to_max_blocks = 320
  CHECK(launches({320 * 65536 + 1}, 4, false) == 2);
  CHECK(launches({0, 0}, 1, false) == 0);
  std::int64_t sum = 0, blocks = 0;
  for_each_multi_tensor_launch(lowering_table().multi_tensor, {100'000'000, 5, 70'000}, 3, false,
                               [&](const MultiTensorLaunch& l) {
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

TEST_CASE("8-bit Adam keeps a byte of each state and an FP32 scale for 256 of them; small tensors stay in FP32") {
  // bitsandbytes: blocks of 256; tensors below 4,096 elements are not quantized
  TraceWriter w(TraceOptions{});
  for (const std::int64_t size : {4097, 4095}) {
    const ParameterId p = w.add_parameter({size}, NumberFormat::fp32, true);
    w.parameters()[static_cast<std::size_t>(p)].gradient = w.allocate({size}, NumberFormat::fp32);
  }
  optimizer_step(w, Optimizer::adam8bit, OptimizerLoop::foreach);
  const auto bytes_of = [&](std::size_t parameter) {
    std::vector<double> sizes;
    for (const Tensor& t : w.parameters()[parameter].state) sizes.push_back(in(t.bytes(), byte));
    return sizes;
  };
  CHECK(bytes_of(0) == std::vector<double>{4097.0, 4097.0, 17.0 * 4.0, 17.0 * 4.0});
  CHECK(bytes_of(1) == std::vector<double>{4095.0 * 4.0, 4095.0 * 4.0});
  std::vector<Bytes> moved;  // gradient read, parameter read and written, state both; twelve operations an element
  for (const Operation& operation : w.take_operations())
    if (const auto* update = std::get_if<op::Update>(&operation)) moved.push_back(traffic(*update));
  CHECK(moved == std::vector<Bytes>{(3.0 * 4.0 * 4097.0 + 2.0 * (2.0 * 4097.0 + 2.0 * 68.0)) * byte,
                                    (3.0 * 4.0 * 4095.0 + 2.0 * 2.0 * 4.0 * 4095.0) * byte});
}
}  // namespace layer_optimizer_test
