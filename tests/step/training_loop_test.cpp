#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/step/training_loop.hpp>
#include <vector>

namespace step_training_loop_test {
using namespace perfmodel;

namespace {

/// Four linear layers: eight parameters of 8 to 64 numbers.
[[nodiscard]] Network network() { return fcnn({.layers = 3, .hidden = 8, .inputs = 4, .outputs = 2}); }

struct Run {
  Network net;
  Recipe recipe;
  detail::StepRun run;
  std::vector<TraceEvent> events{};

  Run(Network n, const Recipe& r, const Software& software)
      : net(std::move(n)), recipe(r), run(net, recipe, software, {}) {
    detail::set_up(run);
  }
  void step() {
    events.clear();
    run.writer.write_to(&events);
    detail::one_step(run, [&] { detail::forward_and_backward(run); });
    run.writer.write_to(nullptr);
  }
  [[nodiscard]] std::int64_t host(HostOp op, Phase phase) const {
    std::int64_t sum = 0;
    for (const TraceEvent& e : events)
      if (const auto* h = std::get_if<HostWork>(&e.what); h != nullptr && h->op == op && e.phase == phase)
        sum += h->count;
    return sum;
  }
  [[nodiscard]] std::int64_t operations(Phase phase) const {
    return std::count_if(events.begin(), events.end(), [&](const TraceEvent& e) {
      return std::holds_alternative<Execute>(e.what) && e.phase == phase;
    });
  }
  [[nodiscard]] bool synchronizes() const {
    return std::any_of(events.begin(), events.end(),
                       [](const TraceEvent& e) { return std::holds_alternative<Synchronize>(e.what); });
  }
};

}  // namespace

TEST_CASE("gradients are dropped, or filled with zeros where they are kept: from the second step on") {
  const Recipe recipe{.batch = 4};
  for (const bool keeps : {false, true}) {
    Software software = software_of();
    software.rules.keeps_gradients = keeps;
    Run run(network(), recipe, software);
    run.step();
    CHECK(run.host(HostOp::zero_gradients, Phase::zero_gradients) == 8);
    CHECK(run.operations(Phase::zero_gradients) == 0);
    run.step();
    CHECK(run.host(HostOp::zero_gradients, Phase::zero_gradients) == 8);
    CHECK(run.operations(Phase::zero_gradients) == (keeps ? 8 : 0));
    CHECK(run.host(HostOp::elementwise, Phase::zero_gradients) == (keeps ? 8 : 0));
  }
}

TEST_CASE("losses of further outputs: weighed, unless by one, and added; likewise of several passes, scaled") {
  const auto of_loss = [](const Network& n, std::int64_t passes = 1) {
    Run run(n, {.batch = 4, .accumulation = passes}, software_of());
    run.step();
    return run.operations(Phase::loss);
  };
  const std::int64_t one = of_loss(network());
  CHECK(one > 0);
  Network whole = network(), half = network(), two = network();
  const auto last = static_cast<std::int32_t>(whole.layers.size()) - 1;
  whole.auxiliary_losses = {{.layer = last}};
  CHECK(of_loss(whole) == 2 * one + 1);
  half.auxiliary_losses = {{.layer = last, .weight = 0.5}};
  CHECK(of_loss(half) == 2 * one + 2);
  two.auxiliary_losses = {{.layer = last}, {.layer = last}};
  CHECK(of_loss(two) == 3 * one + 2);
  CHECK(of_loss(network(), 3) == 3 * (one + 1));
}

TEST_CASE("a scaler multiplies the loss, checks all gradients in one pass, and waits: in FP16 autocast alone") {
  Software software = software_of();
  software.rules.scaler = true;
  const auto step = [&](Precision precision, bool wanted) {
    auto run = std::make_unique<Run>(network(), Recipe{.batch = 4, .precision = precision, .gradient_scaler = wanted},
                                     software);
    run->step();
    run->step();
    return run;
  };
  const auto scaled = step(Precision::amp_fp16, true), plain = step(Precision::amp_fp16, false);
  CHECK(scaled->synchronizes());
  CHECK_FALSE(plain->synchronizes());
  CHECK_FALSE(step(Precision::amp_bf16, true)->synchronizes());
  CHECK(scaled->operations(Phase::loss) == plain->operations(Phase::loss) + 1);
  CHECK(scaled->operations(Phase::optimizer) == plain->operations(Phase::optimizer) + 1);
  CHECK(scaled->host(HostOp::optimizer_step, Phase::optimizer) ==
        plain->host(HostOp::optimizer_step, Phase::optimizer) + 1);
  CHECK(scaled->host(HostOp::optimizer_tensor, Phase::optimizer) ==
        plain->host(HostOp::optimizer_tensor, Phase::optimizer) + 8);
  software.rules.scaler = false;
  CHECK_FALSE(step(Precision::amp_fp16, true)->synchronizes());
}

TEST_CASE("results die with their step, or when the next one's take their names; within a step before the next pass") {
  for (const bool outlive : {false, true}) {
    Software software = software_of();
    software.rules.results_outlive_step = outlive;
    Run run(network(), {.batch = 4, .accumulation = 2}, software);
    run.step();
    CHECK(run.run.output.defined() == outlive);
    CHECK(run.run.loss.defined() == outlive);
    const auto living = detail::living(run.run);
    REQUIRE(living.size() == 8 + 2);
    CHECK(living[8].first == outlive);
    CHECK(living[0].first);  // a gradient
    CHECK(living[0].second == run.run.writer.parameters()[0].gradient.id());
  }
  Network lets_go = network();
  lets_go.drops_output = true;
  Software software = software_of();
  software.rules.results_outlive_step = true;
  Run run(lets_go, {.batch = 4}, software);
  run.step();
  CHECK_FALSE(run.run.output.defined());
  CHECK(run.run.loss.defined());
}

TEST_CASE("inference is a forward pass and nothing else") {
  Run run(network(), {.batch = 4, .mode = Mode::infer}, software_of());
  run.step();
  CHECK(run.operations(Phase::forward) > 0);
  for (const Phase phase : {Phase::loss, Phase::backward, Phase::optimizer, Phase::zero_gradients})
    CHECK(run.operations(phase) == 0);
  CHECK(run.host(HostOp::step, Phase::forward) == 1);
}

TEST_CASE("what the first step leaves: state, and gradients where they are kept") {
  for (const bool keeps : {false, true})
    for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::adam}) {
      Software software = software_of();
      software.rules.keeps_gradients = keeps;
      Run run(network(), {.batch = 4, .optimizer = optimizer}, software);
      run.run.writer.write_to(&run.events);
      detail::leave_first_step(run.run);
      run.run.writer.write_to(nullptr);
      const auto made = [&](MemoryClass why) {
        return std::count_if(run.events.begin(), run.events.end(), [&](const TraceEvent& e) {
          const auto* a = std::get_if<Allocate>(&e.what);
          return a != nullptr && a->why == why;
        });
      };
      CHECK(made(MemoryClass::gradient) == (keeps ? 8 : 0));
      CHECK((made(MemoryClass::optimizer_state) > 0) == (optimizer == Optimizer::adam));
    }
}
}  // namespace step_training_loop_test
