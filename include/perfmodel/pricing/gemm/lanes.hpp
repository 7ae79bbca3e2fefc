#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <perfmodel/pricing/gemm/tiling.hpp>

namespace perfmodel {

/// Numbers that the formula of a configuration's time (configuration_time.hpp) is computed with: a double, which is
/// exact, or Lanes, four candidates at once in the single precision of a vector unit, each result at or below the exact
/// one but for the rounding of products and sums (`lanes_rounding`). What has no quick counterpart is bounded from
/// below.
struct Lanes {
  static constexpr std::size_t count = 4;
  typedef float Vector __attribute__((vector_size(sizeof(float) * count)));
  Vector values{};

  Lanes() = default;
  explicit Lanes(double value) : Lanes(static_cast<float>(value)) {}
  explicit Lanes(float value) : values{value, value, value, value} {}
  explicit Lanes(const float* from) { std::memcpy(&values, from, sizeof values); }
  explicit Lanes(const Vector& vector) : values(vector) {}

  void store(float* to) const { std::memcpy(to, &values, sizeof values); }
  [[nodiscard]] float operator[](std::size_t lane) const { return values[lane]; }

  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.values + b.values); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.values - b.values); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.values * b.values); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.values / b.values); }
};

/// What is divided by often. Lanes multiply by an inverse that is a millionth too small, so that rounding lifts no
/// whole quotient above itself and round_up() never gives the next number.
template <class Number>
struct Divisor {
  Number value{}, inverse{};

  Divisor() = default;
  explicit Divisor(Number divisor) : value(divisor), inverse(Number(1.0 - 1e-6) / divisor) {}
};
[[nodiscard]] inline double operator/(double a, const Divisor<double>& b) { return a / b.value; }
[[nodiscard]] inline Lanes operator/(Lanes a, const Divisor<Lanes>& b) { return a * b.inverse; }

/// Times in Lanes are multiplied by this where they must not be above the exact ones: some thirty roundings of 6e-8.
inline constexpr double lanes_rounding = 1.0 - 2e-5;

namespace detail {
using perfmodel::round_up;

/// One number of each of four things.
template <class Things, class Of>
[[nodiscard]] Lanes lanes_from(const Things& things, const Of& of) {
  return Lanes(Lanes::Vector{static_cast<float>(of(things[0])), static_cast<float>(of(things[1])),
                             static_cast<float>(of(things[2])), static_cast<float>(of(things[3]))});
}

[[nodiscard]] constexpr double larger(double a, double b) { return a > b ? a : b; }
[[nodiscard]] inline Lanes larger(Lanes a, Lanes b) { return Lanes(a.values > b.values ? a.values : b.values); }
[[nodiscard]] constexpr double smaller(double a, double b) { return a < b ? a : b; }
[[nodiscard]] inline Lanes smaller(Lanes a, Lanes b) { return Lanes(a.values < b.values ? a.values : b.values); }

/// `value` where `condition` > 0, otherwise `other`.
[[nodiscard]] constexpr double where(double condition, double value, double other) {
  return condition > 0.0 ? value : other;
}
[[nodiscard]] inline Lanes where(Lanes condition, Lanes value, Lanes other) {
  const Lanes::Vector zero{};
  return Lanes(condition.values > zero ? value.values : other.values);
}

/// Rounded up, for values >= 0. Floats from 2^23 on are whole numbers.
[[nodiscard]] inline Lanes round_up(Lanes value) {
  const Lanes whole(8388608.0F), nearest = (value + whole) - whole;
  return Lanes(nearest.values + (nearest.values < value.values ? Lanes(1.0F).values : Lanes::Vector{}));
}

/// sqrt(a^2 + b^2), for a, b >= 0; of Lanes the largest of five tangents (the norm is convex), at most 2 % below.
[[nodiscard]] inline double root_of_squares(double a, double b) { return b > 0.0 ? std::sqrt(a * a + b * b) : a; }
[[nodiscard]] inline Lanes root_of_squares(Lanes a, Lanes b) {
  const Lanes cosine(0.92387F), sine(0.38268F), root(0.70710F);  // of 22.5 degrees; of 45
  const Lanes steep = cosine * a + sine * b, flat = sine * a + cosine * b;
  return larger(larger(larger(a, b), root * (a + b)), larger(steep, flat));
}
}  // namespace detail

}  // namespace perfmodel
