#pragma once
/// How cuDNN 9 computes FP32 convolutions on CUDA cores: which of its kernels runs a shape, and what that kernel costs.
/// Kernel names and grids: data/raw/h200-sxm/convolutions.csv.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/gemm/tiling.hpp>
#include <string_view>

namespace perfmodel {

enum class ConvolutionEngine : std::uint8_t {
  forward_256x64,  ///< sm80_xmma_fprop_implicit_gemm nchw: pixels x filters of a thread block
  forward_128x32,
  forward_32x32,
  gradient_columns,  ///< dgrad_engine: filter transposed x result gives columns, added up into the image
  gradient_32x32,    ///< sm80_xmma_dgrad_implicit_gemm nchw
  weight_direct,     ///< wgrad_alg0_engine: images split among blocks, sums by atomic additions
  weight_planes,     ///< the same for 1 x 1 filters over NCHW planes, whose loads are not contiguous
  weight_indexed,    ///< sm80_xmma_wgrad_implicit_gemm_indexed, NHWC; the images are not split
  winograd_small,    ///< 36 products of transformed 4 x 4 tiles, thread blocks of 32 x 32
  winograd_large,    ///< likewise, 64 x 64
  fourier            ///< complex products of transformed tiles of 16 x 16 or 32 x 32 pixels
};
inline constexpr std::size_t convolution_engine_count = 11;

[[nodiscard]] constexpr std::string_view name(ConvolutionEngine engine) {
  constexpr std::array<std::string_view, convolution_engine_count> names{
      "forward_256x64", "forward_128x32", "forward_32x32",  "gradient_columns", "gradient_32x32", "weight_direct",
      "weight_planes",  "weight_indexed", "winograd_small", "winograd_large",   "fourier"};
  return names[static_cast<std::size_t>(engine)];
}

/// A thread block's tile, and how many of them an SM holds.
struct EngineTile {
  double rows, columns, resident;
};
[[nodiscard]] constexpr EngineTile tile_of(ConvolutionEngine engine) {
  constexpr std::array<EngineTile, convolution_engine_count> tiles{{{256, 64, 2},
                                                                    {128, 32, 4},
                                                                    {32, 32, 8},
                                                                    {64, 32, 8},
                                                                    {32, 32, 8},
                                                                    {32, 32, 8},
                                                                    {32, 32, 8},
                                                                    {32, 32, 4},
                                                                    {32, 32, 4},
                                                                    {64, 64, 4},
                                                                    {32, 32, 8}}};
  return tiles[static_cast<std::size_t>(engine)];
}

/// What is fitted of an engine.
struct EngineConstants {
  double together{};  ///< share of 128 multiply-accumulates per clock that an SM full of blocks reaches
  double lag{};       ///< of a last wave that is not full, in tiles' times at the full rate
  double depth{};     ///< start and end of a tile, in steps of its main loop
};
using EngineTable = std::array<EngineConstants, convolution_engine_count>;

/// The card as engines see it: SMs, multiply-accumulates per clock and SM, and bytes of a long copy per clock.
struct EngineCard {
  double sms{}, lanes{}, copied{};
};

namespace detail {
/// An SM issues 128 lanes' instructions a clock, of which those that only address and load leave `together` to
/// multiply-accumulates. Where it has 64 FP32 lanes these are the limit instead: 0.93 of them, as in plain products.
[[nodiscard]] constexpr double engine_rate(double together, double lanes) {
  constexpr double issued = 128.0, most_of_lanes = 0.93;
  return std::min(issued * together, most_of_lanes * lanes);
}

/// Cycles of a product of m x n x k, `batch` times.
[[nodiscard]] inline double engine_cycles(ConvolutionEngine engine, const EngineTable& table, const EngineCard& card,
                                          double m, double n, double k, double batch = 1.0) {
  const EngineTile tile = tile_of(engine);
  const EngineConstants& c = table[static_cast<std::size_t>(engine)];
  const double blocks = std::ceil(m / tile.rows) * std::ceil(n / tile.columns) * batch;
  const double per_sm = blocks / card.sms, full = std::floor(per_sm / tile.resident),
               left = per_sm - full * tile.resident;
  const double tiles = full * tile.resident + (left > 0.0 ? std::ceil(left) + c.lag : 0.0);
  return tiles * tile.rows * tile.columns * (k + c.depth) / engine_rate(c.together, card.lanes);
}
}  // namespace detail

/// What an engine's run is made of.
struct EngineRun {
  ConvolutionEngine engine{};
  double cycles{};         ///< of its products
  double extra_traffic{};  ///< bytes of transformed tiles, written and read one kernel after the other
  double workspace{};      ///< bytes of scratch memory
  int kernels{1};
  bool planes{true};  ///< works on NCHW; otherwise on NHWC
  bool any_layout{};  ///< has a form for each
};

/// Does the engine need copies of the images in the other layout?
[[nodiscard]] constexpr bool changes_layout(const EngineRun& run, MemoryFormat format) {
  return !run.any_layout && run.planes == (format == MemoryFormat::nhwc);
}

/// Sizes of a convolution in floating point, one group.
struct EngineProblem {
  double n, c, k, h, w, p, q, taps, pixels;
};
[[nodiscard]] constexpr EngineProblem engine_problem(const Convolution& v) {
  const auto d = [](std::int64_t x) { return static_cast<double>(x); };
  return {.n = d(v.n),
          .c = d(v.c / v.groups),
          .k = d(v.k / v.groups),
          .h = d(v.h),
          .w = d(v.w),
          .p = d(v.p()),
          .q = d(v.q()),
          .taps = d(v.r * v.s),
          .pixels = d(v.n * v.p() * v.q())};
}

/// Transformed tiles of 16 x 16 or 32 x 32 pixels, in forward also of 64 x 64; half of the frequencies of real numbers.
/// Mathieu, Henaff and LeCun, arXiv:1312.5851. Each tensor's tiles are written once and read once. Smaller tiles: one
/// position's tiles of all images are worked off before the next, products have as many rows as there are images. 64 x
/// 64: one kernel multiplies number by number, at 0.28 of the FP32 rate (256 x 256 channels of 56 x 56, 16 to 48
/// images, and seven other shapes; data/raw/h200-sxm/pytorch_convolution_engines.csv).
[[nodiscard]] inline EngineRun fourier_run(const Convolution& v, const EngineTable& table, const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  constexpr double small = 16.0, medium = 32.0, large = 64.0, complex_bytes = 8.0, real_products = 4.0,
                   pointwise_share = 0.28;
  const bool forward = v.pass == ConvolutionPass::forward;
  const double filter = static_cast<double>(std::max(v.r, v.s)), reach = std::max(e.h, e.w) + filter - 1.0;
  const double size = !forward          ? medium
                      : reach <= small  ? small
                      : reach <= medium ? medium
                                        : large,
               useful = size - filter + 1.0;
  const double positions = std::ceil(e.h / useful) * std::ceil(e.w / useful), frequencies = size * (size / 2.0 + 1.0);
  // forward keeps the filter as it was, flipped and transformed; otherwise two positions are in the works at once
  const double tiles = forward ? 2.0 * e.n * e.c : (positions > 1.0 ? 2.0 : 1.0) * e.n * (e.c + e.k),
               filters = (forward ? 2.0 : 1.0) * e.c * e.k;
  const double cycles =
      size == large ? real_products * frequencies * e.n * e.c * e.k /
                          (card.sms * detail::engine_rate(pointwise_share, card.lanes))
                    : real_products * detail::engine_cycles(ConvolutionEngine::fourier, table, card, e.n,
                                                            forward ? e.k : e.c, forward ? e.c : e.k, frequencies);
  return {.engine = ConvolutionEngine::fourier,
          .cycles = positions * cycles,
          .extra_traffic = 2.0 * complex_bytes * frequencies *
                           (positions * e.n * (e.c + e.k) + (size == large ? 2.0 : 1.0) * e.c * e.k),
          .workspace = complex_bytes * frequencies * (tiles + filters) + (forward ? 4.0 * e.c * e.k * e.taps : 0.0),
          .kernels = 3 * static_cast<int>(positions) + 1};
}

/// The weight gradient of a 1 x 7 filter by tiles of 32 x 32 or 64 x 64: sums of all images' products, and the result's
/// gradient once more.
[[nodiscard]] inline EngineRun fourier_weight_run(const Convolution& v, const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  constexpr double complex_bytes = 8.0, real_products = 4.0, share = 0.5, small = 32.0, large = 64.0;
  const double size = std::max(e.h, e.w) + static_cast<double>(v.s) - 1.0 <= small ? small : large,
               frequencies = size * (size / 2.0 + 1.0);
  return {.engine = ConvolutionEngine::fourier,
          .cycles = real_products * frequencies * e.n * e.c * e.k / (card.sms * detail::engine_rate(share, card.lanes)),
          .extra_traffic = 2.0 * complex_bytes * frequencies * (e.n * (e.c + e.k) + 2.0 * e.c * e.k),
          .workspace = 2.0 * complex_bytes * frequencies * e.c * e.k + 4.0 * e.n * e.k * e.p * e.q,
          .kernels = 8};
}

/// The weight gradient of a 3 x 3 filter between few channels by one tile of 16 x 16 for each image. Scratch memory:
/// both tensors' tiles twice, and the result's gradient once more; to the byte at 256 and 1024 images of 9 x 9 (Minigo,
/// 32 channels; allocation records of an H200).
[[nodiscard]] inline EngineRun fourier_weight_small_run(const Convolution& v, const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  constexpr double complex_bytes = 8.0, real_products = 4.0, share = 0.5, size = 16.0,
                   frequencies = size * (size / 2.0 + 1.0);
  return {.engine = ConvolutionEngine::fourier,
          .cycles = real_products * frequencies * e.n * e.c * e.k / (card.sms * detail::engine_rate(share, card.lanes)),
          .extra_traffic =
              2.0 * complex_bytes * frequencies * (e.n * (e.c + e.k) + e.c * e.k) + 8.0 * e.n * e.k * e.p * e.q,
          .workspace = 2.0 * complex_bytes * frequencies * e.n * (e.c + e.k) + 4.0 * e.n * e.k * e.p * e.q,
          .kernels = 5};
}

/// The weight gradient of a 3 x 3 filter by F(3 x 3, 4 x 4), of a 5 x 5 one by F(5 x 5, 5 x 5): 36 or 81 products over
/// all tiles. Lavin and Gray, arXiv:1509.09308; the kernels are called winograd_nonfused.
[[nodiscard]] inline EngineRun winograd_weight_run(const Convolution& v, const EngineTable& table,
                                                   const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  const double output = v.r == 3 ? 4.0 : 5.0, side = output + static_cast<double>(v.r) - 1.0, products = side * side;
  constexpr double many_channels = 256.0, bytes = 4.0;
  const double tiles = e.n * std::ceil(e.p / output) * std::ceil(e.q / output);
  const ConvolutionEngine engine =
      std::min(e.c, e.k) >= many_channels ? ConvolutionEngine::winograd_large : ConvolutionEngine::winograd_small;
  return {.engine = engine,
          .cycles = detail::engine_cycles(engine, table, card, e.c, e.k, tiles, products),
          .extra_traffic = 2.0 * bytes * products * (tiles * (e.c + e.k) + e.c * e.k),
          .workspace = bytes * products * (tiles * (e.c + e.k) + e.c * e.k),
          .kernels = 4};
}

[[nodiscard]] inline EngineRun plain_run(ConvolutionEngine engine, const Convolution& v, const EngineTable& table,
                                         const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  EngineRun run{.engine = engine};
  const double image_pixels = e.n * e.h * e.w;
  switch (engine) {
    case ConvolutionEngine::gradient_columns:  // each image by itself
      run.cycles = detail::engine_cycles(engine, table, card, e.c * e.taps, e.p * e.q, e.k, e.n);
      run.kernels = 2;
      break;
    case ConvolutionEngine::gradient_32x32:
      run.cycles = detail::engine_cycles(engine, table, card, image_pixels, e.c, e.k * e.taps);
      break;
    case ConvolutionEngine::weight_direct:
    case ConvolutionEngine::weight_planes: {  // each image by itself, in parts of at most 512 pixels
      constexpr double most_pixels = 512.0;
      const double parts = std::ceil(e.p * e.q / most_pixels);
      run.cycles = detail::engine_cycles(engine, table, card, e.c * e.taps, e.k, e.p * e.q / parts, e.n * parts);
      run.any_layout = true;
      break;
    }
    case ConvolutionEngine::weight_indexed:
      run.cycles = detail::engine_cycles(engine, table, card, e.c * e.taps, e.k, e.pixels);
      run.planes = false;
      break;
    default:
      run.cycles = detail::engine_cycles(engine, table, card, e.pixels, e.k, e.c * e.taps);
      break;
  }
  return run;
}

namespace detail {
/// Does a pass take the Fourier engine where it is faster, or (`sure`) always?
struct FourierChoice {
  bool possible, sure;
};

/// Forward passes. Small images: from 1.7 million results on, channels up to 128 or multiples of them (images that fit
/// one 16 x 16 tile: from 32 channels on, others from 64; images of 8 x 8 from 0.9 million results on: Inception v3 at
/// batch 48, allocation record). Images of one 64 x 64 tile: from 16 images and 160 channels on, square filters only if
/// the image fills most of the tile. Not where the smallest direct kernel is taken.
[[nodiscard]] constexpr FourierChoice forward_by_fourier(const Convolution& v, const EngineProblem& e, bool smallest) {
  constexpr double few_channels = 32.0, channels_32 = 64.0, channels_64 = 160.0, images_32 = 32.0, images_64 = 16.0,
                   results = 1.7e6, results_8 = 0.9e6;
  constexpr double tile_16 = 14.0, tile_32 = 30.0, tile_64 = 62.0, filled_64 = 44.0, least_image = 7.0,
                   any_channels = 8.0;
  constexpr std::int64_t multiple = 128;
  const double image = std::max(e.h, e.w), channels = std::min(e.c, e.k);
  if (v.stride_h != 1 || v.stride_w != 1 || v.dilation_h != 1 || v.dilation_w != 1 || v.groups != 1 ||
      image < least_image)
    return {false, false};
  if (smallest && (v.c != v.k || image > tile_32)) return {false, false};
  if (image <= tile_32) {
    const bool fits =
        image <= any_channels || ((v.c <= multiple || v.c % multiple == 0) && (v.k <= multiple || v.k % multiple == 0));
    const bool enough = fits && v.r == 3 && v.s == 3 && channels >= few_channels &&
                        (image <= tile_16 || std::max(e.c, e.k) >= channels_32) && e.n >= images_32 &&
                        e.n * e.h * e.w * std::max(e.c, e.k) >= (image == any_channels ? results_8 : results);
    return {enough, enough && image == any_channels};
  }
  const bool large = image <= tile_64 && v.s >= v.r && v.r * v.s > 1 && channels >= channels_64 && e.n >= images_64 &&
                     (v.s > v.r || image >= filled_64);
  return {large, large};
}

/// Input gradients.
[[nodiscard]] constexpr FourierChoice gradient_by_fourier(const Convolution& v, const EngineProblem& e) {
  constexpr double enough_channels = 16.0, small_image = 16.0, wide = 448.0, useful = 30.0, least_image = 14.0,
                   images_of_wide = 32.0;
  constexpr double most_widening = 3.0, large_channels = 256.0, least_positions = 80.0, equal_channels = 64.0;
  constexpr std::int64_t few_filters = 16, multiple = 128;
  const double image = std::max(e.h, e.w), positions = std::ceil(e.h / useful) * std::ceil(e.w / useful);
  const bool square = v.r == v.s && v.r > 1 && v.stride_h == 1 && v.stride_w == 1 && v.dilation_h == 1 &&
                      v.dilation_w == 1 && v.groups == 1;
  if (!square || std::min(e.c, e.k) < enough_channels) return {false, false};
  if (v.r > 3 && v.c > multiple && v.c % multiple != 0) return {false, false};  // 192 channels take columns, 512 do not
  const bool many = e.n >= images_of_wide && e.n * e.h * e.w >= images_of_wide * least_image * least_image;
  if (image <= small_image) {  // 512 channels of 14 x 14 from 40 images on
    const bool enough = v.r == 3 && image >= least_image && e.c >= wide && e.n > images_of_wide;
    return {enough, enough};
  }
  if (e.c >= wide && e.k < e.c && v.r == 3) return {many && v.k % few_filters == 0, many && v.k % few_filters == 0};
  if (e.k > e.c) {
    const bool few_more = e.k <= most_widening * e.c && e.c < large_channels;
    return {few_more && e.n * positions >= least_positions, false};
  }
  return {true, v.r == 3 && e.c == e.k && e.c >= equal_channels && positions >= 4.0 && e.n >= 4.0};
}

/// The implicit weight gradient, whose tiles are 128 filters wide, runs where they fill the card, or nearly do and
/// images are small.
[[nodiscard]] constexpr bool weight_by_index(const EngineProblem& e) {
  constexpr double many_tiles = 400.0, some_tiles = 140.0, few_tiles = 65.0, small_image = 300.0, tiny_image = 49.0,
                   width = 128.0, least_share = 0.8, steps_a_tile = 30.0;
  const double tiles = std::ceil(e.c * e.taps / 32.0) * std::ceil(e.k / 32.0), pixels = e.p * e.q;
  if (e.k > width && e.k / (width * std::ceil(e.k / width)) < least_share) return false;
  return tiles >= many_tiles || (tiles >= some_tiles && pixels <= small_image && e.pixels <= steps_a_tile * tiles) ||
         (tiles >= few_tiles && pixels <= tiny_image);
}
}  // namespace detail

/// Core cycles by which the smallest direct kernels wait for a filter that is not in L2: a step of their loop is 8
/// terms of the sums, and a block that has an SM to itself has nothing else to do. 512 channels of 7 x 7, 3 x 3: 108 us
/// called again and again, 167 in a network; 256 of 14 x 14: 55 and 77; 2,048 to 512 of 7 x 7, 1 x 1: 49 and 72; two
/// blocks an SM: nothing (ResNet-18 and ResNet-50 at batch 1 on an H200,
/// data/raw/h200-sxm/pytorch_kernel_grids.csv; MobileNet v2, which fits in L2 as a whole, shows none of
/// it).
[[nodiscard]] inline double cold_filter_cycles(const Convolution& v, ConvolutionEngine engine, const EngineCard& card) {
  constexpr double terms = 8.0, waiting_cycles = 150.0;
  const bool forward = engine == ConvolutionEngine::forward_32x32;
  if (!forward && engine != ConvolutionEngine::gradient_32x32) return 0.0;
  const EngineProblem e = engine_problem(v);
  const EngineTile tile = tile_of(engine);
  const double blocks =
      std::ceil((forward ? e.pixels : e.n * e.h * e.w) / tile.rows) * std::ceil((forward ? e.k : e.c) / tile.columns);
  return blocks <= card.sms ? std::ceil((forward ? e.c : e.k) * e.taps / terms) * waiting_cycles : 0.0;
}

/// Forward kernels keep which taps lie inside the image in the bits of a word. Filters of more taps take the indexed
/// kernel or implicit_convolve_sgemm, which find each address anew: 1.43 times the cycles of the smallest tile (117
/// convolutions of 7 x 7 of random sizes on an H100, data/raw/h100-sxm5-80gb/pytorch_eager_ops.csv, whose
/// kernels are named so: 1.37 and 1.48 times).
inline constexpr double mask_bits = 32.0, indexed_cycles = 1.43;

/// The engine that runs a shape, as seen on an H200 with cuDNN 9.19; where several were seen side by side, the fastest.
/// Groups run one after the other. @pre groups == 1 or not depthwise
[[nodiscard]] inline EngineRun choose_engine(const Convolution& v, const EngineTable& table, const EngineCard& card) {
  using enum ConvolutionEngine;
  const EngineProblem e = engine_problem(v);
  const auto all_cycles = [&](const EngineRun& run) { return run.cycles + run.extra_traffic / card.copied; };
  const auto faster = [&](const EngineRun& a, const EngineRun& b) { return all_cycles(b) < all_cycles(a) ? b : a; };
  const auto plain = [&](ConvolutionEngine engine) { return plain_run(engine, v, table, card); };
  const bool plain_square =
      v.r == v.s && v.stride_h == 1 && v.stride_w == 1 && v.dilation_h == 1 && v.dilation_w == 1 && v.groups == 1;
  switch (v.pass) {
    case ConvolutionPass::forward: {
      constexpr double many_taps = 25.0;
      if (e.c <= 4.0 && e.taps > many_taps) return plain(forward_32x32);
      // Long sums for many filters over many images go to the smallest tile, at half the speed of the others.
      constexpr double large_batch = 64.0, unequal_batch = 40.0, long_sum = 2304.0, many_filters = 192.0,
                       many_pixels = 12000.0;
      const bool smallest = plain_square && e.n >= (v.c == v.k ? large_batch : unequal_batch) &&
                            e.c * e.taps >= long_sum && e.k >= many_filters && e.pixels >= many_pixels;
      EngineRun direct = plain(forward_32x32);
      if (e.taps > mask_bits)
        direct.cycles *= indexed_cycles;
      else if (!smallest)
        direct = faster(faster(plain(forward_256x64), plain(forward_128x32)), direct);
      const detail::FourierChoice by_fourier = detail::forward_by_fourier(v, e, smallest);
      if (by_fourier.sure) return fourier_run(v, table, card);
      return by_fourier.possible ? faster(direct, fourier_run(v, table, card)) : direct;
    }
    case ConvolutionPass::input_gradient: {
      constexpr double enough_channels = 16.0;
      const EngineRun direct = v.r * v.s > 1 && std::min(e.c, e.k) > enough_channels && !(plain_square && v.r == 3)
                                   ? plain(gradient_columns)
                                   : faster(plain(gradient_columns), plain(gradient_32x32));
      const detail::FourierChoice by_fourier = detail::gradient_by_fourier(v, e);
      if (by_fourier.sure) return fourier_run(v, table, card);
      return by_fourier.possible ? faster(fourier_run(v, table, card), direct) : direct;
    }
    case ConvolutionPass::weight_gradient: {
      constexpr double few_channels = 16.0, some_channels = 32.0, channels_in = 64.0, many_channels = 128.0,
                       images_of_row_filter = 8.0, row_channels = 192.0;
      constexpr double one_tile = 26.0, large_tile = 58.0, least_image = 14.0, images_of_small = 32.0;
      const EngineRun direct = plain(detail::weight_by_index(e)                                ? weight_indexed
                                     : v.r * v.s == 1 && v.memory_format == MemoryFormat::nchw ? weight_planes
                                                                                               : weight_direct);
      const double image = std::max(e.h, e.w);
      if (v.r == 1 && v.s == 7 && v.stride_w == 1 && v.groups == 1 && e.c >= many_channels && image > least_image &&
          image <= large_tile) {
        const bool wide = std::min(e.c, e.k) >= row_channels;
        if (image <= one_tile ? wide && e.n >= images_of_small : wide || e.n <= images_of_row_filter)
          return fourier_weight_run(v, card);
      }
      if (!plain_square) return direct;
      const bool enough = (e.c >= channels_in && e.k >= some_channels) ||
                          (e.c >= some_channels && e.k >= many_channels) ||
                          (e.c > many_channels && e.k >= few_channels);
      constexpr double tile_16 = 14.0, images_of_fourier = 200.0;
      if (v.r == 3 && !enough && image <= tile_16 && std::min(e.c, e.k) >= some_channels)
        return e.n < images_of_fourier ? winograd_weight_run(v, table, card) : fourier_weight_small_run(v, card);
      if (v.r == 3) return enough ? winograd_weight_run(v, table, card) : direct;
      return v.r == 5 && std::min(e.c, e.k) >= few_channels && std::max(e.c, e.k) >= channels_in
                 ? faster(winograd_weight_run(v, table, card), direct)
                 : direct;
    }
  }
  return {};
}

}  // namespace perfmodel
