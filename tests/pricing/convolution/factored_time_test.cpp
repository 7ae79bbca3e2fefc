#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/pricing/convolution/factored_time.hpp>

namespace pricing_convolution_factored_time_test {
using namespace perfmodel;

// Seconds worked out by hand from parts and constants made up here: a clock of 1 kHz, four SMs, 100 bytes a second.

namespace {
using Method = ConvolutionMethod;
using Pass = ConvolutionPass;

ConvolutionParts parts(Method method = Method::implicit, std::size_t unit = 1) {
  ConvolutionParts t{
      .method = method, .unit = unit, .tile_cache = 100.0, .tile_fall = 1.7, .copied = 100.0, .issued = 4000.0};
  t.power.clock_max = t.power.reference_clock = 1000.0;
  t.gap = 0.5, t.launch = 0.25;
  t.card = {.sms = 4.0, .lanes = 128.0, .copied = 10.0};
  return t;
}
ConvolutionTable shares() {
  ConvolutionTable table;
  table.dram_share = 0.5, table.depthwise_dram_share = 0.25, table.l2_factor = 2.0;
  table.worth_copying = 1.3, table.lone_block = 3.0, table.first_layer = 0.5, table.depthwise_seconds = 7.0;
  for (auto& unit : table.factor)
    for (auto& method : unit) method.fill(1.0);
  return table;
}
}  // namespace

TEST_CASE("what one kernel writes and the next reads crosses the bus once where it fits, else twice") {
  CHECK(intermediate_bytes(parts(), 0.0) == 0.0);
  CHECK(intermediate_bytes(parts(), 100.0) == 100.0);
  CHECK(intermediate_bytes(parts(), 135.0) == doctest::Approx(1.5 * 135.0));
  CHECK(intermediate_bytes(parts(), 200.0) == 400.0);
}

TEST_CASE("copies: each kernel's start, then bytes and elements side by side; gaps between kernels") {
  const LayoutCopyConstants c{.seconds = 1.0, .share = 0.5, .cycles = 2.0};
  const LayoutCopy copy{.kind = LayoutCopyKind::transpose, .elements = 8000.0, .traffic = 200.0 * byte, .kernels = 2};
  const double both = std::sqrt(std::sqrt(2.0)) * 4.0;  // 200 bytes at half of 100; 16,000 cycles of four SMs
  CHECK(copy_seconds(copy, c, 100.0, 4000.0) == doctest::Approx(2.0 + both));
  ConvolutionTable table;
  table.copies[static_cast<std::size_t>(LayoutCopyKind::transpose)] = c;
  ConvolutionParts t = parts();
  CHECK(layout_seconds(t, table) == 0.0);
  t.layout.add(copy), t.layout.add(copy);
  CHECK(layout_seconds(t, table) == doctest::Approx(4.0 * 0.5 + 2.0 * (2.0 + both)));
  CHECK(product_seconds(t, {.taken = 2000.0, .ideal = 100.0}, 1.5) == doctest::Approx(3.0));
}

TEST_CASE("FP32 engines: loads, copies of the layout, groups in two streams") {
  ConvolutionParts t = parts(Method::implicit, 0);
  t.shape = {.pass = Pass::weight_gradient, .n = 2, .c = 4, .h = 8, .w = 8, .k = 6, .r = 3, .s = 3};
  t.shape.stride_h = t.shape.stride_w = 2, t.shape.pad_h = t.shape.pad_w = 1;
  t.choice = ConvolutionChoice{.kernel = ConvolutionKernel::simt_indexed};
  t.once = 2.0;
  ConvolutionTable table = shares();
  table.engines.each.fill({.together = 0.5, .lag = 0.25, .depth = 8.0});
  table.engines.shares = {.lanes = 1.0, .fourier_weights = 0.5, .overlapping = 0.5};
  table.engine_load_bytes = 5.0, table.engine_layout_share = 0.5, table.engine_seconds = 3.0;
  table.engine_tiles_share = 0.5;
  // 800 cycles (engines_test.cpp); NHWC of NCHW tensors: two copies of what is read and written once
  ConvolutionTime time = engine_time(t, table);
  CHECK(time.math == doctest::Approx(0.8));
  CHECK(time.dram == 2.0);
  CHECK(time.layout == 2.0 * 2.0 / 0.5 + 2.0 * 3.0);
  CHECK(time.kernels == 3);
  CHECK(time.total == doctest::Approx(std::sqrt(std::sqrt(std::pow(0.8, 4) + 16.0)) + 14.0 + 0.25 + 3.0));
  // 512 + 216 + 192 numbers of 4 bytes, written and read again
  CHECK(time.intermediate == 2.0 * 4.0 * (512 + 216 + 192));
  table.engine_load_bytes = 1.0;  // four SMs load 4 of 10 bytes a clock
  CHECK(engine_time(t, table).dram == 5.0);
  CHECK(one_convolution_time(t, table).dram == 5.0);
  t.shape.groups = 2;
  time = engine_time(t, table);
  CHECK(time.math == doctest::Approx(1.6));
  CHECK(time.kernels == 4);
  CHECK(time.total == doctest::Approx(std::sqrt(std::sqrt(std::pow(1.6, 4) + 625.0)) + 14.0 + 0.25 + 3.0));
  t.shape.groups = 1, t.shape.memory_format = MemoryFormat::nhwc;
  time = engine_time(t, table);
  CHECK(time.layout == 0.0);
  CHECK(time.kernels == 1);
  CHECK(time.intermediate == 0.0);
  // transformed tiles: 16 x 144 x 44 bytes and the gradient once more, at half of 10 bytes a clock
  t.shape.memory_format = MemoryFormat::nchw, t.choice = ConvolutionChoice{.kernel = ConvolutionKernel::fourier};
  const double tiles = 16.0 * 144.0 * 44.0 + 8.0 * 2 * 6 * 16;
  time = engine_time(t, table);
  CHECK(time.dram == doctest::Approx(5.0 + tiles / 10000.0 / 0.5));
  CHECK(time.kernels == 5);
  CHECK(time.intermediate == doctest::Approx(tiles));
  CHECK(time.total == doctest::Approx(5.0 + tiles / 5000.0 + 0.25 + 5.0 * 3.0).epsilon(1e-3));  // 0.1 s of products
}

TEST_CASE("a filter that has left L2 keeps the smallest engines waiting") {
  ConvolutionParts t = parts(Method::implicit, 0);
  t.shape = {.n = 1, .c = 10, .h = 8, .w = 8, .k = 64, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1};
  t.choice = ConvolutionChoice{.kernel = ConvolutionKernel::simt_forward,
                               .tile = static_cast<std::uint8_t>(index_of({32, 32, 8}))};
  ConvolutionTable table = shares();
  table.engines.each.fill({.together = 0.5}), table.engine_load_bytes = 5.0, table.engine_tiles_share = 1.0;
  table.engines.shares.lanes = 1.0;
  table.engines.rules.cold_cycles = 150.0, table.engines.rules.cold_terms = 8.0;
  const double warm = engine_time(t, table).math;
  CHECK(warm == doctest::Approx(1024.0 * 90.0 / 64.0 / 1000.0));
  t.cold = true;
  CHECK(engine_time(t, table).math == doctest::Approx(warm + 1.8));
}

TEST_CASE("forward depthwise kernels of 16-bit NHWC images that share no rows take longer") {
  ConvolutionTable table = shares();
  table.tap_cycles[1][1] = table.tap_cycles[0][1] = table.tap_cycles[1][0] = {0.5, 0.5, 0.5}, table.unshared_rows = 3.0;
  ConvolutionParts one = parts(Method::depthwise);
  one.results = 2.0, one.taps = 10.0, one.width = 1, one.nhwc = 1;
  one.shape = {.n = 8, .c = 4, .groups = 4};
  CHECK(one_convolution_time(one, table).math == 10.0);
  one.shape.n = 4;
  CHECK(one_convolution_time(one, table).math == 30.0);
  one.width = 0;  // FP32
  CHECK(one_convolution_time(one, table).math == 10.0);
  one.width = 1, one.nhwc = 0;
  CHECK(one_convolution_time(one, table).math == 10.0);
  one.nhwc = 1, one.pass = 1;  // input gradients
  CHECK(one_convolution_time(one, table).math == 10.0);
}

TEST_CASE("depthwise, pointwise and implicit products under their factors") {
  ConvolutionTable table = shares();
  ConvolutionParts depthwise = parts(Method::depthwise);
  depthwise.results = 2.0, depthwise.taps = 9.0, depthwise.blocks = 1.0, depthwise.one_kernel = true;
  depthwise.width = 2, depthwise.nhwc = 1, depthwise.pass = 1;
  table.taps_beside[1][1] = 1.0, table.tap_cycles[2][1][1] = 0.5;
  CHECK(one_convolution_time(depthwise, table).math == 11.0);
  CHECK(one_convolution_time(depthwise, table).total == 11.0 + 0.25 + 7.0);
  depthwise.dram = 2.75;
  CHECK(one_convolution_time(depthwise, table).dram == 11.0);
  CHECK(one_convolution_time(depthwise, table).total == doctest::Approx(std::sqrt(std::sqrt(2.0)) * 11.0 + 7.25));

  ConvolutionParts pointwise = parts(Method::pointwise);
  pointwise.pointwise = 3.0;
  table.factor[1][static_cast<std::size_t>(Method::pointwise)][0] = 2.0, table.fixed_seconds[1][0] = 9.0;
  CHECK(one_convolution_time(pointwise, table).total == 6.25);

  ConvolutionParts implicit = parts();
  implicit.product.taken = 4000.0, implicit.blocks = 1.0;
  table.factor[1][static_cast<std::size_t>(Method::implicit)][0] = 1.5;
  CHECK(one_convolution_time(implicit, table).math == doctest::Approx(7.0));
  CHECK(one_convolution_time(implicit, table).total == doctest::Approx(7.0 + 0.25 + 9.0));
  CHECK(one_convolution_time(implicit, table).kernels == 1);
  implicit.first_layer = true, implicit.zeros = 2.0;
  CHECK(one_convolution_time(implicit, table).total == doctest::Approx(4.0 + 2.0 + 0.25 + 9.0));
  implicit.first_layer = false, implicit.dram = 3.5, implicit.l2 = 3.5;  // 7 each
  CHECK(one_convolution_time(implicit, table).total ==
        doctest::Approx(std::sqrt(std::sqrt(3.0)) * 7.0 + 2.0 + 0.25 + 9.0));
  implicit.shape.pass = Pass::weight_gradient;  // another adds partial sums
  CHECK(one_convolution_time(implicit, table).kernels == 2);
  // few channels have a factor of their own, but on CUDA cores
  ConvolutionParts few = parts(Method::few_channels);
  few.product.taken = 1000.0;
  table.factor[1][static_cast<std::size_t>(Method::few_channels)][0] = 4.0;
  CHECK(one_convolution_time(few, table).math == doctest::Approx(4.0));
  few.unit = 0;
  table.factor[0][static_cast<std::size_t>(Method::few_channels)][0] = 4.0;
  CHECK(one_convolution_time(few, table).math == doctest::Approx(1.0));
}

TEST_CASE("Winograd and products over planes as they lie, where they are faster") {
  ConvolutionTable table = shares();
  table.filter_cycles = {0.1, 0.2};
  ConvolutionParts t = parts();
  t.product.taken = 10000.0, t.filters = 3.0, t.filter_tiles = 200.0, t.tiles = 100.0;
  t.winograd_product.taken = 4000.0;
  ConvolutionTime time = one_convolution_time(t, table);
  CHECK(time.method == Method::winograd);
  CHECK(time.total == doctest::Approx(4.0 + 0.3 + 0.25));
  CHECK(time.math == doctest::Approx(4.0));
  CHECK(time.intermediate == 400.0);
  t.lone_block = true;  // three times as long
  CHECK(one_convolution_time(t, table).method == Method::implicit);
  t.large_product.taken = 2000.0, t.dram = 1.0, t.large_dram = 0.5;
  time = one_convolution_time(t, table);
  CHECK(time.method == Method::winograd_large);
  CHECK(time.total == doctest::Approx(2.0 + 3.0 + 0.6 + 0.25));
  CHECK(time.dram == 3.0);
  CHECK(time.intermediate == 100.0);
  t.large_dram = 4.0;
  CHECK(one_convolution_time(t, table).method == Method::implicit);

  ConvolutionParts planes = parts();
  planes.product.taken = 1000.0;
  planes.layout.add({.kind = LayoutCopyKind::transpose, .kernels = 2});
  CHECK(one_convolution_time(planes, table).layout == 1.0);
  CHECK(one_convolution_time(planes, table).kernels == 3);
  planes.planes = 2.59;  // less than 1.3 times the second of the product and the second of the copies
  time = one_convolution_time(planes, table);
  CHECK(time.total == doctest::Approx(2.59 + 0.25));
  CHECK(time.layout == 0.0);
  CHECK(time.copies == 0.0);
  CHECK(time.kernels == 1);
  planes.planes = 2.61;
  CHECK(one_convolution_time(planes, table).total == doctest::Approx(2.25));
  CHECK(one_convolution_time(planes, table).copies == 2.0);
}

TEST_CASE("groups that follow each other take as often as long") {
  ConvolutionParts t = parts();
  t.product.taken = 1000.0, t.dram = 1.0;
  const ConvolutionTable table = shares();
  const ConvolutionTime one = convolution_time(t, table);
  t.repeated = 3.0;
  const ConvolutionTime three = convolution_time(t, table);
  CHECK(three.total == doctest::Approx(3.0 * one.total));
  CHECK(three.math == doctest::Approx(3.0));
  CHECK(three.dram == doctest::Approx(6.0));
  CHECK(three.kernels == 3);
}

TEST_CASE("beside a product's multiplications a convolution takes as many cycles on every card") {
  ConvolutionTable table = shares();
  table.factor_rate = {512.0, 64.0};
  const ConvolutionParts half = parts(Method::implicit, 1), single = parts(Method::implicit, 2),
                         cuda = parts(Method::implicit, 0);  // of 128 multiply-accumulates a clock and SM
  for (auto& unit : table.factor) unit[static_cast<std::size_t>(Method::implicit)].fill(1.5);
  CHECK(factor_of(half, table, Method::implicit) == 1.125);  // a quarter of the rate
  CHECK(factor_of(single, table, Method::implicit) == 1.5);  // twice the rate: no more than there
  CHECK(factor_of(cuda, table, Method::implicit) == 1.5);
  table.factor[1][static_cast<std::size_t>(Method::implicit)].fill(0.75);
  CHECK(factor_of(half, table, Method::implicit) == 0.75);
}
}  // namespace pricing_convolution_factored_time_test
