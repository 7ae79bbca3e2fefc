#include "constants.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "attributes.hpp"

namespace plan::onnx_import {
namespace {

using onnx::TensorProto;

[[nodiscard]] std::int64_t count(const Dims& dims) {
  std::int64_t n = 1;
  for (const std::int64_t d : dims) {
    if (d < 0 || (d > 0 && n > largest_constant / d)) return largest_constant + 1;
    n *= d;
  }
  return n;
}

template <class T>
[[nodiscard]] std::vector<double> raw(const std::string& bytes, std::size_t n) {
  std::vector<double> values;
  if (bytes.size() != n * sizeof(T)) return values;
  for (std::size_t i = 0; i < n; ++i) {
    T value{};
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values.push_back(static_cast<double>(value));
  }
  return values;
}

using Inputs = std::vector<const TensorFacts*>;

[[nodiscard]] std::optional<Constant> given(const onnx::NodeProto& node) {
  if (const auto* a = attribute(node, "value")) {
    std::vector<double> values = values_of(a->t());
    if (values.empty()) return std::nullopt;
    return Constant{{a->t().dims().begin(), a->t().dims().end()}, std::move(values)};
  }
  if (const auto* a = attribute(node, "value_int")) return Constant{{}, {static_cast<double>(a->i())}};
  if (const auto* a = attribute(node, "value_float")) return Constant{{}, {static_cast<double>(a->f())}};
  if (const auto* a = attribute(node, "value_ints"))
    return Constant{{a->ints_size()}, {a->ints().begin(), a->ints().end()}};
  return std::nullopt;
}

[[nodiscard]] std::optional<Constant> shape_of(const onnx::NodeProto& node, const TensorFacts& x) {
  if (!x.shaped) return std::nullopt;
  const auto rank = static_cast<std::int64_t>(x.dims.size());
  const auto place = [rank](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + rank : i, 0, rank); };
  const std::int64_t begin = place(integer(node, "start", 0)), end = std::max(begin, place(integer(node, "end", rank)));
  return Constant{{end - begin}, {x.dims.begin() + begin, x.dims.begin() + end}};
}

/// Both operands of the same shape, or one of them a single number.
[[nodiscard]] std::optional<Constant> pairwise(const TensorFacts& a, const TensorFacts& b,
                                               const std::function<double(double, double)>& f) {
  const TensorFacts& larger = a.values.size() >= b.values.size() ? a : b;
  if (a.values.size() != b.values.size() && a.values.size() != 1 && b.values.size() != 1) return std::nullopt;
  Constant y{larger.dims.size() >= std::min(a.dims.size(), b.dims.size()) ? larger.dims : a.dims, {}};
  for (std::size_t i = 0; i < larger.values.size(); ++i)
    y.values.push_back(f(a.values[a.values.size() == 1 ? 0 : i], b.values[b.values.size() == 1 ? 0 : i]));
  return y;
}

[[nodiscard]] std::optional<Constant> gather(const onnx::NodeProto& node, const TensorFacts& data,
                                             const TensorFacts& indices) {
  if (data.dims.size() != 1 || integer(node, "axis", 0) > 0) return std::nullopt;
  Constant y{indices.dims, {}};
  for (const double i : indices.values) {
    const double at = i < 0 ? i + static_cast<double>(data.values.size()) : i;
    if (at < 0 || at >= static_cast<double>(data.values.size())) return std::nullopt;
    y.values.push_back(data.values[static_cast<std::size_t>(at)]);
  }
  return y;
}

[[nodiscard]] std::optional<Constant> slice(const Inputs& in) {
  const TensorFacts& x = *in[0];
  if (in.size() < 3 || x.dims.size() != 1 || in[1]->values.size() != 1) return std::nullopt;
  const auto n = static_cast<double>(x.values.size());
  const double step = in.size() > 4 ? in[4]->values.at(0) : 1.0;
  if (step < 1.0) return std::nullopt;
  const auto place = [n](double i) { return std::clamp(i < 0 ? i + n : i, 0.0, n); };
  Constant y{};
  for (double i = place(in[1]->values[0]); i < place(in[2]->values.at(0)); i += step)
    y.values.push_back(x.values[static_cast<std::size_t>(i)]);
  y.dims = {static_cast<std::int64_t>(y.values.size())};
  return y;
}

[[nodiscard]] std::optional<Constant> range(const Inputs& in) {
  if (in.size() != 3 || in[2]->values[0] == 0.0) return std::nullopt;
  const double from = in[0]->values[0], to = in[1]->values[0], step = in[2]->values[0];
  const double n = std::max(0.0, std::ceil((to - from) / step));
  if (n > static_cast<double>(largest_constant)) return std::nullopt;
  Constant y{{static_cast<std::int64_t>(n)}, {}};
  for (std::int64_t i = 0; i < y.dims[0]; ++i) y.values.push_back(from + static_cast<double>(i) * step);
  return y;
}

[[nodiscard]] Dims as_dims(const std::vector<double>& values) {
  Dims dims;
  for (const double v : values) dims.push_back(static_cast<std::int64_t>(v));
  return dims;
}

[[nodiscard]] std::optional<Constant> filled(const onnx::NodeProto& node, const TensorFacts& shape) {
  const Dims dims = as_dims(shape.values);
  if (count(dims) > largest_constant) return std::nullopt;
  const auto* a = attribute(node, "value");
  const std::vector<double> value = a != nullptr ? values_of(a->t()) : std::vector<double>{0.0};
  if (value.size() != 1) return std::nullopt;
  return Constant{dims, std::vector<double>(static_cast<std::size_t>(count(dims)), value[0])};
}

[[nodiscard]] std::optional<Constant> concatenated(const Inputs& in) {
  Constant y{};
  for (const TensorFacts* x : in) {
    if (x->dims.size() > 1) return std::nullopt;
    y.values.insert(y.values.end(), x->values.begin(), x->values.end());
  }
  y.dims = {static_cast<std::int64_t>(y.values.size())};
  return y;
}

/// The same numbers in the shape that is asked for.
[[nodiscard]] std::optional<Constant> reshaped(const std::string& type, const Inputs& in) {
  const TensorFacts& x = *in[0];
  if (type == "Squeeze" && x.values.size() == 1) return Constant{{}, x.values};
  if (type == "Unsqueeze" && x.values.size() == 1 && x.dims.size() <= 1)
    return Constant{Dims(x.dims.size() + 1, 1), x.values};
  if (type == "Cast" || type == "Identity") return Constant{x.dims, x.values};
  if (type == "Reshape" && in.size() == 2 && in[1]->values.size() == 1)
    return Constant{{static_cast<std::int64_t>(x.values.size())}, x.values};
  if (type == "Expand" && in.size() == 2 && x.values.size() == 1 && count(as_dims(in[1]->values)) <= largest_constant) {
    const Dims dims = as_dims(in[1]->values);
    return Constant{dims, std::vector<double>(static_cast<std::size_t>(count(dims)), x.values[0])};
  }
  return std::nullopt;
}

[[nodiscard]] const std::map<std::string, std::function<double(double, double)>>& operations() {
  static const std::map<std::string, std::function<double(double, double)>> table{
      {"Add", std::plus<>{}},
      {"Sub", std::minus<>{}},
      {"Mul", std::multiplies<>{}},
      {"Min", [](double a, double b) { return std::min(a, b); }},
      {"Max", [](double a, double b) { return std::max(a, b); }},
      {"Mod", [](double a, double b) { return a - std::floor(a / b) * b; }},
      {"Equal", [](double a, double b) { return a == b ? 1.0 : 0.0; }},
      {"Less", [](double a, double b) { return a < b ? 1.0 : 0.0; }},
      {"Greater", [](double a, double b) { return a > b ? 1.0 : 0.0; }}};
  return table;
}

}  // namespace

