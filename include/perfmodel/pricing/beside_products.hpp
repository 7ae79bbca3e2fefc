#pragma once

namespace perfmodel {

/// A kernel's time over that of its multiplications where these go at `rate` of the speed at which it was `factor`:
/// what it does beside them takes as many cycles, and so a share of them that goes with their rate.
[[nodiscard]] constexpr double factor_at_rate(double factor, double rate) { return 1.0 + rate * (factor - 1.0); }

}  // namespace perfmodel
