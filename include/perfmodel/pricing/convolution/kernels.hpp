#pragma once
/// Kinds of kernels that cuDNN 9 runs for convolutions, and the tiles of those that are products.
#include <algorithm>
#include <array>
#include <cstdint>
#include <perfmodel/pricing/convolution/routes.hpp>
#include <string_view>

namespace perfmodel {

/// In brackets: what the kernels' names contain.
enum class ConvolutionKernel : std::uint8_t {
  own,            ///< one channel a group ("c1_k1", "depthwise")
  direct,         ///< all groups at once on the images as they lie ("grouped_direct_kernel")
  shared_memory,  ///< weight gradients summed in shared memory ("wgrad2d_shmem_tiling")
  gathered,       ///< FP32 or 16 bits on CUDA cores, as they lie ("implicit_convolve_sgemm", "convolve_common_engine")
  library_product,  ///< the GEMM library's
  simt_forward,     ///< FP32: ("fprop_implicit_gemm_f32f32_f32f32_f32_nchw"), without a tile: whichever is fastest
  simt_columns,     ///< FP32 ("dgrad_engine")
  simt_gradient,    ///< FP32 ("dgrad_implicit_gemm_f32f32_f32f32_f32_nchw")
  simt_weights,     ///< FP32 ("wgrad_alg0_engine")
  simt_indexed,     ///< FP32 ("wgrad_implicit_gemm_indexed_f32f32_f32f32_f32_nhwc")
  simt_first,       ///< FP32 gradients of few channels ("wgrad_alg1", "dgrad2d_alg1_1")
  winograd,         ///< FP32 ("winograd_nonfused")
  fourier,          ///< FP32 ("fft2d")
  wgmma,            ///< tensor cores ("sm90_xmma")
  mma,              ///< ("sm80_xmma")
  cutlass,          ///< ("cutlass__5x", "optimized")
  analytic,         ///< ("cutlass__5x", "analytic"): finds each address anew; filters of more than 32 taps
  phased,           ///< input gradients by phases of the stride ("cutlass__5x", "unity_stride" beside it)
  indexed,          ///< ("sm80_xmma", "indexed") of gradients
  wgmma_indexed,    ///< ("sm90_xmma", "indexed") of input gradients with a stride
  unstaged,         ///< few channels ("indexed_wo_smem")
  reduced           ///< weight gradients ("cutlass__5x", "wgrad_optimized")
};
inline constexpr std::size_t convolution_kernel_count = 22;
[[nodiscard]] constexpr std::string_view name(ConvolutionKernel kernel) {
  constexpr std::array<std::string_view, convolution_kernel_count> names{
      "own",          "direct",        "shared_memory", "gathered",     "library_product", "simt_forward",
      "simt_columns", "simt_gradient", "simt_weights",  "simt_indexed", "simt_first",      "winograd",
      "fourier",      "wgmma",         "mma",           "cutlass",      "analytic",        "phased",
      "indexed",      "wgmma_indexed", "unstaged",      "reduced"};
  return names[static_cast<std::size_t>(kernel)];
}

/// Kernels whose price follows from their tiles, on tensor cores.
inline constexpr std::size_t first_tiled_kernel = static_cast<std::size_t>(ConvolutionKernel::wgmma),
                             tiled_kernel_count = convolution_kernel_count - first_tiled_kernel;
[[nodiscard]] constexpr bool is_tiled(ConvolutionKernel kernel) {
  return static_cast<std::size_t>(kernel) >= first_tiled_kernel;
}
/// FP32 kernels, which TF32 takes as well.
[[nodiscard]] constexpr bool is_simt(ConvolutionKernel kernel) {
  return kernel >= ConvolutionKernel::simt_forward && kernel <= ConvolutionKernel::fourier;
}

/// How a kernel takes groups.
[[nodiscard]] constexpr ConvolutionRoute route_of(ConvolutionKernel kernel) {
  using enum ConvolutionKernel;
  switch (kernel) {
    case own:
      return ConvolutionRoute::own;
    case direct:
      return ConvolutionRoute::direct;
    case shared_memory:
      return ConvolutionRoute::shared_memory;
    case gathered:
      return ConvolutionRoute::gathered;
    case simt_first:
      return ConvolutionRoute::first;
    case cutlass:
    case analytic:
    case phased:
    case reduced:
      return ConvolutionRoute::apart;
    default:
      return is_simt(kernel) ? ConvolutionRoute::cuda_cores : ConvolutionRoute::products;
  }
}

/// A thread block's tile: rows x columns of the product, and a step of its main loop.
struct ConvolutionTile {
  int rows{}, columns{}, step{};
  friend constexpr bool operator==(const ConvolutionTile&, const ConvolutionTile&) = default;
};
namespace detail {
inline constexpr std::array<std::array<int, 2>, 16> tile_sides{{{32, 32},
                                                                {64, 32},
                                                                {64, 64},
                                                                {64, 128},
                                                                {64, 192},
                                                                {64, 256},
                                                                {128, 16},
                                                                {128, 32},
                                                                {128, 64},
                                                                {128, 128},
                                                                {128, 192},
                                                                {128, 256},
                                                                {256, 32},
                                                                {256, 64},
                                                                {256, 96},
                                                                {256, 128}}};
inline constexpr std::array<int, 4> tile_steps{8, 16, 32, 64};
}  // namespace detail
inline constexpr std::size_t convolution_tile_count = 1 + detail::tile_sides.size() * detail::tile_steps.size();
/// Tile 0: none, or not known.
[[nodiscard]] constexpr ConvolutionTile convolution_tile(std::size_t index) {
  if (index == 0 || index >= convolution_tile_count) return {};
  const auto& sides = detail::tile_sides[(index - 1) / detail::tile_steps.size()];
  return {sides[0], sides[1], detail::tile_steps[(index - 1) % detail::tile_steps.size()]};
}
/// @returns 0 for a tile that is not in the list
[[nodiscard]] constexpr std::size_t index_of(const ConvolutionTile& tile) {
  for (std::size_t i = 1; i < convolution_tile_count; ++i)
    if (convolution_tile(i) == tile) return i;
  return 0;
}

/// Into how many parts a kernel cuts the sums: one, or as many as bring its thread blocks nearest below a number per
/// SM.
inline constexpr std::array convolution_splits{0.0, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0};
/// @param blocks  thread blocks without a split; steps: of each one's main loop
[[nodiscard]] constexpr double parts_of(std::size_t split, double blocks, double steps, double sms) {
  const double wanted = convolution_splits[split] * sms / blocks;
  return wanted < 1.5 ? 1.0 : std::min(static_cast<double>(static_cast<std::int64_t>(wanted)), std::max(1.0, steps));
}

/// A kernel as a leaf of a choice tree names it.
struct ConvolutionChoice {
  ConvolutionKernel kernel{};
  std::uint8_t tile{};   ///< of convolution_tile()
  std::uint8_t split{};  ///< into convolution_splits
  friend constexpr bool operator==(const ConvolutionChoice&, const ConvolutionChoice&) = default;
};
/// ChoiceNode::candidate of a kernel, and back.  @pre tile and split are indices
[[nodiscard]] constexpr std::uint32_t candidate_of(const ConvolutionChoice& choice) {
  return static_cast<std::uint32_t>(choice.kernel) << 11 | static_cast<std::uint32_t>(choice.tile) << 4 | choice.split;
}
[[nodiscard]] constexpr ConvolutionChoice convolution_choice_of(std::uint32_t candidate) {
  return {.kernel = static_cast<ConvolutionKernel>(candidate >> 11),
          .tile = static_cast<std::uint8_t>(candidate >> 4 & 127U),
          .split = static_cast<std::uint8_t>(candidate & 15U)};
}

}  // namespace perfmodel
