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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.232, 1.232, 1.232}, /* few_channels */ {1.187, 1.187, 1.187}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.385, 1.385, 1.385}, /* winograd_large */ {1.186, 1.186, 1.186}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.182, 1.251, 1.202}, /* few_channels */ {1.043, 1.989, 0.9238}, /* grouped */ {1.661, 1.778, 1.977}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.01, 1.113, 0.9724}, /* implicit */ {1.112, 1.188, 1.342}, /* few_channels */ {1.719, 1.27, 2.232}, /* grouped */ {1.331, 1.512, 4.649}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9716, .first_layer = 0.4762, .depthwise_dram_share = 0.9101, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.979, .transpose_cycles = 0.4127, .transpose_seconds = 4.317e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.6775, 1.456}, {0.6453, 1.528}, {0.5646, 1.747}}},
      /* implicit */ {{{0.6881, 1.455}, {0.6553, 1.528}, {0.5734, 1.746}}},
      /* few_channels */ {{{0.6712, 1.457}, {0.6392, 1.53}, {0.5593, 1.749}}},
      /* grouped */ {{{0.6775, 1.456}, {0.6453, 1.528}, {0.5646, 1.747}}},
      /* depthwise */ {{{0.6775, 1.456}, {0.6453, 1.528}, {0.5646, 1.747}}},
      /* winograd */ {{{0.6775, 1.456}, {0.6453, 1.528}, {0.5646, 1.747}}},
      /* winograd_large */ {{{0.6775, 1.456}, {0.6453, 1.528}, {0.5646, 1.747}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.182, 1.251, 1.202}, /* few_channels */ {1.043, 1.989, 0.9238}, /* grouped */ {1.661, 1.778, 1.977}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.01, 1.113, 0.9724}, /* implicit */ {1.112, 1.188, 1.342}, /* few_channels */ {1.719, 1.27, 2.232}, /* grouped */ {1.331, 1.512, 4.649}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9718, .first_layer = 0.4762, .depthwise_dram_share = 0.9101, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.979, .transpose_cycles = 0.4127, .transpose_seconds = 4.317e-06, .fixed_seconds = {1e-06, 3.479e-06, 4.595e-06},
    .engines = {{
      /* forward_256x64 */ {0.6893, 1.323, 23.33},
      /* forward_128x32 */ {0.5045, 1.443, 29.57},
      /* forward_32x32 */ {0.463, 1.855, 44.04},
      /* gradient_columns */ {0.5781, 1.979, 74.04},
      /* gradient_32x32 */ {0.3448, 1.03, 37.02},
      /* weight_direct */ {0.3262, 3.246, 24.92},
      /* weight_planes */ {0.1975, 1.217, 14.11},
      /* weight_indexed */ {0.5988, 1.959, 29.63},
      /* winograd_small */ {0.6105, 2.577, 32.45},
      /* winograd_large */ {0.7743, 1.075, 27.24},
      /* fourier */ {0.8, 1.588, 27.52}}},
    .engine_dram_share = 0.3244, .engine_tiles_share = 0.9771, .engine_layout_share = 1, .engine_seconds = 1.201e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8307, 1.312}, {0.7695, 1.409}, {0.6733, 1.61}}},
      /* implicit */ {{{0.7674, 2.094}, {0.6724, 3.034}, {0.5884, 3.468}}},
      /* few_channels */ {{{0.6447, 1.837}, {0.6763, 1.416}, {0.5918, 1.618}}},
      /* grouped */ {{{0.7214, 1.931}, {0.8447, 1.431}, {0.7391, 1.635}}},
      /* depthwise */ {{{0.6708, 1.658}, {0.7128, 1.175}, {0.6237, 1.343}}},
      /* winograd */ {{{0.7126, 1.781}, {0.6846, 2.418}, {0.599, 2.763}}},
      /* winograd_large */ {{{0.7126, 1.781}, {0.6846, 2.418}, {0.599, 2.763}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
