#pragma once
/// Matrix products, convolutions and attention of a recorded step.
#include <perfmodel/layer/convolution.hpp>
#include <perfmodel/layer/fused_attention.hpp>
#include <perfmodel/recording/call.hpp>
#include <vector>

namespace perfmodel::recorded {

namespace detail {

/// Whether the last two dimensions lie as rows x columns (N), as their transpose (T), or otherwise.
enum class Lies : std::uint8_t { rows, columns, neither };
[[nodiscard]] constexpr Lies lies(const Operand& x) {
  const std::size_t row = x.shape.rank - 2, column = x.shape.rank - 1;
  const std::int64_t m = x.shape[row], n = x.shape[column];
  if ((x.strides[column] == 1 || n == 1) && (x.strides[row] >= n || m == 1)) return Lies::rows;
  if ((x.strides[row] == 1 || m == 1) && (x.strides[column] >= m || n == 1)) return Lies::columns;
  return Lies::neither;
}
[[nodiscard]] inline Lies taken(const Operand& x, Plan& work) {
  const Lies how = lies(x);
  if (how == Lies::neither) (void)contiguous(x, work);
  return how;
}

/// a x b of matrices, or of batches of them.
[[nodiscard]] inline Gemm product(const Call& c, const Operand& a, const Operand& b, Plan& work) {
  const bool batched = a.shape.rank == 3;
  const std::size_t r = batched ? 1 : 0;
  const bool at = taken(a, work) == Lies::columns, bt = taken(b, work) == Lies::columns;
  return {.format = multiplied(a.format, c.recording.tf32),
          .layout = at ? (bt ? Layout::tt : Layout::tn) : (bt ? Layout::nt : Layout::nn),
          .batch = batched ? a.shape[0] : 1,
          .m = a.shape[r],
          .n = b.shape[r + 1],
          .k = a.shape[r + 1],
          .output = c.out().format,
          .repeated_b = batched && b.strides[0] == 0 && b.shape[0] > 1};
}

/// One group of `count`, equally long ones, along dimension `along` of a matrix; of a batch of matrices one.
[[nodiscard]] inline Operand of_a_group(const Operand& x, std::size_t along, std::int64_t count) {
  Operand one = x;
  if (x.shape.rank == 3) {
    one = packed({x.shape[1], x.shape[2]}, x.format);
    one.strides[0] = x.strides[1], one.strides[1] = x.strides[2];
  } else {
    one.shape.extent[along] = (x.shape[along] + count - 1) / count;
  }
  return one;
}

/// A vector as a matrix of one column.
[[nodiscard]] inline Operand as_column(Operand x) {
  if (x.shape.rank > 1) return x;
  const std::int64_t n = elements(x.shape);
  return packed({n, 1}, x.format);
}

/// C = bias + a b. A bias vector rides in the epilogue where the framework has one; any other is copied into C first.
inline void added_product(const Call& c, std::size_t first, Plan& work) {
  const Operand bias = c.in(0), y = c.out();
  Gemm g = product(c, c.in(first), c.in(first + 1), work);
  work.results(1);
  if (bias.shape.rank == 1 && c.rules.bias_in_epilogue && g.batch == 1) {
    g.epilogue = Epilogue::bias;
  } else {
    if (c.list(0)[0].storage != c.event.results[0].storage) work.run(op::pointwise(PointwiseFunction::copy, {bias}, y));
    g.epilogue = Epilogue::accumulate;
  }
  work.run(g);
}

/// Extents behind batch and channels: signals are one row.
struct Volume {
  std::int64_t n{1}, c{1}, depth{1}, h{1}, w{1};
};
[[nodiscard]] inline Volume volume(const Shape& s) {
  Volume v{.n = s[0], .c = s.rank > 1 ? s[1] : 1};
  if (s.rank == 3) v.w = s[2];
  if (s.rank >= 4) v.h = s[s.rank - 2], v.w = s[s.rank - 1];
  if (s.rank >= 5) v.depth = s[2];
  return v;
}

struct ConvolutionArguments {
  std::vector<std::int64_t> stride{}, pad{}, dilation{};
  bool transposed{};
  std::int64_t groups{1};
};

[[nodiscard]] inline Convolution convolution(const Call& c, const Operand& x, const Operand& weight, const Shape& y,
                                             const ConvolutionArguments& a, ConvolutionPass pass, bool together) {
  const auto last = [](const std::vector<std::int64_t>& list, std::size_t from_end, std::int64_t absent) {
    if (list.empty()) return absent;
    return list.size() > from_end ? list[list.size() - 1 - from_end]
                                  : (list.size() == 1 && from_end == 1 ? absent : list[0]);
  };
  const Volume in = volume(x.shape), out = volume(y), filter = volume(weight.shape);
  const bool signal = x.shape.rank == 3;
  const Convolution2d layer{.in = in.c,
                            .out = out.c,
                            .kernel_h = filter.h,
                            .kernel_w = filter.w,
                            .stride_h = signal ? 1 : last(a.stride, 1, 1),
                            .stride_w = last(a.stride, 0, 1),
                            .pad_h = signal ? 0 : last(a.pad, 1, 0),
                            .pad_w = last(a.pad, 0, 0),
                            .dilation_h = signal ? 1 : last(a.dilation, 1, 1),
                            .dilation_w = last(a.dilation, 0, 1),
                            .groups = a.groups,
                            .transposed = a.transposed};
  const bool deep = x.shape.rank >= 5;
  Convolution made = convolution_pass(layer, {in.n, in.c, in.h, in.w}, {out.n, out.c, out.h, out.w},
                                      multiplied(x.format, c.recording.tf32_convolutions),
                                      together ? MemoryFormat::nhwc : MemoryFormat::nchw, pass);
  made.d = (a.transposed ? out : in).depth, made.t = filter.depth;
  made.stride_d = deep ? last(a.stride, 2, 1) : 1, made.pad_d = deep ? last(a.pad, 2, 0) : 0;
  made.dilation_d = deep ? last(a.dilation, 2, 1) : 1;
  made = as_images(made);
  constexpr double layers_between = 40.0;  // as bytes_between_uses() of layer/convolution.hpp
  made.between =
      c.parameters + layers_between * static_cast<double>(elements(x.shape) + elements(y)) * element_size(x.format);
  return made;
}

/// cuDNN takes images without gaps, channels together or plane by plane; what lies otherwise is copied.
inline void laid_out(const Operand& x, bool together, Plan& work) {
  if (x.shape.rank != 4) return (void)contiguous(x, work);
  const Operand wanted{.shape = x.shape,
                       .strides = together ? channels_last_strides(x.shape) : packed_strides(x.shape),
                       .format = x.format};
  if (same_order(x, wanted)) return;
  work.temporary(bytes(wanted)).run(op::pointwise(PointwiseFunction::copy, {x}, wanted));
}
[[nodiscard]] inline bool channels_together(const Operand& x) {
  return x.shape.rank == 4 && has_channels_together(x) && !same_order(x, packed(x.shape, x.format));
}
}  // namespace detail

inline void matrix_product(const Call& c, Plan& work) {
  const Operand a = c.in(0), b = detail::as_column(c.in(1));
  if (a.shape.rank == 1) {  // of two vectors
    work.results(1).run(op::Reduction{.input = a, .output = packed(Shape{1}, a.format)});
    return;
  }
  const Gemm g = detail::product(c, a, b, work);
  work.results(1).run(g).drop();
}
/// (a, b, where groups end): rows of a by a matrix of their group's own, and gradients: groups of columns, or of what
/// is summed. Groups are taken as equally long. In 16 bits one kernel; else a product each. PyTorch,
/// aten/src/ATen/native/cuda/GroupedBlas.cpp, _grouped_mm_cuda.
inline void grouped_products(const Call& c, Plan& work) {
  const Operand a = c.in(0), b = c.in(1);
  const std::size_t of_matrices = 3;
  const std::int64_t groups = std::max<std::int64_t>(1, b.shape.rank == of_matrices   ? b.shape[0]
                                                        : a.shape.rank == of_matrices ? a.shape[0]
                                                                                      : c.out().shape[0]);
  const bool summed = a.shape.rank != of_matrices && b.shape.rank != of_matrices;
  Gemm g = detail::product(c, detail::of_a_group(a, summed ? 1 : 0, groups),
                           detail::of_a_group(b, summed ? 0 : 1, groups), work);
  work.results(1);
  const bool together = bits(g.format) <= 16;
  if (together) g.batch = groups;
  for (std::int64_t i = 0; i < (together ? 1 : groups); ++i) work.run(g);
}
inline void matrix_product_with_bias(const Call& c, Plan& work) {
  detail::added_product(c, 1, work);
  work.drop();
}

/// convolution(x, weight, bias, stride, padding, dilation, transposed, output_padding, groups); the bias is added in
/// place by an operation of its own.
inline void convolution(const Call& c, Plan& work) {
  const Operand x = c.in(0), weight = c.in(1), y = c.out();
  const bool together = detail::channels_together(y);
  const detail::ConvolutionArguments a{c.numbers(3), c.numbers(4), c.numbers(5), c.number(6) != 0, c.number(8, 1)};
  detail::laid_out(x, together, work);
  if (weight.shape.rank == 4 && elements(weight.shape) > 0 && weight.shape[2] * weight.shape[3] > 1)
    detail::laid_out(weight, together, work);
  work.results(1)
      .run(detail::convolution(c, x, weight, y.shape, a, ConvolutionPass::forward, together),
           {.arguments = bit(0) | bit(1)})
      .drop();
  if (!c.has(2)) return;
  Shape one{1, y.shape[1]};
  for (std::size_t i = 2; i < y.shape.rank; ++i) one.push_back(1);
  work.run(op::pointwise(PointwiseFunction::add, {y, packed(one, y.format)}, y),
           {.arguments = bit(2), .reads_results = true});
}

/// convolution_backward(dy, x, weight, bias sizes, stride, padding, dilation, transposed, output padding, groups,
/// which): gradients of input, filter and bias, as far as they are wanted.
inline void convolution_backward(const Call& c, Plan& work) {
  const Operand dy = c.in(0), x = c.in(1), weight = c.in(2);
  const detail::ConvolutionArguments a{c.numbers(4), c.numbers(5), c.numbers(6), c.number(7) != 0, c.number(9, 1)};
  std::vector<std::int64_t> which = c.numbers(10);
  which.resize(3, 1);
  const bool together = detail::channels_together(x) || detail::channels_together(weight);
  std::int64_t made = 0;
  detail::laid_out(x, together, work);
  for (std::size_t i = 0; i < 2; ++i) {
    if (which[i] == 0) continue;
    detail::laid_out(dy, together, work);
    work.results(++made).run(
        detail::convolution(c, x, weight, dy.shape, a,
                            i == 0 ? ConvolutionPass::input_gradient : ConvolutionPass::weight_gradient, together),
        {.arguments = bit(0) | (i == 0 ? bit(2) : bit(1)), .results = bit(made - 1)});
  }
  work.drop();
  if (which[2] == 0) return;
  work.results(made + 1).run(op::channel_sum(dy), {.arguments = bit(0), .results = bit(made)});
}

namespace detail {
[[nodiscard]] inline Attention attention(const Call& c, const Operand& q, const Operand& k, bool causal, bool dropout) {
  Attention a = attention_between(q.shape, k.shape, multiplied(q.format, c.recording.tf32));
  a.causal = causal;
  a.dropout = dropout;
  return a;
}
}  // namespace detail

/// Forward: (q, k, v, dropout, causal), or with a mask behind v: (q, k, v, mask, whether sums are kept, dropout,
/// causal).
inline void attention(const Call& c, Plan& work) {
  const bool masked = base_name(c.event.name).find("efficient") != std::string_view::npos ||
                      base_name(c.event.name).find("cudnn") != std::string_view::npos;
  const std::size_t drop = masked ? 5 : 3;
  const bool dropout = drop < c.event.arguments.size() && c.event.arguments[drop].real > 0.0;
  work.results(static_cast<std::int64_t>(c.event.results.size()));
  Attention a = detail::attention(c, c.in(0), c.in(1), c.number(masked ? 6 : 4) != 0, dropout);
  a.memory_efficient = base_name(c.event.name).find("efficient") != std::string_view::npos;
  a.biased = masked && c.has(3);
  work.run(a);
}

/// Backward: (dy, q, k, v, ...): row products of gradient and output, the gradients, and that of Q from its FP32
/// accumulator (layer/fused_attention.hpp).
inline void attention_backward(const Call& c, Plan& work) {
  const Operand q = c.in(1), k = c.in(2);
  const std::string_view name = base_name(c.event.name);
  const bool masked = name.find("efficient") != std::string_view::npos,
             cudnn = name.find("cudnn") != std::string_view::npos;
  const std::size_t causal = cudnn ? 14 : 11, drop = cudnn ? 13 : masked ? 9 : 10;
  Attention a = detail::attention(c, q, k, c.number(causal) != 0,
                                  drop < c.event.arguments.size() && c.event.arguments[drop].real > 0.0);
  a.backward = true;
  a.memory_efficient = masked;
  a.biased = masked && c.has(4);
  const std::int64_t padded = perfmodel::detail::padded_to(a.queries, 128);
  const Operand rows = packed({a.batch * a.heads * a.queries, 2 * a.head_size}, q.format);
  const Operand accumulator =
      packed({a.batch, padded, a.heads, perfmodel::detail::padded_to(a.head_size, 32)}, NumberFormat::fp32);
  work.results(static_cast<std::int64_t>(c.event.results.size()));
  work.temporary(bytes(packed({a.batch, a.heads, padded}, NumberFormat::fp32))).temporary(bytes(accumulator));
  work.run(op::Reduction{.input = rows, .output = packed({a.batch * a.heads * a.queries, 1}, NumberFormat::fp32)})
      .run(a);
  const Shape heads{a.batch, a.queries, a.heads, a.head_size};
  Operand part = accumulator;
  part.shape = heads;
  work.run(op::pointwise(PointwiseFunction::copy, {part}, packed(heads, q.format))).drop();
}

}  // namespace perfmodel::recorded
