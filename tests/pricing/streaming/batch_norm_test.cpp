#include <doctest/doctest.h>

#include <perfmodel/pricing/streaming/batch_norm.hpp>

#include "../../relative_error.hpp"

namespace pricing_streaming_batch_norm_test {
using namespace perfmodel;

// Cycles worked out by hand for constants made up here: a card of four SMs with 2,048 threads each.

namespace {
constexpr double rounding = 1e-12;
constexpr auto fp16 = NumberFormat::fp16, fp32 = NumberFormat::fp32;

StreamingModel four_sms(const BatchNormConstants& c = {}, double l2_bytes = 1e9) {
  StreamingModel model;
  model.sms = 4.0, model.threads_per_sm = 2048.0, model.l2_bytes = l2_bytes, model.l2_partitions = 2.0;
  model.table.batch_norm = c;
  model.table.batch_norm.scaled = {
      .element = 0.413, .block_issue = 123.0, .start = 2560.0, .trip = 308.0, .missed_trip = 809.0};
  model.table.fresh_kept = 0.1, model.table.fresh_fall = 0.8;
  return model;
}
/// `images` x `channels` x `pixels` of a framework's kernel.
constexpr Streaming planes(std::int64_t images, std::int64_t channels, std::int64_t pixels, bool backward = false) {
  return {.kind = StreamingKind::batch_norm,
          .rows = images * pixels,
          .columns = channels,
          .backward = backward,
          .framework_kernel = true,
          .images = images,
          .pixels = pixels};
}
constexpr Streaming rows_of(std::int64_t rows, std::int64_t channels, bool backward = false) {
  return {.kind = StreamingKind::batch_norm,
          .rows = rows,
          .columns = channels,
          .backward = backward,
          .channels_together = true,
          .framework_kernel = true};
}
double serial(const Streaming& s, const BatchNormConstants& c) { return batch_norm_cycles(s, four_sms(c)).serial; }
}  // namespace

TEST_CASE("what the kernel before wrote is in L2 up to a tenth of it, gone from nine tenths on") {
  const StreamingModel model = four_sms({}, 1000.0);
  CHECK(detail::missed_of_fresh(100.0 * byte, model) == 0.0);
  CHECK(detail::missed_of_fresh(500.0 * byte, model) == doctest::Approx(0.5));
  CHECK(detail::missed_of_fresh(900.0 * byte, model) == 1.0);
  CHECK(detail::missed_of_fresh({.read = 500.0 * byte, .fresh = true}, model) == doctest::Approx(0.5));
  CHECK(detail::missed_of_fresh(Streaming{.read = 500.0 * byte}, model) == 1.0);
  CHECK(detail::longer(3.0, 4.0) == std::cbrt(91.0));
}

TEST_CASE("the library: a block a channel, which waits for its turn where it does not stay on chip") {
  const std::array<ChannelBlock, 2> rows{{{.elements = 100, .start = 10, .per_element = 2, .beside = 0.5},
                                          {.elements = 200, .start = 20, .per_element = 3, .waves = true}}};
  CHECK(detail::channel_cycles(rows, 100.0, 4.0) == 10.0 + (2.0 + 2.0) * 100.0);
  CHECK(detail::channel_cycles(rows, 101.0, 4.0) == 2.0 * (20.0 + 303.0));
  CHECK(detail::channel_cycles(rows, 101.0, 5.0) == 3.0 * (20.0 + 303.0));
  CHECK(detail::channel_cycles(rows, 1000.0, 2.0) == 20.0 + 3000.0);
  BatchNormConstants c;
  c.single_forward[0] = {.elements = 1e9, .start = 1, .beside = 2}, c.half_forward[0] = {.elements = 1e9, .start = 2};
  c.single_backward[0] = {.elements = 1e9, .start = 3}, c.half_backward[0] = {.elements = 1e9, .start = 4};
  const auto cycles = [&](NumberFormat format, bool backward, bool together = false) {
    return serial({.format = format, .rows = 5, .columns = 8, .backward = backward, .channels_together = together}, c);
  };
  CHECK(cycles(fp32, false) == 1.0 + 2.0 * 2.0 * 5.0);  // two channels an SM
  CHECK(cycles(fp16, false) == 2.0);
  CHECK(cycles(fp32, true) == 3.0);
  CHECK(cycles(fp16, true) == 4.0);
  CHECK(cycles(fp32, false, true) == 0.0);
}

TEST_CASE("scaling planes: threads along the pixels, blocks for each channel and image") {
  const auto cycles = [](double channels, double images, double pixels, double missed = 0.0) {
    return detail::planes_scale_cycles(channels, images, pixels, missed, four_sms());
  };
  // 256 pixels: 64 threads, four trips; 8 channels x 4 images are 32 blocks
  CHECK(cycles(8, 4, 256).issue == doctest::Approx(0.413 * 8192.0 + 123.0 * 32.0));
  CHECK(cycles(8, 4, 256).serial == 2560.0 + 4.0 * 308.0);
  CHECK(cycles(8, 4, 256, 0.5).serial == 2560.0 + 4.0 * (308.0 + 404.5));
  // 16 pixels: 32 threads, two images a block
  CHECK(cycles(8, 4, 16).issue == doctest::Approx(0.413 * 512.0 + 123.0 * 16.0));
  CHECK(cycles(8, 4, 16).serial == 2560.0 + 308.0);
  CHECK(cycles(8, 5, 16).issue == doctest::Approx(0.413 * 640.0 + 123.0 * 24.0));
  // 33 pixels: 64 threads for them; 4,096: 512 for a fourth of them
  CHECK(cycles(8, 4, 33).serial == 2560.0 + 308.0);
  CHECK(cycles(4, 4, 4096).serial == 2560.0 + 8.0 * 308.0);
  // an SM holds 32 blocks of 64 threads, four of 512
  CHECK(cycles(512, 4, 256).serial == 2560.0 + 16.0 * 4.0 * 308.0);
  CHECK(cycles(16, 4, 4096).serial == 2560.0 + 4.0 * 8.0 * 308.0);
  // 262,144 blocks at most: two down four images
  CHECK(cycles(131072, 4, 256).issue == doctest::Approx(0.413 * 131072.0 * 1024.0 + 123.0 * 262144.0));
  CHECK(cycles(131072, 4, 256).serial == 2560.0 + 2048.0 * 8.0 * 308.0);
}

TEST_CASE("the framework's planes: turns of 512 threads") {
  BatchNormConstants c;
  c.backward_turn = {.start = 1000, .block = 10, .loads = 3, .missed_loads = 2, .kept = 12800, .beyond = 25600};
  c.sums_turn = {.start = 1.0}, c.forward_turn = {.start = 5000};
  // two channels an SM; 12,800 bytes: half of twice them is beyond what is kept, and all of a cold call's first walk
  CHECK(relative_error(serial(planes(4, 8, 100, true), c), 1000.0 + 20.0 + 3.0 + 2.0 * 0.75) < rounding);
  // 100 pixels take 128 threads, so that four images go side by side; 33 take 64; 600 two turns of 512
  c.backward_turn = {.start = 1000, .loads = 3, .kept = 1e9, .beyond = 1};
  CHECK(relative_error(serial(planes(5, 8, 100, true), c), 1006.0) < rounding);
  CHECK(relative_error(serial(planes(8, 8, 33, true), c), 1003.0) < rounding);
  CHECK(relative_error(serial(planes(9, 8, 64, true), c), 1006.0) < rounding);
  CHECK(relative_error(serial(planes(9, 8, 32, true), c), 1003.0) < rounding);
  CHECK(relative_error(serial(planes(2, 8, 600, true), c), 1000.0 + 2.0 * 2.0 * 3.0) < rounding);
  // or the instructions of the blocks on an SM
  c.backward_turn = {.issue = 3, .missed_issue = 4, .kept = 0, .beyond = 25600};
  CHECK(relative_error(serial(planes(4, 8, 100, true), c), (3.0 + 4.0) * 2.0) < rounding);
  Streaming sums = planes(4, 8, 100, true);
  sums.sums_alone = true;
  c.sums_turn.beyond = c.forward_turn.beyond = 1e12;
  CHECK(serial(sums, c) == doctest::Approx(1.0));
  // forward scales afterwards: by its own cycles or by bytes
  const InstructionCycles scale = detail::planes_scale_cycles(8, 4, 100, 0.5 + 6400 / 1e12, four_sms());
  CHECK(serial(planes(4, 8, 100), c) == doctest::Approx(5000.0 + detail::longer(scale.issue / 4.0, scale.serial)));
  c.plane_byte = 1.0;
  CHECK(serial(planes(4, 8, 100), c) == doctest::Approx(5000.0 + 12800.0));
}

TEST_CASE("the framework's blocks where channels lie together") {
  const auto is = [](std::int64_t rows, std::int64_t columns, double channels, double threads, double down) {
    const detail::ChannelsLastBlocks b = detail::channels_last_blocks(rows, columns);
    return b.channels == channels && b.threads == threads && b.down == down;
  };
  CHECK(is(10000, 64, 32, 16, 40));  // 256 rows a block
  CHECK(is(100000, 64, 32, 16, 128));
  CHECK(is(2048, 64, 32, 16, 8));
  CHECK(is(1792, 64, 32, 16, 1));  // seven are one
  CHECK(is(100, 64, 64, 4, 1));    // seven threads' rows: four; the others go along the channels
  CHECK(is(100, 1000, 128, 4, 1));
  CHECK(is(10000, 8, 8, 64, 10));
  CHECK(is(1, 1, 1, 1, 1));
  BatchNormConstants c;
  c.backward_walk = {.start = 100, .pass_on = 50, .loads = 7, .rest = 9, .byte = 0.001};
  c.walk_beyond = 1.0;
  // 16 trips of 640 rows; three tensors of 2.56 MB move
  CHECK(serial(rows_of(10000, 64, true), c) == doctest::Approx(100.0 + 50.0 + 112.0 + 9.0 + 7680.0));
  c.forward_walk = c.sums_walk = c.backward_walk;
  CHECK(serial(rows_of(10000, 64), c) == doctest::Approx(100.0 + 50.0 + 112.0 + 9.0 + 5120.0));
  Streaming sums = rows_of(10000, 64, true);
  sums.sums_alone = true;
  CHECK(serial(sums, c) == doctest::Approx(100.0 + 50.0 + 112.0 + 9.0 + 5120.0));
  CHECK(serial(rows_of(1792, 64), c) == doctest::Approx(100.0 + 112.0 * 7.0 + 9.0 + 917.504));  // no sums to pass on
  // instructions of 20 blocks an SM, more where half of the tensor has left the L2
  c.forward_walk = {.issue = 1, .missed_issue = 2}, c.walk_kept = 1.56e6, c.walk_beyond = 2e6;
  CHECK(serial(rows_of(10000, 64), c) == doctest::Approx(2.0 * 20.0 * 16.0));
  c.sums_walk = {.start = 1.0}, c.backward_walk = {.start = 2.0}, c.forward_walk = {.start = 3.0};
  CHECK(serial(sums, c) == 1.0);
  CHECK(serial(rows_of(10000, 64, true), c) == 2.0);
  CHECK(serial(rows_of(10000, 64), c) == 3.0);
}

TEST_CASE("inference: a scale and a shift of each element") {
  BatchNormConstants c;
  c.planes = {.half = 1, .single = 2, .chain = 10}, c.own_planes = {.half = 3, .single = 4, .chain = 20};
  c.channels_last = {.half = 5, .single = 6, .chain = 30}, c.own_channels_last = {.half = 7, .single = 8, .chain = 40};
  c.own_narrow_channels_last = {.half = 9, .single = 10, .chain = 50};
  const auto cycles = [&](Streaming s) {
    s.columns = 100;
    return batch_norm_inference_cycles(s, four_sms(c));
  };
  CHECK(cycles({}).issue == 200.0);
  CHECK(cycles({.format = fp16}).issue == 100.0);
  CHECK(cycles({}).serial == 10.0);
  CHECK(cycles({.framework_kernel = true}).issue == 400.0);
  CHECK(cycles({.framework_kernel = true}).serial == 20.0);
  CHECK(cycles({.channels_together = true, .images = 1}).issue == 600.0);
  CHECK(cycles({.channels_together = true, .framework_kernel = true}).serial == 40.0);
  CHECK(cycles({.channels_together = true, .framework_kernel = true, .narrow_parameters = true}).serial == 50.0);
  // the library's blocks: one for each channel of each image; over channels together a number an image
  c.plane_block = 50.0, c.block_element = 8.0, c.blocks_an_image = 2.0;
  CHECK(cycles({.pixels = 10}).issue == 500.0);
  CHECK(cycles({.pixels = 100}).issue == 200.0);
  CHECK(cycles({.framework_kernel = true, .pixels = 10}).issue == 400.0);
  CHECK(cycles({.channels_together = true, .images = 4, .pixels = 1}).issue == 600.0);
  CHECK(cycles({.channels_together = true, .images = 4}).serial == 100.0);
  CHECK(cycles({.channels_together = true, .images = 40}).serial == 30.0);
  CHECK(cycles({.channels_together = true, .framework_kernel = true, .images = 4}).serial == 40.0);
}

TEST_CASE("inference of 16 bits over planes by the framework: found in L2 as far as it fits") {
  StreamingModel model = four_sms({}, 1000.0);
  model.table.warm_fall = 0.5;
  Streaming s{.format = fp16,
              .columns = 8 * 4 * 256,
              .read = 400.0 * byte,
              .written = 600.0 * byte,
              .operands = Operands::warm,
              .framework_kernel = true,
              .images = 4,
              .pixels = 256};
  const auto serial_of = [&](double missed) { return 2560.0 + 4.0 * (308.0 + missed * 809.0); };
  CHECK(batch_norm_inference_cycles(s, model).issue == doctest::Approx(0.413 * 8192.0 + 123.0 * 32.0));
  CHECK(batch_norm_inference_cycles(s, model).serial == doctest::Approx(serial_of(1.0 - std::exp(-1.0))));
  s.written = 50.0 * byte;  // within a partition
  CHECK(batch_norm_inference_cycles(s, model).serial == doctest::Approx(serial_of(0.0)));
  s.operands = Operands::cold;
  CHECK(batch_norm_inference_cycles(s, model).serial == doctest::Approx(serial_of(1.0)));
  s.fresh = true, s.read = 500.0 * byte;
  CHECK(batch_norm_inference_cycles(s, model).serial == doctest::Approx(serial_of(0.5)));
}

TEST_CASE("the framework's blocks: the largest powers of two for which rows and columns suffice") {
  const auto largest = [](std::int64_t enough, std::int64_t most) {
    std::int64_t power = 1;
    while (2 * power <= enough && 2 * power <= most) power *= 2;
    return power;
  };
  for (std::int64_t rows = 1; rows <= 5000; rows += rows < 700 ? 1 : 37)
    for (const std::int64_t columns : {1, 2, 3, 15, 16, 31, 32, 33, 64, 300, 512, 1000}) {
      const std::int64_t needed = (rows + 15) / 16;  // threads of 16 rows
      std::int64_t channels = largest(columns, 32);
      const std::int64_t threads = largest(needed, 512 / channels);
      if (channels * threads < 512) channels = largest(columns, 512 / threads);
      std::int64_t down = 0;
      while (down * threads * 16 < rows && down < 128) ++down;
      const detail::ChannelsLastBlocks b = detail::channels_last_blocks(rows, columns);
      CAPTURE(rows);
      CAPTURE(columns);
      CHECK(b.channels == static_cast<double>(channels));
      CHECK(b.threads == static_cast<double>(threads));
      CHECK(b.down == (down < 8 ? 1.0 : static_cast<double>(down)));
    }
}
}  // namespace pricing_streaming_batch_norm_test
