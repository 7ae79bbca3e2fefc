#include <doctest/doctest.h>

#include <perfmodel/device/architecture.hpp>
#include <perfmodel/pricing/streaming/model.hpp>

namespace pricing_streaming_model_test {
using namespace perfmodel;

namespace {
constexpr StreamingModel memory(double share, double turnaround) {
  return {.memory = {.share = share, .turnaround = turnaround}, .bandwidth = 100.0};
}
Device hopper() {
  Device d;
  d.compute_capability = 90;
  d.memory_type = MemoryType::hbm3;
  d.dram_bandwidth = 100.0 * byte / second;
  d.l2 = 5000.0 * byte;
  d.sms = 7.0 * sm;
  d.boost_clock = 3.0 * cycle / second;
  d.occupancy.threads_per_sm = 2048, d.occupancy.blocks_per_sm = 32;
  d.occupancy.registers_per_sm = 262144.0 * byte;
  d.rates.dense[static_cast<std::size_t>(MathUnit::cuda_core)][index(NumberFormat::fp32)] = 256.0 * flop / (cycle * sm);
  return d;
}
}  // namespace

TEST_CASE("time on the memory bus: a share of it, and a turn for each byte of the smaller stream") {
  CHECK(memory(0.5, 0.0).dram_seconds(30.0, 20.0) == 1.0);
  CHECK(memory(0.5, 2.0).dram_seconds(30.0, 20.0) == 1.4);
  CHECK(memory(0.5, 2.0).dram_seconds(20.0, 30.0) == 1.4);
  CHECK(memory(0.5, 2.0).dram_seconds(30.0, 0.0) == 0.6);
  CHECK(memory(0.5, 2.0).copy_bandwidth() == doctest::Approx(2.0 / 0.06));  // (2 / 0.5 + 2) / 100
}

TEST_CASE("shapes that reduce rows, by which error bars and constants go") {
  using enum StreamingShape;
  for (const StreamingShape s :
       {one_row_per_warp, row_in_registers, normalized_row, normalized_row_backward, mean_square_row})
    CHECK(reduces_rows(s));
  for (const StreamingShape s : {widening, row_sum, flat, softmax_strided}) CHECK_FALSE(reduces_rows(s));
  CHECK(reduces_by_launch(row_sum));
  CHECK(reduces_by_launch(column_sum));
  CHECK_FALSE(reduces_by_launch(gain_sums));
  CHECK_FALSE(reduces_by_launch(normalized_row_backward));
  for (const StreamingShape s : {row_sum, column_sum, gain_sums, multi_tensor}) CHECK(goes_by_lanes(s));
  for (const StreamingShape s : {flat, widening, permuted, window, one_row_per_warp, channel_on_chip})
    CHECK_FALSE(goes_by_lanes(s));
}

TEST_CASE("the memory row of a card: the first for its generation and its memory, else the last") {
  StreamingTable table;
  table.memories[0] = {.type = MemoryType::gddr6, .cc_low = 90, .cc_high = 90, .share = 0.1};
  table.memories[1] = {.type = MemoryType::hbm3, .cc_low = 80, .cc_high = 89, .share = 0.2};
  table.memories[2] = {.type = MemoryType::hbm3, .cc_low = 90, .cc_high = 99, .share = 0.3};
  table.memories[3] = {.type = MemoryType::unknown, .cc_low = 90, .cc_high = 99, .share = 0.4};
  for (std::size_t i = 4; i < table.memories.size(); ++i) table.memories[i] = {.cc_low = 1, .cc_high = 2};
  Device d = hopper();
  CHECK(memory_row(d, table) == 2);
  d.memory_type = MemoryType::hbm3e;
  CHECK(memory_row(d, table) == 3);
  d.memory_type = MemoryType::gddr6;
  d.memory = 1600.0 * byte, d.memory_reported = 1500.0 * byte;
  CHECK(memory_row(d, table) == 0);
  d.compute_capability = 75;
  CHECK(memory_row(d, table) == table.memories.size() - 1);
}

TEST_CASE("GDDR6 without check bits goes by the row of GDDR6X, all other memory by its own") {
  const auto behaviour = [](MemoryType type, double reported) {
    Device d = hopper();
    d.memory_type = type, d.memory = 1600.0 * byte, d.memory_reported = reported * byte;
    return memory_behaviour(d);
  };
  CHECK(behaviour(MemoryType::gddr6, 1500.0) == MemoryType::gddr6);  // a sixteenth is missing
  CHECK(behaviour(MemoryType::gddr6, 1535.0) == MemoryType::gddr6);
  CHECK(behaviour(MemoryType::gddr6, 1536.0) == MemoryType::gddr6x);
  CHECK(behaviour(MemoryType::gddr6, 1600.0) == MemoryType::gddr6x);
  CHECK(behaviour(MemoryType::gddr5, 1600.0) == MemoryType::gddr5);
  CHECK(behaviour(MemoryType::hbm3, 1600.0) == MemoryType::hbm3);
}

TEST_CASE("a card's model: its data in plain numbers, rates over those of 128 lanes and four schedulers") {
  StreamingTable table;
  for (MemoryConstants& row : table.memories) row = {.cc_low = 0, .cc_high = 999, .share = 0.9};
  for (const int cc : {90, 60}) {
    Device d = hopper();
    d.compute_capability = cc;
    const StreamingModel m = make_streaming_model(d, table, KernelVersion::pytorch_2_11);
    const Architecture& a = architecture_of(cc);
    CHECK(m.memory.share == 0.9);
    CHECK(m.bandwidth == 100.0);
    CHECK(m.l2_bytes == 5000.0);
    CHECK(m.l1_bytes == a.l1_kibibytes * 1024.0);
    CHECK(m.sms == 7.0);
    CHECK(m.clock == 3.0);
    CHECK(m.threads_per_sm == 2048.0);
    CHECK(m.blocks_per_sm == 32.0);
    CHECK(m.registers_per_sm == 65536.0);  // of four bytes
    CHECK(m.flop_per_clock == 256.0);
    CHECK(m.issue_scale * a.fp32_lanes == 128.0);
    CHECK(m.warp_scale * a.warps_issued_per_clock == 4.0);
  }
}
}  // namespace pricing_streaming_model_test
