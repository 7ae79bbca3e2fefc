#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/planner/trace_change.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/step/support.hpp"

namespace planner_trace_change_test {
using namespace perfmodel;

namespace {
Network network(std::int64_t layers, std::int64_t hidden) {
  return fcnn({.layers = layers, .hidden = hidden, .inputs = 2000, .outputs = 200});
}
std::int64_t reserved(const StepTrace& trace) { return footprint(trace, h200()).peak_reserved; }
std::int64_t allocated(const StepTrace& trace) { return footprint(trace, h200()).peak_allocated; }

/// Every release has its allocation, nothing is allocated twice, two steps can follow each other.
bool consistent(const StepTrace& trace) {
  std::set<TensorId> live;
  const auto run = [&](const std::vector<TraceEvent>& events) {
    for (const TraceEvent& e : events) {
      if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && !live.insert(a->tensor).second) return false;
      if (const auto* r = std::get_if<Release>(&e.what); r != nullptr && live.erase(r->tensor) == 0) return false;
    }
    return true;
  };
  if (!run(trace.setup) || !run(trace.first_step) || !run(trace.step)) return false;
  for (const Carried& c : trace.carried) {
    if (live.erase(c.at_end) == 0 || !live.insert(c.at_start).second) return false;
  }
  return run(trace.step);
}
/// Operations of the step that are an O.
template <class O>
std::int64_t operations(const StepTrace& trace, Phase phase) {
  std::int64_t n = 0;
  for (const TraceEvent& e : trace.step)
    if (const auto* x = std::get_if<Execute>(&e.what))
      n += e.phase == phase && std::holds_alternative<O>(trace.operations[x->operation]) ? 1 : 0;
  return n;
}
}  // namespace

TEST_CASE("changed traces stay consistent") {
  for (const Precision precision : {Precision::fp32, Precision::amp_bf16})
    for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::momentum, Optimizer::adam}) {
      const Recipe recipe{.batch = 512, .precision = precision, .optimizer = optimizer, .accumulation = 2};
      const StepTrace trace = step_trace(network(8, 512), recipe);
      CAPTURE(name(precision));
      CAPTURE(name(optimizer));
      CHECK(consistent(trace));
      CHECK(consistent(offload_optimizer(trace)));
      CHECK(consistent(offload_activations(trace)));
      CHECK(consistent(lora(trace, recipe, 8)));
    }
}

TEST_CASE("offloading Adam's state saves 8 bytes per parameter and the temporaries, and copies 8 bytes per parameter") {
  const Recipe recipe{.batch = 64, .optimizer = Optimizer::adam};
  // LibTorch updates one tensor after the other, so that its temporaries are those of the largest
  const StepTrace trace = step_trace(network(8, 2048), recipe, software_of(Framework::libtorch)),
                  moved = offload_optimizer(trace);
  const double parameters = 2048.0 * 2048.0 * 7 + 2048.0 * 2200.0 + 8 * 2048.0 + 200.0;
  const double saved = static_cast<double>(allocated(trace) - allocated(moved));
  CHECK(saved >= 8.0 * parameters);
  CHECK(saved <= 8.0 * parameters + 3 * 4.0 * 2048.0 * 2048.0);  // two temporaries of the largest tensor, rounding
  Bytes down{}, up{};
  for (const TraceEvent& e : moved.step)
    if (const auto* x = std::get_if<Execute>(&e.what))
      if (const auto* copy = std::get_if<HostCopy>(&moved.operations[x->operation]))
        (copy->to_device ? up : down) += copy->size;
  CHECK(std::abs(in(down, byte) - 4.0 * parameters) < 1.0);
  CHECK(std::abs(in(up, byte) - 4.0 * parameters) < 1.0);
  CHECK(operations<op::Update>(trace, Phase::optimizer) > 0);
  CHECK(operations<op::Update>(moved, Phase::optimizer) == 0);
  for (const TraceEvent& e : moved.step)  // the card only copies while the host updates
    if (const auto* x = std::get_if<Execute>(&e.what); x != nullptr && e.phase == Phase::optimizer)
      CHECK(std::holds_alternative<HostCopy>(moved.operations[x->operation]));
}

TEST_CASE("offloaded activations do not grow with the depth") {
  const auto growth = [](bool offloaded) {
    const auto of = [&](std::int64_t layers) {
      const StepTrace t = step_trace(network(layers, 256), {.batch = 16384, .optimizer = Optimizer::sgd});
      return static_cast<double>(allocated(offloaded ? offload_activations(t) : t));
    };
    return (of(64) - of(32)) / 32;
  };
  const double layer = 4.0 * 16384 * 256;
  CHECK(growth(false) > 0.99 * layer);
  CHECK(growth(true) < 0.1 * layer);
}

