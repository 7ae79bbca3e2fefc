#include <doctest/doctest.h>

#include <perfmodel/pricing/convolution/constants.hpp>
#include <perfmodel/pricing/convolution/engine_choice.hpp>

#include "square.hpp"

using namespace perfmodel;

// Which engine is taken where follows from the numbers in the table, not from numbers in code.

namespace {
constexpr EngineCard h200{.sms = 132.0, .lanes = 128.0, .copied = 2112.0};

Convolution fp32(std::int64_t n, std::int64_t c, std::int64_t side, std::int64_t k, std::int64_t filter,
                 ConvolutionPass pass) {
  Convolution out = square(n, c, side, k, filter, NumberFormat::fp32);
  out.pass = pass;
  return out;
}
}  // namespace

TEST_CASE("FP32 engines: where each pass changes over stands in the table's rules") {
  using enum ConvolutionEngine;
  using enum ConvolutionPass;
  EngineTable table = convolution_tables()[1].engines;
  const auto engine = [&](const Convolution& c) { return choose_engine(c, table, h200).engine; };

  const Convolution tile_64 = fp32(16, 256, 56, 256, 3, forward);
  CHECK(engine(tile_64) == fourier);
  table.rules.forward_images_64 = 17.0;
  CHECK(engine(tile_64) == forward_256x64);

  const Convolution equal = fp32(16, 64, 56, 64, 3, input_gradient);
  CHECK(engine(equal) == fourier);
  table.rules.gradient_channels = 65.0;
  CHECK(engine(equal) != fourier);

  const Convolution enough = fp32(16, 64, 56, 64, 3, weight_gradient);
  CHECK(engine(enough) == winograd_small);
  table.rules.winograd_channels = table.rules.winograd_many_filters = 65.0;
  CHECK(engine(enough) == weight_direct);

  const Convolution many_tiles = fp32(16, 1024, 14, 1024, 1, weight_gradient);
  CHECK(engine(many_tiles) == weight_indexed);
  table.rules.indexed_tiles = table.rules.indexed_tiles_small = table.rules.indexed_tiles_tiny = 1e6;
  CHECK(engine(many_tiles) == weight_planes);
}

TEST_CASE("the smallest kernels wait for a filter that has left the L2, as long as the table says") {
  EngineTable table = convolution_tables()[1].engines;
  const Convolution c = fp32(1, 512, 7, 512, 3, ConvolutionPass::forward);
  const double steps = 512.0 * 9.0 / 8.0;  // of 8 terms; 2 x 16 blocks, fewer than SMs
  const auto wait = [&](ConvolutionEngine engine) { return cold_filter_cycles(c, engine, table, h200); };
  CHECK(wait(ConvolutionEngine::forward_32x32) == steps * table.rules.cold_cycles);
  CHECK(wait(ConvolutionEngine::forward_256x64) == 0.0);
  table.rules.cold_cycles = 1.0;
  CHECK(wait(ConvolutionEngine::forward_32x32) == steps);
}
