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
  const double faster = detail::product_terms(model, p, 4e9).split_part;
  CHECK(fast.split_part - each == doctest::Approx(2.0 * (faster - each)).scale(0.0));
  CHECK(slow.split_part - each < 1.5 * (fast.split_part - each));  // at 1 GHz the memory is faster than the L2
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

TEST_CASE("terms by hand: a card of four SMs at 2 Hz") {
  GemmModel model{.sms = 4.0,
                  .l2_bytes = 1000.0,
                  .l2_share = 0.5,
                  .store_slowdown = 3.0,
                  .dram_bandwidth = 8.0,
                  .published_bandwidth = 100.0,
                  .dram_fill_sms = 3.0,
                  .tie = 0.75};
  GemmConstants& c = model.constants;
  c.l2_bytes_per_clock = 8.0, c.dram_efficiency = 0.5, c.store_exposed = 0.25, c.launch_seconds = 7.0;
  c.block_cycles = 10.0, c.epilogue_cycles = 2.0, c.norm_doublings = 3;
  c.split_seconds = 11.0, c.split_part_seconds = 0.5, c.split_traffic = 2.0, c.start_k = 32.0;
  model.shared.cached = {.partitioned_kept = 0.5, .partitioned_lost = 1.0, .whole_kept = 0.5, .whole_lost = 1.0};
  GemmProblem p{.columns = 3.0,
                .rows = 5.0,
                .k = 8.0,
                .batch = 1.0,
                .in_bytes = 2.0,
                .traffic_factor = 3.0,
                .store_factor = 2.0,
                .compulsory = 100.0,
                .c_bytes = 64.0,
                .from_memory = 0.5,
                .c_to_memory = 0.25,
                .issue = 6.0,
                .wait = 8.0,
                .scalar_wait = 12.0,
                .column_copy = 14.0,
                .row_copy = 16.0,
                .fixed = 2.0};
  CHECK(l2_bandwidth(model) == 16.0);  // bytes a cycle: 32 a second; the memory's stream: 4
  const auto terms = [&] { return detail::product_terms(model, p, 2.0); };
  const auto t = terms();
  CHECK(t.sms.value == 4.0);
  CHECK(t.issue == 3.0);
  CHECK(t.wait == 4.0);
  CHECK(t.scalar_wait == 6.0);
  CHECK(t.column_copy == 7.0);
  CHECK(t.row_copy == 8.0);
  CHECK(t.l2 == 2.0 * 3.0 / 8.0 / 2.0);
  CHECK(t.l2_chip == 2.0 * t.l2);
  CHECK(t.prologue == 5.0);
  CHECK(t.epilogue == 1.0);
  CHECK(t.start == 0.25);  // the root of 8 / 32, half a second
  CHECK(t.fill == 3.0);
  CHECK(t.reads == 0.5 * 36.0 / 4.0);
  // three quarters of C into the L2, one quarter into a memory that writes three times as slowly: 27 s for 128 bytes
  CHECK(t.hidden_stores == doctest::Approx(0.75 * 128.0 * (0.75 / 32.0 + 0.25 * 3.0 / 4.0)));
  CHECK(t.exposed_stores == doctest::Approx(0.25 * 27.0));
  CHECK(t.split == 11.0);
  CHECK(t.split_part == doctest::Approx(0.5 + 2.0 * 120.0 / 32.0));  // 3 x 5 in FP32, written and read
  CHECK(t.fixed == 9.0);
  CHECK(t.tie == 0.75);
  CHECK(t.norm_doublings == 3);
  p.k = 64.0, model.l2_bytes = 100.0;
  CHECK(terms().start == 0.5);
  CHECK(terms().split_part == doctest::Approx(0.5 + 2.0 * 120.0 / 4.0));  // more than the L2 holds
  model.dram_bandwidth = 1e3;  // a memory that is faster than the L2: what stays there costs no more than it
  p.c_to_memory = 0.0;
  CHECK(terms().exposed_stores == doctest::Approx(0.25 * 128.0 / 100.0));
}
}  // namespace pricing_gemm_product_terms_test
