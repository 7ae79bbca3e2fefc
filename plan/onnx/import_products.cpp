/// Convolutions and matrix products of an ONNX graph.
#include <algorithm>
#include <array>

#include "importer.hpp"

namespace plan::onnx_import {

using namespace perfmodel;

namespace {
constexpr std::int64_t largest_window = 65536;  ///< of strides, dilations and padding
}  // namespace

void Importer::deep_convolution(const Node& node) {
  const Dims &x = net_.dims_of(node, node.inputs.at(0)), &w = net_.dims_of(node, node.inputs.at(1)),
             &y = net_.dims_of(node, node.outputs.at(0));
  const auto stride = node.list("strides", {1, 1, 1});
  if (w.size() != 5 || y.size() != 5 || stride.size() != 3 || net_.batch_at(x) != 0 ||
      node.list("dilations", {1, 1, 1}) != std::vector<std::int64_t>{1, 1, 1})
    return unknown(node);
  check_window(node, "strides", stride, 1);
  const std::int64_t groups = node.integer("group", 1);
  const bool transposed = node.type == "ConvTranspose";
  Convolution2d c{.in = transposed ? w[0] : checked_product(w[1], groups),
                  .out = transposed ? checked_product(w[1], groups) : w[0],
                  .kernel_h = checked_product(w[2], w[3]),
                  .kernel_w = w[4],
                  .stride_h = checked_product(stride[0], stride[1]),
                  .stride_w = stride[2],
                  .groups = groups,
                  .bias = biased(node),
                  .transposed = transposed};
  const Shape flat{x[1], checked_product(x[2], x[3]), x[4]}, made{y[1], checked_product(y[2], y[3]), y[4]};
  const std::array<std::array<std::int64_t, 4>, 2> extents{
      {{flat[1], made[1], c.kernel_h, c.stride_h}, {flat[2], made[2], c.kernel_w, c.stride_w}}};
  bool fits = true;
  for (std::size_t i = 0; i < 2; ++i) {  // the padding that gives as many places as there are
    const auto [in, out, kernel, step] = extents[i];
    const std::int64_t missing =
        transposed ? checked_product(in - 1, step) + kernel - out : checked_product(out - 1, step) + kernel - in;
    const std::int64_t pad = missing > 0 ? (missing + 1) / 2 : 0;
    (i == 0 ? c.pad_h : c.pad_w) = pad;
    if (transposed) (i == 0 ? c.output_pad_h : c.output_pad_w) = 2 * pad - missing;
    fits = fits && (transposed ? 2 * pad - missing < step : (in + 2 * pad - kernel) / step + 1 == out);
  }
  if (!fits) return unknown(node);
  const std::int32_t from = net_.add(node, Reshape{.sample = flat}, {net_.value_of(node, 0)});
  net_.set(node, 0, with_norm(node, net_.add(node, c, {from}, node.inputs[1])));
}

void Importer::convolution(const Node& node) {
  if (net_.given(node, 1) && net_.constant(node.inputs[1]) && net_.dims_of(node, node.inputs[0]).size() == 5)
    return deep_convolution(node);
  const bool transposed = node.type == "ConvTranspose";
  if (net_.constant(node.inputs[0])) return unknown(node);
  const std::int32_t source = net_.value_of(node, 0);
  const Dims& x = net_.dims_of(node, node.inputs[0]);
  if (!net_.given(node, 1) || !net_.constant(node.inputs[1]) || x.size() < 3 || x.size() > 4) return unknown(node);
  Dims w = net_.dims_of(node, node.inputs[1]);
  check_filter(node, x, w);
  const std::size_t spatial = x.size() - 2;
  const auto two = [&](const char* key, std::int64_t absent) {
    std::vector<std::int64_t> list = node.list(key, std::vector<std::int64_t>(spatial, absent));
    if (list.size() != spatial)
      throw bad_input(net_.place(node) + key, text(list), "must have " + std::to_string(spatial) + " numbers");
    check_window(node, key, list, std::string_view(key) == "output_padding" ? 0 : 1);
    if (spatial == 1) list.insert(list.begin(), absent);
    return list;
  };
  const auto stride = two("strides", 1), dilation = two("dilations", 1), extra = two("output_padding", 0);
  if (spatial == 1) w.insert(w.begin() + 2, 1);
  Convolution2d c{.in = transposed ? w[0] : checked_product(w[1], node.integer("group", 1)),
                  .out = transposed ? checked_product(w[1], node.integer("group", 1)) : w[0],
                  .kernel_h = w[2],
                  .kernel_w = w[3],
                  .stride_h = stride[0],
                  .stride_w = stride[1],
                  .dilation_h = dilation[0],
                  .dilation_w = dilation[1],
                  .groups = node.integer("group", 1),
                  .bias = biased(node),
                  .transposed = transposed,
                  .output_pad_h = extra[0],
                  .output_pad_w = extra[1]};
  std::int32_t from = source;
  if (spatial == 1)
    from = net_.add(node, Reshape{.sample = {net_.shape_of(source)[1], 1, net_.shape_of(source)[2]}}, {source});
  from = padded(node, from, c, spatial);
  net_.set(node, 0, with_norm(node, net_.add(node, c, {from}, node.inputs[1])));
}

void Importer::check_filter(const Node& node, const Dims& x, const Dims& w) const {
  if (w.size() != x.size())
    throw bad_input(net_.place(node) + "input shape", text(x), "does not fit a weight of shape " + text(w));
  if (net_.shape_of(net_.value_of(node, 0)).rank > x.size())
    throw bad_input(net_.place(node) + "input shape", text(x),
                    "holds the batch times something else in one dimension: convolutions of several pictures or words "
                    "a sample are not read from files");
}

bool Importer::biased(const Node& node) const {
  return net_.given(node, 2) && (!graph_.restores_norms || !swallowed_norm(node) || has_own_bias(node));
}

std::int32_t Importer::with_norm(const Node& node, std::int32_t value) {
  const Shape shape = net_.shape_of(value);
  const bool channels_first = node.type != "Gemm" || shape.rank == 2;
  if (!graph_.restores_norms || !channels_first || !swallowed_norm(node)) return value;
  return net_.add(node, BatchNorm{.channels = shape[1]}, {value});
}

void Importer::check_window(const Node& node, std::string_view key, const std::vector<std::int64_t>& list,
                            std::int64_t least) const {
  for (const std::int64_t v : list)
    if (v < least || v > largest_window)
      throw bad_input(net_.place(node) + std::string(key), text(list),
                      "must be in [" + std::to_string(least) + ", " + std::to_string(largest_window) + "]");
}

std::int32_t Importer::padded(const Node& node, std::int32_t x, Convolution2d& c, std::size_t spatial) {
  std::vector<std::int64_t> pads = node.list("pads", std::vector<std::int64_t>(2 * spatial, 0));
  if (pads.size() != 2 * spatial)
    throw bad_input(net_.place(node) + "pads", text(pads), "must have " + std::to_string(2 * spatial) + " numbers");
  check_window(node, "pads", pads, 0);
  if (spatial == 1) pads = {0, pads[0], 0, pads[1]};
  const Shape in = net_.shape_of(x);
  if (const std::string automatic = node.word("auto_pad", "NOTSET"); automatic.starts_with("SAME")) {
    const std::array<std::array<std::int64_t, 4>, 2> each{
        {{in[2], c.kernel_h, c.stride_h, c.dilation_h}, {in[3], c.kernel_w, c.stride_w, c.dilation_w}}};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto [size, k, stride, dilation] = each[i];
      const std::int64_t total =
          std::max<std::int64_t>(0, ((size + stride - 1) / stride - 1) * stride + dilation * (k - 1) + 1 - size);
      pads[i] = total / 2;
      pads[2 + i] = total - total / 2;
    }
  }
  if (pads[0] == pads[2] && pads[1] == pads[3]) {
    c.pad_h = pads[0];
    c.pad_w = pads[1];
    return x;
  }
  if (c.transposed) {  // far rows that are cut off: as if they were not made
    c.pad_h = std::min(pads[0], pads[2]);
    c.pad_w = std::min(pads[1], pads[3]);
    return x;
  }
  return net_.add(
      node, OpaqueOperator{.word = "pad", .sample = {in[1], in[2] + pads[0] + pads[2], in[3] + pads[1] + pads[3]}},
      {x});
}

