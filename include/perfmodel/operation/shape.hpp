#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <perfmodel/error.hpp>
#include <string>

namespace perfmodel {

/// Extents of a tensor, outermost first; the batch is extent 0. Rank 0 is a scalar.
struct Shape {
  static constexpr std::size_t max_rank = 6;
  std::array<std::int64_t, max_rank> extent{};
  std::size_t rank{};

  constexpr Shape() = default;
  /// @throws Error if there are more than six extents
  constexpr Shape(std::initializer_list<std::int64_t> extents) {
    for (const std::int64_t e : extents) push_back(e);
  }
  constexpr void push_back(std::int64_t e) {
    if (rank == max_rank) throw bad_input("shape", "more than 6 dimensions", "tensors have at most 6");
    extent[rank++] = e;
  }
  [[nodiscard]] constexpr std::int64_t operator[](std::size_t i) const { return extent[i]; }
  [[nodiscard]] constexpr std::int64_t back() const { return rank == 0 ? 1 : extent[rank - 1]; }
  /// The same shape with another innermost extent: what a linear layer does to its input. @pre rank > 0
  [[nodiscard]] constexpr Shape with_back(std::int64_t last) const {
    Shape s = *this;
    s.extent[rank - 1] = last;
    return s;
  }
  friend constexpr bool operator==(const Shape& a, const Shape& b) {
    if (a.rank != b.rank) return false;
    for (std::size_t i = 0; i < a.rank; ++i)
      if (a.extent[i] != b.extent[i]) return false;
    return true;
  }
};

/// "[64, 4096]", for messages and tables.
[[nodiscard]] inline std::string text(const Shape& shape) {
  std::string s = "[";
  for (std::size_t i = 0; i < shape.rank; ++i) s += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return s + "]";
}

namespace detail {
/// checked_product() of large factors, whose product is seldom asked for: apart, so that others are no call.
[[nodiscard, gnu::cold]] constexpr std::int64_t checked_large_product(std::int64_t a, std::int64_t b) {
  if (a < 0 || b < 0) throw bad_input("size", "a negative number", "must be >= 0");
  if (a != 0 && b > std::numeric_limits<std::int64_t>::max() / a)
    throw bad_input("size", std::to_string(a) + " x " + std::to_string(b), "the product must fit 63 bits");
  return a * b;
}
}  // namespace detail

/// a x b for counts. @throws Error if the product does not fit 64 bits or a factor is negative
[[nodiscard, gnu::always_inline]] inline constexpr std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  constexpr std::uint64_t half = std::uint64_t{1} << 31;  // of two below it the product fits: no division
  if ((static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b)) < half) return a * b;
  return detail::checked_large_product(a, b);
}

/// Number of elements. @throws Error if it does not fit 64 bits
[[nodiscard]] constexpr std::int64_t elements(const Shape& shape) {
  std::int64_t n = 1;
  for (std::size_t i = 0; i < shape.rank; ++i) n = checked_product(n, shape[i]);
  return n;
}

/// Rows of the matrix a reduction or a product over the innermost dimension sees: elements / innermost extent.
[[nodiscard]] constexpr std::int64_t rows(const Shape& shape) {
  std::int64_t n = 1;
  for (std::size_t i = 0; i + 1 < shape.rank; ++i) n = checked_product(n, shape[i]);
  return n;
}

}  // namespace perfmodel
