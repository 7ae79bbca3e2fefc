#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/engines.hpp>
#include <perfmodel/pricing/convolution/grouped.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <perfmodel/pricing/convolution/layout.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <perfmodel/pricing/convolution/table.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/streaming/time.hpp>
#include <span>
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
  double tile_fall{};   ///< StreamingTable::cache_fall
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
  bool lone_block{};  ///< of the fused Winograd kernel
  bool one_kernel{};  ///< without set-up
  bool cold{};        ///< the filter has left L2 since its last use
  ConvolutionRoute route{};
  std::optional<ConvolutionChoice> choice{};  ///< of the library, where it was asked
  bool tiled{};                               ///< priced by the tile of `choice`
  Convolution shape{};
  double repeated{1.0};  ///< groups that follow each other, each as the parts say
  double clock{};        ///< as_they_lie
  EngineCard card{};
  double ideal{};  ///< cycles that the multiply-accumulates alone would take
};

/// How much later the next kernel starts in a stream than in a graph.
[[nodiscard]] constexpr double stream_gap(const StreamingModel& streaming) {
  return streaming.table.launch_seconds - streaming.table.graph_launch_seconds;
}

namespace detail {
/// A convolution whose groups have one channel each: kernels that are no products.
inline void set_depthwise_parts(ConvolutionParts& t, const Convolution& c, const StreamingModel& streaming) {
  t.results = depthwise_results(c, streaming);
  t.taps = static_cast<double>(c.taps());
  t.one_kernel = true;
  if (c.format == NumberFormat::fp16 && c.memory_format == MemoryFormat::nchw && framework_depthwise(c)) t.width = 1;
  t.blocks = depthwise_block_seconds(c, t.width, streaming);
  if (walks_over_images(c)) t.results = 0.0;
  if (runs_in_framework(c) && c.pass == ConvolutionPass::forward && (c.r == 1) != (c.s == 1)) {
    const WalkConstants& w = streaming.table.walks;
    t.blocks = t.results * (w.strip_result + w.strip_tap * t.taps);
    t.results = 0.0;
  }
}

/// What the parts of a convolution by products are computed from.
struct ProductPricing {
  const Convolution& c;
  const GemmModels& gemm;
  const GemmModel& model;
  const StreamingModel& streaming;
  const ConvolutionBlocks& blocks;
  double multiplying{};  ///< lanes

  [[nodiscard]] ProductCycles cycles(const Gemm& g, const GemmPrediction& p) const {
    return {.taken = in(p.math + p.latency, second) * in(p.clock, cycle / second),
            .ideal = in(work(g), mac) / (model.rate[index(c.format)] * model.sms)};
  }
};

/// The product that the convolution is, and its tiles' loads from L2.
inline void set_product_parts(ConvolutionParts& t, const ProductPricing& q, const Gemm& product,
                              const GemmPrediction& plain) {
  const Convolution& c = q.c;
  t.one_kernel = runs_as_it_lies(c) || gathers_channels(c);
  t.launch = in(plain.launch, second);
  t.product = q.cycles(product, plain);
  if (t.unit == 0 && c.pass != ConvolutionPass::weight_gradient)
    t.product.taken = direct_cycles(product, q.model.sms, q.multiplying, q.blocks.direct_ends);
  if (t.method == ConvolutionMethod::few_channels && t.unit > 0 && c.pass != ConvolutionPass::input_gradient) {
    t.product.taken = few_channel_cycles(c, q.blocks) / q.streaming.sms;
    t.first_layer = q.gemm.architecture->tensor >= TensorInstruction::mma_m16n8k16 && is_first_layer(c);
  }
  if (few_channels_a_group(c))
    t.product.taken = 0.0, t.blocks = few_channels_a_group_seconds(c, q.streaming), t.one_kernel = true;
  t.l2 = in(plain.l2, second);
  if (t.method == ConvolutionMethod::few_channels && t.unit > 0)
    t.l2 /= static_cast<double>(c.taps());  // a block keeps its pixels of all channels
  if (groups_on_tensor_cores(c)) {
    t.l2 /= static_cast<double>(c.taps());  // all taps of a tile's channels come from one load
    if (c.pass == ConvolutionPass::weight_gradient && t.product.taken > 0.0)
      t.product.taken = packed_weight_cycles(product, q.model.rate[index(c.format)], q.model.sms, q.blocks.packed_ends);
  }
}

/// The same convolution by Winograd's products, in one kernel and over tiles in memory.
inline void set_winograd_parts(ConvolutionParts& t, const ProductPricing& q, double copy) {
  const Convolution& c = q.c;
  constexpr double small_tile = 16.0;
  t.filter_tiles = small_tile * static_cast<double>(c.c) * static_cast<double>(c.k) * in(element_size(c.format), byte);
  // The weight gradient's last transform makes the filter; no row of an older card shows what that costs.
  if (c.pass != ConvolutionPass::weight_gradient)
    t.filters = static_cast<double>(c.c) * static_cast<double>(c.k) / (q.streaming.sms * q.streaming.clock);
  const Gemm large = winograd_gemm(c, 4);
  constexpr double saved = 2.25;  // multiplications
  const CudaCores generation = q.gemm.architecture->cuda_cores;
  // 64 KiB of shared memory an SM, Volta 96: CUDA C++ Programming Guide, "Technical Specifications per Compute
  // Capability"
  t.lone_block = generation == CudaCores::turing;
  if (c.pass != ConvolutionPass::weight_gradient)
    t.winograd_product = {.taken = fused_winograd_cycles(c, q.model.sms, q.multiplying, generation >= CudaCores::volta,
                                                         q.blocks.fused_ends),
                          .ideal = t.ideal / saved};
  t.large_product = q.cycles(large, predict(large, q.gemm));
  t.tiles = in(traffic(large), byte);
  t.large_dram = 2.0 * t.tiles / copy;  // transformed tiles are written and read
}

/// A convolution of one tap is a product of the GEMM library, with its own time for memory.
inline void set_pointwise_parts(ConvolutionParts& t, const ProductPricing& q, const GemmPrediction& plain) {
  t.pointwise = in(plain.total - plain.launch, second), t.dram = 0.0, t.l2 = 0.0;
  if (t.unit == 0) return;
  // a product's time is that between two in a graph; kernels of a stream follow each other later
  t.launch += stream_gap(q.streaming);
  if (t.layout.count > 0 && q.c.memory_format == MemoryFormat::nchw && q.c.pass != ConvolutionPass::weight_gradient) {
    const GemmPrediction lying = predict(plane_product(q.c), q.gemm);
    t.planes = in(lying.total - lying.launch, second);
  }
}

/// What a convolution's parts are of, whatever multiplies.
[[nodiscard]] constexpr ConvolutionParts empty_parts(const Convolution& c) {
  return {.method = method_of(c),
          .unit = convolution_unit(c.format),
          .pass = static_cast<std::size_t>(c.pass),
          .width = bits(c.format) >= 32             ? std::size_t{0}
                   : c.format == NumberFormat::bf16 ? std::size_t{1}
                                                    : std::size_t{2},
          .nhwc = c.memory_format == MemoryFormat::nhwc ? std::size_t{1} : std::size_t{0},
          .shape = c};
}

/// Memory, copies and launches.
inline void set_common_parts(ConvolutionParts& t, const Convolution& c, const StreamingModel& streaming) {
  const double copy = streaming.copy_bandwidth();
  t.dram = t.once = in(traffic(c), byte) / copy;
  t.launch = t.gap = streaming.table.launch_seconds;
  t.copied = copy, t.issued = streaming.sms * streaming.clock;
  t.tile_cache = streaming.table.l2_capacity * streaming.l2_bytes, t.tile_fall = streaming.table.cache_fall;
  t.cold = in(c.between, byte) > t.tile_cache;
}

/// What multiplies.
inline void set_unit_parts(ConvolutionParts& t, const Convolution& c, const GemmModel& model, double copy) {
  t.power = model.power[index(c.format)];
  t.load = model.load;
  t.repetitions = model.repetitions;
  t.card = {.sms = model.sms, .lanes = model.rate[index(c.format)], .copied = copy / t.power.clock_max};
  t.ideal = in(work(c), mac) / (t.card.lanes * t.card.sms);
}
}  // namespace detail

