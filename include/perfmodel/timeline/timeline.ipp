#pragma once
#include <perfmodel/timeline/timeline.hpp>

namespace perfmodel {
PERFMODEL_INLINE StepTime step_time(std::span<const TraceEvent> events, std::size_t layers, OperationPrices& prices,
                                    const HostProfile& profile) {
  StepTime result;
  result.layers.resize(layers + 1);
  std::vector<detail::TimelineEvent> line;
  line.reserve(events.size());
  std::vector<double> host_of(events.size(), 0.0);  // seconds of each event
  double host = 0.0, device = 0.0, busy = 0.0, low = 0.0, high = 0.0, work_done = 0.0, moved = 0.0;
  std::array<double, phase_count> device_phase{}, host_phase{};
  std::array<double, bound_count> by_bound{};
  bool taped = false;
  for (const TraceEvent& event : events) taped = taped || event.phase == Phase::backward;
  const double recorded = taped ? 1.0 : profile.inference;
  const double launch = in(profile.launch, second) * recorded, wide = in(profile.wide_product, second) * recorded,
               allocation = in(profile.allocation, second) * recorded;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TraceEvent& event = events[i];
    const auto p = static_cast<std::size_t>(event.phase);
    LayerTime& layer = result.layers[event.layer < 0 ? layers : static_cast<std::size_t>(event.layer)];
    if (const auto* h = std::get_if<HostWork>(&event.what)) {
      host_of[i] = in(cost(profile, h->op), second) * recorded * static_cast<double>(h->count);
      line.push_back({.host = host_of[i]});
    } else if (std::holds_alternative<Allocate>(event.what)) {
      host_of[i] = allocation;
      line.push_back({.host = host_of[i]});
    } else if (const auto* executed = std::get_if<Execute>(&event.what)) {
      const PricedOperation& k = prices(executed->operation);
      const bool wide_product = detail::is_wide_product(prices.operation(executed->operation));
      host_of[i] = launch * launch_count(profile, k.calls, k.launches) + (wide_product ? wide : 0.0);
      const double kernel = profile.gap >= 0.0 ? k.busy + k.calls * profile.gap : k.total;
      const double share = k.total > 0.0 ? kernel / k.total : 0.0;
      device += kernel;
      busy += k.busy;
      low += share * k.low;  // the gaps' error is relative, as the kernel's
      high += share * k.high;
      work_done += k.work;
      moved += k.traffic;
      device_phase[p] += kernel;
      result.launches += k.launches;
      const bool updates = event.phase == Phase::optimizer;
      (updates ? layer.optimizer_work : layer.work) += k.work * flop;
      (updates ? layer.optimizer_traffic : layer.traffic) += k.traffic * byte;
      for (std::size_t bound = 0; bound < bound_count; ++bound) {
        by_bound[bound] += share * k.by_bound[bound];
        if (!updates) layer.by_bound[bound] += share * k.by_bound[bound] * second;
      }
      (event.phase == Phase::backward    ? layer.backward
       : event.phase == Phase::optimizer ? layer.optimizer
                                         : layer.forward) += kernel * second;
      line.push_back({.host = host_of[i], .device = kernel, .launches = k.calls});
    } else if (std::holds_alternative<Synchronize>(event.what)) {
      line.push_back({.wait = true});
    } else {
      line.push_back({});
    }
    layer.host += host_of[i] * second;
    host_phase[p] += host_of[i];
    host += host_of[i];
  }
  for (const detail::HandOver& h : detail::hand_overs(events, host_of)) {
    const double t = in(profile.hand_over, second) * hand_over_share(profile, h.slept);
    line[h.event].host += t;
    result.layers[layers].host += t * second;
    host_phase[static_cast<std::size_t>(Phase::backward)] += t;
    host += t;
  }
  const double total = detail::period(line, profile, host, device);
  result.total = total * second;
  result.device = device * second;
  result.busy = std::min(busy, total) * second;
  result.host = host * second;
  result.work = work_done * flop;
  result.traffic = moved * byte;
  std::size_t largest = 0;
  for (std::size_t b = 0; b < bound_count; ++b) {
    result.by_bound[b] = by_bound[b] * second;
    if (by_bound[b] > by_bound[largest]) largest = b;
  }
  for (std::size_t p = 0; p < phase_count; ++p) {
    result.device_by_phase[p] = device_phase[p] * second;
    result.host_by_phase[p] = host_phase[p] * second;
  }
  result.bound = host > device ? Bound::host : static_cast<Bound>(largest);
  // Either side may be off: the interval is that of the larger after both are stretched.
  const double waiting = total - std::max(host, device);
  result.low = (std::max(host * (1.0 - profile.spread), low) + waiting) * second;
  result.high = (std::max(host * (1.0 + profile.spread + profile.crowded), high) + waiting) * second;
  return result;
}

}  // namespace perfmodel
