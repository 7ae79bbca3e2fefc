#pragma once
/// How cuDNN 9 computes FP32 convolutions on CUDA cores: which of its kernels runs a shape, and what that kernel costs.
/// Kernel names and grids: data/raw/h200-sxm/convolutions.csv.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/engine_rules.hpp>
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
/// What the engines' kernels reach where nothing of them is fitted.
struct EngineShares {
  double lanes{};             ///< of an SM's FP32 lanes, where these are fewer than it issues: as in plain products
  double fourier_products{};  ///< of the lanes, in products of tiles of 64 x 64, number by number: 256 x 256 channels
                              ///< of 56 x 56, 16 to 48 images, and seven other shapes
                              ///< (data/raw/h200-sxm/pytorch_convolution_engines.csv)
  double fourier_weights{};   ///< likewise, in weight gradients
  double overlapping{};       ///< of the launches of groups, which run in two streams
};
struct EngineTable {
  std::array<EngineConstants, convolution_engine_count> each{};
  EngineShares shares{};
  EngineRules rules{};
  [[nodiscard]] constexpr EngineConstants& operator[](std::size_t engine) { return each[engine]; }
  [[nodiscard]] constexpr const EngineConstants& operator[](std::size_t engine) const { return each[engine]; }
};

/// The card as engines see it: SMs, multiply-accumulates per clock and SM, and bytes of a long copy per clock.
struct EngineCard {
  double sms{}, lanes{}, copied{};
};

namespace detail {
/// An SM issues 128 lanes' instructions a clock, of which those that only address and load leave `together` to
/// multiply-accumulates. Where it has 64 FP32 lanes a share of these is the limit instead.
[[nodiscard]] constexpr double engine_rate(double together, double lanes, const EngineShares& shares) {
  return std::min(hardware::issued_lanes * together, shares.lanes * lanes);
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
  return tiles * tile.rows * tile.columns * (k + c.depth) / engine_rate(c.together, card.lanes, table.shares);
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

/// Sizes of a convolution in floating point, one group. The planes of a volume count as rows of one image.
struct EngineProblem {
  double n, c, k, h, w, p, q, taps, pixels;
};
[[nodiscard]] constexpr EngineProblem engine_problem(const Convolution& v) {
  const auto d = [](std::int64_t x) { return static_cast<double>(x); };
  return {.n = d(v.n),
          .c = d(v.c / v.groups),
          .k = d(v.k / v.groups),
          .h = d(v.d * v.h),
          .w = d(v.w),
          .p = d(v.o() * v.p()),
          .q = d(v.q()),
          .taps = d(v.taps()),
          .pixels = d(v.n * v.pixels_out())};
}

/// Transformed tiles of 16 x 16 or 32 x 32 pixels, in forward also of 64 x 64; half of the frequencies of real numbers.
/// Mathieu, Henaff and LeCun, arXiv:1312.5851. Each tensor's tiles are written once and read once. Smaller tiles: one
/// position's tiles of all images are worked off before the next, products have as many rows as there are images. 64 x
/// 64: one kernel multiplies number by number.
[[nodiscard]] inline EngineRun fourier_run(const Convolution& v, const EngineTable& table, const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  constexpr double small = 16.0, medium = 32.0, large = 64.0, complex_bytes = 8.0, real_products = 4.0;
  const bool forward = v.pass == ConvolutionPass::forward;
  const double filter = static_cast<double>(std::max(v.r, v.s)), reach = std::max(e.h, e.w) + filter - 1.0;
  const double size = !forward          ? medium
                      : reach <= small  ? small
                      : reach <= medium ? medium
                                        : large,
               useful = size - filter + 1.0;
  constexpr double most_positions = 1e8;  // three kernels each are counted in an int
  const double positions = std::ceil(e.h / useful) * std::ceil(e.w / useful), frequencies = size * (size / 2.0 + 1.0);
  // forward keeps the filter as it was, flipped and transformed; otherwise two positions are in the works at once
  const double tiles = forward ? 2.0 * e.n * e.c : (positions > 1.0 ? 2.0 : 1.0) * e.n * (e.c + e.k),
               filters = (forward ? 2.0 : 1.0) * e.c * e.k;
  const double cycles =
      size == large ? real_products * frequencies * e.n * e.c * e.k /
                          (card.sms * detail::engine_rate(table.shares.fourier_products, card.lanes, table.shares))
                    : real_products * detail::engine_cycles(ConvolutionEngine::fourier, table, card, e.n,
                                                            forward ? e.k : e.c, forward ? e.c : e.k, frequencies);
  return {.engine = ConvolutionEngine::fourier,
          .cycles = positions * cycles,
          .extra_traffic = 2.0 * complex_bytes * frequencies *
                           (positions * e.n * (e.c + e.k) + (size == large ? 2.0 : 1.0) * e.c * e.k),
          .workspace = complex_bytes * frequencies * (tiles + filters) + (forward ? 4.0 * e.c * e.k * e.taps : 0.0),
          .kernels = 3 * static_cast<int>(std::min(positions, most_positions)) + 1};
}

/// The weight gradient of a 1 x 7 filter by tiles of 32 x 32 or 64 x 64: sums of all images' products, and the result's
/// gradient once more.
[[nodiscard]] inline EngineRun fourier_weight_run(const Convolution& v, const EngineTable& table,
                                                  const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  constexpr double complex_bytes = 8.0, real_products = 4.0, small = 32.0, large = 64.0;
  const double rate = detail::engine_rate(table.shares.fourier_weights, card.lanes, table.shares);
  const double size = std::max(e.h, e.w) + static_cast<double>(v.s) - 1.0 <= small ? small : large,
               frequencies = size * (size / 2.0 + 1.0);
  return {.engine = ConvolutionEngine::fourier,
          .cycles = real_products * frequencies * e.n * e.c * e.k / (card.sms * rate),
          .extra_traffic = 2.0 * complex_bytes * frequencies * (e.n * (e.c + e.k) + 2.0 * e.c * e.k),
          .workspace = 2.0 * complex_bytes * frequencies * e.c * e.k + 4.0 * e.n * e.k * e.p * e.q,
          .kernels = 8};
}

/// The weight gradient of a 3 x 3 filter between few channels by one tile of 16 x 16 for each image. Scratch memory:
/// both tensors' tiles twice, and the result's gradient once more; to the byte at 256 and 1024 images of 9 x 9 (Minigo,
/// 32 channels; allocation records of an H200).
[[nodiscard]] inline EngineRun fourier_weight_small_run(const Convolution& v, const EngineTable& table,
                                                        const EngineCard& card) {
  const EngineProblem e = engine_problem(v);
  constexpr double complex_bytes = 8.0, real_products = 4.0, size = 16.0, frequencies = size * (size / 2.0 + 1.0);
  const double rate = detail::engine_rate(table.shares.fourier_weights, card.lanes, table.shares);
  return {.engine = ConvolutionEngine::fourier,
          .cycles = real_products * frequencies * e.n * e.c * e.k / (card.sms * rate),
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
  constexpr double bytes = 4.0;
  const double tiles = e.n * std::ceil(e.p / output) * std::ceil(e.q / output);
  const ConvolutionEngine engine = std::min(e.c, e.k) >= table.rules.winograd_large_channels
                                       ? ConvolutionEngine::winograd_large
                                       : ConvolutionEngine::winograd_small;
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
    case ConvolutionEngine::weight_planes: {  // each image by itself, in parts
      const double parts = std::ceil(e.p * e.q / table.rules.weight_pixels);
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

}  // namespace perfmodel
