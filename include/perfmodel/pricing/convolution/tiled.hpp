#pragma once
/// What a tensor-core kernel of cuDNN costs whose tile is known.
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/kernels.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <perfmodel/rounding.hpp>

namespace perfmodel {

/// Constants of a kind of kernels, by pass.
struct TiledConstants {
  using ByPass = std::array<double, 3>;
  ByPass seconds{};        ///< of a kernel with next to no work
  ByPass step_cycles{};    ///< of a step of the main loop that all blocks of an SM share: a wait
  ByPass row_cycles{};     ///< of a step, for 128 bytes of a row of the tile that is brought in
  ByPass column_cycles{};  ///< likewise, of a column
  ByPass depth{};          ///< start and end of a block, in steps
  ByPass passes{};         ///< over image, filter and result, at a long copy's bandwidth
  ByPass partials{};       ///< over partial sums, FP32, written and read
};
/// by kernel from first_tiled_kernel on, and 16 bits / TF32
using TiledTable = std::array<std::array<TiledConstants, 2>, tiled_kernel_count>;

/// A convolution as thread blocks.
struct TiledProblem {
  double blocks{};           ///< without a split of the sums
  double steps{};            ///< of each block's main loop
  double rows{}, columns{};  ///< of a tile, times what a step brings of each in 128 bytes
  double macs{};             ///< of a step, zeros included
  double results{};          ///< of the product
};

namespace detail {
/// What a step brings of a row, in lines of 128 bytes: half a line takes 0.65 of a whole one's time (kernels of
/// 32 x 16 bits and of 64 in random_engines.csv and network_operations.csv, even seeds).
[[nodiscard]] constexpr double lines_of_step(std::int64_t step, NumberFormat format) {
  constexpr double line = 128.0, start = 0.3;
  const double bytes =
      static_cast<double>(step) * bits(format == NumberFormat::tf32 ? NumberFormat::fp32 : format) / 8.0;
  return start + (1.0 - start) * bytes / line;
}

/// Input gradients with a stride of which each phase is a product of its own. `mma` multiplies the zeros.
[[nodiscard]] constexpr bool runs_by_phases(ConvolutionKernel kernel) {
  using enum ConvolutionKernel;
  return kernel == phased || kernel == analytic || kernel == wgmma_indexed || kernel == cutlass || kernel == indexed;
}

/// Into how many parts `wgmma` weight gradients cut their sums, which no knob says: blocks fill 0.8 of a wave, a part
/// has some thousands of terms, and there are few of them. Times of its kernels in random_engines.csv and
/// network_operations.csv, even seeds (docs/lab/2026-11-26-convolutions-unseen.md).
[[nodiscard]] inline double untold_parts(double blocks, double terms, double sms, bool tf32) {
  constexpr double wave = 0.8, least_terms = 5376.0, least_terms_tf32 = 1376.0, most = 6.0, most_tf32 = 16.0;
  return std::max(1.0, std::floor(std::min({wave * sms / blocks, terms / (tf32 ? least_terms_tf32 : least_terms),
                                            tf32 ? most_tf32 : most})));
}
}  // namespace detail

/// Products of a pass as in implicit_gemm(), with the sums in whole steps for each tap. Groups lie side by side in a
/// tile where they are narrower. @pre the kernel is_tiled(), and takes the groups of c at once
[[nodiscard]] constexpr TiledProblem tiled_problem(const Convolution& c, const ConvolutionChoice& choice) {
  constexpr ConvolutionTile usual{64, 64, 32};
  constexpr std::int64_t widest = 64;
  const ConvolutionTile named = convolution_tile(choice.tile), tile = named.rows > 0 ? named : usual;
  const std::int64_t granule = detail::channel_granule(c.format);
  std::int64_t channels = round_up(c.c / c.groups, granule), filters = round_up(c.k / c.groups, granule), batch = 1;
  if (c.groups > 1) {
    const std::int64_t own = detail::group_width(c),
                       together = std::max<std::int64_t>(1, std::min<std::int64_t>(tile.columns, widest) / own);
    channels = filters = own * together, batch = ceil_div(c.groups, together);
  }
  const std::int64_t taps = c.taps(), step = tile.step;
  // Kernels that look up where each element of a sum lies pack its taps; others take whole steps of each tap.
  const bool packs = choice.kernel == ConvolutionKernel::unstaged || choice.kernel == ConvolutionKernel::indexed ||
                     choice.kernel == ConvolutionKernel::wgmma_indexed;
  const auto steps_of = [&](std::int64_t channels_of_tap) {
    return static_cast<double>(packs ? ceil_div(taps * channels_of_tap, step) : taps * ceil_div(channels_of_tap, step));
  };
  double rows = 0.0, columns = 0.0, steps = 0.0;
  const auto number = [](std::int64_t n) { return static_cast<double>(n); };
  switch (c.pass) {
    case ConvolutionPass::forward:
      rows = number(c.n * c.pixels_out()), columns = number(filters), steps = steps_of(channels);
      break;
    case ConvolutionPass::input_gradient:
      rows = number(c.n * c.pixels_in()), columns = number(channels), steps = steps_of(filters);
      if (detail::runs_by_phases(choice.kernel))
        steps = std::max(1.0, steps / number(c.stride_d * c.stride_h * c.stride_w));
      break;
    case ConvolutionPass::weight_gradient:
      rows = number(filters), columns = number(channels * taps), steps = number(ceil_div(c.n * c.pixels_out(), step));
      break;
  }
  return {.blocks = round_up(rows / tile.rows) * round_up(columns / tile.columns) * number(batch),
          .steps = steps,
          .rows = tile.rows * detail::lines_of_step(step, c.format),
          .columns = tile.columns * detail::lines_of_step(step, c.format),
          .macs = number(tile.rows) * tile.columns * tile.step,
          .results = rows * columns * number(batch)};
}

/// Cycles and seconds of one kernel.
struct TiledTime {
  double cycles{};    ///< of the busiest SM
  double partials{};  ///< bytes of partial sums
};
/// A step waits, brings its rows and columns and multiplies; blocks of an SM do the latter two in turn.
/// @param rate  multiply-accumulates of an SM per clock, at most
[[nodiscard]] inline TiledTime tiled_time(const TiledProblem& p, const ConvolutionChoice& choice,
                                          const TiledConstants& k, const Convolution& c, double sms, double rate) {
  constexpr double bytes = 2.0 * 4.0;  // written and read
  const auto pass = static_cast<std::size_t>(c.pass);
  const bool untold = choice.kernel == ConvolutionKernel::wgmma && c.pass == ConvolutionPass::weight_gradient;
  const double parts = untold ? detail::untold_parts(p.blocks, static_cast<double>(c.n * c.pixels_out()), sms,
                                                     c.format == NumberFormat::tf32)
                              : parts_of(choice.split, p.blocks, p.steps, sms);
  const double each = std::ceil(p.blocks * parts / sms),
               loads = k.row_cycles[pass] * p.rows + k.column_cycles[pass] * p.columns,
               step = std::max(k.step_cycles[pass] + loads * each, p.macs / rate * each);
  return {.cycles = (std::ceil(p.steps / parts) + k.depth[pass]) * step,
          .partials = parts > 1.0 ? bytes * parts * p.results : 0.0};
}

}  // namespace perfmodel
