#include "import.hpp"

#include <algorithm>
#include <numeric>
#include <perfmodel/json/file.hpp>
#include <set>
#include <stdexcept>
#include <string_view>

#include "builder.hpp"
#include "operators.hpp"

namespace plan::onnx_import {
namespace {

using namespace perfmodel;
using perfmodel::one_line;

constexpr std::int64_t largest_window = 65536;  ///< of strides, dilations and padding

/// From operators to layers.
class Importer {
 public:
  explicit Importer(const Graph& graph) : graph_(graph), net_(graph) {
    for (const Node& node : graph.nodes)
      for (const std::string& name : node.inputs) ++uses_[name];
    for (const std::string& name : graph.outputs) ++uses_[name];
  }

  Imported run() {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (merged_.contains(i)) continue;
      index_ = i;
      net_.at_node(i);
      try {
        import(graph_.nodes[i]);
      } catch (const std::out_of_range&) {  // of the lists of inputs and outputs
        throw bad_input(net_.place(graph_.nodes[i]) + "node",
                        std::to_string(graph_.nodes[i].inputs.size()) + " inputs, " +
                            std::to_string(graph_.nodes[i].outputs.size()) + " outputs",
                        "the operator needs more");
      }
    }
    result_.network = net_.finish();
    result_.notes = net_.notes();
    return std::move(result_);
  }

 private:
  void import(const Node& node) {
    const bool all_constant = std::all_of(node.inputs.begin(), node.inputs.end(),
                                          [&](const std::string& n) { return n.empty() || net_.constant(n); });
    if (all_constant) return;  // computed once, before the first step
    const std::string& type = node.type;
    if (const auto f = activations().find(type); f != activations().end())
      return net_.set(node, 0, net_.add(node, Activation{f->second}, {net_.value_of(node, 0)}));
    if (type == "Conv" || type == "ConvTranspose") return convolution(node);
    if (type == "Gemm") return gemm(node);
    if (type == "MatMul") return matmul(node);
    if (type == "BatchNormalization")
      return net_.set(node, 0,
                      net_.add(node, BatchNorm{.channels = net_.shape_of(net_.value_of(node, 0))[1]},
                               {net_.value_of(node, 0)}, node.inputs.at(1)));
    if (type == "LayerNormalization") return layer_norm(node);
    if (type == "InstanceNormalization" || type == "GroupNormalization") return group_norm(node);
    if (type.ends_with("Pool")) return pool(node);
    if (type == "Softmax" || type == "LogSoftmax") return softmax(node);
    if (type == "Add" || type == "Mul") return combine(node);
    if (type == "Concat") return concat(node);
    if (type == "Split") return split(node);
    if (type == "Slice") return slice(node);
    if (type == "Gather") return gather(node);
    if (type == "Reshape" || type == "Flatten" || type == "Squeeze" || type == "Unsqueeze") return view(node);
    if (type == "Identity" || type == "Dropout") return dropout(node);
    if (type == "Transpose") return transpose(node);
    if (type == "LSTM" || type == "GRU") return recurrent(node);
    if (type == "Resize" || type == "Upsample") return resize(node);
    if (type == "Clip") return clip(node);
    if (type == "Shape" || type == "Size") return;  // only reached where a shape is not known: the reader of it says so
    if (reduces(type)) return reduce(node);
    if (const auto cost = elementwise_costs().find(type); cost != elementwise_costs().end())
      return net_.opaque(node, cost->second);
    unknown(node);
  }

  void unknown(const Node& node) {
    ++result_.unknown[one_line(node.type, 60)];
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
      if (!node.outputs[i].empty() && (i == 0 || uses_.contains(node.outputs[i])))
        net_.opaque(node, {}, OpaqueOperator::Pattern::elementwise, i);
  }

  // --- products ---

