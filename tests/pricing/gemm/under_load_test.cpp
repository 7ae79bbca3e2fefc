#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/gemm/under_load.hpp>

using namespace perfmodel;

namespace {
LoadedTime loaded(const GemmModel& model, std::int64_t size) {
  const Gemm g{.layout = Layout::nt, .m = size, .n = size, .k = size};
  const TimedProduct product =
      timed_product(model, make_problem(g, model), model.power[index(NumberFormat::fp32)].clock_max);
  return detail::under_load(product, {}, configuration_time(product, 0, 1));
}
}  // namespace

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
