#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/lowering/workspace.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <set>
#include <string>

#include "../refusal.hpp"

namespace step_step_builder_test {
using namespace perfmodel;

namespace {

/// Replays births and deaths; says whether any tensor died unborn or was born twice.
struct Births {
  std::map<TensorId, std::int64_t> live{};
  std::int64_t bytes{}, peak{};
  bool sound{true};
  void run(const std::vector<TraceEvent>& events) {
    for (const TraceEvent& e : events) {
      if (const auto* a = std::get_if<Allocate>(&e.what)) {
        sound = sound && live.emplace(a->tensor, a->bytes).second;
        bytes += a->bytes;
        peak = std::max(peak, bytes);
      } else if (const auto* r = std::get_if<Release>(&e.what)) {
        const auto found = live.find(r->tensor);
        sound = sound && found != live.end();
        if (found == live.end()) continue;
        bytes -= found->second;
        live.erase(found);
      }
    }
  }
  void carry(const StepTrace& trace) {
    std::map<TensorId, std::int64_t> next = live;
    for (const Carried& c : trace.carried) next.erase(c.at_end);
    for (const Carried& c : trace.carried) next[c.at_start] = live.at(c.at_end);
    live = next;
  }
};

std::size_t executions(const std::vector<TraceEvent>& events, Phase phase) {
  return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const TraceEvent& e) {
    return e.phase == phase && std::holds_alternative<Execute>(e.what);
  }));
}

/// What host and device do, without names of tensors and the deaths of those that an earlier step left behind.
std::vector<std::string> deeds(const std::vector<TraceEvent>& events, const OperationList& operations) {
  std::vector<std::string> out;
  for (const TraceEvent& e : events) {
    if (const auto* a = std::get_if<Allocate>(&e.what)) out.push_back("allocate " + std::to_string(a->bytes));
    if (const auto* h = std::get_if<HostWork>(&e.what))
      out.push_back("host " + std::string(name(h->op)) + " " + std::to_string(h->count));
    if (const auto* x = std::get_if<Execute>(&e.what))
      out.push_back("run " + std::string(name(operations[x->operation])) + " " +
                    std::to_string(in(work(operations[x->operation]), flop)));
    if (std::holds_alternative<Synchronize>(e.what)) out.push_back("synchronize");
  }
  return out;
}

const Network small = fcnn({.layers = 4, .hidden = 256, .inputs = 2000, .outputs = 200});

}  // namespace

TEST_CASE("a step can be repeated for ever: every tensor is born once, dies once, and nothing is left over") {
  for (const Framework framework : {Framework::libtorch, Framework::pytorch})
    for (const Optimizer optimizer : all_optimizers)
      for (const Precision precision : all_precisions)
        for (const std::int64_t accumulation : {1, 3})
          for (const std::int64_t checkpoint : {0, 1, 3}) {
            const Recipe recipe{.batch = 64,
                                .precision = precision,
                                .optimizer = optimizer,
                                .accumulation = accumulation,
                                .checkpoint_every = checkpoint};
            CAPTURE(std::string(name(framework)) + " " + std::string(name(optimizer)) + " " +
                    std::string(name(precision)) + " accumulation " + std::to_string(accumulation) + " checkpoint " +
                    std::to_string(checkpoint));
            const StepTrace trace = step_trace(small, recipe, software_of(framework));
            Births replay;
            replay.run(trace.setup);
            replay.run(trace.first_step);
            const std::int64_t after_first = replay.bytes;
            replay.run(trace.step);
            replay.carry(trace);
            const std::int64_t peak = replay.peak;
            replay.run(trace.step);
            replay.carry(trace);
            CHECK(replay.sound);
            CHECK(replay.bytes == after_first);
            CHECK(replay.peak == peak);
          }
}

TEST_CASE("a step does 6 Phi batch operations, less the input gradient of the first layer") {
  const FcnnOptions o{.layers = 4, .hidden = 256, .inputs = 2000, .outputs = 200};
  Work products{};
  const StepTrace trace = steady_step(fcnn(o), {.batch = 64});
  for (const TraceEvent& e : trace.step)
    if (const auto* x = std::get_if<Execute>(&e.what))
      if (const auto* g = std::get_if<Gemm>(&trace.operations[x->operation])) products += work(*g);
  CHECK(products == fcnn_step_work(o, 64) - 2.0 * 64 * 2000 * 256 * flop);
}

TEST_CASE("the first step creates gradients and optimizer state, the next ones only gradients") {
  const auto born = [](const std::vector<TraceEvent>& events, MemoryClass why) {
    return std::count_if(events.begin(), events.end(), [&](const TraceEvent& e) {
      const auto* a = std::get_if<Allocate>(&e.what);
      return a != nullptr && a->why == why;
    });
  };
  const StepTrace t = step_trace(small, {.batch = 64, .optimizer = Optimizer::adam});
  CHECK(born(t.first_step, MemoryClass::optimizer_state) == 2 * 10);
  CHECK(born(t.step, MemoryClass::optimizer_state) == 0);
  CHECK(born(t.step, MemoryClass::gradient) >= 5);
  CHECK(t.carried.size() == 10);
}

