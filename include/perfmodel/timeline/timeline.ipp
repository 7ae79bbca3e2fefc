#pragma once
#include <perfmodel/timeline/execution_cost.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <utility>

namespace perfmodel {
namespace detail {

/// What the events of a step cost together, in the order in which they follow each other. Seconds, FLOP, bytes.
struct StepTotals {
  double host{}, device{}, busy{}, low{}, high{}, work{}, moved{};
  std::array<double, bound_count> by_bound{};  ///< of `device`
};

/// Writes sums into a step's time, all but its layers and phases. @param total  from step to step
inline void set_totals(StepTime& step, const StepTotals& sums, double total, const HostProfile& profile) {
  step.total = total * second;
  step.device = sums.device * second;
  step.busy = std::min(sums.busy, total) * second;
  step.host = sums.host * second;
  step.work = sums.work * flop;
  step.traffic = sums.moved * byte;
  std::size_t largest = 0;
  for (std::size_t b = 0; b < bound_count; ++b) {
    step.by_bound[b] = sums.by_bound[b] * second;
    if (sums.by_bound[b] > sums.by_bound[largest]) largest = b;
  }
  step.bound = sums.host > sums.device ? Bound::host : static_cast<Bound>(largest);
  // Either side may be off: the interval is that of the larger after both are stretched.
  const double waiting = total - std::max(sums.host, sums.device);
  step.low = (std::max(sums.host * (1.0 - profile.spread), sums.low) + waiting) * second;
  step.high = (std::max(sums.host * (1.0 + profile.spread + profile.crowded), sums.high) + waiting) * second;
  const double width = in(step.high - step.low, second),
               known = std::max(sums.host, sums.high) - std::max(sums.host, sums.low);
  step.host_of_interval = width > 0.0 ? std::clamp(1.0 - known / width, 0.0, 1.0) : 0.0;
}

/// Adds up what the events of a step cost, one after the other. Times in seconds.
class StepSums {
 public:
  StepSums(std::size_t layers, OperationPrices& prices, const HostProfile& profile, bool taped)
      : prices_(prices), profile_(profile), recorded_(taped ? 1.0 : profile.inference), layers_(layers) {
    step_.layers.resize(layers + 1);
  }

  /// What the event costs host and device.
  [[nodiscard]] TimelineEvent add(const TraceEvent& event) {
    TimelineEvent cost;
    if (std::holds_alternative<Release>(event.what)) return cost;
    LayerTime& layer = step_.layers[event.layer < 0 ? layers_ : static_cast<std::size_t>(event.layer)];
    if (const auto* executed = std::get_if<Execute>(&event.what))
      execute(executed->operation, event.phase, layer, cost);
    else if (const auto* h = std::get_if<HostWork>(&event.what))
      cost.host = in(perfmodel::cost(profile_, h->op), second) * recorded_ * static_cast<double>(h->count);
    else if (std::holds_alternative<Allocate>(event.what))
      cost.host = allocation_;
    else
      cost.wait = true;
    add_host(cost.host, layer, event.phase);
    return cost;
  }
  /// Passing work to another thread.
  void add_thread_wake(double seconds) { add_host(seconds, step_.layers[layers_], Phase::backward); }

  [[nodiscard]] StepTime finished(std::span<const TimelineEvent> line) {
    set_totals(step_, sums_, period(line, profile_, sums_.host, sums_.device), profile_);
    for (std::size_t p = 0; p < phase_count; ++p) {
      step_.device_by_phase[p] = device_phase_[p] * second;
      step_.host_by_phase[p] = host_phase_[p] * second;
    }
    return std::move(step_);
  }

 private:
  void add_host(double seconds, LayerTime& layer, Phase phase) {
    layer.host += seconds * second;
    host_phase_[static_cast<std::size_t>(phase)] += seconds;
    sums_.host += seconds;
  }