std::vector<double> values_of(const TensorProto& t) {
  const Dims dims(t.dims().begin(), t.dims().end());
  const std::int64_t n = count(dims);
  if (n > largest_constant || t.data_location() == TensorProto::EXTERNAL) return {};
  const auto size = static_cast<std::size_t>(n);
  const bool in_bytes = t.has_raw_data();
  std::vector<double> values;
  switch (t.data_type()) {
    case TensorProto::INT64:
      values = in_bytes ? raw<std::int64_t>(t.raw_data(), size)
                        : std::vector<double>(t.int64_data().begin(), t.int64_data().end());
      break;
    case TensorProto::INT32:
      values = in_bytes ? raw<std::int32_t>(t.raw_data(), size)
                        : std::vector<double>(t.int32_data().begin(), t.int32_data().end());
      break;
    case TensorProto::BOOL:
      values = in_bytes ? raw<std::uint8_t>(t.raw_data(), size)
                        : std::vector<double>(t.int32_data().begin(), t.int32_data().end());
      break;
    case TensorProto::FLOAT:
      values =
          in_bytes ? raw<float>(t.raw_data(), size) : std::vector<double>(t.float_data().begin(), t.float_data().end());
      break;
    case TensorProto::DOUBLE:
      values = in_bytes ? raw<double>(t.raw_data(), size)
                        : std::vector<double>(t.double_data().begin(), t.double_data().end());
      break;
    default:
      break;
  }
  if (values.size() != size) values.clear();
  return values;
}

