#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <set>

#include "attributes.hpp"
#include "constants.hpp"
#include "infer.hpp"

namespace plan::onnx_import {
namespace {

using perfmodel::bad_input;
using perfmodel::one_line;

inline constexpr std::size_t largest_file = std::size_t{2} << 30;  ///< what the format itself allows for one message

[[nodiscard]] onnx::ModelProto parse(const std::string& path) {
  google::protobuf::SetLogHandler(nullptr);  // the library would write to the error stream by itself
  const std::string bytes = perfmodel::json::read_file(path, {.bytes = largest_file});
  onnx::ModelProto model;
  const std::string place = one_line(path, 400);
  if (!model.ParseFromString(bytes))
    throw bad_input(place, std::to_string(bytes.size()) + " bytes that are not a whole ONNX model",
                    "the file is truncated or of another format");
  if (!model.has_graph() || model.graph().node_size() == 0)
    throw bad_input(place, "an ONNX model without a graph of nodes", "the file is truncated or empty");
  if (model.opset_import_size() == 0)
    throw bad_input(place, "an ONNX model without a version of its operators",
                    "the file is truncated or of another format");
  if (model.graph().output_size() == 0) throw bad_input(place, "a graph without outputs", "must have one");
  for (auto& set : *model.mutable_opset_import())
    if (set.domain() == "ai.onnx") set.clear_domain();  // two names of the same
  for (auto& node : *model.mutable_graph()->mutable_node())
    if (node.domain() == "ai.onnx") node.clear_domain();
  std::set<std::string> domains;  // inference stops at operators whose domain the file does not declare
  for (const auto& set : model.opset_import()) domains.insert(set.domain());
  for (const auto& node : model.graph().node())
    if (domains.insert(node.domain()).second) {
      auto& set = *model.add_opset_import();
      set.set_domain(node.domain());
      set.set_version(1);
    }
  return model;
}

/// Inputs of the graph that a caller feeds: those that are no initializers.
[[nodiscard]] std::vector<onnx::ValueInfoProto*> fed(onnx::GraphProto& graph) {
  std::set<std::string> stored;
  for (const auto& t : graph.initializer()) stored.insert(t.name());
  std::vector<onnx::ValueInfoProto*> found;
  for (auto& input : *graph.mutable_input())
    if (!stored.contains(input.name())) found.push_back(&input);
  return found;
}

/// From recurrent operators back to the graph's inputs, through operators that keep dimensions or exchange them.
class Origins {
 public:
  explicit Origins(const onnx::GraphProto& graph) {
    for (const auto& node : graph.node())
      for (const std::string& name : node.output()) makers_[name] = &node;
    for (const auto& t : graph.initializer()) stored_.insert(t.name());
  }

  /// The dimension of the input that a tensor's dimension is; nothing where no such operators lead there.
  [[nodiscard]] std::optional<int> of(const std::string& input, const std::string& tensor, int axis) const {
    std::set<Place> seen;
    std::vector<Place> open{{tensor, axis}};
    while (!open.empty()) {
      const Place at = std::move(open.back());
      open.pop_back();
      if (at.first == input) return at.second;
      const auto maker = makers_.find(at.first);
      if (maker == makers_.end() || !seen.insert(at).second) continue;
      const std::vector<Place> from = sources(*maker->second, at.second);
      open.insert(open.end(), from.rbegin(), from.rend());  // the first operand is looked at first
    }
    return std::nullopt;
  }

 private:
  using Place = std::pair<std::string, int>;  ///< a dimension of a tensor

  /// Of which operands' dimensions a result's dimension may be.
  [[nodiscard]] std::vector<Place> sources(const onnx::NodeProto& node, int axis) const {
    if (node.op_type() == "Transpose") {
      const auto* order = attribute(node, "perm");
      if (order == nullptr || axis >= order->ints_size() || node.input_size() != 1) return {};
      const std::int64_t from = order->ints(axis);
      if (from < 0 || from >= order->ints_size()) return {};
      return {{node.input(0), static_cast<int>(from)}};
    }
    if (node.op_type() == "Gather") {
      if (node.input_size() != 2 || !stored_.contains(node.input(0)) || integer(node, "axis", 0) != 0) return {};
      return {{node.input(1), axis}};
    }
    static const std::set<std::string> keeping{"MatMul", "Add",      "Sub",       "Mul",      "Div",
                                               "Cast",   "Identity", "Dropout",   "Softmax",  "Relu",
                                               "Tanh",   "Sigmoid",  "LeakyRelu", "Elu",      "LayerNormalization",
                                               "Clip",   "Concat",   "Gelu",      "Softsign", "Exp",
                                               "Log",    "Sqrt",     "Pow",       "Erf"};
    std::vector<Place> all;
    if (keeping.contains(node.op_type()))
      for (const std::string& name : node.input()) all.emplace_back(name, axis);
    return all;
  }

