#pragma once
/// Which kind of cuDNN's kernels a grouped convolution takes: a learned choice (data/constants/convolution.json,
/// "routes"), and what kernels cost that work on the images as they lie.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/operation/convolution.hpp>
#include <string_view>

namespace perfmodel {

enum class ConvolutionRoute : std::uint8_t {
  products,       ///< one implicit product on tensor cores, several groups side by side in a tile
  apart,          ///< one product after the other, each of one group, with copies of its channels
  cuda_cores,     ///< likewise by the FP32 kernels, copies of their planes included
  direct,         ///< one kernel for all groups on the images as they lie (*_grouped_direct_kernel)
  gathered,       ///< group after group by kernels that gather each operand (implicit_convolve_sgemm)
  shared_memory,  ///< weight gradients summed in shared memory (wgrad2d_shmem_tiling)
  own             ///< kernels for one channel a group
};
inline constexpr std::size_t convolution_route_count = 7;
[[nodiscard]] constexpr std::string_view name(ConvolutionRoute route) {
  constexpr std::array<std::string_view, convolution_route_count> names{
      "products", "apart", "cuda_cores", "direct", "gathered", "shared_memory", "own"};
  return names[static_cast<std::size_t>(route)];
}

/// What the choice asks for. Evenness: 3 where a number of channels is a multiple of 8, 2: of 4, 1: of 2.
enum class RouteFeature : std::uint8_t {
  none,  ///< a leaf
  pass,
  format,  ///< 0 FP32, 1 TF32, 2 BF16, 3 FP16
  channels_together,
  groups,
  channels,  ///< of a group
  filters,   ///< of a group
  most_channels,
  least_channels,
  channel_evenness,
  filter_evenness,
  images,
  input_pixels,
  output_pixels,
  taps,
  width,  ///< of the filter
  stride,
  dilation,
  results,  ///< images x output pixels
  terms,    ///< channels x taps
  mega_products
};
inline constexpr std::size_t route_feature_count = 21;
[[nodiscard]] constexpr std::string_view name(RouteFeature feature) {
  constexpr std::array<std::string_view, route_feature_count> names{"leaf",
                                                                    "pass",
                                                                    "format",
                                                                    "channels_together",
                                                                    "groups",
                                                                    "channels",
                                                                    "filters",
                                                                    "most_channels",
                                                                    "least_channels",
                                                                    "channel_evenness",
                                                                    "filter_evenness",
                                                                    "images",
                                                                    "input_pixels",
                                                                    "output_pixels",
                                                                    "taps",
                                                                    "width",
                                                                    "stride",
                                                                    "dilation",
                                                                    "results",
                                                                    "terms",
                                                                    "mega_products"};
  return names[static_cast<std::size_t>(feature)];
}

using RouteFeatures = std::array<float, route_feature_count>;
[[nodiscard]] constexpr RouteFeatures route_features(const Convolution& c) {
  const auto even = [](std::int64_t n) { return n % 8 == 0 ? 3.0F : n % 4 == 0 ? 2.0F : n % 2 == 0 ? 1.0F : 0.0F; };
  const auto f = [](std::int64_t n) { return static_cast<float>(n); };
  const std::int64_t channels = c.c / c.groups, filters = c.k / c.groups;
  const float format = c.format == NumberFormat::tf32   ? 1.0F
                       : c.format == NumberFormat::bf16 ? 2.0F
                       : c.format == NumberFormat::fp16 ? 3.0F
                                                        : 0.0F;
  return {0.0F,
          static_cast<float>(c.pass),
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
          f(c.pixels_in()),
          f(c.pixels_out()),
          f(c.taps()),
          f(c.s),
          f(c.stride_w),
          f(c.dilation_w),
          f(c.n * c.pixels_out()),
          f(channels * c.taps()),
          static_cast<float>(static_cast<double>(c.n * c.pixels_out()) *
                             static_cast<double>(c.k * channels * c.taps()) * 1e-6)};
}

/// A node of the decision tree in preorder: the branch of values at or below the threshold follows, the other one
/// stands at `above`.
struct RouteNode {
  RouteFeature feature{};
  double threshold{};
  int above{};
  ConvolutionRoute route{};  ///< of a leaf
};
inline constexpr std::size_t most_route_nodes = 256;
struct ConvolutionRoutes {
  std::array<RouteNode, most_route_nodes> nodes{};
  std::size_t count{};  ///< 0: nothing was learned
};

/// The route of a convolution with groups. Branches lead onwards only, so that a damaged tree ends, too.
[[nodiscard]] constexpr ConvolutionRoute route_of(const Convolution& c, const ConvolutionRoutes& tree) {
  const ConvolutionRoute usual = c.c == c.groups && c.groups > 1 ? ConvolutionRoute::own : ConvolutionRoute::products;
  if (c.groups == 1 || tree.count == 0) return usual;
  const RouteFeatures features = route_features(c);
  std::size_t at = 0;
  while (tree.nodes[at].feature != RouteFeature::none) {
    const RouteNode& node = tree.nodes[at];
    const bool below = static_cast<double>(features[static_cast<std::size_t>(node.feature)]) <= node.threshold;
    const std::size_t next = below ? at + 1 : static_cast<std::size_t>(std::max(0, node.above));
    if (next <= at || next >= tree.count) return usual;
    at = next;
  }
  return tree.nodes[at].route;
}

/// One group's convolution.
[[nodiscard]] constexpr Convolution one_group(Convolution c) {
  c.c /= c.groups, c.k /= c.groups, c.groups = 1;
  return c;
}

/// Kernels that work on images as they lie, and FP32 kernels of single groups with their copies. By pass.
struct LyingConstants {
  using ByPass = std::array<double, 3>;
  ByPass seconds{};      ///< of a kernel with next to no work
  ByPass mac_cycles{};   ///< of one SM for a multiply-accumulate
  ByPass passes{};       ///< over image, filter and result, at a long copy's bandwidth
  ByPass step_cycles{};  ///< of a step of the longest chain: a term of a result's sum; weight gradients: a result
};
enum class LyingKernel : std::uint8_t { direct, gathered, shared_memory, cuda_cores };
inline constexpr std::size_t lying_kernel_count = 4;
/// by kernel, and NCHW / NHWC
using LyingTable = std::array<std::array<LyingConstants, 2>, lying_kernel_count>;

[[nodiscard]] constexpr bool lies(ConvolutionRoute route) {
  return route == ConvolutionRoute::direct || route == ConvolutionRoute::gathered ||
         route == ConvolutionRoute::shared_memory || route == ConvolutionRoute::cuda_cores;
}
[[nodiscard]] constexpr LyingKernel lying_kernel(ConvolutionRoute route) {
  return route == ConvolutionRoute::direct          ? LyingKernel::direct
         : route == ConvolutionRoute::gathered      ? LyingKernel::gathered
         : route == ConvolutionRoute::shared_memory ? LyingKernel::shared_memory
                                                    : LyingKernel::cuda_cores;
}

/// The parts of such a convolution: seconds of multiply-accumulates, of memory, of the longest chain.
struct LyingTime {
  double math{}, dram{}, chain{}, fixed{};
  [[nodiscard]] double total() const { return fixed + std::hypot(math, dram, chain); }
};
/// @param issued  SMs x clock; `clock`: hertz; `copied`: bytes a second of a long copy
[[nodiscard]] inline LyingTime lying_time(const Convolution& c, ConvolutionRoute route, const LyingTable& table,
                                          double issued, double clock, double copied) {
  const auto pass = static_cast<std::size_t>(c.pass);
  const LyingConstants& k =
      table[static_cast<std::size_t>(lying_kernel(route))][c.memory_format == MemoryFormat::nhwc ? 1 : 0];
  const bool one_by_one = route == ConvolutionRoute::gathered || route == ConvolutionRoute::cuda_cores;
  const double kernels = one_by_one ? static_cast<double>(c.groups) : 1.0;
  const double taps = static_cast<double>(c.taps());
  const std::int64_t summed = (c.pass == ConvolutionPass::forward ? c.c : c.k) / c.groups;  // channels of a group
  const double steps = c.pass == ConvolutionPass::weight_gradient ? static_cast<double>(c.n * c.pixels_out())
                                                                  : static_cast<double>(summed) * taps;
  return {.math = k.mac_cycles[pass] * in(work(c), mac) / issued,
          .dram = k.passes[pass] * in(traffic(c), byte) / copied,
          .chain = kernels * k.step_cycles[pass] * steps / clock,
          .fixed = kernels * k.seconds[pass]};
}

}  // namespace perfmodel