  void execute(OperationId id, Phase phase, LayerTime& layer, TimelineEvent& cost) {
    const PricedOperation& k = prices_(id);
    const ExecutionCost execution = execution_cost(k, is_wide_product(prices_.operation(id)), profile_, recorded_);
    const double kernel = execution.device, share = execution.share;
    cost.host = execution.host;
    cost.device = kernel;
    cost.launches = k.calls;
    sums_.device += kernel;
    sums_.busy += k.busy;
    sums_.low += share * k.low;  // the gaps' error is relative, as the kernel's
    sums_.high += share * k.high;
    sums_.work += k.work;
    sums_.moved += k.traffic;
    device_phase_[static_cast<std::size_t>(phase)] += kernel;
    step_.launches += k.launches;
    const bool updates = phase == Phase::optimizer;
    (updates ? layer.optimizer_work : layer.work) += k.work * flop;
    (updates ? layer.optimizer_traffic : layer.traffic) += k.traffic * byte;
    for (std::size_t bound = 0; bound < bound_count; ++bound) {
      if (k.by_bound[bound] == 0.0) continue;  // most are
      const double bounded = share * k.by_bound[bound];
      sums_.by_bound[bound] += bounded;
      if (!updates) layer.by_bound[bound] += bounded * second;
    }
    (phase == Phase::backward ? layer.backward : updates ? layer.optimizer : layer.forward) += kernel * second;
  }

  OperationPrices& prices_;
  const HostProfile& profile_;
  double recorded_;
  double allocation_ = in(profile_.allocation, second) * recorded_;
  std::size_t layers_;
  StepTime step_{};
  StepTotals sums_{};
  std::array<double, phase_count> device_phase_{}, host_phase_{};
};

}  // namespace detail

PERFMODEL_INLINE StepTime step_time(std::span<const TraceEvent> events, std::size_t layers, OperationPrices& prices,
                                    const HostProfile& profile, std::vector<detail::TimelineEvent>* costs) {
  const bool taped =
      std::any_of(events.begin(), events.end(), [](const TraceEvent& e) { return e.phase == Phase::backward; });
  detail::StepSums sums(layers, prices, profile, taped);
  std::vector<detail::TimelineEvent> line(events.size());
  std::vector<double> host(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    line[i] = sums.add(events[i]);
    host[i] = line[i].host;
  }
  for (const detail::ThreadWake& h : detail::thread_wakes(events, host)) {
    const double seconds = in(profile.thread_wake, second) * thread_wake_share(profile, h.slept);
    line[h.event].host += seconds;
    sums.add_thread_wake(seconds);
  }
  StepTime result = sums.finished(line);
  if (costs != nullptr) *costs = std::move(line);
  return result;
}

namespace detail {
PERFMODEL_INLINE std::vector<ThreadWake> thread_wakes(std::span<const TraceEvent> events,
                                                      std::span<const double> host) {
  std::vector<ThreadWake> list;
  double slept = 0.0;
  bool backward = false;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if ((events[i].phase == Phase::backward) != backward) {
      backward = !backward;
      list.push_back({i, slept});
      slept = 0.0;
    }
    slept += host[i];
  }
  if (list.empty()) return list;
  if (backward)
    list.push_back({events.size() - 1, slept});  // the step ends with its backward pass
  else
    list.front().slept += slept;
  return list;
}

PERFMODEL_INLINE double period(std::span<const TimelineEvent> events, const HostProfile& profile, double host,
                               double device) {
  bool waits = false;
  std::size_t launches = 0;
  for (const TimelineEvent& e : events) {
    waits = waits || e.wait;
    launches += static_cast<std::size_t>(e.launches);
  }
  const auto depth = static_cast<std::size_t>(profile.queue_depth);
  if (!waits && launches <= depth) return std::max(host, device);  // no cycle but the host's and the device's own
  std::vector<TimelineEvent> working;                              // the others move no clock
  working.reserve(events.size());
  for (const TimelineEvent& e : events)
    if (e.host != 0.0 || e.device >= 0.0 || e.wait) working.push_back(e);
  TwoClocks clocks{.submit = in(profile.submit, second), .depth = depth};
  double before = 0.0, last = 0.0;
  const int steps = waits ? 3 : 6;
  for (int step = 0; step < steps; ++step) {
    before = std::max(clocks.host, clocks.device);
    for (const TimelineEvent& e : working) {
      clocks.host += e.host;
      if (e.device >= 0.0) clocks.launch(0.0, e.device);
      if (e.wait) clocks.wait();
    }
    last = std::max(clocks.host, clocks.device) - before;
  }
  return std::max(last, std::max(host, device));
}
}  // namespace detail
}  // namespace perfmodel
