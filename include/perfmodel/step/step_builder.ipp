#pragma once
#include <algorithm>
#include <perfmodel/compile/compiled_step.hpp>
#include <perfmodel/step/recorded_step.hpp>
#include <perfmodel/step/repeated_pass.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <perfmodel/step/step_run.hpp>
#include <perfmodel/step/training_loop.hpp>
#include <perfmodel/step/unrolled_pass.hpp>
#include <vector>

namespace perfmodel {
namespace detail {
/// Events of a usual step: a list that grows is copied.
[[nodiscard]] inline std::size_t expected_events(const Network& network) {
  return std::min(most_trace_events, 32 * network.layers.size() + 64);
}
}  // namespace detail

PERFMODEL_INLINE StepTrace step_trace(const Network& network, const Recipe& recipe, const Software& software,
                                      const TraceTarget& target, TraceDetail trace_detail) {
  check(recipe);
  if (network.recording != nullptr) {
    require_recorded(*network.recording, recipe);
    return recorded_step_trace(*network.recording, recipe.batch, software, target, trace_detail);
  }
  const bool compiled = software.rules.compiled;
  detail::StepRun run(network, recipe, software, target, compiled ? TraceDetail::all : trace_detail);
  StepTrace trace{.software = software};
  run.writer.write_to(&trace.setup);
  detail::set_up(run);
  trace.first_step.reserve(detail::expected_events(network));
  run.writer.write_to(&trace.first_step);
  detail::UnrolledPasses unrolled(run, software, [](detail::StepRun&) {});
  detail::PassesOfStep passes;
  const auto pass = [&] { passes.run(run, [&] { unrolled.write(); }); };
  detail::one_step(run, pass);
  const auto before = detail::living(run);
  trace.step.reserve(trace.first_step.size());
  run.writer.write_to(&trace.step);
  passes.come_again(trace.first_step);
  detail::one_step(run, pass);
  run.writer.write_to(nullptr);  // the run's own end is no event
  const auto after = detail::living(run);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i].first && before[i].first && after[i].second != before[i].second)
      trace.carried.push_back({after[i].second, before[i].second});
  trace.operations = run.writer.take_operations();
  trace.uses = run.writer.take_uses();
  if (compiled) return compiled_step(std::move(trace));
  return trace;
}

PERFMODEL_INLINE StepTrace steady_step(const Network& network, const Recipe& recipe, const Software& software,
                                       const TraceTarget& target, TraceDetail trace_detail) {
  check(recipe);
  if (network.recording != nullptr) {
    require_recorded(*network.recording, recipe);
    return recorded_step_trace(*network.recording, recipe.batch, software, target, trace_detail, true);
  }
  detail::StepRun run(network, recipe, software, target, software.rules.compiled ? TraceDetail::all : trace_detail);
  detail::set_up(run);
  detail::leave_first_step(run);
  detail::UnrolledPasses unrolled(run, software, detail::leave_first_step);
  StepTrace trace;
  trace.step.reserve(detail::expected_events(network));
  run.writer.write_to(&trace.step);
  detail::PassesOfStep passes;
  detail::one_step(run, [&] { passes.run(run, [&] { unrolled.write(); }); });
  run.writer.write_to(nullptr);
  trace.operations = run.writer.take_operations();
  trace.uses = run.writer.take_uses();
  if (software.rules.compiled) return compiled_step(std::move(trace));
  for (const Parameter& p : run.writer.parameters())
    if (p.gradient.defined()) trace.carried.push_back({p.gradient.id(), p.gradient.id()});
  return trace;
}

}  // namespace perfmodel
