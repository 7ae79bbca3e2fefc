#include "import.hpp"
#include <perfmodel/json/file.hpp>
#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

namespace plan::onnx_import {
namespace {

using namespace perfmodel;
using perfmodel::json::one_line;

inline constexpr std::int64_t largest_extent = std::int64_t{1} << 40, largest_window = 65536;

/// Operations of the usual formulas, per element: arithmetic instructions and special functions.
[[nodiscard]] const std::map<std::string_view, PerElement>& elementwise_costs() {
  static const std::map<std::string_view, PerElement> table{
      {"Add", {1, 0}}, {"Sub", {1, 0}}, {"Mul", {1, 0}}, {"Div", {1, 1}}, {"Pow", {2, 2}}, {"Sqrt", {1, 1}}, {"Reciprocal", {1, 1}}, {"Exp", {1, 1}},
      {"Log", {1, 1}}, {"Erf", {8, 1}}, {"Abs", {1, 0}}, {"Neg", {1, 0}}, {"Sign", {1, 0}}, {"Floor", {1, 0}}, {"Ceil", {1, 0}}, {"Round", {1, 0}}, {"Sin", {1, 1}},
      {"Cos", {1, 1}}, {"Min", {1, 0}}, {"Max", {1, 0}}, {"Mod", {2, 0}}, {"Sum", {1, 0}}, {"Mean", {1, 0}}, {"Where", {1, 0}}, {"Equal", {1, 0}}, {"Less", {1, 0}}, {"LessOrEqual", {1, 0}},
      {"Greater", {1, 0}}, {"GreaterOrEqual", {1, 0}}, {"And", {1, 0}}, {"Or", {1, 0}}, {"Xor", {1, 0}}, {"Not", {1, 0}}, {"Clip", {2, 0}}, {"PRelu", {2, 0}}, {"Selu", {3, 1}},
      {"Celu", {3, 1}}, {"Softplus", {2, 2}}, {"Softsign", {2, 1}}, {"Mish", {4, 3}}, {"ThresholdedRelu", {1, 0}}, {"HardSigmoid", {3, 0}}, {"CumSum", {1, 0}}, {"Trilu", {1, 0}},
      {"Pad", {}}, {"Expand", {}}, {"Tile", {}}, {"Cast", {}}, {"IsNaN", {1, 0}}, {"IsInf", {1, 0}}, {"OneHot", {}}, {"ConstantOfShape", {}}, {"Resize", {4, 0}}, {"Upsample", {4, 0}},
      {"DepthToSpace", {}}, {"SpaceToDepth", {}}, {"Gather", {}}, {"GatherElements", {}}, {"GatherND", {}}, {"ScatterElements", {}}, {"ScatterND", {}}, {"LRN", {12, 2}}, {"LpNormalization", {3, 1}}};
  return table;
}
[[nodiscard]] const std::map<std::string_view, ActivationKind>& activations() {
  static const std::map<std::string_view, ActivationKind> table{
      {"Relu", ActivationKind::relu}, {"LeakyRelu", ActivationKind::leaky_relu}, {"Sigmoid", ActivationKind::sigmoid}, {"Tanh", ActivationKind::tanh},
      {"Gelu", ActivationKind::gelu}, {"HardSwish", ActivationKind::hardswish}, {"Elu", ActivationKind::elu}, {"Swish", ActivationKind::silu}};
  return table;
}
[[nodiscard]] bool reduces(const std::string& type) { return type.starts_with("Reduce") || type == "ArgMax" || type == "ArgMin"; }

/// What a tensor of the graph is in the network.
struct Slot {
  std::int32_t value{};
  bool dynamic{};  ///< computed in a step; else constant
};

class Importer {
 public:
  explicit Importer(const Graph& graph) : graph_(graph) {
    for (const Node& node : graph.nodes)
      for (const std::string& name : node.inputs) ++uses_[name];
    for (const std::string& name : graph.outputs) ++uses_[name];
  }

