#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// Batched product of two inputs: [batch, m, k] x [batch, k, n], or [batch, n, k] transposed. More dimensions in front
/// are more of the batch.
struct Matmul {
  bool transpose_second{};
  friend constexpr bool operator==(const Matmul&, const Matmul&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Matmul&) { return "matmul"; }

/// @throws Error naming both shapes
[[nodiscard]] Shape output_shape(const Matmul& layer, InputShapes inputs);
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Matmul&, InputShapes) { return {}; }
[[nodiscard]] Work forward_work(const Matmul& layer, InputShapes inputs);

/// One strided-batched product forward, two backward; saves both operands.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Matmul& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/matmul.ipp>
#endif
