#pragma once

namespace perfmodel {

/// Which kernels cuDNN 9 asks scratch memory for, as allocation records of an H200 show (workspace.hpp says how they
/// are asked; data/constants/convolution.json, "engines", "workspace"). Whole numbers.
struct WorkspaceRules {
  /// Weight gradients of 1 x 1 filters over NCHW images in 16 bits: partial results of the images up to so many bytes,
  /// of small images (pixels) or few; rows of so many pixels are multiples of 16 bytes; weights from which on FP16
  /// takes copies instead.
  int most_partials{}, few_images{}, small_image{}, even_pixels{}, many_weights{};
  /// Weight gradients of 3 x 3 filters in TF32 over NCHW images by Winograd's products: up to so many tiles x channels
  /// x filters; channels, and channels and filters together, at least.
  int winograd_work{}, winograd_channels{}, winograd_sum{};
  int few_channels{};  ///< below which TF32 leaves an image as it is, and to which BF16 pads it
};

}  // namespace perfmodel