TEST_CASE("accumulation repeats forward and backward, not the optimizer") {
  const Recipe once{.batch = 64, .optimizer = Optimizer::adam};
  Recipe thrice = once;
  thrice.accumulation = 3;
  const auto a = steady_step(small, once).step, b = steady_step(small, thrice).step;
  CHECK(executions(b, Phase::forward) == 3 * executions(a, Phase::forward));
  CHECK(executions(b, Phase::optimizer) == executions(a, Phase::optimizer));
  CHECK(executions(b, Phase::backward) >
        3 * executions(a, Phase::backward));  // two of three are added to what is there
}

TEST_CASE("checkpointing runs the checkpointed forward twice and holds fewer activations") {
  const Network deep = fcnn({.layers = 16, .hidden = 256, .inputs = 256, .outputs = 16});
  const Recipe plain{.batch = 4096, .optimizer = Optimizer::sgd};
  Recipe four = plain;
  four.checkpoint_every = 4;
  const auto gemms = [&](const Recipe& recipe) {
    std::size_t n = 0;
    const StepTrace trace = steady_step(deep, recipe);
    for (const TraceEvent& e : trace.step)
      if (const auto* x = std::get_if<Execute>(&e.what))
        n += std::holds_alternative<Gemm>(trace.operations[x->operation]) ? 1 : 0;
    return n;
  };
  CHECK(gemms(four) == gemms(plain) + 16);
  const auto peak = [&](const Recipe& recipe) {
    const StepTrace t = step_trace(deep, recipe);
    Births r;
    r.run(t.setup);
    r.run(t.first_step);
    return r.peak;
  };
  // 16 activations of 4 MiB against 4 segment inputs and 4 activations of one segment, within a few of either
  CHECK(peak(plain) - peak(four) >= 5 * 4096 * 256 * 4);
}

TEST_CASE("the square root of the depth is the best segment: less memory than 1 and than all") {
  const Network deep = fcnn({.layers = 64, .hidden = 256, .inputs = 256, .outputs = 16});
  const auto peak = [&](std::int64_t every) {
    const StepTrace t = step_trace(deep, {.batch = 4096, .optimizer = Optimizer::sgd, .checkpoint_every = every});
    Births r;
    r.run(t.setup);
    r.run(t.first_step);
    return r.peak;
  };
  CHECK(peak(8) < peak(1));
  CHECK(peak(8) < peak(64));
  CHECK(peak(64) <= peak(0) + 4 * 4096 * 256 * 4);  // the segment's input and output are held besides
}

TEST_CASE("inference runs forward only and keeps no activation") {
  const StepTrace t = step_trace(small, {.batch = 64, .mode = Mode::infer});
  for (const TraceEvent& e : t.step) CHECK(e.phase == Phase::forward);
  Births r;
  r.run(t.setup);
  const std::int64_t weights = r.bytes;
  r.run(t.first_step);
  // two activations and the cuBLAS workspaces, nothing that grows with depth
  const std::int64_t workspace = cublas_workspace_bytes({}) + (std::int64_t{2} << 20);
  CHECK(r.peak - weights <= 2 * 64 * 256 * 4 + workspace);
}

TEST_CASE("what lives from step to step are the gradients, under a new name each time") {
  for (const Framework f : {Framework::libtorch, Framework::pytorch}) {
    const StepTrace t = step_trace(small, {.batch = 64}, software_of(f));
    CHECK(t.carried.size() == 10);
    std::set<TensorId> starts, ends;
    for (const Carried& c : t.carried) {
      starts.insert(c.at_start);
      ends.insert(c.at_end);
    }
    CHECK(starts.size() == 10);
    CHECK(ends.size() == 10);
  }
}

TEST_CASE("PyTorch before 2.0: zero_grad fills the gradients, which stay, and backward adds into them") {
  const Recipe recipe{.batch = 64};
  const Software old = software_of(Framework::pytorch, "1.13");
  const StepTrace t = step_trace(small, recipe, old);
  const auto count = [](const StepTrace& trace, const std::vector<TraceEvent>& events, Phase phase, auto&& wanted) {
    return std::count_if(events.begin(), events.end(), [&](const TraceEvent& e) {
      const auto* x = std::get_if<Execute>(&e.what);
      return x != nullptr && e.phase == phase && wanted(trace.operations[x->operation]);
    });
  };
  const auto is_fill = [](const Operation& o) { return std::holds_alternative<op::Fill>(o); };
  const auto is_pointwise = [](const Operation& o) { return std::holds_alternative<op::Pointwise>(o); };
  CHECK(count(t, t.first_step, Phase::zero_gradients, is_fill) == 0);
  CHECK(count(t, t.step, Phase::zero_gradients, is_fill) == 10);
  CHECK(count(t, t.step, Phase::backward, is_pointwise) == count(t, t.first_step, Phase::backward, is_pointwise) + 10);
  CHECK(t.carried.empty());
  const StepTrace steady = steady_step(small, recipe, old);
  CHECK(count(steady, steady.step, Phase::zero_gradients, is_fill) == 10);
  const StepTrace later = step_trace(small, recipe, software_of(Framework::pytorch, "2.0"));
  CHECK(count(later, later.step, Phase::zero_gradients, is_fill) == 0);
  Births r;
  for (const auto* events : {&t.setup, &t.first_step, &t.step, &t.step}) r.run(*events);
  CHECK(r.sound);
}

