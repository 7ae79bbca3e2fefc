#include "calibrate/fit/convolution_kernel_fit.hpp"

#include <doctest/doctest.h>

#include <tests/pricing/convolution/square.hpp>
#include <tests/relative_error.hpp>

namespace calibrate_fit_convolution_kernel_fit_test {
using namespace perfmodel;

namespace {
/// 3 x 3 over 14 x 14 images, in 16 bits.
Convolution convolution(std::int64_t channels, ConvolutionPass pass = ConvolutionPass::forward) {
  Convolution out = square(8, channels, 14, channels, 3, NumberFormat::bf16);
  out.pass = pass;
  return out;
}
}  // namespace

TEST_CASE("an answer's knobs: tile and step as the kernels' names say them, parts of the sums") {
  const auto knobs = detail::knobs_of("0=7:2=4:5=2:14=3");
  CHECK(detail::tile_of_knobs(knobs) == ConvolutionTile{256, 64, 16});
  CHECK(detail::parts_of_knobs(knobs) == 7.0);
  CHECK(detail::tile_of_knobs(detail::knobs_of("2=5:13=1")) == ConvolutionTile{64, 64, 64});
  CHECK(detail::tile_of_knobs({}) == ConvolutionTile{});
  CHECK_FALSE(detail::parts_of_knobs(detail::knobs_of("2=5")).has_value());
}

TEST_CASE("engines are kernels by pass; unknown ones have no word") {
  const auto kernel = [](ConvolutionPass pass, std::int64_t engine) {
    return detail::kernel_of_engine(pass, engine, NumberFormat::bf16);
  };
  CHECK(kernel(ConvolutionPass::forward, 62) == ConvolutionKernel::wgmma);
  CHECK(kernel(ConvolutionPass::input_gradient, 62) == ConvolutionKernel::own);
  CHECK(kernel(ConvolutionPass::weight_gradient, 62) == ConvolutionKernel::library_product);
  CHECK_FALSE(kernel(ConvolutionPass::forward, 999).has_value());
}

TEST_CASE("the split rule of an answer comes nearest to its parts") {
  const auto answer =
      answer_of(convolution(256, ConvolutionPass::weight_gradient), 49, "0=4:2=5:5=4", std::nullopt, 132);
  REQUIRE(answer.has_value());
  CHECK(answer->choice.kernel == ConvolutionKernel::cutlass);
  CHECK(answer->parts == 4.0);
  const TiledProblem p = tiled_problem(answer->convolution, answer->choice);
  const auto distance = [&](std::size_t split) {
    return std::abs(std::log(parts_of(split, p.blocks, p.steps, 132) / answer->parts));
  };
  for (std::size_t split = 0; split < convolution_splits.size(); ++split)
    CHECK(distance(answer->choice.split) <= distance(split) + 1e-6);
}

TEST_CASE("constants follow rows that teach, and those alone") {
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  const ConvolutionChoice choice{.kernel = ConvolutionKernel::wgmma,
                                 .tile = static_cast<std::uint8_t>(index_of({64, 64, 64}))};
  ConvolutionTable truth = convolution_tables()[1];
  truth.tiled[0][0].seconds[0] = 2e-5;
  truth.tiled[0][0].row_cycles[0] = 6.0;
  std::vector<KernelRow> rows;
  for (std::int64_t channels = 64; channels <= 1024; channels += 64) {
    KernelRow row{.convolution = convolution(channels), .choice = choice};
    row.parts = detail::chosen_parts(row.convolution, choice, gemm, streaming, convolution_engine_priors.blocks);
    row.seconds = convolution_time(row.parts, truth).total;
    rows.push_back(row);
    row.seconds *= 10.0, row.held_out = true;
    rows.push_back(row);
  }
  ConvolutionTable fitted = convolution_tables()[1];
  fit_kernels(fitted, rows);
  for (const KernelRow& row : rows)
    if (!row.held_out)  // the prior pulls a little
      CHECK(relative_error(convolution_time(row.parts, fitted).total, row.seconds) < 0.05);
}
}  // namespace calibrate_fit_convolution_kernel_fit_test
