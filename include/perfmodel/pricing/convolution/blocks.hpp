#pragma once

namespace perfmodel {

/// Thread blocks of kernels whose tiles are known by name, where nothing of them is fitted. A block's start and end are
/// counted in steps of its main loop.
struct ConvolutionBlocks {
  double fused_ends{};        ///< of the fused Winograd kernel: sitar-lab/NeuSight's convolutions
  double direct_ends{};       ///< of scudnn_128x32, _128x64 and _128x128: 160 of the same rows on P100, V100 and T4
  double few_channel_rate{};  ///< multiply-accumulates per clock and SM of few channels on tensor cores: short
                              ///< products, gathered element by element
  double few_channel_ends{};
  double lying_rate{};         ///< likewise, of those that run as they lie (implicit_convolve_sgemm)
  double packed_ends{};        ///< of weight gradients whose groups share tiles of 64 x 64
  double multiplying_lanes{};  ///< of the lanes that an SM issues, on Ampere and Ada, whose lanes do all else beside:
                               ///< as many as in cuDNN 9's largest tile (engines.hpp)
};

}  // namespace perfmodel