  std::map<std::string, const onnx::NodeProto*> makers_{};
  std::set<std::string> stored_{};
};

/// The axis of an input that is the batch: the first one, or the one that a recurrent operator takes as its batch (its
/// second, in layout 1 its first).
[[nodiscard]] int batch_axis(const onnx::GraphProto& graph, const std::string& input) {
  std::optional<Origins> origins;  // of files with recurrent operators alone
  for (const auto& node : graph.node()) {
    if (node.op_type() != "LSTM" && node.op_type() != "GRU" && node.op_type() != "RNN") continue;
    if (node.input_size() == 0) continue;
    const int taken = integer(node, "layout", 0) != 0 ? 0 : 1;
    if (!origins) origins.emplace(graph);
    if (const auto axis = origins->of(input, node.input(0), taken)) return *axis;
  }
  return 0;
}

/// Gives dynamic axes their values. The batch is the first axis of the first input (see batch_axis), or the axis that
/// is called batch.
class Axes {
 public:
  Axes(std::string file, const AxisValues& values) : file_(std::move(file)), values_(values) {}

  void set(onnx::GraphProto& graph) {
    const auto inputs = fed(graph);
    if (inputs.empty()) throw bad_input(file_, "a graph without inputs", "must have one");
    const int axis = batch_axis(graph, inputs[0]->name());
    batch_ = batch_name(inputs, axis);
    for (onnx::ValueInfoProto* input : inputs) {
      if (!input->type().has_tensor_type() || !input->type().tensor_type().has_shape())
        throw bad_input(file_ + ": input " + one_line(input->name()), "no shape",
                        "an input must be a tensor of known rank");
      auto& shape = *input->mutable_type()->mutable_tensor_type()->mutable_shape();
      for (int i = 0; i < shape.dim_size(); ++i) set(*shape.mutable_dim(i), *input, i);
    }
    for (const auto& [name, value] : values_)
      if (!used_.contains(name))
        throw bad_input(file_, "the axis \"" + one_line(name) + '"',
                        seen_.empty() ? "the model has no dynamic axes" : "the dynamic axes are " + list(seen_));
    if (!missing_.empty())
      throw bad_input(file_, "dynamic axes without values: " + list(missing_),
                      "give each as in " + file_ + "," + one_line(*missing_.begin()) + "=128");
    const auto& first = inputs[0]->type().tensor_type().shape();
    if (batch_.empty() && first.dim_size() > axis) extent_ = std::max<std::int64_t>(1, first.dim(axis).dim_value());
    if (batch_.empty()) note_fixed(graph, inputs);
  }
  [[nodiscard]] std::int64_t batch() const { return extent_; }
  /// Of inputs that have the batch: the dimension that it is.
  [[nodiscard]] const std::map<std::string, std::size_t>& batch_dimensions() const { return dimensions_; }
  /// The values that dynamic axes have now.
  [[nodiscard]] const std::map<std::string, std::int64_t>& named() const { return named_; }

 private:
  static std::string name_of(const onnx::TensorShapeProto::Dimension& dim, const onnx::ValueInfoProto& input,
                             int axis) {
    return dim.dim_param().empty() ? input.name() + '.' + std::to_string(axis) : dim.dim_param();
  }
  static bool dynamic(const onnx::TensorShapeProto::Dimension& dim) {
    return !dim.has_dim_value() || dim.dim_value() <= 0;
  }
  [[nodiscard]] static std::string batch_name(const std::vector<onnx::ValueInfoProto*>& inputs, int axis) {
    for (const auto* input : inputs)
      for (const auto& dim : input->type().tensor_type().shape().dim())
        for (const char* word : {"batch", "batch_size", "N", "n", "bs"})
          if (dynamic(dim) && dim.dim_param() == word) return word;
    const auto& first = inputs[0]->type().tensor_type().shape();
    return first.dim_size() > axis && dynamic(first.dim(axis)) ? name_of(first.dim(axis), *inputs[0], axis)
                                                               : std::string();
  }
  void set(onnx::TensorShapeProto::Dimension& dim, const onnx::ValueInfoProto& input, int axis) {
    if (!dynamic(dim)) return;
    const std::string name = name_of(dim, input, axis);
    seen_.insert(name);
    const bool is_batch = name == batch_ || (!batch_.empty() && axis == 0 && dim.dim_param().empty());
    if (name == batch_ || (is_batch && !dimensions_.contains(input.name())))
      dimensions_[input.name()] = static_cast<std::size_t>(axis);
    std::int64_t value = is_batch ? 1 : 0;
    for (const auto& [given, number] : values_)
      if (given == name) {
        used_.insert(given);
        value = number;
        if (name == batch_) extent_ = number;
      }
    if (value == 0) missing_.insert(name);
    dim.set_dim_value(std::max<std::int64_t>(1, value));
    named_[name] = dim.dim_value();
  }
  /// A batch of fixed extent: by the place that recurrent operators give it, else in front.
  void note_fixed(const onnx::GraphProto& graph, const std::vector<onnx::ValueInfoProto*>& inputs) {
    for (const onnx::ValueInfoProto* input : inputs) {
      const int axis = batch_axis(graph, input->name());
      const auto& shape = input->type().tensor_type().shape();
      if (shape.dim_size() > axis && shape.dim(axis).dim_value() == extent_)
        dimensions_[input->name()] = static_cast<std::size_t>(axis);
    }
  }
  [[nodiscard]] static std::string list(const std::set<std::string>& names) {
    std::string words;
    for (const std::string& n : names) words += (words.empty() ? "" : ", ") + one_line(n, 40);
    return words;
  }

