#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/kernels.hpp>

namespace pricing_convolution_kernels_test {
using namespace perfmodel;

namespace {
constexpr bool is(const ConvolutionTile& t, int rows, int columns, int step) {
  return t.rows == rows && t.columns == columns && t.step == step;
}
constexpr std::size_t half = 5, one = 6, two = 7;  // of convolution_splits
}  // namespace

TEST_CASE("tiles: sixteen pairs of sides with four steps each, none at either end") {
  CHECK(convolution_tile_count == 65);
  CHECK(is(convolution_tile(0), 0, 0, 0));
  CHECK(is(convolution_tile(1), 32, 32, 8));
  CHECK(is(convolution_tile(4), 32, 32, 64));
  CHECK(is(convolution_tile(5), 64, 32, 8));
  CHECK(is(convolution_tile(6), 64, 32, 16));
  CHECK(is(convolution_tile(64), 256, 128, 64));
  CHECK(is(convolution_tile(65), 0, 0, 0));
  for (const std::size_t i : {1UL, 4UL, 5UL, 37UL, 64UL}) CHECK(index_of(convolution_tile(i)) == i);
  CHECK(index_of({32, 32, 24}) == 0);
}

TEST_CASE("parts of a sum: as many as bring blocks below a number a SM, at least one, at most one a step") {
  CHECK(parts_of(0, 1, 100, 100) == 1.0);
  CHECK(parts_of(one, 10, 100, 100) == 10.0);
  CHECK(parts_of(two, 10, 100, 100) == 20.0);
  CHECK(parts_of(half, 10, 100, 100) == 5.0);
  CHECK(parts_of(one, 30, 100, 100) == 3.0);  // 3.3
  CHECK(parts_of(one, 67, 100, 100) == 1.0);  // 1.49
  CHECK(parts_of(one, 50, 100, 100) == 2.0);
  CHECK(parts_of(one, 10, 7, 100) == 7.0);
  CHECK(parts_of(one, 10, 0.5, 100) == 1.0);
}

TEST_CASE("a choice as a leaf of a tree holds it") {
  constexpr ConvolutionChoice choice{.kernel = ConvolutionKernel::mma, .tile = 64, .split = 10};
  CHECK(candidate_of(choice) == (14U << 11 | 64U << 4 | 10U));
  CHECK(convolution_choice_of(candidate_of(choice)) == choice);
  CHECK(convolution_choice_of(21U << 11 | 5U << 4 | 15U).kernel == ConvolutionKernel::reduced);
  CHECK(convolution_choice_of(21U << 11 | 5U << 4 | 15U).tile == 5);
  CHECK(convolution_choice_of(21U << 11 | 5U << 4 | 15U).split == 15);
}

TEST_CASE("which kernels have tiles, which are FP32's, and how they take groups") {
  using enum ConvolutionKernel;
  CHECK(is_tiled(wgmma));
  CHECK(is_tiled(reduced));
  CHECK_FALSE(is_tiled(fourier));
  CHECK(is_simt(simt_forward));
  CHECK(is_simt(fourier));
  CHECK_FALSE(is_simt(library_product));
  CHECK_FALSE(is_simt(wgmma));
  CHECK(route_of(simt_first) == ConvolutionRoute::first);
  CHECK(route_of(simt_weights) == ConvolutionRoute::cuda_cores);
  CHECK(route_of(reduced) == ConvolutionRoute::apart);
  CHECK(route_of(wgmma) == ConvolutionRoute::products);
  CHECK(route_of(library_product) == ConvolutionRoute::products);
}
}  // namespace pricing_convolution_kernels_test
