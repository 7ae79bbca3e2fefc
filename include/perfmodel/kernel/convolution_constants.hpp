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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.305, 1.305, 1.305}, /* few_channels */ {1.299, 1.299, 1.299}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.391, 2.391, 2.391}, /* winograd_large */ {1.421, 1.421, 1.421}}},
      {{/* pointwise */ {1.118, 1.098, 1.145}, /* implicit */ {1.199, 1.295, 1.234}, /* few_channels */ {1.132, 2.182, 0.9633}, /* grouped */ {0.9026, 0.9728, 1.068}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.205, 1.304, 1.469}, /* few_channels */ {1.442, 1.734, 2.12}, /* grouped */ {0.5658, 0.7072, 1.967}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.4231, .depthwise_dram_share = 0.8154, .l2_factor = 0.6493,
    .tap_cycles = {{{{{0.272, 0.4733, 0.4174}, {0.04869, 0.08596, 0.04727}}}, {{{0.2739, 0.4682, 0.4188}, {0.04361, 0.08535, 0.06442}}}, {{{0.07243, 0.07243, 0.1376}, {0.04201, 0.08385, 0.06357}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3841, .transpose_seconds = 4.035e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.5399, 1.992}, {0.5142, 2.091}, {0.4499, 2.39}}},
      /* implicit */ {{{0.5475, 1.996}, {0.5215, 2.095}, {0.4563, 2.395}}},
      /* few_channels */ {{{0.5302, 1.988}, {0.505, 2.087}, {0.4419, 2.385}}},
      /* grouped */ {{{0.5399, 1.992}, {0.5142, 2.091}, {0.4499, 2.39}}},
      /* depthwise */ {{{0.5399, 1.992}, {0.5142, 2.091}, {0.4499, 2.39}}},
      /* winograd */ {{{0.5399, 1.992}, {0.5142, 2.091}, {0.4499, 2.39}}},
      /* winograd_large */ {{{0.5399, 1.992}, {0.5142, 2.091}, {0.4499, 2.39}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.118, 1.098, 1.145}, /* implicit */ {1.199, 1.295, 1.234}, /* few_channels */ {1.132, 2.182, 0.9633}, /* grouped */ {0.9026, 0.9728, 1.068}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.205, 1.304, 1.469}, /* few_channels */ {1.442, 1.734, 2.12}, /* grouped */ {0.5658, 0.7072, 1.967}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.4231, .depthwise_dram_share = 0.8154, .l2_factor = 0.9041,
    .tap_cycles = {{{{{0.272, 0.4733, 0.4174}, {0.04869, 0.08596, 0.04727}}}, {{{0.2739, 0.4682, 0.4188}, {0.04361, 0.08535, 0.06442}}}, {{{0.07243, 0.07243, 0.1376}, {0.04201, 0.08385, 0.06357}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3841, .transpose_seconds = 4.035e-06, .fixed_seconds = {2.233e-06, 5.903e-06, 6e-06},
    .engines = {{
      /* forward_256x64 */ {0.6832, 1.227, 40.52},
      /* forward_128x32 */ {0.5517, 1.412, 49.52},
      /* forward_32x32 */ {0.3783, 0.9452, 31.06},
      /* gradient_columns */ {0.5342, 1.616, 70.31},
      /* gradient_32x32 */ {0.1964, 1.338, 32.55},
      /* weight_direct */ {0.336, 4.581, 28.91},
      /* weight_planes */ {0.1752, 2.137, 30.56},
      /* weight_indexed */ {0.6189, 2.571, 22.74},
      /* winograd_small */ {0.6379, 2.704, 25.42},
      /* winograd_large */ {0.8381, 1.213, 30.58},
      /* fourier */ {0.8494, 1.133, 17.14}}},
    .engine_dram_share = 0.3861, .engine_tiles_share = 0.9076, .engine_layout_share = 1, .engine_seconds = 1.834e-06,
    .error_bars = {{
      /* pointwise */ {{{0.7978, 1.633}, {0.7056, 1.752}, {0.6174, 2.003}}},
      /* implicit */ {{{0.794, 1.546}, {0.7572, 1.473}, {0.6625, 1.683}}},
      /* few_channels */ {{{0.2056, 2.12}, {0.6549, 1.274}, {0.5731, 1.456}}},
      /* grouped */ {{{0.6423, 1.754}, {0.8376, 1.18}, {0.7329, 1.348}}},
      /* depthwise */ {{{0.46, 1.725}, {0.6277, 1.532}, {0.5492, 1.751}}},
      /* winograd */ {{{0.7006, 1.683}, {0.7143, 1.563}, {0.625, 1.787}}},
      /* winograd_large */ {{{0.7006, 1.683}, {0.7143, 1.563}, {0.625, 1.787}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
