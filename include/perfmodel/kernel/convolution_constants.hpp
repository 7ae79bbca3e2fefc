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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.313, 1.313, 1.313}, /* few_channels */ {1.299, 1.299, 1.299}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.396, 2.396, 2.396}, /* winograd_large */ {1.425, 1.425, 1.425}}},
      {{/* pointwise */ {1.118, 1.095, 1.145}, /* implicit */ {1.199, 1.296, 1.235}, /* few_channels */ {1.067, 2.099, 0.8904}, /* grouped */ {0.9026, 0.9716, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.209, 1.315, 1.474}, /* few_channels */ {1.419, 1.729, 2.101}, /* grouped */ {0.6721, 0.7716, 0.8175}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.3739, .depthwise_dram_share = 0.8065, .l2_factor = 0.6528,
    .tap_cycles = {{{{{0.2715, 0.4733, 0.4174}, {0.04937, 0.08632, 0.0477}}}, {{{0.2739, 0.4682, 0.4188}, {0.04367, 0.08535, 0.06444}}}, {{{0.07243, 0.07243, 0.1376}, {0.04194, 0.08385, 0.06357}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3874, .transpose_seconds = 4.003e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.5413, 1.99}, {0.5155, 2.089}, {0.451, 2.388}}},
      /* implicit */ {{{0.5475, 1.994}, {0.5214, 2.094}, {0.4562, 2.393}}},
      /* few_channels */ {{{0.53, 1.988}, {0.5048, 2.088}, {0.4417, 2.386}}},
      /* grouped */ {{{0.5413, 1.99}, {0.5155, 2.089}, {0.451, 2.388}}},
      /* depthwise */ {{{0.5413, 1.99}, {0.5155, 2.089}, {0.451, 2.388}}},
      /* winograd */ {{{0.5413, 1.99}, {0.5155, 2.089}, {0.451, 2.388}}},
      /* winograd_large */ {{{0.5413, 1.99}, {0.5155, 2.089}, {0.451, 2.388}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.118, 1.095, 1.145}, /* implicit */ {1.199, 1.296, 1.235}, /* few_channels */ {1.067, 2.099, 0.8904}, /* grouped */ {0.9026, 0.9716, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.209, 1.315, 1.474}, /* few_channels */ {1.419, 1.729, 2.101}, /* grouped */ {0.6721, 0.7716, 0.8175}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.3739, .depthwise_dram_share = 0.8065, .l2_factor = 0.8628,
    .tap_cycles = {{{{{0.2715, 0.4733, 0.4174}, {0.04937, 0.08632, 0.0477}}}, {{{0.2739, 0.4682, 0.4188}, {0.04367, 0.08535, 0.06444}}}, {{{0.07243, 0.07243, 0.1376}, {0.04194, 0.08385, 0.06357}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3874, .transpose_seconds = 4.003e-06, .fixed_seconds = {2.231e-06, 5.894e-06, 6e-06},
    .engines = {{
      /* forward_256x64 */ {0.7216, 1.458, 45.69},
      /* forward_128x32 */ {0.5443, 1.298, 50.44},
      /* forward_32x32 */ {0.3925, 1.116, 34.23},
      /* gradient_columns */ {0.5557, 1.785, 83.45},
      /* gradient_32x32 */ {0.2094, 1.361, 38.56},
      /* weight_direct */ {0.3413, 6.301, 27.55},
      /* weight_planes */ {0.1752, 2.13, 28.41},
      /* weight_indexed */ {0.6107, 2.496, 22.13},
      /* winograd_small */ {0.5801, 2.201, 28.72},
      /* winograd_large */ {0.8463, 1.154, 29.8},
      /* fourier */ {0.8419, 1.085, 12.39}}},
    .engine_dram_share = 0.3934, .engine_tiles_share = 0.8319, .engine_layout_share = 1, .engine_seconds = 1.709e-06,
    .error_bars = {{
      /* pointwise */ {{{0.7967, 1.633}, {0.7056, 1.756}, {0.6174, 2.007}}},
      /* implicit */ {{{0.794, 1.533}, {0.7569, 1.448}, {0.6623, 1.655}}},
      /* few_channels */ {{{0.2033, 2.085}, {0.6584, 1.261}, {0.5761, 1.441}}},
      /* grouped */ {{{0.3711, 1.513}, {0.785, 1.192}, {0.6869, 1.362}}},
      /* depthwise */ {{{0.4593, 1.722}, {0.6273, 1.533}, {0.5489, 1.752}}},
      /* winograd */ {{{0.6713, 1.686}, {0.7113, 1.596}, {0.6224, 1.824}}},
      /* winograd_large */ {{{0.6713, 1.686}, {0.7113, 1.596}, {0.6224, 1.824}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
