#pragma once
#include <cstdint>
#include <perfmodel/units.hpp>
#include <string_view>

namespace perfmodel::op {

/// What a fused kernel walks over: single elements; rows that it reduces and whose elements it then works on; or sums
/// over the strided dimension.
enum class FusedLoop : std::uint8_t { elements, rows, columns };
inline constexpr std::size_t fused_loop_count = 3;
[[nodiscard]] constexpr std::string_view name(FusedLoop loop) {
  constexpr std::string_view names[fused_loop_count]{"fused", "fused_rows", "fused_columns"};
  return names[static_cast<std::size_t>(loop)];
}

/// Several operations that a compiler put into one kernel: what comes in from memory and what goes out, once each.
struct Fused {
  FusedLoop loop{};
  std::int64_t outputs{};                    ///< elements; of a reduction: its results
  std::int64_t values{1};                    ///< elements of which one result is made
  Bytes read{}, written{};                   ///< tensors of other kernels, each once
  double operations{}, special_functions{};  ///< of all elements together
  double scattered{};                        ///< elements that are added to where indices say, one by one
  double crowded{};                          ///< the same where neighbours in time are added to the same places
  double drawn{};                            ///< random numbers
  Bytes near{};                              ///< of what is read: what earlier kernels of the step have touched
  Bytes since{};                             ///< moved since then, on average over it, with itself
  friend constexpr bool operator==(const Fused&, const Fused&) = default;
};

[[nodiscard]] constexpr double elements_of(const Fused& f) {
  return static_cast<double>(f.outputs) * static_cast<double>(f.values);
}
[[nodiscard]] constexpr Work work(const Fused& f) { return f.operations * flop; }
[[nodiscard]] constexpr Bytes traffic(const Fused& f) { return f.read + f.written; }

}  // namespace perfmodel::op
