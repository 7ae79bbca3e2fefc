#pragma once
/// Which of cuDNN's engines on CUDA cores runs a convolution.
#include <algorithm>
#include <perfmodel/pricing/convolution/engines.hpp>
#include <perfmodel/pricing/convolution/kernels.hpp>

namespace perfmodel {

namespace detail {
/// Does a pass take the Fourier engine where it is faster, or (`sure`) also where it is somewhat slower?
struct FourierChoice {
  bool possible, sure;
};

/// Forward passes. Small images with enough results, whose channels are few or even (fewer channels where they fit one
/// tile of 16 x 16; images of one size from fewer results on). Images of one tile of 64 x 64 with enough channels,
/// square filters only if the image fills most of the tile. Not where the smallest direct kernel is taken, and not
/// images of one row, of which a tile would be empty but for that row.
[[nodiscard]] constexpr FourierChoice forward_by_fourier(const Convolution& v, const EngineProblem& e, bool smallest,
                                                         const EngineRules& r) {
  constexpr double tile_16 = 14.0, tile_32 = 30.0, tile_64 = 62.0;  // pixels that a 3 x 3 filter leaves of a tile
  const double image = std::max(e.h, e.w), channels = std::min(e.c, e.k);
  const auto multiple = static_cast<std::int64_t>(r.even_channels);
  if (v.stride_h != 1 || v.stride_w != 1 || v.dilation_h != 1 || v.dilation_w != 1 || v.groups != 1 || v.t != 1 ||
      v.h == 1 || image < r.forward_side)
    return {false, false};
  if (smallest && (v.c != v.k || image > tile_32)) return {false, false};
  if (image <= tile_32) {
    const bool any = image <= r.any_channels_side,
               fits = any || ((v.c <= multiple || v.c % multiple == 0) && (v.k <= multiple || v.k % multiple == 0));
    const bool enough = fits && v.r == 3 && v.s == 3 && channels >= r.forward_channels_16 &&
                        (image <= tile_16 || std::max(e.c, e.k) >= r.forward_channels_32) && e.n >= r.forward_images &&
                        e.n * e.h * e.w * std::max(e.c, e.k) >=
                            (image == r.any_channels_side ? r.forward_results_any : r.forward_results);
    return {enough, enough && image == r.any_channels_side};
  }
  const bool large = image <= tile_64 && v.s >= v.r && v.taps() > 1 && channels >= r.forward_channels_64 &&
                     e.n >= r.forward_images_64 && (v.s > v.r || image >= r.forward_filled_64);
  return {large, large};
}

/// Input gradients.
[[nodiscard]] constexpr FourierChoice gradient_by_fourier(const Convolution& v, const EngineProblem& e,
                                                          const EngineRules& r) {
  constexpr double useful = 30.0;  // pixels that a 3 x 3 filter leaves of a tile of 32 x 32
  const auto multiple = static_cast<std::int64_t>(r.even_channels),
             even_filters = static_cast<std::int64_t>(r.gradient_even_filters);
  const double image = std::max(e.h, e.w), positions = std::ceil(e.h / useful) * std::ceil(e.w / useful);
  const bool square = v.r == v.s && v.r > 1 && v.stride_h == 1 && v.stride_w == 1 && v.dilation_h == 1 &&
                      v.dilation_w == 1 && v.groups == 1;
  if (!square || std::min(e.c, e.k) < r.gradient_channels) return {false, false};
  if (v.r > 3 && v.c > multiple && v.c % multiple != 0) return {false, false};  // 192 channels take columns, 512 do not
  const double least = r.gradient_least_side;
  const bool many = e.n >= r.gradient_images && e.n * e.h * e.w >= r.gradient_images * least * least;
  if (image <= r.gradient_small_side) {  // 512 channels of 14 x 14 from 40 images on
    const bool enough = v.r == 3 && image >= least && e.c >= r.gradient_wide && e.n > r.gradient_images;
    return {enough, enough};
  }
  if (e.c >= r.gradient_wide && e.k < e.c && v.r == 3) {
    const bool even = many && v.k % even_filters == 0;
    return {even, even};
  }
  if (e.k > e.c) {
    const bool few_more = e.k <= r.gradient_widening * e.c && e.c < r.gradient_large;
    return {few_more && e.n * positions >= r.gradient_positions, false};
  }
  return {true, v.r == 3 && e.c == e.k && e.c >= r.gradient_equal && positions >= r.gradient_equal_positions &&
                    e.n >= r.gradient_equal_images};
}

/// The implicit weight gradient, whose tiles are 128 filters wide, runs where they fill the card, or nearly do and
/// images are small.
[[nodiscard]] constexpr bool weight_by_index(const EngineProblem& e, const EngineRules& r) {
  const double tiles = std::ceil(e.c * e.taps / 32.0) * std::ceil(e.k / 32.0), pixels = e.p * e.q,
               width = r.indexed_columns;
  if (e.k > width && e.k / (width * std::ceil(e.k / width)) < r.indexed_filled) return false;
  return tiles >= r.indexed_tiles ||
         (tiles >= r.indexed_tiles_small && pixels <= r.indexed_small && e.pixels <= r.indexed_steps * tiles) ||
         (tiles >= r.indexed_tiles_tiny && pixels <= r.indexed_tiny);
}
}  // namespace detail

/// Core cycles by which the smallest direct kernels wait for a filter that is not in L2: a step of their loop is
/// EngineRules::cold_terms of the sums, and a block that has an SM to itself has nothing else to do.
[[nodiscard]] inline double cold_filter_cycles(const Convolution& v, ConvolutionEngine engine, const EngineTable& table,
                                               const EngineCard& card) {
  const bool forward = engine == ConvolutionEngine::forward_32x32;
  if (!forward && engine != ConvolutionEngine::gradient_32x32) return 0.0;
  const EngineProblem e = engine_problem(v);
  const EngineTile tile = tile_of(engine);
  const double blocks =
      std::ceil((forward ? e.pixels : e.n * e.h * e.w) / tile.rows) * std::ceil((forward ? e.k : e.c) / tile.columns);
  return blocks <= card.sms
             ? std::ceil((forward ? e.c : e.k) * e.taps / table.rules.cold_terms) * table.rules.cold_cycles
             : 0.0;
}

/// Forward kernels keep which taps lie inside the image in the bits of a word. Filters of more taps take the indexed
/// kernel or implicit_convolve_sgemm, which find each address anew (EngineRules::indexed_cycles).
inline constexpr double mask_bits = 32.0;

namespace detail {
/// A shape, the card and the constants: what each pass chooses among.
struct EngineChoice {
  const Convolution& v;
  const EngineTable& table;
  const EngineCard& card;
  EngineProblem e = engine_problem(v);
  bool plain_square = v.r == v.s && v.stride_h == 1 && v.stride_w == 1 && v.dilation_h == 1 && v.dilation_w == 1 &&
                      v.groups == 1 && v.t == 1;

