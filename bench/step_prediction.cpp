/// Steps of networks, time and memory, one by one and as a sweep over all cards asks for them: how many a second on one
/// core, how many times as long each takes as a plain roofline over the same operations (`over_roofline`), and how many
/// times as many a second they are as one by one when they were first measured (`over_first`).
#include <benchmark/benchmark.h>

#include <ctime>
#include <perfmodel/json/card.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/step_sweep.hpp>
#include <perfmodel/pricing/roofline.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {
using namespace perfmodel;

/// Steps of the FCNN a second and core of `predict step` when it was first measured, docs/reference/performance.md.
constexpr double first_measured = 2500.0;

constexpr const char* fully_connected = "fcnn:layers=8,hidden=1024,inputs=1000,outputs=200";

const CardModel& card() {
  static const CardModel model =
      make_card_model(json::load_device("H100-SXM5-80GB", "card", PERFMODEL_DEVICES_DIR).device);
  return model;
}
[[nodiscard]] Recipe recipe(std::int64_t batch, Precision precision = Precision::amp_bf16) {
  return {.batch = batch, .precision = precision};
}

[[nodiscard]] double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The floor: seconds of work over peak, added up over the operations of a trace that is there already.
[[nodiscard]] double roofline_sum(const StepTrace& trace, const Roof& top) {
  double seconds = 0.0;
  for (const TraceEvent& event : trace.step)
    if (const auto* x = std::get_if<Execute>(&event.what))
      seconds += in(work(trace.operations[x->operation]) / top.peak, second);
  return seconds;
}

/// Seconds that the floor takes for a step.
[[nodiscard]] double roofline_seconds(const Network& network, std::int64_t batch) {
  constexpr int times = 1000;
  const StepTrace trace = steady_step(network, recipe(batch), card().software(), trace_target(card().device));
  const Roof top = roof(card().device, NumberFormat::bf16);
  const double begin = processor_seconds();
  for (int i = 0; i < times; ++i) benchmark::DoNotOptimize(roofline_sum(trace, top));
  return (processor_seconds() - begin) / times;
}

/// Calls `ask` with another batch each time, so that nothing can be remembered; it returns how many steps it answered.
template <class Ask>
void measure(benchmark::State& state, const char* name, std::int64_t batch, const Ask& ask) {
  const Network network = named_network(name);
  const double floor = roofline_seconds(network, batch);
  std::int64_t i = 0, steps = 0;
  const double begin = processor_seconds();
  for (auto _ : state) steps += ask(network, batch + i++ % 64);
  state.SetItemsProcessed(steps);
  const double each = (processor_seconds() - begin) / static_cast<double>(steps);
  state.counters["over_roofline"] = each / floor;
  if (std::string_view(name) == fully_connected) state.counters["over_first"] = 1.0 / (each * first_measured);
}

void estimated(benchmark::State& state, const char* name, std::int64_t batch) {
  measure(state, name, batch, [](const Network& network, std::int64_t b) {
    benchmark::DoNotOptimize(estimate_step(network, recipe(b), card()));
    return 1;
  });
}

void timed(benchmark::State& state, const char* name, std::int64_t batch) {
  measure(state, name, batch, [](const Network& network, std::int64_t b) {
    benchmark::DoNotOptimize(step_time(network, recipe(b), card().steps));
    return 1;
  });
}

void traced(benchmark::State& state, const char* name, std::int64_t batch) {
  measure(state, name, batch, [](const Network& network, std::int64_t b) {
    benchmark::DoNotOptimize(steady_step(network, recipe(b), card().software(), trace_target(card().device)));
    return 1;
  });
}

/// Each batch on all cards, which all compute in FP32.
void swept(benchmark::State& state, const char* name, std::int64_t batch) {
  std::vector<CardModel> cards;
  for (const json::Card& one : json::all_cards(PERFMODEL_DEVICES_DIR)) cards.push_back(make_card_model(one.device()));
  StepSweep sweep(cards);
  measure(state, name, batch, [&](const Network& network, std::int64_t b) {
    sweep.ask(network, recipe(b, Precision::fp32));
    for (std::size_t i = 0; i < cards.size(); ++i) benchmark::DoNotOptimize(sweep.on(i));
    return static_cast<int>(cards.size());
  });
}

BENCHMARK_CAPTURE(estimated, fcnn, fully_connected, 64);
BENCHMARK_CAPTURE(timed, fcnn, fully_connected, 64);
BENCHMARK_CAPTURE(traced, fcnn, fully_connected, 64);
BENCHMARK_CAPTURE(swept, fcnn, fully_connected, 64);
BENCHMARK_CAPTURE(estimated, gpt2, "gpt2-124m", 1);
BENCHMARK_CAPTURE(swept, gpt2, "gpt2-124m", 1);
BENCHMARK_CAPTURE(estimated, resnet50, "resnet50", 1);
BENCHMARK_CAPTURE(swept, resnet50, "resnet50", 1);
BENCHMARK_CAPTURE(estimated, llama_70b, "llama-70b", 1);
}  // namespace
BENCHMARK_MAIN();
