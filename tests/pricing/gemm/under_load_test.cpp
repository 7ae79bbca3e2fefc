#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/measurement/eager_call.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/gemm/under_load.hpp>

namespace pricing_gemm_under_load_test {
using namespace perfmodel;

namespace {
LoadedTime loaded(const GemmModel& model, std::int64_t size) {
  const Gemm g{.layout = Layout::nt, .m = size, .n = size, .k = size};
  const TimedProduct product =
      timed_product(model, make_problem(g, model), model.power[index(NumberFormat::fp32)].clock_max);
  return detail::under_load(product, {}, configuration_time(product, 0, 1));
}

/// After so many calls of itself, under a board's published limit or one that it never reaches.
double microseconds(Device device, const Gemm& g, double repetitions, bool limited) {
  constexpr double never_reached = 1000.0;
  if (!limited) device.board_power = never_reached * watt;
  GemmModels models = make_gemm_models(device, Load::isolated, 1201);
  for (CopyOnWrite<GemmModel>& model : models.models) model.change().repetitions = repetitions;
  return in(predict(g, models).total, micro * second);
}
Gemm batched(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k) {
  return {.format = NumberFormat::fp32, .layout = Layout::nn, .batch = batch, .m = m, .n = n, .k = k};
}
}  // namespace

// Batched FP32 products of a T4 that write much and multiply little, sitar-lab/NeuSight, commit 6945927d: a board at
// its 70 W. Another T4 took 5.1 ms for 64 of 2048 x 2048 x 64: half of what the first one's rows say, and what the
// model says of a board that keeps its clock. No law of the clock serves both.
TEST_CASE("two T4 differ by whether they reach their power limit, not by how early") {
  const Device t4 = json::load_device("t4").device;
  struct Row {
    Gemm gemm;
    double us;
  };
  for (const Row& row : {Row{batched(338, 997, 817, 62), 16015.6}, Row{batched(756, 408, 622, 69), 11691.4},
                         Row{batched(787, 539, 297, 73), 9891.8}, Row{batched(405, 833, 901, 62), 18323.7},
                         Row{batched(132, 840, 814, 63), 4458.8}}) {
    CAPTURE(row.us);
    CHECK(std::abs(microseconds(t4, row.gemm, eager_repetitions, true) / row.us - 1.0) < 0.16);  // 1 to 15 %
    CHECK(microseconds(t4, row.gemm, eager_repetitions, false) < 0.7 * row.us);
  }
  const Gemm other = batched(64, 2048, 2048, 64);
  CHECK(std::abs(microseconds(t4, other, 1.0, false) / 5100.0 - 1.0) < 0.25);  // 21 %
  CHECK(microseconds(t4, other, eager_repetitions, true) > 2.0 * 5100.0);
}

TEST_CASE("an A40 that was measured at 8,362 us kept its clock") {
  // 2048 x 8192 x 28672 in FP16; 9,664 us under the board's limit, with an interval of 7,927 to 11,708
  const Device a40 = json::load_device("a40").device;
  const Gemm g{.format = NumberFormat::fp16,
               .layout = Layout::nt,
               .m = 2048,
               .n = 8192,
               .k = 28672,
               .output = NumberFormat::fp16};
  CHECK(std::abs(microseconds(a40, g, isolated_repetitions, false) / 8362.0 - 1.0) < 0.05);
  const GemmPrediction limited = predict(g, make_gemm_models(a40));
  CHECK(in(limited.low, micro * second) < 8362.0);
  CHECK(in(limited.high, micro * second) > 8362.0);
}

TEST_CASE("a 70 W board sinks its clock under a large product, not under a small one") {
  const Device t4 = json::load_device("t4").device;
  const GemmModels models = make_gemm_models(t4, software_of(), Load::sustained);
  const GemmModel& model = models.models[static_cast<std::size_t>(GemmFamily::turing_sgemm)];
  const double highest = model.power[index(NumberFormat::fp32)].clock_max;
  CHECK(loaded(model, 128).clock == highest);
  const LoadedTime large = loaded(model, 8192);
  CHECK(large.clock < 0.75 * highest);
  const Gemm g{.layout = Layout::nt, .m = 8192, .n = 8192, .k = 8192};
  CHECK(large.time.total == seconds_of(model, make_problem(g, model), {}));
  CHECK(large.time.total > configuration_time(model, make_problem(g, model), 0, 1, highest).total);
}

TEST_CASE("more repetitions before a timing are never faster") {
  const Device t4 = json::load_device("t4").device;
  GemmModel model = make_gemm_models(t4).models[static_cast<std::size_t>(GemmFamily::turing_sgemm)];
  double before = 0.0;
  for (const double repetitions : {1.0, 20.0, 400.0}) {
    model.repetitions = repetitions;
    const double seconds = loaded(model, 4096).time.total;
    CHECK(seconds >= before);
    before = seconds;
  }
}

// By hand: one tile of 128 x 64 on one SM, 1,000 multiply-accumulates a cycle at 1 GHz, and a board whose voltage never
// changes, so that power grows in proportion to the clock.

namespace {
struct Hand {
  GemmModel model{.load = Load::sustained, .repetitions = 10.0, .sms = 1.0, .l2_bytes = 1e9};
  GemmProblem problem{.columns = 128, .rows = 64, .k = 32, .batch = 1, .in_bytes = 2, .format = 1};
  double issue{1e-12}, l2{};                                ///< s
  static constexpr double alone = 128.0 * 64 * 32 * 1e-12;  ///< seconds of the tile's products at 1 GHz