TEST_CASE("LoRA keeps the weights and drops their gradients and states") {
  const Recipe recipe{.batch = 64, .optimizer = Optimizer::adam};
  const StepTrace trace = step_trace(network(8, 2048), recipe), adapted = lora(trace, recipe, 8);
  const Footprint f = footprint(adapted, h200());
  const double weights = 4.0 * (2048.0 * 2048.0 * 7 + 2048.0 * 2200.0),
               adapters = 4.0 * 8.0 * (7 * 4096.0 + 2048.0 + 2000.0 + 2048.0 + 200.0);
  const auto of = [&](MemoryClass why) { return static_cast<double>(f.by_class[static_cast<std::size_t>(why)]); };
  CHECK(std::abs(of(MemoryClass::parameter) / (weights + adapters) - 1.0) < 0.01);
  CHECK(of(MemoryClass::optimizer_state) <= 2.0 * adapters * 1.05);
  CHECK(f.peak_allocated < allocated(trace) / 2);
  CHECK_THROWS_AS((void)lora(trace, recipe, 0), Error);
}

// Molchanov, "NN Performance optimization", section on checkpointing: O(sqrt(n)) for one more forward pass.
TEST_CASE("checkpointing every sqrt(n) layers: activations grow with the root of the depth, products by a third") {
  const auto held = [](std::int64_t layers, std::int64_t every) {
    return static_cast<double>(allocated(
        step_trace(network(layers, 64), {.batch = 65536, .optimizer = Optimizer::sgd, .checkpoint_every = every})));
  };
  const double layer = 4.0 * 65536 * 64;
  const double all = (held(64, 0) - held(16, 0)) / layer, root = (held(64, 8) - held(16, 4)) / layer;
  CHECK(all >= 48.0);  // one activation per layer, and the parameters
  CHECK(all <= 48.5);
  CHECK(root <= 2 * (8 - 4) + 1);  // one per segment and those of one segment: 2 sqrt(n)
  const StepTrace plain = step_trace(network(64, 256), {.batch = 1024}),
                  check = step_trace(network(64, 256), {.batch = 1024, .checkpoint_every = 8});
  const auto products = [](const StepTrace& t) {
    return operations<Gemm>(t, Phase::forward) + operations<Gemm>(t, Phase::backward);
  };
  CHECK(products(check) == products(plain) + 64);  // one more forward pass of the hidden layers
  const CheckpointChoice best = best_checkpoint(network(64, 256), {.batch = 65536}, software_of(), {});
  CHECK(best.every >= 4);
  CHECK(best.every <= 16);
  CHECK(checkpoint_candidates(network(64, 256)) ==
        std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 19, 22, 25, 29, 33, 38, 43, 49, 56, 64});
  CHECK(best.peak_reserved ==
        checkpointed(network(64, 256), {.batch = 65536}, best.every, software_of(), {}).peak_reserved);
  CHECK(least_reserved({{1, 5}, {2, 3}, {3, 3}}).every == 2);
  CHECK(best.peak_reserved <= reserved(step_trace(network(64, 256), {.batch = 65536, .checkpoint_every = 8})));
}

// The same slides' table "Optimization techniques": which of them save memory.
TEST_CASE("what saves memory and what does not") {
  const Network deep = network(32, 1024);
  const Recipe base{.batch = 4096, .precision = Precision::fp32, .optimizer = Optimizer::adam};
  const auto with = [&](auto&& change) {
    Recipe r = base;
    change(r);
    return reserved(step_trace(deep, r));
  };
  const std::int64_t whole = reserved(step_trace(deep, base));
  CHECK(with([](Recipe& r) { r.batch = 1024, r.accumulation = 4; }) < whole);  // gradient accumulation
  CHECK(with([](Recipe& r) { r.checkpoint_every = 6; }) < whole);              // gradient checkpointing
  CHECK(with([](Recipe& r) { r.batch = 2048; }) < whole);                      // batch size
  CHECK(with([](Recipe& r) { r.optimizer = Optimizer::sgd; }) < whole);        // optimizer choice
  CHECK(with([](Recipe& r) { r.optimizer = Optimizer::adam8bit; }) < whole);   // 8-bit Adam
  CHECK(with([](Recipe& r) { r.precision = Precision::amp_bf16; }) < whole);   // mixed precision: activations ...
  const Network wide = network(8, 4096);                                       // ... but not of weights
  const auto wide_reserved = [&](Precision p) {
    return reserved(step_trace(wide, {.batch = 64, .precision = p, .optimizer = Optimizer::adam}));
  };
  CHECK(wide_reserved(Precision::amp_bf16) >= wide_reserved(Precision::fp32));
  CHECK(wide_reserved(Precision::bf16) < wide_reserved(Precision::fp32));
}

