// "NN Performance optimization: How to achieve more with less cost" (Molchanov): slides "GPU Implementation", "Tile
// Quantization", "Wave quantization", "Linear Layers", "Transformers" and "Convolutions". The document prints no sizes
// for the first three figures: those here make 256 x 128 tiles run exactly one on each SM, as its caption says.
#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/pricing/gemm/padding.hpp>
#include <perfmodel/timeline/step_time.hpp>

namespace documents_nn_optimization_tiles_test {
using namespace perfmodel;

namespace {
constexpr LibraryVersion cublas_11_4 = 1104;

Gemm half(std::int64_t m, std::int64_t n, std::int64_t k, Layout layout) {
  return {.format = NumberFormat::fp16, .layout = layout, .m = m, .n = n, .k = k, .output = NumberFormat::fp16};
}

/// Time of an A100-SXM4-80GB's product in one tile of `rows` x `columns`, K whole.
double seconds_in(const Gemm& g, int rows, int columns) {
  GemmTable table = gemm_table();
  for (GemmConstants& c : table.families) {
    int kept = 0;
    for (int i = 0; i < plain_tile_count(c); ++i)
      if (const GemmTile tile = c.tiles[static_cast<std::size_t>(i)]; tile.n == rows && tile.m == columns)
        c.tiles[static_cast<std::size_t>(kept++)] = tile;
    if (kept > 0) c.tile_count = kept, c.bias_tiles = 0;
  }
  const GemmModels models =
      make_gemm_models(json::load_device("A100-SXM4-80GB").device, Load::isolated, cublas_11_4, table, {});
  const GemmPrediction p =
      predict_best(g, models.models[static_cast<std::size_t>(family_rule(models, g.format, 16)->family)]);
  REQUIRE(p.tile_m == rows);
  REQUIRE(p.tile_n == columns);
  return in(p.total, second);
}
}  // namespace

TEST_CASE("NN Performance optimization, GPU Implementation: larger tiles run more efficiently, 256 x 128 one an SM") {
  constexpr std::int64_t rows = 9 * 256, columns = 12 * 128;  // 108 tiles, an A100's SMs
  const Gemm g = half(rows, columns, 4096, Layout::nt);
  const double wide = seconds_in(g, 256, 128);
  double last = wide;
  for (const auto& tile : {std::pair{128, 128}, std::pair{128, 64}, std::pair{64, 64}}) {
    CAPTURE(tile.first);
    CAPTURE(tile.second);
    const double smaller = seconds_in(g, tile.first, tile.second);
    CHECK(smaller > last);
    last = smaller;
  }
}

TEST_CASE("NN Performance optimization, Tile Quantization: one column more costs a column of tiles") {
  // (a) sizes divisible by 128 x 128; (b) 1.5 times the tiles that the outputs would fill: six instead of four, two of
  // which are nearly empty. 4 x 4 of the figure's patterns, so that an SM has work in both.
  const double even = seconds_in(half(16 * 128, 16 * 128, 4096, Layout::nt), 128, 128);
  const double odd = seconds_in(half(16 * 128, 16 * 128 + 8, 4096, Layout::nt), 128, 128);
  const double full = seconds_in(half(16 * 128, 17 * 128, 4096, Layout::nt), 128, 128);
  CHECK(odd > even);
  CHECK(odd > 0.97 * full);  // what the empty part saves is its stores
}

TEST_CASE("NN Performance optimization, Wave quantization: 108 tiles are one wave of an A100, 109 are two") {
  const auto wave = [](std::int64_t tiles) { return seconds_in(half(256, tiles * 128, 4096, Layout::nt), 256, 128); };
  CHECK(wave(108) < 1.1 * wave(80));  // one wave, whatever part of it is full
  // The lone tile of the second wave has the L2 and the board's power to itself: 1.5 times, not twice.
  CHECK(wave(109) > 1.4 * wave(108));
  CHECK(wave(216) < 1.4 * wave(109));
  CHECK(wave(217) > 1.2 * wave(216));
}

TEST_CASE("NN Performance optimization, Transformers: vocabulary as a multiple of 8, V100, cuBLAS 10.1 and 11.0") {
  // The projection layer: 1,024 inputs, a batch of 5,120; the figure's vocabulary is not printed.
  for (const LibraryVersion library : {1010, 1100}) {
    const GemmModels v100 = make_gemm_models(json::load_device("V100-SXM2-16GB").device, Load::isolated, library);
    for (const std::int64_t vocabulary : {33'705, 33'708, 33'710})
      for (const Gemm& g : {half(5120, vocabulary, 1024, Layout::nt), half(5120, 1024, vocabulary, Layout::nn),
                            half(vocabulary, 1024, 5120, Layout::tn)}) {
        CAPTURE(library);
        CAPTURE(vocabulary);
        Gemm padded = g;
        for (std::int64_t Gemm::*size : {&Gemm::m, &Gemm::n, &Gemm::k})
          if (padded.*size == vocabulary) padded.*size = 33'712;
        CHECK(predict(padded, v100).total < predict(g, v100).total);
      }
  }
}

TEST_CASE("NN Performance optimization, Linear Layers: above 128 an A100's linear layers leave the memory's limit") {
  const GemmModels a100 = make_gemm_models(json::load_device("A100-SXM4-80GB").device, Load::isolated, cublas_11_4);
  // The guide's figures: 4,096 inputs and outputs by batch; a batch of 4,096 by inputs and by outputs.
  const auto rate = [&](const Gemm& g) { return work(g) / predict(g, a100).total / (tera * flop / second); };
  const auto by_batch = [](std::int64_t size) { return half(size, 4096, 4096, Layout::nt); };
  const auto by_outputs = [](std::int64_t size) { return half(4096, size, 4096, Layout::nt); };
  const auto by_inputs = [](std::int64_t size) { return half(4096, 4096, size, Layout::nt); };
  for (const auto& of : {+by_batch, +by_outputs, +by_inputs}) {
    const double at_32 = rate(of(32)), at_128 = rate(of(128)), at_512 = rate(of(512));
    CHECK(at_128 > 2.0 * at_32);              // in proportion to the size, as bytes are what count
    CHECK(at_512 / at_128 < at_128 / at_32);  // and less than that beyond
  }
  CHECK(predict(by_batch(32), a100).bound == Bound::memory);
  CHECK(predict(by_batch(512), a100).bound == Bound::math);
}

TEST_CASE("NN Performance optimization, Convolutions, Figure 2: NHWC is faster than NCHW on tensor cores, A100") {
  // cuDNN 8.1 there; the oldest that is modelled is 8.5
  const StepModel a100 =
      make_step_model(json::load_device("A100-SXM4-80GB").device, software_of(Framework::pytorch, "1.13"));
  const Network network = named_network("resnet50");
  const auto busy = [&](MemoryFormat format) {
    return step_time(network, {.batch = 64, .precision = Precision::fp16, .memory_format = format}, a100).busy;
  };
  CHECK(busy(MemoryFormat::nhwc) < busy(MemoryFormat::nchw));
}
}  // namespace documents_nn_optimization_tiles_test
