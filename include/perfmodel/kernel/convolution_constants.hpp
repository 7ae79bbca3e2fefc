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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.2, 1.2, 1.2}, /* few_channels */ {1.2, 1.2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.045, 1.045, 1.045}, /* winograd_large */ {1.044, 1.044, 1.044}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.183, 1.257, 1.206}, /* few_channels */ {1.043, 1.997, 0.9267}, /* grouped */ {1.66, 1.79, 1.98}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.025, 1.051, 0.9876}, /* implicit */ {1.107, 1.187, 1.338}, /* few_channels */ {1.717, 1.272, 2.236}, /* grouped */ {1.314, 1.497, 4.678}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .lone_block = 1.499, .filter_cycles = {26.72, 52.68},
    .first_layer = 0.4807, .depthwise_dram_share = 0.9101, .l2_factor = 1.098,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 1, .transpose_cycles = 0.4137, .transpose_seconds = 4.33e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7326, 1.351}, {0.6977, 1.419}, {0.6105, 1.622}}},
      /* implicit */ {{{0.7324, 1.346}, {0.6975, 1.413}, {0.6103, 1.615}}},
      /* few_channels */ {{{0.7328, 1.353}, {0.6979, 1.421}, {0.6107, 1.624}}},
      /* grouped */ {{{0.7326, 1.351}, {0.6977, 1.419}, {0.6105, 1.622}}},
      /* depthwise */ {{{0.7326, 1.351}, {0.6977, 1.419}, {0.6105, 1.622}}},
      /* winograd */ {{{0.7326, 1.351}, {0.6977, 1.419}, {0.6105, 1.622}}},
      /* winograd_large */ {{{0.7326, 1.351}, {0.6977, 1.419}, {0.6105, 1.622}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.183, 1.257, 1.206}, /* few_channels */ {1.043, 1.997, 0.9267}, /* grouped */ {1.66, 1.79, 1.98}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.025, 1.051, 0.9876}, /* implicit */ {1.107, 1.187, 1.338}, /* few_channels */ {1.717, 1.272, 2.236}, /* grouped */ {1.314, 1.497, 4.678}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9853, .lone_block = 1, .filter_cycles = {20, 80},
    .first_layer = 0.4807, .depthwise_dram_share = 0.9101, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 1, .transpose_cycles = 0.4137, .transpose_seconds = 4.33e-06, .fixed_seconds = {1e-06, 3.447e-06, 4.564e-06},
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
      /* pointwise */ {{{0.841, 1.312}, {0.7789, 1.429}, {0.6815, 1.633}}},
      /* implicit */ {{{0.772, 2.105}, {0.6722, 3.037}, {0.5882, 3.471}}},
      /* few_channels */ {{{0.6426, 1.835}, {0.6763, 1.409}, {0.5918, 1.61}}},
      /* grouped */ {{{0.7219, 1.928}, {0.8458, 1.431}, {0.7401, 1.635}}},
      /* depthwise */ {{{0.6708, 1.658}, {0.7128, 1.175}, {0.6237, 1.343}}},
      /* winograd */ {{{0.7132, 1.783}, {0.6847, 2.426}, {0.5992, 2.772}}},
      /* winograd_large */ {{{0.7132, 1.783}, {0.6847, 2.426}, {0.5992, 2.772}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
