#pragma once
#include <cstdint>
#include <perfmodel/operation/operand.hpp>

namespace perfmodel::op {

/// A sum (mean, maximum, any) over some dimensions of `input`: those in which `output` has the extent 1. Accumulation
/// is FP32.
struct Reduction {
  /// What a thread keeps of the values that it has seen: their sum or product, the largest (or whether any is true),
  /// running moments (variances), the largest and its place.
  enum class What : std::uint8_t { sums, extremes, moments, places };
  Operand input{}, output{};
  What what{What::sums};
  friend constexpr bool operator==(const Reduction&, const Reduction&) = default;
};

/// The reduction of rows x columns, packed, over its columns (contiguous elements) or over its rows.
enum class ReducedDimension : std::uint8_t { rows, columns };
[[nodiscard]] constexpr Reduction matrix_sum(std::int64_t rows, std::int64_t columns, NumberFormat format,
                                             ReducedDimension reduced) {
  return {.input = packed({rows, columns}, format),
          .output = packed(reduced == ReducedDimension::rows ? Shape{1, columns} : Shape{rows, 1}, format)};
}

/// The sum of each channel, which is dimension 1: gradients of what is added to channels.
[[nodiscard]] constexpr Reduction channel_sum(const Operand& input) {
  Shape kept = input.shape;
  for (std::size_t i = 0; i < kept.rank; ++i)
    if (i != 1) kept.extent[i] = 1;
  return {.input = input, .output = packed(kept, input.format)};
}

[[nodiscard]] constexpr std::int64_t outputs_of(const Reduction& r) { return elements(r.output.shape); }
/// Values that one result is the sum of.
[[nodiscard]] constexpr std::int64_t values_of(const Reduction& r) {
  const std::int64_t outputs = outputs_of(r);
  return outputs == 0 ? 0 : elements(r.input.shape) / outputs;
}
/// Whether neighbours in memory are added to each other; otherwise neighbours belong to different results.
[[nodiscard]] constexpr bool is_contiguous(const Reduction& r) {
  if (outputs_of(r) == 1) return true;
  const std::size_t inner = innermost(r.input);
  return inner >= r.input.shape.rank || r.output.shape[inner] == 1;
}

/// Running sums (products, maxima) of rows: `columns` of them each, `stride` elements apart. 1: they lie side by side.
struct Scan {
  NumberFormat format{NumberFormat::fp32};
  std::int64_t rows{}, columns{}, stride{1};
  bool pairs{};  ///< what runs along is two numbers, or the logarithm of a sum
  friend constexpr bool operator==(const Scan&, const Scan&) = default;
};
[[nodiscard]] constexpr Work work(const Scan& s) {
  return static_cast<double>(s.rows) * static_cast<double>(s.columns) * flop;
}
[[nodiscard]] constexpr Bytes traffic(const Scan& s) {
  return 2.0 * static_cast<double>(s.rows) * static_cast<double>(s.columns) * element_size(s.format);
}

[[nodiscard]] constexpr Work work(const Reduction& r) { return static_cast<double>(elements(r.input.shape)) * flop; }
[[nodiscard]] constexpr Bytes traffic(const Reduction& r) { return bytes(r.input) + bytes(r.output); }

}  // namespace perfmodel::op