  Imported run() {
    network_.name = graph_.file;
    for (const std::string& name : graph_.inputs) add_input(name);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      index_ = i;
      if (merged_.contains(i)) continue;
      try {
        import(graph_.nodes[i]);
      } catch (const std::out_of_range&) {  // of the lists of inputs and outputs
        throw bad_input(place(graph_.nodes[i]) + "node", std::to_string(graph_.nodes[i].inputs.size()) + " inputs, " + std::to_string(graph_.nodes[i].outputs.size()) + " outputs",
                        "the operator needs more");
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  // --- shapes: the graph's have the batch somewhere, a network's in front ---

  /// Where the batch is among the graph's dimensions; nothing where it is part of one or absent.
  [[nodiscard]] std::optional<std::size_t> batch_at(const Dims& dims) const {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
      if (dims.size() > i && dims[i] == graph_.batch) return i;
    return std::nullopt;
  }
  /// The shape of one sample. A dimension that holds the batch times something keeps the something.
  [[nodiscard]] Shape sample(const Dims& dims, const std::string& place) const {
    Dims rest = dims;
    if (const auto i = batch_at(dims)) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*i));
    else if (graph_.batch > 1 && !dims.empty() && dims[0] % graph_.batch == 0) rest[0] /= graph_.batch;
    else if (graph_.batch > 1)
      throw bad_input(place, "a tensor of shape " + text(dims), "a dimension must hold the batch of " + std::to_string(graph_.batch) + "; give the batch axis the value 1");
    while (rest.size() > Shape::max_rank - 1) {
      rest[rest.size() - 2] = checked_product(rest[rest.size() - 2], rest.back());
      rest.pop_back();
    }
    Shape shape{};
    for (const std::int64_t d : rest) shape.push_back(d);
    return shape;
  }
  [[nodiscard]] Shape batched(const Shape& of_sample) const {
    Shape shape{1};
    for (std::size_t i = 0; i < of_sample.rank; ++i) shape.push_back(of_sample[i]);
    return shape;
  }
  /// The network's dimension that a graph's axis is, if the batch is a dimension of its own in front of it or behind.
  [[nodiscard]] std::optional<std::int64_t> axis_of(const Dims& dims, std::int64_t axis) const {
    const auto rank = static_cast<std::int64_t>(dims.size());
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank || rank > static_cast<std::int64_t>(Shape::max_rank)) return std::nullopt;
    const auto b = batch_at(dims);
    if (!b) return graph_.batch == 1 && rank < static_cast<std::int64_t>(Shape::max_rank) ? std::optional(axis + 1) : std::nullopt;
    const auto at = static_cast<std::int64_t>(*b);
    return axis == at ? 0 : axis < at ? axis + 1 : axis;
  }

  [[nodiscard]] std::string place(const Node& node) const {
    return graph_.file + ": node " + one_line(node.name.empty() ? std::to_string(index_) : node.name, 80) + " (" + one_line(node.type, 40) + "): ";
  }
  [[nodiscard]] const TensorFacts& facts(const std::string& name) const {
    static const TensorFacts nothing{};
    const auto found = graph_.tensors.find(name);
    return found == graph_.tensors.end() ? nothing : found->second;
  }
  [[nodiscard]] const Dims& dims_of(const Node& node, const std::string& name) const {
    const TensorFacts& f = facts(name);
    if (!f.shaped) throw bad_input(place(node) + "tensor \"" + one_line(name) + '"', "no shape", "shape inference could not find it; give the file with shapes, or values to its axes");
    for (const std::int64_t d : f.dims)
      if (d < 1 || d > largest_extent) throw bad_input(place(node) + "tensor \"" + one_line(name) + '"', "shape " + text(f.dims), "extents must be in [1, 2^40]");
    return f.dims;
  }
  [[nodiscard]] Shape shape_of(std::int32_t value) const {
    return value >= 0 ? shapes_[static_cast<std::size_t>(value)] : batched(network_.inputs[static_cast<std::size_t>(-1 - value)].shape);
  }
  [[nodiscard]] bool constant(const std::string& name) const { return facts(name).constant; }
  [[nodiscard]] bool weight(const Node& node, std::size_t i, std::size_t rank) const {
    return node.inputs.size() > i && facts(node.inputs[i]).constant && facts(node.inputs[i]).dims.size() == rank;
  }
  [[nodiscard]] std::int32_t value_of(const Node& node, std::size_t i) const {
    const auto found = slots_.find(node.inputs.at(i));
    if (found == slots_.end()) throw bad_input(place(node) + "input \"" + one_line(node.inputs[i]) + '"', "nothing", "must be computed by an earlier node");
    return found->second;
  }
  [[nodiscard]] bool given(const Node& node, std::size_t i) const { return node.inputs.size() > i && !node.inputs[i].empty(); }

