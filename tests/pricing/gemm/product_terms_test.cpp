#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/product_terms.hpp>
#include <perfmodel/pricing/gemm/time.hpp>

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
  CHECK(slow.split_part == fast.split_part);
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
