#pragma once
#include <cmath>

/// |got / expected - 1|, whatever their size: doctest::Approx compares numbers below 1 by their difference,
/// unless it is told scale(0.0).
[[nodiscard]] inline double relative_error(double got, double expected) { return std::abs(got / expected - 1.0); }