  void convolution(const Node& node) {
    const bool transposed = node.type == "ConvTranspose";
    const std::int32_t source = net_.value_of(node, 0);
    const Dims& x = net_.dims_of(node, node.inputs[0]);
    if (!net_.given(node, 1) || !net_.constant(node.inputs[1]) || x.size() < 3 || x.size() > 4) return unknown(node);
    Dims w = net_.dims_of(node, node.inputs[1]);
    if (w.size() != x.size())
      throw bad_input(net_.place(node) + "input shape", text(x), "does not fit a weight of shape " + text(w));
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
                    .bias = net_.given(node, 2),
                    .transposed = transposed,
                    .output_pad_h = extra[0],
                    .output_pad_w = extra[1]};
    std::int32_t from = source;
    if (spatial == 1)
      from = net_.add(node, Reshape{.sample = {net_.shape_of(source)[1], 1, net_.shape_of(source)[2]}}, {source});
    from = padded(node, from, c, spatial);
    net_.set(node, 0, net_.add(node, c, {from}, node.inputs[1]));
  }

  /// Strides, dilations and padding are small numbers; others would overflow sums of extents.
  void check_window(const Node& node, std::string_view key, const std::vector<std::int64_t>& list,
                    std::int64_t least) const {
    for (const std::int64_t v : list)
      if (v < least || v > largest_window)
        throw bad_input(net_.place(node) + std::string(key), text(list),
                        "must be in [" + std::to_string(least) + ", " + std::to_string(largest_window) + "]");
  }

