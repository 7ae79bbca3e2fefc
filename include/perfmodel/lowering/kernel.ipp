#pragma once
#include <perfmodel/lowering/kernel.hpp>

namespace perfmodel {

PERFMODEL_INLINE Kernel::Kernel() = default;
PERFMODEL_INLINE Kernel::Kernel(std::size_t index, void* kind) { detail::move_into(*this, index, kind); }
PERFMODEL_INLINE Kernel::Kernel(const Kernel&) = default;
PERFMODEL_INLINE Kernel::Kernel(Kernel&&) noexcept = default;
PERFMODEL_INLINE Kernel& Kernel::operator=(const Kernel&) = default;
PERFMODEL_INLINE Kernel& Kernel::operator=(Kernel&&) noexcept = default;  // NOLINT(bugprone-exception-escape)
PERFMODEL_INLINE Kernel::~Kernel() = default;

PERFMODEL_INLINE Work work(const Kernel& kernel) {
  return perfmodel::visit([](const auto& k) { return work(k); }, kernel);
}

PERFMODEL_INLINE Bytes traffic(const Kernel& kernel) {
  return perfmodel::visit([](const auto& k) { return traffic(k); }, kernel);
}

}  // namespace perfmodel
