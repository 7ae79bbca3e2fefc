#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// Rows of a table picked by integer indices: [...] -> [..., width]. With `positions` the indices are 0, 1, ... of the
/// innermost dimension instead of the input's values (learned position embeddings): the result is [1, length, width].
struct Embedding {
  std::int64_t count{}, width{};
  bool positions{};
  friend constexpr bool operator==(const Embedding&, const Embedding&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Embedding&) { return "embedding"; }

/// @throws Error if the input has more positions than the table has rows
[[nodiscard]] Shape output_shape(const Embedding& e, InputShapes inputs);

[[nodiscard]] std::vector<ParameterTensor> parameters(const Embedding& e, InputShapes);

/// Nothing is calculated: rows are copied.
[[nodiscard]] constexpr Work forward_work(const Embedding&, InputShapes) { return {}; }

/// Backward fills a dense gradient of the whole table with zeros, to which the rows' gradients are added.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Embedding& e, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/embedding.ipp>
#endif
