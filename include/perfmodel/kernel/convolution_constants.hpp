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
      {{/* pointwise */ {1.95, 2.355, 2.563}, /* implicit */ {1.594, 1.975, 2.093}, /* few_channels */ {1.868, 0.4089, 1.689}, /* grouped */ {3.53, 5.298, 1.811}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {2.93, 3.655, 2.582}, /* winograd_large */ {1.373, 3.643, 1.77}}},
      {{/* pointwise */ {1.081, 1.1, 1.195}, /* implicit */ {1.035, 1.109, 1.51}, /* few_channels */ {2.823, 1.503, 4.304}, /* grouped */ {0.5177, 0.5551, 1.148}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 1, .l2_factor = 0.743,
    .tap_cycles = {{{{{0.2705, 0.4708, 0.4553}, {0.05473, 0.08442, 0.05466}}}, {{{0.2705, 0.4689, 0.456}, {0.04425, 0.08494, 0.06508}}}, {{{0.07403, 0.07944, 0.1892}, {0.04227, 0.08386, 0.06303}}}}},
    .transpose_share = 0.7261, .transpose_seconds = 3.59e-06, .fixed_seconds = {6e-06, 6e-06},
    .error_bars = {{
      /* pointwise */ {{{0.5719, 2.048}, {0.5447, 2.15}, {0.4766, 2.457}}},
      /* implicit */ {{{0.5715, 2.05}, {0.5443, 2.153}, {0.4763, 2.46}}},
      /* few_channels */ {{{0.5721, 2.039}, {0.5449, 2.141}, {0.4768, 2.447}}},
      /* grouped */ {{{0.5719, 2.048}, {0.5447, 2.15}, {0.4766, 2.457}}},
      /* depthwise */ {{{0.5719, 2.048}, {0.5447, 2.15}, {0.4766, 2.457}}},
      /* winograd */ {{{0.5719, 2.048}, {0.5447, 2.15}, {0.4766, 2.457}}},
      /* winograd_large */ {{{0.5719, 2.048}, {0.5447, 2.15}, {0.4766, 2.457}}}}},
    .calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"}},
   {.factor = {{
      {{/* pointwise */ {1.95, 2.355, 2.563}, /* implicit */ {1.9, 1.975, 2.093}, /* few_channels */ {2.29, 0.4089, 1.689}, /* grouped */ {3.53, 5.298, 1.811}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {4.076, 3.655, 2.582}, /* winograd_large */ {4.142, 3.643, 1.77}}},
      {{/* pointwise */ {1.081, 1.1, 1.195}, /* implicit */ {1.035, 1.109, 1.51}, /* few_channels */ {2.823, 1.503, 4.304}, /* grouped */ {0.5177, 0.5551, 1.148}, /* depthwise */ {1.1, 1.1, 1.1}, /* winograd */ {1.2, 1.2, 1.2}, /* winograd_large */ {1.2, 1.2, 1.2}}}}},
    .dram_share = 0.9167, .l2_factor = 0.743,
    .tap_cycles = {{{{{0.2705, 0.4708, 0.4553}, {0.05473, 0.08442, 0.05466}}}, {{{0.2705, 0.4689, 0.456}, {0.04425, 0.08494, 0.06508}}}, {{{0.07403, 0.07944, 0.1892}, {0.04227, 0.08386, 0.06303}}}}},
    .transpose_share = 0.7261, .transpose_seconds = 3.59e-06, .fixed_seconds = {6e-06, 6e-06},
    .error_bars = {{
      /* pointwise */ {{{0.7318, 1.54}, {0.7335, 1.663}, {0.6418, 1.901}}},
      /* implicit */ {{{0.5786, 2.098}, {0.5772, 1.839}, {0.505, 2.101}}},
      /* few_channels */ {{{0.339, 2.434}, {0.5205, 2.218}, {0.4555, 2.535}}},
      /* grouped */ {{{0.4683, 4}, {0.7944, 1.902}, {0.6951, 2.174}}},
      /* depthwise */ {{{0.3729, 1.804}, {0.6577, 1.875}, {0.5755, 2.143}}},
      /* winograd */ {{{0.5316, 1.946}, {0.5952, 1.796}, {0.5208, 2.053}}},
      /* winograd_large */ {{{0.5316, 1.946}, {0.5952, 1.796}, {0.5208, 2.053}}}}},
    .calibrated_on = {"H200-SXM"}}}};

}  // namespace perfmodel
