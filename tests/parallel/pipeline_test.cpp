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
}  // namespace parallel_pipeline_test