  std::string file_;
  const AxisValues& values_;
  std::string batch_{};
  std::int64_t extent_{1};
  std::set<std::string> seen_{}, used_{}, missing_{};
  std::map<std::string, std::int64_t> named_{};
  std::map<std::string, std::size_t> dimensions_{};
};

/// What the library's inference takes for granted and would read beyond: the filter of a convolution has at least three
/// dimensions.
/// @throws Error naming file, node and the filter's shape
void check_filters(const onnx::GraphProto& graph, const std::map<std::string, TensorFacts>& tensors,
                   const std::string& file) {
  constexpr std::size_t least = 3;
  for (const auto& node : graph.node()) {
    if ((node.op_type() != "Conv" && node.op_type() != "ConvTranspose") || node.input_size() < 2) continue;
    const auto filter = tensors.find(node.input(1));
    if (filter == tensors.end() || !filter->second.shaped || filter->second.dims.size() >= least) continue;
    std::string shape;
    for (const std::int64_t d : filter->second.dims) shape += (shape.empty() ? "" : ", ") + std::to_string(d);
    throw bad_input(file + ": node " + one_line(node.name(), 80) + " (" + node.op_type() + "): filter " +
                        one_line(node.input(1), 80),
                    "[" + shape + "]", "a filter has at least three dimensions");
  }
}

/// Operators that run other graphs, as often or as rarely as data say.
/// @throws Error naming file and node
void refuse_control_flow(const onnx::GraphProto& graph, const std::string& file) {
  for (const auto& node : graph.node())
    for (const char* type : {"If", "Loop", "Scan", "SequenceMap"})
      if (node.op_type() == type && node.domain().empty())
        throw bad_input(file + ": node " + one_line(node.name().empty() ? node.output(0) : node.name(), 80), type,
                        "data decide what it runs, so that a step has no fixed cost; export the model without control "
                        "flow");
}

/// Shapes and constants of all tensors, node by node in the order of the file. Folded nodes leave the graph. What
/// neither rule nor library can say is taken from the file.
class Inference {
 public:
  Inference(onnx::ModelProto& model, std::string file, std::map<std::string, std::int64_t> axes)
      : model_(model), file_(std::move(file)), node_inference_(model), axes_(std::move(axes)) {
    for (const auto& t : model_.graph().initializer())
      tensors_[t.name()] = {.dims = {t.dims().begin(), t.dims().end()},
                            .shaped = true,
                            .constant = true,
                            .stored = true,
                            .integers = is_integer(t.data_type()),
                            .type = t.data_type(),
                            .values = values_of(t)};
    for (const auto& info : model_.graph().input()) learn(info, tensors_);
    for (const auto& info : model_.graph().value_info()) written_[info.name()] = &info;
    for (const auto& info : model_.graph().output()) written_[info.name()] = &info;
  }

  std::map<std::string, TensorFacts> run() {
    check_filters(model_.graph(), tensors_, file_);
    google::protobuf::RepeatedPtrField<onnx::NodeProto> rest;
    for (auto& node : *model_.mutable_graph()->mutable_node()) {
      if (const auto folded = fold(node, tensors_)) {
        store(node.output(0), *folded);
        continue;
      }
      node_inference_.infer(node, tensors_);
      for (const std::string& name : node.output())
        if (!name.empty() && !tensors_[name].shaped) take_written(name);
      mark_constant(node);
      rest.Add()->Swap(&node);
    }
    model_.mutable_graph()->mutable_node()->Swap(&rest);
    return std::move(tensors_);
  }

