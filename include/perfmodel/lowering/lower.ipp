#pragma once
#include <perfmodel/lowering/lower.hpp>

namespace perfmodel {
PERFMODEL_INLINE void lower(const Operation& operation, const LoweringTarget& target, std::vector<Kernel>& kernels) {
  if (target.rule != nullptr && *target.rule && (*target.rule)(operation, kernels)) return;
  perfmodel::visit(detail::Lowering{target, kernels}, operation);
}

PERFMODEL_INLINE std::vector<Kernel> lower(const Operation& operation, const LoweringTarget& target) {
  std::vector<Kernel> kernels;
  lower(operation, target, kernels);
  return kernels;
}

}  // namespace perfmodel
