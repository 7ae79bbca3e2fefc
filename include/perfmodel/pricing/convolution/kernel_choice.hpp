#pragma once
/// What the decision trees of cuDNN's kernels (lowering/choice_tree.hpp) look at: learned from what the library said it
/// would run (perfmodel-fit-choices; data/choices/cudnn.json).
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/lowering/choice_tree.hpp>
#include <perfmodel/operation/convolution.hpp>
#include <perfmodel/pricing/convolution/kernels.hpp>
#include <perfmodel/pricing/convolution/products.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace perfmodel {

/// Names of the features in data/choices/, in the order of convolution_features(). Channels and filters are a group's;
/// evenness: how often 2 divides, up to 8 times; rows: images x pixels; waves: tiles of the forward product (rows x
/// filters), of the input gradient's (rows x channels) and of the weight gradient's, over SMs.
inline constexpr std::array<std::string_view, 44> convolution_feature_names{"format",
                                                                            "channels_together",
                                                                            "groups",
                                                                            "channels",
                                                                            "filters",
                                                                            "most_channels",
                                                                            "least_channels",
                                                                            "channel_evenness",
                                                                            "filter_evenness",
                                                                            "images",
                                                                            "height",
                                                                            "width",
                                                                            "depth",
                                                                            "input_pixels",
                                                                            "output_height",
                                                                            "output_width",
                                                                            "output_pixels",
                                                                            "taps",
                                                                            "filter_height",
                                                                            "filter_width",
                                                                            "filter_depth",
                                                                            "stride_h",
                                                                            "stride_w",
                                                                            "pad_h",
                                                                            "pad_w",
                                                                            "dilation_w",
                                                                            "input_rows",
                                                                            "output_rows",
                                                                            "channel_taps",
                                                                            "filter_taps",
                                                                            "mega_products",
                                                                            "all_channels",
                                                                            "all_filters",
                                                                            "weights",
                                                                            "input_size",
                                                                            "output_size",
                                                                            "forward_waves_128x128",
                                                                            "forward_waves_128x64",
                                                                            "forward_waves_64x64",
                                                                            "input_waves_128x128",
                                                                            "input_waves_128x64",
                                                                            "weight_waves_128x128",
                                                                            "weight_waves_64x64",
                                                                            "same_size"};
inline constexpr std::size_t convolution_feature_count = convolution_feature_names.size();
using ConvolutionFeatures = std::array<float, convolution_feature_count>;

[[nodiscard]] constexpr ConvolutionFeatures convolution_features(const Convolution& c, double sms) {
  constexpr int most_even = 8;
  const auto f = [](auto value) { return static_cast<float>(value); };
  const auto even = [&](std::int64_t n) {
    int times = 0;
    for (; times < most_even && n % 2 == 0 && n > 0; n /= 2) ++times;
    return f(times);
  };
  const std::int64_t channels = c.c / c.groups, filters = c.k / c.groups, in_rows = c.n * c.pixels_in(),
                     out_rows = c.n * c.pixels_out(), taps = c.taps();
  const auto waves = [&](std::int64_t rows, std::int64_t columns, std::int64_t side, std::int64_t other) {
    const std::int64_t down = (rows + side - 1) / side, across = (columns + other - 1) / other;
    return f(static_cast<double>(down) * static_cast<double>(across) / sms);
  };
  const float format = c.format == NumberFormat::tf32   ? 1.0F
                       : c.format == NumberFormat::fp16 ? 2.0F
                       : c.format == NumberFormat::bf16 ? 3.0F
                                                        : 0.0F;
  constexpr double thousandth = 1e-3, millionth = 1e-6;
  return {
      format,
      c.memory_format == MemoryFormat::nhwc ? 1.0F : 0.0F,
      f(c.groups),
      f(channels),
      f(filters),
      f(std::max(channels, filters)),
      f(std::min(channels, filters)),
      even(channels),
      even(filters),
      f(c.n),
      f(c.h),
      f(c.w),
      f(c.d),
      f(c.pixels_in()),
      f(c.p()),
      f(c.q()),
      f(c.pixels_out()),
      f(taps),
      f(c.r),
      f(c.s),
      f(c.t),
      f(c.stride_h),
      f(c.stride_w),
      f(c.pad_h),
      f(c.pad_w),
      f(c.dilation_w),
      f(in_rows),
      f(out_rows),
      f(channels * taps),
      f(filters * taps),
      f(static_cast<double>(out_rows) * static_cast<double>(c.k) * static_cast<double>(channels * taps) * millionth),
      f(c.c),
      f(c.k),
      f(channels * filters),
      f(static_cast<double>(in_rows) * static_cast<double>(c.c) * thousandth),
      f(static_cast<double>(out_rows) * static_cast<double>(c.k) * thousandth),
      waves(out_rows, filters, 128, 128),
      waves(out_rows, filters, 128, 64),
      waves(out_rows, filters, 64, 64),
      waves(in_rows, channels, 128, 128),
      waves(in_rows, channels, 128, 64),
      waves(channels * taps, filters, 128, 128),
      waves(channels * taps, filters, 64, 64),
      c.p() == c.h && c.q() == c.w ? 1.0F : 0.0F};
}

/// convolution_unit() by name.
enum class ConvolutionUnit : std::uint8_t { cuda_core, tensor_core, tf32 };
[[nodiscard]] constexpr std::string_view name(ConvolutionUnit unit) {
  constexpr std::array<std::string_view, convolution_unit_count> names{"cuda_core", "tensor_core", "tf32"};
  return names[static_cast<std::size_t>(unit)];
}

