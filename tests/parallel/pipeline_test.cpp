#include <doctest/doctest.h>

#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/t5.hpp>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/step/step_builder.hpp>

namespace parallel_pipeline_test {
using namespace perfmodel;

// Narayanan et al. 2021, arXiv:2104.04473, Figure 3 and section 2.2
static_assert(micro_batches_in_flight(0, 4, 1, 8) == 4.0);
static_assert(micro_batches_in_flight(3, 4, 1, 8) == 1.0);
static_assert(micro_batches_in_flight(0, 4, 1, 2) == 2.0);
static_assert(micro_batches_in_flight(0, 4, 2, 8) == 5.5);  // (2 x 3 + 4 + 1) / 2

TEST_CASE("the bubble of equal stages is (p - 1) / m of the ideal, divided by virtual stages") {
  const PipelineTime plain = pipeline_time({2.0, 2.0, 2.0, 2.0}, 8.0, 1.0);
  CHECK(plain.total == doctest::Approx(2.0 * 8.0 * (1.0 + 3.0 / 8.0)));
  CHECK(plain.bubble == doctest::Approx(3.0 / 11.0));
  CHECK(pipeline_time({2.0, 2.0, 2.0, 2.0}, 8.0, 2.0).total == doctest::Approx(2.0 * 8.0 * (1.0 + 3.0 / 16.0)));
  CHECK(pipeline_time({3.0}, 5.0, 1.0).bubble == 0.0);
}

// Qi et al. 2024, arXiv:2401.10241, Table 2: ZB-H1 waits (p - 1)(F + B - W) where 1F1B waits (p - 1)(F + B + W), and
// holds as many micro-batches as the first stage of 1F1B
static_assert(bubble_of_pass(3.0, 1.0) == 1.0);
static_assert(bubble_of_pass(3.0, 0.0) == 3.0);
static_assert(bubble_of_pass(3.0, 2.0) == 0.0);
static_assert(micro_batches_in_flight(0, 4, 1, 8, true) == micro_batches_in_flight(0, 4, 1, 8));
static_assert(micro_batches_in_flight(3, 4, 1, 8, true) == 4.0);
static_assert(micro_batches_in_flight(3, 4, 1, 2, true) == 2.0);
static_assert(micro_batches_in_flight(1, 4, 2, 8, true) == 4.0);

TEST_CASE("where hosts bound the stages, they have called what the first results wait for") {
  const std::vector<double> hosts{6.0, 6.0, 6.0, 6.0}, devices{2.0, 2.0, 2.0, 2.0};
  CHECK(pipeline_time(hosts, devices, 8.0, 1.0).total == doctest::Approx(8.0 * 6.0 + 3.0 * 2.0));
  CHECK(pipeline_time(devices, devices, 8.0, 1.0).total == pipeline_time(devices, 8.0, 1.0).total);
}

TEST_CASE("stages share the blocks evenly and the parameters entirely") {
  const Gpt2 small{.layers = 5, .hidden = 64, .heads = 2, .vocabulary = 128, .positions = 32, .sequence = 32};
  const Network network = build(small, "gpt");
  const std::vector<StageRange> stages = pipeline_stages(network, 3);
  REQUIRE(stages.size() == 3);
  CHECK(stages[0].blocks == 2);
  CHECK(stages[1].blocks == 2);
  CHECK(stages[2].blocks == 1);
  std::int64_t sum = 0;
  Work work{};
  for (const StageRange& range : stages) {
    const Network stage = stage_network(network, range);
    sum += parameter_count(stage);
    work += forward_work(stage, 2);
    const StepTrace trace = step_trace(stage, {.batch = 2, .precision = Precision::bf16});
    CHECK(!trace.step.empty());
  }
  CHECK(sum == parameter_count(network) + 128 * 64);  // the head has a copy of the token table
  CHECK(work == forward_work(network, 2));
  CHECK_THROWS_WITH_AS((void)pipeline_stages(network, 6), "pp: got 6; must be at most the repeated layers of gpt, 5",
                       Error);
}

TEST_CASE("a middle stage hands a gradient back: its first layers run their backward pass in full") {
  const Gpt2 small{.layers = 3, .hidden = 64, .heads = 2, .vocabulary = 128, .positions = 32, .sequence = 32};
  const Network network = build(small);
  const Network middle = stage_network(network, pipeline_stages(network, 3)[1]);
  const StepTrace trace = steady_step(middle, {.batch = 2, .precision = Precision::bf16});
  int products = 0;
  for (const TraceEvent& e : trace.step)
    if (const auto* x = std::get_if<Execute>(&e.what))
      products += e.phase == Phase::backward && std::holds_alternative<Gemm>(trace.operations[x->operation]);
  CHECK(products == 8);  // input and weight gradient of four linear layers
}

TEST_CASE("the slowest stage works all the time, the others once: by hand") {
  const PipelineTime t = pipeline_time({2.0, 5.0, 3.0}, {1.0, 4.0, 2.0}, 10.0, 2.0);
  CHECK(t.total == 10.0 * 5.0 + (1.0 + 2.0) / 2.0);
  CHECK(t.bubble == 1.5 / 51.5);
  CHECK(pipeline_time({0.0, 0.0}, 10.0, 1.0).bubble == 0.0);
}

static_assert(micro_batches_in_flight(1, 4, 2, 8) == 4.5);  // (2 x 2 + 4 + 1) / 2
static_assert(micro_batches_in_flight(3, 4, 3, 8) == 3.0);  // (0 + 2 x 4 + 1) / 3
static_assert(micro_batches_in_flight(0, 4, 2, 2) == 2.0);  // all there are
static_assert(micro_batches_in_flight(1, 3, 1, 8) == 2.0);

namespace {
/// Linear layers of blocks 0, 0, 1, 1, 2, one in front and one behind.
Network chain() {
  Network network{.name = "chain", .inputs = {{.shape = Shape{8}}}};
  for (const std::int32_t block : {-1, 0, 0, 1, 1, 2, -1})
    network.layers.push_back({.what = Linear{.inputs = 8, .outputs = 8}, .block = block});
  return network;
}
}  // namespace

TEST_CASE("stages by hand: what stands in front belongs to the first, what stands behind to the last") {
  const Network network = chain();
  CHECK(pipeline_blocks(network) == 3);
  const std::vector<StageRange> two = pipeline_stages(network, 2);
  CHECK(two[0].first == 0);
  CHECK(two[0].last == 5);
  CHECK(two[0].blocks == 2);
  CHECK(two[1].first == 5);
  CHECK(two[1].last == 7);
  CHECK(two[1].blocks == 1);
  CHECK(pipeline_stages(network, 3)[1].last == 5);
  CHECK(pipeline_stages(network, 1)[0].last == 7);
}

TEST_CASE("a stage reads what the one before it passes on, under its own numbers") {
  Network network = chain();
  network.layers[6].parameters_of = 5, network.layers[3].held_until = 6, network.layers[4].held_until = 4;
  const std::vector<StageRange> stages = pipeline_stages(network, 3);
  const Network middle = stage_network(network, stages[1]), last = stage_network(network, stages[2]);
  REQUIRE(middle.layers.size() == 3);  // receives, and its two
  CHECK(middle.inputs.front().shape == Shape{8});
  CHECK(middle.layers[1].inputs == std::vector<std::int32_t>{0});
  CHECK(middle.layers[2].inputs == std::vector<std::int32_t>{1});
  CHECK(middle.layers[1].held_until == 2);  // to its end at most
  CHECK(middle.layers[2].held_until == 2);
  CHECK(std::holds_alternative<NoLoss>(middle.loss));
  REQUIRE(last.layers.size() == 3);
  CHECK(last.layers[2].parameters_of == 1);
  CHECK_FALSE(std::holds_alternative<NoLoss>(last.loss));
  const Network first = stage_network(network, stages[0]);
  CHECK(first.layers.size() == 3);
  CHECK(first.layers[0].inputs == std::vector<std::int32_t>{network_input(0)});
  network.layers[6].parameters_of = 2;  // in another stage: a copy of its own
  CHECK(stage_network(network, stages[2]).layers[2].parameters_of == -1);
  network.layers[3].inputs = {1};  // a block reads into the one before it
  CHECK_THROWS_WITH_AS((void)stage_network(network, stages[0]), doctest::Contains("a block must end with"), Error);
  network.layers[3].inputs = {1, 2};
  network.layers[3].what = Add{};
  CHECK_THROWS_WITH_AS((void)stage_network(network, stages[1]), doctest::Contains("passes several values"), Error);
  network = chain();
  network.layers[3].what = Add{};
  network.layers[3].inputs = {2, network_input(0)};
  CHECK_THROWS_WITH_AS((void)stage_network(network, stages[1]), doctest::Contains("reads an input of the network"),
                       Error);
}
}  // namespace parallel_pipeline_test
