#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <perfmodel/timeline/step_times.hpp>
#include <vector>

namespace timeline_step_times_test {
using namespace perfmodel;

namespace {
/// More cards than one group of lanes takes.
const std::vector<StepModel>& models() {
  static const std::vector<StepModel> list = [] {
    std::vector<StepModel> made;
    for (const char* name : {"h200-sxm", "t4", "v100-sxm2-16gb", "a100-sxm4-80gb", "rtx-4090", "l4", "b200-sxm", "k40c",
                             "l40s", "h100-pcie"})
      made.push_back(make_step_model(json::load_device(name).device));
    return made;
  }();
  return list;
}

[[nodiscard]] TimedStep timed(const StepTrace& trace) {
  TimedStep step;
  for (const TraceEvent& event : trace.step) step.push_back(event);
  step.end();
  return step;
}

void check_equal(const StepTime& a, const StepTime& b) {
  CHECK(a.total == b.total);
  CHECK(a.low == b.low);
  CHECK(a.high == b.high);
  CHECK(a.host_of_interval == b.host_of_interval);
  CHECK(a.device == b.device);
  CHECK(a.busy == b.busy);
  CHECK(a.host == b.host);
  CHECK(a.bound == b.bound);
  CHECK(a.work == b.work);
  CHECK(a.traffic == b.traffic);
  CHECK(a.by_bound == b.by_bound);
  CHECK(a.device_by_phase == b.device_by_phase);
  CHECK(a.host_by_phase == b.host_by_phase);
}
void check_equal_layers(const StepTime& a, const StepTime& b) {
  REQUIRE(a.layers.size() == b.layers.size());
  for (std::size_t i = 0; i < a.layers.size(); ++i) {
    CHECK(a.layers[i].forward == b.layers[i].forward);
    CHECK(a.layers[i].backward == b.layers[i].backward);
    CHECK(a.layers[i].optimizer == b.layers[i].optimizer);
  }
}
}  // namespace

TEST_CASE("a step's times on many cards are those of each card alone, to the last bit") {
  struct Asked {
    const char* network;
    Recipe recipe;
  };
  // Short, and longer than the queue of launches; with and without a backward pass, several of them, and waits.
  const std::vector<Asked> all{{"fcnn:layers=4,hidden=64,inputs=10,outputs=10", {.batch = 16}},
                               {"resnet50", {.batch = 2, .precision = Precision::amp_fp16}},
                               {"gpt2-124m", {.batch = 1, .optimizer_loop = OptimizerLoop::per_tensor}},
                               {"gnmt", {.batch = 4, .mode = Mode::infer}},
                               {"resnet18", {.batch = 8, .accumulation = 3}}};
  for (const Asked& asked : all) {
    CAPTURE(asked.network);
    const Network network = named_network(asked.network);
    const StepTrace trace = steady_step(network, asked.recipe, models()[0].software(), models()[0].target);
    std::vector<OperationPrices> prices;
    std::vector<HostProfile> hosts;
    std::vector<TimedCard> cards;
    std::vector<StepTime> expected;
    for (const StepModel& model : models()) {
      if (asked.recipe.precision == Precision::amp_fp16 &&
          !(peak(model.kernels.device, NumberFormat::fp16) > WorkRate{}))
        continue;
      prices.push_back(prices_of(trace, model.kernels));
      hosts.push_back(host_of(model));
      expected.push_back(step_time(trace.step, network.layers.size(), prices.back(), hosts.back()));
    }
    if (asked.recipe.optimizer_loop) REQUIRE(expected[0].launches > hosts[0].queue_depth);
    for (std::size_t i = 0; i < prices.size(); ++i) cards.push_back({&prices[i], &hosts[i]});
    const TimedStep step = timed(trace);
    const std::vector<StepTime> got = step_times(step, cards);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      check_equal(got[i], expected[i]);
      const StepTime alone = step_time(step, network.layers.size(), cards[i]);
      check_equal(alone, expected[i]);
      check_equal_layers(alone, expected[i]);
    }
  }
}

TEST_CASE("no cards, no times; a step without events takes none") {
  CHECK(step_times(TimedStep{}, {}).empty());
  const StepTrace trace;
  OperationPrices prices = prices_of(trace, models()[0].kernels);
  const HostProfile host = host_of(models()[0]);
  const std::vector<TimedCard> one{{&prices, &host}};
  CHECK(step_times(TimedStep{}, one)[0].total == Time{});
}
}  // namespace timeline_step_times_test
