#pragma once
#include <perfmodel/kernel/attention.hpp>
#include <perfmodel/kernel/collective.hpp>
#include <perfmodel/kernel/convolution.hpp>
#include <perfmodel/kernel/gemm.hpp>
#include <perfmodel/kernel/host_copy.hpp>
#include <perfmodel/kernel/streaming.hpp>
#include <variant>

namespace perfmodel {

/// Anything the device can be asked to run, described by what it computes and not by how.
using Kernel = std::variant<Gemm, Convolution, Attention, Streaming, Collective, HostCopy>;

[[nodiscard]] constexpr Work work(const Kernel& kernel) {
  return std::visit([](const auto& k) { return work(k); }, kernel);
}
[[nodiscard]] constexpr Bytes traffic(const Kernel& kernel) {
  return std::visit([](const auto& k) { return traffic(k); }, kernel);
}

}  // namespace perfmodel
