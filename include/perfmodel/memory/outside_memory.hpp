#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <string_view>

namespace perfmodel {

/// What a process takes from the card beside the allocator's segments: the context, the code of the kernels it loaded,
/// library handles.
struct OutsideMemory {
  std::int64_t context{};  ///< after the framework's first CUDA call
  std::int64_t modules{};  ///< more, once a training step has run
  bool measured{};         ///< on this architecture; else taken over from another
  std::string_view source{};
  [[nodiscard]] constexpr std::int64_t total() const { return context + modules; }
};

/// Measured on an H200 (driver 580.159, CUDA 13.0, LibTorch 2.11): 785,186,816 or 787,283,968 bytes in processes of one
/// configuration each, up to 797,769,728 in a process that ran hundreds, one kernel after the other being loaded. The
/// table has the middle. data/raw/h200-sxm/fcnn_memory_fresh.csv and fcnn_memory.csv.
inline constexpr std::string_view outside_measured_on = "hopper";
inline constexpr int outside_measured_sms = 132;
inline constexpr OutsideMemory outside_measured{.context = 552'402'944,
                                                .modules = 239'075'328,
                                                .measured = true,
                                                .source = "measured on an H200 with LibTorch 2.11"};

/// Nobody here has measured another architecture. The H200's figure is taken over, with more context where there are
/// more SMs: a context reserves local memory for every resident thread. Smaller cards take less, so that the estimate
/// errs on the side of "does not fit", by some 100 to 300 MiB.
[[nodiscard]] OutsideMemory outside_memory(const Device& device);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/memory/outside_memory.ipp>
#endif
