#pragma once
#include <array>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <perfmodel/layer/embedding.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// A learned number for each head and distance between query and key, as T5 adds to its scores: [batch, length, ...] ->
/// [1, heads, length, length]. Distances fall into `buckets`, exact ones and logarithmically wide ones. Raffel et al.
/// 2020, arXiv:1910.10683, section 2.1; transformers, modeling_t5.py, T5Attention.compute_bias.
struct RelativeBias {
  std::int64_t heads{}, buckets{32};
  friend constexpr bool operator==(const RelativeBias&, const RelativeBias&) = default;
};
/// Adds -infinity to a bias where a later key would be seen: torch.where of the causal mask, in every layer anew.
struct CausalBias {
  friend constexpr bool operator==(const CausalBias&, const CausalBias&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const RelativeBias&) { return "relative_bias"; }
[[nodiscard]] constexpr std::string_view kind(const CausalBias&) { return "causal_bias"; }

/// @throws Error if the input has no sequence
[[nodiscard]] Shape output_shape(const RelativeBias& layer, InputShapes inputs);
/// @throws Error unless the input is [1, heads, queries, keys]
[[nodiscard]] Shape output_shape(const CausalBias&, InputShapes inputs);
[[nodiscard]] std::vector<ParameterTensor> parameters(const RelativeBias& layer, InputShapes);
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const CausalBias&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const RelativeBias&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const CausalBias&, InputShapes) { return {}; }

namespace detail {
/// A table [queries, keys, heads] as [1, heads, queries, keys], without a copy; its gradient is the view back.
[[nodiscard]] Tensor heads_in_front(TraceWriter& writer, const Tensor& table);
}  // namespace detail

/// Some 25 operations on the 64-bit distances of all pairs find the buckets; then a look-up in the table, permuted by a
/// view.
[[nodiscard]] Tensor forward(TraceWriter& writer, const RelativeBias& layer, Inputs inputs, Parameters ids);

[[nodiscard]] Tensor forward(TraceWriter& writer, const CausalBias&, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/relative_bias.ipp>
#endif