void Importer::gemm(const Node& node) {
  if (!net_.weight(node, 1, 2) || node.integer("transA", 0) != 0) return unknown(node);
  const Dims& w = net_.dims_of(node, node.inputs[1]);
  const bool turned = node.integer("transB", 0) != 0;
  const Linear what{.inputs = turned ? w[1] : w[0], .outputs = turned ? w[0] : w[1], .bias = biased(node)};
  net_.set(node, 0, with_norm(node, net_.add(node, what, {net_.value_of(node, 0)}, node.inputs[1])));
}

void Importer::matmul(const Node& node) {
  if (!net_.constant(node.inputs.at(0)) && net_.weight(node, 1, 2)) {
    const Dims& w = net_.dims_of(node, node.inputs[1]);
    const std::size_t bias = following_bias(node, w[1]);
    const std::int32_t y = net_.add(node, Linear{.inputs = w[0], .outputs = w[1], .bias = bias != 0},
                                    {net_.value_of(node, 0)}, node.inputs[1]);
    net_.set(node, 0, y);
    if (bias == 0) return;
    merged_.insert(bias);
    net_.alias(graph_.nodes[bias].outputs.at(0), node.outputs[0]);
    return;
  }
  if (net_.constant(node.inputs.at(0)) || net_.constant(node.inputs.at(1))) return unknown(node);
  const Shape a = net_.shape_of(net_.value_of(node, 0)), b = net_.shape_of(net_.value_of(node, 1));
  const bool same =
      a.rank == b.rank && a.rank >= 3 &&
      std::equal(a.extent.begin(), a.extent.begin() + static_cast<std::ptrdiff_t>(a.rank) - 2, b.extent.begin());
  if (!same) return unknown(node);
  net_.set(node, 0, net_.add(node, Matmul{}, {net_.value_of(node, 0), net_.value_of(node, 1)}));
}

std::size_t Importer::following_bias(const Node& node, std::int64_t length) const {
  if (const auto uses = uses_.find(node.outputs.at(0)); uses == uses_.end() || uses->second != 1) return 0;
  for (std::size_t i = index_ + 1; i < graph_.nodes.size(); ++i) {
    const Node& next = graph_.nodes[i];
    if (std::find(next.inputs.begin(), next.inputs.end(), node.outputs[0]) == next.inputs.end()) continue;
    if (next.type != "Add") return 0;
    const std::string& other = next.inputs.at(0) == node.outputs[0] ? next.inputs.at(1) : next.inputs.at(0);
    return net_.constant(other) && net_.facts(other).dims == Dims{length} ? i : 0;
  }
  return 0;
}

}  // namespace plan::onnx_import
