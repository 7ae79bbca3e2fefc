#pragma once
/// Rows of random_operations tables (calibrate/measure/pytorch/random_operations.py): single PyTorch operations of
/// random shapes, strides and formats, as the operations that a step's trace would hold.
#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <perfmodel/json/file.hpp>
#include <perfmodel/layer/optimizer.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel {

/// A kernel that ran, by the name that the profiler gives it (cut after 60 characters).
struct TimedKernel {
  std::string name{};
  double seconds{};
};

/// One row: what was measured, and by which draw.
struct RandomOperation {
  OperationMeasurement measurement{};
  std::vector<TimedKernel> kernels{};  ///< in their order; empty where names are not at hand
  std::int64_t kernel_count{};         ///< of which a long list has the first alone
  std::string family{};                ///< of the benchmark
  NumberFormat format{};
  std::int64_t seed{}, number{};
  bool backward{};
};

/// A row's operation by the words of its table.
struct RandomCase {
  std::string_view operation{};
  bool backward{}, tf32{};
  const nlohmann::json* attributes{};
  std::vector<Operand> operands{};
  std::vector<std::size_t> gradient_of{};
  Operand gradient{};  ///< backward: of the result

  [[nodiscard]] std::int64_t whole(const char* key) const { return attributes->at(key).get<std::int64_t>(); }
  [[nodiscard]] bool says(const char* key) const {
    return attributes->contains(key) && (*attributes)[key].is_boolean() && (*attributes)[key].get<bool>();
  }
  [[nodiscard]] bool asks_for(std::size_t operand) const {
    return std::find(gradient_of.begin(), gradient_of.end(), operand) != gradient_of.end();
  }
};

namespace detail {

/// Of integers only the width matters.
[[nodiscard]] inline NumberFormat storage_format(const std::string& word, const std::string& place) {
  if (word == "bool") return NumberFormat::int8;
  if (word == "int64") return NumberFormat::fp64;
  if (word == "int32") return NumberFormat::fp32;
  return number_format_from(word, place);
}

[[nodiscard]] inline Operand operand_from(const nlohmann::json& from, const std::string& place) {
  Operand x{.format = storage_format(from.at("dtype").get<std::string>(), place)};
  const nlohmann::json &shape = from.at("shape"), &strides = from.at("strides");
  for (std::size_t i = 0; i < shape.size(); ++i) {
    x.shape.push_back(shape[i].get<std::int64_t>());
    x.strides[i] = strides.at(i).get<std::int64_t>();
  }
  return x;
}

/// Strides of the result of an elementwise operation on operands of one shape: those of the operands where all are
/// dense and alike; otherwise dimensions in the order of the first operand that tells two of them apart. PyTorch,
/// aten/src/ATen/TensorIterator.cpp, compute_fast_setup_type and reorder_dimensions.
[[nodiscard]] inline Operand elementwise_result(const std::vector<Operand>& inputs, NumberFormat format) {
  const Operand& first = inputs.front();
  Operand y{.shape = first.shape, .format = format};
  const bool alike =
      std::all_of(inputs.begin(), inputs.end(), [&](const Operand& x) { return is_dense(x) && same_order(x, first); });
  if (alike) {
    y.strides = first.strides;
    return y;
  }
  const std::size_t rank = first.shape.rank;
  std::array<std::size_t, Shape::max_rank> order{};  // innermost first
  for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  const auto compare = [&](std::size_t a, std::size_t b) {  // > 0: a is the outer one
    for (const Operand& x : inputs) {
      if (x.strides[a] == 0 || x.strides[b] == 0) continue;
      if (x.strides[a] != x.strides[b]) return x.strides[a] < x.strides[b] ? -1 : 1;
      if (x.shape[a] > x.shape[b]) return 1;
    }
    return 0;
  };
  for (std::size_t i = 1; i < rank; ++i) {
    std::size_t at = i;
    for (std::size_t k = i; k-- > 0;) {
      const int comparison = compare(order[k], order[at]);
      if (comparison > 0) std::swap(order[k], order[at]), at = k;
      if (comparison < 0) break;
    }
  }
  std::int64_t distance = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    y.strides[order[i]] = distance;
    distance *= std::max<std::int64_t>(1, first.shape[order[i]]);
  }
  return y;
}

