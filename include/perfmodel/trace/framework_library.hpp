#pragma once
/// Which cuBLAS a framework's products run in, and whose kernels its other operations are.
#include <perfmodel/kernel/gemm_family.hpp>
#include <perfmodel/kernel/streaming_model.hpp>
#include <perfmodel/trace/framework.hpp>
#include <array>
#include <string_view>

namespace perfmodel {

/// A release of PyTorch (of LibTorch, likewise), the cuBLAS that its wheels bring, and the nearest of its own kernels that are known.
struct FrameworkLibrary {
  std::string_view first_version{};  ///< the row holds from this version on
  LibraryVersion library{};
  KernelVersion kernels{KernelVersion::pytorch_2_1};
};

/// What `pip install torch` brings without an index of its own: CUDA 11.7, 12.1 (from 2.1), 12.4, 12.6, 12.8 and later, each among those
/// that pytorch's RELEASE.md ("Release Compatibility Matrix") lists for the release; cuBLAS has CUDA's version since 12.0, and 11.10 in
/// CUDA 11.7. From 12.8 on nothing is known to differ (docs/gemm.md), and 2.11 with 13.0 is what was measured. Of the framework's own kernels
/// softmax changed most: rows of up to 2,048 in a warp and of up to 8,192 in a block's registers since 2.7 (github.com/pytorch/pytorch/pull/144679).
inline constexpr std::array<FrameworkLibrary, 5> framework_libraries{
    {{"1.13", 1110}, {"2.1", 1201}, {"2.5", 1204}, {"2.7", 1206, KernelVersion::pytorch_2_11}, {"2.8", newest_library, KernelVersion::pytorch_2_11}}};

/// The release's row; the oldest for older ones. @throws Error if the version is not "<major>.<minor>"
[[nodiscard]] inline const FrameworkLibrary& framework_library(std::string_view version) {
  const int wanted = version_number(version, "framework version");
  const FrameworkLibrary* found = &framework_libraries.front();
  for (const FrameworkLibrary& row : framework_libraries)
    if (version_number(row.first_version, "table") <= wanted) found = &row;
  return *found;
}

/// The cuBLAS of a framework's version; the oldest known for older ones. @throws Error if it is not "<major>.<minor>"
[[nodiscard]] inline LibraryVersion cublas_of(std::string_view version) {
  return framework_library(version).library;
}

}  // namespace perfmodel
