#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <perfmodel/device/architecture.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/operation/gemm.hpp>
#include <perfmodel/pricing/convolution/blocks.hpp>
#include <perfmodel/rounding.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel {

/// Bytes of channels that one step of a tensor-core kernel's main loop takes on Hopper (kernel names: k64 in 16 bits).
inline constexpr std::int64_t hopper_step = 128;
/// The same of a card: kernels before Hopper's have steps of 32 channels in 16 bits (names such as
/// cutlass_tensorop_f16_s16816fprop_optimized_f16_128x128_32x5, tilesize256x64x32), of which the library takes what
/// wastes less.
[[nodiscard]] constexpr std::int64_t step_bytes_of(TensorInstruction tensor) {
  constexpr std::int64_t before = 64;
  return tensor < TensorInstruction::wgmma ? before : hopper_step;
}

/// How a library computes a convolution.
enum class ConvolutionMethod : std::uint8_t {
  pointwise,      ///< 1 x 1 filter, no stride: a plain matrix product
  implicit,       ///< implicit GEMM: the rows of the product are gathered from the input on the fly
  few_channels,   ///< the same with at most 4 input channels, padded to what one load takes
  grouped,        ///< the same, group by group
  depthwise,      ///< one channel a group: a direct kernel
  winograd,       ///< 3 x 3 filters on CUDA cores in one kernel: 2.25 times fewer multiplications
  winograd_large  ///< likewise with transformed tiles in memory: 4 times fewer
};
inline constexpr std::size_t convolution_method_count = 7;
inline constexpr std::size_t convolution_pass_count = 3;

/// What multiplies: CUDA cores (FP32), tensor cores in 16 bits or less, in TF32. The library has kernels of its own for
/// each.
inline constexpr std::size_t convolution_unit_count = 3;
[[nodiscard]] constexpr std::size_t convolution_unit(NumberFormat format) {
  if (format == NumberFormat::fp32 || format == NumberFormat::fp64) return 0;
  return format == NumberFormat::tf32 ? 2 : 1;
}

[[nodiscard]] constexpr std::string_view name(ConvolutionMethod method) {
  constexpr std::array<std::string_view, convolution_method_count> names{
      "pointwise", "implicit", "few_channels", "grouped", "depthwise", "winograd", "winograd_large"};
  return names[static_cast<std::size_t>(method)];
}