TEST_CASE("lora() adapts the products of a checkpointed segment again when it runs again") {
  Recipe recipe{.batch = 256, .precision = Precision::bf16, .optimizer = Optimizer::adam};
  const Network net = network(8, 2048);
  const StepTrace kept = lora(step_trace(net, recipe), recipe, 8);
  recipe.checkpoint_every = 1;
  const StepTrace cut = lora(step_trace(net, recipe), recipe, 8);
  CHECK(consistent(cut));
  // three products of every layer in a segment run again: the layer's own and its two adapters
  CHECK((operations<Gemm>(cut, Phase::backward) - operations<Gemm>(kept, Phase::backward)) % 3 == 0);
  CHECK(operations<Gemm>(cut, Phase::backward) > operations<Gemm>(kept, Phase::backward));
}

TEST_CASE("qlora() stores the products' weights but the last in 4.127 bits and widens each where it is read") {
  const Recipe recipe{.batch = 16, .precision = Precision::bf16, .optimizer = Optimizer::adam};
  const StepTrace trace = step_trace(network(8, 2048), recipe), wide = lora(trace, recipe, 8),
                  narrow = qlora(trace, recipe, 8);
  CHECK(consistent(narrow));
  const auto parameters = [](const StepTrace& t) {
    std::int64_t bytes = 0;
    for (const TraceEvent& e : t.setup)
      if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && a->why == MemoryClass::parameter)
        bytes += a->bytes;
    return bytes;
  };
  const double weights = 2000.0 * 2048 + 7.0 * 2048 * 2048;  // the head's 2048 x 200 stay as they are
  const double saved = static_cast<double>(parameters(wide) - parameters(narrow));
  CHECK(std::abs(saved - weights * (2.0 - normal_float_bits / 8.0)) <= 8);  // whole bytes of eight tensors
  // each of the eight is widened once forward, and backward where an input's gradient is made: not for the first
  CHECK(operations<op::Pointwise>(narrow, Phase::forward) - operations<op::Pointwise>(wide, Phase::forward) == 8);
  CHECK(operations<op::Pointwise>(narrow, Phase::backward) - operations<op::Pointwise>(wide, Phase::backward) == 7);
  CHECK(allocated(narrow) < allocated(wide));
}

// By hand: traces of a few events.

namespace {
struct ByHand {
  StepTrace trace;

