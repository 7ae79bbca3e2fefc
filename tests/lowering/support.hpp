#pragma once
#include <perfmodel/lowering/lower.hpp>
#include <vector>

/// An operation's streaming kernels in order, for counts that are worked out by hand.
[[nodiscard]] inline std::vector<perfmodel::Streaming> streaming_kernels(const perfmodel::Operation& operation,
                                                                         const perfmodel::LoweringTarget& target = {}) {
  std::vector<perfmodel::Streaming> kernels;
  for (const perfmodel::Kernel& kernel : perfmodel::lower(operation, target))
    kernels.push_back(std::get<perfmodel::Streaming>(kernel));
  return kernels;
}

[[nodiscard]] inline double in_bytes(perfmodel::Bytes bytes) { return perfmodel::in(bytes, perfmodel::byte); }
