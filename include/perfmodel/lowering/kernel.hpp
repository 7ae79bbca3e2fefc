#pragma once
#include <perfmodel/lowering/recurrent.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/attention.hpp>
#include <perfmodel/operation/collective.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/operation/custom.hpp>
#include <perfmodel/operation/fused.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/operation/host_copy.hpp>
#include <perfmodel/visit.hpp>
#include <variant>

namespace perfmodel {

/// Anything that runs on the device as one call of a library's kernel.
using Kernel =
    std::variant<Gemm, Convolution, Attention, Streaming, RecurrentKernel, Collective, HostCopy, op::Custom, op::Fused>;

[[nodiscard]] inline Work work(const Kernel& kernel) {
  return perfmodel::visit([](const auto& k) { return work(k); }, kernel);
}
[[nodiscard]] inline Bytes traffic(const Kernel& kernel) {
  return perfmodel::visit([](const auto& k) { return traffic(k); }, kernel);
}

}  // namespace perfmodel
