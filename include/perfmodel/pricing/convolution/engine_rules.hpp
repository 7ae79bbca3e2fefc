#pragma once

namespace perfmodel {

/// Where cuDNN 9 takes which FP32 engine, as an H200 showed it (engine_choice.hpp says how they are asked;
/// data/constants/convolution.json, "engines", "rules"). Numbers of channels, filters, images, pixels and tiles.
struct EngineRules {
  /// Forward by Fourier's engine: from so many pixels a side and channels on; images of one tile of 16 x 16, of 32 x 32
  /// (both from so many images and results on, images of any_channels_side pixels from fewer), of 64 x 64. Channels up
  /// to `even_channels` or a multiple of them.
  double forward_side{}, forward_channels_16{}, forward_channels_32{}, forward_channels_64{}, forward_images{},
      forward_images_64{}, forward_results{}, forward_results_any{}, forward_filled_64{}, any_channels_side{},
      even_channels{};
  /// Input gradients by Fourier's engine: channels at least; small images; many channels of small images, or of fewer
  /// filters; filters up to so many times fewer channels than `gradient_large`, for so many positions; as many filters
  /// as channels: always from here on.
  double gradient_channels{}, gradient_small_side{}, gradient_wide{}, gradient_least_side{}, gradient_images{},
      gradient_even_filters{}, gradient_widening{}, gradient_large{}, gradient_positions{}, gradient_equal{},
      gradient_equal_positions{}, gradient_equal_images{};
  /// Cycles of Fourier's engine over a direct one's, up to which it is taken where it always was: the library weighs
  /// its engines by the card. An H200 showed up to 2.2.
  double fourier_loss{};
  /// Weight gradients by the indexed kernel: tiles of 32 x 32 of the filter; with fewer of them images of fewer pixels,
  /// whose steps are not many for each tile. Filters fill so much of the kernel's own tiles.
  double indexed_tiles{}, indexed_tiles_small{}, indexed_tiles_tiny{}, indexed_small{}, indexed_tiny{},
      indexed_columns{}, indexed_filled{}, indexed_steps{};
  /// Forward by the smallest tile: few channels of filters of many taps; long sums for many filters of many images.
  double smallest_taps{}, smallest_images{}, smallest_images_unequal{}, smallest_sum{}, smallest_filters{},
      smallest_pixels{};
  /// Input gradients of larger filters between more channels than these go by columns.
  double columns_channels{};
  /// Weight gradients of 1 x 7 by Fourier's engine.
  double row_channels{}, row_channels_wide{}, row_few_images{}, row_many_images{}, row_least_side{};
  /// Weight gradients by Winograd's products: channels and filters at least, by three alternatives; images of one tile
  /// between few channels from so many images on by Fourier's instead. 5 x 5: the larger of both from here on.
  double winograd_channels{}, winograd_filters{}, winograd_few_channels{}, winograd_many_filters{},
      winograd_few_filters{}, winograd_fourier_images{};
  double winograd_large_channels{};  ///< of both, from which on Winograd's products have the larger tile
  double weight_pixels{};            ///< that the direct kernels' blocks sum up at most
  double cold_cycles{};     ///< that the smallest kernels wait at each step for a filter that has left the L2, ...
  double cold_terms{};      ///< ... of so many terms of a sum
  double indexed_cycles{};  ///< times those of the smallest tile, of kernels that find each address anew
};

}  // namespace perfmodel
