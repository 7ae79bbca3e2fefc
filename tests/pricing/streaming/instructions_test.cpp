#include <doctest/doctest.h>

#include <perfmodel/pricing/streaming/instructions.hpp>

#include "../../relative_error.hpp"

namespace pricing_streaming_instructions_test {
using namespace perfmodel;

// Cycles worked out by hand for constants made up here, so that no calibration changes them: a card of four SMs with
// 2,048 threads each and a megabyte of L2 in two partitions.

namespace {
using Kind = StreamingKind;
constexpr auto fp16 = NumberFormat::fp16;
constexpr auto warm = Operands::warm;

StreamingModel four_sms() {
  StreamingModel model;
  model.sms = 4.0, model.threads_per_sm = 2048.0, model.blocks_per_sm = 32.0;
  model.l2_bytes = 1e6, model.l2_partitions = 2.0;
  model.table.fresh_kept = 0.1, model.table.fresh_fall = 0.8;
  return model;
}
StreamingModel with(const InstructionConstants& c) {
  StreamingModel model = four_sms();
  model.table.instructions = c;
  return model;
}
StreamingModel walking(const WalkConstants& w) {
  StreamingModel model = four_sms();
  model.table.walks = w;
  return model;
}
double issue(const Streaming& s, const StreamingModel& model) { return instruction_cycles(s, model).issue; }
double serial(const Streaming& s, const StreamingModel& model) { return instruction_cycles(s, model).serial; }
}  // namespace

TEST_CASE("elements: by access, by function, and a line for each that a block touches") {
  const StreamingModel model = with({.strided = 3.0,
                                     .converting = 5.0,
                                     .strided_converting = 7.0,
                                     .line = 11.0,
                                     .power = 0.1,
                                     .gelu = 0.2,
                                     .elu = 0.3,
                                     .dropout = 0.4});
  const auto cycles = [&](AccessPattern access, PointwiseFunction function) {
    return issue({.columns = 10, .access = access, .function = function}, model);
  };
  using enum AccessPattern;
  using enum PointwiseFunction;
  CHECK(cycles(vectorized, copy) == 0.0);
  CHECK(cycles(converting, add) == 50.0);
  CHECK(cycles(converting, copy) == 0.0);  // a cast: by its shape
  CHECK(cycles(strided, copy) == 30.0);
  CHECK(cycles(strided_converting, copy) == 70.0);
  CHECK(cycles(vectorized, power) == doctest::Approx(1.0));
  CHECK(cycles(strided, gelu) == doctest::Approx(32.0));
  CHECK(cycles(vectorized, elu) == doctest::Approx(3.0));
  CHECK(cycles(vectorized, dropout) == doctest::Approx(4.0));
  CHECK(issue({.columns = 10, .access = strided, .lines = 2.0}, model) == 52.0);
}

TEST_CASE("concatenation: four bytes of planes, elements of channels, pieces of 16 bytes by memory alone") {
  StreamingModel model = with({.concatenated_4_bytes = 3.0, .concatenated_channels = 5.0});
  model.table.walks.join_start = 100.0, model.table.walks.join_miss = 20.0;
  CHECK(issue({.kind = Kind::concatenation, .columns = 10}, model) == 30.0);
  CHECK(issue({.kind = Kind::concatenation, .format = fp16, .columns = 10}, model) == 15.0);
  CHECK(issue({.kind = Kind::concatenation, .columns = 10, .channels_together = true}, model) == 50.0);
  CHECK(issue({.kind = Kind::concatenation, .columns = 10, .visits = 1.0}, model) == 0.0);
  CHECK(serial({.kind = Kind::concatenation, .columns = 10}, model) == 120.0);
  CHECK(serial({.kind = Kind::concatenation, .columns = 10, .operands = warm}, model) == 100.0);
  CHECK(serial({.kind = Kind::concatenation, .columns = 10, .visits = 1.0}, model) == 120.0);
  // further writers of a line, in L2 and where half of the result is not; whole pieces take what the memory takes
  WalkConstants& w = model.table.walks;
  w.join_line = 11.0, w.join_line_strided = 13.0, w.join_in_flight = 0.5;
  const auto gaps = AccessPattern::strided;
  CHECK(issue({.kind = Kind::concatenation, .format = fp16, .columns = 10, .access = gaps}, model) == 15.0);
  CHECK(issue({.kind = Kind::concatenation, .columns = 10, .access = gaps, .lines = 2.0}, model) == 30.0 + 26.0);
  CHECK(issue({.kind = Kind::concatenation, .columns = 10, .lines = 2.0}, model) == 30.0 + 22.0);
  CHECK(issue({.kind = Kind::concatenation, .columns = 10, .lines = 2.0, .visits = 1.0}, model) == 0.0);
  CHECK(issue({.kind = Kind::concatenation, .columns = 10, .written = 1e9 * byte, .lines = 2.0}, model) == 30.0 + 44.0);
}

TEST_CASE("whole pieces of 16 bytes: lines and sectors that several write pass the memory bus again, not in L2") {
  StreamingModel model = with({});
  model.memory.share = 1.0, model.bandwidth = 1000.0;
  model.table.walks.join_line_again = 0.5, model.table.walks.join_sector_again = 0.25;
  const auto cycles = [&](double lines, double visits) {
    return issue({.kind = Kind::concatenation,
                  .columns = 10,
                  .read = 1e9 * byte,
                  .written = 1e9 * byte,
                  .lines = lines,
                  .visits = visits},
                 model);
  };
  const double each = model.sms * model.clock / 1000.0;  // cycles of all SMs for a byte
  CHECK(cycles(0.0, 1.0) == 0.0);
  CHECK(cycles(1e6, 1.0) == doctest::Approx(each * (2e9 + 0.5 * 1e6 * 128.0)));
  CHECK(cycles(1e6, 2.0) == doctest::Approx(each * (2e9 + 0.5 * 1e6 * 128.0 + 0.25e9)));
}

TEST_CASE("pools: a result and each element of its window, by kind and layout") {
  InstructionConstants c;
  double next = 1.0;
  for (auto* pools : {&c.pool_forward, &c.pool_backward})
    for (auto& kind : *pools)
      for (auto& layout : kind) layout = {next, 100.0 * next}, next += 1.0;
  const auto cycles = [&](bool backward, PointwiseFunction function, bool together) {
    return issue({.kind = Kind::pooling,
                  .columns = 3,
                  .backward = backward,
                  .function = function,
                  .channels_together = together,
                  .visits = 2.0},
                 with(c));
  };
  constexpr auto largest = PointwiseFunction::compare, mean = PointwiseFunction::add;
  CHECK(cycles(false, largest, false) == 1.0 * 203.0);
  CHECK(cycles(false, largest, true) == 2.0 * 203.0);
  CHECK(cycles(false, mean, false) == 3.0 * 203.0);
  CHECK(cycles(false, mean, true) == 4.0 * 203.0);
  CHECK(cycles(true, largest, false) == 5.0 * 203.0);
  CHECK(cycles(true, mean, true) == 8.0 * 203.0);
}

TEST_CASE("pools of few thread blocks leave SMs idle, and threads compare one number after the other") {
  InstructionConstants c;
  c.pool_forward[0][1] = {4.0, 0.0};
  StreamingModel model = with(c);
  model.table.walks.pooled_step = {3.0, 5.0};
  Streaming s{.kind = Kind::pooling,
              .columns = 60,
              .chunks = 6,
              .function = PointwiseFunction::compare,
              .channels_together = true};
  CHECK(issue(s, model) == 0.0);    // counted once
  CHECK(serial(s, model) == 80.0);  // two of six blocks on the busiest of four SMs
  s.chunks = 1;
  CHECK(serial(s, model) == 240.0);
  s.lines = 100.0;
  CHECK(serial(s, model) == 300.0);
  s.chunks = 0;  // as many as there are results
  CHECK(serial(s, model) == 0.0);
  CHECK(issue(s, model) == 240.0);
  s.chunks = 1, s.backward = true;
  CHECK(serial(s, model) == 500.0);
}

TEST_CASE("moments of rows: trips of 512 threads, or of a warp, in waves") {
  const StreamingModel model =
      with({.moment_start = 1000.0, .moment_trip = 10.0, .missed_moment_trip = 100.0, .moment_fall = 0.4});
  const auto cycles = [&](std::int64_t rows, std::int64_t columns, double read, bool cold) {
    return serial({.kind = Kind::row_moments,
                   .rows = rows,
                   .columns = columns,
                   .read = read * byte,
                   .operands = cold ? Operands::cold : warm},
                  model);
  };
  CHECK(cycles(16, 1025, 0, false) == 1030.0);  // four blocks of 512 an SM
  CHECK(cycles(17, 1025, 0, false) == 2060.0);
  CHECK(cycles(128, 511, 0, false) == 1160.0);  // 32 warps an SM, 16 trips
  CHECK(cycles(129, 511, 0, false) == 2320.0);
  CHECK(cycles(16, 512, 0, false) == 1010.0);
  CHECK(cycles(16, 512, 0, true) == 1110.0);
  CHECK(cycles(16, 512, 500000, false) == 1010.0);                   // a partition holds half a megabyte
  CHECK(cycles(16, 512, 700000, false) == doctest::Approx(1060.0));  // half of the 0.4 beyond it
  CHECK(cycles(16, 512, 2000000, false) == 1110.0);
}

TEST_CASE("gathers and scatters, one by one or rows together") {
  WalkConstants w;
  w.gathered_start = 100.0, w.gathered_miss = 20.0, w.gathered_element = 4.0;
  w.indexed_start = 200.0, w.indexed_miss = 30.0, w.indexed_element = 8.0;
  w.scattered_element = 12.0, w.scattered_together = 16.0, w.scattered_miss = 40.0, w.scattered_waits = 80.0;
  const StreamingModel model = walking(w);
  Streaming s{.kind = Kind::gathered_elements, .columns = 10};
  CHECK(serial(s, model) == 100.0 + 20.0 + 10.0);
  s.operands = warm;
  CHECK(serial(s, model) == 110.0);
  s.visits = 1.0, s.pixels = 250000;  // scattered into a megabyte: all of it fits
  CHECK(serial(s, model) == 100.0 + 12.0 * 10.0 / 4.0);
  s.pixels = 500000;  // half does
  CHECK(serial(s, model) == 100.0 + (12.0 + 20.0) * 10.0 / 4.0);
  s.images = 1;
  CHECK(serial(s, model) == 100.0 + 16.0 * 10.0 / 4.0);
  s.visits = 2.0, s.pixels = 16;  // additions to 16 places: a fourth
  CHECK(serial(s, model) == 100.0 + (16.0 + 20.0) * 10.0 / 4.0);
  s.pixels = 0;
  CHECK(serial(s, model) == 100.0 + 16.0 * 10.0 / 4.0);
  CHECK(serial({.kind = Kind::indexed_elements, .columns = 10}, model) == 250.0);
  CHECK(serial({.kind = Kind::indexed_elements, .columns = 10, .operands = warm}, model) == 220.0);
}

TEST_CASE("rows that are added to one place, one after the other") {
  WalkConstants w;
  w.short_row = 3.0, w.long_row = 10.0, w.missed_row = 5.0, w.wave = 100.0;
  const auto cycles = [&](std::int64_t columns, std::int64_t images, bool cold) {
    return serial({.kind = Kind::indexed_sums,
                   .columns = columns,
                   .operands = cold ? Operands::cold : warm,
                   .images = images,
                   .visits = 7.0},
                  walking(w));
  };
  CHECK(cycles(1, 64, true) == 100.0);  // 16 blocks an SM are a wave
  CHECK(cycles(1, 65, true) == 200.0);
  CHECK(cycles(2, 64, true) == 121.0);
  CHECK(cycles(32, 64, true) == 121.0);
  CHECK(cycles(33, 64, false) == 170.0);
  CHECK(cycles(33, 64, true) == 205.0);
}

TEST_CASE("labels of pixels: trips of 1,024 threads, by the bytes that they touch") {
  WalkConstants w;
  w.label_start = 1000.0, w.label_byte = 2.0, w.label_byte_backward = 3.0;
  const auto cycles = [&](std::int64_t rows, std::int64_t columns, bool backward) {
    const double touched = 8.0 * static_cast<double>(rows * columns);
    return serial(
        {.kind = Kind::pixel_labels, .rows = rows, .columns = columns, .read = touched * byte, .backward = backward},
        walking(w));
  };
  CHECK(cycles(1, 1024, false) == 1016.0);
  CHECK(cycles(1, 1025, false) == 1032.0);
  CHECK(cycles(8, 1024, true) == 1024.0);  // two blocks an SM
  CHECK(cycles(9, 1024, true) == 1048.0);
}

TEST_CASE("pools of volumes, norms of columns, rows") {
  WalkConstants w;
  w.volume_thread = 3.0, w.volume_window = 5.0, w.volume_thread_backward = 7.0;
  w.volume_added_narrow = 11.0, w.volume_shared_narrow = 13.0;
  w.column_norm_trip = 10.0, w.column_norm_trip_backward = 20.0;
  w.scan_step = 2.0, w.missed_scan_step = 3.0, w.scan_pair_step = 5.0;
  w.choice_start = 100.0, w.choice_row = 8.0, w.choice_element = 4.0;
  w.order_start = 200.0, w.order_row = 12.0, w.long_order_row = 16.0, w.short_order = 50.0;
  const StreamingModel model = walking(w);
  Streaming pool{.kind = Kind::volume_pooling, .columns = 100, .images = 2, .pixels = 10, .visits = 8.0};
  CHECK(issue(pool, model) == 20.0 * (3.0 + 40.0));
  pool.backward = true;
  CHECK(issue(pool, model) == 140.0);
  pool.format = fp16;
  CHECK(issue(pool, model) == 100.0 * (11.0 + 8.0 * 13.0));
  pool.columns = 1, pool.visits = 0.0;
  CHECK(issue(pool, model) == 140.0);
  // blocks of 16 columns, two an SM; 64 rows a trip, twice
  CHECK(serial({.kind = Kind::column_norms, .rows = 64, .columns = 128}, model) == 20.0);
  CHECK(serial({.kind = Kind::column_norms, .rows = 65, .columns = 128}, model) == 40.0);
  CHECK(serial({.kind = Kind::column_norms, .rows = 64, .columns = 129}, model) == 40.0);
  CHECK(serial({.kind = Kind::column_norms, .rows = 64, .columns = 128, .backward = true}, model) == 40.0);
  // running sums: 8,192 threads at once
  CHECK(serial({.kind = Kind::strided_scan, .rows = 10, .columns = 6, .operands = warm}, model) == 12.0);
  CHECK(serial({.kind = Kind::strided_scan, .rows = 10, .columns = 6}, model) == 30.0);
  CHECK(serial({.kind = Kind::strided_scan, .rows = 10, .columns = 6, .operands = warm, .visits = 1.0}, model) == 42.0);
  CHECK(serial({.kind = Kind::strided_scan, .rows = 16384, .columns = 6, .operands = warm}, model) == 24.0);
  CHECK(serial({.kind = Kind::strided_scan, .columns = 6, .read = 5e5 * byte, .operands = warm}, model) ==
        doctest::Approx(6.0 * (2.0 + 3.0 * 0.5)));
  CHECK(serial({.kind = Kind::row_choice, .rows = 6, .columns = 10}, model) == 100.0 + 6.0 * 48.0 / 4.0);
  CHECK(serial({.kind = Kind::choice_order, .rows = 6, .columns = 50}, model) == 200.0 + 18.0);
  CHECK(serial({.kind = Kind::choice_order, .rows = 6, .columns = 51}, model) == 200.0 + 24.0);
}

TEST_CASE("embeddings, segments, sorts") {
  StreamingModel model = with({.regions_forward = 2.0,
                               .regions_backward = 3.0,
                               .nearest_forward = {4.0, 6.0},
                               .nearest_backward = {5.0, 8.0},
                               .embedded_index = 6.0,
                               .embedded_batch = 7.0,
                               .segment_element = 8.0,
                               .segment_result = 9.0,
                               .scattered = 10.0,
                               .sort_pass = 11.0,
                               .sort_start = 12.0,
                               .sort_key = 13.0,
                               .choice = 14.0,
                               .sort_keys = 100.0});
  WalkConstants& w = model.table.walks;
  w.segment_start = 1000.0, w.sort_pass_key = 0.5, w.block_sort = 2000.0, w.block_pass = 20.0, w.nearest_start = 70.0;
  CHECK(issue({.kind = Kind::resampling_regions, .columns = 10}, model) == 20.0);
  CHECK(issue({.kind = Kind::resampling_regions, .columns = 10, .backward = true}, model) == 30.0);
  CHECK(issue({.kind = Kind::resampling_nearest, .columns = 10}, model) == 40.0);
  CHECK(serial({.kind = Kind::resampling_nearest, .columns = 10}, model) == 0.0);
  CHECK(issue({.kind = Kind::resampling_nearest, .columns = 10, .backward = true}, model) == 50.0);
  CHECK(issue({.kind = Kind::resampling_nearest, .columns = 10, .channels_together = true}, model) == 60.0);
  w.nearest_apart_image = 0.5;
  CHECK(
      issue(
          {.kind = Kind::resampling_nearest, .columns = 10, .backward = true, .lines = 20.0, .channels_together = true},
          model) == 80.0 + 10.0);
  CHECK(issue({.kind = Kind::resampling_nearest, .columns = 10, .lines = 20.0, .channels_together = true}, model) ==
        60.0);
  CHECK(serial({.kind = Kind::resampling_nearest, .backward = true, .channels_together = true}, model) == 70.0);
  CHECK(issue({.kind = Kind::embedding, .rows = 10, .columns = 99}, model) == 60.0);
  CHECK(serial({.kind = Kind::embedding_gradient, .rows = 32}, model) == 7.0);
  CHECK(serial({.kind = Kind::embedding_gradient, .rows = 33}, model) == 14.0);
  CHECK(issue({.kind = Kind::segment_sum, .columns = 10, .visits = 2.0}, model) == 98.0);
  CHECK(serial({.kind = Kind::segment_sum, .columns = 10, .visits = 2.0}, model) == 1000.0);
  w.block_start = 3.0, w.run_piece = 5.0, w.run_sum = 7.0;
  CHECK(serial({.kind = Kind::segment_sum, .columns = 10, .images = 900, .visits = 2.0}, model) == 2700.0);
  CHECK(serial({.kind = Kind::scatter_rows, .columns = 10, .images = 90, .visits = 2.0, .stride = 800}, model) ==
        5600.0);
  CHECK(serial({.kind = Kind::scatter_rows, .columns = 10, .images = 90, .stride = 800}, model) == 4000.0);
  CHECK(serial({.kind = Kind::scatter_rows, .columns = 10, .images = 90}, model) == 270.0);
  CHECK(issue({.kind = Kind::scatter_rows, .columns = 10, .visits = 2.0}, model) == 20.0);
  CHECK(serial({.kind = Kind::sort_pass, .columns = 10}, model) == 16.0);
  CHECK(serial({.kind = Kind::sort_block, .columns = 10, .visits = 3.0}, model) == 2060.0);
  CHECK(serial({.kind = Kind::sort_block, .rows = 0, .columns = 10}, model) == 14.0);
  CHECK(serial({.kind = Kind::sort_block, .columns = 10}, model) == 142.0);
  CHECK(serial({.kind = Kind::sort_block, .columns = 1000}, model) == 1312.0);
}
}  // namespace pricing_streaming_instructions_test
