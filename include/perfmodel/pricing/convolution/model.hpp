#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/engines.hpp>
#include <perfmodel/pricing/convolution/layout.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <perfmodel/pricing/convolution/table.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/streaming/time.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// A product's tiles on the math units: clock cycles that they take, and those that its multiply-accumulates alone
/// would.
struct ProductCycles {
  double taken{}, ideal{};
};

/// What a convolution's time is made of, before the table's factors. Seconds, unless a name says otherwise.
struct ConvolutionParts {
  ConvolutionMethod method{};
  std::size_t unit{};  ///< of convolution_unit()
  std::size_t pass{};
  ProductCycles product{};           ///< tiles of the product: math, prologue, epilogue, split-K
  ProductCycles winograd_product{};  ///< of Winograd's product with 2 x 2 tiles; 0: it is not possible
  ProductCycles large_product{};     ///< with 4 x 4 tiles;
  double tiles{};                    ///< their bytes, and
  double large_dram{};               ///< the time of writing and reading them
  double filter_tiles{};             ///< bytes of the filter's 4 x 4 tiles, which the fused kernel reads
  double filters{};     ///< channels x filters / (SMs x clock): what the kernel before Winograd's products transforms
  double tile_cache{};  ///< bytes of L2 in which the next kernel finds them
  double l2{}, dram{};  ///< dram at the bandwidth of a long copy; 0 where `pointwise` has it
  double once{};        ///< image, filter and result at that bandwidth
  double results{};     ///< depthwise: results / (SMs x clock), and
  double taps{};        ///< the filter's taps
  double blocks{};      ///< seconds of starting and ending thread blocks, where there are very many
  LayoutChanges layout{};  ///< copies around the product
  double copied{};         ///< bytes a second of a long copy
  double issued{};         ///< SMs x clock
  double gap{};            ///< between one kernel's end and the next one's start
  double zeros{};          ///< input gradient that no filter tap reaches, written before the product
  double launch{};
  double pointwise{};  ///< a plain product's own time without its launch
  double planes{};     ///< likewise, of products over badly aligned planes, which need no other layout; 0: not possible
  PowerModel power{};
  Load load{};
  double repetitions{};         ///< back to back before it is timed, like GemmModel's
  std::size_t width{}, nhwc{};  ///< indices of tap_cycles
  bool first_layer{};
  bool plane_results{};  ///< written as NCHW at once
  bool lone_block{};     ///< of the fused Winograd kernel
  bool one_kernel{};     ///< without set-up
  Convolution shape{};
  EngineCard card{};
  bool cold{};     ///< the filter has left L2 since its last use
  double ideal{};  ///< cycles that the multiply-accumulates alone would take
};

/// Results of a depthwise convolution over SMs x clock, for lanes as on the cards that the constants come from. The
/// weight gradient of NCHW images has a block for each number of the filter: the busiest SM counts.
[[nodiscard]] inline double depthwise_results(const Convolution& c, const StreamingModel& streaming) {
  const bool to_input = c.pass == ConvolutionPass::input_gradient;
  const double results = static_cast<double>(c.n) * static_cast<double>(to_input ? c.c : c.k) *
                         static_cast<double>(to_input ? c.h : c.p()) * static_cast<double>(to_input ? c.w : c.q());
  double busiest = 1.0;
  if (c.pass == ConvolutionPass::weight_gradient && c.memory_format == MemoryFormat::nchw) {
    const double blocks_per_sm = static_cast<double>(c.k * c.r * c.s) / streaming.sms;
    busiest = std::ceil(blocks_per_sm) / blocks_per_sm;
  }
  return results * busiest * streaming.issue_scale / (streaming.sms * streaming.clock);
}

/// Does PyTorch run its own kernel where cuDNN has one for FP16 over NCHW? The library's are for filters up to 5 x 5;
/// with a stride only on small images, and not for the input gradient (conv2d_c1_k1_nchw_shmem_tiling in
/// pytorch_small_convolutions.csv).
[[nodiscard]] constexpr bool framework_depthwise(const Convolution& c) {
  constexpr std::int64_t largest_filter = 5, small_image = 16;
  if (c.r > largest_filter || c.s > largest_filter) return true;
  return c.stride_h > 1 && (c.h > small_image || c.pass == ConvolutionPass::input_gradient);
}

/// Weight gradients of NHWC images that another kernel than the tiled one runs: 32-bit filters above 5 x 5, or channels
/// that no 16-byte load takes (wgrad2d_grouped_direct_kernel): a block walks over all images of a channel.
[[nodiscard]] constexpr bool walks_over_images(const Convolution& c) {
  constexpr std::int64_t largest_filter = 5, loaded = 4;
  return bits(c.format) >= 32 && c.memory_format == MemoryFormat::nhwc && c.pass == ConvolutionPass::weight_gradient &&
         (c.r > largest_filter || c.s > largest_filter || c.k % loaded != 0);
}

