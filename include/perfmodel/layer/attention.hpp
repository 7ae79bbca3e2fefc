#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/attention_heads.hpp>
#include <perfmodel/layer/composite_attention.hpp>
#include <perfmodel/layer/fused_attention.hpp>
#include <perfmodel/layer/ring_attention.hpp>
#include <perfmodel/layer/unfused_attention.hpp>
#include <perfmodel/operation/attention.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel {

/// A mask of keys to leave out (padding) that is the same for all queries and repeated over them without a copy, so
/// that its elements lie apart: no fused kernel takes it, PyTorch multiplies and adds in FP32 instead. Programs drop a
/// mask that leaves nothing out, unless a compiler traces them, which cannot look into it: Hugging Face's encoders.
/// transformers, masking_utils.py (_ignore_bidirectional_mask_sdpa); aten/src/ATen/native/transformers/sdp_utils_cpp.h
/// (check_last_dim_stride_equals_1_dense).
enum class AttentionMask : std::uint8_t { none, compiled, kept };
inline constexpr std::array<std::string_view, 3> attention_mask_names{"none", "compiled", "kept"};

/// softmax(Q K^T / sqrt(head_size) + mask) V for `heads` heads that lie side by side in the innermost dimension. One
/// input [batch, length, (heads + 2 key_heads) x head_size] holds Q, K and V; three inputs hold them apart. Vaswani et
/// al. 2017.
struct DotProductAttention {
  std::int64_t heads{1}, key_heads{1}, head_size{};
  bool causal{};
  bool fused{true};  ///< no score matrix in memory, where there is a kernel for it (grouped keys: only in 16 bits);
                     ///< false: products, softmax and dropout one after the other
  bool joined_softmax{};  ///< of the latter, scale, mask and softmax are one kernel, as Megatron-LM and apex have it
  double dropout{};       ///< of the probabilities, in training
  bool cached{};          ///< K and V are copied into a cache that lives as long as the network's output
  bool biased{};          ///< a fourth input [1, heads, queries, keys] is added to the scores: no fused kernel takes it
  AttentionMask mask{};   ///< with as many key_heads as heads
  std::int64_t past{};    ///< tokens before these, whose keys and values lie in a cache: inference, fused
  bool narrow_cache{};    ///< such a cache holds 8 bits a number
  std::int64_t context_ranks{1};  ///< cards among which the sequence is cut: the inputs are one card's part, which
                                  ///< attends to the keys of all
  std::int64_t context_calls{};   ///< of HostOp::other, that one card's part costs the host in each direction of
                                  ///< training
  friend constexpr bool operator==(const DotProductAttention&, const DotProductAttention&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const DotProductAttention& a) {
  return a.fused ? "attention" : "attention_unfused";
}

/// @throws Error naming the shapes if they do not match the heads
[[nodiscard]] Shape output_shape(const DotProductAttention& a, InputShapes inputs);

/// Of attention to earlier tokens the cache, a buffer: keys and values of these tokens and of the new ones.
[[nodiscard]] std::vector<ParameterTensor> parameters(const DotProductAttention& a, InputShapes inputs);

namespace detail {

/// Of a sequence cut among cards: each holds an early and a late part, so that all see as many keys under a causal
/// mask, half of them on average. Brandon et al. 2023, arXiv:2311.09431 (striped attention).
[[nodiscard]] Attention attention_operation(const DotProductAttention& a, InputShapes inputs, NumberFormat format,
                                            bool dropout = false);

}  // namespace detail

/// Two products of batch x heads x queries x keys x head_size; half of it when causal and fused.
[[nodiscard]] Work forward_work(const DotProductAttention& a, InputShapes inputs);

namespace detail {

/// torch.cat of an empty cache and keys or values [batch, length, heads x size], in the cache's format: their heads
/// then lie apart. The network's output keeps it.
[[nodiscard]] Tensor copied_to_cache(TraceWriter& writer, const Tensor& x, std::int64_t heads, NumberFormat format);

/// The same with a gradient: a view of what arrives, cast back to the operand's format.
[[nodiscard]] Tensor cache_copy(TraceWriter& writer, const Tensor& x, std::int64_t heads, NumberFormat format);

/// Keys (1) or values (2) [batch, length, heads x size] where inputs are three, or one that holds all side by side.
[[nodiscard]] Tensor keys_or_values(const DotProductAttention& a, const std::vector<Tensor>& inputs, std::size_t which);

/// The operands under autocast. A cache has the format of the first keys: FP32 where these were turned (Rotary), and
/// then of the values, too.
struct AttentionOperands {
  std::vector<Tensor> cast{};    ///< of the inputs
  std::vector<Tensor> copies{};  ///< of keys and values, for the cache
};
[[nodiscard]] AttentionOperands attention_operands(TraceWriter& writer, const DotProductAttention& a, Inputs inputs);

/// New keys and values are written into the cache, which all queries read.
[[nodiscard]] Tensor attention_to_cache(TraceWriter& writer, const DotProductAttention& a, const Attention& k,
                                        const std::vector<Tensor>& inputs, const Tensor& cache);

/// Whether the layer's mask is there in such a framework's steps.
[[nodiscard]] constexpr bool keeps_mask(const DotProductAttention& a, bool compiled) {
  return a.mask == AttentionMask::kept || (a.mask == AttentionMask::compiled && compiled);
}

/// The mask [batch, 1, queries, keys] as numbers to add: zeros, and minus infinity for keys that are left out.
[[nodiscard]] Tensor padding_mask(TraceWriter& writer, const Shape& shape, NumberFormat format);

/// Attention with a bias or a mask, of queries, keys and values that may have gone through a cache.
[[nodiscard]] Tensor attention_with_bias(TraceWriter& writer, const DotProductAttention& a, AttentionOperands& o,
                                         const Tensor& bias);

/// Attention with a mask, which is made first; operands side by side are cut apart.
[[nodiscard]] Tensor masked_attention(TraceWriter& writer, const DotProductAttention& a, AttentionOperands& o);

}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const DotProductAttention& a, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/attention.ipp>
#endif
