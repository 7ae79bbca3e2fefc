/// Norms, poolings, sums and functions of single elements of an ONNX graph.
#include <algorithm>
#include <array>
#include <numeric>

#include "importer.hpp"
#include "operators.hpp"

namespace plan::onnx_import {

using namespace perfmodel;

void Importer::layer_norm(const Node& node) {
  const std::int32_t x = net_.value_of(node, 0);
  const auto rank = static_cast<std::int64_t>(net_.dims_of(node, node.inputs[0]).size());
  const std::int64_t axis = node.integer("axis", -1);
  if (axis != -1 && axis != rank - 1) return unknown(node);
  if (net_.given(node, 1) && net_.facts(node.inputs[1]).dims != Dims{net_.shape_of(x).back()})
    throw bad_input(net_.place(node) + "input shape", perfmodel::text(net_.shape_of(x)),
                    "does not fit a scale of shape " + text(net_.facts(node.inputs[1]).dims));
  net_.set(node, 0, net_.add(node, LayerNorm{.size = net_.shape_of(x).back()}, {x}, node.inputs.at(1)));
}

void Importer::rms_norm(const Node& node) {
  const std::int32_t x = net_.value_of(node, 0);
  const auto rank = static_cast<std::int64_t>(net_.dims_of(node, node.inputs[0]).size());
  const std::int64_t axis = node.integer("axis", -1);
  if ((axis != -1 && axis != rank - 1) || !net_.weight(node, 1, 1)) return unknown(node);
  net_.set(node, 0, net_.add(node, RmsNorm{.width = net_.shape_of(x).back(), .fused = true}, {x}, node.inputs[1]));
}

void Importer::group_norm(const Node& node) {
  std::int32_t x = net_.value_of(node, 0);
  const bool instances = node.type == "InstanceNormalization";
  const std::int64_t channels = net_.shape_of(x)[1];
  if (!instances) x = net_.add(node, Cast{.to_weights = true}, {x});  // autocast runs group norms in FP32
  const GroupNorm what{.groups = instances ? channels : node.integer("num_groups", 1), .channels = channels};
  net_.set(node, 0, net_.add(node, what, {x}, node.inputs.at(1)));
}

void Importer::pool(const Node& node) {
  const std::int32_t x = net_.value_of(node, 0);
  const Dims& dims = net_.dims_of(node, node.inputs[0]);
  const PoolingKind what = node.type.find("Max") != std::string::npos ? PoolingKind::maximum : PoolingKind::average;
  if (dims.size() != 4 || node.type.find("Lp") != std::string::npos) return unknown(node);
  if (node.type.starts_with("Global")) return net_.set(node, 0, net_.add(node, AdaptivePooling{.what = what}, {x}));
  const auto window = node.list("kernel_shape", {}), stride = node.list("strides", {1, 1}),
             dilation = node.list("dilations", {1, 1});
  auto pads = node.list("pads", {0, 0, 0, 0});
  if (window.size() != 2 || stride.size() != 2 || pads.size() != 4)
    throw bad_input(net_.place(node) + "kernel_shape, strides or pads", text(window), "must have 2, 2 and 4 numbers");
  const Dims& y = net_.dims_of(node, node.outputs.at(0));
  Pooling p{.what = what,
            .window_h = window[0],
            .window_w = window[1],
            .stride_h = stride[0],
            .stride_w = stride[1],
            .pad_h = pads[0],
            .pad_w = pads[1],
            .ceil_mode = node.integer("ceil_mode", 0) != 0};
  const std::array<Shape, 1> in{net_.shape_of(x)};
  const bool plain = dilation == std::vector<std::int64_t>{1, 1} && node.word("auto_pad", "NOTSET") == "NOTSET" &&
                     pads[0] == pads[2] && pads[1] == pads[3];
  if (plain && output_shape(p, in) == net_.batched(net_.sample(y, net_.place(node))))
    return net_.set(node, 0, net_.add(node, p, {x}));
  net_.opaque(node, {static_cast<double>(window[0] * window[1]), 0});
}

void Importer::softmax(const Node& node) {
  const auto rank = static_cast<std::int64_t>(net_.dims_of(node, node.inputs.at(0)).size());
  const std::int64_t axis = node.integer("axis", -1);
  if (axis != -1 && axis != rank - 1) return net_.opaque(node, {5, 1});
  net_.set(node, 0, net_.add(node, Softmax{.logarithm = node.type == "LogSoftmax"}, {net_.value_of(node, 0)}));
}

void Importer::add_or_multiply(const Node& node) {
  const bool both = node.inputs.size() == 2 && net_.has_value(node.inputs[0]) && net_.has_value(node.inputs[1]);
  if (!both) return net_.opaque(node, {1, 0});
  const std::int32_t a = net_.value_of(node, 0), b = net_.value_of(node, 1);
  if (net_.shape_of(a).rank != net_.shape_of(b).rank || net_.facts(node.outputs.at(0)).integers)
    return net_.opaque(node, {1, 0});
  net_.set(node, 0, node.type == "Add" ? net_.add(node, Add{}, {a, b}) : net_.add(node, Multiply{}, {a, b}));
}

void Importer::clip(const Node& node) {
  const auto bound = [&](std::size_t i, const char* key, double absent) {
    if (net_.given(node, i))
      return net_.facts(node.inputs[i]).values.size() == 1 ? net_.facts(node.inputs[i]).values[0] : absent;
    const auto number = node.numbers.find(key);
    return number == node.numbers.end() ? absent : number->second;
  };
  if (bound(1, "min", -1) == 0.0 && bound(2, "max", -1) == 6.0)
    return net_.set(node, 0, net_.add(node, Activation{ActivationKind::relu6}, {net_.value_of(node, 0)}));
  net_.opaque(node, {2, 0});
}

void Importer::cast(const Node& node) {
  const bool numbers = net_.facts(node.inputs.at(0)).integers && !net_.facts(node.outputs.at(0)).integers;
  if (!numbers) return net_.opaque(node, {});
  net_.set(node, 0, net_.add(node, Cast{.to = NumberFormat::fp32}, {net_.value_of(node, 0)}));
}

void Importer::reduce(const Node& node) {
  const Dims& x = net_.dims_of(node, node.inputs.at(0));
  const std::vector<std::int64_t> axes =
      node.list("axes", net_.given(node, 1) ? as_list(net_.facts(node.inputs[1]).values) : std::vector<std::int64_t>{});
  const bool image =
      x.size() == 4 && (axes == std::vector<std::int64_t>{2, 3} || axes == std::vector<std::int64_t>{-1, -2} ||
                        axes == std::vector<std::int64_t>{-2, -1});
  if (node.type == "ReduceMean" && image)
    return net_.set(node, 0, net_.add(node, AdaptivePooling{}, {net_.value_of(node, 0)}));
  const Dims& y = net_.dims_of(node, node.outputs.at(0));
  const double ratio = static_cast<double>(std::accumulate(x.begin(), x.end(), std::int64_t{1}, checked_product)) /
                       static_cast<double>(std::accumulate(y.begin(), y.end(), std::int64_t{1}, checked_product));
  net_.opaque(node, {ratio, 0}, OpaqueOperator::Pattern::row_sum);
}

std::vector<std::int64_t> Importer::as_list(const std::vector<double>& values) {
  std::vector<std::int64_t> list;
  for (const double v : values) list.push_back(static_cast<std::int64_t>(v));
  return list;
}

}  // namespace plan::onnx_import
