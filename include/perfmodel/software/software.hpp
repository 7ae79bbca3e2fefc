#pragma once
/// What runs a step, as one value: a framework at a version and everything that comes with it.
/// docs/reference/software.md
#include <array>
#include <perfmodel/error.hpp>
#include <perfmodel/software/allocator_rules.hpp>
#include <perfmodel/software/framework.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/software/host_profiles.hpp>
#include <perfmodel/software/library_version.hpp>
#include <string>
#include <string_view>

namespace perfmodel {

/// A framework at a version, and what comes with it. Made by software_of(); every model takes it, so that a trace, its
/// prices and its memory are of one software.
struct Software {
  Framework framework{};
  std::string version{};    ///< of the framework, as it was asked for
  FrameworkRules rules{};   ///< what its way of doing things changes in a trace
  LibraryVersion cublas{};  ///< that its matrix products run in
  LibraryVersion cudnn{};   ///< that its convolutions run in
  KernelVersion kernels{};  ///< of its own kernels
  AttentionVersion attention{};
  AllocatorRules allocator{};
  HostProfile host{};  ///< what its own code costs on the CPU of a middle machine
};

/// What one range of PyTorch's releases brings, up to the next row's first version. LibTorch is of the same release.
struct FrameworkRelease {
  std::string_view first_version{};
  LibraryVersion cublas{}, cudnn{};
  KernelVersion kernels{};
  AttentionVersion attention{};
  AllocatorRules allocator{};
  std::array<FrameworkRules, all_frameworks.size()> rules{};  ///< by Framework
};

namespace detail {
/// What one release makes of a step by each way of running it; changes are written as what the release before lacked.
struct ReleaseRules {
  FrameworkRules libtorch{}, pytorch{};