namespace {

std::optional<Constant> where(const Inputs& in) {
  if (in.size() != 3 || in[0]->values.size() != in[2]->values.size() ||
      (in[1]->values.size() != in[2]->values.size() && in[1]->values.size() != 1))
    return std::nullopt;
  Constant y{in[2]->dims, {}};
  for (std::size_t i = 0; i < in[2]->values.size(); ++i)
    y.values.push_back(in[0]->values[i] != 0.0 ? in[1]->values[in[1]->values.size() == 1 ? 0 : i] : in[2]->values[i]);
  return y;
}

/// Of one operand, element by element; none for other operations.
std::optional<Constant> elementwise(const std::string& type, const TensorFacts& x) {
  double (*f)(double) = type == "Neg"     ? +[](double v) { return -v; }
                        : type == "Floor" ? +[](double v) { return std::floor(v); }
                        : type == "Ceil"  ? +[](double v) { return std::ceil(v); }
                        : type == "Not"   ? +[](double v) { return v == 0.0 ? 1.0 : 0.0; }
                        : type == "Sqrt"  ? +[](double v) { return std::sqrt(v); }
                                          : nullptr;
  if (f == nullptr) return std::nullopt;
  Constant y{x.dims, x.values};
  for (double& v : y.values) v = f(v);
  return y;
}

/// Of operands that are all known.
std::optional<Constant> of_values(const onnx::NodeProto& node, const Inputs& in) {
  const std::string& type = node.op_type();
  const bool whole = in[0]->integers;
  if (type == "Div" && in.size() == 2)
    return pairwise(*in[0], *in[1],
                    [whole](double a, double b) { return whole && b != 0.0 ? std::trunc(a / b) : a / b; });
  if (const auto f = operations().find(type); f != operations().end() && in.size() == 2)
    return pairwise(*in[0], *in[1], f->second);
  if (type == "Where")
    if (const auto y = where(in)) return y;
  if (type == "Gather" && in.size() == 2) return gather(node, *in[0], *in[1]);
  if (type == "Slice") return slice(in);
  if (type == "Range") return range(in);
  if (type == "ConstantOfShape") return filled(node, *in[0]);
  if (type == "Concat") return concatenated(in);
  if (const auto y = elementwise(type, *in[0])) return y;
  if (type == "ReduceProd")
    return Constant{{}, {std::accumulate(in[0]->values.begin(), in[0]->values.end(), 1.0, std::multiplies<>{})}};
  return reshaped(type, in);
}

}  // namespace

std::optional<Constant> fold(const onnx::NodeProto& node, const std::map<std::string, TensorFacts>& tensors) {
  const std::string& type = node.op_type();
  if (node.output_size() != 1 || (!node.domain().empty() && node.domain() != "ai.onnx")) return std::nullopt;
  if (type == "Constant") return given(node);
  Inputs in;
  for (const std::string& name : node.input()) {
    if (name.empty()) continue;
    const auto found = tensors.find(name);
    if (found == tensors.end()) return std::nullopt;
    in.push_back(&found->second);
  }
  if (in.empty()) return std::nullopt;
  if (type == "Shape") return shape_of(node, *in[0]);
  if (type == "Size")
    return in[0]->shaped && count(in[0]->dims) <= largest_constant
               ? std::optional(Constant{{}, {static_cast<double>(count(in[0]->dims))}})
               : std::nullopt;
  for (const TensorFacts* x : in)
    if (!x->constant || x->values.empty()) return std::nullopt;
  return of_values(node, in);
}

}  // namespace plan::onnx_import
