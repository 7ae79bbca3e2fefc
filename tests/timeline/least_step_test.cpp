#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/least_step.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <variant>
#include <vector>

namespace timeline_least_step_test {
using namespace perfmodel;

namespace {
[[nodiscard]] TimedStep timed(const StepTrace& trace) {
  TimedStep step;
  for (const TraceEvent& event : trace.step) step.push_back(event);
  step.end();
  return step;
}
/// Of the operations of a step: how many have a price.
[[nodiscard]] std::size_t priced(const TimedStep& step, const OperationPrices& prices) {
  std::size_t count = 0;
  for (const OperationId id : step.operations()) count += prices.knows({&id, 1}) ? 1 : 0;
  return count;
}
/// The same of those whose kernel a library chooses among many: how many there are, and how many have a price.
struct Chosen {
  std::size_t all{}, priced{};
};
[[nodiscard]] Chosen chosen(const TimedStep& step, const OperationPrices& prices) {
  Chosen count;
  for (const OperationId id : step.operations()) {
    const Operation& operation = prices.operation(id);
    if (!std::holds_alternative<Convolution>(operation) && !std::holds_alternative<Gemm>(operation)) continue;
    ++count.all;
    count.priced += prices.knows({&id, 1}) ? 1 : 0;
  }
  return count;
}
/// Sums in another order: some 10,000 terms, each rounded to 53 bits.
constexpr double rounding = 1e-11;
}  // namespace

TEST_CASE("what is said to outlast a time takes longer than it, on every card, whatever bounds the step") {
  struct Asked {
    const char* network;
    Recipe recipe;
    Framework framework{Framework::pytorch};
  };
  const std::vector<Asked> all{{"resnet18", {.batch = 64}},
                               {"resnet18", {.batch = 1, .mode = Mode::infer}},
                               {"gpt2-124m", {.batch = 1, .optimizer_loop = OptimizerLoop::per_tensor}},
                               {"gpt2-124m", {.batch = 8}, Framework::cuda_graph}};
  int said = 0, kept = 0;
  for (const Asked& asked : all)
    for (const char* name : {"h200-sxm", "t4", "k40c"}) {
      CAPTURE(asked.network);
      CAPTURE(name);
      const Device device = json::load_device(name).device;
      const StepModel model = make_step_model(device, software_of(asked.framework));
      const Network network = named_network(asked.network);
      const StepTrace trace = steady_step(network, asked.recipe, model.software(), model.target);
      const TimedStep step = timed(trace);
      const HostProfile host = host_of(model);
      OperationPrices prices = prices_of(trace, model.kernels);
      const StepTime time = step_time(step, network.layers.size(), {&prices, &host});
      const LeastStep least(step, trace.operations, device);
      for (const double share : {0.01, 0.5, 0.9, 0.999, 1.0 + rounding, 2.0}) {
        const bool longer = least.outlasts({&prices, &host}, share * time.total);
        if (share > 1.0) CHECK_FALSE(longer);
        ++(longer ? said : kept);
      }
      // passing work on, launches and waiting aside, one of the two sides is all of it
      CHECK(least.outlasts({&prices, &host}, 0.5 * std::max(time.device, time.host)));
      CHECK_FALSE(least.outlasts({&prices, &host}, (1.0 + rounding) * std::max(time.device, time.host)));
    }
  CHECK(said > 0);
  CHECK(kept > 0);
}

TEST_CASE("a step that takes far too long is known by few prices, of those that are dear by fewer, else by all") {
  const Device device = json::load_device("h200-sxm").device;
  const StepModel model = make_step_model(device, software_of(Framework::cuda_graph));
  const Network network = named_network("resnet50");
  const StepTrace trace = steady_step(network, {.batch = 128}, model.software(), model.target);
  const TimedStep step = timed(trace);
  const HostProfile host = host_of(model);
  OperationPrices all = prices_of(trace, model.kernels), half = all, none = all;
  const Time total = step_time(step, network.layers.size(), {&all, &host}).total;
  const LeastStep least(step, trace.operations, device);
  CHECK(least.outlasts({&none, &host}, Time{}));
  CHECK(least.outlasts({&half, &host}, 0.4 * total));
  CHECK(priced(step, none) <= 1);  // the host's work may do
  const std::size_t cheap = step.operations().size() - chosen(step, half).all;
  CHECK(chosen(step, half).priced < chosen(step, half).all / 4);  // streaming kernels tell as much, at less work
  CHECK(priced(step, half) <= cheap + chosen(step, half).priced);
  OperationPrices whole = prices_of(trace, model.kernels);
  CHECK_FALSE(least.outlasts({&whole, &host}, 2.0 * total));
  CHECK(whole.knows(step.operations()));
}

TEST_CASE("an operation that the card cannot compute is refused as its price is") {
  OperationList list;
  Gemm gemm{.format = NumberFormat::fp4, .m = 64, .n = 64, .k = 64};
  const OperationId id = list.id_of(Gemm{gemm});
  TimedStep step;
  step.put(Execute{.operation = id}, Phase::forward, 0);
  step.end();
  const Device device = json::load_device("t4").device;
  const StepModel model = make_step_model(device);
  const HostProfile host = host_of(model);
  OperationPrices prices(list, model.kernels, lowering_target(model.kernels));
  const LeastStep least(step, list, device);
  CHECK_THROWS_AS((void)least.outlasts({&prices, &host}, 1.0 * second), Error);
}
}  // namespace timeline_least_step_test
