#pragma once
#include <array>
#include <initializer_list>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/attention_heads.hpp>
#include <perfmodel/layer/softmax.hpp>
#include <perfmodel/operation/attention.hpp>
#include <utility>
#include <vector>

namespace perfmodel::detail {

/// Attention as separate operations: its two products, and what the backward pass needs.
struct UnfusedAttention {
  Attention all{};  ///< what fused attention would calculate in one
  Gemm scores{}, values{};
  Shape first{};  ///< shape of the first input
  bool joined{};  ///< scale, mask and softmax are one kernel, forward and backward
  std::vector<Tensor> inputs{};
  Tensor probabilities{}, dropped{}, mask{};
};

[[nodiscard]] UnfusedAttention unfused_products(const Attention& k, NumberFormat stored);

/// Scores, scaled and masked, and their softmax; only that stays.
[[nodiscard]] Tensor attention_probabilities(TraceWriter& writer, const UnfusedAttention& u, Inputs inputs,
                                             const Shape& shape, NumberFormat stored);

/// A product of the backward pass, of the operands and the result of another.
[[nodiscard]] Gemm product_of(const Gemm& g, Layout layout, std::int64_t m, std::int64_t n, std::int64_t k);

void unfused_attention_backward(TraceWriter& w, const UnfusedAttention& u, const Tensor& dy, Gradients grads);

/// Scores, scaling, mask, softmax, dropout and the product with V, each an operation of its own; the scores exist in
/// memory.
/// @param joined  scaling, mask and softmax are one (Megatron-LM, fused_kernels/scaled_upper_triang_masked_softmax)
[[nodiscard]] Tensor unfused_attention(TraceWriter& writer, const Attention& k, Inputs inputs, bool joined = false);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/unfused_attention.ipp>
#endif
