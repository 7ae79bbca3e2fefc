#pragma once
/// A row of random_operations tables by the words of its table, and how its operands lie.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <perfmodel/measurement/operation_table.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// A row's operation by the words of its table.
struct RandomCase {
  std::string_view operation{};
  bool backward{}, tf32{};
  const nlohmann::json* attributes{};
  std::vector<Operand> operands{};
  std::vector<std::size_t> gradient_of{};
  Operand gradient{};  ///< backward: of the result

  [[nodiscard]] std::int64_t whole(const char* key) const { return attributes->at(key).get<std::int64_t>(); }
  [[nodiscard]] bool says(const char* key) const {
    return attributes->contains(key) && (*attributes)[key].is_boolean() && (*attributes)[key].get<bool>();
  }
  [[nodiscard]] bool asks_for(std::size_t operand) const {
    return std::find(gradient_of.begin(), gradient_of.end(), operand) != gradient_of.end();
  }
};

namespace detail {

/// Of integers only the width matters.
[[nodiscard]] inline NumberFormat storage_format(const std::string& word, const std::string& place) {
  if (word == "bool") return NumberFormat::int8;
  if (word == "int64") return NumberFormat::fp64;
  if (word == "int32") return NumberFormat::fp32;
  return number_format_from(word, place);
}

/// Strides that a row does not have are those of an operand without gaps, its last dimension innermost.
[[nodiscard]] inline Operand operand_from(const nlohmann::json& from, const std::string& place) {
  Operand x{.format = storage_format(from.at("dtype").get<std::string>(), place)};
  for (const nlohmann::json& extent : from.at("shape")) x.shape.push_back(extent.get<std::int64_t>());
  if (!from.contains("strides")) return packed(x.shape, x.format);
  const nlohmann::json& strides = from.at("strides");
  for (std::size_t i = 0; i < x.shape.rank; ++i) x.strides[i] = strides.at(i).get<std::int64_t>();
  return x;
}

/// Strides of the result of an elementwise operation on operands of one shape: those of the operands where all are
/// dense and alike; otherwise dimensions in the order of the first operand that tells two of them apart. PyTorch,
/// aten/src/ATen/TensorIterator.cpp, compute_fast_setup_type and reorder_dimensions.
[[nodiscard]] inline Operand elementwise_result(const std::vector<Operand>& inputs, NumberFormat format) {
  const Operand& first = inputs.front();
  Operand y{.shape = first.shape, .format = format};
  const bool alike =
      std::all_of(inputs.begin(), inputs.end(), [&](const Operand& x) { return is_dense(x) && same_order(x, first); });
  if (alike) {
    y.strides = first.strides;
    return y;
  }
  const std::size_t rank = first.shape.rank;
  std::array<std::size_t, Shape::max_rank> order{};  // innermost first
  for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  const auto compare = [&](std::size_t a, std::size_t b) {  // > 0: a is the outer one
    for (const Operand& x : inputs) {
      if (x.strides[a] == 0 || x.strides[b] == 0) continue;
      if (x.strides[a] != x.strides[b]) return x.strides[a] < x.strides[b] ? -1 : 1;
      if (x.shape[a] > x.shape[b]) return 1;
    }
    return 0;
  };
  for (std::size_t i = 1; i < rank; ++i) {
    std::size_t at = i;
    for (std::size_t k = i; k-- > 0;) {
      const int comparison = compare(order[k], order[at]);
      if (comparison > 0) std::swap(order[k], order[at]), at = k;
      if (comparison < 0) break;
    }
  }
  std::int64_t distance = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    y.strides[order[i]] = distance;
    distance *= std::max<std::int64_t>(1, first.shape[order[i]]);
  }
  return y;
}

/// Operands as one elementwise call sees them: scalars are repeated.
[[nodiscard]] inline std::vector<Operand> repeated_to_one_shape(std::vector<Operand> operands) {
  const auto largest = std::max_element(operands.begin(), operands.end(),
                                        [](const Operand& a, const Operand& b) { return a.shape.rank < b.shape.rank; });
  const Shape shape = largest->shape;
  for (Operand& x : operands) x = expanded(x, shape);
  return operands;
}

/// A scalar tensor does not widen the others; tensors of both 16-bit formats give FP32.
[[nodiscard]] inline NumberFormat promoted(const std::vector<Operand>& operands) {
  NumberFormat format = operands.front().format;
  bool first = true;
  for (const Operand& x : operands) {
    if (x.shape.rank == 0 && operands.size() > 1) continue;
    if (first)
      format = x.format;
    else if (x.format != format && bits(x.format) > 8)
      format = bits(x.format) == 16 && bits(format) == 16 ? NumberFormat::fp32
               : bits(x.format) > bits(format)            ? x.format
                                                          : format;
    first = false;
  }
  return format;
}

}  // namespace detail

}  // namespace perfmodel
