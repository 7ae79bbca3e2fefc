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
  ByPass seconds{};      ///< of a kernel with next to no work
  ByPass step_cycles{};  ///< least cycles of a step of the main loop: loads that nothing hides
  ByPass slowness{};     ///< cycles of a step over those of its multiply-accumulates at the peak rate
  ByPass resident{};     ///< thread blocks of an SM that wait at the same time
  ByPass depth{};        ///< start and end of a block, in steps
  ByPass passes{};       ///< over image, filter and result, at a long copy's bandwidth
  ByPass partials{};     ///< over partial sums, FP32, written and read
};
/// by kernel from first_tiled_kernel on, and 16 bits / TF32
using TiledTable = std::array<std::array<TiledConstants, 2>, tiled_kernel_count>;

/// A convolution as thread blocks.
struct TiledProblem {
  double blocks{};   ///< without a split of the sums
  double steps{};    ///< of each block's main loop
  double macs{};     ///< of a step, zeros included
  double results{};  ///< of the product
};

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
  const bool phases = choice.kernel == ConvolutionKernel::phased || choice.kernel == ConvolutionKernel::analytic ||
                      choice.kernel == ConvolutionKernel::wgmma_indexed;
  double rows = 0.0, columns = 0.0, steps = 0.0;
  const auto number = [](std::int64_t n) { return static_cast<double>(n); };
  switch (c.pass) {
    case ConvolutionPass::forward:
      rows = number(c.n * c.pixels_out()), columns = number(filters), steps = steps_of(channels);
      break;
    case ConvolutionPass::input_gradient:
      rows = number(c.n * c.pixels_in()), columns = number(channels), steps = steps_of(filters);
      if (phases) steps = std::max(1.0, steps / number(c.stride_d * c.stride_h * c.stride_w));
      break;
    case ConvolutionPass::weight_gradient:
      rows = number(filters), columns = number(channels * taps), steps = number(ceil_div(c.n * c.pixels_out(), step));
      break;
  }
  return {.blocks = round_up(rows / tile.rows) * round_up(columns / tile.columns) * number(batch),
          .steps = steps,
          .macs = number(tile.rows) * tile.columns * tile.step,
          .results = rows * columns * number(batch)};
}

/// Cycles and seconds of one kernel.
struct TiledTime {
  double cycles{};    ///< of the busiest SM
  double partials{};  ///< bytes of partial sums
};
/// @param rate  multiply-accumulates of an SM per clock, at most
[[nodiscard]] inline TiledTime tiled_time(const TiledProblem& p, const ConvolutionChoice& choice,
                                          const TiledConstants& k, std::size_t pass, double sms, double rate) {
  constexpr double bytes = 2.0 * 4.0;  // written and read
  const double parts = parts_of(choice.split, p.blocks, p.steps, sms), each = std::ceil(p.blocks * parts / sms),
               waits = k.step_cycles[pass] * std::ceil(each / std::max(1.0, k.resident[pass])),
               works = k.slowness[pass] * p.macs / rate * each;
  return {.cycles = (std::ceil(p.steps / parts) + k.depth[pass]) * std::max(waits, works),
          .partials = parts > 1.0 ? bytes * parts * p.results : 0.0};
}

}  // namespace perfmodel
