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

/// Elements of one after the other index of the first dimension, of one index of the second, and so on.
[[nodiscard]] std::vector<std::size_t> steps_of(const Dims& dims) {
  std::vector<std::size_t> steps(dims.size(), 1);
  for (std::size_t i = dims.size(); i-- > 1;) steps[i - 1] = steps[i] * static_cast<std::size_t>(dims[i]);
  return steps;
}

/// A tensor of these extents that holds, at each place, the number of `x` that `from` says.
[[nodiscard]] Constant picked(const TensorFacts& x, const Dims& dims,
                              const std::function<std::size_t(const std::vector<std::int64_t>&)>& from) {
  Constant y{dims, {}};
  std::vector<std::int64_t> at(dims.size(), 0);
  for (std::int64_t n = count(dims); n > 0; --n) {
    y.values.push_back(x.values[from(at)]);
    for (std::size_t i = dims.size(); i-- > 0 && ++at[i] == dims[i];) at[i] = 0;
  }
  return y;
}

[[nodiscard]] std::optional<Constant> gather(const onnx::NodeProto& node, const TensorFacts& data,
                                             const TensorFacts& indices) {
  const auto rank = static_cast<std::int64_t>(data.dims.size());
  const std::int64_t named = integer(node, "axis", 0), axis = named < 0 ? named + rank : named;
  if (axis < 0 || axis >= rank || (axis > 0 && indices.dims.size() > 1)) return std::nullopt;
  const auto along = static_cast<std::size_t>(axis);
  std::vector<std::int64_t> places;
  for (const double i : indices.values) {
    const auto at = static_cast<std::int64_t>(i < 0 ? i + static_cast<double>(data.dims[along]) : i);
    if (at < 0 || at >= data.dims[along]) return std::nullopt;
    places.push_back(at);
  }
  Dims dims(data.dims.begin(), data.dims.begin() + axis);
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), data.dims.begin() + axis + 1, data.dims.end());
  if (count(dims) > largest_constant) return std::nullopt;
  const std::vector<std::size_t> steps = steps_of(data.dims), inner = steps_of(indices.dims);
  return picked(data, dims, [&](const std::vector<std::int64_t>& at) {
    std::size_t place = 0, index = 0, i = 0;
    for (; i < along; ++i) place += steps[i] * static_cast<std::size_t>(at[i]);
    for (std::size_t k = 0; k < indices.dims.size(); ++k, ++i) index += inner[k] * static_cast<std::size_t>(at[i]);
    place += steps[along] * static_cast<std::size_t>(places[index]);
    for (std::size_t k = along + 1; k < data.dims.size(); ++k, ++i) place += steps[k] * static_cast<std::size_t>(at[i]);
    return place;
  });
}

[[nodiscard]] std::optional<Constant> transposed(const onnx::NodeProto& node, const TensorFacts& x) {
  const std::size_t rank = x.dims.size();
  std::vector<std::size_t> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  if (const auto* a = attribute(node, "perm")) {
    if (static_cast<std::size_t>(a->ints_size()) != rank) return std::nullopt;
    for (std::size_t i = 0; i < rank; ++i) {
      const std::int64_t from = a->ints(static_cast<int>(i));
      if (from < 0 || from >= static_cast<std::int64_t>(rank)) return std::nullopt;
      order[i] = static_cast<std::size_t>(from);
    }
  }
  Dims dims(rank);
  for (std::size_t i = 0; i < rank; ++i) dims[i] = x.dims[order[i]];
  if (count(dims) != static_cast<std::int64_t>(x.values.size())) return std::nullopt;
  const std::vector<std::size_t> steps = steps_of(x.dims);
  return picked(x, dims, [&](const std::vector<std::int64_t>& at) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < rank; ++i) place += steps[order[i]] * static_cast<std::size_t>(at[i]);
    return place;
  });
}

/// (x, starts, ends, axes, steps), steps of either sign.
[[nodiscard]] std::optional<Constant> slice(const Inputs& in) {
  const TensorFacts& x = *in[0];
  if (in.size() < 3 || in[1]->values.size() != in[2]->values.size()) return std::nullopt;
  Dims dims = x.dims, begin(x.dims.size(), 0), step(x.dims.size(), 1);
  for (std::size_t k = 0; k < in[1]->values.size(); ++k) {
    double axis = static_cast<double>(k), by = 1.0;
    if (in.size() > 3) axis = k < in[3]->values.size() ? in[3]->values[k] : -1e9;
    if (in.size() > 4) by = k < in[4]->values.size() ? in[4]->values[k] : 0.0;
    if (axis < 0) axis += static_cast<double>(x.dims.size());
    if (axis < 0 || axis >= static_cast<double>(x.dims.size()) || by == 0.0) return std::nullopt;
    const auto i = static_cast<std::size_t>(axis);
    const auto n = static_cast<double>(x.dims[i]);
    const auto place = [&](double v) {
      return std::clamp(v < 0 ? v + n : v, by < 0 ? -1.0 : 0.0, by < 0 ? n - 1.0 : n);
    };
    const double from = place(in[1]->values[k]), to = place(in[2]->values[k]);
    dims[i] = static_cast<std::int64_t>(std::max(0.0, std::ceil((to - from) / by)));
    begin[i] = static_cast<std::int64_t>(from), step[i] = static_cast<std::int64_t>(by);
  }
  const std::vector<std::size_t> steps = steps_of(x.dims);
  return picked(x, dims, [&](const std::vector<std::int64_t>& at) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      place += steps[i] * static_cast<std::size_t>(begin[i] + at[i] * step[i]);
    return place;
  });
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
  if (type == "Reshape" && in.size() == 2) {
    Dims dims = as_dims(in[1]->values);
    std::int64_t rest = static_cast<std::int64_t>(x.values.size());
    for (std::size_t i = 0; i < dims.size(); ++i) {
      if (dims[i] == 0 && i < x.dims.size()) dims[i] = x.dims[i];
      if (dims[i] > 0) rest /= dims[i];
    }
    for (std::int64_t& d : dims)
      if (d == -1) d = rest;
    if (count(dims) == static_cast<std::int64_t>(x.values.size())) return Constant{dims, x.values};
  }
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
  if (type == "Transpose") return transposed(node, *in[0]);
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
  const TensorFacts& first = *in[0];
  if (type == "Gather" && first.stored && !first.integers && first.dims.size() == 2) return std::nullopt;  // learned
  for (const TensorFacts* x : in)
    if (!x->constant || (x->values.empty() && !(type == "Concat" && x->shaped && x->dims == Dims{0})))
      return std::nullopt;
  return of_values(node, in);
}

}  // namespace plan::onnx_import
