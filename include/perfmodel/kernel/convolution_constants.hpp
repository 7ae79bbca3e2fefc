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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.316, 1.316, 1.316}, /* few_channels */ {1.336, 1.336, 1.336}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {3.613, 3.613, 3.613}, /* winograd_large */ {1.412, 1.412, 1.412}}},
      {{/* pointwise */ {1.12, 1.096, 1.118}, /* implicit */ {1.2, 1.314, 1.184}, /* few_channels */ {1.071, 2.183, 0.8921}, /* grouped */ {0.96, 1.037, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.102, 1.242, 1.081}, /* implicit */ {1.076, 1.148, 1.311}, /* few_channels */ {1.429, 1.382, 2.098}, /* grouped */ {0.5894, 0.5927, 0.8664}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.3831, .depthwise_dram_share = 0.8131, .l2_factor = 0.7309,
    .tap_cycles = {{{{{0.2727, 0.4754, 0.4186}, {0.05045, 0.08646, 0.05115}}}, {{{0.2739, 0.4682, 0.4188}, {0.04357, 0.08535, 0.06444}}}, {{{0.07214, 0.07214, 0.1381}, {0.04189, 0.08383, 0.06359}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3869, .transpose_seconds = 3.893e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.5242, 2.058}, {0.4992, 2.161}, {0.4368, 2.47}}},
      /* implicit */ {{{0.5339, 2.061}, {0.5085, 2.164}, {0.4449, 2.473}}},
      /* few_channels */ {{{0.5138, 2.054}, {0.4893, 2.156}, {0.4282, 2.464}}},
      /* grouped */ {{{0.5242, 2.058}, {0.4992, 2.161}, {0.4368, 2.47}}},
      /* depthwise */ {{{0.5242, 2.058}, {0.4992, 2.161}, {0.4368, 2.47}}},
      /* winograd */ {{{0.5242, 2.058}, {0.4992, 2.161}, {0.4368, 2.47}}},
      /* winograd_large */ {{{0.5242, 2.058}, {0.4992, 2.161}, {0.4368, 2.47}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.12, 1.096, 1.118}, /* implicit */ {1.2, 1.314, 1.184}, /* few_channels */ {1.071, 2.183, 0.8921}, /* grouped */ {0.96, 1.037, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.102, 1.242, 1.081}, /* implicit */ {1.076, 1.148, 1.311}, /* few_channels */ {1.429, 1.382, 2.098}, /* grouped */ {0.5894, 0.5927, 0.8664}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.3831, .depthwise_dram_share = 0.8131, .l2_factor = 0.4804,
    .tap_cycles = {{{{{0.2727, 0.4754, 0.4186}, {0.05045, 0.08646, 0.05115}}}, {{{0.2739, 0.4682, 0.4188}, {0.04357, 0.08535, 0.06444}}}, {{{0.07214, 0.07214, 0.1381}, {0.04189, 0.08383, 0.06359}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3869, .transpose_seconds = 3.893e-06, .fixed_seconds = {2.212e-06, 6e-06, 6e-06},
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
      /* pointwise */ {{{0.7653, 1.689}, {0.6015, 1.978}, {0.5264, 2.261}}},
      /* implicit */ {{{0.7402, 2.068}, {0.6401, 2.809}, {0.5601, 3.21}}},
      /* few_channels */ {{{0.2871, 1.974}, {0.6112, 1.409}, {0.5348, 1.61}}},
      /* grouped */ {{{0.3672, 1.513}, {0.8344, 1.209}, {0.7301, 1.381}}},
      /* depthwise */ {{{0.4614, 1.699}, {0.6291, 1.542}, {0.5504, 1.763}}},
      /* winograd */ {{{0.6406, 1.841}, {0.6127, 2.437}, {0.5361, 2.785}}},
      /* winograd_large */ {{{0.6406, 1.841}, {0.6127, 2.437}, {0.5361, 2.785}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
