#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel::detail {

/// What running an operation costs host and device. Seconds.
struct ExecutionCost {
  double host{}, device{};
  double share{};  ///< of the priced time that is due: gaps between kernels may be others
};
/// @param recorded  factor on host costs
[[nodiscard]] ExecutionCost execution_cost(const PricedOperation& k, bool wide, const HostProfile& profile,
                                           double recorded);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/execution_cost.ipp>
#endif