  Hand() {
    model.constants.dram_efficiency = 1.0, model.published_bandwidth = 1e30, model.dram_bandwidth = 1e30;
    model.constants.reuse_window = model.constants.l2_capacity = 1.0, model.constants.line_bytes = 1.0;
    model.constants.tiles[0] = {.m = 128, .n = 64, .k = 32, .threads = 256};
    model.tiles[0] = {.columns = Divisor<double>(128), .rows = Divisor<double>(64), .k_block = Divisor<double>(32)};
    model.tile_rates[1][0] = {.resident = Divisor<double>(1), .slowness = 1.0};
    model.rate[1] = 1000.0;
    model.board.padding_activity = 0.52;
    model.power[1] = {.clock_max = 1e9,
                      .reference_clock = 1e9,
                      .board_power = 50.0,
                      .math_power = 100.0,
                      .voltage_floor = 1.0,
                      .voltage_knee = 0.5,
                      .burst_power = 100.0};
  }
  [[nodiscard]] LoadedTime loaded() const {
    const TimedProduct product{.model = &model,
                               .problem = problem,
                               .clock = 1e9,
                               .terms = {.columns = problem.columns,
                                         .rows = problem.rows,
                                         .k = problem.k,
                                         .batch = 1,
                                         .sms = Divisor<double>(model.sms),
                                         .issue = issue,
                                         .l2 = l2,
                                         .l2_chip = l2,
                                         .fill = 1.0}};
    return detail::under_load(product, {}, configuration_time(product, 0, 1));
  }
};
}  // namespace

TEST_CASE("a product that keeps all units busy runs at the clock that the board's power allows") {
  Hand hand;
  CHECK(hand.loaded().clock == doctest::Approx(0.5e9).scale(0.0));
  CHECK(hand.loaded().time.total == doctest::Approx(2.0 * Hand::alone).scale(0.0));
  hand.model.power[1].board_power = 100.0;  // just enough
  CHECK(hand.loaded().clock == 1e9);
  CHECK(hand.loaded().time.total == doctest::Approx(Hand::alone).scale(0.0));
}

TEST_CASE("a tile that reaches beyond the product draws 0.52 of its power there") {
  Hand hand;
  hand.problem.rows = 32;  // half of the tile
  CHECK(hand.loaded().clock == doctest::Approx(0.5e9 / (0.52 + 0.48 * 0.5)));
  hand.problem.rows = 64, hand.problem.columns = 32;
  CHECK(hand.loaded().clock == doctest::Approx(0.5e9 / (0.52 + 0.48 * 0.25)));
}

TEST_CASE("the L2 draws power as far as SMs read from it") {
  Hand hand;
  hand.issue = 0.0, hand.l2 = 1e-9, hand.model.power[1].math_power = 0.0, hand.model.power[1].l2_power = 100.0;
  CHECK(hand.loaded().clock == doctest::Approx(0.5e9));
  hand.model.sms = 2.0, hand.model.power[1].board_power = 25.0;  // one of two reads
  CHECK(hand.loaded().clock == doctest::Approx(0.5e9));
}

TEST_CASE("the memory leaves less power: as much of it as is busy at the clock that is found") {
  Hand hand;
  hand.model.power[1].board_power = hand.model.power[1].dram_power = 100.0;
  const double bytes = (128.0 + 64.0) * 32 * 2;
  hand.model.dram_bandwidth = bytes / (0.25 * Hand::alone), hand.model.constants.dram_efficiency = 1e9;
  // a quarter of the memory at 1 GHz leaves 0.75 GHz, at which it is 0.1875 of it
  CHECK(hand.loaded().clock == doctest::Approx(0.8125e9));
}

TEST_CASE("a burst keeps its clock in part, the less the longer it is over the controller's time") {
  Hand hand;
  hand.model.load = Load::isolated;
  hand.model.power[1].controller_time = 10.0 * Hand::alone;  // ten repetitions at 1 GHz
  // half of the way down at first; those take 4 / 3 of the time, and so 4 / 7 of it
  CHECK(hand.loaded().clock == doctest::Approx(0.5e9 + 0.5e9 * 3.0 / 7.0));
}
}  // namespace pricing_gemm_under_load_test
