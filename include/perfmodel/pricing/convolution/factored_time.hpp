#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <perfmodel/pricing/beside_products.hpp>
#include <perfmodel/pricing/convolution/engine_choice.hpp>
#include <perfmodel/pricing/convolution/known_kernel.hpp>
#include <perfmodel/pricing/convolution/model.hpp>
#include <perfmodel/pricing/convolution/table.hpp>
#include <perfmodel/pricing/gemm/tile_choice.hpp>
#include <span>
#include <utility>
#include <vector>

namespace perfmodel {

/// The parts under the library's factors; seconds, and whether Winograd is the faster.
struct ConvolutionTime {
  double math{}, dram{}, l2{}, layout{}, total{};
  double intermediate{};  ///< bytes of transformed tiles, copies and zeros that cross the memory bus
  ConvolutionMethod method{};
  int kernels{1};
  double copies{};  ///< kernels of `layout`
};

/// Bytes that cross the memory bus when one kernel writes `bytes` and the next reads them: what has left the L2 until
/// then is read from memory.
[[nodiscard]] constexpr double intermediate_bytes(const ConvolutionParts& t, double bytes) {
  return bytes > 0.0 ? bytes * (2.0 - detail::still_cached(bytes, t.tile_cache, t.tile_fall)) : 0.0;
}

/// Seconds of a product whose tiles take `factor` times a plain product's cycles. Units that wait draw less power: the
/// clock is what the board's power leaves for the share of cycles in which they multiply.
[[nodiscard]] inline double product_seconds(const ConvolutionParts& t, const ProductCycles& product, double factor) {
  const double cycles = product.taken * factor, share = cycles > 0.0 ? std::min(1.0, product.ideal / cycles) : 0.0;
  const Activity busy{.math = share};
  const double clock = t.load == Load::sustained
                           ? sustained_clock(t.power, busy)
                           : burst_clock(t.power, busy, t.repetitions * cycles / t.power.clock_max);
  return cycles / clock;
}

/// The kernels of one copy; `copied`: bytes a second of a long copy, `issued`: SMs x clock.
[[nodiscard]] inline double copy_seconds(const LayoutCopy& copy, const LayoutCopyConstants& c, double copied,
                                         double issued) {
  constexpr int doublings = 2;
  return static_cast<double>(copy.kernels) * c.seconds +
         overlap(in(copy.traffic, byte) / (copied * c.share), copy.elements * c.cycles / issued, doublings);
}

/// Copies around the product, and what passes before each of them starts.
[[nodiscard]] inline double layout_seconds(const ConvolutionParts& t, const ConvolutionTable& table) {
  double sum = t.layout.kernels() * t.gap;
  for (std::size_t i = 0; i < t.layout.count; ++i) {
    const LayoutCopy& copy = t.layout.copies[i];
    sum += copy_seconds(copy, table.copies[static_cast<std::size_t>(copy.kind)], t.copied, t.issued);
  }
  return sum;
}

/// On CUDA cores by the library's own engines.
[[nodiscard]] inline ConvolutionTime engine_time(const ConvolutionParts& t, const ConvolutionTable& table) {
  const EngineRun run =
      t.choice ? engine_run(*t.choice, t.shape, table.engines, t.card) : choose_engine(t.shape, table.engines, t.card);
  const double groups = static_cast<double>(t.shape.groups);
  ConvolutionTime out{.dram = t.once * std::max(1.0, t.card.copied / (t.card.sms * table.engine_load_bytes)),
                      .method = t.method};
  out.math = product_seconds(
      t,
      {.taken = groups * (run.cycles + (t.cold ? cold_filter_cycles(t.shape, run.engine, table.engines, t.card) : 0.0)),
       .ideal = t.ideal},
      1.0);
  if (changes_layout(run, t.shape.memory_format))
    out.layout = 2.0 * t.once / table.engine_layout_share + 2.0 * table.engine_seconds;
  constexpr int doublings = 2;
  const double launches = run.kernels * (groups > 1.0 ? table.engines.shares.overlapping * groups : 1.0);
  const double tiles = groups * run.extra_traffic / (t.card.copied * t.power.clock_max) / table.engine_tiles_share;
  out.intermediate = intermediate_bytes(t, 0.5 * groups * run.extra_traffic);
  if (changes_layout(run, t.shape.memory_format)) out.intermediate += intermediate_bytes(t, in(traffic(t.shape), byte));
  constexpr int copies = 2;
  out.kernels = static_cast<int>(groups) * run.kernels + (changes_layout(run, t.shape.memory_format) ? copies : 0);
  out.total = overlap(out.math, out.dram, doublings) + tiles + out.layout + t.launch + launches * table.engine_seconds;
  out.dram += tiles;
  return out;
}

/// Constants of a kernel whose tile is known. @pre t.tiled
[[nodiscard]] constexpr const TiledConstants& tiled_constants(const ConvolutionParts& t,
                                                              const ConvolutionTable& table) {
  return table.tiled[static_cast<std::size_t>(t.choice->kernel) - first_tiled_kernel][t.unit == 2 ? 1 : 0];
}

/// What a product takes besides, in one kernel.
[[nodiscard]] constexpr double set_up_seconds(const ConvolutionParts& t, const ConvolutionTable& table) {
  return t.tiled ? tiled_constants(t, table).seconds[t.pass] : table.fixed_seconds[t.unit][t.pass];
}

/// By a tensor-core kernel whose tile is known.
[[nodiscard]] inline ConvolutionTime tiled_convolution_time(const ConvolutionParts& t, const ConvolutionTable& table) {
  constexpr int doublings = 2;
  const TiledConstants& k = tiled_constants(t, table);
  const TiledTime tiled =
      tiled_time(tiled_problem(t.shape, *t.choice), *t.choice, k, table.tiled_rules, t.shape, t.card.sms, t.card.lanes);
  ConvolutionTime out{.dram = k.passes[t.pass] * t.once,
                      .layout = layout_seconds(t, table),
                      .method = t.method,
                      .kernels = 1 + t.layout.kernels(),
                      .copies = static_cast<double>(t.layout.kernels())};
  out.math = product_seconds(t, {.taken = tiled.cycles, .ideal = t.ideal}, 1.0);
  const double sums = k.partials[t.pass] * tiled.partials / t.copied;
  out.total = overlap(out.math, out.dram, doublings) + sums + out.layout + t.launch + k.seconds[t.pass];
  out.dram += sums;
  return out;
}

namespace detail {
/// Is it a forward kernel of 16-bit NHWC images whose threads load each row anew?  @pre a depthwise convolution
[[nodiscard]] constexpr bool lacks_rows(const ConvolutionParts& t) {
  constexpr auto forward = static_cast<std::size_t>(ConvolutionPass::forward);
  return t.width > 0 && t.nhwc == 1 && t.pass == forward && !shares_rows(t.shape);
}
}  // namespace detail

/// The table's factor at the rate of a card's tensor cores: a convolution finds its operands and steps over taps that
/// are not there beside its product's multiplications.
[[nodiscard]] constexpr double factor_of(const ConvolutionParts& t, const ConvolutionTable& table,
                                         ConvolutionMethod method) {
  const double factor = table.factor[t.unit][static_cast<std::size_t>(method)][t.pass];
  if (t.unit == 0 || factor <= 1.0) return factor;
  return factor_at_rate(factor, std::min(1.0, t.card.lanes / table.factor_rate[t.unit - 1]));
}

/// Seconds that a kernel of the convolution's own method multiplies, without those of transformed tiles.
[[nodiscard]] inline double own_math_seconds(const ConvolutionParts& t, const ConvolutionTable& table) {
  if (t.method == ConvolutionMethod::depthwise)
    return t.results * (t.taps + table.taps_beside[t.nhwc][t.pass]) * table.tap_cycles[t.width][t.nhwc][t.pass] *
               (detail::lacks_rows(t) ? table.unshared_rows : 1.0) +
           t.blocks;
  if (t.method == ConvolutionMethod::pointwise) return t.pointwise * factor_of(t, table, t.method);
  return product_seconds(t, t.product,
                         factor_of(t, table, t.unit == 0 ? ConvolutionMethod::implicit : t.method) *
                             (t.first_layer ? table.first_layer : 1.0)) +
         t.blocks;
}

/// One group's, or all groups' at once.
[[nodiscard]] inline ConvolutionTime one_convolution_time(const ConvolutionParts& t, const ConvolutionTable& table) {
  if (t.tiled) return tiled_convolution_time(t, table);
  if (t.unit == 0 && table.has_engines() && t.method != ConvolutionMethod::depthwise &&
      t.shape.format == NumberFormat::fp32)
    return engine_time(t, table);
  ConvolutionTime out{
      .dram = t.dram / (t.method == ConvolutionMethod::depthwise ? table.depthwise_dram_share : table.dram_share),
      .l2 = t.l2 * table.l2_factor,
      .method = t.method};
  constexpr int doublings = 2;
  out.layout = layout_seconds(t, table) + t.zeros;
  out.copies = t.layout.kernels();
  const auto factor = [&](ConvolutionMethod m) { return factor_of(t, table, m); };
  out.math = own_math_seconds(t, table);
  double body = overlap(out.math, out.dram, out.l2, doublings);
  const auto consider = [&](ConvolutionMethod method, const ProductCycles& product, double dram, double tiles) {
    if (!(product.taken > 0.0)) return;
    // One fused kernel, or a chain of transforms and products. A block that is alone on its SM loads, multiplies and
    // stores in turn.
    const bool fused = method == ConvolutionMethod::winograd;
    const double math = product_seconds(t, product, factor(method) * (fused && t.lone_block ? table.lone_block : 1.0));
    const double other = math + dram + t.filters * table.filter_cycles[fused ? 0 : 1];
    if (other < body) body = other, out.math = math, out.dram = dram, out.intermediate = tiles, out.method = method;
  };
  const bool lying = t.planes > 0.0 && t.planes * factor(t.method) < table.worth_copying * (body + out.layout);
  if (lying) out.math = body = t.planes * factor(t.method), out.layout = out.copies = 0.0;
  out.kernels = 1 + (lying ? 0 : t.layout.kernels()) + (t.shape.pass == ConvolutionPass::weight_gradient ? 1 : 0);
  consider(ConvolutionMethod::winograd, t.winograd_product, out.dram, intermediate_bytes(t, t.filter_tiles));
  consider(ConvolutionMethod::winograd_large, t.large_product, (t.dram + t.large_dram) / table.dram_share,
           intermediate_bytes(t, t.tiles));
  const double fixed = t.method == ConvolutionMethod::pointwise ? 0.0
                       : t.one_kernel                           ? table.depthwise_seconds
                                                                : table.fixed_seconds[t.unit][t.pass];
  out.total = body + out.layout + t.launch + fixed;
  return out;
}

/// Kernels on the images as they lie.
[[nodiscard]] inline ConvolutionTime as_they_lie_time(const ConvolutionParts& t, const ConvolutionTable& table) {
  const LyingTime lying = lying_time(t.shape, t.route, table.lying, t.issued, t.clock, t.copied);
  return {.math = std::hypot(lying.math, lying.chain),
          .dram = lying.dram,
          .total = lying.total() + t.launch,
          .method = t.method,
          .kernels = group_by_group(t.route) ? static_cast<int>(t.shape.groups) : 1};
}

[[nodiscard]] inline ConvolutionTime convolution_time(const ConvolutionParts& t, const ConvolutionTable& table) {
  if (lies(t.route)) return as_they_lie_time(t, table);
  ConvolutionTime out = one_convolution_time(t, table);
  if (t.repeated > 1.0) {
    for (double* part : {&out.math, &out.dram, &out.l2, &out.layout, &out.total, &out.intermediate, &out.copies})
      *part *= t.repeated;
    out.kernels *= static_cast<int>(t.repeated);
  }
  return out;
}

/// A convolution and its time.
struct PricedConvolution {
  ConvolutionParts parts{};
  ConvolutionTime time{};
};

/// What of a price is expected: all of its parts are scaled.
[[nodiscard]] constexpr ConvolutionTime with_total(ConvolutionTime t, double total) {
  const double scale = total / t.total;
  for (double* part : {&t.math, &t.dram, &t.l2, &t.layout, &t.total}) *part *= scale;
  return t;
}

/// The kernels that the library was seen to choose for convolutions like this one: the mean of their times by how often
/// each was chosen, with the parts of the commonest. A library does not take a kernel far slower than another that it
/// knows for them: those count for nothing, as for matrix products (pricing/gemm/tile_choice.hpp).
[[nodiscard]] inline PricedConvolution priced_convolution(const Convolution& c, const GemmModels& gemm,
                                                          const StreamingModel& streaming,
                                                          const ConvolutionTable& table) {
  const auto priced = [&](ConvolutionParts parts) {
    const ConvolutionTime time = convolution_time(parts, table);
    return PricedConvolution{.parts = std::move(parts), .time = time};
  };
  detail::GuessedParts guesses(gemm, streaming, table.blocks);
  PricedConvolution named = priced(convolution_parts(c, gemm, streaming, table.blocks, table.trees, guesses));
  const std::span<const ChoiceNode> kernels = kernels_of(c, table.trees, streaming.sms);
  if (!named.parts.choice || runs_in_framework(c) || kernels.size() < 2) return named;
  std::vector<PricedConvolution> all;
  all.reserve(kernels.size());
  all.push_back(std::move(named));
  double fastest = all.front().time.total > 0.0 ? all.front().time.total : std::numeric_limits<double>::infinity();
  for (const ChoiceNode& rival : kernels.subspan(1)) {
    all.push_back(priced(detail::chosen_parts(c, convolution_choice_of(rival.candidate), gemm, streaming, guesses)));
    fastest = std::min(fastest, all.back().time.total);
  }
  const double implausible_loss = gemm.models.front()->shared.trust.implausible_loss;
  double sum = 0.0, shares = 0.0;
  std::size_t commonest = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!(all[i].time.total <= implausible_loss * fastest)) continue;
    if (!(shares > 0.0)) commonest = i;
    shares += kernels[i].share, sum += kernels[i].share * all[i].time.total;
  }
  PricedConvolution out = std::move(all[commonest]);
  if (shares > 0.0) out.time = with_total(out.time, sum / shares);
  return out;
}

}  // namespace perfmodel
