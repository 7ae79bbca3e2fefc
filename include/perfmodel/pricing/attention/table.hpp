#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <string_view>

namespace perfmodel {

/// Fused attention kernels that share their instruction and their way of overlapping softmax with products.
enum class AttentionFamily : std::uint8_t {
  cuda_core,  ///< FP32 without tensor cores (memory-efficient attention)
  cuda_core_backward,
  warp,  ///< mma.sync, softmax and products in turn: FlashAttention-2, Dao 2023, arXiv:2307.08691
  warp_backward,
  warp_group,  ///< wgmma: FlashAttention-3 and cuDNN, Shah et al. 2024, arXiv:2407.08608
  warp_group_backward,
  tensor_memory,  ///< tcgen05: results of products in tensor memory, two tiles of queries in turn (TensorRT-LLM, cuDNN)
  warp_split,     ///< mma.sync, keys split among a block's warps, whose results are joined: FlashAttention, Dao et al.
                  ///< 2022, arXiv:2205.14135
  warp_split_backward,
  memory_efficient,  ///< mma.sync, 64 queries by 64 keys, scores may get a bias: PyTorch, aten/src/ATen/native/
                     ///< transformers/cuda/mem_eff_attention
  memory_efficient_backward,
  single_query  ///< mma.sync, one query, keys split among warps and blocks: cuDNN on Hopper
};
inline constexpr std::size_t attention_family_count = 12;

[[nodiscard]] constexpr std::string_view name(AttentionFamily family) {
  constexpr std::array<std::string_view, attention_family_count> names{"cuda_core",
                                                                       "cuda_core_backward",
                                                                       "warp",
                                                                       "warp_backward",
                                                                       "warp_group",
                                                                       "warp_group_backward",
                                                                       "tensor_memory",
                                                                       "warp_split",
                                                                       "warp_split_backward",
                                                                       "memory_efficient",
                                                                       "memory_efficient_backward",
                                                                       "single_query"};
  return names[static_cast<std::size_t>(family)];
}

[[nodiscard]] constexpr bool on_cuda_cores(AttentionFamily family) {
  return family == AttentionFamily::cuda_core || family == AttentionFamily::cuda_core_backward;
}

/// Constants of one family.
struct AttentionConstants {
  /// of the card's published rate that products reach, by head size up to 64, 128, 256; where exponentials are counted
  /// apart (`exponentials`) without them
  std::array<double, 3> efficiency{};
  double on_warp_groups{1.0};  ///< share of the rate that is left on cards whose rate takes warp-group instructions,
                               ///< which the family lacks
  int tile{128};               ///< queries of one thread block (backward: keys), at most
  int head_step{1};            ///< heads are multiplied as if they were the next multiple of it
  double exponentials{};       ///< a score, each a clock of a special-function unit; 0: within `efficiency`
  int softmax_doublings{};     ///< exponent 2^this of the smooth maximum of products and exponentials; 0: one after the
                               ///< other
  double last_round{0.5};  ///< of a causal mask's blocks, whose lengths differ: blocks that an SM waits for at the end
  double l2_reads{1.0};    ///< of the keys and values that blocks read, what the L2 answers: neighbours share some
  double block_cycles{};   ///< of one block beside its products
  double random_cycles{};  ///< of one SM per score, to draw a random number (dropout)
  double bias_cycles{};    ///< of one SM per score that gets a bias
  /// What a block that has an SM for itself reaches of what two reach together, and how many times as long it draws
  /// random numbers: 256 queries and keys, 12 and 16 heads, GPT-2 and BERT of batch 1 on an H200.
  double alone_share{1.0}, alone_random{1.0};
  double fixed_seconds{};        ///< of the launches that belong to it, beside the first
  int decode_queries{};          ///< most of them whose keys are split among blocks; 0: as many as fit a tile
  double decode_block_cycles{};  ///< block_cycles of new tokens that attend to a cache, which lies in pages
  double decode_seconds{};       ///< what such a kernel takes beyond fixed_seconds: the parts of its keys are joined
  /// One step of a single query's loop over keys, by head size as `efficiency`; 0: the family has no such loop
  std::array<double, 3> step_cycles{};
  double wide_step{1.0};               ///< a step of four warps over 128 keys, as so many of 64
  std::array<double, 3> step_share{};  ///< of a step, what it keeps from a further block of the same SM
  double join_cycles{};                ///< to join one part of the keys of heads of 128
  ByEvidence<ErrorBar> error_bars{};
  std::array<CardName, 2> calibrated_on{};
  SourceText source{};
};

using AttentionTable = std::array<AttentionConstants, attention_family_count>;

}  // namespace perfmodel
