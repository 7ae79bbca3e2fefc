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
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.171, 1.245, 1.193}, /* few_channels */ {1.043, 1.971, 0.9165}, /* grouped */ {1.655, 1.79, 1.972}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.025, 1.051, 0.9876}, /* implicit */ {1.124, 1.19, 1.342}, /* few_channels */ {1.575, 1.238, 2.245}, /* grouped */ {1.334, 1.518, 4.678}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .lone_block = 1.499, .filter_cycles = {26.72, 52.68},
    .first_layer = 0.4634, .depthwise_dram_share = 0.9101, .l2_factor = 1.098,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.9827, .transpose_cycles = 0.4171, .padding_share = 0.8101, .padding_seconds = 1.058e-06, .transpose_seconds = 4.252e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
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
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.171, 1.245, 1.193}, /* few_channels */ {1.043, 1.971, 0.9165}, /* grouped */ {1.655, 1.79, 1.972}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.025, 1.051, 0.9876}, /* implicit */ {1.124, 1.19, 1.342}, /* few_channels */ {1.575, 1.238, 2.245}, /* grouped */ {1.334, 1.518, 4.678}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.988, .lone_block = 1, .filter_cycles = {20, 80},
    .first_layer = 0.4634, .depthwise_dram_share = 0.9101, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.9827, .transpose_cycles = 0.4171, .padding_share = 0.8101, .padding_seconds = 1.058e-06, .transpose_seconds = 4.252e-06, .fixed_seconds = {1e-06, 3.494e-06, 4.418e-06},
    .engines = {{
      /* forward_256x64 */ {0.6846, 1.106, 40.12},
      /* forward_128x32 */ {0.4572, 1.266, 29.32},
      /* forward_32x32 */ {0.451, 1.553, 44.04},
      /* gradient_columns */ {0.5599, 1.784, 68.58},
      /* gradient_32x32 */ {0.3489, 1.06, 37.56},
      /* weight_direct */ {0.324, 3.129, 24.76},
      /* weight_planes */ {0.2, 1.255, 15.73},
      /* weight_indexed */ {0.5915, 1.885, 28.68},
      /* winograd_small */ {0.6274, 2.64, 30.5},
      /* winograd_large */ {0.7952, 1.178, 27.11},
      /* fourier */ {0.8035, 1.687, 25.24}}},
    .engine_dram_share = 0.3368, .engine_tiles_share = 0.9489, .engine_layout_share = 1, .engine_seconds = 1.315e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8444, 1.322}, {0.7789, 1.411}, {0.6815, 1.613}}},
      /* implicit */ {{{0.7739, 2.092}, {0.6821, 3.008}, {0.5968, 3.438}}},
      /* few_channels */ {{{0.645, 1.856}, {0.6835, 1.417}, {0.5981, 1.62}}},
      /* grouped */ {{{0.724, 1.885}, {0.8407, 1.432}, {0.7356, 1.636}}},
      /* depthwise */ {{{0.6708, 1.658}, {0.7128, 1.175}, {0.6237, 1.343}}},
      /* winograd */ {{{0.717, 1.775}, {0.6872, 2.428}, {0.6013, 2.775}}},
      /* winograd_large */ {{{0.717, 1.775}, {0.6872, 2.428}, {0.6013, 2.775}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
