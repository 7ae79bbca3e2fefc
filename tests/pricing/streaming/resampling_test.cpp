#include <doctest/doctest.h>

#include <perfmodel/pricing/streaming/instruction_constants.hpp>
#include <perfmodel/pricing/streaming/resampling.hpp>

namespace pricing_streaming_resampling_test {
using namespace perfmodel;

// Cycles worked out by hand for constants made up here: a card of four SMs with 2,048 threads each.

namespace {
StreamingModel four_sms() {
  StreamingModel model;
  model.sms = 4.0, model.threads_per_sm = 2048.0, model.l2_bytes = 1000.0;
  model.table.fresh_kept = 0.1, model.table.fresh_fall = 0.8;
  return model;
}
constexpr auto fp16 = NumberFormat::fp16;
constexpr auto warm = Operands::warm;
}  // namespace

TEST_CASE("between neighbours: threads walk over planes; places that wait add up as legs of a triangle do") {
  const InstructionConstants c{.sampled_plane = {20.0, 5.0},
                               .sampled_line = {20.0, 1.0},
                               .sampled_result = {16.0, 4.8},
                               .sampled_missed = {40.0, 0.0},
                               .sampled_kept = 0.1,
                               .sampled_fall = 0.8,
                               .sampled_together = 7.0};
  Streaming s{.columns = 30, .operands = warm, .lines = 48.0, .images = 3, .pixels = 10, .visits = 4.0};
  const auto serial = [&] { return detail::sampled_cycles(s, four_sms(), c).serial; };
  // planes of 64 bytes, half a line: 30 cycles; ten results at 16 cycles of four SMs: 40
  CHECK(serial() == doctest::Approx(3.0 * 50.0));
  s.lines = 480.0;  // a line at most
  CHECK(serial() == doctest::Approx(3.0 * std::hypot(40.0, 40.0)));
  s.format = fp16, s.lines = 96.0;
  CHECK(serial() == doctest::Approx(3.0 * 50.0));
  s.read = 300.0 * byte, s.written = 200.0 * byte;  // half of the L2: half of it is missed
  // two planes share each line that is missed
  CHECK(serial() == doctest::Approx(3.0 * std::hypot(30.0 + 0.5 * 0.5 * 40.0, 40.0)));
  s.operands = Operands::cold;
  CHECK(serial() == doctest::Approx(3.0 * std::hypot(50.0, 40.0)));
  s.fresh = true;
  CHECK(serial() == doctest::Approx(3.0 * std::hypot(40.0, 40.0)));
  s.visits = 16.0;  // bicubic
  CHECK(serial() == doctest::Approx(3.0 * std::hypot(5.5, 12.0)));
  s.channels_together = true;
  CHECK(serial() == 0.0);
  CHECK(detail::sampled_cycles(s, four_sms(), c).issue == 210.0);
  s.rows = 3, s.columns = 10;
  CHECK(detail::sampled_cycles(s, four_sms(), c).issue == 210.0);
  s.images = 0;
  CHECK(detail::sampled_cycles(s, four_sms(), c).issue == 0.0);
}

TEST_CASE("between neighbours: a start, and more for each image beside its planes") {
  const InstructionConstants c{
      .sampled_plane = {20.0, 30.0}, .sampled_start = {100.0, 500.0}, .sampled_image = {7.0, 9.0}};
  Streaming s{.rows = 2, .columns = 40, .operands = warm, .images = 6, .pixels = 10, .visits = 4.0};
  CHECK(detail::sampled_cycles(s, four_sms(), c).serial == 100.0 + 2.0 * 7.0 + 6.0 * 20.0);
  s.visits = 16.0;
  CHECK(detail::sampled_cycles(s, four_sms(), c).serial == 500.0 + 2.0 * 9.0 + 6.0 * 30.0);
  InstructionConstants wide = c;
  wide.sampled_threads = 20.0;  // half a block
  CHECK(detail::sampled_cycles(s, four_sms(), wide).serial == 500.0 + 9.0 + 6.0 * 30.0);
}

TEST_CASE("between eight neighbours, more where the image is not found in L2") {
  StreamingModel model = four_sms();
  model.table.walks.trilinear_plane = 20.0, model.table.walks.trilinear_miss = 20.0;
  model.table.walks.trilinear_result = 16.0;
  Streaming s{.columns = 30, .read = 500.0 * byte, .images = 3, .pixels = 10, .visits = 8.0};
  CHECK(detail::sampled_cycles(s, model, {}).serial == doctest::Approx(3.0 * 50.0));
  s.operands = warm;
  CHECK(detail::sampled_cycles(s, model, {}).serial == doctest::Approx(3.0 * std::hypot(20.0, 40.0)));
}

TEST_CASE("gradients of nearest neighbours: a thread a place, image by image, in waves of 8,192") {
  StreamingModel model = four_sms();
  WalkConstants& w = model.table.walks;
  w.nearest_start = 100.0, w.nearest_image = 10.0, w.nearest_missed_image = 6.0;
  w.nearest_number = 2.0, w.nearest_missed_number = 4.0;
  Streaming s{.read = 500.0 * byte, .operands = warm, .lines = 32768.0, .images = 2, .visits = 5.0};
  const auto cycles = [&] { return detail::gathered_images_cycles(s, model); };
  CHECK(cycles() == 100.0 + 2.0 * 2.0 * (10.0 + 5.0 * 2.0));
  s.operands = Operands::cold;
  CHECK(cycles() == doctest::Approx(100.0 + 2.0 * 2.0 * (13.0 + 5.0 * 4.0)));
  s.lines = 10.0;
  CHECK(cycles() == doctest::Approx(100.0 + 2.0 * (13.0 + 5.0 * 4.0)));
  s.images = 0;
  CHECK(cycles() == doctest::Approx(100.0 + 13.0 + 5.0 * 4.0));
  s.channels_together = true;
  CHECK(cycles() == 100.0);
  w.nearest_apart_number = 3.0;
  CHECK(cycles() == 100.0 + 5.0 * 3.0);
}

TEST_CASE("numbers that a warp's neighbouring results add to") {
  const auto numbers = [](double lines, std::int64_t images, std::int64_t pixels) {
    return detail::numbers_of_a_warp({.lines = lines, .images = images, .pixels = pixels});
  };
  CHECK(numbers(32.0, 2, 64) == 8.0);    // 4 x 4 to 8 x 8: four rows of results are two of four numbers
  CHECK(numbers(32.0, 2, 4096) == 2.0);  // to 64 x 64: half a row, sixteen results a number
  CHECK(numbers(32.0, 2, 1024) == 4.0);  // to 32 x 32: a row
  CHECK(numbers(1.0, 0, 0) == 32.0);
}

TEST_CASE("additions to neighbours: those into one sector wait for each other") {
  InstructionConstants c{.added_planes = {2.0, 4.0}, .added_together = {5.0, 10.0}, .added_bicubic = {20.0, 40.0}};
  c.added_start = 1000.0, c.added_bicubic_plane = {3.0, 6.0};
  Streaming s{.columns = 100, .lines = 16.0, .images = 1, .pixels = 64, .visits = 4.0};
  const auto cycles = [&] { return detail::added_cycles(s, four_sms(), c).serial; };
  CHECK(cycles() == 1000.0 + 400.0 / 2.0);
  s.format = fp16;
  CHECK(cycles() == 1000.0 + 400.0 / 4.0);
  s.format = NumberFormat::fp32, c.added_share = 1.0;  // all 100 at once into 64 bytes: two sectors
  CHECK(cycles() == doctest::Approx(1000.0 + 400.0 / 2.0 / 2.0));
  s.columns = 16384;  // half of them at a time, into half as many bytes for each
  CHECK(cycles() == doctest::Approx(1000.0 + 65536.0 / 2.0));
  s.lines = 160000.0;  // 80,000 numbers of 4 bytes: 10,000 sectors
  CHECK(cycles() == doctest::Approx(1000.0 + 65536.0 / 2.0 / 10000.0));
  s.columns = 100, s.lines = 16.0, c.added_share = 0.0, c.added_numbers = 4.0, c.added_apart = 3.0;
  CHECK(cycles() == 1000.0 + 400.0 / 2.0 / 2.0);  // eight numbers a warp: twice as fast
  c.added_apart = 1.5;
  CHECK(cycles() == doctest::Approx(1000.0 + 400.0 / 2.0 / 1.5));
  s.channels_together = true;
  CHECK(cycles() == 1000.0 + 400.0 / 5.0);
  s.visits = 16.0, s.images = 7;
  CHECK(cycles() == 1000.0 + 1600.0 / 20.0 + 7.0 * 3.0);
  s.format = fp16;
  CHECK(cycles() == 1000.0 + 1600.0 / 40.0 + 7.0 * 6.0);
  // bicubic: a thread for each place of the result is under way
  c.added_share = 1.0, s.format = NumberFormat::fp32, s.lines = 1600.0;  // 64 of 100 results: 1,024 numbers
  CHECK(cycles() == doctest::Approx(1000.0 + 1600.0 / 20.0 / 128.0 + 21.0));
  StreamingModel eight = four_sms();
  eight.table.walks.trilinear_added = 3.0;
  s = {.columns = 100, .lines = 1.0, .images = 1, .pixels = 1, .visits = 8.0};
  c.added_share = 0.0, c.added_apart = 1.0;
  CHECK(detail::added_cycles(s, eight, c).serial == 1000.0 + 300.0 / 2.0);
}
}  // namespace pricing_streaming_resampling_test
