#pragma once
#include <array>
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

enum class PoolingKind : std::uint8_t { maximum, average };

/// A window slides over height and width of [batch, channels, height, width].
struct Pooling {
  PoolingKind what{PoolingKind::maximum};
  std::int64_t window_h{2}, window_w{2}, stride_h{2}, stride_w{2}, pad_h{}, pad_w{};
  bool ceil_mode{};  ///< partial windows at the far edges count
};

/// Windows chosen so that the output has this height and width (1 x 1: global pooling).
struct AdaptivePooling {
  PoolingKind what{PoolingKind::average};
  std::int64_t height{1}, width{1};
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
[[nodiscard]] inline Shape output_shape(const Pooling& p, InputShapes inputs) {
  require_inputs(inputs, 1);
  const Shape& x = inputs[0];
  for (const std::int64_t v : {p.window_h, p.window_w, p.stride_h, p.stride_w})
    require_at_least("pooling window or stride", v, 1);
  if (x.rank != 4) throw bad_input("input shape", text(x), "pooling takes [batch, channels, height, width]");
  if (p.pad_h < 0 || p.pad_w < 0 || 2 * p.pad_h > p.window_h || 2 * p.pad_w > p.window_w)
    throw bad_input("pooling padding", text(Shape{p.pad_h, p.pad_w}),
                    "must be at most half the window " + text(Shape{p.window_h, p.window_w}));
  if (x[2] + 2 * p.pad_h < p.window_h || x[3] + 2 * p.pad_w < p.window_w)
    throw bad_input("input shape", text(x), "must hold a window of " + text(Shape{p.window_h, p.window_w}));
  return {x[0], x[1], detail::pooled(x[2], p.window_h, p.stride_h, p.pad_h, p.ceil_mode),
          detail::pooled(x[3], p.window_w, p.stride_w, p.pad_w, p.ceil_mode)};
}

[[nodiscard]] inline Shape output_shape(const AdaptivePooling& p, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("adaptive pooling height", p.height, 1);
  require_at_least("adaptive pooling width", p.width, 1);
  if (inputs[0].rank != 4)
    throw bad_input("input shape", text(inputs[0]), "pooling takes [batch, channels, height, width]");
  return {inputs[0][0], inputs[0][1], p.height, p.width};
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Pooling&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const AdaptivePooling&, InputShapes) { return {}; }

/// One operation per window element: 9 per output for 3 x 3. NVIDIA, "GPU Performance Background User's Guide",
/// Table 1.
[[nodiscard]] inline Work forward_work(const Pooling& p, InputShapes inputs) {
  return static_cast<double>(p.window_h * p.window_w) * static_cast<double>(elements(output_shape(p, inputs))) * flop;
}
/// Every input element once.
[[nodiscard]] constexpr Work forward_work(const AdaptivePooling&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}

namespace detail {
/// SM cycles of pooling, whose kernels are limited by index arithmetic: per output element forward, per input element
/// backward, and per window element (forward) or window that covers it (backward). NCHW: fitted to the poolings of ResNet-50,
/// VGG-16, Inception v3 and DenseNet-121 on an H200 (steps of devices/calibrated/raw/h200-sxm/pytorch_networks.csv), confirmed by
/// single calls (pytorch_pooling.csv, 1 to 3 %). NHWC: single calls, 11 %.
struct PoolingCycles {
  double element{}, window{};
};
/// by kind, memory format
using PoolingTable = std::array<std::array<PoolingCycles, 2>, 2>;
inline constexpr PoolingTable pooling_forward{{{{{2.23, 0.22}, {1.55, 0.43}}}, {{{3.27, 0.0}, {5.9, 0.0}}}}};
inline constexpr PoolingTable pooling_backward{{{{{2.21, 0.34}, {0.20, 1.03}}}, {{{4.03, 0.408}, {3.8, 0.54}}}}};

/// Maximum pooling writes an int64 index beside each result and saves it with the input; backward scatters dy into a
/// zeroed dx. Average pooling saves the input. PyTorch, aten/src/ATen/native/cuda/{DilatedMaxPool2d,AveragePool2d}.cu.
[[nodiscard]] inline Tensor pool(TraceWriter& writer, PoolingKind what, const Tensor& x, const Shape& shape,
                                 Work work) {
  writer.host(HostOp::pooling);
  const bool maximum = what == PoolingKind::maximum;
  Tensor y = writer.allocate(shape, x.format());
  const Tensor indices = maximum ? writer.allocate(shape, int64_storage) : Tensor{};
  Streaming kernel{.kind = StreamingKind::pooling,
                   .format = x.format(),
                   .columns = y.size(),
                   .read = x.bytes(),
                   .written = y.bytes() + indices.bytes(),
                   .work = work};
  const double visits = in(work, flop);  // window elements in all
  const std::size_t kind = maximum ? 0 : 1, layout = writer.options().memory_format == MemoryFormat::nhwc ? 1 : 0;
  const PoolingCycles there = pooling_forward[kind][layout], back_there = pooling_backward[kind][layout];
  kernel.issue_cycles = there.element * static_cast<double>(y.size()) + there.window * visits;
  const double back_cycles = back_there.element * static_cast<double>(x.size()) + back_there.window * visits;
  writer.launch(kernel);
  return writer.record(
      std::move(y), {x},
      [x = x.detach(), indices, kernel, maximum, back_cycles](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::pooling_backward);
        grads[0] = allocate_like(w, x);
        if (maximum)
          w.launch(
              Streaming{.kind = StreamingKind::fill, .format = x.format(), .columns = x.size(), .written = x.bytes()});
        Streaming back = kernel;
        back.backward = true;
        back.columns = x.size();
        back.read = outputs[0].bytes() + indices.bytes();
        back.written = x.bytes();
        back.issue_cycles = back_cycles;
        w.launch(back);
      });
}
}  // namespace detail

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Pooling& layer, Inputs inputs, Parameters) {
  const Shape in = inputs[0].shape();
  return detail::pool(writer, layer.what, inputs[0], output_shape(layer, InputShapes(&in, 1)),
                      forward_work(layer, InputShapes(&in, 1)));
}

/// Average pooling to 1 x 1 is a mean over the positions; its backward spreads dy, without needing x.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const AdaptivePooling& layer, Inputs inputs, Parameters) {
  const Shape in = inputs[0].shape();
  const Shape out = output_shape(layer, InputShapes(&in, 1));
  const Work work = forward_work(layer, InputShapes(&in, 1));
  if (layer.what == PoolingKind::maximum || layer.height != 1 || layer.width != 1)
    return detail::pool(writer, layer.what, inputs[0], out, work);
  const Tensor& x = inputs[0];
  writer.host(HostOp::pooling);
  Tensor y = writer.allocate(out, x.format());
  writer.launch(Streaming{.kind = StreamingKind::row_reduction,
                          .format = x.format(),
                          .rows = y.size(),
                          .columns = x.size() / y.size(),
                          .read = x.bytes(),
                          .written = y.bytes(),
                          .work = work});
  return writer.record(
      std::move(y), {x}, [in, format = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::pooling_backward);
        grads[0] = w.allocate(in, format, MemoryClass::temporary);
        w.launch(elementwise(format, grads[0].size(), outputs[0].bytes(), grads[0].bytes(), {1, 0}, true));
      });
}

}  // namespace perfmodel
