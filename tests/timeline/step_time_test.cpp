#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/timeline/step_time.hpp>

namespace timeline_step_time_test {
using namespace perfmodel;

namespace {
const StepModel& h200() {
  static const StepModel model =
      make_step_model(json::load_device("h200-sxm").device, software_of(Framework::libtorch), Load::isolated);
  return model;
}
double us(Time t) { return in(t, micro * second); }
}  // namespace

TEST_CASE("a small network is bound by the host, a large one by the device; the parts say so") {
  const StepTime small =
      step_time(fcnn({.layers = 8, .hidden = 64}), {.batch = 64, .optimizer = Optimizer::sgd}, h200());
  CHECK(small.bound == Bound::host);
  CHECK(small.host > small.device);
  CHECK(small.gpu_utilization() < 0.6);
  const StepTime large =
      step_time(fcnn({.layers = 8, .hidden = 8192}), {.batch = 4096, .optimizer = Optimizer::sgd}, h200());
  CHECK(large.bound == Bound::math);
  CHECK(large.device > 10.0 * large.host);
  CHECK(large.gpu_utilization() > 0.9);
}

TEST_CASE("a machine's host scale stretches the steps of the framework that it is of, and no other's") {
  StepModel slow = h200();
  slow.host_scale[static_cast<std::size_t>(Framework::libtorch)] = 2.0;
  const Network network = fcnn({.layers = 8, .hidden = 64});
  for (const Framework framework : all_frameworks) {
    const auto of = [&](const StepModel& model) {
      return step_time(network, {.batch = 64}, with_framework(model, framework)).total;
    };
    const double longer = static_cast<double>(of(slow) / of(h200()));
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
    done += l.work + l.optimizer_work;
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
  const Recipe recipe{.batch = 2048, .optimizer = Optimizer::sgd};
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
  const Recipe recipe{.batch = 64, .optimizer = Optimizer::sgd};
  const auto under = [&](Framework framework) { return step_time(network, recipe, with_framework(h200(), framework)); };
  const StepTime a = under(Framework::pytorch), b = under(Framework::cuda_graph);
  CHECK(a.bound == Bound::host);
  CHECK(b.bound != Bound::host);
  CHECK(b.total < a.total);
  CHECK(b.total >= b.busy);
}

TEST_CASE("kernels of a captured graph follow each other with the graph's gap") {
  const Network network = fcnn({.layers = 16, .hidden = 128});
  const StepModel model = with_framework(h200(), Framework::cuda_graph);
  const StepTime t = step_time(network, {.batch = 64}, model);
  const double gap = model.software().host.gap;
  const StepTrace trace = steady_step(network, {.batch = 64}, model.software());
  OperationPrices prices = prices_of(trace, model.kernels);
  double launched = 0.0;
  for (const TraceEvent& e : trace.step)
    if (const auto* x = std::get_if<Execute>(&e.what)) launched += prices(x->operation).calls;
  CHECK(std::abs(in(t.device - t.busy, second) - gap * launched) <= 1e-3 * gap * launched);
}

TEST_CASE("a step of PyTorch 2.1 prices 2.1's kernels, cuBLAS and rules; one of 2.11 prices 2.11's") {
  const Device device = json::load_device("h200-sxm").device;
  const StepModel old = make_step_model(device, software_of(Framework::pytorch, "2.1")),
                  recent = make_step_model(device, software_of(Framework::pytorch, "2.11"));
  const Network network{.name = "scores",
                        .inputs = {{.name = "x", .shape = {1024}}},
                        .layers = {{.name = "scores", .what = Linear{.inputs = 1024, .outputs = 2048}},
                                   {.name = "softmax", .what = Softmax{}}}};
  const Recipe recipe{.batch = 65536, .precision = Precision::bf16, .optimizer = Optimizer::sgd};
  const auto busy = [&](const StepModel& model, auto&& chosen) {  // seconds of the operations that `chosen` takes
    const StepTrace trace = steady_step(network, recipe, model.software(), model.target);
    OperationPrices prices = prices_of(trace, model.kernels);
    double sum = 0.0;
    for (const TraceEvent& e : trace.step)
      if (const auto* x = std::get_if<Execute>(&e.what); x != nullptr && chosen(trace.operations[x->operation]))
        sum += prices(x->operation).busy;
    return sum;
  };
  const auto is_softmax = [](const Operation& o) { return std::holds_alternative<op::Softmax>(o); };
  const auto is_product = [](const Operation& o) { return std::holds_alternative<Gemm>(o); };
  const auto any = [](const Operation&) { return true; };
  for (const StepModel* model : {&old, &recent}) {
    const double whole = busy(*model, any);
    CHECK(std::abs(in(step_time(network, recipe, *model).busy, second) - whole) <= 1e-9 * whole);
  }
  CHECK(busy(old, is_softmax) > 1.05 * busy(recent, is_softmax));  // rows of 2,048 fit registers since 2.7
  CHECK(busy(old, is_product) > 1.02 * busy(recent, is_product));  // sm90_xmma before cuBLAS 12.8
  CHECK(old.kernels.gemm.library == 1201);
  CHECK(old.kernels.streaming.version == KernelVersion::pytorch_2_1);
}

TEST_CASE("in a CUDA graph, too, the interval holds the time, whatever limits the step") {
  const StepModel graph = with_framework(h200(), Framework::cuda_graph);
  for (const std::int64_t hidden : {64, 512, 2048, 8192})
    for (const std::int64_t batch : {1, 64, 1024}) {
      CAPTURE(hidden);
      CAPTURE(batch);
      const StepTime t =
          step_time(fcnn({.layers = 8, .hidden = hidden}), {.batch = batch, .optimizer = Optimizer::sgd}, graph);
      CHECK(t.low <= t.total);
      CHECK(t.total <= t.high);
    }
}
}  // namespace timeline_step_time_test