/// Seconds beside loads and products of a depthwise weight gradient. NCHW: PyTorch's kernel has a block for each number
/// of the filter: 800 cycles at 392 results, 1,200 at 1,568. NHWC: 1.6 cycles of an SM for each tap of each result
/// where a block walks over all images, three tenths off over 25 shapes; the tiled kernels' blocks
/// (sm90_xmma_depthwise_convolution_wgrad_tiling; BF16 has none) are few and end with sums over all SMs, which take
/// longer for larger filters and with a stride. Kernel times in
/// data/raw/h200-sxm/pytorch_small_convolutions.csv.
[[nodiscard]] inline double depthwise_block_seconds(const Convolution& c, std::size_t width,
                                                    const StreamingModel& streaming) {
  constexpr double block_cycles = 660.0, walked_cycles = 1.6, sum_seconds = 12e-6, strided_seconds = 42e-6,
                   large_seconds = 65e-6, large_half_seconds = 30e-6;
  constexpr std::int64_t small_filter = 3, many_images = 32, large_image = 56;
  if (c.pass != ConvolutionPass::weight_gradient) return 0.0;
  if (c.memory_format == MemoryFormat::nchw)
    return width < 2 ? block_cycles * static_cast<double>(c.k * c.r * c.s) / (streaming.sms * streaming.clock) : 0.0;
  const double channels_per_sm = std::ceil(static_cast<double>(c.k) / streaming.sms);
  if (walks_over_images(c))
    return walked_cycles * channels_per_sm * static_cast<double>(c.n * c.p() * c.q()) * static_cast<double>(c.r * c.s) /
           streaming.clock;
  const bool tiled = bits(c.format) >= 32 || (c.format == NumberFormat::fp16 && std::max(c.r, c.s) <= 5 &&
                                              (c.n >= many_images || c.h >= large_image));
  if (!tiled) return 0.0;
  if (std::max(c.r, c.s) > small_filter) return bits(c.format) >= 32 ? large_seconds : large_half_seconds;
  return c.stride_h > 1 ? strided_seconds : sum_seconds;
}

/// Seconds of a weight gradient of few channels a group (detail::few_channels_a_group()).
[[nodiscard]] inline double few_channels_a_group_seconds(const Convolution& c, const StreamingModel& streaming) {
  constexpr double walked_cycles = 8.0, direct_rate = 13.4, tile = 64.0;
  if (c.memory_format == MemoryFormat::nchw) return in(work(c), mac) / (direct_rate * streaming.sms * streaming.clock);
  const double blocks = std::ceil(static_cast<double>(c.k) / tile) * static_cast<double>(c.r * c.s);
  return std::ceil(blocks / streaming.sms) * walked_cycles * static_cast<double>(c.n * c.p() * c.q()) / streaming.clock;
}

/// Cycles of the busiest SM in a weight gradient whose groups share tiles of 64 x 64, split along K until one wave is
/// full (the plain product's tile and split would be chosen for a traffic that a convolution does not have).
[[nodiscard]] inline double packed_weight_cycles(const Gemm& g, double rate, double sms) {
  constexpr double side = 64.0, ends = 600.0;  // ends: of a block, in steps of its main loop
  const double blocks = std::ceil(static_cast<double>(g.m) / side) * std::ceil(static_cast<double>(g.n) / side),
               k = static_cast<double>(g.k);
  const double splits = std::clamp(std::floor(sms / blocks), 1.0, std::max(1.0, k / side));
  return std::ceil(blocks * splits / sms) * side * side * (k / splits + ends) / rate;
}

/// How much later the next kernel starts in a stream than in a graph.
[[nodiscard]] constexpr double stream_gap(const StreamingModel& streaming) {
  return streaming.table.launch_seconds - streaming.table.graph_launch_seconds;
}

