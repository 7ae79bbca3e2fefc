#pragma once
/// Numbers with unit, kind and source: {"value": 1410, "unit": "MHz", "kind": "published", "source":
/// "a100-whitepaper"}.
#include <cstdint>
#include <string>
#include <string_view>

namespace perfmodel::json {

/// How a number came to be. Published: printed in the source. Measured: somebody ran it. Estimated: derived or guessed;
/// the note says how.
enum class Kind : std::uint8_t { published, measured, estimated };
[[nodiscard]] constexpr std::string_view name(Kind kind) {
  return kind == Kind::published ? "published" : kind == Kind::measured ? "measured" : "estimated";
}

/// A number as the file has it, and the quantity it means.
template <class Q>
struct Sourced {
  Q quantity{};
  double value{};
  std::string unit{};
  Kind kind{};
  std::string source{};  ///< id in the file's or the folder's table of sources
  std::string note{};    ///< how an estimate was derived; may be empty otherwise
};

}  // namespace perfmodel::json
