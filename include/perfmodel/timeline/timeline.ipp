#pragma once
#include <perfmodel/timeline/timeline.hpp>
#include <utility>

namespace perfmodel {
namespace detail {

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
  void add_hand_over(double seconds) { add_host(seconds, step_.layers[layers_], Phase::backward); }

  [[nodiscard]] StepTime finished(std::span<const TimelineEvent> line) {
    const double total = period(line, profile_, host_, device_);
    step_.total = total * second;
    step_.device = device_ * second;
    step_.busy = std::min(busy_, total) * second;
    step_.host = host_ * second;
    step_.work = work_ * flop;
    step_.traffic = moved_ * byte;
    std::size_t largest = 0;
    for (std::size_t b = 0; b < bound_count; ++b) {
      step_.by_bound[b] = by_bound_[b] * second;
      if (by_bound_[b] > by_bound_[largest]) largest = b;
    }
    for (std::size_t p = 0; p < phase_count; ++p) {
      step_.device_by_phase[p] = device_phase_[p] * second;
      step_.host_by_phase[p] = host_phase_[p] * second;
    }
    step_.bound = host_ > device_ ? Bound::host : static_cast<Bound>(largest);
    // Either side may be off: the interval is that of the larger after both are stretched.
    const double waiting = total - std::max(host_, device_);
    step_.low = (std::max(host_ * (1.0 - profile_.spread), low_) + waiting) * second;
    step_.high = (std::max(host_ * (1.0 + profile_.spread + profile_.crowded), high_) + waiting) * second;
    const double width = in(step_.high - step_.low, second), known = std::max(host_, high_) - std::max(host_, low_);
    step_.host_of_interval = width > 0.0 ? std::clamp(1.0 - known / width, 0.0, 1.0) : 0.0;
    return std::move(step_);
  }

 private:
  void add_host(double seconds, LayerTime& layer, Phase phase) {
    layer.host += seconds * second;
    host_phase_[static_cast<std::size_t>(phase)] += seconds;
    host_ += seconds;
  }

  void execute(OperationId id, Phase phase, LayerTime& layer, TimelineEvent& cost) {
    const PricedOperation& k = prices_(id);
    cost.host =
        launch_ * launch_count(profile_, k.calls, k.launches) + (is_wide_product(prices_.operation(id)) ? wide_ : 0.0);
    const double kernel = profile_.gap >= 0.0 ? k.busy + k.calls * profile_.gap : k.total;
    const double share = k.total > 0.0 ? kernel / k.total : 0.0;
    cost.device = kernel;
    cost.launches = k.calls;
    device_ += kernel;
    busy_ += k.busy;
    low_ += share * k.low;  // the gaps' error is relative, as the kernel's
    high_ += share * k.high;
    work_ += k.work;
    moved_ += k.traffic;
    device_phase_[static_cast<std::size_t>(phase)] += kernel;
    step_.launches += k.launches;
    const bool updates = phase == Phase::optimizer;
    (updates ? layer.optimizer_work : layer.work) += k.work * flop;
    (updates ? layer.optimizer_traffic : layer.traffic) += k.traffic * byte;
    for (std::size_t bound = 0; bound < bound_count; ++bound) by_bound_[bound] += share * k.by_bound[bound];
    if (!updates)
      for (std::size_t bound = 0; bound < bound_count; ++bound)
        layer.by_bound[bound] += share * k.by_bound[bound] * second;
    (phase == Phase::backward ? layer.backward : updates ? layer.optimizer : layer.forward) += kernel * second;
  }

  OperationPrices& prices_;
  const HostProfile& profile_;
  double recorded_;
  double launch_ = in(profile_.launch, second) * recorded_, wide_ = in(profile_.wide_product, second) * recorded_,
         allocation_ = in(profile_.allocation, second) * recorded_;
  std::size_t layers_;
  StepTime step_{};
  double host_{}, device_{}, busy_{}, low_{}, high_{}, work_{}, moved_{};
  std::array<double, phase_count> device_phase_{}, host_phase_{};
  std::array<double, bound_count> by_bound_{};
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
  for (const detail::HandOver& h : detail::hand_overs(events, host)) {
    const double seconds = in(profile.hand_over, second) * hand_over_share(profile, h.slept);
    line[h.event].host += seconds;
    sums.add_hand_over(seconds);
  }
  StepTime result = sums.finished(line);
  if (costs != nullptr) *costs = std::move(line);
  return result;
}

}  // namespace perfmodel
