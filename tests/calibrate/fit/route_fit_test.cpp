#include "calibrate/fit/route_fit.hpp"

#include <doctest/doctest.h>

using namespace perfmodel;

namespace {
RouteRow row(std::int64_t channels, ConvolutionRoute route) {
  return {.convolution = {.format = NumberFormat::bf16,
                          .n = 8,
                          .c = 4 * channels,
                          .h = 14,
                          .w = 14,
                          .k = 4 * channels,
                          .r = 3,
                          .s = 3,
                          .pad_h = 1,
                          .pad_w = 1,
                          .groups = 4},
          .route = route,
          .seconds = 1e-5};
}
}  // namespace

TEST_CASE("what a kernel's name says") {
  using detail::route_of_name;
  CHECK(route_of_name("void cudnn::cnn::wgrad2d_grouped_direct_kernel<false; true>") == ConvolutionRoute::direct);
  CHECK(route_of_name("sm80_xmma_fprop_implicit_gemm_f32f32_f32f32_f32_nchwkcrs") == ConvolutionRoute::cuda_cores);
  CHECK(route_of_name("sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc") == ConvolutionRoute::products);
  CHECK_FALSE(route_of_name("cudnn::engines_precompiled::nchwToNhwcKernel<float>").has_value());
}

TEST_CASE("several products are groups that follow each other") {
  const TimedKernel product{"sm90_xmma_fprop_implicit_gemm_bf16bf16", 5e-6}, copy{"nchwToNhwcKernel", 9e-6};
  CHECK(detail::route_of_kernels({copy, product}, 4) == ConvolutionRoute::products);
  CHECK(detail::route_of_kernels({copy, product, copy, product}, 4) == ConvolutionRoute::apart);
  CHECK_FALSE(detail::route_of_kernels({copy}, 4).has_value());
}

TEST_CASE("a tree learns a border, and rows that are held out teach nothing") {
  std::vector<RouteRow> rows;
  for (std::int64_t channels = 1; channels <= 64; ++channels)
    rows.push_back(row(channels, channels <= 20 ? ConvolutionRoute::direct : ConvolutionRoute::products));
  RouteRow other = row(30, ConvolutionRoute::gathered);
  other.held_out = true;
  rows.push_back(other);
  const ConvolutionRoutes tree = fit_routes(rows);
  CHECK(tree.count == 3);
  CHECK(route_of(row(7, {}).convolution, tree) == ConvolutionRoute::direct);
  CHECK(route_of(row(40, {}).convolution, tree) == ConvolutionRoute::products);
  CHECK(named_share(rows, tree, false) == 1.0);
  CHECK(named_share(rows, tree, true) == 0.0);
}
