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
  for (GemmModel& model : models.models) model.repetitions = repetitions;
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
}  // namespace pricing_gemm_under_load_test
