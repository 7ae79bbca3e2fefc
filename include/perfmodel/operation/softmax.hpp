#pragma once
#include <cstdint>
#include <perfmodel/device/number_format.hpp>
#include <perfmodel/units.hpp>

namespace perfmodel::op {

/// softmax or log_softmax of each row of rows x columns, without gaps; backward makes the gradient of the input from
/// the result and its gradient.
struct Softmax {
  NumberFormat input{NumberFormat::fp32},
      output{NumberFormat::fp32};  ///< backward: of the result and of the input's gradient
  std::int64_t rows{}, columns{};
  bool logarithm{}, backward{};
  std::int64_t stride{1};  ///< elements from one of a row to its next: so many rows lie interleaved
  friend constexpr bool operator==(const Softmax&, const Softmax&) = default;
};

/// Five operations per element forward (maximum, subtraction, exponential, sum, division), four backward.
[[nodiscard]] constexpr Work work(const Softmax& s) {
  return (s.backward ? 4.0 : 5.0) * static_cast<double>(s.rows) * static_cast<double>(s.columns) * flop;
}
/// Forward: input and result. Backward: result, gradient, and the input's gradient.
[[nodiscard]] constexpr Bytes traffic(const Softmax& s) {
  const double n = static_cast<double>(s.rows) * static_cast<double>(s.columns);
  return n * ((s.backward ? 2.0 : 1.0) * element_size(s.input) + element_size(s.output));
}

}  // namespace perfmodel::op
