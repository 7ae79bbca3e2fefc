#pragma once
#include <perfmodel/kernel/attention_model.hpp>

namespace perfmodel {
namespace priors {
/// Plateaus of the papers' figures, as shares of the dense published rate: FlashAttention-2 reaches 50 to 73 % forward and
/// up to 63 % backward on A100 (Dao 2023, arXiv:2307.08691, abstract and section 4.1); FlashAttention-3 up to 75 % forward
/// on H100 and some 1.5 to 1.75 times FlashAttention-2 backward (Shah et al. 2024, arXiv:2407.08608, section 4.1). Head size 64
/// stays a fifth below 128 in the figures of both.
[[nodiscard]] constexpr AttentionTable make_attention() {
  AttentionTable t{};
  const auto at = [&](AttentionFamily f) -> AttentionConstants& { return t[static_cast<std::size_t>(f)]; };
  at(AttentionFamily::cuda_core) = {.efficiency = {0.5, 0.5, 0.4}, .tile = 64, .block_cycles = 5000, .fixed_seconds = 1e-6, .source = "prior"};
  at(AttentionFamily::warp) = {.efficiency = {0.58, 0.70, 0.60}, .block_cycles = 3000, .fixed_seconds = 1e-6, .source = "arXiv:2307.08691, A100 figures"};
  at(AttentionFamily::warp_backward) = {.efficiency = {0.52, 0.60, 0.50}, .block_cycles = 6000, .fixed_seconds = 8e-6, .source = "arXiv:2307.08691, A100 figures"};
  at(AttentionFamily::warp_group) = {.efficiency = {0.52, 0.70, 0.75}, .block_cycles = 3000, .fixed_seconds = 1e-6, .source = "arXiv:2407.08608, H100 figures"};
  at(AttentionFamily::warp_group_backward) = {.efficiency = {0.36, 0.50, 0.45}, .block_cycles = 6000, .fixed_seconds = 6e-6, .calibrated_on = {"H200-SXM"},
      .source = "head size 64: cuDNN's kernel in GPT-2, BERT and Llama steps of devices/calibrated/raw/h200-sxm/pytorch_kernels.csv; others in the proportion of arXiv:2407.08608"};
  for (AttentionConstants& c : t) c.error_bars = {ErrorBar{0.7, 1.5}, ErrorBar{0.65, 1.6}, ErrorBar{0.6, 1.8}};
  return t;
}
}  // namespace priors

inline constexpr AttentionTable attention_priors = priors::make_attention();

}  // namespace perfmodel
