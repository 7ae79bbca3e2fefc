#pragma once
/// Which cuBLAS a framework's products run in.
#include <perfmodel/kernel/gemm_family.hpp>
#include <perfmodel/trace/framework.hpp>
#include <array>
#include <string_view>

namespace perfmodel {

/// A release of PyTorch (of LibTorch, likewise) and the cuBLAS that its wheels bring.
struct FrameworkLibrary {
  std::string_view first_version{};  ///< the row holds from this version on
  LibraryVersion library{};
};

/// What `pip install torch` brings without an index of its own: CUDA 11.7, 12.1 (from 2.1), 12.4, 12.6, 12.8 and later, each among those
/// that pytorch's RELEASE.md ("Release Compatibility Matrix") lists for the release; cuBLAS has CUDA's version since 12.0, and 11.10 in
/// CUDA 11.7. From 12.8 on nothing is known to differ (docs/gemm.md), and 2.11 with 13.0 is what was measured.
inline constexpr std::array<FrameworkLibrary, 5> framework_libraries{
    {{"1.13", 1110}, {"2.1", 1201}, {"2.5", 1204}, {"2.7", 1206}, {"2.8", newest_library}}};

/// The cuBLAS of a framework's version; the oldest known for older ones. @throws Error if it is not "<major>.<minor>"
[[nodiscard]] inline LibraryVersion cublas_of(std::string_view version) {
  const int wanted = version_number(version, "framework version");
  LibraryVersion library = framework_libraries.front().library;
  for (const FrameworkLibrary& row : framework_libraries)
    if (version_number(row.first_version, "table") <= wanted) library = row.library;
  return library;
}

}  // namespace perfmodel
