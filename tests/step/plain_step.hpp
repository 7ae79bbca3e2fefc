#pragma once
/// The plain path: every pass of every step written by the layers of all blocks.
#include <perfmodel/step/training_loop.hpp>
#include <string>
#include <vector>

namespace plain {

using namespace perfmodel;

/// step_trace() of a network that is no recording, under software that compiles nothing.
[[nodiscard]] inline StepTrace step_trace(const Network& network, const Recipe& recipe, const Software& software,
                                          const TraceTarget& target = {},
                                          TraceDetail detail_wanted = TraceDetail::all) {
  detail::StepRun run(network, recipe, software, target, detail_wanted);
  StepTrace trace{.software = software};
  const auto pass = [&] { detail::forward_and_backward(run); };
  run.writer.write_to(&trace.setup);
  detail::set_up(run);
  run.writer.write_to(&trace.first_step);
  detail::one_step(run, pass);
  const auto before = detail::living(run);
  run.writer.write_to(&trace.step);
  detail::one_step(run, pass);
  run.writer.write_to(nullptr);
  const auto after = detail::living(run);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i].first && before[i].first && after[i].second != before[i].second)
      trace.carried.push_back({after[i].second, before[i].second});
  trace.operations = run.writer.take_operations();
  return trace;
}

/// steady_step() of the same.
[[nodiscard]] inline StepTrace steady_step(const Network& network, const Recipe& recipe, const Software& software,
                                           const TraceTarget& target = {}) {
  detail::StepRun run(network, recipe, software, target);
  StepTrace trace;
  detail::set_up(run);
  detail::leave_first_step(run);
  run.writer.write_to(&trace.step);
  detail::one_step(run, [&] { detail::forward_and_backward(run); });
  run.writer.write_to(nullptr);
  trace.operations = run.writer.take_operations();
  return trace;
}

[[nodiscard]] inline bool same(const TraceEvent& a, const TraceEvent& b) {
  if (a.what.index() != b.what.index() || a.phase != b.phase || a.layer != b.layer) return false;
  if (const auto* x = std::get_if<Allocate>(&a.what)) {
    const auto& y = std::get<Allocate>(b.what);
    return x->tensor == y.tensor && x->bytes == y.bytes && x->why == y.why;
  }
  if (const auto* x = std::get_if<Release>(&a.what)) return x->tensor == std::get<Release>(b.what).tensor;
  if (const auto* x = std::get_if<Execute>(&a.what)) return x->operation == std::get<Execute>(b.what).operation;
  if (const auto* x = std::get_if<HostWork>(&a.what))
    return x->op == std::get<HostWork>(b.what).op && x->count == std::get<HostWork>(b.what).count;
  return true;
}

/// Where two traces differ first, in words; empty: nowhere.
[[nodiscard]] inline std::string difference(const StepTrace& a, const StepTrace& b) {
  const auto in_part = [](const char* name, const std::vector<TraceEvent>& x, const std::vector<TraceEvent>& y) {
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
      if (!same(x[i], y[i])) return std::string(name) + ", event " + std::to_string(i);
    return x.size() == y.size()
               ? std::string()
               : std::string(name) + ": " + std::to_string(x.size()) + " and " + std::to_string(y.size()) + " events";
  };
  for (const std::string& one : {in_part("set-up", a.setup, b.setup), in_part("first step", a.first_step, b.first_step),
                                 in_part("step", a.step, b.step)})
    if (!one.empty()) return one;
  if (a.operations.size() != b.operations.size()) return "operations";
  for (OperationId id = 0; id < a.operations.size(); ++id)
    if (!(a.operations[id] == b.operations[id])) return "operation " + std::to_string(id);
  return {};
}

}  // namespace plain
