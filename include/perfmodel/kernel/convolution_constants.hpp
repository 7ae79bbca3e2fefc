#pragma once
#include <perfmodel/kernel/convolution_model.hpp>

// Generated; do not edit by hand.
// Program: perfmodel-fit-operations. First table: FP32 forward convolutions of sitar-lab/NeuSight (commit 6945927d,
// MIT) on P100, V100, T4 (cuDNN 8). Second: devices/calibrated/raw/h200-sxm/convolutions.csv (cuDNN 9). Error bars:
// cards and layers left out, and an H100 that no constant has seen. What the first table's cards have no rows for is
// taken from the second.
// clang-format off

namespace perfmodel {

inline constexpr std::array<ConvolutionTable, 2> convolution_tables{{
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.213, 1.213, 1.213}, /* few_channels */ {1.187, 1.187, 1.187}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {3.337, 3.337, 3.337}, /* winograd_large */ {1.396, 1.396, 1.396}}},
      {{/* pointwise */ {1.118, 1.132, 1.163}, /* implicit */ {1.108, 1.126, 1.251}, /* few_channels */ {3.54, 1.467, 3.406}, /* grouped */ {0.9536, 1.002, 1.137}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.2713, 0.4738, 0.459}, {0.05542, 0.08475, 0.05616}}}, {{{0.2692, 0.4676, 0.4569}, {0.04434, 0.08462, 0.06488}}}, {{{0.07375, 0.07907, 0.1894}, {0.0421, 0.08328, 0.06284}}}}},
    .transpose_share = 0.7116, .transpose_seconds = 4.013e-06, .fixed_seconds = {6e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* implicit */ {{{0.5266, 1.988}, {0.5015, 2.088}, {0.4388, 2.386}}},
      /* few_channels */ {{{0.4843, 2.009}, {0.4612, 2.109}, {0.4036, 2.41}}},
      /* grouped */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* depthwise */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* winograd */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* winograd_large */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1.816, 2.142, 2.457}, /* implicit */ {1.759, 1.893, 1.847}, /* few_channels */ {2.034, 0.4, 1.556}, /* grouped */ {2.963, 4.445, 1.218}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.735, 3.374, 2.532}, /* winograd_large */ {4.609, 3.08, 1.623}}},
      {{/* pointwise */ {1.118, 1.132, 1.163}, /* implicit */ {1.108, 1.126, 1.251}, /* few_channels */ {3.54, 1.467, 3.406}, /* grouped */ {0.9536, 1.002, 1.137}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9222, .l2_factor = 0.4439,
    .tap_cycles = {{{{{0.2713, 0.4738, 0.459}, {0.05542, 0.08475, 0.05616}}}, {{{0.2692, 0.4676, 0.4569}, {0.04434, 0.08462, 0.06488}}}, {{{0.07375, 0.07907, 0.1894}, {0.0421, 0.08328, 0.06284}}}}},
    .transpose_share = 0.7116, .transpose_seconds = 4.013e-06, .fixed_seconds = {6e-06, 6e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7466, 1.642}, {0.7286, 1.724}, {0.6375, 1.97}}},
      /* implicit */ {{{0.598, 1.909}, {0.5878, 1.843}, {0.5144, 2.106}}},
      /* few_channels */ {{{0.3172, 2.456}, {0.4885, 2.081}, {0.4274, 2.378}}},
      /* grouped */ {{{0.7751, 3.356}, {0.5903, 1.242}, {0.5165, 1.419}}},
      /* depthwise */ {{{0.3695, 1.811}, {0.6594, 1.872}, {0.577, 2.139}}},
      /* winograd */ {{{0.5444, 1.882}, {0.607, 1.844}, {0.5311, 2.107}}},
      /* winograd_large */ {{{0.5444, 1.882}, {0.607, 1.844}, {0.5311, 2.107}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
