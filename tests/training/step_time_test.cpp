#include <perfmodel/training/step_time.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <doctest/doctest.h>
#include <chrono>
#include <cmath>

using namespace perfmodel;

namespace {
const StepModel& h200() {
  static const StepModel model = make_step_model(json::load_device("h200-sxm").device, Load::isolated);
  return model;
}
double us(Time t) { return in(t, micro * second); }
}  // namespace

TEST_CASE("a small network is bound by the host, a large one by the device; the parts say so") {
  const StepTime small = step_time(fcnn({.layers = 8, .hidden = 64}), {.batch = 64}, h200());
  CHECK(small.bound == Bound::host);
  CHECK(small.host > small.device);
  CHECK(small.gpu_utilization() < 0.6);
  const StepTime large = step_time(fcnn({.layers = 8, .hidden = 8192}), {.batch = 4096}, h200());
  CHECK(large.bound == Bound::math);
  CHECK(large.device > 10.0 * large.host);
  CHECK(large.gpu_utilization() > 0.9);
}

TEST_CASE("a machine's host scale stretches the steps of the framework that it is of, and no other's") {
  StepModel slow = h200();
  slow.host_scale[static_cast<std::size_t>(Framework::libtorch)] = 2.0;
  const Network network = fcnn({.layers = 8, .hidden = 64});
  for (const Framework framework : all_frameworks) {
    const Recipe recipe{.batch = 64, .framework = framework};
    const double longer = static_cast<double>(step_time(network, recipe, slow).total / step_time(network, recipe, h200()).total);
    if (framework == Framework::libtorch)
      CHECK(longer > 1.5);  // all but waking threads
    else
      CHECK(longer == 1.0);
  }
}

TEST_CASE("phases, layers and bounds each add up to the device time") {
  const Network network = fcnn({.layers = 8, .hidden = 1024});
  const StepTime t = step_time(network, {.batch = 1024, .optimizer = Optimizer::adam}, h200());
  REQUIRE(t.layers.size() == network.layers.size() + 1);
  Time by_phase{}, by_bound{}, by_layer{}, host{};
  for (const Time& p : t.device_by_phase) by_phase += p;
  for (const Time& b : t.by_bound) by_bound += b;
  Work done{};
  for (const LayerTime& l : t.layers) {
    by_layer += l.forward + l.backward + l.optimizer;
    host += l.host;
    done += l.work;
  }
  const auto same = [](Time a, Time b) { return std::abs(us(a) - us(b)) <= 1e-9 * us(b); };
  CHECK(same(by_phase, t.device));
  CHECK(same(by_bound, t.device));
  CHECK(same(by_layer, t.device));
  CHECK(same(host, t.host));
  CHECK(std::abs(in(done - t.work, flop)) <= 1e-9 * in(t.work, flop));
  CHECK(t.low < t.total);
  CHECK(t.high > t.total);
}

TEST_CASE("more work takes longer: batch, depth, width, accumulation, checkpointing, Adam over SGD") {
  const FcnnOptions base{.layers = 8, .hidden = 2048};
  const Recipe recipe{.batch = 2048};
  const Time t = step_time(fcnn(base), recipe, h200()).total;
  const auto longer = [&](FcnnOptions o, Recipe r) { return step_time(fcnn(o), r, h200()).total > t; };
  FcnnOptions deep = base, wide = base;
  deep.layers = 16;
  wide.hidden = 4096;
  Recipe batch = recipe, accumulated = recipe, checkpointed = recipe, adam = recipe;
  batch.batch = 4096;
  accumulated.accumulation = 2;
  checkpointed.checkpoint_every = 2;
  adam.optimizer = Optimizer::adam;
  CHECK(longer(deep, recipe));
  CHECK(longer(wide, recipe));
  CHECK(longer(base, batch));
  CHECK(longer(base, accumulated));
  CHECK(longer(base, checkpointed));
  CHECK(longer(base, adam));
}

TEST_CASE("a captured graph frees a host-bound step; it cannot be faster than its kernels") {
  const Network network = fcnn({.layers = 16, .hidden = 128});
  const Recipe eager{.batch = 64, .framework = Framework::pytorch};
  Recipe graph = eager;
  graph.framework = Framework::cuda_graph;
  const StepTime a = step_time(network, eager, h200()), b = step_time(network, graph, h200());
  CHECK(a.bound == Bound::host);
  CHECK(b.bound != Bound::host);
  CHECK(b.total < a.total);
  CHECK(b.total >= b.busy);
}

TEST_CASE("a sweep prices at least a thousand steps of eight layers a second on one core") {
  const Network network = fcnn({.layers = 8, .hidden = 1024});
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i) CHECK(step_time(network, {.batch = 64 + i, .optimizer = Optimizer::adam}, h200()).total > Time{});
  const double each = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 20;
#ifdef __OPTIMIZE__
  CHECK(each < 10e-3);  // ten times the target, for busy machines
#else
  CHECK(each < 1.0);
#endif
}

TEST_CASE("kernels of a captured graph follow each other with the graph's gap") {
  const Network network = fcnn({.layers = 16, .hidden = 128});
  const StepTime t = step_time(network, {.batch = 64, .framework = Framework::cuda_graph}, h200());
  const double gap = host_profile(Framework::cuda_graph, "2.11").gap;
  const auto events = steady_step(network, {.batch = 64, .framework = Framework::cuda_graph});
  double launched = 0.0;
  for (const TraceEvent& e : events) launched += std::holds_alternative<Launch>(e.what) ? 1.0 : 0.0;
  CHECK(std::abs(in(t.device - t.busy, second) - gap * launched) <= 1e-3 * gap * launched);
}
