#pragma once
#include <array>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/pricing/convolution/blocks.hpp>
#include <perfmodel/pricing/convolution/engines.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <perfmodel/pricing/convolution/layout.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <perfmodel/pricing/convolution/routes.hpp>
#include <perfmodel/pricing/convolution/tiled.hpp>
#include <perfmodel/pricing/convolution/workspace_rules.hpp>
#include <perfmodel/pricing/evidence.hpp>
#include <span>

namespace perfmodel {

/// Constants of copies of one kind.
struct LayoutCopyConstants {
  double seconds{};  ///< of a kernel that moves next to nothing
  double share{};    ///< of a long copy's bandwidth
  double cycles{};   ///< of one SM for each element
};

/// Constants of the library's convolution kernels. A factor multiplies the time that the same product would take as a
/// plain GEMM on the same unit.
struct ConvolutionTable {
  using ByPass = std::array<double, convolution_pass_count>;
  /// by unit, method and pass
  std::array<std::array<ByPass, convolution_method_count>, convolution_unit_count> factor{};
  /// multiply-accumulates per clock and SM, in 16 bits and in TF32, of the card that taught the factors of tensor cores
  std::array<double, convolution_unit_count - 1> factor_rate{};
  double dram_share{};  ///< of a long copy's bandwidth
  double lone_block{};  ///< on the factor of the fused Winograd kernel, where an SM's shared memory holds one of its
                        ///< blocks
  std::array<double, 2>
      filter_cycles{};     ///< of one SM, to transform a 3 x 3 filter of one channel for 2 x 2 and for 4 x 4 results
  double first_layer{};    ///< on the factor of few channels, where the library has a kernel for just this layer
  double unshared_rows{};  ///< on the depthwise kernels of 16-bit NHWC images that do not pass shares_rows()
  double depthwise_dram_share{};  ///< likewise, of the direct kernels
  double l2_factor{};             ///< on the product's L2 time: neighbouring filter taps hit in L1
  /// depthwise, by width (32 bit, BF16, FP16: their kernels differ), NCHW / NHWC, pass: cycles of one SM per tap
  std::array<std::array<ByPass, 2>, 3> tap_cycles{};
  std::array<ByPass, 2> taps_beside{};  ///< NCHW / NHWC, pass: taps that the work per result besides them is worth
  double depthwise_seconds{};           ///< set-up of a depthwise kernel, and of others that are alone
  std::array<LayoutCopyConstants, layout_copy_kinds> copies{};  ///< around the product
  /// set-up of an implicit-GEMM kernel beside a plain product's, by unit and pass; what adds partial sums of weight
  /// gradients is in it
  std::array<ByPass, convolution_unit_count> fixed_seconds{};
  /// FP32 on CUDA cores, kernel by kernel; all 0: the library is described by `factor` instead
  EngineTable engines{};
  double worth_copying{};     ///< images are copied where kernels that read them as they lie take so many times as long
  double workspace_copied{};  ///< bytes per clock and SM that big cards' memory copies: scratch memory is asked for
                              ///< without a card's
  ConvolutionBlocks blocks{};
  WorkspaceRules workspace{};
  double engine_load_bytes{};    ///< per clock and SM, which their loads and stores reach beside the products
  double engine_tiles_share{};   ///< likewise, of the kernels that transform tiles
  double engine_layout_share{};  ///< and of those that change the layout of 32-bit images
  double engine_seconds{};       ///< set-up of one kernel

  LyingTable lying{};  ///< kernels on images as they lie
  TiledTable tiled{};  ///< tensor-core kernels whose tiles are known; all 0: the library is described by `factor`
  TiledRules tiled_rules{};
  std::span<const ConvolutionChoiceTree> trees{};  ///< what the library chooses; of data/choices, not of this table
  [[nodiscard]] constexpr bool has_tiled() const { return tiled[0][0].row_cycles[0] > 0.0; }
  [[nodiscard]] constexpr bool has_engines() const { return engines[0].together > 0.0; }
  std::array<ByEvidence<ErrorBar>, convolution_method_count> error_bars{};
  std::array<CardName, 4> calibrated_on{};
};

/// By the library's version and the card's generation: convolution_table_index().
inline constexpr std::size_t convolution_table_count = 2, cudnn_8_table = 0, cudnn_9_table = 1;
using ConvolutionTables = std::array<ConvolutionTable, convolution_table_count>;

/// cuDNN 9's choices go with its table; the older one guesses. Keep the trees as long as the tables.
constexpr void set_choices(ConvolutionTables& tables, std::span<const ConvolutionChoiceTree> trees) {
  tables[cudnn_9_table].trees = trees;
}

}  // namespace perfmodel