  /// By Framework. A captured graph keeps all memory that it was captured with; both do as PyTorch 2.7 does at every
  /// release.
  [[nodiscard]] constexpr std::array<FrameworkRules, all_frameworks.size()> by_framework(
      const FrameworkRules& captured) const {
    FrameworkRules compiled = captured;
    compiled.compiled = true;
    return {libtorch, pytorch, captured, compiled, compiled};
  }
};

[[nodiscard]] constexpr ReleaseRules rules_of_1_13() {
  const FrameworkRules both{.optimizer_loop = OptimizerLoop::per_tensor, .bias_in_epilogue = true};
  ReleaseRules rules{both, both};
  rules.libtorch.weight_by_view = true;
  rules.pytorch.scaler = rules.pytorch.keeps_gradients = true;
  return rules;
}

[[nodiscard]] constexpr ReleaseRules rules_of_2_0() {
  ReleaseRules rules = rules_of_1_13();
  rules.pytorch.optimizer_loop = OptimizerLoop::foreach;
  rules.pytorch.keeps_gradients = false;
  return rules;
}

[[nodiscard]] constexpr ReleaseRules rules_of_2_1() {
  ReleaseRules rules = rules_of_2_0();
  rules.libtorch.sums_in_place = rules.pytorch.sums_in_place = true;
  return rules;
}

[[nodiscard]] constexpr ReleaseRules rules_of_2_7() {
  ReleaseRules rules = rules_of_2_1();
  rules.libtorch.lt_workspace_kept = rules.pytorch.lt_workspace_kept = true;
  return rules;
}
}  // namespace detail

/// Releases, oldest first. cuBLAS and cuDNN are those that the wheels require which `pip install torch` brings without
/// an index of its own (requirements nvidia-cublas-* and nvidia-cudnn-* of torch 1.13.1, 2.0.1, 2.3.1, 2.4.1, 2.5.1,
/// 2.6.0, 2.7.1, 2.8.0, 2.9.1 and 2.11.0; pytorch's RELEASE.md, "Release Compatibility Matrix"). Of the framework's own
/// kernels softmax changed most: rows of up to 2,048 in a warp and of up to 8,192 in a block's registers since 2.7
/// (github.com/pytorch/pytorch/pull/144679). scaled_dot_product_attention runs FlashAttention-2 since 2.2 (its release
/// notes), and cuDNN's kernels on Hopper and data-center Blackwell since 2.11, whose wheel brings a cuDNN above 9.15
/// (check_prefer_cudnn_attention in aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, see
/// github.com/huggingface/transformers/pull/48163); 2.5.0 had them, 2.5.1 no more. Before 2.0 a package of its own did.
inline constexpr std::array<FrameworkRelease, 9> framework_releases{{
    {.first_version = "1.13",
     .cublas = 1110,
     .cudnn = 805,
     .kernels = KernelVersion::pytorch_2_1,
     .attention = AttentionVersion::flash_1,
     .allocator = allocator_of_0_4,
     .rules = detail::rules_of_1_13().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.0",
     .cublas = 1110,
     .cudnn = 805,
     .kernels = KernelVersion::pytorch_2_1,
     .attention = AttentionVersion::flash_1,
     .allocator = allocator_of_0_4,
     .rules = detail::rules_of_2_0().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.1",
     .cublas = 1201,
     .cudnn = 809,
     .kernels = KernelVersion::pytorch_2_1,
     .attention = AttentionVersion::flash_1,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_1().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.2",
     .cublas = 1201,
     .cudnn = 809,
     .kernels = KernelVersion::pytorch_2_1,
     .attention = AttentionVersion::flash_2,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_1().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.4",
     .cublas = 1201,
     .cudnn = 901,
     .kernels = KernelVersion::pytorch_2_1,
     .attention = AttentionVersion::flash_2,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_1().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.5",
     .cublas = 1204,
     .cudnn = 901,
     .kernels = KernelVersion::pytorch_2_1,
     .attention = AttentionVersion::flash_2,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_1().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.7",
     .cublas = 1206,
     .cudnn = 905,
     .kernels = KernelVersion::pytorch_2_11,
     .attention = AttentionVersion::flash_2,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_7().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.8",
     .cublas = 1208,
     .cudnn = 910,
     .kernels = KernelVersion::pytorch_2_11,
     .attention = AttentionVersion::flash_2,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_7().by_framework(detail::rules_of_2_7().pytorch)},
    {.first_version = "2.11",
     .cublas = 1301,
     .cudnn = 919,
     .kernels = KernelVersion::pytorch_2_11,
     .attention = AttentionVersion::cudnn,
     .allocator = allocator_of_2_1,
     .rules = detail::rules_of_2_7().by_framework(detail::rules_of_2_7().pytorch)},
}};
inline constexpr std::string_view oldest_known_version = framework_releases.front().first_version,
                                  newest_known_version = framework_releases.back().first_version;

/// What is taken where nobody says otherwise, in the library as on the command line.
inline constexpr Framework default_framework = Framework::pytorch;
inline constexpr std::string_view default_version = newest_known_version;

/// The newest row that is not newer than `version`; the oldest if all are newer.
/// @throws Error, placed at `place`, if the version is not "<major>.<minor>"
[[nodiscard]] inline const FrameworkRelease& framework_release(std::string_view version,
                                                               const std::string& place = "framework version") {
  const int wanted = version_number(version, place);
  const FrameworkRelease* found = &framework_releases.front();
  for (const FrameworkRelease& row : framework_releases)
    if (version_number(row.first_version, "table") <= wanted) found = &row;
  return *found;
}

/// A framework at a version with everything that its release brings. Versions older than the oldest that is known are
/// taken as that one, newer ones as the newest.
/// @throws Error, placed at `place`, if the version is not "<major>.<minor>", or older than the framework's way of
/// working
[[nodiscard]] inline Software software_of(Framework framework = default_framework,
                                          std::string_view version = default_version,
                                          const std::string& place = "framework version") {
  const FrameworkRelease& release = framework_release(version, place);
  constexpr std::string_view first_compiled = "2.0";
  if (release.rules[static_cast<std::size_t>(framework)].compiled &&
      version_number(version, place) < version_number(first_compiled, place))
    throw bad_input(place, std::string(version), "must be " + std::string(first_compiled) + " or newer: torch.compile");
  return {.framework = framework,
          .version = std::string(version),
          .rules = release.rules[static_cast<std::size_t>(framework)],
          .cublas = release.cublas,
          .cudnn = release.cudnn,
          .kernels = release.kernels,
          .attention = release.attention,
          .allocator = release.allocator,
          .host = host_profile(framework, version)};
}

/// The same with another cuBLAS than the framework's wheel brings: one that the user installed, or that a table of
/// measured products names.
[[nodiscard]] inline Software with_cublas(Software software, LibraryVersion cublas) {
  software.cublas = cublas;
  return software;
}

/// Another of PyTorch's ways of running a step, of the same release and with the same libraries.
[[nodiscard]] inline Software with_framework(const Software& software, Framework framework) {
  Software other = software_of(framework, software.version);
  other.cublas = software.cublas;
  other.cudnn = software.cudnn;
  return other;
}

/// "pytorch 2.11 with cuBLAS 13.1 and cuDNN 9.19"
[[nodiscard]] inline std::string text(const Software& software) {
  return std::string(name(software.framework)) + ' ' + software.version + " with cuBLAS " +
         library_version_text(software.cublas) + " and cuDNN " + library_version_text(software.cudnn);
}

/// Whether what was made for one may be priced with what was made for the other: the framework, its version, its
/// libraries and its kernels agree. The host's costs may differ, as machines do.
[[nodiscard]] inline bool agree(const Software& a, const Software& b) {
  return a.framework == b.framework && a.cublas == b.cublas && a.cudnn == b.cudnn && a.kernels == b.kernels &&
         version_number(a.version, "framework version") == version_number(b.version, "framework version");
}

/// @throws Error naming both, where they do not agree. @param place  what was made for `made_for`
inline void require_agreement(const std::string& place, const Software& made_for, const Software& model) {
  if (!agree(made_for, model))
    throw bad_input(place, text(made_for), "must be of the model's software, " + text(model));
}

}  // namespace perfmodel
