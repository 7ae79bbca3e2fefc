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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.305, 1.305, 1.305}, /* few_channels */ {1.295, 1.295, 1.295}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.391, 2.391, 2.391}, /* winograd_large */ {1.419, 1.419, 1.419}}},
      {{/* pointwise */ {1.118, 1.095, 1.145}, /* implicit */ {1.199, 1.296, 1.233}, /* few_channels */ {1.132, 2.18, 0.963}, /* grouped */ {0.9026, 0.9716, 1.068}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.209, 1.306, 1.474}, /* few_channels */ {1.442, 1.734, 2.134}, /* grouped */ {0.5675, 0.7126, 1.967}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.4226, .depthwise_dram_share = 0.8023, .l2_factor = 0.6493,
    .tap_cycles = {{{{{0.2715, 0.4733, 0.4174}, {0.049, 0.08605, 0.04754}}}, {{{0.2739, 0.4682, 0.4188}, {0.04376, 0.08535, 0.06444}}}, {{{0.07243, 0.07243, 0.1376}, {0.04196, 0.08385, 0.06359}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3846, .transpose_seconds = 4.054e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.5404, 1.999}, {0.5147, 2.099}, {0.4503, 2.399}}},
      /* implicit */ {{{0.5469, 2.001}, {0.5209, 2.101}, {0.4557, 2.402}}},
      /* few_channels */ {{{0.5309, 1.992}, {0.5056, 2.092}, {0.4424, 2.391}}},
      /* grouped */ {{{0.5404, 1.999}, {0.5147, 2.099}, {0.4503, 2.399}}},
      /* depthwise */ {{{0.5404, 1.999}, {0.5147, 2.099}, {0.4503, 2.399}}},
      /* winograd */ {{{0.5404, 1.999}, {0.5147, 2.099}, {0.4503, 2.399}}},
      /* winograd_large */ {{{0.5404, 1.999}, {0.5147, 2.099}, {0.4503, 2.399}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.118, 1.095, 1.145}, /* implicit */ {1.199, 1.296, 1.233}, /* few_channels */ {1.132, 2.18, 0.963}, /* grouped */ {0.9026, 0.9716, 1.068}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.24, 1.233}, /* implicit */ {1.209, 1.306, 1.474}, /* few_channels */ {1.442, 1.734, 2.134}, /* grouped */ {0.5675, 0.7126, 1.967}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .first_layer = 0.4226, .depthwise_dram_share = 0.8023, .l2_factor = 0.9037,
    .tap_cycles = {{{{{0.2715, 0.4733, 0.4174}, {0.049, 0.08605, 0.04754}}}, {{{0.2739, 0.4682, 0.4188}, {0.04376, 0.08535, 0.06444}}}, {{{0.07243, 0.07243, 0.1376}, {0.04196, 0.08385, 0.06359}}}}},
    .transpose_share = 1, .transpose_cycles = 0.3846, .transpose_seconds = 4.054e-06, .fixed_seconds = {2.232e-06, 5.935e-06, 6e-06},
    .engines = {{
      /* forward_256x64 */ {0.6879, 1.267, 41.09},
      /* forward_128x32 */ {0.5517, 1.392, 50.39},
      /* forward_32x32 */ {0.377, 0.8443, 31.12},
      /* gradient_columns */ {0.5371, 1.631, 70.94},
      /* gradient_32x32 */ {0.1993, 1.32, 33.9},
      /* weight_direct */ {0.336, 4.581, 28.66},
      /* weight_planes */ {0.1752, 2.137, 30.38},
      /* weight_indexed */ {0.6189, 2.571, 22.74},
      /* winograd_small */ {0.6332, 2.629, 25.06},
      /* winograd_large */ {0.8405, 1.2, 30.04},
      /* fourier */ {0.8861, 1.191, 19.69}}},
    .engine_dram_share = 0.3756, .engine_tiles_share = 0.8778, .engine_layout_share = 1, .engine_seconds = 1.874e-06,
    .error_bars = {{
      /* pointwise */ {{{0.7977, 1.633}, {0.7056, 1.756}, {0.6174, 2.007}}},
      /* implicit */ {{{0.7958, 1.548}, {0.7551, 1.475}, {0.6608, 1.686}}},
      /* few_channels */ {{{0.2055, 2.12}, {0.6523, 1.275}, {0.5707, 1.457}}},
      /* grouped */ {{{0.6434, 1.755}, {0.8395, 1.184}, {0.7345, 1.353}}},
      /* depthwise */ {{{0.4601, 1.718}, {0.6277, 1.533}, {0.5493, 1.752}}},
      /* winograd */ {{{0.7006, 1.684}, {0.7152, 1.568}, {0.6258, 1.792}}},
      /* winograd_large */ {{{0.7006, 1.684}, {0.7152, 1.568}, {0.6258, 1.792}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
