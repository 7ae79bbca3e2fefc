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
      {{/* pointwise */ {1.106, 1.086, 1.107}, /* implicit */ {1.23, 1.295, 1.214}, /* few_channels */ {1.042, 2.058, 0.9205}, /* grouped */ {0.9419, 1.001, 0.4082}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.104, 1.233, 1.025}, /* implicit */ {1.171, 1.249, 1.391}, /* few_channels */ {1.718, 1.545, 2.245}, /* grouped */ {0.5626, 0.5575, 0.7169}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9716, .first_layer = 0.5106, .depthwise_dram_share = 0.9589, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.1494, 0.1655, 0.3441}, {0.06352, 0.09395, 0.153}}}, {{{0.1559, 0.1706, 0.3509}, {0.04545, 0.08342, 0.06384}}}, {{{0.04822, 0.03164, 0.1052}, {0.04236, 0.07797, 0.06459}}}}},
    .taps_beside = {{{6.436, 15.14, 1.536}, {0.4836, 0.4077, 0.4873}}}, .depthwise_seconds = 3.855e-06,
    .transpose_share = 1, .transpose_cycles = 0.4058, .transpose_seconds = 4.024e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
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
      {{/* pointwise */ {1.106, 1.086, 1.107}, /* implicit */ {1.23, 1.295, 1.214}, /* few_channels */ {1.042, 2.058, 0.9205}, /* grouped */ {0.9419, 1.001, 0.4082}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.104, 1.233, 1.025}, /* implicit */ {1.171, 1.249, 1.391}, /* few_channels */ {1.718, 1.545, 2.245}, /* grouped */ {0.5626, 0.5575, 0.7169}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.5106, .depthwise_dram_share = 0.9589, .l2_factor = 0.4819,
    .tap_cycles = {{{{{0.1494, 0.1655, 0.3441}, {0.06352, 0.09395, 0.153}}}, {{{0.1559, 0.1706, 0.3509}, {0.04545, 0.08342, 0.06384}}}, {{{0.04822, 0.03164, 0.1052}, {0.04236, 0.07797, 0.06459}}}}},
    .taps_beside = {{{6.436, 15.14, 1.536}, {0.4836, 0.4077, 0.4873}}}, .depthwise_seconds = 3.855e-06,
    .transpose_share = 1, .transpose_cycles = 0.4058, .transpose_seconds = 4.024e-06, .fixed_seconds = {1e-06, 6e-06, 5.903e-06},
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
      /* pointwise */ {{{0.815, 1.693}, {0.7281, 1.862}, {0.6371, 2.128}}},
      /* implicit */ {{{0.7461, 1.987}, {0.6505, 3.113}, {0.5692, 3.558}}},
      /* few_channels */ {{{0.6572, 1.824}, {0.6782, 1.389}, {0.5934, 1.587}}},
      /* grouped */ {{{0.3899, 1.665}, {0.7806, 1.445}, {0.683, 1.651}}},
      /* depthwise */ {{{0.6152, 1.829}, {0.716, 1.653}, {0.6265, 1.889}}},
      /* winograd */ {{{0.6755, 1.828}, {0.6714, 2.428}, {0.5874, 2.775}}},
      /* winograd_large */ {{{0.6755, 1.828}, {0.6714, 2.428}, {0.5874, 2.775}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
