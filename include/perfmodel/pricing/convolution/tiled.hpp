#pragma once
/// What a tensor-core kernel of cuDNN costs whose tile is known.
#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/device/hardware.hpp>
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

/// What all kernels of known tiles have in common. Times of kernels whose steps bring 32 and 64 numbers of 16 bits, and
/// of `wgmma` weight gradients, in random_engines.csv and network_operations.csv, even seeds
/// (docs/lab/2026-11-26-convolutions-unseen.md).
struct TiledRules {
  double line_start{};  ///< of a line of 128 bytes, what any part of it takes
  double parts_wave{};  ///< weight gradients of which no knob says the parts: blocks fill such a share of
                        ///< a wave,
  std::array<double, 2> part_terms{};  ///< a part has at least so many terms, by 16 bits / TF32,
  std::array<double, 2> most_parts{};  ///< and there are at most so many, likewise
};

/// A convolution as thread blocks.
struct TiledProblem {
  double blocks{};           ///< without a split of the sums
  double steps{};            ///< of each block's main loop
  double rows{}, columns{};  ///< of a tile
  double step_bytes{};       ///< that a step brings of a row or column
  double macs{};             ///< of a step, zeros included
  double results{};          ///< of the product
};

namespace detail {
/// Lines of 128 bytes that the time of so many bytes is worth: part of a line takes its share, beside a start.
[[nodiscard]] constexpr double lines_of_step(double bytes, const TiledRules& rules) {
  return rules.line_start + (1.0 - rules.line_start) * bytes / hardware::line_bytes;
}

/// Input gradients with a stride of which each phase is a product of its own. `mma` multiplies the zeros.
[[nodiscard]] constexpr bool runs_by_phases(ConvolutionKernel kernel) {
  using enum ConvolutionKernel;
  return kernel == phased || kernel == analytic || kernel == wgmma_indexed || kernel == cutlass || kernel == indexed;
}

/// Into how many parts `wgmma` weight gradients cut their sums, which no knob says.
[[nodiscard]] inline double untold_parts(double blocks, double terms, double sms, bool tf32, const TiledRules& rules) {
  const std::size_t unit = tf32 ? 1 : 0;
  return std::max(
      1.0,
      std::floor(std::min({rules.parts_wave * sms / blocks, terms / rules.part_terms[unit], rules.most_parts[unit]})));
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
          .rows = number(tile.rows),
          .columns = number(tile.columns),
          .step_bytes = number(step) * bits(c.format == NumberFormat::tf32 ? NumberFormat::fp32 : c.format) / 8.0,
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
                                          const TiledConstants& k, const TiledRules& rules, const Convolution& c,
                                          double sms, double rate) {
  constexpr double bytes = 2.0 * 4.0;  // written and read
  const auto pass = static_cast<std::size_t>(c.pass);
  const bool untold = choice.kernel == ConvolutionKernel::wgmma && c.pass == ConvolutionPass::weight_gradient;
  const double parts = untold ? detail::untold_parts(p.blocks, static_cast<double>(c.n * c.pixels_out()), sms,
                                                     c.format == NumberFormat::tf32, rules)
                              : parts_of(choice.split, p.blocks, p.steps, sms);
  const double each = std::ceil(p.blocks * parts / sms), lines = detail::lines_of_step(p.step_bytes, rules),
               loads = k.row_cycles[pass] * (p.rows * lines) + k.column_cycles[pass] * (p.columns * lines),
               step = std::max(k.step_cycles[pass] + loads * each, p.macs / rate * each);
  return {.cycles = (std::ceil(p.steps / parts) + k.depth[pass]) * step,
          .partials = parts > 1.0 ? bytes * parts * p.results : 0.0};
}

}  // namespace perfmodel