/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] inline ConvolutionParts convolution_parts(const Convolution& asked, const GemmModels& gemm,
                                                        const StreamingModel& streaming) {
  detail::check(asked);
  Convolution c = asked;
  if (runs_on_cuda_cores(c)) c.format = NumberFormat::fp32;
  ConvolutionParts t{.method = detail::method_of(c),
                     .unit = convolution_unit(c.format),
                     .pass = static_cast<std::size_t>(c.pass),
                     .width = bits(c.format) >= 32             ? std::size_t{0}
                              : c.format == NumberFormat::bf16 ? std::size_t{1}
                                                               : std::size_t{2},
                     .nhwc = c.memory_format == MemoryFormat::nhwc ? std::size_t{1} : std::size_t{0},
                     .shape = c};
  const double copy = streaming.copy_bandwidth();
  t.dram = t.once = in(traffic(c), byte) / copy;
  t.launch = streaming.table.launch_seconds;
  if (t.method == ConvolutionMethod::depthwise) {
    t.results = depthwise_results(c, streaming);
    t.taps = static_cast<double>(c.r * c.s);
    t.one_kernel = true;
    if (c.format == NumberFormat::fp16 && c.memory_format == MemoryFormat::nchw && framework_depthwise(c)) t.width = 1;
    t.blocks = depthwise_block_seconds(c, t.width, streaming);
    if (walks_over_images(c)) t.results = 0.0;
    return t;
  }
  const GemmModel& model = gemm.models[static_cast<std::size_t>(detail::rule_for(implicit_gemm(c), gemm).family)];
  const Gemm product = implicit_gemm(c);
  // A plain product is the GEMM library's to choose; the convolution library has tiles of its own, which are thought to
  // fit.
  const GemmPrediction plain =
      t.method == ConvolutionMethod::pointwise ? predict(product, gemm) : predict_best(product, model);
  t.power = model.power[index(c.format)];
  t.load = model.load;
  t.repetitions = model.repetitions;
  t.card = {.sms = model.sms, .lanes = model.rate[index(c.format)], .copied = copy / t.power.clock_max};
  t.ideal = in(work(c), mac) / (t.card.lanes * t.card.sms);
  // Of 128 lanes on Ampere and Ada, which issue nothing beside them, as many multiply as in cuDNN 9's largest tile
  // (convolution_engines.hpp).
  constexpr double most_lanes = 0.69 * 128.0;
  const CudaCores generation = gemm.architecture->cuda_cores;
  const double multiplying = generation < CudaCores::ampere ? t.card.lanes : std::min(t.card.lanes, most_lanes);
  const auto cycles = [&](const Gemm& g, const GemmPrediction& p) {
    return ProductCycles{.taken = in(p.math + p.latency, second) * in(p.clock, cycle / second),
                         .ideal = in(work(g), mac) / (model.rate[index(c.format)] * model.sms)};
  };
  t.one_kernel = runs_as_it_lies(c) || gathers_channels(c);
  t.launch = in(plain.launch, second);
  t.product = cycles(product, plain);
  if (t.unit == 0 && c.pass != ConvolutionPass::weight_gradient)
    t.product.taken = direct_cycles(product, model.sms, multiplying);
  if (t.method == ConvolutionMethod::few_channels && t.unit > 0 && c.pass != ConvolutionPass::input_gradient) {
    t.product.taken = few_channel_cycles(c) / streaming.sms;
    t.first_layer = gemm.architecture->tensor == TensorInstruction::wgmma && is_first_layer(c);
  }
  if (detail::few_channels_a_group(c))
    t.product.taken = 0.0, t.blocks = few_channels_a_group_seconds(c, streaming), t.one_kernel = true;
  t.l2 = in(plain.l2, second);
  if (detail::groups_on_tensor_cores(c)) {
    t.l2 /= static_cast<double>(c.r * c.s);  // all taps of a tile's channels come from one load
    if (c.pass == ConvolutionPass::weight_gradient && t.product.taken > 0.0)
      t.product.taken = packed_weight_cycles(product, model.rate[index(c.format)], model.sms);
  }
  t.tile_cache = streaming.table.l2_capacity * streaming.l2_bytes;
  t.cold = in(c.between, byte) > t.tile_cache;
  if (detail::winograd_possible(c)) {
    constexpr double small_tile = 16.0;
    t.filter_tiles =
        small_tile * static_cast<double>(c.c) * static_cast<double>(c.k) * in(element_size(c.format), byte);
    // The weight gradient's last transform makes the filter; no row of an older card shows what that costs.
    if (c.pass != ConvolutionPass::weight_gradient)
      t.filters = static_cast<double>(c.c) * static_cast<double>(c.k) / (streaming.sms * streaming.clock);
    const Gemm large = winograd_gemm(c, 4);
    constexpr double saved = 2.25;                   // multiplications
    t.lone_block = generation == CudaCores::turing;  // 64 KiB of shared memory an SM, Volta 96: CUDA C++ Programming
                                                     // Guide, "Technical Specifications per Compute Capability"
    if (c.pass != ConvolutionPass::weight_gradient)
      t.winograd_product = {.taken = fused_winograd_cycles(c, model.sms, multiplying, generation >= CudaCores::volta),
                            .ideal = t.ideal / saved};
    t.large_product = cycles(large, predict(large, gemm));
    t.tiles = in(traffic(large), byte);
    t.large_dram = 2.0 * t.tiles / copy;  // transformed tiles are written and read
  }
  t.layout = layout_changes(c);
  t.plane_results = t.method == ConvolutionMethod::implicit && detail::writes_planes(c);
  t.copied = copy, t.issued = streaming.sms * streaming.clock, t.gap = streaming.table.launch_seconds;
  if (c.pass == ConvolutionPass::input_gradient && (c.r < c.stride_h || c.s < c.stride_w))
    t.zeros = static_cast<double>(c.n * c.c) * static_cast<double>(c.h * c.w) * in(element_size(c.format), byte) / copy;
  if (t.method != ConvolutionMethod::pointwise) return t;
  t.pointwise = in(plain.total - plain.launch, second), t.dram = 0.0, t.l2 = 0.0;
  if (t.unit == 0) return t;
  // a product's time is that between two in a graph; kernels of a stream follow each other later
  t.launch += stream_gap(streaming);
  if (t.layout.count > 0 && c.memory_format == MemoryFormat::nchw && c.pass != ConvolutionPass::weight_gradient) {
    const GemmPrediction lying = predict(plane_product(c), gemm);
    t.planes = in(lying.total - lying.launch, second);
  }
  return t;
}

