#pragma once
#include <perfmodel/pricing/attention/table.hpp>

namespace perfmodel {
namespace priors {
/// Plateaus, as shares of the dense published rate. Dao 2023, arXiv:2307.08691: FlashAttention-2 reaches 50 to 73 % on
/// an A100 forward (abstract), up to 63 % backward (section 1), 335 TFLOP/s of both on an H100 (section 4.1); the first
/// FlashAttention 30 to 50 % forward and 25 to 35 % backward (section 1): the middle of both. Shah et al. 2024,
/// arXiv:2407.08608: FlashAttention-3 up to 75 % forward on an H100 (abstract), 1.5 to 1.75 times FlashAttention-2
/// backward (section 4.1), there 476 TFLOP/s for heads of 64 and 581 of 128 (figure 6). Half of what kernels of warps
/// reach on an A100 is left on an H100: FlashAttention-2 has 35 % of its rate (Shah et al. 2024, abstract), of an
/// A100's up to 73 %.
[[nodiscard]] constexpr AttentionTable make_attention() {
  AttentionTable t{};
  const auto at = [&](AttentionFamily f) -> AttentionConstants& { return t[static_cast<std::size_t>(f)]; };
  // Backward kernels and random numbers: the attention of GPT-2, BERT and Llama steps under PyTorch 2.11, side kernels
  // included, data/raw/h200-sxm/pytorch_kernels.csv (head size 64; 128 and 256 in the papers'
  // proportion).
  constexpr std::string_view steps = "training steps in data/raw/h200-sxm/pytorch_kernels.csv";
  constexpr std::string_view paper = "arXiv:2307.08691, A100 figures";
  // What serving engines' tables teach (attention_serving.hpp) starts from here.
  constexpr double random_half = 0.27, random_single = 0.75;
  at(AttentionFamily::cuda_core) = {.efficiency = {0.5, 0.5, 0.4},
                                    .tile = 64,
                                    .block_cycles = 5000,
                                    .random_cycles = random_single,
                                    .alone_random = 2.0,
                                    .fixed_seconds = 1e-6,
                                    .decode_block_cycles = 5000,
                                    .source = "prior"};
  at(AttentionFamily::cuda_core_backward) = {.efficiency = {0.50, 0.55, 0.45},
                                             .tile = 64,
                                             .block_cycles = 16000,
                                             .alone_share = 0.59,
                                             .fixed_seconds = 6e-6,
                                             .calibrated_on = {"H200-SXM"},
                                             .source = steps};
  // Softmax takes one exponential a score from the special-function units (16 a clock and SM): after the products with
  // mma.sync and wgmma, beside them with tcgen05, where two tiles of queries take turns (docs/lab/2026-11-26-cards.md).
  // Heads of 32, 64, 96, 128: Dao-AILab/flash-attention, csrc/flash_attn/src/static_switch.h, HEADDIM_SWITCH.
  at(AttentionFamily::warp) = {.efficiency = {0.9, 0.9, 0.7},
                               .head_step = 32,
                               .exponentials = 1.0,
                               .block_cycles = 3000,
                               .random_cycles = random_half,
                               .fixed_seconds = 1e-6,
                               .decode_block_cycles = 4000,
                               .decode_seconds = 8e-6,
                               .source = paper};
  at(AttentionFamily::warp_backward) = {
      .efficiency = {0.50, 0.58, 0.50}, .block_cycles = 6000, .fixed_seconds = 8e-6, .source = paper};
  // Of the first FlashAttention whole plateaus are known, exponentials within.
  at(AttentionFamily::warp_split) = at(AttentionFamily::warp);
  at(AttentionFamily::warp_split).head_step = 1;
  at(AttentionFamily::warp_split).efficiency = {0.40, 0.40, 0.40};
  at(AttentionFamily::warp_split).exponentials = 0.0;
  at(AttentionFamily::warp_split_backward) = at(AttentionFamily::warp_backward);
  at(AttentionFamily::warp_split_backward).efficiency = {0.30, 0.30, 0.30};
  for (const AttentionFamily f : {AttentionFamily::warp, AttentionFamily::warp_backward, AttentionFamily::warp_split,
                                  AttentionFamily::warp_split_backward})
    at(f).on_warp_groups = 0.5;
  // Least squares over even seeds of efficient_attention.csv, H100; odd ones are off by 16 and 24 % (backward), the
  // L2's and DRAM's share within.
  constexpr std::string_view drawn = "data/raw/h100-sxm5-80gb/efficient_attention.csv";
  at(AttentionFamily::memory_efficient) = {.efficiency = {1.0, 0.65, 0.45},
                                           .on_warp_groups = 0.5,
                                           .tile = 64,
                                           .exponentials = 9.2,
                                           .l2_reads = 0.0,
                                           .block_cycles = 475,
                                           .random_cycles = random_half,
                                           .bias_cycles = 0.28,
                                           .fixed_seconds = 6e-6,
                                           .decode_block_cycles = 5000,
                                           .calibrated_on = {"H100-SXM5-80GB"},
                                           .source = drawn};
  at(AttentionFamily::memory_efficient_backward) = {.efficiency = {0.85, 0.22, 0.055},
                                                    .on_warp_groups = 0.5,
                                                    .tile = 64,
                                                    .exponentials = 30.0,
                                                    .l2_reads = 0.0,
                                                    .bias_cycles = 0.33,
                                                    .fixed_seconds = 1.1e-5,
                                                    .calibrated_on = {"H100-SXM5-80GB"},
                                                    .source = drawn};
  // cuDNN's forward kernel: heads of 32 and 48 take the time of 64, of 72, 80 and 96 that of 128, of 160 that of 192
  // (random_operations.csv, seeds 1 to 8).
  at(AttentionFamily::warp_group) = {.efficiency = {0.9, 0.9, 0.9},
                                     .head_step = 64,
                                     .exponentials = 1.0,
                                     .block_cycles = 3000,
                                     .random_cycles = random_half,
                                     .fixed_seconds = 1e-6,
                                     .decode_queries = 1,  // 2 to 103 run the kernel of prompts (the same rows)
                                     .decode_block_cycles = 4500,
                                     .decode_seconds = 4e-6,
                                     .source = "arXiv:2407.08608, H100 figures"};
  at(AttentionFamily::single_query) = {.tile = 16,
                                       .fixed_seconds = 1e-6,
                                       .decode_queries = 1,
                                       .decode_block_cycles = 3000,
                                       .decode_seconds = 2e-6,
                                       .step_cycles = {1000, 2000, 4000},
                                       .wide_step = 1.5,
                                       .step_share = {0.5, 0.5, 1.0},
                                       .join_cycles = 100,
                                       .source = "prior"};
  at(AttentionFamily::tensor_memory) = at(AttentionFamily::warp_group);
  at(AttentionFamily::tensor_memory).tile = 256;
  at(AttentionFamily::tensor_memory).head_step = 1;  // neither is known
  at(AttentionFamily::tensor_memory).decode_queries = 0;
  at(AttentionFamily::tensor_memory).softmax_doublings = 1;
  at(AttentionFamily::warp_group_backward) = {.efficiency = {0.31, 0.43, 0.39},
                                              .block_cycles = 6000,
                                              .fixed_seconds = 5e-6,
                                              .calibrated_on = {"H200-SXM"},
                                              .source = steps};
  for (AttentionConstants& c : t) c.error_bars = {ErrorBar{0.7, 1.5}, ErrorBar{0.65, 1.6}, ErrorBar{0.6, 1.8}};
  return t;
}
}  // namespace priors

inline constexpr AttentionTable attention_priors = priors::make_attention();

}  // namespace perfmodel
