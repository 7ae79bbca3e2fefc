#include "constants.hpp"
#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <google/protobuf/stubs/logging.h>
#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>
#include <algorithm>
#include <set>

namespace plan::onnx_import {
namespace {

using perfmodel::bad_input;
using perfmodel::one_line;

inline constexpr std::size_t largest_file = std::size_t{2} << 30;  ///< what the format itself allows for one message
inline constexpr int most_passes = 64;                             ///< of inference and folding; each must find something

[[nodiscard]] onnx::ModelProto parse(const std::string& path) {
  google::protobuf::SetLogHandler(nullptr);  // the library would write to the error stream by itself
  const std::string bytes = perfmodel::json::read_file(path, {.bytes = largest_file});
  onnx::ModelProto model;
  const std::string place = one_line(path, 400);
  if (!model.ParseFromString(bytes))
    throw bad_input(place, std::to_string(bytes.size()) + " bytes that are not a whole ONNX model", "the file is truncated or of another format");
  if (!model.has_graph() || model.graph().node_size() == 0) throw bad_input(place, "an ONNX model without a graph of nodes", "the file is truncated or empty");
  if (model.opset_import_size() == 0) throw bad_input(place, "an ONNX model without a version of its operators", "the file is truncated or of another format");
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

/// The axis of an input that is the batch: the first one, or the second where a recurrent operator reads it step by step.
[[nodiscard]] int batch_axis(const onnx::GraphProto& graph, const std::string& input) {
  for (const auto& node : graph.node()) {
    if (node.op_type() != "LSTM" && node.op_type() != "GRU" && node.op_type() != "RNN") continue;
    const bool batch_first = std::any_of(node.attribute().begin(), node.attribute().end(), [](const auto& a) { return a.name() == "layout" && a.i() != 0; });
    if (node.input_size() > 0 && node.input(0) == input && !batch_first) return 1;
  }
  return 0;
}

/// Gives dynamic axes their values. The batch is the first axis of the first input (see batch_axis), or the axis that is
/// called batch.
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
        throw bad_input(file_ + ": input " + one_line(input->name()), "no shape", "an input must be a tensor of known rank");
      auto& shape = *input->mutable_type()->mutable_tensor_type()->mutable_shape();
      for (int i = 0; i < shape.dim_size(); ++i) set(*shape.mutable_dim(i), *input, i);
    }
    for (const auto& [name, value] : values_)
      if (!used_.contains(name)) throw bad_input(file_, "the axis \"" + one_line(name) + '"', seen_.empty() ? "the model has no dynamic axes" : "the dynamic axes are " + list(seen_));
    if (!missing_.empty())
      throw bad_input(file_, "dynamic axes without values: " + list(missing_), "give each as in " + file_ + "," + *missing_.begin() + "=128");
    const auto& first = inputs[0]->type().tensor_type().shape();
    if (batch_.empty() && first.dim_size() > axis) extent_ = std::max<std::int64_t>(1, first.dim(axis).dim_value());
  }
  [[nodiscard]] std::int64_t batch() const { return extent_; }