namespace detail {
inline void check(const Convolution& c) {
  const auto positive = [](const char* field, std::int64_t value) {
    if (value <= 0) throw bad_input(field, std::to_string(value), "must be a whole number > 0");
  };
  positive("n", c.n), positive("c", c.c), positive("h", c.h), positive("w", c.w), positive("k", c.k);
  positive("r", c.r), positive("s", c.s), positive("stride_h", c.stride_h), positive("stride_w", c.stride_w);
  positive("d", c.d), positive("t", c.t), positive("stride_d", c.stride_d), positive("dilation_d", c.dilation_d);
  positive("dilation_h", c.dilation_h), positive("dilation_w", c.dilation_w), positive("groups", c.groups);
  if (c.c % c.groups != 0 || c.k % c.groups != 0)
    throw bad_input("groups", std::to_string(c.groups),
                    "must divide " + std::to_string(c.c) + " channels and " + std::to_string(c.k) + " filters");
  constexpr std::int64_t longest = std::int64_t{1} << 30;  // products of two lengths stay countable
  for (const std::int64_t length : {c.d, c.h, c.w, c.t, c.r, c.s, c.stride_d, c.stride_h, c.stride_w, c.dilation_d,
                                    c.dilation_h, c.dilation_w, c.pad_d, c.pad_h, c.pad_w})
    if (length > longest) throw bad_input("convolution", std::to_string(length), "lengths must be at most 2^30");
  if (std::min({c.pad_d, c.pad_h, c.pad_w}) < 0)
    throw bad_input("pad", std::to_string(std::min({c.pad_d, c.pad_h, c.pad_w})), "must be a whole number >= 0");
  const std::int64_t tall = c.h + 2 * c.pad_h - c.dilation_h * (c.r - 1),
                     wide = c.w + 2 * c.pad_w - c.dilation_w * (c.s - 1),
                     deep = c.d + 2 * c.pad_d - c.dilation_d * (c.t - 1);
  if (tall <= 0 || wide <= 0 || deep <= 0)
    throw bad_input("filter", std::to_string(c.r) + " x " + std::to_string(c.s), "must fit into the padded input");
  constexpr double countable = 0x1p53;
  const auto size = [](std::int64_t x) { return static_cast<double>(x); };
  const double plane = size(c.d + 2 * c.pad_d) * size(c.h + 2 * c.pad_h) * size(c.w + 2 * c.pad_w),
               channels = size(std::max(c.c, c.k));
  if (std::max(size(c.n) * channels * plane, channels * channels * size(c.t) * size(c.r) * size(c.s)) > countable)
    throw bad_input("convolution", "tensors of more than 2^53 elements", "must be countable");
}

[[nodiscard]] constexpr bool is_pointwise(const Convolution& c) {
  return c.taps() == 1 && c.stride_h == 1 && c.stride_w == 1 && c.pad_h == 0 && c.pad_w == 0 && c.groups == 1;
}

/// Winograd's F(4 x 4, 3 x 3) and F(2 x 2, 3 x 3) need a 3 x 3 filter without stride. Lavin and Gray, arXiv:1509.09308.
[[nodiscard]] constexpr bool winograd_possible(const Convolution& c) {
  return c.format == NumberFormat::fp32 && c.t == 1 && c.r == 3 && c.s == 3 && c.stride_h == 1 && c.stride_w == 1 &&
         c.dilation_h == 1 && c.dilation_w == 1 && c.groups == 1;
}

/// Channels that one load takes on tensor cores: 16 bytes. NVIDIA, "Convolutional Layers User's Guide", "Channels In
/// and Out".
[[nodiscard]] constexpr std::int64_t channel_granule(NumberFormat format) {
  return format == NumberFormat::fp32 || format == NumberFormat::fp64 ? 1 : std::max(1, 128 / bits(format));
}

[[nodiscard]] constexpr ConvolutionMethod method_of(const Convolution& c) {
  constexpr std::int64_t few = 4;
  if (is_pointwise(c)) return ConvolutionMethod::pointwise;
  if (c.groups > 1 && c.c == c.groups) return ConvolutionMethod::depthwise;
  if (c.groups > 1) return ConvolutionMethod::grouped;
  return c.c <= few ? ConvolutionMethod::few_channels : ConvolutionMethod::implicit;
}
}  // namespace detail

namespace detail {
[[nodiscard]] constexpr bool groups_on_tensor_cores(const Convolution& c) {
  return method_of(c) == ConvolutionMethod::grouped && c.format != NumberFormat::fp32 && c.format != NumberFormat::fp64;
}
/// Channels that a group has in tiles that groups share: the next power of two of its channels or filters, whichever
/// are more, at least 16 bytes; above 128 whole steps of 64. Tensors of fewer are copied with gaps (kernels' names and
/// times in data/raw/h200-sxm/network_operations.csv: 24 become 32, 40 and 48 become 64, 80 and 112 become 128). Four
/// channels of 16 bits, half a load, go in pairs without gaps.
[[nodiscard]] constexpr std::int64_t group_width(const Convolution& c) {
  constexpr std::int64_t step = 64, largest = 128, pair = 2, four = 4;
  const std::int64_t granule = channel_granule(c.format), channels = c.c / c.groups, filters = c.k / c.groups;
  if (channels == four && filters == four && granule > four && c.groups % pair == 0) return four;
  const std::int64_t most = std::max({channels, filters, granule});
  return most > largest ? round_up(most, step)
                        : static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(most)));
}

/// How tensor-core kernels of cuDNN 9 take groups: `together` of them side by side in one tile 64 channels wide (TF32
/// 32; 64 in weight gradients and strided input gradients), so that all but the diagonal blocks are multiplied by
/// zeros; or, where a group's channels neither divide nor are a multiple of 64, one group `apart` from the other.
/// Kernel names (tilesize64x64x64 ..._g4) and times in
/// data/raw/h200-sxm/pytorch_grouped_convolutions.csv.
struct GroupPacking {
  std::int64_t together{1};
  std::int64_t width{};  ///< channels of a group, gaps included
  bool apart{};
};
[[nodiscard]] constexpr GroupPacking group_packing(const Convolution& c) {
  constexpr std::int64_t wide = 64, narrow = 32;
  if (!groups_on_tensor_cores(c)) return {};
  const std::int64_t channels = std::max(c.c, c.k) / c.groups;
  const bool plain =
      c.pass == ConvolutionPass::forward || (c.pass == ConvolutionPass::input_gradient && c.stride_h == 1);
  const std::int64_t width = c.format == NumberFormat::tf32 && plain ? narrow : wide;
  const std::int64_t own = group_width(c);
  return {.together = std::max<std::int64_t>(1, width / own),
          .width = own,
          .apart = wide % channels != 0 && channels % wide != 0};
}

