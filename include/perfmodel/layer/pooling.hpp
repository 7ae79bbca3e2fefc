#pragma once
#include <array>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// A window slides over height and width of [batch, channels, height, width].
struct Pooling {
  PoolingKind what{PoolingKind::maximum};
  std::int64_t window_h{2}, window_w{2}, stride_h{2}, stride_w{2}, pad_h{}, pad_w{};
  bool ceil_mode{};  ///< partial windows at the far edges count
  friend constexpr bool operator==(const Pooling&, const Pooling&) = default;
};

/// Windows chosen so that the output has this height and width (1 x 1: global pooling).
struct AdaptivePooling {
  PoolingKind what{PoolingKind::average};
  std::int64_t height{1}, width{1};
  friend constexpr bool operator==(const AdaptivePooling&, const AdaptivePooling&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Pooling& p) {
  return p.what == PoolingKind::maximum ? "max_pool" : "avg_pool";
}
[[nodiscard]] constexpr std::string_view kind(const AdaptivePooling& p) {
  return p.what == PoolingKind::maximum ? "adaptive_max_pool" : "adaptive_avg_pool";
}

namespace detail {
/// PyTorch, aten/src/ATen/native/Pool.h, pooling_output_shape: the last window must start inside input or left padding.
[[nodiscard]] constexpr std::int64_t pooled(std::int64_t size, std::int64_t window, std::int64_t stride,
                                            std::int64_t pad, bool ceil) {
  std::int64_t out = (size + 2 * pad - window + (ceil ? stride - 1 : 0)) / stride + 1;
  if (ceil && (out - 1) * stride >= size + pad) --out;
  return out;
}
}  // namespace detail

/// @throws Error if the input has not 4 dimensions or the window does not fit into it
[[nodiscard]] Shape output_shape(const Pooling& p, InputShapes inputs);

[[nodiscard]] Shape output_shape(const AdaptivePooling& p, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Pooling&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const AdaptivePooling&, InputShapes) { return {}; }

/// One operation per window element: 9 per output for 3 x 3. NVIDIA, "GPU Performance Background User's Guide",
/// Table 1.
[[nodiscard]] Work forward_work(const Pooling& p, InputShapes inputs);
/// Every input element once.
[[nodiscard]] constexpr Work forward_work(const AdaptivePooling&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// Maximum pooling writes an int64 index beside each result and saves it with the input; backward adds dy into a zeroed
/// dx. Average pooling saves the input. PyTorch, aten/src/ATen/native/cuda/{DilatedMaxPool2d,AveragePool2d}.cu.
[[nodiscard]] Tensor pool(TraceWriter& writer, PoolingKind what, const Tensor& x, const Shape& shape, double window);
}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const Pooling& layer, Inputs inputs, Parameters);

/// Average pooling to 1 x 1 is a mean over the positions; its backward spreads dy, without needing x, over a gradient
/// that lies plane by plane. PyTorch, aten/src/ATen/native/AdaptiveAveragePooling.cpp, adaptive_avg_pool2d.
[[nodiscard]] Tensor forward(TraceWriter& writer, const AdaptivePooling& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/pooling.ipp>
#endif
