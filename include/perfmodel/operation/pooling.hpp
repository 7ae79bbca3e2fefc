#pragma once
#include <cstdint>
#include <perfmodel/operation/operand.hpp>

namespace perfmodel {

enum class PoolingKind : std::uint8_t { maximum, average };

namespace op {

/// A window slides over height and width of images, or over depth, too. Maximum pooling writes an int64 index beside
/// each result, which its backward reads.
struct Pooling {
  PoolingKind what{PoolingKind::maximum};
  bool backward{};
  Operand image{};  ///< [batch, channels, height, width], or depth in front of the height
  Shape result{};
  double window{};  ///< elements of a window
  bool fitted{};    ///< windows are as large as the result asks for (adaptive pooling)
  friend constexpr bool operator==(const Pooling&, const Pooling&) = default;
};
/// One operation per window element: 9 per output for 3 x 3. NVIDIA, "GPU Performance Background User's Guide",
/// Table 1.
[[nodiscard]] constexpr Work work(const Pooling& p) {
  return p.window * static_cast<double>(elements(p.result)) * flop;
}
[[nodiscard]] constexpr Bytes index_bytes(const Pooling& p) {
  return p.what == PoolingKind::maximum ? 8.0 * static_cast<double>(elements(p.result)) * byte : Bytes{};
}
[[nodiscard]] constexpr Bytes result_bytes(const Pooling& p) {
  return static_cast<double>(elements(p.result)) * element_size(p.image.format);
}
[[nodiscard]] constexpr Bytes traffic(const Pooling& p) { return bytes(p.image) + result_bytes(p) + index_bytes(p); }

/// Images sampled at other places: regions resampled bilinearly (RoI align: four samples a bin), nearest neighbours, or
/// results between four (bilinear), eight (trilinear) or sixteen neighbours (bicubic).
struct Resampling {
  enum class Method : std::uint8_t { regions, nearest, bilinear, bicubic, trilinear } method{Method::nearest};
  bool backward{};
  Operand image{};
  Shape result{};
  bool fresh{};  ///< the kernel before has just written the image
  friend constexpr bool operator==(const Resampling&, const Resampling&) = default;
};
/// Four bilinear samples a bin of 8 operations each; nearest neighbours are copied; two operations for each of the
/// neighbours that a result lies between.
[[nodiscard]] constexpr Work work(const Resampling& r) {
  using enum Resampling::Method;
  const double each = r.method == regions || r.method == bicubic ? 32.0
                      : r.method == bilinear                     ? 8.0
                      : r.method == trilinear                    ? 16.0
                                                                 : 0.0;
  return each * static_cast<double>(elements(r.result)) * flop;
}
[[nodiscard]] constexpr Bytes traffic(const Resampling& r) {
  return bytes(r.image) + static_cast<double>(elements(r.result)) * element_size(r.image.format);
}

}  // namespace op
}  // namespace perfmodel