  /// Sets the padding. Unequal padding is a copy into a larger tensor first.
  std::int32_t padded(const Node& node, std::int32_t x, Convolution2d& c, std::size_t spatial) {
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

  void gemm(const Node& node) {
    if (!net_.weight(node, 1, 2) || node.integer("transA", 0) != 0) return unknown(node);
    const Dims& w = net_.dims_of(node, node.inputs[1]);
    const bool turned = node.integer("transB", 0) != 0;
    net_.set(
        node, 0,
        net_.add(node,
                 Linear{.inputs = turned ? w[1] : w[0], .outputs = turned ? w[0] : w[1], .bias = net_.given(node, 2)},
                 {net_.value_of(node, 0)}, node.inputs[1]));
  }

  /// A product with a weight is a linear layer; an addition of a bias that follows belongs to it.
  void matmul(const Node& node) {
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
  /// The index of an Add node that does nothing but add a vector of that length to this node's output; 0: none.
  [[nodiscard]] std::size_t following_bias(const Node& node, std::int64_t length) const {
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

  // --- normalization, pooling, elementwise ---

  void layer_norm(const Node& node) {
    const std::int32_t x = net_.value_of(node, 0);
    const auto rank = static_cast<std::int64_t>(net_.dims_of(node, node.inputs[0]).size());
    const std::int64_t axis = node.integer("axis", -1);
    if (axis != -1 && axis != rank - 1) return unknown(node);
    if (net_.given(node, 1) && net_.facts(node.inputs[1]).dims != Dims{net_.shape_of(x).back()})
      throw bad_input(net_.place(node) + "input shape", perfmodel::text(net_.shape_of(x)),
                      "does not fit a scale of shape " + text(net_.facts(node.inputs[1]).dims));
    net_.set(node, 0, net_.add(node, LayerNorm{.size = net_.shape_of(x).back()}, {x}, node.inputs.at(1)));
  }
  void group_norm(const Node& node) {
    const std::int32_t x = net_.value_of(node, 0);
    const std::int64_t channels = net_.shape_of(x)[1];
    net_.set(
        node, 0,
        net_.add(node,
                 GroupNorm{.groups = node.type == "InstanceNormalization" ? channels : node.integer("num_groups", 1),
                           .channels = channels},
                 {x}, node.inputs.at(1)));
  }

  void pool(const Node& node) {
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

  void softmax(const Node& node) {
    const auto rank = static_cast<std::int64_t>(net_.dims_of(node, node.inputs.at(0)).size());
    const std::int64_t axis = node.integer("axis", -1);
    if (axis != -1 && axis != rank - 1) return net_.opaque(node, {5, 1});
    net_.set(node, 0, net_.add(node, Softmax{.logarithm = node.type == "LogSoftmax"}, {net_.value_of(node, 0)}));
  }

  void combine(const Node& node) {
    const bool both = node.inputs.size() == 2 && !net_.constant(node.inputs[0]) && !net_.constant(node.inputs[1]);
    if (!both) return net_.opaque(node, {1, 0});
    const std::int32_t a = net_.value_of(node, 0), b = net_.value_of(node, 1);
    if (net_.shape_of(a).rank != net_.shape_of(b).rank || net_.facts(node.outputs.at(0)).integers)
      return net_.opaque(node, {1, 0});
    net_.set(node, 0, node.type == "Add" ? net_.add(node, Add{}, {a, b}) : net_.add(node, Multiply{}, {a, b}));
  }

  void clip(const Node& node) {
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

  void reduce(const Node& node) {
    const Dims& x = net_.dims_of(node, node.inputs.at(0));
    const std::vector<std::int64_t> axes = node.list(
        "axes", net_.given(node, 1) ? as_list(net_.facts(node.inputs[1]).values) : std::vector<std::int64_t>{});
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
  [[nodiscard]] static std::vector<std::int64_t> as_list(const std::vector<double>& values) {
    std::vector<std::int64_t> list;
    for (const double v : values) list.push_back(static_cast<std::int64_t>(v));
    return list;
  }

  // --- shapes and pieces ---

  void view(const Node& node) {
    net_.bind(node.outputs.at(0), net_.shaped(node, net_.value_of(node, 0), net_.dims_of(node, node.outputs[0])));
  }
  void dropout(const Node& node) {
    if (node.type == "Identity") return view(node);
    const double rate =
        net_.given(node, 1)
            ? (net_.facts(node.inputs[1]).values.size() == 1 ? net_.facts(node.inputs[1]).values[0] : 0.5)
        : node.numbers.contains("ratio") ? node.numbers.at("ratio")
                                         : 0.5;
    net_.set(node, 0, net_.add(node, Dropout{.probability = rate}, {net_.value_of(node, 0)}));
  }

  /// A view in eager frameworks too: what reads it pays. Here it is a copy where the order in memory changes.
  void transpose(const Node& node) {
    const Dims& x = net_.dims_of(node, node.inputs.at(0));
    std::vector<std::int64_t> order(x.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    order = node.list("perm", order);
    std::vector<std::int64_t> moved;  // order of the extents above 1: the others do not change the order in memory
    for (const std::int64_t a : order)
      if (a >= 0 && a < static_cast<std::int64_t>(x.size()) && x[static_cast<std::size_t>(a)] > 1 &&
          !(graph_.batch > 1 && net_.batch_at(x) == static_cast<std::size_t>(a)))
        moved.push_back(a);
    if (std::is_sorted(moved.begin(), moved.end())) return view(node);
    net_.opaque(node, {}, OpaqueOperator::Pattern::transpose);
  }

  void concat(const Node& node) {
    const auto axis = net_.axis_of(net_.dims_of(node, node.outputs.at(0)), node.integer("axis", 0));
    std::vector<std::int32_t> parts;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (!net_.constant(node.inputs[i])) parts.push_back(net_.value_of(node, i));
    if (parts.size() != node.inputs.size() || !axis || *axis == 0) return net_.opaque(node, {});
    net_.set(node, 0, net_.add(node, Concat{.dimension = *axis}, parts));
  }

  void piece(const Node& node, std::size_t output, std::int64_t axis, std::int64_t begin, std::int64_t length) {
    net_.set(node, output,
             net_.add(node, Slice{.dimension = axis, .begin = begin, .length = length}, {net_.value_of(node, 0)}));
  }
  void split(const Node& node) {
    const std::int64_t given_axis = node.integer("axis", 0);
    const Dims& x = net_.dims_of(node, node.inputs.at(0));
    const auto axis = net_.axis_of(x, given_axis);
    if (!axis || *axis == 0) return unknown(node);
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      const Dims& y = net_.dims_of(node, node.outputs[i]);
      const std::int64_t length = y.at(
          static_cast<std::size_t>(given_axis < 0 ? given_axis + static_cast<std::int64_t>(x.size()) : given_axis));
      piece(node, i, *axis, begin, length);
      begin += length;
    }
  }
  void slice(const Node& node) {
    const Dims &x = net_.dims_of(node, node.inputs.at(0)), &y = net_.dims_of(node, node.outputs.at(0));
    std::size_t changed = 0, at_axis = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] != y[i]) {
        ++changed;
        at_axis = i;
      }
    if (changed == 0) return view(node);
    const auto axis = net_.axis_of(x, static_cast<std::int64_t>(at_axis));
    const double start = net_.given(node, 1) && net_.facts(node.inputs[1]).values.size() == 1
                             ? net_.facts(node.inputs[1]).values[0]
                             : 0.0;
    const double step = net_.given(node, 4) && net_.facts(node.inputs[4]).values.size() == 1
                            ? net_.facts(node.inputs[4]).values[0]
                            : 1.0;
    if (changed != 1 || !axis || *axis == 0 || step != 1.0) return net_.opaque(node, {});
    const std::int64_t begin = static_cast<std::int64_t>(start) + (start < 0 ? x[at_axis] : 0);
    piece(node, 0, *axis, std::clamp<std::int64_t>(begin, 0, x[at_axis] - y[at_axis]), y[at_axis]);
  }

  /// Rows of a table are an embedding; one index of an activation is a view.
  void gather(const Node& node) {
    if (net_.weight(node, 0, 2) && node.integer("axis", 0) == 0) {
      const Dims& table = net_.dims_of(node, node.inputs[0]);
      return net_.set(
          node, 0,
          net_.add(node, Embedding{.count = table[0], .width = table[1]}, {net_.value_of(node, 1)}, node.inputs[0]));
    }
    if (net_.constant(node.inputs.at(0))) return net_.opaque(node, {}, OpaqueOperator::Pattern::gather);
    const Dims& x = net_.dims_of(node, node.inputs[0]);
    const std::int64_t given_axis = node.integer("axis", 0);
    const auto axis = net_.axis_of(x, given_axis);
    const TensorFacts& indices = net_.facts(node.inputs.at(1));
    if (indices.values.size() != 1 || !axis || *axis == 0)
      return net_.opaque(node, {}, OpaqueOperator::Pattern::gather);
    const std::int64_t extent = net_.shape_of(net_.value_of(node, 0))[static_cast<std::size_t>(*axis)];
    const auto index = static_cast<std::int64_t>(indices.values[0]);
    piece(node, 0, *axis, index < 0 ? index + extent : index, 1);
  }

  void recurrent(const Node& node) {
    const std::int32_t x = net_.value_of(node, 0);
    const Dims& in = net_.dims_of(node, node.inputs[0]);
    if (!net_.weight(node, 1, 3) || !net_.weight(node, 2, 3) || in.size() != 3 || node.integer("layout", 0) != 0)
      return unknown(node);
    const Dims &w = net_.dims_of(node, node.inputs[1]), &r = net_.dims_of(node, node.inputs[2]);
    const std::int32_t rows =
        net_.shape_of(x) == net_.batched({in[0], in[2]}) ? x : net_.add(node, Reshape{.sample = {in[0], in[2]}}, {x});
    const Recurrent cell{.cell = node.type == "LSTM" ? Cell::lstm : Cell::gru,
                         .inputs = w[2],
                         .hidden = r[2],
                         .bidirectional = w[0] == 2,
                         .bias = net_.given(node, 3)};
    const std::int32_t y = net_.add(node, cell, {rows}, node.inputs[1]);
    net_.set(node, 0, y);
    for (std::size_t i = 1; i < node.outputs.size(); ++i) {  // the last step's state
      if (node.outputs[i].empty() || !uses_.contains(node.outputs[i])) continue;
      net_.set(node, i, net_.add(node, perfmodel::Slice{.dimension = 1, .begin = in[0] - 1, .length = 1}, {y}));
    }
  }

  void resize(const Node& node) {
    const Dims &x = net_.dims_of(node, node.inputs.at(0)), &y = net_.dims_of(node, node.outputs.at(0));
    const bool nearest = node.word("mode", "nearest") == "nearest";
    if (nearest && x.size() == 4 && y[2] % x[2] == 0 && y[3] / x[3] == y[2] / x[2] && y[3] % x[3] == 0)
      return net_.set(node, 0, net_.add(node, perfmodel::Upsample{.factor = y[2] / x[2]}, {net_.value_of(node, 0)}));
    net_.opaque(node, nearest ? PerElement{} : PerElement{8, 0});
  }

  const Graph& graph_;
  NetworkBuilder net_;
  Imported result_{};
  std::map<std::string, int> uses_{};  ///< by how many nodes and outputs a tensor is read
  std::set<std::size_t> merged_{};     ///< nodes that an earlier one's layer does
  std::size_t index_{};
};

}  // namespace

Imported network_from_graph(const Graph& graph) { return Importer(graph).run(); }

}  // namespace plan::onnx_import
