#pragma once
#include <perfmodel/timeline/execution_cost.hpp>

namespace perfmodel::detail {

PERFMODEL_INLINE ExecutionCost execution_cost(const PricedOperation& k, bool wide, const HostProfile& profile,
                                              double recorded) {
  const double launch = in(profile.launch, second) * recorded;
  ExecutionCost c{.host = launch * launch_count(profile, k.calls, k.launches) +
                          (wide ? in(profile.wide_product, second) * recorded : 0.0)};
  c.device = profile.gap >= 0.0 ? k.busy + k.calls * profile.gap : k.total;
  c.share = k.total > 0.0 ? c.device / k.total : 0.0;
  return c;
}

}  // namespace perfmodel::detail
