#pragma once
/// How cuDNN's kernels take groups, and what kernels cost that work on the images as they lie.
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
  own,            ///< kernels for one channel a group
  first           ///< likewise by the FP32 kernels of first layers
};
inline constexpr std::size_t convolution_route_count = 8;
[[nodiscard]] constexpr std::string_view name(ConvolutionRoute route) {
  constexpr std::array<std::string_view, convolution_route_count> names{
      "products", "apart", "cuda_cores", "direct", "gathered", "shared_memory", "own", "first"};
  return names[static_cast<std::size_t>(route)];
}

/// One group's convolution.
[[nodiscard]] constexpr Convolution one_group(Convolution c) {
  c.c /= c.groups, c.k /= c.groups, c.groups = 1;
  return c;
}

/// Kernels that work on images as they lie, and FP32 kernels of single groups with their copies. By pass.
struct LyingConstants {
  using ByPass = std::array<double, 3>;
  ByPass seconds{};        ///< of a kernel with next to no work
  ByPass mac_cycles{};     ///< of one SM for a multiply-accumulate
  ByPass passes{};         ///< over image, filter and result, at a long copy's bandwidth
  ByPass step_cycles{};    ///< of a step of the longest chain: a term of a result's sum; weight gradients: a result
  ByPass copied_cycles{};  ///< of one SM for an element of image or result that a kernel copies before or after
};
enum class LyingKernel : std::uint8_t { direct, gathered, shared_memory, cuda_cores, first };
inline constexpr std::size_t lying_kernel_count = 5;
/// by kernel, and NCHW / NHWC
using LyingTable = std::array<std::array<LyingConstants, 2>, lying_kernel_count>;

[[nodiscard]] constexpr bool lies(ConvolutionRoute route) {
  return route == ConvolutionRoute::direct || route == ConvolutionRoute::gathered ||
         route == ConvolutionRoute::shared_memory || route == ConvolutionRoute::cuda_cores ||
         route == ConvolutionRoute::first;
}
[[nodiscard]] constexpr LyingKernel lying_kernel(ConvolutionRoute route) {
  return route == ConvolutionRoute::direct          ? LyingKernel::direct
         : route == ConvolutionRoute::gathered      ? LyingKernel::gathered
         : route == ConvolutionRoute::shared_memory ? LyingKernel::shared_memory
         : route == ConvolutionRoute::first         ? LyingKernel::first
                                                    : LyingKernel::cuda_cores;
}

/// Does it launch kernels for each group?
[[nodiscard]] constexpr bool group_by_group(ConvolutionRoute route) {
  return route == ConvolutionRoute::gathered || route == ConvolutionRoute::cuda_cores ||
         route == ConvolutionRoute::first;
}

/// Multiply-accumulates, with what the forward kernels that gather operands add to fill their tiles of 32 filters and
/// 8 terms (rates of implicit_convolve_sgemm in random_engines.csv by filters: 12.6 a clock and SM of 16, 18.7 of 24,
/// 25.6 of 32 and of 64).
[[nodiscard]] constexpr double lying_products(const Convolution& c, ConvolutionRoute route) {
  constexpr std::int64_t filters = 32, terms = 8;
  if (route != ConvolutionRoute::gathered || c.pass != ConvolutionPass::forward) return in(work(c), mac);
  const auto filled = [](std::int64_t n, std::int64_t tile) {
    const std::int64_t tiles = (n + tile - 1) / tile;
    return static_cast<double>(tiles * tile);
  };
  return static_cast<double>(c.n) * static_cast<double>(c.pixels_out()) * static_cast<double>(c.groups) *
         filled(c.k / c.groups, filters) * filled(c.c / c.groups * c.taps(), terms);
}

/// The parts of such a convolution: seconds of multiply-accumulates, of memory, of the longest chain; of copies.
struct LyingTime {
  double math{}, dram{}, chain{}, fixed{}, copies{};
  [[nodiscard]] double total() const { return fixed + copies + std::hypot(math, dram, chain); }
};
/// @param issued  SMs x clock; `clock`: hertz; `copied`: bytes a second of a long copy
[[nodiscard]] inline LyingTime lying_time(const Convolution& c, ConvolutionRoute route, const LyingTable& table,
                                          double issued, double clock, double copied) {
  const auto pass = static_cast<std::size_t>(c.pass);
  const LyingConstants& k =
      table[static_cast<std::size_t>(lying_kernel(route))][c.memory_format == MemoryFormat::nhwc ? 1 : 0];
  const bool one_by_one = group_by_group(route);
  const double kernels = one_by_one ? static_cast<double>(c.groups) : 1.0;
  const double taps = static_cast<double>(c.taps());
  const std::int64_t summed = (c.pass == ConvolutionPass::forward ? c.c : c.k) / c.groups;  // channels of a group
  const double steps = c.pass == ConvolutionPass::weight_gradient ? static_cast<double>(c.n * c.pixels_out())
                                                                  : static_cast<double>(summed) * taps;
  return {.math = k.mac_cycles[pass] * lying_products(c, route) / issued,
          .dram = k.passes[pass] * in(traffic(c), byte) / copied,
          .chain = kernels * k.step_cycles[pass] * steps / clock,
          .fixed = kernels * k.seconds[pass],
          .copies = k.copied_cycles[pass] *
                    static_cast<double>(c.n * c.c * c.pixels_in() + c.n * c.k * c.pixels_out()) / issued};
}

}  // namespace perfmodel
