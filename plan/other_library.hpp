#pragma once
/// Versions of cuBLAS that run other kernels than the newest, which predictions take for granted.
#include <array>
#include <perfmodel/pricing/gemm/library.hpp>
#include <string>
#include <string_view>

namespace plan {

struct OtherLibrary {
  std::string_view version{};     ///< as --library takes it
  std::string_view frameworks{};  ///< that bring it
  int newest_capability{};        ///< of the cards that it knows

  /// "--library 12.4"
  [[nodiscard]] std::string option() const { return "--library " + std::string(version); }
};

/// Hopper's aligned 16-bit products up to before_nvjet, which PyTorch's wheels up to 2.7 bring
/// (software/framework_library.hpp); the choices of the V100, T4 and P100 before cuBLAS 11, which was CUDA 10's.
inline constexpr std::array<OtherLibrary, 2> other_libraries{
    {{"12.4", "PyTorch 2.7 and older", 90}, {"10", "CUDA 10 and older", 75}}};

/// The one with Hopper's kernels from before nvjet.
inline constexpr const OtherLibrary& without_nvjet = other_libraries.front();

/// Whether a product runs another family of kernels under `without_nvjet` than under the newest version.
[[nodiscard]] inline bool differs_before_nvjet(const perfmodel::Gemm& g, const perfmodel::Device& device) {
  using namespace perfmodel;
  const int alignment = leading_alignment(g);
  const FamilyRule* const old = find_family_rule(device, g.format, alignment, before_nvjet);
  const FamilyRule* const now = find_family_rule(device, g.format, alignment, newest_library);
  return old != nullptr && now != nullptr && old->family != now->family;
}

}  // namespace plan
