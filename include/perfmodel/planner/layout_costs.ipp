#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/parallel/unequal.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/stage_cost.ipp>
#include <utility>
#include <vector>

namespace perfmodel::detail {

/// Bytes that one stage hands to the next for one pass.
[[nodiscard]] inline double handed_over(const ParallelQuestion& q, const Network& network,
                                        const std::vector<StageRange>& stages) {
  const std::int32_t value = crossing(network, stages[1].first);
  const Shape shape = infer_shapes(network, q.recipe.batch).outputs[static_cast<std::size_t>(value)];
  const double split = q.layout.sequence_parallel ? 1.0 : static_cast<double>(q.layout.tp);  // scatter and gather
  return static_cast<double>(elements(shape)) * in(element_size(policy(q.recipe.precision).stored()), byte) / split;
}

/// Stages of one step, and the time of what the pipeline sends between them.
struct LayoutCosts {
  std::vector<StageCost> stages{};
  std::vector<double> seconds{};    ///< of one pass, by pipeline rank
  double works{};                   ///< of the longest of them, without what its schedule makes it wait
  std::vector<double> devices{};    ///< what of it the others wait for while the pipeline fills and runs empty
  double moved{}, moved_exposed{};  ///< between stages
};

/// The step as its slowest, fullest and longest-communicating cards make it.
[[nodiscard]] inline ParallelEstimate joined(const ParallelQuestion& q, const LayoutCosts& costs) {
  const double m = static_cast<double>(q.passes), v = static_cast<double>(q.layout.virtual_stages);
  const PipelineTime line = pipeline_time(costs.seconds, costs.devices, m, v);
  double once = 0.0, weights = 0.0, exposed = 0.0, in_stream = 0.0, context = 0.0, context_exposed = 0.0;
  const StageWork *fullest = costs.stages[0].work, *slowest = fullest;
  bool fits = true;
  const double exchanges = q.layout.zero == 3 ? m : 1.0;
  for (const StageCost& c : costs.stages) {
    once = std::max(once, c.work->once);
    weights = std::max(weights, exchanges * c.weights.communication);
    exposed = std::max(exposed, exchanges * c.weights.exposed);
    in_stream = std::max(in_stream, m * c.work->in_stream);
    context = std::max(context, m * c.context);
    context_exposed = std::max(context_exposed, m * c.context_exposed);
    fits = fits && c.work->memory.fits;
    if (c.work->memory.peak_allocated > fullest->memory.peak_allocated) fullest = c.work;
    if (c.work->pass > slowest->pass) slowest = c.work;
  }
  ParallelEstimate e{.step = fullest->memory};
  e.step.fits = fits;
  const double late = q.recipe.mode == Mode::train ? wait_for_slowest(q.layout, costs.works, m) : 0.0;
  weights += late;  // a rank waits inside the sum of gradients
  exposed += late;
  const double total = line.total + once + exposed + costs.moved_exposed;
  const double own_moves = std::min(costs.moved, costs.moved_exposed);  // the rest are sends of other stages
  e.communication = (in_stream + weights + costs.moved + context) * second;
  e.exposed = (in_stream + exposed + own_moves + context_exposed) * second;
  const double own = total - in(e.exposed, second);
  e.step.step = total * second;
  e.step.low = (slowest->low * own + in(e.exposed, second)) * second;
  e.step.host_of_interval = slowest->time.host_of_interval;
  e.step.high = (slowest->high * own + in(e.exposed, second)) * second;
  e.step.device_busy = (slowest->busy + (m - 1.0) * slowest->more_busy) * second;
  e.step.host = (slowest->host + (m - 1.0) * slowest->more_host) * second;
  e.step.bound = e.exposed > 0.5 * e.step.step ? Bound::communication : slowest->time.bound;
  e.step.communication = e.exposed;
  e.step.power = mean_power(q.card, policy(q.recipe.precision).compute, slowest->time);
  const double waits = line.total - m * costs.works + costs.moved_exposed - own_moves;
  e.bubble = total > 0.0 && q.layout.pp > 1 ? waits / total : 0.0;
  return e;
}

}  // namespace perfmodel::detail