/// 16-bit weight gradients of less than 8 channels a group: the NHWC kernel does not split the images, a block walks
/// over all results in 8 cycles each (of 200,704 results in 804 us, whatever the channels); over NCHW a direct kernel
/// of 13.4 multiply- accumulates a clock and SM runs them as they lie. Same table.
[[nodiscard]] constexpr bool few_channels_a_group(const Convolution& c) {
  constexpr std::int64_t loaded = 8;
  return method_of(c) == ConvolutionMethod::grouped && bits(c.format) == 16 &&
         c.pass == ConvolutionPass::weight_gradient && c.c / c.groups < loaded;
}
}  // namespace detail

namespace detail {
/// A step of the main loop on tensor cores takes some bytes of channels of one tap: channels count as whole steps for
/// each of them. Kernels that walk over taps and channels as one (few channels, 1 x 1) waste nothing.
/// @param channels  of the operand along whose channels the loop goes
[[nodiscard]] constexpr std::int64_t channels_of_steps(const Convolution& c, std::int64_t channels,
                                                       std::int64_t step_bytes = hopper_step) {
  const bool steps = c.format != NumberFormat::fp32 && c.format != NumberFormat::fp64 && c.groups == 1 &&
                     c.taps() > 1 && method_of(c) == ConvolutionMethod::implicit;
  return steps ? round_up(
                     channels,
                     step_bytes / std::max(1, bits(c.format == NumberFormat::tf32 ? NumberFormat::fp32 : c.format) / 8))
               : channels;
}
}  // namespace detail

/// The product that an implicit-GEMM convolution computes, with channels padded to what a load takes; groups as
/// batches. Chetlur et al., "cuDNN: Efficient Primitives for Deep Learning", arXiv:1410.0759, section 3. The input
/// gradient of a strided convolution is one product for each of the stride's phases that the filter touches, so that
/// nothing is multiplied by zero; grouped kernels do not know phases.
/// @param step_bytes  step_bytes_of() the card
[[nodiscard]] constexpr Gemm implicit_gemm(const Convolution& c, std::int64_t step_bytes = hopper_step) {
  const std::int64_t granule = detail::channel_granule(c.format), outputs = c.n * c.pixels_out();
  const detail::GroupPacking packing = detail::group_packing(c);
  const std::int64_t together = packing.together;
  const auto padded = [&](std::int64_t channels_a_group) {
    return packing.width > 0 ? together * packing.width : round_up(channels_a_group, granule);
  };
  const std::int64_t channels = padded(c.c / c.groups), filters = padded(c.k / c.groups);
  Gemm g{.format = c.format, .batch = ceil_div(c.groups, together), .output = c.format};
  switch (c.pass) {
    case ConvolutionPass::forward:
      g.layout = Layout::nt, g.m = outputs, g.n = filters,
      g.k = detail::channels_of_steps(c, channels, step_bytes) * c.taps();
      break;
    case ConvolutionPass::input_gradient: {
      const bool phased = !detail::groups_on_tensor_cores(c);
      const std::int64_t phases =
          phased ? std::min(c.t, c.stride_d) * std::min(c.r, c.stride_h) * std::min(c.s, c.stride_w) : 1;
      g.layout = Layout::nn, g.n = channels;
      g.m = phased ? phases * c.n * ceil_div(c.d, c.stride_d) * ceil_div(c.h, c.stride_h) * ceil_div(c.w, c.stride_w)
                   : c.n * c.pixels_in();
      g.k = detail::channels_of_steps(c, filters, step_bytes);
      g.k = std::max(g.k, g.k * c.taps() / phases);  // taps of a phase, on average
      break;
    }
    case ConvolutionPass::weight_gradient:
      g.layout = Layout::tn, g.m = filters, g.n = detail::channels_of_steps(c, channels, step_bytes) * c.taps(),
      g.k = outputs;
      if (detail::groups_on_tensor_cores(c))
        g.n *= g.batch, g.batch = 1;  // side by side: a batch would not be split along K
      break;
  }
  return g;
}

