#include "infer.hpp"

#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "attributes.hpp"
#include "equation.hpp"

namespace plan::onnx_import {
namespace {

using Tensors = std::map<std::string, TensorFacts>;
using onnx::TensorProto;

[[nodiscard]] const TensorFacts* known(const Tensors& tensors, const onnx::NodeProto& node, int i) {
  if (node.input_size() <= i || node.input(i).empty()) return nullptr;
  const auto found = tensors.find(node.input(i));
  return found != tensors.end() && found->second.shaped ? &found->second : nullptr;
}

/// An attribute, or an input of known numbers, as operators of newer versions have it.
[[nodiscard]] std::optional<Dims> list_of(const onnx::NodeProto& node, const char* name, int input,
                                          const Tensors& tensors) {
  if (const auto* a = attribute(node, name)) return Dims(a->ints().begin(), a->ints().end());
  const TensorFacts* x = known(tensors, node, input);
  if (x == nullptr) return Dims{};
  if (x->values.empty()) return std::nullopt;
  Dims list;
  for (const double v : x->values) list.push_back(static_cast<std::int64_t>(v));
  return list;
}

/// The axis counted from the front; nothing outside [-rank, rank).
[[nodiscard]] std::optional<std::size_t> axis_in(std::int64_t axis, const Dims& dims) {
  const auto rank = static_cast<std::int64_t>(dims.size());
  if (axis < -rank || axis >= rank) return std::nullopt;
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

[[nodiscard]] bool one_of(std::string_view type, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), type) != list.end();
}

/// Operators whose first output has the shape of the first input.
[[nodiscard]] bool keeps_shape(std::string_view type) {
  static const std::set<std::string_view> list{"Relu",
                                               "LeakyRelu",
                                               "Sigmoid",
                                               "Tanh",
                                               "Gelu",
                                               "HardSwish",
                                               "HardSigmoid",
                                               "Elu",
                                               "Selu",
                                               "Celu",
                                               "Swish",
                                               "Mish",
                                               "Softplus",
                                               "Softsign",
                                               "ThresholdedRelu",
                                               "Exp",
                                               "Log",
                                               "Sqrt",
                                               "Reciprocal",
                                               "Erf",
                                               "Abs",
                                               "Neg",
                                               "Sign",
                                               "Floor",
                                               "Ceil",
                                               "Round",
                                               "Sin",
                                               "Cos",
                                               "Not",
                                               "Clip",
                                               "IsNaN",
                                               "IsInf",
                                               "Cast",
                                               "CastLike",
                                               "Identity",
                                               "Dropout",
                                               "Softmax",
                                               "LogSoftmax",
                                               "LayerNormalization",
                                               "GroupNormalization",
                                               "InstanceNormalization",
                                               "BatchNormalization",
                                               "RMSNormalization",
                                               "LpNormalization",
                                               "RotaryEmbedding",
                                               "CumSum",
                                               "Trilu",
                                               "BitwiseNot"};
  return list.contains(type);
}
[[nodiscard]] bool compares(std::string_view type) {
  return one_of(
      type, {"Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual", "And", "Or", "Xor", "Not", "IsNaN", "IsInf"});
}
[[nodiscard]] bool repeats(std::string_view type) {
  return compares(type) || one_of(type, {"Add", "Sub", "Mul", "Div", "Pow", "Where", "Min", "Max", "Mean", "Sum", "Mod",
                                         "PRelu", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "BitShift"});
}

/// The common shape of operands whose extents of 1 are repeated.
[[nodiscard]] std::optional<Dims> repeated(const onnx::NodeProto& node, const Tensors& tensors) {
  Dims y;
  for (int i = 0; i < node.input_size(); ++i) {
    const TensorFacts* x = known(tensors, node, i);
    if (x == nullptr) return std::nullopt;
    if (x->dims.size() > y.size()) y.insert(y.begin(), x->dims.size() - y.size(), 1);
    for (std::size_t k = 0; k < x->dims.size(); ++k) {
      std::int64_t& to = y[y.size() - 1 - k];
      const std::int64_t from = x->dims[x->dims.size() - 1 - k];
      if (from != to && from != 1 && to != 1) return std::nullopt;
      to = to == 1 ? from : to;
    }
  }
  return y;
}

[[nodiscard]] std::optional<Dims> reduced(const onnx::NodeProto& node, const Tensors& tensors) {
  const TensorFacts* x = known(tensors, node, 0);
  const auto axes = list_of(node, "axes", 1, tensors);
  if (x == nullptr || !axes) return std::nullopt;
  const bool keep = integer(node, "keepdims", 1) != 0;
  if (axes->empty() && integer(node, "noop_with_empty_axes", 0) != 0) return x->dims;
  std::set<std::size_t> gone;
  for (const std::int64_t a : *axes) {
    const auto axis = axis_in(a, x->dims);
    if (!axis) return std::nullopt;
    gone.insert(*axis);
  }
  Dims y;
  for (std::size_t i = 0; i < x->dims.size(); ++i) {
    const bool goes = gone.empty() || gone.contains(i);
    if (!goes)
      y.push_back(x->dims[i]);
    else if (keep)
      y.push_back(1);
  }
  return y;
}

[[nodiscard]] std::optional<Dims> transposed(const onnx::NodeProto& node, const Dims& x) {
  const auto* order = attribute(node, "perm");
  if (order == nullptr) return Dims(x.rbegin(), x.rend());
  if (static_cast<std::size_t>(order->ints_size()) != x.size()) return std::nullopt;
  Dims y;
  for (const std::int64_t a : order->ints()) {
    const auto axis = axis_in(a, x);
    if (!axis) return std::nullopt;
    y.push_back(x[*axis]);
  }
  return y;
}

[[nodiscard]] std::optional<Dims> padded(const onnx::NodeProto& node, const Dims& x, const Tensors& tensors) {
  const auto pads = list_of(node, "pads", 1, tensors), axes = list_of(node, "axes", 3, tensors);
  if (!pads || !axes) return std::nullopt;
  const std::size_t count = axes->empty() ? x.size() : axes->size();
  if (pads->size() != 2 * count) return std::nullopt;
  Dims y = x;
  for (std::size_t i = 0; i < count; ++i) {
    const auto axis = axes->empty() ? std::optional(i) : axis_in((*axes)[i], x);
    if (!axis) return std::nullopt;
    y[*axis] += (*pads)[i] + (*pads)[count + i];
  }
  return y;
}

/// (x, roi, scales, sizes), of older versions (x, scales): whichever is known.
[[nodiscard]] std::optional<Dims> resized(const onnx::NodeProto& node, const Dims& x, const Tensors& tensors) {
  if (attribute(node, "axes") != nullptr) return std::nullopt;
  const auto whole = [&](int input) {
    const TensorFacts* list = known(tensors, node, input);
    return list != nullptr && list->values.size() == x.size() ? list : nullptr;
  };
  Dims y = x;
  if (const TensorFacts* sizes = whole(3)) {
    if (integer(node, "keep_aspect_ratio_policy", 0) != 0) return std::nullopt;
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = static_cast<std::int64_t>(sizes->values[i]);
    return y;
  }
  const TensorFacts* scales = whole(node.input_size() == 2 ? 1 : 2);
  if (scales == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = static_cast<std::int64_t>(std::floor(static_cast<double>(x[i]) * scales->values[i]));
  return y;
}

/// Parts of one axis: given lengths, or as many equal ones as there are outputs (the last one may be shorter).
[[nodiscard]] std::vector<Dims> parts(const onnx::NodeProto& node, const Dims& x, const Tensors& tensors) {
  const auto axis = axis_in(integer(node, "axis", 0), x);
  const auto given = list_of(node, "split", 1, tensors);
  if (!axis || !given || node.output_size() == 0) return {};
  const auto count = static_cast<std::int64_t>(node.output_size());
  const std::int64_t chunk = (x[*axis] + count - 1) / count;
  std::vector<Dims> all;
  for (std::int64_t i = 0, rest = x[*axis]; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!given->empty() && given->size() <= at) return {};
    Dims y = x;
    y[*axis] = given->empty() ? std::min(chunk, rest) : (*given)[at];
    rest -= y[*axis];
    all.push_back(std::move(y));
  }
  return all;
}

/// Attention of operator set 23: as the query, with the values' head size.
[[nodiscard]] std::optional<Dims> attended(const onnx::NodeProto& node, const Tensors& tensors) {
  const TensorFacts *q = known(tensors, node, 0), *v = known(tensors, node, 2);
  if (q == nullptr || v == nullptr || q->dims.size() != v->dims.size() || q->dims.size() < 3) return std::nullopt;
  Dims y = q->dims;
  if (y.size() == 4) y.back() = v->dims.back();
  const std::int64_t heads = integer(node, "q_num_heads", 0), groups = integer(node, "kv_num_heads", heads);
  if (y.size() == 3 && heads > 0 && groups > 0) y.back() = v->dims.back() / groups * heads;
  return y;
}

/// What an equation says of the operands' extents.
[[nodiscard]] std::optional<Dims> summed(const onnx::NodeProto& node, const Tensors& tensors) {
  const auto* text = attribute(node, "equation");
  const auto e = text != nullptr ? equation_from(text->s()) : std::nullopt;
  if (!e || e->operands.size() != static_cast<std::size_t>(node.input_size())) return std::nullopt;
  std::map<char, std::int64_t> extents;
  for (int i = 0; i < node.input_size(); ++i) {
    const TensorFacts* x = known(tensors, node, i);
    const std::string& letters = e->operands[static_cast<std::size_t>(i)];
    if (x == nullptr || x->dims.size() != letters.size()) return std::nullopt;
    for (std::size_t k = 0; k < letters.size(); ++k) extents[letters[k]] = x->dims[k];
  }
  Dims y;
  for (const char c : e->result) {
    if (!extents.contains(c)) return std::nullopt;
    y.push_back(extents.at(c));
  }
  return y;
}

void set(Tensors& tensors, const onnx::NodeProto& node, int output, Dims dims, int type) {
  if (node.output_size() <= output || node.output(output).empty()) return;
  TensorFacts& facts = tensors[node.output(output)];
  facts.dims = std::move(dims);
  facts.shaped = true;
  if (type == 0) return;
  facts.type = type;
  facts.integers = is_integer(type);
}

/// @returns whether a rule of this file knew the node
[[nodiscard]] bool own_rule(const onnx::NodeProto& node, Tensors& tensors) {
  const std::string& type = node.op_type();
  if (!node.domain().empty()) return false;
  const TensorFacts* x = known(tensors, node, 0);
  if (x == nullptr) return false;
  const Dims dims = x->dims;
  const TensorFacts* second = known(tensors, node, 1);
  const int element = compares(type)                                  ? static_cast<int>(TensorProto::BOOL)
                      : type == "Cast"                                ? static_cast<int>(integer(node, "to", x->type))
                      : one_of(type, {"Where", "CastLike"}) && second ? second->type
                                                                      : x->type;
  std::optional<Dims> y;
  if (keeps_shape(type))
    y = dims;
  else if (repeats(type))
    y = repeated(node, tensors);
  else if (type.starts_with("Reduce"))
    y = reduced(node, tensors);
  else if (type == "Transpose")
    y = transposed(node, dims);
  else if (type == "Pad")
    y = padded(node, dims, tensors);
  else if (type == "Resize" || type == "Upsample")
    y = resized(node, dims, tensors);
  else if (type == "Attention")
    y = attended(node, tensors);
  else if (type == "Einsum")
    y = summed(node, tensors);
  if (type == "Split") {
    const std::vector<Dims> all = parts(node, dims, tensors);
    for (std::size_t i = 0; i < all.size(); ++i) set(tensors, node, static_cast<int>(i), all[i], element);
    return !all.empty();
  }
  if (y) set(tensors, node, 0, *y, element);
  if (y && type == "Dropout") set(tensors, node, 1, *y, TensorProto::BOOL);
  return y.has_value();
}

/// A tensor with its numbers, as the library reads shapes and axes.
void add_numbers(onnx::GraphProto& graph, const std::string& name, const TensorFacts& facts) {
  auto& t = *graph.add_initializer();
  t.set_name(name);
  t.set_data_type(facts.type);
  for (const std::int64_t d : facts.dims) t.add_dims(d);
  constexpr double beyond = 9223372036854775808.0;  // 2^63: "to the end" of a slice is the largest number below
  for (const double v : facts.values) {
    if (facts.type == TensorProto::INT64)
      t.add_int64_data(v >= beyond ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(v));
    else if (facts.type == TensorProto::FLOAT)
      t.add_float_data(static_cast<float>(v));
    else if (facts.type == TensorProto::DOUBLE)
      t.add_double_data(v);
    else
      t.add_int32_data(static_cast<std::int32_t>(v));
  }
}

void add_input(onnx::GraphProto& graph, const std::string& name, const TensorFacts& facts) {
  auto& info = *graph.add_input();
  info.set_name(name);
  auto& tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(facts.type == 0 ? static_cast<int>(TensorProto::FLOAT) : facts.type);
  if (!facts.shaped) return;
  for (const std::int64_t d : facts.dims) tensor.mutable_shape()->add_dim()->set_dim_value(d);
  if (facts.dims.empty()) (void)tensor.mutable_shape();
}

}  // namespace

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