  [[nodiscard]] EngineRun plain(ConvolutionEngine engine) const { return plain_run(engine, v, table, card); }
  [[nodiscard]] double cycles(const EngineRun& run) const { return run.cycles + run.extra_traffic / card.copied; }
  [[nodiscard]] EngineRun faster(const EngineRun& a, const EngineRun& b) const { return cycles(b) < cycles(a) ? b : a; }
  [[nodiscard]] EngineRun fourier_or(const EngineRun& direct, const FourierChoice& by_fourier) const {
    if (!by_fourier.possible) return direct;
    const EngineRun fourier = fourier_run(v, table, card);
    return cycles(fourier) <= (by_fourier.sure ? table.rules.fourier_loss : 1.0) * cycles(direct) ? fourier : direct;
  }
  [[nodiscard]] EngineRun forward() const;
  [[nodiscard]] EngineRun input_gradient() const;
  [[nodiscard]] EngineRun weight_gradient() const;
  [[nodiscard]] bool row_by_fourier() const;
};

inline EngineRun EngineChoice::forward() const {
  using enum ConvolutionEngine;
  constexpr double few_channels = 4.0;
  const EngineRules& r = table.rules;
  if (e.c <= few_channels && e.taps > r.smallest_taps) return plain(forward_32x32);
  // Long sums for many filters over many images go to the smallest tile, at half the speed of the others.
  const bool smallest = plain_square && e.n >= (v.c == v.k ? r.smallest_images : r.smallest_images_unequal) &&
                        e.c * e.taps >= r.smallest_sum && e.k >= r.smallest_filters && e.pixels >= r.smallest_pixels;
  EngineRun direct = plain(forward_32x32);
  if (e.taps > mask_bits)
    direct.cycles *= r.indexed_cycles;
  else if (!smallest)
    direct = faster(faster(plain(forward_256x64), plain(forward_128x32)), direct);
  return fourier_or(direct, forward_by_fourier(v, e, smallest, r));
}

inline EngineRun EngineChoice::input_gradient() const {
  using enum ConvolutionEngine;
  const EngineRun direct =
      v.taps() > 1 && std::min(e.c, e.k) > table.rules.columns_channels && !(plain_square && v.r == 3)
          ? plain(gradient_columns)
          : faster(plain(gradient_columns), plain(gradient_32x32));
  return fourier_or(direct, gradient_by_fourier(v, e, table.rules));
}

/// Does Fourier's engine make the weight gradient of a filter of 1 x 7?
inline bool EngineChoice::row_by_fourier() const {
  constexpr double one_tile = 26.0, large_tile = 58.0;  // pixels that the filter leaves of tiles of 32 and 64
  const EngineRules& r = table.rules;
  const double image = std::max(e.h, e.w);
  if (v.r != 1 || v.s != 7 || v.stride_w != 1 || v.groups != 1 || e.c < r.row_channels || image <= r.row_least_side ||
      image > large_tile)
    return false;
  const bool wide = std::min(e.c, e.k) >= r.row_channels_wide;
  return image <= one_tile ? wide && e.n >= r.row_many_images : wide || e.n <= r.row_few_images;
}

inline EngineRun EngineChoice::weight_gradient() const {
  using enum ConvolutionEngine;
  constexpr double tile_16 = 14.0;  // pixels that a 3 x 3 filter leaves of a tile
  const EngineRules& r = table.rules;
  if (row_by_fourier()) return fourier_weight_run(v, table, card);
  const EngineRun direct = plain(weight_by_index(e, r)                                    ? weight_indexed
                                 : v.taps() == 1 && v.memory_format == MemoryFormat::nchw ? weight_planes
                                                                                          : weight_direct);
  if (!plain_square) return direct;
  const bool enough = (e.c >= r.winograd_channels && e.k >= r.winograd_filters) ||
                      (e.c >= r.winograd_few_channels && e.k >= r.winograd_many_filters) ||
                      (e.c > r.winograd_many_filters && e.k >= r.winograd_few_filters);
  if (v.r == 3 && !enough && std::max(e.h, e.w) <= tile_16 && std::min(e.c, e.k) >= r.winograd_few_channels)
    return e.n < r.winograd_fourier_images ? winograd_weight_run(v, table, card)
                                           : fourier_weight_small_run(v, table, card);
  if (v.r == 3) return enough ? winograd_weight_run(v, table, card) : direct;
  return v.r == 5 && std::min(e.c, e.k) >= r.winograd_few_filters && std::max(e.c, e.k) >= r.winograd_channels
             ? faster(winograd_weight_run(v, table, card), direct)
             : direct;
}
}  // namespace detail

/// The engine that runs a shape, as seen on an H200 with cuDNN 9.19; where several were seen side by side, the fastest.
/// Groups run one after the other. @pre groups == 1 or not depthwise
[[nodiscard]] inline EngineRun choose_engine(const Convolution& v, const EngineTable& table, const EngineCard& card) {
  const detail::EngineChoice choice{.v = v, .table = table, .card = card};
  switch (v.pass) {
    case ConvolutionPass::forward:
      return choice.forward();
    case ConvolutionPass::input_gradient:
      return choice.input_gradient();
    case ConvolutionPass::weight_gradient:
      return choice.weight_gradient();
  }
  return {};
}

/// The run of a kernel that the library is known to choose. @pre is_simt(choice.kernel) or an FP32 kernel that lies
[[nodiscard]] inline EngineRun engine_run(const ConvolutionChoice& choice, const Convolution& v,
                                          const EngineTable& table, const EngineCard& card) {
  using enum ConvolutionEngine;
  const detail::EngineChoice run{.v = v, .table = table, .card = card};
  switch (choice.kernel) {
    case ConvolutionKernel::simt_forward: {
      const ConvolutionTile tile = convolution_tile(choice.tile);
      if (tile.rows == 0)
        return run.faster(run.faster(run.plain(forward_256x64), run.plain(forward_128x32)), run.plain(forward_32x32));
      EngineRun out = run.plain(tile.rows == 256 ? forward_256x64 : tile.rows == 128 ? forward_128x32 : forward_32x32);
      if (run.e.taps > mask_bits) out.cycles *= table.rules.indexed_cycles;
      return out;
    }
    case ConvolutionKernel::simt_columns:
      return run.plain(gradient_columns);
    case ConvolutionKernel::simt_gradient:
      return run.plain(gradient_32x32);
    case ConvolutionKernel::simt_weights:
      return run.plain(v.taps() == 1 && v.memory_format == MemoryFormat::nchw ? weight_planes : weight_direct);
    case ConvolutionKernel::simt_indexed:
      return run.plain(weight_indexed);
    case ConvolutionKernel::winograd:
      if (v.pass == ConvolutionPass::weight_gradient && v.t == 1) return winograd_weight_run(v, table, card);
      break;
    case ConvolutionKernel::fourier:
      if (v.pass != ConvolutionPass::weight_gradient) return fourier_run(v, table, card);
      return v.r == v.s ? fourier_weight_small_run(v, table, card) : fourier_weight_run(v, table, card);
    default:
      break;
  }
  return choose_engine(v, table, card);
}

}  // namespace perfmodel