/// A 1 x 1 convolution over NCHW planes as they lie: one product an image, with the filter on the left.
/// @pre c is 1 x 1 without stride, forward or input gradient
[[nodiscard]] constexpr Gemm plane_product(const Convolution& c) {
  const bool to_input = c.pass == ConvolutionPass::input_gradient;
  return {.format = c.format,
          .layout = to_input ? Layout::tn : Layout::nn,
          .batch = c.n,
          .m = to_input ? c.c : c.k,
          .n = c.pixels_in(),
          .k = to_input ? c.k : c.c,
          .output = c.format};
}

/// The weight gradient of a 1 x 1 convolution over NCHW planes as they lie: one product an image, in FP32.
/// @pre c is 1 x 1 without stride
[[nodiscard]] constexpr Gemm image_product(const Convolution& c) {
  return {.format = c.format,
          .layout = Layout::nt,
          .batch = c.n,
          .m = c.k,
          .n = c.c,
          .k = c.pixels_in(),
          .output = NumberFormat::fp32};
}

/// The products of Winograd's F(m x m, 3 x 3): (m + 2)^2 of them, one for each element of a transformed tile; rows are
/// the m x m tiles of the result, so that sizes which are no multiple waste. Lavin and Gray, arXiv:1509.09308,
/// section 4.1.
[[nodiscard]] constexpr Gemm winograd_gemm(const Convolution& c, std::int64_t m = 2) {
  const bool to_input = c.pass == ConvolutionPass::input_gradient;
  const std::int64_t tiles = c.n * ceil_div(to_input ? c.h : c.p(), m) * ceil_div(to_input ? c.w : c.q(), m);
  Gemm g{.format = c.format,
         .layout = Layout::nt,
         .batch = (m + 2) * (m + 2),
         .m = tiles,
         .n = c.k,
         .k = c.c,
         .output = c.format,
         .inside_cudnn = true};
  if (to_input) std::swap(g.n, g.k);
  if (c.pass == ConvolutionPass::weight_gradient) g.layout = Layout::tn, g.m = c.k, g.n = c.c, g.k = tiles;
  return g;
}

/// Cycles of the busiest SM, of `lanes` multiply-accumulates a clock, in the fused Winograd kernel of cuDNN 7 and 8 up
/// to Turing: a block makes 16 products over all channels for 32 tiles of 2 x 2 results and 32 filters. The kernel's
/// name says how the 32 tiles lie (tile148: 1 image, 4 x 8 tiles): Maxwell's and Pascal's library takes what wastes
/// least, Volta's and Turing's has tile148 only
/// (`image_by_image`). An SM works on one block at a time. Kernel names and times of sitar-lab/NeuSight's convolutions:
/// 6 to 9 % with a factor a card.
/// @param ends  ConvolutionBlocks::fused_ends
[[nodiscard]] constexpr double fused_winograd_cycles(const Convolution& c, double sms, double lanes,
                                                     bool image_by_image, double ends) {
  struct Lying {
    std::int64_t images, rows, columns;
  };
  constexpr std::array lyings{Lying{1, 4, 8}, Lying{2, 4, 4}, Lying{4, 1, 8}, Lying{4, 2, 4}, Lying{2, 2, 8}};
  constexpr std::int64_t side = 2, filters = 32;
  constexpr double tiles = 32.0, products = 16.0;
  const bool to_input = c.pass == ConvolutionPass::input_gradient;
  const std::int64_t h = to_input ? c.h : c.p(), w = to_input ? c.w : c.q(), in = to_input ? c.k : c.c,
                     out = to_input ? c.c : c.k;
  std::int64_t places = 0;
  for (const Lying& l : lyings) {
    const std::int64_t count = ceil_div(c.n, l.images) * ceil_div(h, side * l.rows) * ceil_div(w, side * l.columns);
    places = places == 0 ? count : std::min(places, count);
    if (image_by_image) break;
  }
  const double busiest = round_up(static_cast<double>(places * ceil_div(out, filters)) / sms);
  return busiest * tiles * static_cast<double>(filters) * products * (static_cast<double>(in) + ends) / lanes;
}