 private:
  static std::string name_of(const onnx::TensorShapeProto::Dimension& dim, const onnx::ValueInfoProto& input, int axis) {
    return dim.dim_param().empty() ? input.name() + '.' + std::to_string(axis) : dim.dim_param();
  }
  static bool dynamic(const onnx::TensorShapeProto::Dimension& dim) { return !dim.has_dim_value() || dim.dim_value() <= 0; }
  [[nodiscard]] static std::string batch_name(const std::vector<onnx::ValueInfoProto*>& inputs, int axis) {
    for (const auto* input : inputs)
      for (const auto& dim : input->type().tensor_type().shape().dim())
        for (const char* word : {"batch", "batch_size", "N", "n", "bs"})
          if (dynamic(dim) && dim.dim_param() == word) return word;
    const auto& first = inputs[0]->type().tensor_type().shape();
    return first.dim_size() > axis && dynamic(first.dim(axis)) ? name_of(first.dim(axis), *inputs[0], axis) : std::string();
  }
  void set(onnx::TensorShapeProto::Dimension& dim, const onnx::ValueInfoProto& input, int axis) {
    if (!dynamic(dim)) return;
    const std::string name = name_of(dim, input, axis);
    seen_.insert(name);
    std::int64_t value = name == batch_ || (!batch_.empty() && axis == 0 && dim.dim_param().empty()) ? 1 : 0;
    for (const auto& [given, number] : values_)
      if (given == name) {
        used_.insert(given);
        value = number;
        if (name == batch_) extent_ = number;
      }
    if (value == 0) missing_.insert(name);
    dim.set_dim_value(std::max<std::int64_t>(1, value));
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
};

[[nodiscard]] bool is_integer(int type) {
  return type != onnx::TensorProto::FLOAT && type != onnx::TensorProto::FLOAT16 && type != onnx::TensorProto::DOUBLE && type != onnx::TensorProto::BFLOAT16;
}

void learn(const onnx::ValueInfoProto& info, std::map<std::string, TensorFacts>& tensors) {
  if (!info.type().has_tensor_type()) return;
  TensorFacts& facts = tensors[info.name()];
  const auto& type = info.type().tensor_type();
  facts.integers = is_integer(type.elem_type());
  facts.type = type.elem_type();
  if (!type.has_shape() || facts.shaped) return;
  Dims dims;
  for (const auto& dim : type.shape().dim()) {
    if (!dim.has_dim_value()) return;
    dims.push_back(dim.dim_value());
  }
  facts.dims = dims;
  facts.shaped = true;
}

/// Operators of version 18 on take as an input what the library's schemas know as an attribute.
void move_axes(onnx::GraphProto& graph, const std::map<std::string, TensorFacts>& tensors) {
  for (auto& node : *graph.mutable_node()) {
    if (!node.op_type().starts_with("Reduce") || node.op_type() == "ReduceSum" || node.input_size() != 2) continue;
    const auto axes = tensors.find(node.input(1));
    if (axes == tensors.end() || axes->second.values.empty()) continue;
    auto& attribute = *node.add_attribute();
    attribute.set_name("axes");
    attribute.set_type(onnx::AttributeProto::INTS);
    for (const double a : axes->second.values) attribute.add_ints(static_cast<std::int64_t>(a));
    node.mutable_input()->RemoveLast();
  }
}

/// What the library's inference takes for granted and would read beyond: the filter of a convolution has at least three dimensions.
/// @throws Error naming file, node and the filter's shape
void check_filters(const onnx::GraphProto& graph, const std::map<std::string, TensorFacts>& tensors, const std::string& file) {
  constexpr std::size_t least = 3;
  for (const auto& node : graph.node()) {
    if ((node.op_type() != "Conv" && node.op_type() != "ConvTranspose") || node.input_size() < 2) continue;
    const auto filter = tensors.find(node.input(1));
    if (filter == tensors.end() || !filter->second.shaped || filter->second.dims.size() >= least) continue;
    std::string shape;
    for (const std::int64_t d : filter->second.dims) shape += (shape.empty() ? "" : ", ") + std::to_string(d);
    throw bad_input(file + ": node " + one_line(node.name(), 80) + " (" + node.op_type() + "): filter " + one_line(node.input(1), 80), "[" + shape + "]",
                    "a filter has at least three dimensions");
  }
}

/// Shape inference and folding of constants, until neither finds more. Folded nodes leave the graph.
class Inference {
 public:
  Inference(onnx::ModelProto& model, std::string file) : model_(model), file_(std::move(file)) {
    for (const auto& t : model_.graph().initializer()) {
      TensorFacts& facts = tensors_[t.name()];
      facts = {.dims = {t.dims().begin(), t.dims().end()}, .shaped = true, .constant = true, .stored = true, .integers = is_integer(t.data_type()), .type = t.data_type(), .values = values_of(t)};
    }
  }

  std::map<std::string, TensorFacts> run() {
    // What an exporter wrote beside the graph may hold another batch: only inference is believed, where it gets anywhere.
    kept_.Swap(model_.mutable_graph()->mutable_value_info());
    for (auto& output : *model_.mutable_graph()->mutable_output())
      if (output.type().has_tensor_type()) output.mutable_type()->mutable_tensor_type()->clear_shape();
    for (int pass = 0; pass < most_passes; ++pass) {
      move_axes(*model_.mutable_graph(), tensors_);
      infer();
      if (!fold_constants()) break;
    }
    for (const auto& info : kept_)
      if (const auto found = tensors_.find(info.name()); found == tensors_.end() || !found->second.shaped) learn(info, tensors_);
    return std::move(tensors_);
  }

 private:
  void infer() {
    check_filters(model_.graph(), tensors_, file_);
    try {
      onnx::shape_inference::InferShapes(model_, onnx::OpSchemaRegistry::Instance(), onnx::ShapeInferenceOptions(false, 1, true));
    } catch (const std::exception& error) {
      // The library stops at the first node it objects to. The importer names node and shapes; without strictness it goes on.
      try {
        onnx::shape_inference::InferShapes(model_, onnx::OpSchemaRegistry::Instance(), onnx::ShapeInferenceOptions(false, 0, true));
      } catch (const std::exception& worse) {
        throw bad_input(file_, "\"" + one_line(worse.what(), 200) + "\" from shape inference", "the graph must be consistent");
      }
    }
    for (const auto& info : model_.graph().input()) learn(info, tensors_);
    for (const auto& info : model_.graph().value_info()) learn(info, tensors_);
    for (const auto& info : model_.graph().output()) learn(info, tensors_);
  }

