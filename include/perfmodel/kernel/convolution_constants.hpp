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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.213, 1.213, 1.213}, /* few_channels */ {1.187, 1.187, 1.187}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {3.337, 3.337, 3.337}, /* winograd_large */ {1.396, 1.396, 1.396}}},
      {{/* pointwise */ {1.125, 1.14, 1.161}, /* implicit */ {1.1, 1.142, 1.227}, /* few_channels */ {3.84, 1.476, 3.296}, /* grouped */ {0.8381, 0.8948, 1.215}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.2734, 0.4733, 0.4618}, {0.06141, 0.08748, 0.06132}}}, {{{0.2692, 0.4676, 0.4569}, {0.04427, 0.08462, 0.0651}}}, {{{0.07355, 0.07935, 0.1885}, {0.04237, 0.08328, 0.06273}}}}},
    .transpose_share = 0.7174, .transpose_seconds = 4.023e-06, .fixed_seconds = {6e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* implicit */ {{{0.5266, 1.988}, {0.5015, 2.088}, {0.4388, 2.386}}},
      /* few_channels */ {{{0.4843, 2.009}, {0.4612, 2.109}, {0.4036, 2.41}}},
      /* grouped */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* depthwise */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* winograd */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}},
      /* winograd_large */ {{{0.4971, 1.995}, {0.4735, 2.094}, {0.4143, 2.394}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {2, 2, 2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1.125, 1.14, 1.161}, /* implicit */ {1.1, 1.142, 1.227}, /* few_channels */ {3.84, 1.476, 3.296}, /* grouped */ {0.8381, 0.8948, 1.215}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.938, .l2_factor = 0.4317,
    .tap_cycles = {{{{{0.2734, 0.4733, 0.4618}, {0.06141, 0.08748, 0.06132}}}, {{{0.2692, 0.4676, 0.4569}, {0.04427, 0.08462, 0.0651}}}, {{{0.07355, 0.07935, 0.1885}, {0.04237, 0.08328, 0.06273}}}}},
    .transpose_share = 0.7174, .transpose_seconds = 4.023e-06, .fixed_seconds = {2.333e-06, 6e-06},
    .engines = {{
      /* forward_256x64 */ {0.694, 1.246, 43.96},
      /* forward_128x32 */ {0.543, 1.186, 48.43},
      /* forward_32x32 */ {0.3577, 0.6793, 27.31},
      /* gradient_columns */ {0.5616, 1.77, 88.65},
      /* gradient_32x32 */ {0.1951, 1.387, 32.17},
      /* weight_direct */ {0.337, 4.132, 31.46},
      /* weight_planes */ {0.1752, 2.177, 30.35},
      /* weight_indexed */ {0.625, 2.641, 23.1},
      /* winograd_small */ {0.6326, 2.729, 26.23},
      /* winograd_large */ {0.8047, 1.075, 30.53},
      /* fourier */ {0.8597, 1.105, 20.52}}},
    .engine_dram_share = 0.4123, .engine_tiles_share = 0.9273, .engine_layout_share = 1, .engine_seconds = 1.724e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8215, 1.599}, {0.7148, 1.726}, {0.6255, 1.972}}},
      /* implicit */ {{{0.7484, 1.941}, {0.6823, 1.525}, {0.597, 1.743}}},
      /* few_channels */ {{{0.3648, 2.053}, {0.6664, 1.447}, {0.5831, 1.654}}},
      /* grouped */ {{{0.4928, 1.687}, {0.681, 1.228}, {0.5959, 1.403}}},
      /* depthwise */ {{{0.3571, 1.812}, {0.6562, 1.825}, {0.5742, 2.086}}},
      /* winograd */ {{{0.6116, 1.753}, {0.679, 1.697}, {0.5942, 1.94}}},
      /* winograd_large */ {{{0.6116, 1.753}, {0.679, 1.697}, {0.5942, 1.94}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
