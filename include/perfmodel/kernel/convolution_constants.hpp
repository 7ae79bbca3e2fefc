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
      {{/* pointwise */ {1.118, 1.095, 1.145}, /* implicit */ {1.199, 1.296, 1.237}, /* few_channels */ {1.127, 2.182, 0.9582}, /* grouped */ {0.9026, 0.9716, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.209, 1.315, 1.474}, /* few_channels */ {1.447, 1.74, 2.134}, /* grouped */ {0.6662, 0.7694, 0.8175}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.4233, .depthwise_dram_share = 0.8075, .l2_factor = 0.6528,
    .tap_cycles = {{{{{0.2715, 0.4733, 0.4174}, {0.04897, 0.08605, 0.04735}}}, {{{0.2739, 0.4682, 0.4188}, {0.04376, 0.08535, 0.06444}}}, {{{0.07243, 0.07243, 0.1376}, {0.04194, 0.08385, 0.06357}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3848, .transpose_seconds = 4.058e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
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
      {{/* pointwise */ {1.118, 1.095, 1.145}, /* implicit */ {1.199, 1.296, 1.237}, /* few_channels */ {1.127, 2.182, 0.9582}, /* grouped */ {0.9026, 0.9716, 0.4}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.209, 1.315, 1.474}, /* few_channels */ {1.447, 1.74, 2.134}, /* grouped */ {0.6662, 0.7694, 0.8175}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.4233, .depthwise_dram_share = 0.8075, .l2_factor = 0.8648,
    .tap_cycles = {{{{{0.2715, 0.4733, 0.4174}, {0.04897, 0.08605, 0.04735}}}, {{{0.2739, 0.4682, 0.4188}, {0.04376, 0.08535, 0.06444}}}, {{{0.07243, 0.07243, 0.1376}, {0.04194, 0.08385, 0.06357}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3848, .transpose_seconds = 4.058e-06, .fixed_seconds = {2.244e-06, 5.935e-06, 6e-06},
    .engines = {{
      /* forward_256x64 */ {0.6879, 1.299, 41.31},
      /* forward_128x32 */ {0.5328, 1.108, 50.21},
      /* forward_32x32 */ {0.3814, 0.9957, 32.37},
      /* gradient_columns */ {0.5557, 1.788, 83.05},
      /* gradient_32x32 */ {0.2049, 1.339, 36.8},
      /* weight_direct */ {0.3413, 6.301, 27.48},
      /* weight_planes */ {0.1752, 2.118, 28.41},
      /* weight_indexed */ {0.6107, 2.496, 22.13},
      /* winograd_small */ {0.5546, 2.015, 28.76},
      /* winograd_large */ {0.8539, 1.209, 30.5},
      /* fourier */ {0.8419, 1.098, 12.52}}},
    .engine_dram_share = 0.3899, .engine_tiles_share = 0.8377, .engine_layout_share = 1, .engine_seconds = 1.715e-06,
    .error_bars = {{
      /* pointwise */ {{{0.7967, 1.633}, {0.7056, 1.756}, {0.6174, 2.007}}},
      /* implicit */ {{{0.7939, 1.57}, {0.7557, 1.499}, {0.6613, 1.713}}},
      /* few_channels */ {{{0.2056, 2.114}, {0.6533, 1.273}, {0.5717, 1.454}}},
      /* grouped */ {{{0.3711, 1.513}, {0.7845, 1.193}, {0.6864, 1.364}}},
      /* depthwise */ {{{0.4593, 1.715}, {0.6281, 1.535}, {0.5496, 1.754}}},
      /* winograd */ {{{0.6711, 1.699}, {0.7112, 1.618}, {0.6223, 1.849}}},
      /* winograd_large */ {{{0.6711, 1.699}, {0.7112, 1.618}, {0.6223, 1.849}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