  bool fold_constants() {
    auto& graph = *model_.mutable_graph();
    google::protobuf::RepeatedPtrField<onnx::NodeProto> rest;
    bool found = false;
    for (auto& node : *graph.mutable_node()) {
      const auto folded = fold(node, tensors_);
      if (!folded) {
        mark_constant(node);
        rest.Add()->Swap(&node);
        continue;
      }
      found = true;
      store(node.output(0), *folded);
    }
    graph.mutable_node()->Swap(&rest);
    return found;
  }

  /// What depends on constants alone is computed once by whoever runs the graph, and costs nothing in a step.
  void mark_constant(const onnx::NodeProto& node) {
    if (node.input_size() == 0 && node.op_type() != "Constant") return;
    for (const std::string& name : node.input())
      if (!name.empty() && !tensors_[name].constant) return;
    for (const std::string& name : node.output()) tensors_[name].constant = true;
    // a stored weight in another order, or the part of it that is used, is still a weight
    for (const char* type : {"Transpose", "Cast", "Identity", "Reshape", "Squeeze", "Unsqueeze", "Slice", "Gather", "Expand"})
      if (node.op_type() == type) tensors_[node.output(0)].stored = tensors_[node.input(0)].stored;
  }

  void store(const std::string& name, const Constant& constant) {
    TensorFacts& facts = tensors_[name];
    const bool fractions = std::any_of(constant.values.begin(), constant.values.end(), [](double v) { return v != static_cast<double>(static_cast<std::int64_t>(v)); });
    const int type = facts.type != 0 ? facts.type : fractions ? onnx::TensorProto::FLOAT : onnx::TensorProto::INT64;
    std::int64_t count = 1;
    for (const std::int64_t d : facts.dims) count *= d;
    const bool keep = facts.shaped && count == static_cast<std::int64_t>(constant.values.size());
    facts = {.dims = keep ? facts.dims : constant.dims, .shaped = true, .constant = true, .integers = is_integer(type), .type = type, .values = constant.values};
    auto& tensor = *model_.mutable_graph()->add_initializer();
    tensor.set_name(name);
    for (const std::int64_t d : facts.dims) tensor.add_dims(d);
    tensor.set_data_type(type);
    for (const double v : constant.values) {
      switch (type) {
        case onnx::TensorProto::INT64: tensor.add_int64_data(static_cast<std::int64_t>(v)); break;
        case onnx::TensorProto::DOUBLE: tensor.add_double_data(v); break;
        case onnx::TensorProto::FLOAT: tensor.add_float_data(static_cast<float>(v)); break;
        default: tensor.add_int32_data(static_cast<std::int32_t>(v)); break;  // the format keeps all narrower types there
      }
    }
  }

  onnx::ModelProto& model_;
  std::string file_;
  google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> kept_{};
  std::map<std::string, TensorFacts> tensors_{};
};

[[nodiscard]] Node plain(const onnx::NodeProto& from) {
  const bool own = from.domain().empty() || from.domain() == "ai.onnx";
  Node node{.name = from.name(), .type = own ? from.op_type() : from.domain() + "::" + from.op_type(),
            .inputs = {from.input().begin(), from.input().end()}, .outputs = {from.output().begin(), from.output().end()}};
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
  for (const auto* input : fed(*model.mutable_graph())) graph.inputs.push_back(input->name());
  for (const auto& output : model.graph().output()) graph.outputs.push_back(output.name());
  graph.tensors = Inference(model, graph.file).run();
  std::set<std::string> known(graph.inputs.begin(), graph.inputs.end());
  for (const auto& [name, facts] : graph.tensors)
    if (facts.constant) known.insert(name);
  for (const auto& node : model.graph().node()) {
    graph.nodes.push_back(plain(node));
    for (const std::string& name : node.input())
      if (!name.empty() && !known.contains(name))
        throw bad_input(graph.file + ": node " + one_line(node.name().empty() ? node.op_type() : node.name()), "the input \"" + one_line(name) + '"',
                        "must be an input of the graph, an initializer or the output of an earlier node");
    known.insert(node.output().begin(), node.output().end());
  }
  return graph;
}

}  // namespace plan::onnx_import
