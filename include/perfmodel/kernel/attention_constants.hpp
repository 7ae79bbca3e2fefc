#pragma once
#include <perfmodel/kernel/attention_model.hpp>

// Generated; do not edit by hand.
// Program: perfmodel-fit-operations. Rows: forward attention of devices/calibrated/raw/h200-sxm/attention.csv;
// judged on the H100's. Families without rows keep their priors, with their source.
// clang-format off

namespace perfmodel {

inline constexpr AttentionTable attention_table{{
  /* cuda_core */ {.efficiency = {0.5256, 0.7139, 0.4}, .tile = 64, .block_cycles = 1.512e+04, .random_cycles = 0.75, .fixed_seconds = 7.283e-07,
   .error_bars = {{{0.8758, 1.131}, {0.7101, 1.236}, {0.5833, 1.505}}}, .calibrated_on = {"H200-SXM"}, .source = "fitted"},
  /* cuda_core_backward */ {.efficiency = {0.5, 0.55, 0.45}, .tile = 64, .block_cycles = 1.6e+04, .random_cycles = 0, .fixed_seconds = 6e-06,
   .error_bars = {{{0.7, 1.5}, {0.65, 1.6}, {0.6, 1.8}}}, .calibrated_on = {"H200-SXM"}, .source = "training steps in devices/calibrated/raw/h200-sxm/pytorch_kernels.csv"},
  /* warp */ {.efficiency = {0.58, 0.7, 0.6}, .tile = 128, .block_cycles = 3000, .random_cycles = 0.27, .fixed_seconds = 1e-06,
   .error_bars = {{{0.7, 1.5}, {0.65, 1.6}, {0.6, 1.8}}}, .calibrated_on = {}, .source = "arXiv:2307.08691, A100 figures"},
  /* warp_backward */ {.efficiency = {0.5, 0.58, 0.5}, .tile = 128, .block_cycles = 6000, .random_cycles = 0, .fixed_seconds = 8e-06,
   .error_bars = {{{0.7, 1.5}, {0.65, 1.6}, {0.6, 1.8}}}, .calibrated_on = {}, .source = "arXiv:2307.08691, A100 figures"},
  /* warp_group */ {.efficiency = {0.4702, 0.6306, 0.75}, .tile = 128, .block_cycles = 2841, .random_cycles = 0.27, .fixed_seconds = 3.917e-06,
   .error_bars = {{{0.8792, 1.225}, {0.7977, 1.232}, {0.6553, 1.5}}}, .calibrated_on = {"H200-SXM"}, .source = "fitted"},
  /* warp_group_backward */ {.efficiency = {0.31, 0.43, 0.39}, .tile = 128, .block_cycles = 6000, .random_cycles = 0, .fixed_seconds = 5e-06,
   .error_bars = {{{0.7, 1.5}, {0.65, 1.6}, {0.6, 1.8}}}, .calibrated_on = {"H200-SXM"}, .source = "training steps in devices/calibrated/raw/h200-sxm/pytorch_kernels.csv"}}};

}  // namespace perfmodel