/// Operands as one elementwise call sees them: scalars are repeated.
[[nodiscard]] inline std::vector<Operand> repeated_to_one_shape(std::vector<Operand> operands) {
  const auto largest = std::max_element(operands.begin(), operands.end(),
                                        [](const Operand& a, const Operand& b) { return a.shape.rank < b.shape.rank; });
  const Shape shape = largest->shape;
  for (Operand& x : operands) x = expanded(x, shape);
  return operands;
}

/// A scalar tensor does not widen the others; tensors of both 16-bit formats give FP32.
[[nodiscard]] inline NumberFormat promoted(const std::vector<Operand>& operands) {
  NumberFormat format = operands.front().format;
  bool first = true;
  for (const Operand& x : operands) {
    if (x.shape.rank == 0 && operands.size() > 1) continue;
    if (first)
      format = x.format;
    else if (x.format != format && bits(x.format) > 8)
      format = bits(x.format) == 16 && bits(format) == 16 ? NumberFormat::fp32
               : bits(x.format) > bits(format)            ? x.format
                                                          : format;
    first = false;
  }
  return format;
}

struct RandomFunction {
  std::string_view name{};
  PointwiseFunction function{};
  PerElement each{};  ///< of `arithmetic`
};

[[nodiscard]] inline const RandomFunction* random_function(std::string_view name) {
  using enum PointwiseFunction;
  static constexpr std::array functions{RandomFunction{"abs", arithmetic, {1, 0}},
                                        RandomFunction{"neg", arithmetic, {1, 0}},
                                        RandomFunction{"clamp", arithmetic, {2, 0}},
                                        RandomFunction{"add_scalar", add_scalar},
                                        RandomFunction{"mul_scalar", multiply_scalar},
                                        RandomFunction{"elu", elu},
                                        RandomFunction{"exp", exponential},
                                        RandomFunction{"gelu", gelu},
                                        RandomFunction{"gelu_tanh", gelu_tanh},
                                        RandomFunction{"hardswish", hardswish},
                                        RandomFunction{"leaky_relu", leaky_relu},
                                        RandomFunction{"relu", relu},
                                        RandomFunction{"relu_inplace", relu},
                                        RandomFunction{"sigmoid", sigmoid},
                                        RandomFunction{"silu", silu},
                                        RandomFunction{"tanh", tanh},
                                        RandomFunction{"sqrt", square_root},
                                        RandomFunction{"rsqrt", reciprocal_root},
                                        RandomFunction{"pow_0.5", square_root},
                                        RandomFunction{"pow_2", power_scalar},
                                        RandomFunction{"pow_3", power_scalar},
                                        RandomFunction{"pow_2.7", power},
                                        RandomFunction{"add", add},
                                        RandomFunction{"add_alpha", add},
                                        RandomFunction{"add_inplace", add},
                                        RandomFunction{"sub", add},
                                        RandomFunction{"mul", multiply},
                                        RandomFunction{"mul_inplace", multiply},
                                        RandomFunction{"div", divide},
                                        RandomFunction{"maximum", compare},
                                        RandomFunction{"gt", compare},
                                        RandomFunction{"pow_tensor", power},
                                        RandomFunction{"where", where},
                                        RandomFunction{"where_scalar", where},
                                        RandomFunction{"masked_fill_inplace", where},
                                        RandomFunction{"addcmul", arithmetic, {3, 0}},
                                        RandomFunction{"addcdiv", arithmetic, {3, 1}},
                                        RandomFunction{"lerp", arithmetic, {3, 0}},
                                        RandomFunction{"lerp_scalar", arithmetic, {3, 0}},
                                        RandomFunction{"clamp_tensor", arithmetic, {2, 0}}};
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const RandomFunction& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

/// The gradient of a function of one tensor, where one kernel makes it.
[[nodiscard]] inline const RandomFunction* random_gradient(std::string_view name) {
  using enum PointwiseFunction;
  static constexpr std::array functions{RandomFunction{"relu", relu_backward},
                                        RandomFunction{"gelu", gelu_backward},
                                        RandomFunction{"gelu_tanh", gelu_tanh_backward},
                                        RandomFunction{"silu", silu_backward},
                                        RandomFunction{"sigmoid", sigmoid_backward},
                                        RandomFunction{"tanh", tanh_backward},
                                        RandomFunction{"hardswish", hardswish_backward},
                                        RandomFunction{"elu", elu_backward},
                                        RandomFunction{"leaky_relu", leaky_relu_backward}};
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const RandomFunction& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

[[nodiscard]] inline op::Pointwise pointwise_of(const RandomFunction& f, const std::vector<Operand>& inputs,
                                                const Operand& output) {
  op::Pointwise p{.function = f.function,
                  .outputs = {output},
                  .each = f.function == PointwiseFunction::arithmetic ? f.each : cost(f.function)};
  for (const Operand& x : inputs) p.inputs.at(p.input_count++) = x;
  return p;
}

[[nodiscard]] inline std::vector<Operation> copied(const Operand& x, const Operand& y) {
  return {op::Pointwise{.function = PointwiseFunction::copy, .inputs = {x}, .outputs = {y}, .input_count = 1}};
}

[[nodiscard]] inline std::vector<Operation> random_pointwise(const RandomCase& c) {
  const bool backward = c.backward;
  if (c.operation == "dropout" && !backward) {
    const Operand& x = c.operands[0];
    op::Pointwise p = op::pointwise(PointwiseFunction::dropout, {x}, elementwise_result({x}, x.format));
    p.outputs[1] = p.outputs[0], p.outputs[1].format = NumberFormat::int8, p.output_count = 2;
    return {p};
  }
  const RandomFunction* f = backward ? random_gradient(c.operation) : random_function(c.operation);
  if (f == nullptr || c.operands.empty()) return {};
  const NumberFormat format = promoted(c.operands);
  std::vector<Operation> out;
  std::vector<Operand> operands = c.operands;
  if (c.operation == "where_scalar") operands.push_back({.format = format});  // a tensor of one element
  if (c.operation == "where")  // operands of another format are cast by kernels of their own
    for (Operand& x : operands)
      if (bits(x.format) > 8 && x.format != format) {
        const Operand cast{.shape = x.shape, .strides = dense_strides(x), .format = format};
        out.push_back(copied(x, cast)[0]);
        x = cast;
      }
  std::vector<Operand> inputs = repeated_to_one_shape(operands);
  if (backward) {
    inputs.insert(inputs.begin(), c.gradient);
    return {pointwise_of(*f, inputs, elementwise_result(inputs, format))};
  }
  Operand y = c.operation.ends_with("inplace") ? inputs.front() : elementwise_result(inputs, format);
  if (c.operation == "gt") y.format = NumberFormat::int8;
  out.push_back(pointwise_of(*f, inputs, y));
  return out;
}

[[nodiscard]] inline std::vector<Operation> random_copy(const RandomCase& c) {
  const Operand& x = c.operands[0];
  Operand y = packed(x.shape, x.format);
  if (c.operation == "copy" || c.operation == "copy_inplace") return copied(expanded(c.operands[1], x.shape), x);
  if (c.operation == "to_bf16" || c.operation == "to_fp32") {
    y.format = c.operation == "to_bf16" ? NumberFormat::bf16 : NumberFormat::fp32;
    y.strides = dense_strides(x);
    return x.format == y.format ? std::vector<Operation>{} : copied(x, y);
  }
  if (c.operation == "cast") {
    y.format = number_format_from(c.attributes->at("to").get<std::string>(), "to");
    if (c.attributes->at("memory_format") == "torch.preserve_format") y.strides = dense_strides(x);
  }
  if (c.operation == "clone_channels_last" && c.attributes->at("to") == "torch.channels_last")
    y.strides = channels_last_strides(x.shape);
  return copied(x, y);
}

/// A copy of an operand that is not packed, which is then used instead.
[[nodiscard]] inline Operand made_contiguous(const Operand& x, std::vector<Operation>& operations) {
  const Operand y = packed(x.shape, x.format);
  if (!same_order(x, y)) operations.push_back(copied(x, y)[0]);
  return y;
}

[[nodiscard]] inline std::vector<Operation> random_softmax(const RandomCase& c) {
  const Operand& x = c.operands[0];
  if (x.shape.rank == 0) return {};
  const auto dimension = static_cast<std::size_t>(c.whole("dim"));
  std::int64_t stride = 1;
  for (std::size_t i = dimension + 1; i < x.shape.rank; ++i) stride *= x.shape[i];
  std::vector<Operation> out;
  const NumberFormat result = c.operation == "softmax_to_fp32" ? NumberFormat::fp32 : x.format;
  if (c.operation == "softmax_to_fp32" && x.format != NumberFormat::fp32) return {};
  const Operand rows_together = made_contiguous(c.backward ? c.gradient : x, out);
  if (c.backward && c.operation != "log_softmax")  // the gradient times the result
    out.push_back(op::pointwise(PointwiseFunction::multiply, {rows_together, rows_together}, rows_together));
  out.push_back(op::Softmax{.input = x.format,
                            .output = result,
                            .rows = elements(x.shape) / std::max<std::int64_t>(1, x.shape[dimension]),
                            .columns = x.shape[dimension],
                            .logarithm = c.operation == "log_softmax",
                            .backward = c.backward,
                            .stride = stride});
  return out;
}

[[nodiscard]] inline std::vector<Operation> random_layer_norm(const RandomCase& c) {
  const Operand& x = c.operands[0];
  const bool mean_square = c.operation == "rms_norm";
  std::int64_t columns = 1;
  for (const nlohmann::json& extent : c.attributes->at("normalized_shape")) columns *= extent.get<std::int64_t>();
  op::LayerNorm norm{.format = x.format,
                     .parameters = c.operands.size() > 1 ? c.operands[1].format : x.format,
                     .rows = elements(x.shape) / columns,
                     .columns = columns,
                     .gain = c.operands.size() > 1,
                     .shift = c.operands.size() > 2,
                     .mean_square = mean_square};
  if (norm.parameters != x.format) return {};  // composed of other operations
  std::vector<Operation> out;
  (void)made_contiguous(x, out);
  if (!c.backward) {
    out.push_back(norm);
    return out;
  }
  (void)made_contiguous(c.gradient, out);
  if (c.asks_for(0)) norm.pass = op::NormPass::input_gradient, out.push_back(norm);
  if (c.asks_for(1) || c.asks_for(2)) norm.pass = op::NormPass::parameter_gradient, out.push_back(norm);
  return out;
}

/// Each channel of each image is a channel of one image; weight and bias are repeated for the images first, and their
/// gradients summed over them.
[[nodiscard]] inline std::vector<Operation> random_instance_norm(const RandomCase& c) {
  std::vector<Operation> out;
  const Operand& given = c.operands[0];
  const Operand x = c.backward ? packed(given.shape, given.format) : made_contiguous(given, out);
  const std::int64_t images = x.shape[0], channels = x.shape[1];
  const bool affine = c.operands.size() > 1;
  Shape joined = x.shape;
  joined.extent[0] = 1, joined.extent[1] = images * channels;
  const NumberFormat parameters = affine ? c.operands[1].format : x.format;
  const Operand one = packed({channels}, parameters), all = packed({images, channels}, parameters);
  for (int i = 0; affine && !c.backward && i < 2; ++i) out.push_back(copied(expanded(one, all.shape), all)[0]);
  out.push_back(op::BatchNorm{.input = packed(joined, x.format),
                              .parameters = parameters,
                              .backward = c.backward,
                              .affine = affine,
                              .input_gradient = !c.backward || c.asks_for(0)});
  for (std::size_t i = 1; c.backward && i < 3; ++i)
    if (c.asks_for(i)) out.push_back(op::Reduction{.input = all, .output = packed({1, channels}, parameters)});
  return out;
}

[[nodiscard]] inline std::vector<Operation> random_norm(const RandomCase& c) {
  if (c.operation == "layer_norm" || c.operation == "rms_norm") return random_layer_norm(c);
  const Operand& x = c.operands[0];
  if (c.operation == "instance_norm") return random_instance_norm(c);
  if (c.operation == "batch_norm") {
    if (c.backward && !c.says("training")) return {};
    return {op::BatchNorm{.input = x,
                          .parameters = c.operands[1].format,
                          .training = c.says("training"),
                          .backward = c.backward,
                          .input_gradient = !c.backward || c.asks_for(0)}};
  }
  if (c.backward && c.gradient_of.size() < 3) return {};
  if (c.operation != "group_norm" || !same_order(x, packed(x.shape, x.format))) return {};
  return {op::GroupNorm{.backward = c.backward,
                        .format = x.format,
                        .samples = x.shape[0],
                        .groups = c.whole("groups"),
                        .channels = x.shape[1],
                        .pixels = elements(x.shape) / x.shape[0] / x.shape[1]}};
}

/// Sums and what runs as one: mean, extremes, tests.
[[nodiscard]] inline std::vector<Operation> random_reduction(const RandomCase& c) {
  static constexpr std::array names{"sum", "sum_to_fp32", "mean", "amax", "any", "prod"};
  if (c.backward || std::find(names.begin(), names.end(), c.operation) == names.end()) return {};
  const Operand& x = c.operands[0];
  Shape shape = x.shape;
  const nlohmann::json& dims = c.attributes->contains("dims") ? c.attributes->at("dims") : c.attributes->at("dim");
  const auto reduce = [&](const nlohmann::json& d) { shape.extent.at(d.get<std::size_t>()) = 1; };
  if (dims.is_array())
    for (const nlohmann::json& d : dims) reduce(d);
  else
    reduce(dims);
  const NumberFormat format = c.operation == "sum_to_fp32" ? NumberFormat::fp32
                              : c.operation == "any"       ? NumberFormat::int8
                                                           : x.format;
  return {op::Reduction{.input = x, .output = packed(shape, format)}};
}

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

[[nodiscard]] inline std::vector<Operation> random_convolution(const RandomCase& c) {
  const Operand &x = c.operands[0], &weight = c.operands[1];
  const bool transposed = c.operation.starts_with("conv_transpose"), bias = c.says("bias");
  const Extents stride = extents_of(c, "stride", 1), pad = extents_of(c, "padding", 0),
                dilation = extents_of(c, "dilation", 1), in = extents_of(x.shape), taps = extents_of(weight.shape);
  const std::int64_t groups = c.whole("groups");
  Shape y = x.shape;
  y.extent[1] = transposed ? weight.shape[1] * groups : weight.shape[0];
  for (std::size_t i = in.size() - (x.shape.rank - 2); i < in.size(); ++i) {
    const std::int64_t reach = dilation[i] * (taps[i] - 1);
    y.extent[i + x.shape.rank - in.size()] = transposed ? (in[i] - 1) * stride[i] - 2 * pad[i] + reach + 1
                                                        : (in[i] + 2 * pad[i] - reach - 1) / stride[i] + 1;
  }
  const Shape &from = transposed ? y : x.shape, &to = transposed ? x.shape : y;
  const Extents size = extents_of(from);
  const bool together = x.strides[1] == 1 && x.shape[1] > 1 && elements(x.shape) > x.shape[0] * x.shape[1];
  const auto pass = [&](ConvolutionPass p) {
    if (transposed && p != ConvolutionPass::weight_gradient)
      p = p == ConvolutionPass::forward ? ConvolutionPass::input_gradient : ConvolutionPass::forward;
    return as_images({.pass = p,
                      .format = x.format == NumberFormat::fp32 && c.tf32 ? NumberFormat::tf32 : x.format,
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
                      .groups = groups,
                      .d = size[0],
                      .t = taps[0],
                      .stride_d = stride[0],
                      .pad_d = pad[0],
                      .dilation_d = dilation[0],
                      .bias = bias});
  };
  std::vector<Operation> out;
  if (!c.backward) {
    out.push_back(pass(ConvolutionPass::forward));
    if (!bias) return out;
    const Operand result{
        .shape = y, .strides = together ? channels_last_strides(y) : packed_strides(y), .format = x.format};
    Shape one{1, y[1]};
    for (std::size_t i = 2; i < y.rank; ++i) one.push_back(1);
    out.push_back(op::pointwise(PointwiseFunction::add, {result, expanded(packed(one, x.format), y)}, result));
    return out;
  }
  if (c.asks_for(0)) out.push_back(pass(ConvolutionPass::input_gradient));
  if (c.asks_for(1)) out.push_back(pass(ConvolutionPass::weight_gradient));
  if (!c.asks_for(2)) return out;
  Shape kept = y;
  for (std::size_t i = 0; i < kept.rank; ++i)
    if (i != 1) kept.extent[i] = 1;
  out.push_back(op::Reduction{.input = packed(y, x.format), .output = packed(kept, x.format)});
  return out;
}

/// Fused attention of 16-bit formats without a mask.
[[nodiscard]] inline std::vector<Operation> random_attention(const RandomCase& c) {
  const Operand &q = c.operands[0], &k = c.operands[1];
  if (c.says("mask") || bits(q.format) != 16) return {};
  return {Attention{.format = q.format,
                    .batch = q.shape[0],
                    .heads = q.shape[1],
                    .key_heads = k.shape[1],
                    .queries = q.shape[2],
                    .keys = k.shape[2],
                    .head_size = q.shape[3],
                    .causal = c.says("causal"),
                    .backward = c.backward}};
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
  static const std::array steps{Step{"foreach_add", add_in_place},
                                Step{"foreach_mul", mul_in_place},
                                Step{"foreach_addcmul", addcmul_in_place},
                                Step{"foreach_lerp", lerp_in_place},
                                Step{"foreach_sqrt", sqrt_new},
                                Step{"foreach_div", {3, 2, 1, {1, 1}, true}},
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
  if (c.backward || !(linear || c.operation == "mm" || c.operation == "bmm")) return {};
  const Operand &a = c.operands[0], &b = c.operands[1];
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

/// The operations of a row; none: not modelled.
[[nodiscard]] inline std::vector<Operation> random_operations_of(const RandomCase& c, std::string_view family,
                                                                 NumberFormat format) {
  if (family == "copy_layout" || c.operation == "copy_inplace" || c.operation.starts_with("to_"))
    return c.backward ? std::vector<Operation>{} : detail::random_copy(c);
  if (family.starts_with("pointwise")) return detail::random_pointwise(c);
  if (family == "softmax") return detail::random_softmax(c);
  if (family.find("norm") != std::string_view::npos) return detail::random_norm(c);
  if (family == "resize" || c.operation == "interpolate_nearest" || c.operation == "interpolate_bilinear" ||
      c.operation == "interpolate_bicubic")
    return detail::random_resampling(c);
  if (family == "reduction") return detail::random_reduction(c);
  if (family.find("convolution") != std::string_view::npos || family == "depthwise")
    return detail::random_convolution(c);
  if (family == "attention") return detail::random_attention(c);
  if (family == "optimizer") return detail::random_update(c, format);
  if (family == "pooling") return detail::random_pooling(c);
  if (family == "product" || family == "batched_product") return detail::random_product(c);
  return detail::random_other(c);
}

/// Kernels of a cell "number:us number:us ...", cut off with "..." where the list is long. @throws Error at `place`
[[nodiscard]] inline std::vector<TimedKernel> named_kernels(std::string_view cell,
                                                            const std::vector<std::string>& names,
                                                            const std::string& place) {
  std::vector<TimedKernel> out;
  if (names.empty()) return out;
  for (std::string_view word = detail::next_word(cell); !word.empty(); word = detail::next_word(cell)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) break;
    const std::int64_t number =
        to_integer(word.substr(0, colon), place, 0, static_cast<std::int64_t>(names.size()) - 1);
    out.push_back({names[static_cast<std::size_t>(number)], 1e-6 * to_number(word.substr(colon + 1), place, 0.0, 1e9)});
  }
  return out;
}

namespace detail {
/// Seconds of a row's kernels; where those of several streams overlap, of the call, which then is shorter than their
/// sum.
[[nodiscard]] inline double kernel_seconds_of(const CsvTable& table, const CsvRow& row) {
  const auto microseconds = [&](std::string_view column) {
    return to_number(row.cells[table.at(column)], table.place(row, column), 0.0, 1e9);
  };
  const double kernels = microseconds("kernel_us"), wall = table.find("wall_us") ? microseconds("wall_us") : 0.0;
  return 1e-6 * (wall > 0.0 ? std::min(kernels, wall) : kernels);
}

/// The operations of a row, which the rest of `r` is already of.
inline void set_operations(RandomOperation& r, const CsvTable& table, const CsvRow& row) {
  const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
  const std::string place = table.place(row, "specification");
  const nlohmann::json text = nlohmann::json::parse(cell("specification"), nullptr, false);
  if (!text.is_object() || !text.contains("operands") || !text.contains("attributes"))
    throw bad_input(place, in_quotes(cell("specification")), "must be an object of operands and attributes");
  try {
    RandomCase c{.operation = cell("operation"),
                 .backward = r.backward,
                 .tf32 = cell("tf32") == "1",
                 .attributes = &text["attributes"]};
    for (const nlohmann::json& x : text["operands"]) c.operands.push_back(operand_from(x, place));
    if (text.contains("gradient_of")) c.gradient_of = text["gradient_of"].get<std::vector<std::size_t>>();
    if (r.backward && text["attributes"].contains("gradient"))
      c.gradient = operand_from(text["attributes"]["gradient"], place);
    r.measurement.operations = random_operations_of(c, r.family, r.format);
  } catch (const nlohmann::json::exception& error) {
    throw bad_input(place, one_line(error.what(), 200), "must be a row of random_operations.py");
  }
}
}  // namespace detail

/// Rows of a table that are modelled and ran at least one kernel, with the time of their kernels.
/// @param names  of kernels by number; empty: rows without their list of kernels
/// @throws Error naming file, line and column for what is no such row
[[nodiscard]] inline std::vector<RandomOperation> random_operations(const CsvTable& table, const std::string& card,
                                                                    const std::vector<std::string>& names = {}) {
  std::vector<RandomOperation> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const double seconds = detail::kernel_seconds_of(table, row);
    if (!(seconds > 0.0)) continue;
    RandomOperation r{};
    r.family = std::string(cell("family"));
    r.format = detail::storage_format(std::string(cell("format")), table.place(row, "format"));
    r.seed = to_integer(cell("seed"), table.place(row, "seed"), 0);
    r.number = to_integer(cell("number"), table.place(row, "number"), 0);
    r.backward = cell("mode") == "backward";
    r.measurement.card = card;
    r.measurement.operation = std::string(cell("operation"));
    r.measurement.seconds = seconds;
    r.measurement.operands = cell("operands") == "warm" ? Operands::warm : Operands::cold;
    r.measurement.place = table.file + ':' + std::to_string(row.line);
    detail::set_operations(r, table, row);
    if (r.measurement.operations.empty()) continue;
    if (!names.empty()) r.kernels = named_kernels(cell("kernel_list"), names, table.place(row, "kernel_list"));
    out.push_back(std::move(r));
  }
  return out;
}

/// Names of kernels by number; numbers that the table leaves out have none. @throws Error for a number it cannot have
[[nodiscard]] inline std::vector<std::string> kernel_names(const CsvTable& table) {
  constexpr std::int64_t largest = 1 << 20;
  std::vector<std::string> names;
  for (const CsvRow& row : table.rows) {
    const auto number =
        static_cast<std::size_t>(to_integer(row.cells[table.at("number")], table.place(row, "number"), 0, largest));
    names.resize(std::max(names.size(), number + 1));
    names[number] = row.cells[table.at("name")];
  }
  return names;
}

/// The tables of a card, as far as its folder has them; random_rows() says which rows may teach.
[[nodiscard]] inline std::vector<RandomOperation> random_operations(const std::filesystem::path& raw,
                                                                    const std::string& card) {
  std::vector<RandomOperation> out;
  for (const auto& [name, kernels] : {std::pair{"random_operations", "random_operations_kernels"},
                                      std::pair{"random_operations_unseen", "random_operations_kernels"},
                                      std::pair{"random_engines", "random_engines_kernels"},
                                      std::pair{"network_operations", "network_operations_kernels"},
                                      std::pair{"network_layers", "network_layers_kernels"}}) {
    const std::filesystem::path path = raw / card / (std::string(name) + ".csv"),
                                named = raw / card / (std::string(kernels) + ".csv");
    if (!std::filesystem::exists(path)) continue;
    std::vector<std::string> names;
    if (std::filesystem::exists(named))
      names = kernel_names(parse_raw(json::read_file(named), named.string(), {}, card).csv);
    for (RandomOperation& r :
         random_operations(parse_raw(json::read_file(path), path.string(), {}, card).csv, card, names))
      out.push_back(std::move(r));
  }
  return out;
}

}  // namespace perfmodel
