/// Steps of networks, time and memory, as a sweep asks for them: how many a second on one core, and how many times as
/// long a step takes as a plain roofline over the same operations.
#include <benchmark/benchmark.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/pricing/roofline.hpp>
#include <string>

namespace {
using namespace perfmodel;

const CardModel& card() {
  static const CardModel model =
      make_card_model(json::load_device("H100-SXM5-80GB", "card", PERFMODEL_DEVICES_DIR).device);
  return model;
}
[[nodiscard]] Recipe recipe(std::int64_t batch) { return {.batch = batch, .precision = Precision::amp_bf16}; }

/// Another batch each time, so that nothing can be remembered.
void estimated(benchmark::State& state, const char* name, std::int64_t batch) {
  const Network network = named_network(name);
  std::int64_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(estimate_step(network, recipe(batch + i++ % 64), card()));
  state.SetItemsProcessed(state.iterations());
}

void timed(benchmark::State& state, const char* name, std::int64_t batch) {
  const Network network = named_network(name);
  std::int64_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(step_time(network, recipe(batch + i++ % 64), card().steps));
  state.SetItemsProcessed(state.iterations());
}

void traced(benchmark::State& state, const char* name, std::int64_t batch) {
  const Network network = named_network(name);
  std::int64_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        steady_step(network, recipe(batch + i++ % 64), card().software(), trace_target(card().device)));
  state.SetItemsProcessed(state.iterations());
}

/// The floor: work over peak of the operations of a trace that is there already.
void roofline(benchmark::State& state, const char* name, std::int64_t batch) {
  const Network network = named_network(name);
  const StepTrace trace = steady_step(network, recipe(batch), card().software(), trace_target(card().device));
  const Roof top = roof(card().device, NumberFormat::bf16);
  for (auto _ : state) {
    double seconds = 0.0;
    for (const TraceEvent& event : trace.step)
      if (const auto* x = std::get_if<Execute>(&event.what)) {
        seconds += in(work(trace.operations[x->operation]) / top.peak, second);
      }
    benchmark::DoNotOptimize(seconds);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(estimated, fcnn, "fcnn:layers=8,hidden=1024,inputs=1000,outputs=200", 64);
BENCHMARK_CAPTURE(timed, fcnn, "fcnn:layers=8,hidden=1024,inputs=1000,outputs=200", 64);
BENCHMARK_CAPTURE(traced, fcnn, "fcnn:layers=8,hidden=1024,inputs=1000,outputs=200", 64);
BENCHMARK_CAPTURE(roofline, fcnn, "fcnn:layers=8,hidden=1024,inputs=1000,outputs=200", 64);
BENCHMARK_CAPTURE(estimated, gpt2, "gpt2", 1);
BENCHMARK_CAPTURE(estimated, resnet50, "resnet50", 1);
BENCHMARK_CAPTURE(estimated, llama_70b, "llama-70b", 1);
}  // namespace
BENCHMARK_MAIN();
