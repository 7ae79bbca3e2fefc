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
      {{/* pointwise */ {1, 1, 1}, /* implicit */ {1.016, 1.016, 1.016}, /* few_channels */ {1.179, 1.179, 1.179}, /* grouped */ {1.1, 1.1, 1.1}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.991, 2.991, 2.991}, /* winograd_large */ {1.223, 1.223, 1.223}}},
      {{/* pointwise */ {1.118, 1.132, 1.163}, /* implicit */ {1.108, 1.132, 1.244}, /* few_channels */ {3.531, 1.466, 3.406}, /* grouped */ {0.9524, 1.002, 1.137}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .l2_factor = 0.8,
    .tap_cycles = {{{{{0.2717, 0.4738, 0.459}, {0.05496, 0.08475, 0.05609}}}, {{{0.2692, 0.4676, 0.4569}, {0.04422, 0.08449, 0.0652}}}, {{{0.07379, 0.07924, 0.1885}, {0.04205, 0.08328, 0.06273}}}}},
    .transpose_share = 0.7199, .transpose_seconds = 4.066e-06, .fixed_seconds = {6e-06, 1e-06},
    .error_bars = {{
      /* pointwise */ {{{0.4728, 2.182}, {0.4502, 2.292}, {0.394, 2.619}}},
      /* implicit */ {{{0.4835, 2.184}, {0.4604, 2.294}, {0.4029, 2.621}}},
      /* few_channels */ {{{0.4701, 2.18}, {0.4478, 2.29}, {0.3918, 2.617}}},
      /* grouped */ {{{0.4728, 2.182}, {0.4502, 2.292}, {0.394, 2.619}}},
      /* depthwise */ {{{0.4728, 2.182}, {0.4502, 2.292}, {0.394, 2.619}}},
      /* winograd */ {{{0.4728, 2.182}, {0.4502, 2.292}, {0.394, 2.619}}},
      /* winograd_large */ {{{0.4728, 2.182}, {0.4502, 2.292}, {0.394, 2.619}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1.816, 2.142, 2.457}, /* implicit */ {1.759, 1.893, 1.847}, /* few_channels */ {2.041, 0.4, 1.556}, /* grouped */ {2.963, 4.445, 1.218}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.735, 3.374, 2.539}, /* winograd_large */ {4.609, 3.08, 1.618}}},
      {{/* pointwise */ {1.118, 1.132, 1.163}, /* implicit */ {1.108, 1.132, 1.244}, /* few_channels */ {3.531, 1.466, 3.406}, /* grouped */ {0.9524, 1.002, 1.137}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9271, .l2_factor = 0.4445,
    .tap_cycles = {{{{{0.2717, 0.4738, 0.459}, {0.05496, 0.08475, 0.05609}}}, {{{0.2692, 0.4676, 0.4569}, {0.04422, 0.08449, 0.0652}}}, {{{0.07379, 0.07924, 0.1885}, {0.04205, 0.08328, 0.06273}}}}},
    .transpose_share = 0.7199, .transpose_seconds = 4.066e-06, .fixed_seconds = {6e-06, 6e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7466, 1.642}, {0.7286, 1.724}, {0.6375, 1.97}}},
      /* implicit */ {{{0.598, 1.908}, {0.5887, 1.846}, {0.5151, 2.109}}},
      /* few_channels */ {{{0.3162, 2.459}, {0.4887, 2.081}, {0.4276, 2.378}}},
      /* grouped */ {{{0.7796, 3.356}, {0.5922, 1.242}, {0.5182, 1.419}}},
      /* depthwise */ {{{0.369, 1.806}, {0.6595, 1.872}, {0.577, 2.139}}},
      /* winograd */ {{{0.5448, 1.882}, {0.6094, 1.845}, {0.5332, 2.108}}},
      /* winograd_large */ {{{0.5448, 1.882}, {0.6094, 1.845}, {0.5332, 2.108}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
