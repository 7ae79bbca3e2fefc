/// Time of an allocator replay and of the search for the largest batch. Targets: 100 microseconds for a step of 1,000
/// allocations; 50 ms for `perfmodel-plan memory NETWORK --max-batch` as a whole command, start of the process
/// included.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/max_batch.hpp>
#include <perfmodel/network/named.hpp>
#include <string>

namespace {
using namespace perfmodel;

constexpr const char* card = "A100-SXM4-80GB";

[[nodiscard]] Device device() { return json::load_device(card, "card", PERFMODEL_DEVICES_DIR).device; }
[[nodiscard]] Recipe recipe() { return {.batch = 64, .precision = Precision::amp_fp16, .optimizer = Optimizer::adam}; }

/// Three steps of the allocator; the counter is the time for 1,000 allocations and their releases.
void replayed(benchmark::State& state, const char* network) {
  const Software software = software_of(Framework::libtorch);
  const AllocationProgram program = allocation_program(
      step_trace(named_network(network), recipe(), software, trace_target(device()), TraceDetail::memory));
  const ReplayLimits three{3, 3};
  const double allocations =
      0.5 * static_cast<double>(program.setup.size() + program.first_step.size() + 2 * program.step.size());
  for (auto _ : state) benchmark::DoNotOptimize(replay(program, software.allocator, {}, three));
  using benchmark::Counter;
  state.counters["per_1000_allocations"] =
      Counter(allocations / 1000.0, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void traced(benchmark::State& state, const char* network, TraceDetail detail) {
  const Network net = named_network(network);
  const Software software = software_of(Framework::libtorch);
  const TraceTarget target = trace_target(device());
  for (auto _ : state) benchmark::DoNotOptimize(step_trace(net, recipe(), software, target, detail));
}

void searched(benchmark::State& state, const char* network, Framework framework) {
  const Network net = named_network(network);
  const Software software = software_of(framework);
  const Device card_of_search = device();
  for (auto _ : state) benchmark::DoNotOptimize(largest_batch(net, recipe(), software, card_of_search));
}

#ifdef PERFMODEL_PLAN
void whole_command(benchmark::State& state, const char* network) {
  const std::string command =
      std::string(PERFMODEL_PLAN) + " memory " + network + " -d " + card + " -p amp_fp16 --max-batch > /dev/null";
  for (auto _ : state)
    if (std::system(command.c_str()) != 0) state.SkipWithError("the command failed");
}
#endif

template <class Run, class... Arguments>
benchmark::internal::Benchmark* add(const std::string& name, Run run, Arguments... arguments) {
  return benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { run(state, arguments...); });
}
}  // namespace

int main(int argc, char** argv) {
  for (const char* network :
       {"fcnn:layers=128,hidden=4096,inputs=4000,outputs=600", "gpt2-124m:seq=1024", "resnet152"}) {
    const std::string name = std::string(network).substr(0, std::string(network).find(':'));
    add("replay/" + name, replayed, network)->Unit(benchmark::kMicrosecond);
    add("trace/" + name, traced, network, TraceDetail::all)->Unit(benchmark::kMillisecond);
    add("trace of memory/" + name, traced, network, TraceDetail::memory)->Unit(benchmark::kMillisecond);
    add("search/" + name + "/pytorch", searched, network, Framework::pytorch)->Unit(benchmark::kMillisecond);
    add("search/" + name + "/libtorch", searched, network, Framework::libtorch)->Unit(benchmark::kMillisecond);
#ifdef PERFMODEL_PLAN
    add("whole command/" + name, whole_command, network)->Unit(benchmark::kMillisecond)->UseRealTime();
#endif
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