 private:
  /// What the exporter wrote beside the graph, its named extents given the values of the axes.
  void take_written(const std::string& name) {
    const auto found = written_.find(name);
    if (found == written_.end() || !found->second->type().tensor_type().has_shape()) return;
    onnx::ValueInfoProto info = *found->second;
    for (auto& dim : *info.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim())
      if (const auto value = product_of_axes(dim.dim_param(), axes_); !dim.has_dim_value() && value)
        dim.set_dim_value(*value);
    learn(info, tensors_);
  }

  /// What depends on constants alone is computed once by whoever runs the graph, and costs nothing in a step.
  void mark_constant(const onnx::NodeProto& node) {
    if (node.input_size() == 0 && node.op_type() != "Constant") return;
    for (const std::string& name : node.input())
      if (!name.empty() && !tensors_[name].constant) return;
    for (const std::string& name : node.output()) tensors_[name].constant = true;
    if (node.input_size() == 0 || node.output_size() == 0) return;
    const TensorFacts& from = tensors_[node.input(0)];
    TensorFacts& to = tensors_[node.output(0)];
    // a stored weight in another order, or the part of it that is used, is still a weight
    for (const char* type :
         {"Transpose", "Cast", "Identity", "Reshape", "Squeeze", "Unsqueeze", "Slice", "Gather", "Expand"})
      if (node.op_type() == type) to.stored = from.stored;
    for (const char* type : {"Reshape", "Squeeze", "Unsqueeze", "Flatten", "Identity", "Cast"})  // the same numbers
      if (node.op_type() == type && node.domain().empty()) to.values = from.values;
  }

  void store(const std::string& name, const Constant& constant) {
    const bool fractions =
        std::any_of(constant.values.begin(), constant.values.end(), [](double v) { return v != std::trunc(v); });
    const int type = constant.type != 0 ? constant.type
                     : fractions        ? onnx::TensorProto::FLOAT
                                        : onnx::TensorProto::INT64;
    tensors_[name] = {.dims = constant.dims,
                      .shaped = true,
                      .constant = true,
                      .integers = is_integer(type),
                      .type = type,
                      .values = constant.values};
  }

  onnx::ModelProto& model_;
  std::string file_;
  NodeInference node_inference_;
  std::map<std::string, std::int64_t> axes_;
  std::map<std::string, const onnx::ValueInfoProto*> written_{};
  std::map<std::string, TensorFacts> tensors_{};
};

[[nodiscard]] Node plain(const onnx::NodeProto& from) {
  const bool own = from.domain().empty() || from.domain() == "ai.onnx";
  Node node{.name = from.name(),
            .type = own ? from.op_type() : from.domain() + "::" + from.op_type(),
            .inputs = {from.input().begin(), from.input().end()},
            .outputs = {from.output().begin(), from.output().end()}};
  for (const auto& a : from.attribute()) {
    if (a.type() == onnx::AttributeProto::INT) node.integers[a.name()] = {a.i()};
    if (a.type() == onnx::AttributeProto::INTS) node.integers[a.name()] = {a.ints().begin(), a.ints().end()};
    if (a.type() == onnx::AttributeProto::FLOAT) node.numbers[a.name()] = static_cast<double>(a.f());
    if (a.type() == onnx::AttributeProto::STRING) node.words[a.name()] = a.s();
  }
  return node;
}

}  // namespace

Graph read_graph(const std::string& path, const AxisValues& values) {
  onnx::ModelProto model = parse(path);
  Graph graph{.file = one_line(path, 400)};
  Axes axes(graph.file, values);
  axes.set(*model.mutable_graph());
  graph.batch = axes.batch();
  graph.batch_dimensions = axes.batch_dimensions();
  for (const auto* input : fed(*model.mutable_graph())) graph.inputs.push_back(input->name());
  for (const auto& output : model.graph().output()) graph.outputs.push_back(output.name());
  refuse_control_flow(model.graph(), graph.file);
  graph.tensors = Inference(model, graph.file, axes.named()).run();
  std::set<std::string> known(graph.inputs.begin(), graph.inputs.end());
  for (const auto& [name, facts] : graph.tensors)
    if (facts.constant) known.insert(name);
  for (const auto& node : model.graph().node()) {
    graph.nodes.push_back(plain(node));
    for (const std::string& name : node.input())
      if (!name.empty() && !known.contains(name))
        throw bad_input(graph.file + ": node " + one_line(node.name().empty() ? node.op_type() : node.name()),
                        "the input \"" + one_line(name) + '"',
                        "must be an input of the graph, an initializer or the output of an earlier node");
    known.insert(node.output().begin(), node.output().end());
  }
  return graph;
}

}  // namespace plan::onnx_import
