#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/product_terms.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

namespace pricing_gemm_product_terms_test {
using namespace perfmodel;

TEST_CASE("terms in cycles follow the clock, terms of the memory do not; lanes hold the same") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmModel& model = h200.models[static_cast<std::size_t>(GemmFamily::hopper_sgemm)];
  const GemmProblem p = make_problem({.layout = Layout::nt, .m = 100, .n = 200, .k = 8}, model);
  const auto fast = detail::product_terms(model, p, 2e9), slow = detail::product_terms(model, p, 1e9);
  CHECK(slow.issue == 2.0 * fast.issue);
  CHECK(slow.wait == 2.0 * fast.wait);
  CHECK(slow.prologue == 2.0 * fast.prologue);
  CHECK(slow.start == 2.0 * fast.start);
  CHECK(fast.start == 0.5 / 2e9);  // the root of 8 / 32
  CHECK(slow.reads == fast.reads);
  const double each = model.constants.split_part_seconds;  // what is left passes through the L2
  CHECK(slow.split_part - each == doctest::Approx(2.0 * (fast.split_part - each)));
  CHECK(fast.columns == 200.0);
  CHECK(fast.rows == 100.0);
  const detail::ProductTerms<Lanes> lanes = detail::in_lanes(fast);
  CHECK(lanes.columns[0] == 200.0F);
  CHECK(lanes.sms.value[3] == 132.0F);
  CHECK(lanes.fixed[2] == static_cast<float>(fast.fixed));
  CHECK(lanes.norm_doublings == fast.norm_doublings);
}

TEST_CASE("no stream exceeds the published bandwidth, whatever was fitted") {
  GemmModel model{.dram_bandwidth = 2e12, .published_bandwidth = 2.2e12};
  model.constants.dram_efficiency = 0.9;
  CHECK(detail::stream_bandwidth(model) == 0.9 * 2e12);
  model.constants.dram_efficiency = 1.2;
  CHECK(detail::stream_bandwidth(model) == 2.2e12);
}

TEST_CASE("partial sums of a split K pass through the L2, as far as they fit it") {
  const GemmModels l40s = make_gemm_models(json::load_device("l40s").device, Load::isolated, newest_library);
  const GemmModel& model = l40s.models[static_cast<std::size_t>(GemmFamily::ampere_s16816)];
  const auto per_output = [&](std::int64_t extent) {
    const Gemm g{.format = NumberFormat::bf16, .m = extent, .n = extent, .k = 65536, .output = NumberFormat::bf16};
    const double clock = model.power[index(g.format)].clock_max;
    const auto terms = detail::product_terms(model, make_problem(g, model), clock);
    return (terms.split_part - model.constants.split_part_seconds) / static_cast<double>(extent * extent);
  };
  // 8 bytes of FP32 an output, written and read: of 1,024 squared 8 MiB lie in 96 MiB, of 8,192 squared 512 do not
  const double memory = model.constants.split_traffic * 8.0 / detail::stream_bandwidth(model);
  CHECK(per_output(1024) < 0.5 * memory);
  CHECK(std::abs(per_output(8192) / memory - 1.0) < 1e-9);
}
}  // namespace pricing_gemm_product_terms_test