  // --- building ---

  void add_input(const std::string& name) {
    const TensorFacts& f = facts(name);
    const Node as_place{.name = name, .type = "input"};
    network_.inputs.push_back({.name = name, .shape = sample(dims_of(as_place, name), place(as_place)), .integers = f.integers});
    slots_[name] = network_input(static_cast<std::int32_t>(network_.inputs.size()) - 1);
  }

  std::int32_t add(const Node& node, LayerKind what, std::vector<std::int32_t> inputs, const std::string& owner = {}) {
    std::vector<Shape> shapes;
    for (const std::int32_t v : inputs) shapes.push_back(shape_of(v));
    try {
      shapes_.push_back(output_shape(what, shapes));
      (void)elements(shapes_.back());
    } catch (const Error& error) {
      throw at(place(node), error);
    }
    std::string name = node.name.empty() ? node.type + '_' + std::to_string(index_) : node.name;
    if (!names_.insert(name).second) name += '_' + std::to_string(network_.layers.size());
    names_.insert(name);
    Layer layer{.name = one_line(std::move(name), 60), .what = std::move(what), .inputs = std::move(inputs)};
    const auto index = static_cast<std::int32_t>(network_.layers.size());
    if (!owner.empty() && facts(owner).dims.size() > 1) {  // exporters also merge vectors that happen to hold the same numbers
      const auto [found, fresh] = owners_.emplace(owner, index);
      if (!fresh) layer.parameters_of = found->second;
    }
    network_.layers.push_back(std::move(layer));
    return index;
  }

  /// The value in the shape that the graph says, through a view if needed.
  std::int32_t shaped(const Node& node, std::int32_t value, const Dims& dims) {
    const Shape want = batched(sample(dims, place(node))), have = shape_of(value);
    if (have == want) return value;
    if (elements(have) != elements(want)) throw bad_input(place(node) + "output", "shape " + perfmodel::text(have), "shape inference says " + perfmodel::text(want) + " (batch 1 in front)");
    return add(node, Reshape{.sample = sample(dims, place(node))}, {value});
  }
  void set(const Node& node, std::size_t output, std::int32_t value) {
    const std::string& name = node.outputs.at(output);
    if (name.empty()) return;
    slots_[name] = facts(name).shaped ? shaped(node, value, dims_of(node, name)) : value;
  }