std::optional<std::int64_t> product_of_axes(std::string_view text, const std::map<std::string, std::int64_t>& axes) {
  if (text.empty()) return std::nullopt;
  std::int64_t product = 1;
  while (!text.empty()) {
    std::string_view factor = text.substr(0, text.find('*'));
    text = factor.size() == text.size() ? std::string_view{} : text.substr(factor.size() + 1);
    while (factor.starts_with(' ')) factor.remove_prefix(1);
    while (factor.ends_with(' ')) factor.remove_suffix(1);
    std::int64_t value = 0;
    if (const auto axis = axes.find(std::string(factor)); axis != axes.end())
      value = axis->second;
    else if (const auto [end, error] = std::from_chars(factor.data(), factor.data() + factor.size(), value);
             error != std::errc{} || end != factor.data() + factor.size())
      return std::nullopt;
    if (__builtin_mul_overflow(product, value, &product)) return std::nullopt;
  }
  return product;
}

NodeInference::NodeInference(const onnx::ModelProto& model) {
  empty_.set_ir_version(onnx::IR_VERSION);
  const auto& newest = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  for (const auto& set : model.opset_import()) {
    auto& own = *empty_.add_opset_import();
    own.set_domain(set.domain());
    const auto range = newest.find(set.domain());
    own.set_version(range == newest.end() ? set.version()
                                          : std::min<std::int64_t>(set.version(), range->second.second));
  }
}

