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
      {{/* pointwise */ {0.9938, 0.9861, 1}, /* implicit */ {1.223, 1.296, 1.208}, /* few_channels */ {1.03, 2.034, 0.9047}, /* grouped */ {0.9407, 0.9953, 0.405}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.01, 1.113, 0.9724}, /* implicit */ {1.161, 1.244, 1.38}, /* few_channels */ {1.709, 1.532, 2.231}, /* grouped */ {0.5619, 0.558, 0.7144}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9716, .first_layer = 0.5115, .depthwise_dram_share = 0.9557, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.1489, 0.1643, 0.3419}, {0.06358, 0.09364, 0.155}}}, {{{0.1553, 0.1703, 0.3458}, {0.04573, 0.08288, 0.06428}}}, {{{0.04787, 0.0314, 0.1039}, {0.04275, 0.0781, 0.06492}}}}},
    .taps_beside = {{{6.553, 15.29, 1.675}, {0.4985, 0.4484, 0.4897}}}, .depthwise_seconds = 3.324e-06,
    .transpose_share = 1, .transpose_cycles = 0.4118, .transpose_seconds = 3.936e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
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
      {{/* pointwise */ {0.9938, 0.9861, 1}, /* implicit */ {1.223, 1.296, 1.208}, /* few_channels */ {1.03, 2.034, 0.9047}, /* grouped */ {0.9407, 0.9953, 0.405}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.01, 1.113, 0.9724}, /* implicit */ {1.161, 1.244, 1.38}, /* few_channels */ {1.709, 1.532, 2.231}, /* grouped */ {0.5619, 0.558, 0.7144}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.5115, .depthwise_dram_share = 0.9557, .l2_factor = 0.4877,
    .tap_cycles = {{{{{0.1489, 0.1643, 0.3419}, {0.06358, 0.09364, 0.155}}}, {{{0.1553, 0.1703, 0.3458}, {0.04573, 0.08288, 0.06428}}}, {{{0.04787, 0.0314, 0.1039}, {0.04275, 0.0781, 0.06492}}}}},
    .taps_beside = {{{6.553, 15.29, 1.675}, {0.4985, 0.4484, 0.4897}}}, .depthwise_seconds = 3.324e-06,
    .transpose_share = 1, .transpose_cycles = 0.4118, .transpose_seconds = 3.936e-06, .fixed_seconds = {1e-06, 5.104e-06, 3.44e-06},
    .engines = {{
      /* forward_256x64 */ {0.6966, 1.366, 23.04},
      /* forward_128x32 */ {0.4756, 1.549, 24.34},
      /* forward_32x32 */ {0.46, 1.779, 34.55},
      /* gradient_columns */ {0.5525, 1.539, 66.09},
      /* gradient_32x32 */ {0.3352, 0.9138, 28.23},
      /* weight_direct */ {0.3233, 3.066, 23.45},
      /* weight_planes */ {0.1988, 1.176, 13.96},
      /* weight_indexed */ {0.5915, 1.873, 27.81},
      /* winograd_small */ {0.6136, 2.528, 30.91},
      /* winograd_large */ {0.7892, 1.115, 26.84},
      /* fourier */ {0.8198, 1.612, 28.23}}},
    .engine_dram_share = 0.3232, .engine_tiles_share = 0.9446, .engine_layout_share = 1, .engine_seconds = 1.08e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8299, 1.318}, {0.7561, 1.407}, {0.6616, 1.608}}},
      /* implicit */ {{{0.725, 2.019}, {0.6281, 3.097}, {0.5496, 3.54}}},
      /* few_channels */ {{{0.6511, 1.828}, {0.6847, 1.442}, {0.5991, 1.649}}},
      /* grouped */ {{{0.3858, 1.728}, {0.7774, 1.54}, {0.6802, 1.76}}},
      /* depthwise */ {{{0.6124, 1.841}, {0.739, 1.652}, {0.6466, 1.888}}},
      /* winograd */ {{{0.6734, 1.803}, {0.6652, 2.341}, {0.5821, 2.675}}},
      /* winograd_large */ {{{0.6734, 1.803}, {0.6652, 2.341}, {0.5821, 2.675}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