TEST_CASE("logits that the program lets go of die before the backward pass, and no kernel changes") {
  const Recipe recipe{.batch = 2, .precision = Precision::amp_bf16, .optimizer = Optimizer::sgd};
  const StepTrace kept = step_trace(named_network("gpt2-124m:seq=64,outputs=kept"), recipe),
                  dropped = step_trace(named_network("gpt2-124m:seq=64,outputs=dropped"), recipe);
  REQUIRE(kept.operations.size() == dropped.operations.size());
  for (OperationId id = 0; id < static_cast<OperationId>(kept.operations.size()); ++id)
    CHECK(kept.operations[id] == dropped.operations[id]);
  const auto peak = [](const StepTrace& t) {
    Births r;
    r.run(t.setup);
    r.run(t.first_step);
    return r.peak;
  };
  // The loss works on a copy in FP32: the logits in 16 bits are what is saved.
  CHECK(peak(kept) - peak(dropped) == 2 * 64 * 50257 * 2);
}

TEST_CASE("impossible recipes are refused") {
  CHECK_THROWS_AS((void)step_trace(small, {.batch = 0}), Error);
  CHECK_THROWS_AS((void)step_trace(small, {.batch = 64, .accumulation = 0}), Error);
  CHECK_THROWS_AS((void)step_trace(small, {.batch = 64, .checkpoint_every = -1}), Error);
}

TEST_CASE("a batch norm in training needs more than one value per channel, as PyTorch says") {
  const Network network{.name = "normed",
                        .inputs = {{.name = "x", .shape = {10}}},
                        .layers = {{.name = "linear", .what = Linear{.inputs = 10, .outputs = 20}},
                                   {.name = "norm", .what = BatchNorm{20}}}};
  const std::string why = refusal([&] { (void)step_trace(network, {.batch = 1}); });
  CHECK(why.find("norm") != std::string::npos);
  CHECK(why.find("input shape: got [1, 20]; must have more than one value per channel for a batch norm in training") !=
        std::string::npos);
  CHECK_THROWS_AS((void)steady_step(network, {.batch = 1}), Error);
  CHECK(!step_trace(network, {.batch = 2}).step.empty());
  CHECK(!step_trace(network, {.batch = 1, .mode = Mode::infer}).step.empty());  // running statistics
}

TEST_CASE("more parameters than an optimizer could be traced for are refused, not written down for minutes") {
  const Network network =
      fcnn({.layers = 1, .hidden = std::int64_t{1} << 30, .inputs = std::int64_t{1} << 20, .outputs = 10});
  CHECK(refusal([&] {
          (void)steady_step(network, {.batch = 4});
        }).find("parameters of the network: got 1125899906842624 up to here; must be at most ") != std::string::npos);
}

TEST_CASE("an error in the middle of a trace arrives as an error") {
  const Network network = named_network("resnet50:input=65536x65536");
  CHECK_THROWS_AS((void)steady_step(network, {.batch = 100'000'000}),
                  Error);  // bytes beyond 63 bits
}

TEST_CASE("a steady step does what every later step of a whole trace does") {
  const Device h100 = json::load_device("h100-sxm5-80gb").device;
  for (const Framework framework : {Framework::libtorch, Framework::pytorch})
    for (const Precision precision : {Precision::fp32, Precision::amp_fp16, Precision::bf16})
      for (const Mode mode : {Mode::train, Mode::infer})
        for (const char* network : {"resnet18", "gpt2-124m:seq=64"}) {
          const Recipe recipe{.batch = 2, .precision = precision, .optimizer = Optimizer::adam, .mode = mode};
          const Network net = named_network(network);
          CAPTURE(std::string(network) + " " + std::string(name(framework)) + " " + std::string(name(precision)));
          const StepTrace whole = step_trace(net, recipe, software_of(framework), trace_target(h100)),
                          steady = steady_step(net, recipe, software_of(framework), trace_target(h100));
          CHECK(deeds(steady.step, steady.operations) == deeds(whole.step, whole.operations));
        }
}
}  // namespace step_step_builder_test
