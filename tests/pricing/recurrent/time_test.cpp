#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>

namespace pricing_recurrent_time_test {
using namespace perfmodel;

namespace {
using Part = RecurrentKernel::Part;

const KernelModel& h200() {
  static const KernelModel model = make_kernel_model(json::load_device("H200-SXM").device);
  return model;
}

RecurrentKernel kernel(Part part, std::int64_t length) {
  return {.part = part,
          .call = {.cell = Cell::lstm,
                   .format = NumberFormat::fp32,
                   .stored = NumberFormat::fp32,
                   .inputs = 64,
                   .hidden = 64,
                   .batch = 32,
                   .length = length},
          .algorithm = RecurrentAlgorithm::persistent_small};
}

double microseconds(const RecurrentKernel& k, const KernelModel& model = h200()) {
  return in(predict(k, model).total, micro * second);
}
}  // namespace

// Both walk through the sequence step by step, so that steps add their time; what a launch costs beside them makes the
// ratio of a doubled length smaller than two.
TEST_CASE("kernels of a whole sequence take time in proportion to its length") {
  for (const Part part : {Part::all_steps, Part::bias_sums}) {
    const double one = microseconds(kernel(part, 500)), two = microseconds(kernel(part, 1000)),
                 four = microseconds(kernel(part, 2000));
    CHECK(two < 2.0 * one);
    CHECK(four - two == doctest::Approx(2.0 * (two - one)).epsilon(0.01));
  }
}

TEST_CASE("gates of one step do not know the length") {
  CHECK(microseconds(kernel(Part::gates, 10)) == microseconds(kernel(Part::gates, 1000)));
}

TEST_CASE("a model made of other constants uses them") {
  KernelModel slow = h200();
  for (double& step : slow.recurrent.lstm_forward) step *= 2.0;
  const double steps = microseconds(kernel(Part::all_steps, 1000)),
               slower = microseconds(kernel(Part::all_steps, 1000), slow);
  CHECK(slower > 1.8 * steps);
  CHECK(slower < 2.0 * steps);
}

// Constants made up; the card has 10 SMs.
TEST_CASE("small hidden sizes: weights are loaded, then every step takes as long; many samples share an SM") {
  RecurrentTable c{.small_forward_start = 100.0,
                   .small_forward_weight = 0.5,
                   .small_strided_weight = 0.25,
                   .small_forward_half = 1.5,
                   .lstm_forward = {7.0, 11.0, 0.0, 0.0, 0.0, 0.0},
                   .gru_forward = {3.0, 5.0, 0.0, 0.0, 0.0, 13.0},
                   .small_width = 32.0,
                   .widest = 128.0,
                   .forward_shared = 1.0};
  op::Recurrent r{.cell = Cell::lstm, .hidden = 40, .batch = 10, .length = 6};
  const double loaded = 100.0 + 0.5 * 4.0 * 64.0 * 64.0;
  CHECK(detail::small_cycles(r, 10.0, c) == doctest::Approx(loaded + 6.0 * 11.0));
  r.stored = NumberFormat::fp16;
  CHECK(detail::small_cycles(r, 10.0, c) == doctest::Approx(loaded + 6.0 * 1.5 * 11.0));
  r.stored = NumberFormat::fp32, r.hidden = 64;
  CHECK(detail::small_cycles(r, 10.0, c) == doctest::Approx(100.0 + 0.75 * 4.0 * 64.0 * 64.0 + 6.0 * 11.0));
  r.hidden = 40, r.batch = 20;  // two samples an SM, blocks of half the width: side by side
  CHECK(detail::small_cycles(r, 10.0, c) == doctest::Approx(loaded + 6.0 * 11.0));
  r.batch = 80;
  CHECK(detail::small_cycles(r, 10.0, c) == doctest::Approx(4.0 * (loaded + 6.0 * 11.0)));
  r = {.cell = Cell::gru, .hidden = 300, .batch = 1, .length = 2};  // beyond the widest that was measured
  CHECK(detail::small_cycles(r, 10.0, c) == doctest::Approx(100.0 + 0.5 * 3.0 * 320.0 * 320.0 + 2.0 * 13.0));
}

TEST_CASE("tensor cores take samples and hidden units by eights, in FP16") {
  const auto taken = [](NumberFormat format, std::int64_t batch, std::int64_t hidden) {
    return on_tensor_cores({.stored = format, .hidden = hidden, .batch = batch});
  };
  CHECK(taken(NumberFormat::fp16, 16, 48));
  CHECK_FALSE(taken(NumberFormat::fp16, 12, 48));
  CHECK_FALSE(taken(NumberFormat::fp16, 16, 44));
  CHECK_FALSE(taken(NumberFormat::fp32, 16, 48));
}
}  // namespace pricing_recurrent_time_test