/// A convolution over one dimension by filters of more than one tap, in one group: of sound, series and sequences.
/// Steps and gaps between taps are such as images seldom have. Groups are left to the trees of images, which saw more
/// of them (docs/lab/2026-11-27-ninth-list.md).
[[nodiscard]] constexpr bool is_signal(const Convolution& c) {
  return c.h == 1 && c.r == 1 && c.d == 1 && c.t == 1 && c.s > 1 && c.groups == 1;
}

/// Which convolutions a tree was taught: all, or such as are too seldom among all.
enum class ConvolutionDraws : std::uint8_t {
  all,
  signals,   ///< is_signal()
  groups,    ///< of several channels, over images
  depthwise  ///< of one channel, over images
};
inline constexpr std::size_t convolution_draws_count = 4;
[[nodiscard]] constexpr std::string_view name(ConvolutionDraws draws) {
  constexpr std::array<std::string_view, convolution_draws_count> names{"all", "signals", "groups", "depthwise"};
  return names[static_cast<std::size_t>(draws)];
}
[[nodiscard]] constexpr ConvolutionDraws draws_like(const Convolution& c) {
  if (is_signal(c)) return ConvolutionDraws::signals;
  if (c.groups == 1 || c.d > 1) return ConvolutionDraws::all;
  return c.c > c.groups ? ConvolutionDraws::groups : ConvolutionDraws::depthwise;
}

/// The tree of one pass and unit.
struct ConvolutionChoiceTree {
  ConvolutionPass pass{};
  ConvolutionUnit unit{};
  ConvolutionDraws draws{};
  double sms{};  ///< of the card that was asked
  std::vector<ChoiceNode> nodes{};
};

namespace detail {
inline constexpr std::uint8_t whole_share = 255;
inline constexpr std::array plane_kernels{
    ChoiceNode{
        .feature = choice_leaf, .share = whole_share, .candidate = candidate_of({.kernel = ConvolutionKernel::direct})},
    ChoiceNode{.feature = choice_leaf,
               .share = whole_share,
               .candidate = candidate_of({.kernel = ConvolutionKernel::gathered})}};
}  // namespace detail

/// Convolutions of volumes by filters without depth, which the trees know as images: cuDNN 9 runs short sums in 16 bits
/// over planes as they lie, though tensor cores would take a tenth of the time. Input gradients of up to 600 terms, and
/// forward those of up to 32 channels, unless many large volumes come at once, and filters of 7 x 7
/// (docs/lab/2026-11-27-eighth-list.md).
[[nodiscard]] constexpr std::span<const ChoiceNode> kernels_of_planes(const Convolution& c) {
  constexpr std::int64_t most_terms = 600, most_channels = 32, first_layer = 4, large_filter = 7, large_volume = 3000,
                         many_rows = 49'000;
  const bool short_sums =
      c.planes > 0 && c.groups == 1 && c.taps() > 1 && bits(c.format) == 16 && c.memory_format == MemoryFormat::nchw;
  const std::span<const ChoiceNode> kernels = detail::plane_kernels;
  if (!short_sums || c.pass == ConvolutionPass::weight_gradient) return {};
  if (c.pass == ConvolutionPass::input_gradient)
    return c.stride_h == 1 && c.stride_w == 1 && c.k * c.taps() <= most_terms ? kernels.first(1)
                                                                              : std::span<const ChoiceNode>{};
  if (c.c <= first_layer) return {};
  const bool large = c.planes * c.h * c.w >= large_volume && c.n * c.pixels_out() >= many_rows;
  return (c.r >= large_filter && c.s >= large_filter) || (c.c <= most_channels && !large)
             ? kernels.subspan(1)
             : std::span<const ChoiceNode>{};
}

/// What the library was seen to choose for convolutions like this one, the commonest first; nothing without a tree, and
/// nothing for FP32 of one group, whose kernels the rules of engine_choice.hpp name as well (held-out seeds), those of
/// known layers better.
[[nodiscard]] constexpr std::span<const ChoiceNode> kernels_of(const Convolution& c,
                                                               std::span<const ConvolutionChoiceTree> trees,
                                                               double sms) {
  const auto unit = static_cast<ConvolutionUnit>(convolution_unit(c.format));
  if (unit == ConvolutionUnit::cuda_core && c.groups == 1) return {};
  if (const auto planes = kernels_of_planes(c); !trees.empty() && !planes.empty()) return planes;
  const ConvolutionChoiceTree* known = nullptr;
  const ConvolutionDraws draws = draws_like(c);
  for (const ConvolutionChoiceTree& tree : trees)
    if (tree.pass == c.pass && tree.unit == unit && (tree.draws == draws || tree.draws == ConvolutionDraws::all))
      if (known == nullptr || tree.draws == draws) known = &tree;
  return known != nullptr ? choice_of(known->nodes, convolution_features(c, sms)) : std::span<const ChoiceNode>{};
}

/// The commonest of them.
[[nodiscard]] constexpr std::optional<ConvolutionChoice> choose_kernel(const Convolution& c,
                                                                       std::span<const ConvolutionChoiceTree> trees,
                                                                       double sms) {
  const std::span<const ChoiceNode> kernels = kernels_of(c, trees, sms);
  if (kernels.empty()) return std::nullopt;
  return convolution_choice_of(kernels.front().candidate);
}

}  // namespace perfmodel
