#pragma once
/// Rows of convolutions, attention, updates, pooling, resizing and products, as operations.
#include <array>
#include <cstdint>
#include <memory>
#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibrate/fit/random_norms.hpp"

namespace perfmodel {
namespace detail {

/// Depth, height and width; what a tensor has less is 1.
using Extents = std::array<std::int64_t, 3>;
[[nodiscard]] inline Extents extents_of(const Shape& shape) {
  Extents e{1, 1, 1};
  for (std::size_t i = 2; i < shape.rank; ++i) e[i + e.size() - shape.rank] = shape[i];
  return e;
}
/// An attribute that is one number for all dimensions, or a list.
[[nodiscard]] inline Extents extents_of(const RandomCase& c, const char* key, std::int64_t absent) {
  const nlohmann::json& value = c.attributes->at(key);
  const std::size_t count = c.operands[0].shape.rank - 2;
  Extents e{absent, absent, absent};
  for (std::size_t i = 0; i < count; ++i)
    e[i + e.size() - count] = value.is_array() ? value.at(i).get<std::int64_t>() : value.get<std::int64_t>();
  return e;
}

/// Of what the convolution makes.
[[nodiscard]] inline Shape convolved_shape(const RandomCase& c, bool transposed) {
  const Operand &x = c.operands[0], &weight = c.operands[1];
  const Extents stride = extents_of(c, "stride", 1), pad = extents_of(c, "padding", 0),
                dilation = extents_of(c, "dilation", 1), in = extents_of(x.shape), taps = extents_of(weight.shape);
  Shape y = x.shape;
  y.extent[1] = transposed ? weight.shape[1] * c.whole("groups") : weight.shape[0];
  for (std::size_t i = in.size() - (x.shape.rank - 2); i < in.size(); ++i) {
    const std::int64_t reach = dilation[i] * (taps[i] - 1);
    y.extent[i + x.shape.rank - in.size()] = transposed ? (in[i] - 1) * stride[i] - 2 * pad[i] + reach + 1
                                                        : (in[i] + 2 * pad[i] - reach - 1) / stride[i] + 1;
  }
  return y;
}

/// Between images of two shapes; a transposed one is the other way round.
/// @param together  channels lie together
[[nodiscard]] inline Convolution convolution_between(const RandomCase& c, const Shape& from, const Shape& to,
                                                     bool together) {
  const NumberFormat format = c.operands[0].format;
  const Extents stride = extents_of(c, "stride", 1), pad = extents_of(c, "padding", 0),
                dilation = extents_of(c, "dilation", 1), size = extents_of(from),
                taps = extents_of(c.operands[1].shape);
  return {.format = format == NumberFormat::fp32 && c.tf32 ? NumberFormat::tf32 : format,
          .memory_format = together ? MemoryFormat::nhwc : MemoryFormat::nchw,
          .n = from[0],
          .c = from[1],
          .h = size[1],
          .w = size[2],
          .k = to[1],
          .r = taps[1],
          .s = taps[2],
          .stride_h = stride[1],
          .stride_w = stride[2],
          .pad_h = pad[1],
          .pad_w = pad[2],
          .dilation_h = dilation[1],
          .dilation_w = dilation[2],
          .groups = c.whole("groups"),
          .d = size[0],
          .t = taps[0],
          .stride_d = stride[0],
          .pad_d = pad[0],
          .dilation_d = dilation[0],
          .bias = c.says("bias")};
}

[[nodiscard]] inline std::vector<Operation> random_convolution(const RandomCase& c) {
  const Operand& x = c.operands[0];
  const bool transposed = c.operation.starts_with("conv_transpose");
  const Shape y = convolved_shape(c, transposed);
  const bool signal = x.shape.rank == 3;  // lies sequence by sequence, or is copied so
  const bool together = !signal && x.strides[1] == 1 && x.shape[1] > 1 && elements(x.shape) > x.shape[0] * x.shape[1];
  const Convolution between =
      transposed ? convolution_between(c, y, x.shape, together) : convolution_between(c, x.shape, y, together);
  const auto pass = [&](ConvolutionPass p) {
    if (transposed && p != ConvolutionPass::weight_gradient)
      p = p == ConvolutionPass::forward ? ConvolutionPass::input_gradient : ConvolutionPass::forward;
    Convolution k = between;
    k.pass = p;
    return as_images(k);
  };
  std::vector<Operation> out;
  if (signal && !same_order(x, packed(x.shape, x.format)))
    out.push_back(op::pointwise(PointwiseFunction::copy, {x}, packed(x.shape, x.format)));
  if (!c.backward) {
    out.push_back(pass(ConvolutionPass::forward));
    if (!between.bias) return out;
    const Operand result{
        .shape = y, .strides = together ? channels_last_strides(y) : packed_strides(y), .format = x.format};
    Shape one{1, y[1]};
    for (std::size_t i = 2; i < y.rank; ++i) one.push_back(1);
    out.push_back(op::pointwise(PointwiseFunction::add, {result, expanded(packed(one, x.format), y)}, result));
    return out;
  }
  if (c.asks_for(0)) out.push_back(pass(ConvolutionPass::input_gradient));
  if (c.asks_for(1)) out.push_back(pass(ConvolutionPass::weight_gradient));
  if (c.asks_for(2)) out.push_back(op::channel_sum(packed(y, x.format)));
  return out;
}

/// Fused attention of 16-bit formats without a mask.
[[nodiscard]] inline std::vector<Operation> random_attention(const RandomCase& c) {
  const Operand &q = c.operands[0], &k = c.operands[1];
  if (c.says("mask") || bits(q.format) != 16) return {};
  Attention a = attention_between(q.shape, k.shape, q.format);
  a.causal = c.says("causal");
  a.backward = c.backward;
  return {a};
}

/// Lists of tensors: single steps, and whole optimizers. Fused Adam also counts steps of each tensor.
[[nodiscard]] inline std::vector<Operation> random_update(const RandomCase& c, NumberFormat format) {
  std::vector<std::int64_t> sizes;
  for (const nlohmann::json& shape : c.attributes->at("shapes")) {
    std::int64_t n = 1;
    for (const nlohmann::json& extent : shape) n *= extent.get<std::int64_t>();
    sizes.push_back(n);
  }
  struct Step {
    std::string_view name{};
    UpdateOp rule{};
  };
  static const std::array steps{Step{"foreach_add", add_in_place},      Step{"foreach_mul", mul_in_place},
                                Step{"foreach_addcmul", addcmul_other}, Step{"foreach_lerp", lerp_in_place},
                                Step{"foreach_sqrt", sqrt_new},         Step{"foreach_div", {3, 2, 1, {1, 1}, true}},
                                Step{"foreach_copy", {2, 1, 1, {0, 0}}}};
  for (const Step& s : steps)
    if (s.name == c.operation) return {update(s.rule, format, sizes, true)};
  struct Whole {
    std::string_view name{};
    Optimizer optimizer{};
  };
  static constexpr std::array wholes{Whole{"sgd", Optimizer::sgd}, Whole{"sgd_momentum", Optimizer::momentum},
                                     Whole{"adam", Optimizer::adam}, Whole{"adamw", Optimizer::adamw},
                                     Whole{"rmsprop", Optimizer::rmsprop}};
  std::vector<Operation> out;
  for (const Whole& w : wholes) {
    if (w.name != c.operation) continue;
    const bool fused = c.attributes->at("how") == "fused";
    const UpdateRule rule = fused ? UpdateRule{{fused_op(w.optimizer)}, 1} : foreach_rule(w.optimizer);
    for (std::size_t i = 0; i < rule.count; ++i) out.push_back(update(rule.ops[i], format, sizes, true));
  }
  return out;
}

[[nodiscard]] inline std::vector<Operation> random_pooling(const RandomCase& c) {
  const bool maximum = c.operation == "max_pool2d";
  if (!maximum && c.operation != "avg_pool2d") return {};
  const Operand& x = c.operands[0];
  const std::int64_t kernel = c.whole("kernel"), stride = c.whole("stride"), pad = c.whole("padding");
  const auto extent = [&](std::int64_t size) { return (size + 2 * pad - kernel) / stride + 1; };
  return {op::Pooling{.what = maximum ? PoolingKind::maximum : PoolingKind::average,
                      .backward = c.backward,
                      .image = x,
                      .result = {x.shape[0], x.shape[1], extent(x.shape[2]), extent(x.shape[3])},
                      .window = static_cast<double>(kernel * kernel)}};
}

/// Images brought to another size.
[[nodiscard]] inline std::vector<Operation> random_resampling(const RandomCase& c) {
  using Method = op::Resampling::Method;
  const Operand& x = c.operands[0];
  const nlohmann::json& size = c.attributes->at("size");
  const Shape result{x.shape[0], x.shape[1], size.at(0).get<std::int64_t>(), size.at(1).get<std::int64_t>()};
  if (result == x.shape) return {};  // a copy
  const Method method = c.operation == "interpolate_nearest"    ? Method::nearest
                        : c.operation == "interpolate_bilinear" ? Method::bilinear
                                                                : Method::bicubic;
  return {op::Resampling{.method = method, .backward = c.backward, .image = x, .result = result}};
}

/// Does each row of a matrix begin at an address as even as its extent says? A product knows extents alone.
[[nodiscard]] inline bool says_alignment(const Operand& x, std::size_t inner) {
  const std::size_t last = x.shape.rank - 1, outer = inner == last ? last - 1 : last;
  const auto evenness = [&](std::int64_t n) {
    const std::int64_t bytes = n * (bits(x.format) / 8);
    return bytes % 16 == 0 ? 16 : bytes % 4 == 0 ? 4 : 1;
  };
  return evenness(x.strides[outer]) == evenness(x.shape[inner]);
}

/// A matrix product of two operands of rank 2 or 3, each with one dimension whose neighbours lie side by side. Linear
/// layers over inputs of rank 3 that are not packed are products of each outer index, and add the bias afterwards.
/// PyTorch, aten/src/ATen/native/Linear.cpp, linear(); LinearAlgebra.cpp, should_fold().
[[nodiscard]] inline std::vector<Operation> random_product(const RandomCase& c) {
  const bool linear = c.operation.starts_with("linear");
  const bool vector = c.operation == "mv";
  if (c.backward || !(linear || vector || c.operation == "mm" || c.operation == "bmm")) return {};
  const Operand& a = c.operands[0];
  Operand b = c.operands[1];
  if (vector) b = packed({b.shape[0], 1}, b.format);  // a column
  const std::size_t last = a.shape.rank - 1;
  if (last < 1 || (!linear && b.shape.rank != a.shape.rank)) return {};
  const std::size_t b_last = b.shape.rank - 1;
  const auto lies = [](const Operand& x, std::size_t inner) { return x.strides[inner] == 1; };
  const bool a_rows = lies(a, last), a_columns = lies(a, last - 1), b_rows = lies(b, b_last),
             b_columns = lies(b, b_last - 1);
  if ((!a_rows && !a_columns) || (!b_rows && !b_columns) || (linear && !a_rows)) return {};
  const bool b_transposed = linear ? b_rows : !b_rows;
  if (!says_alignment(a, a_rows ? last : last - 1) || !says_alignment(b, b_rows ? b_last : b_last - 1)) return {};
  const bool apart = linear && a.shape.rank == 3 && !same_order(a, packed(a.shape, a.format)),
             bias = linear && c.operands.size() > 2;
  const std::int64_t batch = (linear && !apart) || a.shape.rank == 2 ? 1 : a.shape[0];
  const Operand result = packed({elements(a.shape) / a.shape.back(), linear ? b.shape[0] : b.shape.back()}, a.format);
  std::vector<Operation> out{
      Gemm{.format = a.format == NumberFormat::fp32 && c.tf32 ? NumberFormat::tf32 : a.format,
           .layout = a_rows ? (b_transposed ? Layout::nt : Layout::nn) : (b_transposed ? Layout::tt : Layout::tn),
           .batch = batch,
           .m = elements(a.shape) / a.shape.back() / batch,
           .n = linear ? b.shape[0] : b.shape.back(),
           .k = a.shape.back(),
           .output = a.format,
           .epilogue = bias && !apart ? Epilogue::bias : Epilogue::none,
           .repeated_b = apart}};
  if (apart && bias)
    out.push_back(op::pointwise(PointwiseFunction::add, {result, expanded(c.operands[2], result.shape)}, result));
  return out;
}

[[nodiscard]] inline std::vector<Operation> random_other(const RandomCase& c) {
  if (c.operation == "mse_loss" && !c.backward && c.attributes->at("reduction") != "none" && is_dense(c.operands[0]) &&
      same_order(c.operands[0], c.operands[1]))
    return named_operations("mse_loss", c.operands[0].format, 1, elements(c.operands[0].shape), 1);
  if (c.operation == "embedding" && !c.backward && c.operands[0].strides[1] == 1)
    return {op::Embedding{.format = c.operands[0].format,
                          .indices = elements(c.operands[1].shape),
                          .width = c.operands[0].shape[1],
                          .table_rows = c.operands[0].shape[0]}};
  return {};
}

}  // namespace detail
}  // namespace perfmodel
