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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.184, 1.184, 1.184}, /* few_channels */ {1.2, 1.2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.039, 1.039, 1.039}, /* winograd_large */ {1.03, 1.03, 1.03}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.177, 1.255, 1.193}, /* few_channels */ {1.043, 1.971, 0.9234}, /* grouped */ {1.659, 1.79, 1.972}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.014, 1.057, 0.9572}, /* implicit */ {1.124, 1.194, 1.349}, /* few_channels */ {1.568, 1.234, 2.245}, /* grouped */ {1.334, 1.52, 4.678}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .lone_block = 1.481, .filter_cycles = {26.61, 53.35},
    .first_layer = 0.4639, .depthwise_dram_share = 0.9101, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.9759, .transpose_cycles = 0.4163, .padding_share = 0.8203, .padding_seconds = 1.069e-06, .transpose_seconds = 4.272e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7315, 1.344}, {0.6967, 1.411}, {0.6096, 1.613}}},
      /* implicit */ {{{0.7311, 1.337}, {0.6963, 1.403}, {0.6093, 1.604}}},
      /* few_channels */ {{{0.7318, 1.349}, {0.6969, 1.416}, {0.6098, 1.618}}},
      /* grouped */ {{{0.7315, 1.344}, {0.6967, 1.411}, {0.6096, 1.613}}},
      /* depthwise */ {{{0.7315, 1.344}, {0.6967, 1.411}, {0.6096, 1.613}}},
      /* winograd */ {{{0.7315, 1.344}, {0.6967, 1.411}, {0.6096, 1.613}}},
      /* winograd_large */ {{{0.7315, 1.344}, {0.6967, 1.411}, {0.6096, 1.613}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {0.9938, 0.9771, 0.9938}, /* implicit */ {1.177, 1.255, 1.193}, /* few_channels */ {1.043, 1.971, 0.9234}, /* grouped */ {1.659, 1.79, 1.972}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.014, 1.057, 0.9572}, /* implicit */ {1.124, 1.194, 1.349}, /* few_channels */ {1.568, 1.234, 2.245}, /* grouped */ {1.334, 1.52, 4.678}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9879, .lone_block = 1, .filter_cycles = {20, 80},
    .first_layer = 0.4639, .depthwise_dram_share = 0.9101, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1495, 0.1645, 0.3419}, {0.06395, 0.09521, 0.02744}}}, {{{0.1563, 0.1702, 0.3458}, {0.04618, 0.08344, 0.06043}}}, {{{0.04902, 0.03139, 0.1041}, {0.04331, 0.07836, 0.03591}}}}},
    .taps_beside = {{{6.448, 15.33, 1.681}, {0.4551, 0.4259, 1.293}}}, .depthwise_seconds = 3.588e-06,
    .transpose_share = 0.9759, .transpose_cycles = 0.4163, .padding_share = 0.8203, .padding_seconds = 1.069e-06, .transpose_seconds = 4.272e-06, .fixed_seconds = {1e-06, 3.483e-06, 4.387e-06},
    .engines = {{
      /* forward_256x64 */ {0.6846, 1.106, 40.12},
      /* forward_128x32 */ {0.4607, 1.235, 30.13},
      /* forward_32x32 */ {0.455, 1.58, 45.47},
      /* gradient_columns */ {0.576, 1.953, 71.88},
      /* gradient_32x32 */ {0.3454, 1.042, 36.57},
      /* weight_direct */ {0.324, 3.132, 24.86},
      /* weight_planes */ {0.2002, 1.262, 15.84},
      /* weight_indexed */ {0.5915, 1.873, 28.89},
      /* winograd_small */ {0.6003, 2.489, 30.81},
      /* winograd_large */ {0.7773, 1.135, 26.72},
      /* fourier */ {0.7803, 1.64, 24.75}}},
    .engine_load_bytes = 5.423, .engine_tiles_share = 1, .engine_layout_share = 1, .engine_seconds = 1.326e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8352, 1.322}, {0.7735, 1.409}, {0.6768, 1.61}}},
      /* implicit */ {{{0.771, 2.085}, {0.674, 2.981}, {0.5897, 3.407}}},
      /* few_channels */ {{{0.6451, 1.861}, {0.6849, 1.409}, {0.5993, 1.61}}},
      /* grouped */ {{{0.722, 1.887}, {0.8386, 1.427}, {0.7338, 1.631}}},
      /* depthwise */ {{{0.6708, 1.658}, {0.7128, 1.175}, {0.6237, 1.343}}},
      /* winograd */ {{{0.7163, 1.776}, {0.6868, 2.379}, {0.6009, 2.718}}},
      /* winograd_large */ {{{0.7163, 1.776}, {0.6868, 2.379}, {0.6009, 2.718}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