  /// A kernel that reads the dynamic inputs and at most one weight and writes the output.
  void traffic(const Node& node, PerElement each, StreamingKind pattern = StreamingKind::elementwise, std::size_t output = 0) {
    std::vector<std::int32_t> inputs;
    Shape parameter{};
    std::string owner;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i].empty()) continue;
      if (!constant(node.inputs[i])) {
        inputs.push_back(value_of(node, i));
        continue;
      }
      const TensorFacts& f = facts(node.inputs[i]);
      const std::int64_t size = std::accumulate(f.dims.begin(), f.dims.end(), std::int64_t{1}, checked_product);
      if (!f.stored || f.integers || size < 2 || parameter.rank > 0 || f.dims.size() > Shape::max_rank) continue;
      for (const std::int64_t d : f.dims) parameter.push_back(d);
      owner = node.inputs[i];
    }
    const std::string& name = node.outputs.at(output);
    if (!facts(name).shaped) result_.notes.push_back(place(node) + "its output's shape is not known; taken to be that of its first input");
    const Shape of_sample = facts(name).shaped ? sample(dims_of(node, name), place(node)) : network_shape_sample(inputs.at(0));
    slots_[name] = add(node, TrafficOnly{.word = word_of(node.type), .sample = of_sample, .parameter = parameter, .each = each, .pattern = pattern}, inputs, owner);
  }
  [[nodiscard]] Shape network_shape_sample(std::int32_t value) const {
    const Shape whole = shape_of(value);
    Shape shape{};
    for (std::size_t i = 1; i < whole.rank; ++i) shape.push_back(whole[i]);
    return shape;
  }
  [[nodiscard]] static std::string word_of(const std::string& type) {
    std::string word = one_line(type, 40);
    for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return word;
  }

  void import(const Node& node) {
    const bool all_constant = std::all_of(node.inputs.begin(), node.inputs.end(), [&](const std::string& n) { return n.empty() || constant(n); });
    if (all_constant) return;  // computed once, before the first step
    const std::string& type = node.type;
    if (const auto f = activations().find(type); f != activations().end()) return set(node, 0, add(node, Activation{f->second}, {value_of(node, 0)}));
    if (type == "Conv" || type == "ConvTranspose") return convolution(node);
    if (type == "Gemm") return gemm(node);
    if (type == "MatMul") return matmul(node);
    if (type == "BatchNormalization") return set(node, 0, add(node, BatchNorm{.channels = shape_of(value_of(node, 0))[1]}, {value_of(node, 0)}, node.inputs.at(1)));
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
    if (const auto cost = elementwise_costs().find(type); cost != elementwise_costs().end()) return traffic(node, cost->second);
    unknown(node);
  }

  void unknown(const Node& node) {
    ++result_.unknown[one_line(node.type, 60)];
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
      if (!node.outputs[i].empty() && (i == 0 || uses_.contains(node.outputs[i]))) traffic(node, {}, StreamingKind::elementwise, i);
  }

  // --- products ---

  void convolution(const Node& node) {
    const bool transposed = node.type == "ConvTranspose";
    const std::int32_t source = value_of(node, 0);
    const Dims& x = dims_of(node, node.inputs[0]);
    if (!given(node, 1) || !constant(node.inputs[1]) || x.size() < 3 || x.size() > 4) return unknown(node);
    Dims w = dims_of(node, node.inputs[1]);
    if (w.size() != x.size()) throw bad_input(place(node) + "input shape", text(x), "does not fit a weight of shape " + text(w));
    const std::size_t spatial = x.size() - 2;
    const auto two = [&](const char* key, std::int64_t absent) {
      std::vector<std::int64_t> list = node.list(key, std::vector<std::int64_t>(spatial, absent));
      if (list.size() != spatial) throw bad_input(place(node) + key, text(list), "must have " + std::to_string(spatial) + " numbers");
      check_window(node, key, list, std::string_view(key) == "output_padding" ? 0 : 1);
      if (spatial == 1) list.insert(list.begin(), absent);
      return list;
    };
    const auto stride = two("strides", 1), dilation = two("dilations", 1), extra = two("output_padding", 0);
    if (spatial == 1) w.insert(w.begin() + 2, 1);
    Convolution2d c{.in = transposed ? w[0] : checked_product(w[1], node.integer("group", 1)), .out = transposed ? checked_product(w[1], node.integer("group", 1)) : w[0],
                    .kernel_h = w[2], .kernel_w = w[3], .stride_h = stride[0], .stride_w = stride[1], .dilation_h = dilation[0], .dilation_w = dilation[1],
                    .groups = node.integer("group", 1), .bias = given(node, 2), .transposed = transposed, .output_pad_h = extra[0], .output_pad_w = extra[1]};
    std::int32_t from = source;
    if (spatial == 1) from = add(node, Reshape{.sample = {shape_of(source)[1], 1, shape_of(source)[2]}}, {source});
    from = padded(node, from, c, spatial);
    set(node, 0, add(node, c, {from}, node.inputs[1]));
  }

  /// Strides, dilations and padding are small numbers; others would overflow sums of extents.
  void check_window(const Node& node, std::string_view key, const std::vector<std::int64_t>& list, std::int64_t least) const {
    for (const std::int64_t v : list)
      if (v < least || v > largest_window)
        throw bad_input(place(node) + std::string(key), text(list), "must be in [" + std::to_string(least) + ", " + std::to_string(largest_window) + "]");
  }

  /// Sets the padding. Unequal padding is a copy into a larger tensor first.
  std::int32_t padded(const Node& node, std::int32_t x, Convolution2d& c, std::size_t spatial) {
    std::vector<std::int64_t> pads = node.list("pads", std::vector<std::int64_t>(2 * spatial, 0));
    if (pads.size() != 2 * spatial) throw bad_input(place(node) + "pads", text(pads), "must have " + std::to_string(2 * spatial) + " numbers");
    check_window(node, "pads", pads, 0);
    if (spatial == 1) pads = {0, pads[0], 0, pads[1]};
    const Shape in = shape_of(x);
    if (const std::string automatic = node.word("auto_pad", "NOTSET"); automatic.starts_with("SAME")) {
      const std::array<std::array<std::int64_t, 4>, 2> each{{{in[2], c.kernel_h, c.stride_h, c.dilation_h}, {in[3], c.kernel_w, c.stride_w, c.dilation_w}}};
      for (std::size_t i = 0; i < 2; ++i) {
        const auto [size, k, stride, dilation] = each[i];
        const std::int64_t total = std::max<std::int64_t>(0, ((size + stride - 1) / stride - 1) * stride + dilation * (k - 1) + 1 - size);
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
    return add(node, TrafficOnly{.word = "pad", .sample = {in[1], in[2] + pads[0] + pads[2], in[3] + pads[1] + pads[3]}}, {x});
  }

  void gemm(const Node& node) {
    if (!weight(node, 1, 2) || node.integer("transA", 0) != 0) return unknown(node);
    const Dims& w = dims_of(node, node.inputs[1]);
    const bool turned = node.integer("transB", 0) != 0;
    set(node, 0, add(node, Linear{.inputs = turned ? w[1] : w[0], .outputs = turned ? w[0] : w[1], .bias = given(node, 2)}, {value_of(node, 0)}, node.inputs[1]));
  }

  /// A product with a weight is a linear layer; an addition of a bias that follows belongs to it.
  void matmul(const Node& node) {
    if (!constant(node.inputs.at(0)) && weight(node, 1, 2)) {
      const Dims& w = dims_of(node, node.inputs[1]);
      const std::size_t bias = following_bias(node, w[1]);
      const std::int32_t y = add(node, Linear{.inputs = w[0], .outputs = w[1], .bias = bias != 0}, {value_of(node, 0)}, node.inputs[1]);
      set(node, 0, y);
      if (bias == 0) return;
      merged_.insert(bias);
      slots_[graph_.nodes[bias].outputs.at(0)] = slots_[node.outputs[0]];
      return;
    }
    if (constant(node.inputs.at(0)) || constant(node.inputs.at(1))) return unknown(node);
    const Shape a = shape_of(value_of(node, 0)), b = shape_of(value_of(node, 1));
    const bool same = a.rank == b.rank && a.rank >= 3 && std::equal(a.extent.begin(), a.extent.begin() + static_cast<std::ptrdiff_t>(a.rank) - 2, b.extent.begin());
    if (!same) return unknown(node);
    set(node, 0, add(node, Matmul{}, {value_of(node, 0), value_of(node, 1)}));
  }
  /// The index of an Add node that does nothing but add a vector of that length to this node's output; 0: none.
  [[nodiscard]] std::size_t following_bias(const Node& node, std::int64_t length) const {
    if (const auto uses = uses_.find(node.outputs.at(0)); uses == uses_.end() || uses->second != 1) return 0;
    for (std::size_t i = index_ + 1; i < graph_.nodes.size(); ++i) {
      const Node& next = graph_.nodes[i];
      if (std::find(next.inputs.begin(), next.inputs.end(), node.outputs[0]) == next.inputs.end()) continue;
      if (next.type != "Add") return 0;
      const std::string& other = next.inputs.at(0) == node.outputs[0] ? next.inputs.at(1) : next.inputs.at(0);
      return constant(other) && facts(other).dims == Dims{length} ? i : 0;
    }
    return 0;
  }

  // --- normalization, pooling, elementwise ---

  void layer_norm(const Node& node) {
    const std::int32_t x = value_of(node, 0);
    const auto rank = static_cast<std::int64_t>(dims_of(node, node.inputs[0]).size());
    const std::int64_t axis = node.integer("axis", -1);
    if (axis != -1 && axis != rank - 1) return unknown(node);
    if (given(node, 1) && facts(node.inputs[1]).dims != Dims{shape_of(x).back()})
      throw bad_input(place(node) + "input shape", perfmodel::text(shape_of(x)), "does not fit a scale of shape " + text(facts(node.inputs[1]).dims));
    set(node, 0, add(node, LayerNorm{.size = shape_of(x).back()}, {x}, node.inputs.at(1)));
  }
  void group_norm(const Node& node) {
    const std::int32_t x = value_of(node, 0);
    const std::int64_t channels = shape_of(x)[1];
    set(node, 0, add(node, GroupNorm{.groups = node.type == "InstanceNormalization" ? channels : node.integer("num_groups", 1), .channels = channels}, {x}, node.inputs.at(1)));
  }

  void pool(const Node& node) {
    const std::int32_t x = value_of(node, 0);
    const Dims& dims = dims_of(node, node.inputs[0]);
    const PoolingKind what = node.type.find("Max") != std::string::npos ? PoolingKind::maximum : PoolingKind::average;
    if (dims.size() != 4 || node.type.find("Lp") != std::string::npos) return unknown(node);
    if (node.type.starts_with("Global")) return set(node, 0, add(node, AdaptivePooling{.what = what}, {x}));
    const auto window = node.list("kernel_shape", {}), stride = node.list("strides", {1, 1}), dilation = node.list("dilations", {1, 1});
    auto pads = node.list("pads", {0, 0, 0, 0});
    if (window.size() != 2 || stride.size() != 2 || pads.size() != 4) throw bad_input(place(node) + "kernel_shape, strides or pads", text(window), "must have 2, 2 and 4 numbers");
    const Dims& y = dims_of(node, node.outputs.at(0));
    Pooling p{.what = what, .window_h = window[0], .window_w = window[1], .stride_h = stride[0], .stride_w = stride[1],
              .pad_h = pads[0], .pad_w = pads[1], .ceil_mode = node.integer("ceil_mode", 0) != 0};
    const std::array<Shape, 1> in{shape_of(x)};
    const bool plain = dilation == std::vector<std::int64_t>{1, 1} && node.word("auto_pad", "NOTSET") == "NOTSET" && pads[0] == pads[2] && pads[1] == pads[3];
    if (plain && output_shape(p, in) == batched(sample(y, place(node)))) return set(node, 0, add(node, p, {x}));
    traffic(node, {static_cast<double>(window[0] * window[1]), 0}, StreamingKind::pooling);
  }

  void softmax(const Node& node) {
    const auto rank = static_cast<std::int64_t>(dims_of(node, node.inputs.at(0)).size());
    const std::int64_t axis = node.integer("axis", -1);
    if (axis != -1 && axis != rank - 1) return traffic(node, {5, 1}, StreamingKind::softmax);
    set(node, 0, add(node, Softmax{.logarithm = node.type == "LogSoftmax"}, {value_of(node, 0)}));
  }

  void combine(const Node& node) {
    const bool both = node.inputs.size() == 2 && !constant(node.inputs[0]) && !constant(node.inputs[1]);
    if (!both) return traffic(node, {1, 0});
    const std::int32_t a = value_of(node, 0), b = value_of(node, 1);
    if (shape_of(a).rank != shape_of(b).rank || facts(node.outputs.at(0)).integers) return traffic(node, {1, 0});
    set(node, 0, node.type == "Add" ? add(node, Add{}, {a, b}) : add(node, Multiply{}, {a, b}));
  }

  void clip(const Node& node) {
    const auto bound = [&](std::size_t i, const char* key, double absent) {
      if (given(node, i)) return facts(node.inputs[i]).values.size() == 1 ? facts(node.inputs[i]).values[0] : absent;
      const auto number = node.numbers.find(key);
      return number == node.numbers.end() ? absent : number->second;
    };
    if (bound(1, "min", -1) == 0.0 && bound(2, "max", -1) == 6.0) return set(node, 0, add(node, Activation{ActivationKind::relu6}, {value_of(node, 0)}));
    traffic(node, {2, 0});
  }

  void reduce(const Node& node) {
    const Dims& x = dims_of(node, node.inputs.at(0));
    const std::vector<std::int64_t> axes = node.list("axes", given(node, 1) ? as_list(facts(node.inputs[1]).values) : std::vector<std::int64_t>{});
    const bool image = x.size() == 4 && (axes == std::vector<std::int64_t>{2, 3} || axes == std::vector<std::int64_t>{-1, -2} || axes == std::vector<std::int64_t>{-2, -1});
    if (node.type == "ReduceMean" && image) return set(node, 0, add(node, AdaptivePooling{}, {value_of(node, 0)}));
    const Dims& y = dims_of(node, node.outputs.at(0));
    const double ratio = static_cast<double>(std::accumulate(x.begin(), x.end(), std::int64_t{1}, checked_product)) /
                         static_cast<double>(std::accumulate(y.begin(), y.end(), std::int64_t{1}, checked_product));
    traffic(node, {ratio, 0}, StreamingKind::row_reduction);
  }
  [[nodiscard]] static std::vector<std::int64_t> as_list(const std::vector<double>& values) {
    std::vector<std::int64_t> list;
    for (const double v : values) list.push_back(static_cast<std::int64_t>(v));
    return list;
  }

  // --- shapes and pieces ---

  void view(const Node& node) { slots_[node.outputs.at(0)] = shaped(node, value_of(node, 0), dims_of(node, node.outputs[0])); }
  void dropout(const Node& node) {
    if (node.type == "Identity") return view(node);
    const double rate = given(node, 1) ? (facts(node.inputs[1]).values.size() == 1 ? facts(node.inputs[1]).values[0] : 0.5) : node.numbers.contains("ratio") ? node.numbers.at("ratio") : 0.5;
    set(node, 0, add(node, Dropout{.probability = rate}, {value_of(node, 0)}));
  }

  /// A view in eager frameworks too: what reads it pays. Here it is a copy where the order in memory changes.
  void transpose(const Node& node) {
    const Dims& x = dims_of(node, node.inputs.at(0));
    std::vector<std::int64_t> order(x.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    order = node.list("perm", order);
    std::vector<std::int64_t> moved;  // order of the extents above 1: the others do not change the order in memory
    for (const std::int64_t a : order)
      if (a >= 0 && a < static_cast<std::int64_t>(x.size()) && x[static_cast<std::size_t>(a)] > 1 && !(graph_.batch > 1 && batch_at(x) == static_cast<std::size_t>(a))) moved.push_back(a);
    if (std::is_sorted(moved.begin(), moved.end())) return view(node);
    traffic(node, {}, StreamingKind::transpose);
  }

  void concat(const Node& node) {
    const auto axis = axis_of(dims_of(node, node.outputs.at(0)), node.integer("axis", 0));
    std::vector<std::int32_t> parts;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (!constant(node.inputs[i])) parts.push_back(value_of(node, i));
    if (parts.size() != node.inputs.size() || !axis || *axis == 0) return traffic(node, {});
    set(node, 0, add(node, Concat{.dimension = *axis}, parts));
  }

  void piece(const Node& node, std::size_t output, std::int64_t axis, std::int64_t begin, std::int64_t length) {
    set(node, output, add(node, Slice{.dimension = axis, .begin = begin, .length = length}, {value_of(node, 0)}));
  }
  void split(const Node& node) {
    const std::int64_t given_axis = node.integer("axis", 0);
    const Dims& x = dims_of(node, node.inputs.at(0));
    const auto axis = axis_of(x, given_axis);
    if (!axis || *axis == 0) return unknown(node);
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      const Dims& y = dims_of(node, node.outputs[i]);
      const std::int64_t length = y.at(static_cast<std::size_t>(given_axis < 0 ? given_axis + static_cast<std::int64_t>(x.size()) : given_axis));
      piece(node, i, *axis, begin, length);
      begin += length;
    }
  }
  void slice(const Node& node) {
    const Dims &x = dims_of(node, node.inputs.at(0)), &y = dims_of(node, node.outputs.at(0));
    std::size_t changed = 0, at_axis = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] != y[i]) {
        ++changed;
        at_axis = i;
      }
    if (changed == 0) return view(node);
    const auto axis = axis_of(x, static_cast<std::int64_t>(at_axis));
    const double start = given(node, 1) && facts(node.inputs[1]).values.size() == 1 ? facts(node.inputs[1]).values[0] : 0.0;
    const double step = given(node, 4) && facts(node.inputs[4]).values.size() == 1 ? facts(node.inputs[4]).values[0] : 1.0;
    if (changed != 1 || !axis || *axis == 0 || step != 1.0) return traffic(node, {});
    const std::int64_t begin = static_cast<std::int64_t>(start) + (start < 0 ? x[at_axis] : 0);
    piece(node, 0, *axis, std::clamp<std::int64_t>(begin, 0, x[at_axis] - y[at_axis]), y[at_axis]);
  }

  /// Rows of a table are an embedding; one index of an activation is a view.
  void gather(const Node& node) {
    if (weight(node, 0, 2) && node.integer("axis", 0) == 0) {
      const Dims& table = dims_of(node, node.inputs[0]);
      return set(node, 0, add(node, Embedding{.count = table[0], .width = table[1]}, {value_of(node, 1)}, node.inputs[0]));
    }
    if (constant(node.inputs.at(0))) return traffic(node, {}, StreamingKind::gather);
    const Dims& x = dims_of(node, node.inputs[0]);
    const std::int64_t given_axis = node.integer("axis", 0);
    const auto axis = axis_of(x, given_axis);
    const TensorFacts& indices = facts(node.inputs.at(1));
    if (indices.values.size() != 1 || !axis || *axis == 0) return traffic(node, {}, StreamingKind::gather);
    const std::int64_t extent = shape_of(value_of(node, 0))[static_cast<std::size_t>(*axis)];
    const auto index = static_cast<std::int64_t>(indices.values[0]);
    piece(node, 0, *axis, index < 0 ? index + extent : index, 1);
  }

  void recurrent(const Node& node) {
    const std::int32_t x = value_of(node, 0);
    const Dims& in = dims_of(node, node.inputs[0]);
    if (!weight(node, 1, 3) || !weight(node, 2, 3) || in.size() != 3 || node.integer("layout", 0) != 0) return unknown(node);
    const Dims &w = dims_of(node, node.inputs[1]), &r = dims_of(node, node.inputs[2]);
    const std::int32_t rows = shape_of(x) == batched({in[0], in[2]}) ? x : add(node, Reshape{.sample = {in[0], in[2]}}, {x});
    const Recurrent cell{.cell = node.type == "LSTM" ? Cell::lstm : Cell::gru, .inputs = w[2], .hidden = r[2], .bidirectional = w[0] == 2, .bias = given(node, 3)};
    const std::int32_t y = add(node, cell, {rows}, node.inputs[1]);
    set(node, 0, y);
    for (std::size_t i = 1; i < node.outputs.size(); ++i) {  // the last step's state
      if (node.outputs[i].empty() || !uses_.contains(node.outputs[i])) continue;
      set(node, i, add(node, perfmodel::Slice{.dimension = 1, .begin = in[0] - 1, .length = 1}, {y}));
    }
  }

  void resize(const Node& node) {
    const Dims &x = dims_of(node, node.inputs.at(0)), &y = dims_of(node, node.outputs.at(0));
    const bool nearest = node.word("mode", "nearest") == "nearest";
    if (nearest && x.size() == 4 && y[2] % x[2] == 0 && y[3] / x[3] == y[2] / x[2] && y[3] % x[3] == 0)
      return set(node, 0, add(node, perfmodel::Upsample{.factor = y[2] / x[2]}, {value_of(node, 0)}));
    traffic(node, nearest ? PerElement{} : PerElement{8, 0});
  }

  /// The graph's first output feeds the loss; it must be the last layer. Others are kept.
  void finish() {
    if (network_.layers.empty()) throw bad_input(graph_.file, "a graph that computes nothing from its inputs", "must have operators");
    const Node as_place{.name = graph_.outputs[0], .type = "output"};
    for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
      const auto found = slots_.find(graph_.outputs[i]);
      if (found == slots_.end()) throw bad_input(graph_.file + ": output \"" + one_line(graph_.outputs[i]) + '"', "nothing that depends on an input", "must be computed by a node");
      if (i > 0 && found->second >= 0 && found->second != slots_.at(graph_.outputs[0])) network_.extra_outputs.push_back(found->second);
    }
    const std::int32_t last = slots_.at(graph_.outputs[0]);
    if (last + 1 != static_cast<std::int32_t>(network_.layers.size())) (void)add(as_place, Reshape{.sample = network_shape_sample(last)}, {last});
    if (shapes_.back().rank < 2) network_.loss = NoLoss{};
    result_.network = std::move(network_);
  }

  const Graph& graph_;
  Network network_{};
  Imported result_{};
  std::vector<Shape> shapes_{};
  std::map<std::string, std::int32_t> slots_{}, owners_{};
  std::map<std::string, int> uses_{};
  std::set<std::string> names_{};
  std::set<std::size_t> merged_{};
  std::size_t index_{};
};

}  // namespace

Imported network_from_graph(const Graph& graph) { return Importer(graph).run(); }

}  // namespace plan::onnx_import
