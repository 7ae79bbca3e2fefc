#pragma once
#include <algorithm>
#include <cmath>
#include <perfmodel/operation/pooling.hpp>

namespace perfmodel::compile {

/// Loops over images whose elements look at several of another image, or add to several.

/// Windows of up to 25 elements; larger ones, fitted ones backward, signals and volumes call the library. PyTorch,
/// torch/_inductor/lowering.py.
[[nodiscard]] constexpr bool is_loop(const op::Pooling& p) {
  constexpr double most_window = 25.0;
  constexpr std::size_t image_rank = 4;
  return p.window <= most_window && !(p.fitted && p.backward) && p.image.shape.rank == image_rank;
}

/// Windows that an element of the image lies in.
[[nodiscard]] inline double windows_of_element(const op::Pooling& p) {
  const double results = static_cast<double>(std::max<std::int64_t>(1, elements(p.result))),
               stride = std::max(1.0, std::round(std::sqrt(static_cast<double>(elements(p.image.shape)) / results))),
               along = std::ceil(std::sqrt(p.window) / stride);
  return along * along;
}

/// Arithmetic of all looks: a place, its bound, what lies there, a comparison. Backward an element looks at the place
/// and the gradient of each window that it lies in.
[[nodiscard]] inline double operations_of_windows(const op::Pooling& p) {
  constexpr double each = 4.0;
  return p.backward ? each * (1.0 + 2.0 * windows_of_element(p)) * static_cast<double>(elements(p.image.shape))
                    : each * p.window * static_cast<double>(elements(p.result));
}

/// Elements to which a loop adds each gradient of a resized image; none: it calls the library.
[[nodiscard]] constexpr double neighbours_of(const op::Resampling& r) {
  constexpr double corners = 4.0;
  return r.method == op::Resampling::Method::nearest    ? 1.0
         : r.method == op::Resampling::Method::bilinear ? corners
                                                        : 0.0;
}

/// Neighbours in memory that are added to one place, and by one instruction: along a line of a plane.
[[nodiscard]] constexpr double added_together(const op::Resampling& r, bool channels_last) {
  const bool planes = !channels_last && innermost(r.image) + 1 == r.image.shape.rank;
  const auto line = static_cast<double>(std::max<std::int64_t>(1, r.image.shape.back()));
  return planes ? std::max(1.0, static_cast<double>(r.result.back()) / line) : 1.0;
}

}  // namespace perfmodel::compile