namespace {
/// Whether image and filter of a convolution have as many dimensions: the library takes the filter's for the image's
/// without asking.
[[nodiscard]] bool ranks_agree(const onnx::NodeProto& node, const std::map<std::string, TensorFacts>& tensors) {
  if (!node.op_type().starts_with("Conv") || node.input_size() < 2) return true;
  const auto rank = [&](int i) {
    const auto found = tensors.find(node.input(i));
    return found == tensors.end() || !found->second.shaped ? std::size_t{0} : found->second.dims.size();
  };
  return rank(0) == rank(1) || rank(0) == 0 || rank(1) == 0;
}
}  // namespace

void NodeInference::ask_library(const onnx::NodeProto& node, std::map<std::string, TensorFacts>& tensors) const {
  if (!ranks_agree(node, tensors)) return;  // the importer names the node
  onnx::ModelProto model = empty_;
  auto& graph = *model.mutable_graph();
  std::set<std::string> named;
  for (const std::string& name : node.input()) {
    if (name.empty() || !named.insert(name).second) continue;
    const TensorFacts& facts = tensors[name];
    if (facts.constant && !facts.values.empty() && facts.type != 0)
      add_numbers(graph, name, facts);
    else
      add_input(graph, name, facts);
  }
  *graph.add_node() = node;
  try {
    onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(),
                                       onnx::ShapeInferenceOptions(false, 0, false));
  } catch (const std::exception&) {
    return;  // the importer names the node if it needs the shape
  }
  for (const auto& info : model.graph().value_info())
    if (!named.contains(info.name())) learn(info, tensors);
}

void NodeInference::infer(const onnx::NodeProto& node, std::map<std::string, TensorFacts>& tensors) const {
  const bool single = node.output_size() == 1;
  if (!own_rule(node, tensors) || (!single && node.op_type() != "Split")) ask_library(node, tensors);
}

}  // namespace plan::onnx_import