/// The parts under the library's factors; seconds, and whether Winograd is the faster.
struct ConvolutionTime {
  double math{}, dram{}, l2{}, layout{}, total{};
  double intermediate{};  ///< bytes of transformed tiles, copies and zeros that cross the memory bus
  ConvolutionMethod method{};
  int kernels{1};
};

/// Bytes that cross the memory bus when one kernel writes `bytes` and the next reads them: what has left the L2 until
/// then is read from memory.
[[nodiscard]] constexpr double intermediate_bytes(const ConvolutionParts& t, double bytes) {
  return bytes > 0.0 ? bytes * (2.0 - detail::still_cached(bytes, t.tile_cache)) : 0.0;
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
  const EngineRun run = choose_engine(t.shape, table.engines, t.card);
  const double groups = static_cast<double>(t.shape.groups);
  ConvolutionTime out{.dram = t.once * std::max(1.0, t.card.copied / (t.card.sms * table.engine_load_bytes)),
                      .method = t.method};
  out.math = product_seconds(
      t,
      {.taken = groups * (run.cycles + (t.cold ? cold_filter_cycles(t.shape, run.engine, t.card) : 0.0)),
       .ideal = t.ideal},
      1.0);
  if (changes_layout(run, t.shape.memory_format))
    out.layout = 2.0 * t.once / table.engine_layout_share + 2.0 * table.engine_seconds;
  constexpr int doublings = 2;
  constexpr double overlapping = 0.5;  // groups run in two streams
  const double launches = run.kernels * (groups > 1.0 ? overlapping * groups : 1.0);
  const double tiles = groups * run.extra_traffic / (t.card.copied * t.power.clock_max) / table.engine_tiles_share;
  out.intermediate = intermediate_bytes(t, 0.5 * groups * run.extra_traffic);
  if (changes_layout(run, t.shape.memory_format)) out.intermediate += intermediate_bytes(t, in(traffic(t.shape), byte));
  constexpr int copies = 2;
  out.kernels = static_cast<int>(groups) * run.kernels + (changes_layout(run, t.shape.memory_format) ? copies : 0);
  out.total = overlap(out.math, out.dram, doublings) + tiles + out.layout + t.launch + launches * table.engine_seconds;
  out.dram += tiles;
  return out;
}

[[nodiscard]] inline ConvolutionTime convolution_time(const ConvolutionParts& t, const ConvolutionTable& table) {
  if (t.unit == 0 && table.has_engines() && t.method != ConvolutionMethod::depthwise &&
      t.shape.format == NumberFormat::fp32)
    return engine_time(t, table);
  ConvolutionTime out{
      .dram = t.dram / (t.method == ConvolutionMethod::depthwise ? table.depthwise_dram_share : table.dram_share),
      .l2 = t.l2 * table.l2_factor,
      .method = t.method};
  constexpr int doublings = 2;
  out.layout = layout_seconds(t, table) + t.zeros;
  const auto factor = [&](ConvolutionMethod m) { return table.factor[t.unit][static_cast<std::size_t>(m)][t.pass]; };
  if (t.method == ConvolutionMethod::depthwise)
    out.math =
        t.results * (t.taps + table.taps_beside[t.nhwc][t.pass]) * table.tap_cycles[t.width][t.nhwc][t.pass] + t.blocks;
  else if (t.method == ConvolutionMethod::pointwise)
    out.math = t.pointwise * factor(t.method);
  else
    out.math =
        product_seconds(t, t.product,
                        factor(t.unit == 0 ? ConvolutionMethod::implicit : t.method) *
                            (t.first_layer ? table.first_layer : 1.0) * (t.plane_results ? table.plane_results : 1.0)) +
        t.blocks;
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
  constexpr double worth_copying = 1.3;  // a library takes copies where they gain clearly
  const bool lying = t.planes > 0.0 && t.planes * factor(t.method) < worth_copying * (body + out.layout);
  if (lying) out.math = body = t.planes * factor(t.method), out.layout = 0.0;
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

}  // namespace perfmodel
