#pragma once
/// Rows of softmax, norms and sums, as operations.
#include <perfmodel/measurement/operation_table.hpp>
#include <vector>

#include "calibrate/fit/random_elements.hpp"

namespace perfmodel {
namespace detail {

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
  const bool extreme = c.operation == "amax" || c.operation == "any";
  return {op::Reduction{.input = x,
                        .output = packed(shape, format),
                        .what = extreme ? op::Reduction::What::extremes : op::Reduction::What::sums}};
}

}  // namespace detail
}  // namespace perfmodel