/// @throws Error for impossible shapes and formats the card cannot multiply
/// @param guesses  which kernel runs is not known
[[nodiscard]] inline ConvolutionParts one_convolution_parts(const Convolution& asked, const GemmModels& gemm,
                                                            const StreamingModel& streaming,
                                                            const ConvolutionBlocks& blocks, bool guesses = true) {
  detail::check(asked);
  Convolution c = asked;
  if (guesses && runs_on_cuda_cores(c)) c.format = NumberFormat::fp32;
  ConvolutionParts t = detail::empty_parts(c);
  const double copy = streaming.copy_bandwidth();
  detail::set_common_parts(t, c, streaming);
  if (t.method == ConvolutionMethod::depthwise) {
    detail::set_depthwise_parts(t, c, streaming);
    return t;
  }
  const Gemm product = implicit_gemm(c, step_bytes_of(gemm.architecture->tensor));
  const GemmModel& model = gemm.models[static_cast<std::size_t>(detail::rule_for(product, gemm).family)];
  // A plain product is the GEMM library's to choose; the convolution library has tiles of its own, which are thought to
  // fit.
  const GemmPrediction plain =
      t.method == ConvolutionMethod::pointwise ? predict(product, gemm) : predict_best(product, model);
  detail::set_unit_parts(t, c, model, copy);
  const double most_lanes = blocks.multiplying_lanes * hardware::issued_lanes;
  const detail::ProductPricing pricing{.c = c,
                                       .gemm = gemm,
                                       .model = model,
                                       .streaming = streaming,
                                       .blocks = blocks,
                                       .multiplying = gemm.architecture->cuda_cores < CudaCores::ampere
                                                          ? t.card.lanes
                                                          : std::min(t.card.lanes, most_lanes)};
  detail::set_product_parts(t, pricing, product, plain);
  if (detail::winograd_possible(c)) detail::set_winograd_parts(t, pricing, copy);
  t.layout = layout_changes(c);
  if (c.pass == ConvolutionPass::input_gradient && (c.r < c.stride_h || c.s < c.stride_w))
    t.zeros =
        static_cast<double>(c.n * c.c) * static_cast<double>(c.pixels_in()) * in(element_size(c.format), byte) / copy;
  if (t.method == ConvolutionMethod::pointwise) detail::set_pointwise_parts(t, pricing, plain);
  return t;
}

}  // namespace perfmodel
