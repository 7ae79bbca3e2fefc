#pragma once
#include <perfmodel/parallel/overlap.hpp>

namespace perfmodel {

PERFMODEL_INLINE Overlapped sharded_pass(const std::vector<ComputeUnit>& units, bool again) {
  Overlapped result;
  double now = 0.0, network = 0.0, busy = 0.0;
  const auto call = [&](double from, double t) {
    network = std::max(network, from) + t;
    result.communication += t;
    return network;
  };
  double before = 0.0, last = 0.0;  // when the two parts in front of this one began
  for (const ComputeUnit& u : units) {
    const double start = std::max(now, u.gather > 0.0 ? call(before, u.gather) : 0.0);
    before = std::exchange(last, start);
    now = start + u.forward;
    busy += u.forward + u.backward;
  }
  double ready = now, reduced = 0.0;
  for (std::size_t i = units.size(); i-- > 0;) {
    const bool first = i + 1 == units.size() && units[i].gather > 0.0 && i > 0;  // nobody gathered it ahead
    if (first && again) ready = call(now, units[i].gather);
    const double start = std::max(now, ready);
    ready = i > 1 && again ? call(start, units[i - 1].gather) : start;  // queued before this part's gradients
    now = start + units[i].backward;
    if (!(units[i].reduce > 0.0)) continue;
    now = std::max(now, reduced);
    reduced = call(now, units[i].reduce);
  }
  result.exposed = std::max(now, network) - busy;
  return result;
}

}  // namespace perfmodel
