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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.19, 1.19, 1.19}, /* few_channels */ {1.2, 1.2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.043, 1.043, 1.043}, /* winograd_large */ {1.05, 1.05, 1.05}}},
      {{/* pointwise */ {0.9938, 0.9753, 0.9938}, /* implicit */ {1.171, 1.247, 1.191}, /* few_channels */ {1.043, 1.963, 0.9204}, /* grouped */ {1.655, 1.782, 1.976}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1, 1.038, 0.9512}, /* implicit */ {1.11, 1.174, 1.349}, /* few_channels */ {1.561, 1.374, 2.236}, /* grouped */ {1.386, 1.584, 4.649}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .lone_block = 1.452, .filter_cycles = {26.83, 52.86},
    .first_layer = 0.4629, .depthwise_dram_share = 0.9167, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1486, 0.1645, 0.3419}, {0.06343, 0.09522, 0.02755}}}, {{{0.1553, 0.1702, 0.3458}, {0.04614, 0.08344, 0.06131}}}, {{{0.04841, 0.03161, 0.1041}, {0.04312, 0.07836, 0.03615}}}}},
    .taps_beside = {{{6.594, 15.33, 1.673}, {0.465, 0.4246, 1.145}}}, .depthwise_seconds = 3.601e-06,
    .transpose_share = 0.9511, .transpose_cycles = 0.4136, .padding_share = 0.7512, .padding_seconds = 1.017e-06, .transpose_seconds = 4.286e-06, .fixed_seconds = {6e-06, 1e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7323, 1.347}, {0.6974, 1.415}, {0.6102, 1.617}}},
      /* implicit */ {{{0.732, 1.34}, {0.6972, 1.407}, {0.61, 1.607}}},
      /* few_channels */ {{{0.7326, 1.351}, {0.6977, 1.418}, {0.6105, 1.621}}},
      /* grouped */ {{{0.7323, 1.347}, {0.6974, 1.415}, {0.6102, 1.617}}},
      /* depthwise */ {{{0.7323, 1.347}, {0.6974, 1.415}, {0.6102, 1.617}}},
      /* winograd */ {{{0.7323, 1.347}, {0.6974, 1.415}, {0.6102, 1.617}}},
      /* winograd_large */ {{{0.7323, 1.347}, {0.6974, 1.415}, {0.6102, 1.617}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.1, 1.1, 1.1}, /* few_channels */ {1.2, 2, 1.2}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {0.9938, 0.9753, 0.9938}, /* implicit */ {1.171, 1.247, 1.191}, /* few_channels */ {1.043, 1.963, 0.9204}, /* grouped */ {1.655, 1.782, 1.976}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}},
      {{/* pointwise */ {1, 1.038, 0.9512}, /* implicit */ {1.11, 1.174, 1.349}, /* few_channels */ {1.561, 1.374, 2.236}, /* grouped */ {1.386, 1.584, 4.649}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .lone_block = 1, .filter_cycles = {20, 80},
    .first_layer = 0.4629, .depthwise_dram_share = 0.9167, .l2_factor = 1.5,
    .tap_cycles = {{{{{0.1486, 0.1645, 0.3419}, {0.06343, 0.09522, 0.02755}}}, {{{0.1553, 0.1702, 0.3458}, {0.04614, 0.08344, 0.06131}}}, {{{0.04841, 0.03161, 0.1041}, {0.04312, 0.07836, 0.03615}}}}},
    .taps_beside = {{{6.594, 15.33, 1.673}, {0.465, 0.4246, 1.145}}}, .depthwise_seconds = 3.601e-06,
    .transpose_share = 0.9511, .transpose_cycles = 0.4136, .padding_share = 0.7512, .padding_seconds = 1.017e-06, .transpose_seconds = 4.286e-06, .fixed_seconds = {1e-06, 3.514e-06, 4.652e-06},
    .engines = {{
      /* forward_256x64 */ {0.6837, 1.084, 40.2},
      /* forward_128x32 */ {0.4572, 1.318, 29.32},
      /* forward_32x32 */ {0.451, 1.553, 43.5},
      /* gradient_columns */ {0.5599, 1.81, 67.71},
      /* gradient_32x32 */ {0.3489, 1.046, 37.5},
      /* weight_direct */ {0.324, 3.129, 24.9},
      /* weight_planes */ {0.2, 1.255, 15.87},
      /* weight_indexed */ {0.5915, 1.873, 28.74},
      /* winograd_small */ {0.5902, 2.368, 30.64},
      /* winograd_large */ {0.7843, 1.155, 27.48},
      /* fourier */ {0.7727, 1.662, 24.03}}},
    .engine_load_bytes = 5.449, .engine_tiles_share = 1, .engine_layout_share = 1, .engine_seconds = 1.332e-06,
    .error_bars = {{
      /* pointwise */ {{{0.8378, 1.318}, {0.7733, 1.41}, {0.6766, 1.611}}},
      /* implicit */ {{{0.777, 2.091}, {0.6722, 2.986}, {0.5881, 3.412}}},
      /* few_channels */ {{{0.6509, 1.862}, {0.6871, 1.416}, {0.6012, 1.618}}},
      /* grouped */ {{{0.7235, 1.91}, {0.8316, 1.433}, {0.7276, 1.638}}},
      /* depthwise */ {{{0.6707, 1.658}, {0.7118, 1.175}, {0.6228, 1.343}}},
      /* winograd */ {{{0.7156, 1.767}, {0.6864, 2.382}, {0.6006, 2.723}}},
      /* winograd_large */ {{{0.7156, 1.767}, {0.6864, 2.382}, {0.6006, 2.723}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
