#pragma once
#include <algorithm>
#include <cmath>

namespace perfmodel {

/// Time of work whose parts overlap: (a^p + b^p + c^p)^(1/p) with p = 2^doublings, a maximum that costs something where
/// parts are about as long. 0 doublings: the parts add up; many: the longest alone counts. Only products and roots.
/// @param negligible  the longest part alone counts where the p-th powers of the others are below this share of its own
/// @pre a, b, c >= 0, in one unit; doublings >= 0
[[nodiscard]] inline double overlap(double a, double b, double c, int doublings, double negligible = 0.0) {
  const double longest = std::max({a, b, c});
  if (!(longest > 0.0)) return 0.0;
  a /= longest, b /= longest, c /= longest;
  for (int i = 0; i < doublings; ++i) a *= a, b *= b, c *= c;
  double sum = a + b + c;
  if (sum < 1.0 + negligible) return longest;
  for (int i = 0; i < doublings; ++i) sum = std::sqrt(sum);
  return longest * sum;
}
[[nodiscard]] inline double overlap(double a, double b, int doublings) { return overlap(a, b, 0.0, doublings); }

}  // namespace perfmodel
