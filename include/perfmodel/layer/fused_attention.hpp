#pragma once
#include <array>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/attention_heads.hpp>
#include <perfmodel/operation/attention.hpp>
#include <utility>
#include <vector>

namespace perfmodel::detail {

/// The sum of each row of y times dy [batch, queries, heads, size], as one of both rows side by side: a multiplication
/// and an addition for each pair. The results are FP32.
[[nodiscard]] op::Reduction row_products(const Tensor& y);

[[nodiscard]] constexpr std::int64_t padded_to(std::int64_t extent, std::int64_t multiple) {
  return (extent + multiple - 1) / multiple * multiple;
}

/// What the backward pass of fused attention needs.
struct FusedAttentionSaved {
  Attention operation{};  ///< of the forward pass
  Shape first{};          ///< shape of the first input
  std::vector<Tensor> inputs{};
  Tensor y{}, sums{}, seed{};
};

/// Gradients of Q, K and V: sums over each row of output times gradient, the gradients themselves, and that of Q from
/// its FP32 accumulator. @param k  as saved.operation; of its queries and keys, which may be a part
[[nodiscard]] std::array<Tensor, 3> attention_gradients(TraceWriter& w, Attention k, const FusedAttentionSaved& saved,
                                                        const Tensor& dy);

/// The same, for the inputs.
void fused_attention_backward(TraceWriter& w, const FusedAttentionSaved& saved, const Tensor& dy, Gradients grads);

/// Flash attention keeps its result and the logarithm of the row sums (FP32). Backward makes gradients of Q, K and V,
/// an FP32 accumulator for that of Q and the row products of output and gradient. Dao 2023, arXiv:2307.08691,
/// section 3.1; aten/src/ATen/native/transformers/cuda. `copies` of keys and values for a cache are kept, too.
[[nodiscard]] Tensor fused_attention(TraceWriter& writer, const Attention& k, Inputs inputs,
                                     const std::vector<Tensor>& copies);

}  // namespace perfmodel::detail

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/fused_attention.ipp>
#endif