  void runs(const Operation& o, Phase phase, std::int32_t layer, bool in_first_step = false) {
    (in_first_step ? trace.first_step : trace.step)
        .push_back({.what = Execute{.operation = trace.operations.id_of(o)}, .phase = phase, .layer = layer});
  }
  void runs(Phase phase, std::int32_t layer) {
    runs(op::matrix_sum(8, 8, NumberFormat::fp32, op::ReducedDimension::columns), phase, layer);
  }
  void makes(TensorId id, std::int64_t bytes, std::int32_t layer, MemoryClass why = MemoryClass::activation,
             Phase phase = Phase::forward) {
    trace.step.push_back({.what = Allocate{.tensor = id, .bytes = bytes, .why = why}, .phase = phase, .layer = layer});
  }
  void drops(TensorId id, Phase phase, std::int32_t layer) {
    trace.step.push_back({.what = Release{id}, .phase = phase, .layer = layer});
  }
};
/// "3": something of layer 3 runs; "+5" and "-5": tensor 5 comes and goes; "down 100" and "up 100": bytes are copied.
[[nodiscard]] std::vector<std::string> words(const StepTrace& trace) {
  std::vector<std::string> out;
  for (const TraceEvent& e : trace.step) {
    if (const auto* a = std::get_if<Allocate>(&e.what)) out.push_back("+" + std::to_string(a->tensor));
    if (const auto* r = std::get_if<Release>(&e.what)) out.push_back("-" + std::to_string(r->tensor));
    if (const auto* x = std::get_if<Execute>(&e.what)) {
      const auto* copy = std::get_if<HostCopy>(&trace.operations[x->operation]);
      out.push_back(copy == nullptr
                        ? std::to_string(e.layer)
                        : (copy->to_device ? "up " : "down ") + std::to_string(static_cast<int>(in(copy->size, byte))));
    }
  }
  return out;
}
using Words = std::vector<std::string>;
/// Layout, m, n and k of the products of a part.
struct Product {
  Layout layout;
  std::int64_t m, n, k;
  friend bool operator==(const Product&, const Product&) = default;
};
[[nodiscard]] std::vector<Product> products(const StepTrace& trace, const std::vector<TraceEvent>& events) {
  std::vector<Product> out;
  for (const TraceEvent& e : events)
    if (const auto* x = std::get_if<Execute>(&e.what))
      if (const auto* g = std::get_if<Gemm>(&trace.operations[x->operation]))
        out.push_back({g->layout, g->m, g->n, g->k});
  return out;
}
[[nodiscard]] Gemm gemm(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t batch = 1) {
  return {.layout = layout, .batch = batch, .m = m, .n = n, .k = k};
}
/// A layer of 4 inputs and 6 outputs over 10 rows.
[[nodiscard]] StepTrace linear_step() {
  ByHand hand;
  for (const bool first : {true, false}) {
    hand.runs(gemm(Layout::nt, 10, 6, 4), Phase::forward, 0, first);
    hand.runs(gemm(Layout::nt, 10, 10, 2, 3), Phase::forward, 1, first);  // a batch: attention's
    hand.runs(gemm(Layout::nn, 10, 4, 6), Phase::backward, 0, first);
    hand.runs(gemm(Layout::tn, 6, 4, 10), Phase::backward, 0, first);
    hand.runs(gemm(Layout::nt, 9, 9, 9), Phase::optimizer, -1, first);
  }
  return hand.trace;
}
}  // namespace

TEST_CASE("an activation leaves two layers on and comes back a layer ahead of its use, where there is time between") {
  ByHand hand;
  hand.makes(1, 100, 0);
  hand.runs(Phase::forward, 0);
  hand.makes(2, 50, 1, MemoryClass::temporary);  // stays
  hand.runs(Phase::forward, 1);
  hand.runs(Phase::forward, 2);
  hand.makes(3, 70, 3);  // comes back before it could leave
  hand.runs(Phase::forward, 3);
  for (const std::int32_t layer : {3, 2, 1, 0}) {
    hand.runs(Phase::backward, layer);
    if (layer == 3) hand.drops(3, Phase::backward, 3);
  }
  hand.drops(2, Phase::backward, 0);
  hand.drops(1, Phase::backward, 0);
  const StepTrace moved = offload_activations(hand.trace);
  CHECK(words(moved) == Words{"+1", "0", "+2", "1", "down 100", "-1", "2", "+3", "3", "3", "-3", "2", "+4", "up 100",
                              "1", "0", "-2", "-4"});
  ByHand outside;  // of no layer, and dead before the backward pass
  outside.makes(1, 100, -1);
  outside.makes(2, 100, 0);
  for (const std::int32_t layer : {0, 1, 2, 3}) outside.runs(Phase::forward, layer);
  outside.drops(2, Phase::forward, 3);
  for (const std::int32_t layer : {3, 2, 1, 0}) outside.runs(Phase::backward, layer);
  outside.drops(1, Phase::backward, 0);
  CHECK(words(offload_activations(outside.trace)) == words(outside.trace));
}

TEST_CASE("an optimizer on the host: gradients down, weights up, in the place of its kernels") {
  ByHand hand;
  hand.trace.setup = {{.what = Allocate{.tensor = 0, .bytes = 40, .why = MemoryClass::parameter}},
                      {.what = Allocate{.tensor = 9, .bytes = 1000, .why = MemoryClass::input}}};
  hand.runs(Phase::forward, 0);
  hand.makes(1, 30, 0, MemoryClass::gradient, Phase::backward);
  hand.makes(2, 500, 0, MemoryClass::temporary, Phase::backward);
  hand.drops(2, Phase::backward, 0);
  hand.makes(3, 700, -1, MemoryClass::temporary, Phase::optimizer);
  hand.runs(Phase::optimizer, -1);
  hand.drops(3, Phase::optimizer, -1);
  hand.trace.step.push_back({.what = HostWork{}, .phase = Phase::optimizer});
  hand.trace.carried = {{1, 1}};
  CHECK(words(offload_optimizer(hand.trace)) == Words{"0", "+1", "+2", "-2", "down 30", "up 40"});
}

