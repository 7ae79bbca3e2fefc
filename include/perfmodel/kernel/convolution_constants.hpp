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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.221, 1.221, 1.221}, /* few_channels */ {1.188, 1.188, 1.188}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.387, 1.387, 1.387}, /* winograd_large */ {1.192, 1.192, 1.192}}},
      {{/* pointwise */ {1.12, 1.096, 1.118}, /* implicit */ {1.203, 1.305, 1.177}, /* few_channels */ {1.04, 2.103, 0.9257}, /* grouped */ {0.9543, 1.03, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.102, 1.242, 1.081}, /* implicit */ {1.1, 1.184, 1.336}, /* few_channels */ {1.739, 1.333, 2.268}, /* grouped */ {0.5931, 0.5964, 0.8656}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9839, .first_layer = 0.5191, .depthwise_dram_share = 0.9589, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.1494, 0.1655, 0.3441}, {0.06352, 0.09395, 0.153}}}, {{{0.1559, 0.1706, 0.3509}, {0.04545, 0.08342, 0.06384}}}, {{{0.04822, 0.03164, 0.1052}, {0.04236, 0.07797, 0.06459}}}}},
    .taps_beside = {{{6.436, 15.14, 1.536}, {0.4836, 0.4077, 0.4873}}}, .depthwise_seconds = 3.855e-06,
    .transpose_share = 1, .transpose_cycles = 0.4024, .transpose_seconds = 4.011e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.6816, 1.456}, {0.6491, 1.529}, {0.568, 1.747}}},
      /* implicit */ {{{0.6885, 1.456}, {0.6558, 1.529}, {0.5738, 1.747}}},
      /* few_channels */ {{{0.6752, 1.457}, {0.6431, 1.53}, {0.5627, 1.749}}},
      /* grouped */ {{{0.6816, 1.456}, {0.6491, 1.529}, {0.568, 1.747}}},
      /* depthwise */ {{{0.6816, 1.456}, {0.6491, 1.529}, {0.568, 1.747}}},
      /* winograd */ {{{0.6816, 1.456}, {0.6491, 1.529}, {0.568, 1.747}}},
      /* winograd_large */ {{{0.6816, 1.456}, {0.6491, 1.529}, {0.568, 1.747}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.12, 1.096, 1.118}, /* implicit */ {1.203, 1.305, 1.177}, /* few_channels */ {1.04, 2.103, 0.9257}, /* grouped */ {0.9543, 1.03, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.102, 1.242, 1.081}, /* implicit */ {1.1, 1.184, 1.336}, /* few_channels */ {1.739, 1.333, 2.268}, /* grouped */ {0.5931, 0.5964, 0.8656}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.5191, .depthwise_dram_share = 0.9589, .l2_factor = 0.4826,
    .tap_cycles = {{{{{0.1494, 0.1655, 0.3441}, {0.06352, 0.09395, 0.153}}}, {{{0.1559, 0.1706, 0.3509}, {0.04545, 0.08342, 0.06384}}}, {{{0.04822, 0.03164, 0.1052}, {0.04236, 0.07797, 0.06459}}}}},
    .taps_beside = {{{6.436, 15.14, 1.536}, {0.4836, 0.4077, 0.4873}}}, .depthwise_seconds = 3.855e-06,
    .transpose_share = 1, .transpose_cycles = 0.4024, .transpose_seconds = 4.011e-06, .fixed_seconds = {1e-06, 6e-06, 5.248e-06},
    .engines = {{
      /* forward_256x64 */ {0.6893, 1.323, 23.37},
      /* forward_128x32 */ {0.4978, 1.493, 28.82},
      /* forward_32x32 */ {0.4679, 1.897, 45.34},
      /* gradient_columns */ {0.5793, 1.99, 73.93},
      /* gradient_32x32 */ {0.3479, 1.037, 39.31},
      /* weight_direct */ {0.324, 3.189, 23.9},
      /* weight_planes */ {0.1975, 1.211, 14.05},
      /* weight_indexed */ {0.5943, 1.923, 29.39},
      /* winograd_small */ {0.6367, 2.777, 32.2},
      /* winograd_large */ {0.7801, 1.082, 26.88},
      /* fourier */ {0.8, 1.579, 26.41}}},
    .engine_dram_share = 0.3244, .engine_tiles_share = 0.9566, .engine_layout_share = 1, .engine_seconds = 1.226e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8194, 1.639}, {0.7225, 1.924}, {0.6322, 2.199}}},
      /* implicit */ {{{0.7485, 2.084}, {0.6459, 3.113}, {0.5652, 3.558}}},
      /* few_channels */ {{{0.6594, 1.807}, {0.6782, 1.394}, {0.5934, 1.593}}},
      /* grouped */ {{{0.4358, 1.665}, {0.8329, 1.458}, {0.7288, 1.666}}},
      /* depthwise */ {{{0.6152, 1.829}, {0.716, 1.653}, {0.6265, 1.889}}},
      /* winograd */ {{{0.6807, 1.828}, {0.6717, 2.56}, {0.5878, 2.925}}},
      /* winograd_large */ {{{0.6807, 1.828}, {0.6717, 2.56}, {0.5878, 2.925}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
