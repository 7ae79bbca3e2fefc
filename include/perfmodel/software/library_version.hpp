#pragma once
/// Versions of what a framework's release brings with it: NVIDIA's libraries by number, the framework's own kernels by
/// the release that they are known from.
#include <array>
#include <charconv>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <string>
#include <string_view>
#include <system_error>

namespace perfmodel {

/// Version of cuBLAS or cuDNN as 100 * major + minor: 1100 is 11.0. `newest_library`: the last one, whatever it is.
using LibraryVersion = int;
inline constexpr LibraryVersion newest_library = 9999;

/// "12.1" -> 1201, "11" -> 1100, "newest" -> newest_library.
/// @throws Error, placed at `place`, if the word is none of these
[[nodiscard]] inline LibraryVersion library_version_from(std::string_view word, const std::string& place) {
  if (word == "newest") return newest_library;
  const auto bad = [&] {
    return bad_input(place, '"' + std::string(word) + '"', "must be a cuBLAS version like 12.1, or newest");
  };
  int major = 0, minor = 0;
  const char* const end = word.data() + word.size();
  const auto [dot, error] = std::from_chars(word.data(), end, major);
  if (error != std::errc{} || major < 1 || major > 98) throw bad();
  if (dot == end) return 100 * major;
  if (*dot != '.' || dot + 1 == end) throw bad();
  const auto [rest, trouble] = std::from_chars(dot + 1, end, minor);
  if (trouble != std::errc{} || rest != end || minor < 0 || minor > 99) throw bad();
  return 100 * major + minor;
}

/// 1201 -> "12.1"
[[nodiscard]] inline std::string library_version_text(LibraryVersion version) {
  if (version == newest_library) return "newest";
  return std::to_string(version / 100) + '.' + std::to_string(version % 100);
}

/// Whose kernels run what no library runs (softmax, norms, reductions, pointwise): they change with the framework, and
/// their organisation decides the time of short and of long rows.
enum class KernelVersion : std::uint8_t { pytorch_2_1, pytorch_2_11 };
inline constexpr std::size_t kernel_version_count = 2;

[[nodiscard]] constexpr std::string_view name(KernelVersion version) {
  constexpr std::array<std::string_view, kernel_version_count> names{"PyTorch 2.1", "PyTorch 2.11"};
  return names[static_cast<std::size_t>(version)];
}

/// Whose kernels run fused attention of 16-bit numbers: FlashAttention's first ones, those of FlashAttention-2, or
/// cuDNN's on cards that have warp-group instructions and FlashAttention-2's on others.
enum class AttentionVersion : std::uint8_t { flash_1, flash_2, cudnn };

}  // namespace perfmodel
