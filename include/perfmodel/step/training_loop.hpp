#pragma once
/// The training loop around the network's passes (step_run.hpp): zero_grad(); [forward; loss; backward] x accumulation;
/// optimizer.step().
#include <cstdint>
#include <memory>
#include <perfmodel/step/step_run.hpp>
#include <perfmodel/visit.hpp>
#include <utility>
#include <vector>

namespace perfmodel::detail {

/// A gradient scaler multiplies the loss and checks the gradients.
[[nodiscard]] inline bool scales_loss(const StepRun& run) {
  return run.recipe.gradient_scaler && run.writer.precision().loss_scaling && run.writer.options().rules.scaler;
}

inline void forward_and_backward(StepRun& run) {
  TraceWriter& w = run.writer;
  w.set_autocast(w.precision().autocast);
  forward_pass(run);
  if (w.training()) {
    w.set_phase(Phase::loss);
    const auto loss_of = [&](const Loss& kind, const Tensor& output, const Tensor& wanted) {
      return perfmodel::visit([&](const auto& l) { return forward(w, l, output, wanted); }, kind);
    };
    Tensor loss = loss_of(run.network.loss, run.output, run.target);
    for (std::size_t i = 0; i < run.auxiliary.size(); ++i) {  // loss + weight x auxiliary
      const AuxiliaryLoss& a = run.network.auxiliary_losses[i];
      const Tensor other = loss_of(a.loss.value_or(run.network.loss), run.auxiliary[i], run.auxiliary_targets[i]);
      const Tensor both[2] = {loss, a.weight == 1.0 ? other : forward(w, Scale{}, Inputs(&other, 1), {})};
      loss = forward(w, Add{}, both, {});
    }
    drop(run, Result::loss);
    run.loss = std::move(loss);
    // a compiler's graph holds the loss as well: what is only read there never leaves it
    if (run.network.drops_output || w.options().rules.compiled) run.output = {};
  }
  if (w.autocast()) w.clear_casts();
  w.set_autocast(false);
  if (!w.training()) return;
  const Inputs loss_input(&run.loss, 1);
  if (run.recipe.accumulation > 1) run.loss = forward(w, Scale{}, loss_input, {});
  const Tensor root = scales_loss(run) ? forward(w, Scale{}, loss_input, {}) : run.loss;
  w.set_phase(Phase::backward);
  w.backward(root);
}

/// GradScaler.step: gradients are checked and unscaled in one multi-tensor pass, and the host waits for the verdict.
inline void unscale(StepRun& run) {
  TraceWriter& w = run.writer;
  std::vector<std::int64_t> sizes;
  for (const Parameter& p : w.parameters())
    if (p.gradient.defined()) sizes.push_back(p.gradient.size());
  w.host(HostOp::optimizer_step);
  w.host(HostOp::optimizer_tensor, static_cast<std::int64_t>(sizes.size()));
  const Tensor found_inf = w.allocate({}, NumberFormat::fp32, MemoryClass::temporary);
  w.run(op::Update{.format = NumberFormat::fp32,
                   .sizes = std::make_shared<const std::vector<std::int64_t>>(std::move(sizes)),
                   .lists = 1,
                   .reads = 1.0,
                   .writes = 1.0,
                   .each = {2, 0}});
  w.synchronize();
}

/// The loop body's variables die in reverse order.
inline void drop_results(StepRun& run) {
  run.loss = {};
  run.output = {};
}

/// zero_grad(): gradients are dropped, or filled with zeros, one kernel each, so that backward adds into them.
inline void zero_gradients(StepRun& run) {
  TraceWriter& w = run.writer;
  const bool keep = w.options().rules.keeps_gradients;
  std::int64_t count = 0;
  for (Parameter& p : w.parameters()) {
    count += p.trainable ? 1 : 0;
    if (!keep)
      p.gradient = {};
    else if (p.gradient.defined()) {
      w.host(HostOp::elementwise);
      w.fill(p.gradient);
    }
  }
  w.host(HostOp::zero_gradients, count);
}

/// @param write_pass  writes the next forward and backward pass
template <class WritePass>
void one_step(StepRun& run, const WritePass& write_pass) {
  TraceWriter& w = run.writer;
  w.set_layer(-1);
  if (w.training()) {
    w.set_phase(Phase::zero_gradients);
    w.host(HostOp::step);
    zero_gradients(run);
  } else {
    w.set_phase(Phase::forward);
    w.host(HostOp::step);
  }
  for (std::int64_t i = 0; i < run.recipe.accumulation; ++i) {
    write_pass();
    if (!w.options().rules.results_outlive_step && i + 1 < run.recipe.accumulation) drop_results(run);
  }
  if (w.training()) {
    w.set_phase(Phase::optimizer);
    if (scales_loss(run)) unscale(run);
    optimizer_step(w, run.recipe.optimizer, run.optimizer_loop);
    w.set_layer(-1);
  }
  if (!w.options().rules.results_outlive_step) {
    drop_results(run);
    run.extra.clear();
    run.auxiliary.clear();
  }
  w.drop_kept();
}

/// What the first step leaves to those after it: workspaces, the optimizer's state, and gradients where they are kept.
inline void leave_first_step(StepRun& run) {
  TraceWriter& w = run.writer;
  w.reuse_workspaces();
  if (run.recipe.mode != Mode::train) return;
  for (Parameter& p : w.parameters()) {
    if (!p.trainable) continue;
    if (state_tensors(run.recipe.optimizer) > 0) create_state(w, run.recipe.optimizer, p);
    if (w.options().rules.keeps_gradients) p.gradient = allocate_like(w, p.data, MemoryClass::gradient);
  }
}

/// Names of the tensors that live from one step into the next, in a fixed order.
[[nodiscard]] inline std::vector<std::pair<bool, TensorId>> living(const StepRun& run) {
  std::vector<std::pair<bool, TensorId>> ids;
  const auto add = [&](const Tensor& t) { ids.push_back({t.defined(), t.defined() ? t.id() : 0}); };
  for (const Parameter& p : run.writer.parameters()) add(p.gradient);
  add(run.output);
  add(run.loss);
  for (const Tensor& t : run.extra) add(t);
  for (const Tensor& t : run.auxiliary) add(t);
  return ids;
}

}  // namespace perfmodel::detail
