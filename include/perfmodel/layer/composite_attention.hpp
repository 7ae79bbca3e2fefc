#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/attention_heads.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/matmul.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <perfmodel/layer/softmax.hpp>

namespace perfmodel::detail {

/// What scaled_dot_product_attention does where no fused kernel takes the arguments: grouped keys in FP32 (the kernels
/// for FP32 know no groups), and a bias or mask added to the scores whose elements lie apart (a permuted table, as
/// T5's; a row that is repeated without a copy). 16-bit operands are widened to FP32, under autocast too. PyTorch,
/// aten/src/ATen/native/transformers/attention.cpp, _scaled_dot_product_attention_math.
struct CompositeAttention {
  std::int64_t heads{}, key_heads{}, head_size{};
  bool causal{};
  bool contiguous_keys{};  ///< keys and values come from a cache, whose heads lie apart already
  double dropout{};
  bool masked{};  ///< what is added to the scores is a mask, in the operands' format
};

/// Keys or values once for each of their group's heads, in [batch, heads, length, size] order; the gradient is a sum
/// over the group.
[[nodiscard]] Tensor repeat_heads(TraceWriter& writer, const CompositeAttention& a, const Tensor& x);

/// A copy of [batch, heads, length, size] as [batch, length, heads x size], or the reverse: to `shape`. Its gradient is
/// a view.
[[nodiscard]] Tensor reordered(TraceWriter& writer, const Tensor& x, const Shape& shape);

template <class L>
[[nodiscard]] Tensor applied(TraceWriter& writer, const L& layer, std::initializer_list<Tensor> inputs) {
  return forward(writer, layer, Inputs(inputs.begin(), inputs.size()), {});
}

/// The causal mask, made anew in every call: ones, their lower triangle, its negation, zeros, minus infinity where
/// masked.
[[nodiscard]] Tensor causal_mask(TraceWriter& writer, std::int64_t queries, std::int64_t keys, NumberFormat format);

/// _safe_softmax: softmax, which elements are minus infinity, which rows hold nothing else, zeros for those, in place.
/// Saves its result only.
[[nodiscard]] Tensor safe_softmax(TraceWriter& writer, const Tensor& x);

/// scores += bias, in place; a learned bias [1, heads, queries, keys] is the same for the whole batch, its gradient
/// summed over that.
[[nodiscard]] Tensor add_bias(TraceWriter& writer, const Tensor& scores, const Tensor& bias);

/// Attention with a learned bias on its scores, or a mask. @pre inputs: queries, keys and values [batch, length, heads
/// x size]; the bias [1, heads, queries, keys], or the mask [batch, 1, queries, keys]
[[nodiscard]] Tensor biased_attention(TraceWriter& writer, const CompositeAttention& a, Inputs inputs);

/// @pre inputs: queries [batch, length, heads x size], keys and values [batch, length, key_heads x size]
[[nodiscard]] Tensor composite_attention(TraceWriter& writer, const CompositeAttention& a, Inputs inputs);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/composite_attention.ipp>
#endif