TEST_CASE("LoRA's products: two thin ones forward, four backward; no gradient of the weight, no update") {
  const Recipe recipe{.batch = 10, .optimizer = Optimizer::adam};
  const StepTrace adapted = lora(linear_step(), recipe, 2);
  const std::vector<Product> expected{{Layout::nt, 10, 6, 4},  {Layout::nt, 10, 2, 4}, {Layout::nt, 10, 6, 2},
                                      {Layout::nt, 10, 10, 2},  // of the batch
                                      {Layout::nn, 10, 4, 6},  {Layout::nn, 10, 2, 6}, {Layout::tn, 6, 2, 10},
                                      {Layout::nn, 10, 4, 2},  {Layout::tn, 2, 4, 10}};
  CHECK(products(adapted, adapted.step) == expected);
  CHECK(products(adapted, adapted.first_step) == expected);
  std::vector<std::int64_t> kept, parameters, states;
  for (const TraceEvent& e : adapted.step)
    if (const auto* a = std::get_if<Allocate>(&e.what)) kept.push_back(a->bytes);
  for (const TraceEvent& e : adapted.setup)
    if (const auto* a = std::get_if<Allocate>(&e.what)) parameters.push_back(a->bytes);
  for (const TraceEvent& e : adapted.first_step)
    if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && e.phase == Phase::optimizer)
      states.push_back(a->bytes);
  CHECK(kept == std::vector<std::int64_t>{10 * 2 * 4});  // x A^T
  CHECK(parameters == std::vector<std::int64_t>{2 * 4 * 4, 2 * 6 * 4});
  CHECK(states == std::vector<std::int64_t>{32, 32, 32, 48, 48, 48});  // gradients, and Adam's two
  CHECK(consistent(adapted));
}

TEST_CASE("what frozen weights leave of a step: sums over rows and products of transposed activations go") {
  ByHand hand;
  hand.runs(Phase::forward, 0);
  hand.runs(Phase::backward, 0);  // a sum: the bias's gradient
  hand.makes(1, 8, 0, MemoryClass::gradient, Phase::backward);
  hand.makes(2, 8, 0, MemoryClass::activation, Phase::backward);
  hand.makes(3, 8, -1, MemoryClass::temporary, Phase::optimizer);
  hand.trace.step.push_back({.what = HostWork{}, .phase = Phase::optimizer});
  const StepTrace frozen = lora(hand.trace, {}, 2);
  CHECK(words(frozen) == Words{"0", "+2"});
  CHECK(std::holds_alternative<HostWork>(frozen.step.back().what));
}

TEST_CASE("QLoRA stores what is a product's weight in 4 bits, and widens it before each product that reads it") {
  const Recipe recipe{.batch = 10, .optimizer = Optimizer::adam};
  StepTrace trace = linear_step();
  const auto setup = [&](std::int64_t bytes, MemoryClass why, std::int32_t layer) {
    trace.setup.push_back(
        {.what = Allocate{.tensor = static_cast<TensorId>(trace.setup.size()), .bytes = bytes, .why = why},
         .layer = layer});
  };
  setup(6 * 4 * 4, MemoryClass::parameter, 0);
  setup(6 * 4, MemoryClass::parameter, 0);      // its bias
  setup(6 * 4 * 4, MemoryClass::input, 0);      // no parameter
  setup(6 * 4 * 4, MemoryClass::parameter, 1);  // no product's
  const StepTrace narrow = qlora(trace, recipe, 2);
  std::vector<std::int64_t> bytes;
  for (const TraceEvent& e : narrow.setup) bytes.push_back(std::get<Allocate>(e.what).bytes);
  bytes.resize(4);  // adapters come behind
  CHECK(bytes == std::vector<std::int64_t>{static_cast<std::int64_t>(24 * normal_float_bits / 8.0), 24, 96, 96});
  // widened for 10 x 6 x 4 forward and 10 x 4 x 6 backward, and for no other product of the layer
  std::vector<std::int64_t> widened;
  for (const TraceEvent& e : narrow.step)
    if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && a->why == MemoryClass::temporary)
      widened.push_back(a->bytes);
  CHECK(widened == std::vector<std::int64_t>{96, 96});
  CHECK(operations<op::Pointwise>(narrow, Phase::forward) == 1);
  CHECK(operations<op::Pointwise>(narrow, Phase::backward) == 1);
}
}  // namespace planner_trace_change_test