/// Cycles of the busiest SM in the direct FP32 kernels of cuDNN 7 and 8 (scudnn_128x32, _128x64, _128x128): blocks of
/// 128 pixels, whichever number of filters wastes least. An SM works on one block at a time. 160 of
/// sitar-lab/NeuSight's rows on P100, V100 and T4: 6 to 9 % with a factor a card, 10 to 14 % if SMs shared the last
/// blocks.
/// @param ends  ConvolutionBlocks::direct_ends
/// @pre the product is not split: forward or input gradient
[[nodiscard]] constexpr double direct_cycles(const Gemm& g, double sms, double lanes, double ends) {
  constexpr std::int64_t pixels = 128;
  double least = 0.0;
  for (const std::int64_t filters : {32, 64, 128}) {
    const double blocks = static_cast<double>(g.batch * ceil_div(g.m, pixels) * ceil_div(g.n, filters));
    const double cycles =
        round_up(blocks / sms) * static_cast<double>(pixels * filters) * (static_cast<double>(g.k) + ends) / lanes;
    least = least > 0.0 ? std::min(least, cycles) : cycles;
  }
  return least;
}

/// 16-bit convolutions of up to 3 channels over NCHW images, with small filters and few of them, run forward on CUDA
/// cores as they lie (implicit_convolve_sgemm, precomputed_convolve_sgemm in pytorch_small_convolutions.csv).
[[nodiscard]] constexpr bool runs_as_it_lies(const Convolution& c) {
  constexpr std::int64_t channels = 3, taps = 25, filters = 128;
  return bits(c.format) == 16 && c.memory_format == MemoryFormat::nchw && c.pass == ConvolutionPass::forward &&
         c.groups == 1 && c.c <= channels && c.taps() <= taps && c.k < filters && c.taps() > 1;
}

/// The first layer of an image, 7 x 7 with stride 2, for which the library has an FP16 kernel from Ampere on
/// (sm80_ and sm90_xmma_fprop_image_first_layer_..._k64c4r7s7_stride2x2).
[[nodiscard]] constexpr bool is_first_layer(const Convolution& c) {
  return c.format == NumberFormat::fp16 && c.r == 7 && c.s == 7 && c.stride_h == 2 && c.stride_w == 2;
}

/// FP16 kernels gather few channels of NHWC images as they lie, forward, but for the first layer's own kernel.
[[nodiscard]] constexpr bool gathers_channels(const Convolution& c) {
  return detail::method_of(c) == ConvolutionMethod::few_channels && c.format == NumberFormat::fp16 &&
         c.pass == ConvolutionPass::forward && c.memory_format == MemoryFormat::nhwc && !is_first_layer(c);
}

/// Cycles of one SM, were it the only one, of a convolution of few channels on tensor cores.
[[nodiscard]] constexpr double few_channel_cycles(const Convolution& c, const ConvolutionBlocks& blocks) {
  constexpr double filters_at_once = 32.0;
  if (runs_as_it_lies(c)) return in(work(c), mac) / blocks.lying_rate;
  const Gemm g = implicit_gemm({.format = c.format,
                                .n = c.n,
                                .c = c.c,
                                .h = c.h,
                                .w = c.w,
                                .k = c.k,
                                .r = c.r,
                                .s = c.s,
                                .stride_h = c.stride_h,
                                .stride_w = c.stride_w,
                                .pad_h = c.pad_h,
                                .pad_w = c.pad_w,
                                .dilation_h = c.dilation_h,
                                .dilation_w = c.dilation_w});
  const double filters =
      static_cast<double>(ceil_div(c.k, static_cast<std::int64_t>(filters_at_once))) * filters_at_once;
  return static_cast<double>(g.m) * filters * (static_cast<double>(g.k) + blocks.few_channel_ends) /
         blocks.few_channel_rate;
}

/// In TF32 the first layer of an image mostly runs as in FP32: there are tensor-core kernels for large filters, and for
/// NHWC images. Kernel names in data/raw/h200-sxm/convolutions.csv. Forward over NCHW up to 13 channels
/// do (155 of 195 of pytorch_random_convolutions.csv; 36 of 1,042 with more channels).
[[nodiscard]] constexpr bool runs_on_cuda_cores(const Convolution& c) {
  constexpr std::int64_t small_filter = 25, forward_channels = 13;
  const bool first = c.pass == ConvolutionPass::forward && c.memory_format == MemoryFormat::nchw && c.groups == 1 &&
                     c.c <= forward_channels && c.taps() > 1;
  if (c.format == NumberFormat::tf32 && first && c.taps() <= small_filter) return true;
  if (c.format != NumberFormat::tf32 || detail::method_of(c) != ConvolutionMethod::few_channels) return false;
  const bool nchw = c.memory_format == MemoryFormat::nchw;
  return c.pass == ConvolutionPass::input_gradient
             ? nchw || c.stride_h > 1
             : c.taps() <= small_filter && (nchw || c.pass == ConvolutionPass::weight_gradient);
}

}  // namespace perfmodel
