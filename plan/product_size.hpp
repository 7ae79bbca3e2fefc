#pragma once
/// Whether a product's matrices fit the card that is asked about: a time is answered either way, but not in silence.
#include <perfmodel/device/device.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <string>

#include "format.hpp"

namespace plan {

/// Of --operands.
inline constexpr const char* operands_help =
    "cold: from device memory; warm: in L2 as far as they fit; rotated: up to five weights in turns, as benchmarks "
    "of serving engines do";

/// A, B and C once each against what a program sees of the card's memory.
[[nodiscard]] inline bool fits(const perfmodel::Gemm& g, const perfmodel::Device& device) {
  return traffic(g) <= device.memory_visible;
}

/// "the matrices take 11.9 TiB, T4 has 14.6 GiB"
[[nodiscard]] inline std::string too_large_text(const perfmodel::Gemm& g, const perfmodel::Device& device) {
  return "the matrices take " + text(traffic(g)) + ", " + device.name + " has " + text(device.memory_visible);
}

}  // namespace plan
