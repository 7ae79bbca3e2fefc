#include <doctest/doctest.h>

#include <perfmodel/pricing/streaming/instructions.hpp>

namespace pricing_streaming_transforms_test {
using namespace perfmodel;
using Kind = StreamingKind;

namespace {
/// A card of four SMs with 1,000 bytes of L2, and constants that can be told apart.
StreamingModel card() {
  StreamingModel model{.l2_bytes = 1000.0, .sms = 4.0, .clock = 1.0, .threads_per_sm = 64.0};
  WalkConstants& w = model.table.walks;
  w.fourier_start = 10.0, w.fourier_point = {1.0, 2.0, 3.0, 4.0, 5.0}, w.fourier_doubling = {0.5, 0.0, 0.0, 0.0, 0.0};
  w.aligned_start = 100.0, w.aligned_step = {7.0, 9.0}, w.aligned_warp = {1.0, 2.0}, w.aligned_label = 3.0;
  w.aligned_sample = 0.5, w.aligned_state = 11.0, w.aligned_class = 13.0, w.aligned_crowd = 100.0;
  w.sampled_start = 20.0, w.sampled_channel = 30.0, w.sampled_miss = 5.0, w.sampled_result = 1.0, w.sampled_far = 2.0;
  w.sampled_plane_kept = 64.0, w.sampled_lost = 4.0;
  w.coordinate_start = 40.0, w.coordinate_channel = 50.0, w.coordinate_result = 2.0, w.coordinate_lost = 6.0;
  w.coordinate_added = 3.0, w.coordinate_share = 0.5, w.coordinate_narrow = 2.0;
  return model;
}
double serial(const Streaming& s) { return instruction_cycles(s, card()).serial; }
}  // namespace

static_assert(detail::largest_prime_factor(1) == 1 && detail::largest_prime_factor(96) == 3);
static_assert(detail::largest_prime_factor(713) == 31 && detail::largest_prime_factor(131) == 131);

TEST_CASE("transforms: a cost of each point and doubling, by how the points lie and what the length divides by") {
  CHECK(serial({.kind = Kind::fourier, .rows = 4, .columns = 8}) == 10.0 + 4.0 * 8.0 * 2.5 / 4.0);
  CHECK(serial({.kind = Kind::fourier, .rows = 4, .columns = 8, .images = 1}) == 10.0 + 4.0 * 8.0 * 2.0 / 4.0);
  CHECK(serial({.kind = Kind::fourier, .rows = 4, .columns = 8, .visits = 1.0}) == 10.0 + 2.0 * 8.0 * 3.0 / 4.0);
  CHECK(serial({.kind = Kind::fourier, .rows = 4, .columns = 12, .visits = 1.0}) == 10.0 + 2.0 * 12.0 * 4.0 / 4.0);
  CHECK(serial({.kind = Kind::fourier, .rows = 4, .columns = 131}) == 10.0 + 131.0 * 5.0);
  CHECK(serial({.kind = Kind::fourier, .rows = 4, .columns = 127}) < 10.0 + 127.0 * 5.0);
}

TEST_CASE("alignments: a step after the other, in blocks of 1,024 states of one sample or several") {
  // 32 states are a warp: 32 samples share a block
  CHECK(serial({.kind = Kind::aligned_states, .rows = 1, .columns = 10, .visits = 32.0}) == 100.0 + 10.0 * 8.0);
  CHECK(serial({.kind = Kind::aligned_states, .rows = 32, .columns = 10, .visits = 32.0}) == 100.0 + 10.0 * 39.0);
  CHECK(serial({.kind = Kind::aligned_states, .rows = 1, .columns = 10, .backward = true, .visits = 32.0}) ==
        100.0 + 10.0 * 11.0);
  CHECK(serial({.kind = Kind::aligned_states, .rows = 8, .columns = 10, .visits = 1024.0}) ==
        100.0 + 10.0 * 2.0 * 39.0);  // two waves of blocks
  CHECK(serial({.kind = Kind::aligned_labels, .rows = 6, .columns = 10, .visits = 32.0}) == 100.0 + 10.0 * 6.0);
  CHECK(serial({.kind = Kind::aligned_classes, .rows = 10, .columns = 10, .pixels = 2, .visits = 3.0}) ==
        100.0 + 2.0 * (33.0 + 26.0));
}

TEST_CASE("images sampled at coordinates: a walk over channels beside results that lie near, or far") {
  Streaming s{.kind = Kind::sampled_elements, .columns = 8, .images = 1, .pixels = 2, .visits = 2.0};
  // 4 bytes a plane: a sixteenth of what is kept; four places of two channels
  CHECK(serial(s) == doctest::Approx(20.0 + std::cbrt(70.0 * 70.0 * 70.0 + std::pow(8.0 * 1.125 / 4.0, 3))));
  s.operands = Operands::warm;
  CHECK(serial(s) == doctest::Approx(20.0 + std::cbrt(60.0 * 60.0 * 60.0 + std::pow(8.0 * 1.125 / 4.0, 3))));
  s.columns = 8'000, s.pixels = 500;  // 2,000 bytes: half beyond the L2
  CHECK(serial(s) > 20.0 + 8'000.0 * (1.0 + 2.0 + 2.0) / 4.0);
}

TEST_CASE("their gradients: additions to few sectors wait, more channels are further apart, 16 bits take longer") {
  Streaming s{.kind = Kind::sampled_gradients, .columns = 64'000, .images = 1, .pixels = 64, .visits = 4.0};
  const double few = serial(s);
  s.pixels = 6'400;
  CHECK(serial(s) != few);
  s.pixels = 64, s.format = NumberFormat::bf16;
  CHECK(serial(s) > few);
  s.format = NumberFormat::fp32, s.columns = 128'000;
  CHECK(serial(s) > 1.5 * few);
  const Streaming forward{.kind = Kind::sampled_elements, .columns = 64'000, .images = 1, .pixels = 64, .visits = 4.0};
  CHECK(few > serial(forward));
}
}  // namespace pricing_streaming_transforms_test
