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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.19, 1.19, 1.19}, /* few_channels */ {1.2, 1.2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.044, 1.044, 1.044}, /* winograd_large */ {1.069, 1.069, 1.069}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.171, 1.249, 1.193}, /* few_channels */ {1.043, 1.976, 0.918}, /* grouped */ {1.655, 1.782, 1.972}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.014, 1.058, 0.9572}, /* implicit */ {1.124, 1.194, 1.349}, /* few_channels */ {1.57, 1.234, 2.245}, /* grouped */ {1.334, 1.52, 4.671}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .lone_block = 1.51, .filter_cycles = {26.58, 52.49},
    .first_layer = 0.461, .depthwise_dram_share = 0.9101, .l2_factor = 0.9941,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.9723, .transpose_cycles = 0.4163, .padding_share = 0.8203, .padding_seconds = 1.069e-06, .transpose_seconds = 4.261e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7293, 1.352}, {0.6946, 1.419}, {0.6077, 1.622}}},
      /* implicit */ {{{0.7284, 1.345}, {0.6937, 1.412}, {0.607, 1.614}}},
      /* few_channels */ {{{0.7294, 1.355}, {0.6947, 1.423}, {0.6079, 1.626}}},
      /* grouped */ {{{0.7293, 1.352}, {0.6946, 1.419}, {0.6077, 1.622}}},
      /* depthwise */ {{{0.7293, 1.352}, {0.6946, 1.419}, {0.6077, 1.622}}},
      /* winograd */ {{{0.7293, 1.352}, {0.6946, 1.419}, {0.6077, 1.622}}},
      /* winograd_large */ {{{0.7293, 1.352}, {0.6946, 1.419}, {0.6077, 1.622}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.171, 1.249, 1.193}, /* few_channels */ {1.043, 1.976, 0.918}, /* grouped */ {1.655, 1.782, 1.972}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.014, 1.058, 0.9572}, /* implicit */ {1.124, 1.194, 1.349}, /* few_channels */ {1.57, 1.234, 2.245}, /* grouped */ {1.334, 1.52, 4.671}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9926, .lone_block = 1, .filter_cycles = {20, 80},
    .first_layer = 0.461, .depthwise_dram_share = 0.9101, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.9723, .transpose_cycles = 0.4163, .padding_share = 0.8203, .padding_seconds = 1.069e-06, .transpose_seconds = 4.261e-06, .fixed_seconds = {1e-06, 3.508e-06, 4.396e-06},
    .engines = {{
      /* forward_256x64 */ {0.6846, 1.106, 40.12},
      /* forward_128x32 */ {0.4607, 1.229, 30.13},
      /* forward_32x32 */ {0.455, 1.58, 45.22},
      /* gradient_columns */ {0.576, 1.953, 71.88},
      /* gradient_32x32 */ {0.3454, 1.042, 36.57},
      /* weight_direct */ {0.324, 3.132, 24.86},
      /* weight_planes */ {0.2002, 1.262, 15.84},
      /* weight_indexed */ {0.5915, 1.873, 28.62},
      /* winograd_small */ {0.6003, 2.489, 30.81},
      /* winograd_large */ {0.7773, 1.135, 26.72},
      /* fourier */ {0.7803, 1.64, 24.75}}},
    .engine_load_bytes = 5.423, .engine_tiles_share = 1, .engine_layout_share = 1, .engine_seconds = 1.33e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8351, 1.322}, {0.7735, 1.408}, {0.6768, 1.609}}},
      /* implicit */ {{{0.7719, 2.09}, {0.6809, 3.018}, {0.5958, 3.45}}},
      /* few_channels */ {{{0.6448, 1.86}, {0.6849, 1.408}, {0.5993, 1.609}}},
      /* grouped */ {{{0.7247, 1.885}, {0.8382, 1.428}, {0.7334, 1.632}}},
      /* depthwise */ {{{0.6708, 1.658}, {0.7128, 1.175}, {0.6237, 1.343}}},
      /* winograd */ {{{0.7177, 1.78}, {0.6882, 2.421}, {0.6022, 2.767}}},
      /* winograd_large */ {{{0.7177, 1.78}, {0.6882, 2.421}, {0.6022, 2.767}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
