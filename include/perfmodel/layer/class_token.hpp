#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// Puts one learned row in front of every sequence: [batch, length, width] -> [batch, length + 1, width].
struct ClassToken {
  std::int64_t width{};
  friend constexpr bool operator==(const ClassToken&, const ClassToken&) = default;
};
/// Adds a learned table: [batch, ..., length, width] + [1, length, width]; with length 1 a vector at every position.
struct AddParameter {
  std::int64_t length{}, width{};
  friend constexpr bool operator==(const AddParameter&, const AddParameter&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const ClassToken&) { return "class_token"; }
[[nodiscard]] constexpr std::string_view kind(const AddParameter&) { return "add_parameter"; }

/// @throws Error naming both shapes if the width differs
[[nodiscard]] Shape output_shape(const ClassToken& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const AddParameter& layer, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const ClassToken& layer, InputShapes);
[[nodiscard]] std::vector<ParameterTensor> parameters(const AddParameter& layer, InputShapes);

[[nodiscard]] constexpr Work forward_work(const ClassToken&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const AddParameter&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}

/// torch.cat of the expanded token and the sequence; the token's gradient is a sum over the batch.
[[nodiscard]] Tensor forward(TraceWriter& writer, const ClassToken& layer, Inputs inputs, Parameters ids);

[[nodiscard]] Tensor forward(TraceWriter& writer, const AddParameter& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/class_token.ipp>
#endif
