#include <doctest/doctest.h>

#include <cmath>
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
// ratio of a doubled length smaller than two. Sums of biases do so while the gates' gradients fit L2: of one sample and
// 8 units 160 bytes a step.
TEST_CASE("kernels of a whole sequence take time in proportion to its length") {
  for (const Part part : {Part::all_steps, Part::bias_sums}) {
    const auto time_of = [&](std::int64_t length) {
      RecurrentKernel k = kernel(part, length);
      if (part == Part::bias_sums) k.call.batch = 1, k.call.hidden = 8;
      return microseconds(k);
    };
    const double one = time_of(4400), two = time_of(8800), four = time_of(17600);
    CHECK(two < 2.0 * one);
    CHECK(four - two == doctest::Approx(2.0 * (two - one)).epsilon(0.01));
  }
}

TEST_CASE("sums of biases over gradients that have left L2 take longer than their rows alone") {
  const double two = microseconds(kernel(Part::bias_sums, 60)), hundred = microseconds(kernel(Part::bias_sums, 6000));
  CHECK(hundred > 110.0 * two);  // two is a launch beside its rows
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

// By hand: constants that are different powers of ten, so that a sum shows its parts.

namespace {
/// 40 samples of 100 hidden units.
op::Recurrent call(ConvolutionPass pass, Cell cell = Cell::lstm, NumberFormat stored = NumberFormat::fp32) {
  return {.cell = cell,
          .pass = pass,
          .format = stored,
          .stored = stored,
          .inputs = 8,
          .hidden = 100,
          .batch = 40,
          .length = 7};
}
double step(const op::Recurrent& r, RecurrentAlgorithm algorithm, const RecurrentTable& table) {
  return detail::persistent_step_cycles(r, algorithm, table);
}
constexpr ConvolutionPass forward = ConvolutionPass::forward, back = ConvolutionPass::input_gradient;
}  // namespace

TEST_CASE("a step that keeps its weights: tiles of samples forward and backward, or few and many samples") {
  RecurrentTable t{.forward_tile = 16, .backward_tile = 32};
  t.many_samples = 40, t.few_units = 100, t.many_forward = 3.0, t.many_backward = 5.0;
  t.forward_step = 1e3, t.forward_unit = 1e4, t.backward_step = 2e3, t.backward_unit = 2e4;
  t.few_backward_step = 3e3, t.few_backward_unit = 3e4;
  constexpr RecurrentAlgorithm tiles = RecurrentAlgorithm::persistent;
  op::Recurrent f = call(forward), b = call(back);
  CHECK(step(f, tiles, t) == 3 * (1e3 + 1e4 * 100));  // 40 samples in tiles of 16
  CHECK(step(b, tiles, t) == 2 * (2e3 + 2e4 * 100));
  b.batch = 16;
  CHECK(step(b, tiles, t) == 3e3 + 3e4 * 100);
  b.batch = 17;
  CHECK(step(b, tiles, t) == 2e3 + 2e4 * 100);
  f.batch = b.batch = 41;  // more than many, of no more than few units
  CHECK(step(f, tiles, t) == 3.0);
  CHECK(step(b, tiles, t) == 5.0);
  f.hidden = 101;
  CHECK(step(f, tiles, t) == 3 * (1e3 + 1e4 * 101));
}

TEST_CASE("small hidden sizes on tensor cores: a step, and each hidden unit") {
  const RecurrentTable t{
      .half_forward_step = 1, .half_forward_unit = 10, .half_backward_step = 2, .half_backward_unit = 20};
  constexpr RecurrentAlgorithm small = RecurrentAlgorithm::persistent_small;
  CHECK(step(call(forward, Cell::lstm, NumberFormat::fp16), small, t) == 1 + 10 * 100);
  CHECK(step(call(back, Cell::lstm, NumberFormat::fp16), small, t) == 2 + 20 * 100);
}

TEST_CASE("bias sums: each row of a column after the other, a constant and each hidden unit") {
  const RecurrentTable t{.lstm_bias = 1,
                         .lstm_bias_unit = 10,
                         .lstm_bias_half = 2,
                         .lstm_bias_half_unit = 20,
                         .gru_bias = 3,
                         .gru_bias_unit = 30,
                         .gru_bias_half = 4,
                         .gru_bias_half_unit = 40,
                         .lstm_bias_missed = 0.5,
                         .lstm_bias_half_missed = 1.5,
                         .gru_bias_missed = 2.5,
                         .gru_bias_half_missed = 3.5};
  const auto rows = [&](Cell cell, NumberFormat stored, double missed = 0.0) {
    return detail::serial_cycles({.part = Part::bias_sums, .call = call(back, cell, stored)}, 10.0, t, missed) /
           (40 * 7);
  };
  CHECK(rows(Cell::lstm, NumberFormat::fp32, 1.0) == 1001.5);  // what has left L2 takes longer
  CHECK(rows(Cell::lstm, NumberFormat::fp16, 1.0) == 2003.5);
  CHECK(rows(Cell::gru, NumberFormat::fp32, 0.5) == 3004.25);
  CHECK(rows(Cell::gru, NumberFormat::bf16, 1.0) == 4007.5);
  CHECK(rows(Cell::lstm, NumberFormat::fp32) == 1001);
  CHECK(rows(Cell::lstm, NumberFormat::fp16) == 2002);
  CHECK(rows(Cell::gru, NumberFormat::fp32) == 3003);
  CHECK(rows(Cell::gru, NumberFormat::bf16) == 4004);
}

TEST_CASE("gates: a chain, an SM's elements and their root; all steps: one after the other") {
  const RecurrentTable t{.gate_chain = 1, .gate_element = 10, .gate_waiting = 1000, .half_forward_step = 5};
  const RecurrentKernel gates{.part = Part::gates, .call = call(forward), .cells = 2};
  CHECK(detail::serial_cycles(gates, 80.0, t) == 1 + 10 * 100 + 1000 * 10.0);  // 2 x 40 x 100 of 80 SMs
  CHECK(detail::serial_cycles(gates, 0.0, t) == doctest::Approx(1 + 10 * 8000 + 1000 * std::sqrt(8000.0)));
  RecurrentKernel steps{.part = Part::all_steps,
                        .call = call(forward, Cell::lstm, NumberFormat::fp16),
                        .algorithm = RecurrentAlgorithm::persistent_small};
  steps.call.hidden = 104;  // whole operands of tensor cores
  CHECK(detail::serial_cycles(steps, 80.0, t) == 7 * 5.0);
}

TEST_CASE("what moves: gates read twice their numbers and the state, all steps read and write each once") {
  const Bytes each = 40.0 * 100.0 * 4.0 * byte;
  const Streaming gates = detail::streaming_part({.part = Part::gates, .call = call(forward), .cells = 2});
  CHECK(gates.columns == 2 * 40 * 100);
  CHECK(gates.read == 2.0 * 10.0 * each);  // two cells: 2 x 4 gates, and 2
  CHECK(gates.written == 2.0 * 6.0 * each);
  CHECK(gates.special_functions == 5.0 * 8000);
  CHECK_FALSE(gates.backward);
  CHECK(detail::streaming_part({.part = Part::gates, .call = call(back)}).backward);
  CHECK(detail::streaming_part({.part = Part::gates, .call = call(forward, Cell::gru)}).read == 8.0 * each);
  const Streaming sums = detail::streaming_part({.part = Part::bias_sums, .call = call(back)});
  CHECK(sums.rows == 40 * 7);
  CHECK(sums.columns == 4 * 100);
  CHECK(sums.read == 280.0 * 400.0 * 4.0 * byte);
  CHECK(sums.written == 2.0 * 400.0 * 4.0 * byte);
  const Streaming all = detail::streaming_part({.part = Part::all_steps, .call = call(forward)});
  CHECK(all.columns == 7 * 40 * 100);
  CHECK(all.read == 7.0 * 6.0 * each);
  CHECK(all.written == all.read);
  CHECK_FALSE(all.backward);
}

// What cuBLAS does with batches of its callers says nothing about a step's product, which is a batch of parts of K: it
// is never longer than such a batch, and shorter where the batch's preferred kernel has few blocks.
TEST_CASE("FP32 steps of an A100 do not follow the kernels of cuBLAS's batches") {
  const KernelModel a100 = make_kernel_model(json::load_device("A100-SXM4-80GB").device);
  bool shorter = false;
  for (const std::int64_t hidden : {512, 1024, 2048})
    for (const ConvolutionPass pass : {ConvolutionPass::forward, ConvolutionPass::input_gradient}) {
      CAPTURE(hidden);
      CAPTURE(static_cast<int>(pass));
      const op::Recurrent layer{.cell = Cell::lstm,
                                .pass = pass,
                                .format = NumberFormat::fp32,
                                .stored = NumberFormat::fp32,
                                .inputs = hidden,
                                .hidden = hidden,
                                .batch = 64,
                                .length = 50};
      const Gemm step = detail::step_product(layer, 1, lowering_table().recurrent);
      Gemm batch = step;
      batch.inside_cudnn = false;
      CHECK(step.inside_cudnn);
      const Time one = predict(step, a100).total, other = predict(batch, a100).total;
      CHECK(one <= other);
      shorter = shorter || one < 0.8 * other;  // GNMT's steps became a quarter shorter
    }
  CHECK(shorter);
}
}  // namespace pricing_recurrent_time_test
