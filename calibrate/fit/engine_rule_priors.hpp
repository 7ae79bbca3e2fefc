#pragma once
#include <perfmodel/pricing/convolution/engine_rules.hpp>

namespace perfmodel {
namespace priors {

/// By hand, none fitted: names, grids and scratch memory of the kernels that ran 4,027 convolutions of known networks
/// and of random sizes on an H200 (data/raw/h200-sxm/convolutions.csv, pytorch_convolution_engines.csv,
/// pytorch_convolution_kernels.csv; docs/lab/2026-11-22-convolution-engines.md).
[[nodiscard]] constexpr EngineRules fourier_rules() {
  return {.forward_side = 7.0,
          .forward_channels_16 = 32.0,
          .forward_channels_32 = 64.0,
          .forward_channels_64 = 160.0,
          .forward_images = 32.0,
          .forward_images_64 = 16.0,
          .forward_results = 1700000.0,
          .forward_results_any = 900000.0,
          .forward_filled_64 = 44.0,
          .any_channels_side = 8.0,
          .even_channels = 128.0,
          .gradient_channels = 16.0,
          .gradient_small_side = 16.0,
          .gradient_wide = 448.0,
          .gradient_least_side = 14.0,
          .gradient_images = 32.0,
          .gradient_even_filters = 16.0,
          .gradient_widening = 3.0,
          .gradient_large = 256.0,
          .gradient_positions = 80.0,
          .gradient_equal = 64.0,
          .gradient_equal_positions = 4.0,
          .gradient_equal_images = 4.0,
          .fourier_loss = 2.5};
}
[[nodiscard]] constexpr EngineRules engine_rules() {
  EngineRules r = fourier_rules();
  r.indexed_tiles = 400.0, r.indexed_tiles_small = 140.0, r.indexed_tiles_tiny = 65.0, r.indexed_small = 300.0,
  r.indexed_tiny = 49.0, r.indexed_columns = 128.0, r.indexed_filled = 0.8, r.indexed_steps = 30.0;
  r.smallest_taps = 25.0, r.smallest_images = 64.0, r.smallest_images_unequal = 40.0, r.smallest_sum = 2304.0,
  r.smallest_filters = 192.0, r.smallest_pixels = 12000.0;
  r.columns_channels = 16.0;
  r.row_channels = 128.0, r.row_channels_wide = 192.0, r.row_few_images = 8.0, r.row_many_images = 32.0,
  r.row_least_side = 14.0;
  r.winograd_channels = 64.0, r.winograd_filters = 32.0, r.winograd_few_channels = 32.0,
  r.winograd_many_filters = 128.0, r.winograd_few_filters = 16.0, r.winograd_fourier_images = 200.0,
  r.winograd_large_channels = 256.0;
  r.weight_pixels = 512.0;
  r.cold_terms = 8.0;
  r.cold_cycles = 150.0;    // ResNet-18 and ResNet-50 at batch 1, H200 (data/raw/h200-sxm/pytorch_kernel_grids.csv)
  r.indexed_cycles = 1.43;  // random 7 x 7, H100 (data/raw/h100-sxm5-80gb/pytorch_eager_ops.csv)
  return r;
}

}  // namespace priors
}  // namespace perfmodel
