#include <perfmodel/layer/recurrent.hpp>
#include "support.hpp"
#include <cmath>

using namespace perfmodel;

TEST_CASE("recurrent layers: parameters as torch.nn.LSTM and GRU count them") {
  const auto count = [](const Recurrent& r) {
    std::int64_t sum = 0;
    for (const ParameterTensor& p : parameters(r, std::vector<Shape>{{1, 1, r.inputs}})) sum += elements(p.shape);
    return sum;
  };
  CHECK(count({.inputs = 10, .hidden = 20}) == 4 * 20 * (10 + 20 + 2));
  CHECK(count({.cell = Cell::gru, .inputs = 10, .hidden = 20, .layers = 2}) == 3 * 20 * (10 + 20 + 2) + 3 * 20 * (20 + 20 + 2));
  CHECK(count({.inputs = 10, .hidden = 20, .bidirectional = true, .bias = false}) == 2 * 4 * 20 * 30);
}

TEST_CASE("step by step: the products carry the work, layers overlap, backward does twice as much") {
  const Recurrent r{.inputs = 16, .hidden = 256, .layers = 2, .bidirectional = true};
  const std::vector<Shape> in{{4, 5, 16}};
  const layer_test::Run run = layer_test::run(r, in);
  Work forward{}, backward{};
  std::int64_t moments = 0;
  for (const Gemm& g : layer_test::kernels<Gemm>(run.forward)) {
    forward += work(g);
    moments += g.m == 4 ? 1 : 0;  // inputs of all steps are multiplied at once: 20 rows
  }
  for (const Gemm& g : layer_test::kernels<Gemm>(run.backward)) backward += work(g);
  CHECK(forward == forward_work(r, in));
  CHECK(backward == 2.0 * forward);
  CHECK(moments == 5 + 2 - 1);
  CHECK(run.output == Shape{4, 5, 512});
  CHECK_THROWS_AS((void)output_shape(r, std::vector<Shape>{{4, 5, 17}}), Error);
}

TEST_CASE("a step's product keeps its work however it is split, and short kernels of several layers run one by one") {
  const Recurrent lstm{.inputs = 64, .hidden = 1024}, gru{.cell = Cell::gru, .inputs = 64, .hidden = 1024};
  for (const Recurrent& r : {lstm, gru, Recurrent{.inputs = 5, .hidden = 7}})
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::bf16})
      for (const std::int64_t batch : {1, 16, 64})
        for (const bool backward : {false, true})
          for (const std::int64_t cells : {1, 2})
            CHECK(work(detail::step_product(r, cells, batch, format, format, backward)) ==
                  static_cast<double>(cells * batch * gates(r.cell) * r.hidden * r.hidden) * mac);
  // FP32 backward: as many parts along K as gates; TF32 backward: two halves of the result; 16 bits: the library splits as it likes
  CHECK(detail::step_product(lstm, 1, 64, NumberFormat::fp32, NumberFormat::fp32, true).batch == 4);
  CHECK(detail::step_product(gru, 1, 64, NumberFormat::fp32, NumberFormat::fp32, true).k == 1024);
  CHECK(detail::step_product(lstm, 1, 64, NumberFormat::tf32, NumberFormat::fp32, true).n == 512);
  CHECK(detail::step_product(lstm, 1, 64, NumberFormat::tf32, NumberFormat::fp32, false).batch == 2);
  CHECK(detail::step_product(lstm, 1, 64, NumberFormat::bf16, NumberFormat::bf16, true).batch == 1);
  const auto products = [](Precision precision) {
    const layer_test::Run run = layer_test::run(Recurrent{.inputs = 16, .hidden = 256, .layers = 2}, std::vector<Shape>{{4, 5, 16}}, precision);
    std::size_t steps = 0;
    for (const Gemm& g : layer_test::kernels<Gemm>(run.forward)) steps += g.m == 4 ? 1 : 0;
    return steps;
  };
  CHECK(products(Precision::fp32) == 5 + 2 - 1);
  CHECK(products(Precision::bf16) == 5 * 2);
}

TEST_CASE("small hidden sizes run all steps in one kernel, which carries the recurrent work") {
  const Recurrent r{.cell = Cell::gru, .inputs = 16, .hidden = 64};
  const auto launches = [&](std::int64_t length) {
    const layer_test::Run run = layer_test::run(r, std::vector<Shape>{{4, length, 16}});
    return layer_test::kernels<Streaming>(run.forward).size() + layer_test::kernels<Gemm>(run.forward).size();
  };
  CHECK(launches(5) == launches(50));
  const std::vector<Shape> in{{4, 5, 16}};
  Work sum{};
  const layer_test::Run run = layer_test::run(r, in);
  for (const Streaming& s : layer_test::kernels<Streaming>(run.forward)) sum += work(s);
  for (const Gemm& g : layer_test::kernels<Gemm>(run.forward)) sum += work(g);
  CHECK(sum == forward_work(r, in));
}

TEST_CASE("which algorithm: PyTorch's rules by sizes, format and card") {
  using enum detail::RecurrentAlgorithm;
  const auto chosen = [](const Recurrent& r, std::int64_t batch, NumberFormat format, int cc, int sms, bool backward = false) {
    return detail::recurrent_algorithm(r, batch, 50, format, {.compute_capability = cc, .sms = sms}, backward);
  };
  const Recurrent small{.inputs = 128, .hidden = 128}, large{.inputs = 512, .hidden = 512}, between{.inputs = 192, .hidden = 192};
  CHECK(chosen(small, 64, NumberFormat::fp32, 90, 132) == persistent_small);
  CHECK(chosen(small, 64, NumberFormat::bf16, 90, 132) == step_by_step);
  CHECK(chosen(between, 64, NumberFormat::fp32, 90, 132) == persistent_small);
  CHECK(chosen(between, 64, NumberFormat::fp32, 90, 132, true) == step_by_step);
  CHECK(chosen(large, 64, NumberFormat::fp16, 90, 132) == persistent);
  CHECK(chosen(large, 256, NumberFormat::fp16, 90, 132) == step_by_step);
  CHECK(chosen(large, 64, NumberFormat::fp32, 90, 132) == step_by_step);
  CHECK(chosen(large, 64, NumberFormat::fp16, 86, 84) == step_by_step);
  CHECK(chosen(large, 64, NumberFormat::fp16, 75, 40) == step_by_step);
  CHECK(chosen(large, 64, NumberFormat::fp16, 70, 80) == persistent);
  CHECK(chosen({.inputs = 512, .hidden = 512, .layers = 2}, 64, NumberFormat::fp16, 90, 132) == step_by_step);
  CHECK(chosen({.cell = Cell::gru, .inputs = 512, .hidden = 512}, 64, NumberFormat::fp16, 90, 132) == step_by_step);
}

TEST_CASE("recurrent layers keep gates and cells of every step, and what goes from layer to layer") {
  // pytorch_recurrent.csv, kept_bytes less the output and the states: LSTM and GRU, 512 hidden, batch 64, 50 steps, in numbers of one output
  constexpr std::int64_t output = 64 * 50 * 512;
  static_assert(detail::reserve_elements({.inputs = 512, .hidden = 512}, 64 * 50) == 5 * output);
  static_assert(detail::reserve_elements({.inputs = 512, .hidden = 512, .layers = 4}, 64 * 50) == 23 * output);
  static_assert(detail::reserve_elements({.cell = Cell::gru, .inputs = 512, .hidden = 512, .layers = 2}, 64 * 50) == 13 * output);
  static_assert(detail::reserve_elements({.cell = Cell::gru, .inputs = 512, .hidden = 512, .bidirectional = true}, 64 * 50) == 12 * output);
}

TEST_CASE("recurrent layers: scratch memory, as an allocation record of torch.nn.LSTM and GRU on an H200 has it") {
  // PyTorch 2.11, cuDNN 9.19, batch 64, 100 steps, 512 inputs and hidden, 2 layers; both directions: batch 32, 256 -> 1024
  const TraceTarget h200{};
  const auto near = [&](const Recurrent& r, const Shape& x, NumberFormat format, double measured, double tolerance) {
    return std::abs(static_cast<double>(detail::recurrent_workspace_bytes(r, x, format, h200)) / measured - 1.0) < tolerance;
  };
  CHECK(near({.inputs = 512, .hidden = 512, .layers = 2}, {64, 100, 512}, NumberFormat::fp32, 114'819'840.0, 1e-9));
  CHECK(near({.inputs = 512, .hidden = 512, .layers = 2}, {64, 100, 512}, NumberFormat::fp16, 65'798'912.0, 1e-9));
  CHECK(near({.inputs = 256, .hidden = 1024, .bidirectional = true}, {32, 100, 256}, NumberFormat::fp32, 248'644'096.0, 1e-5));
  CHECK(near({.cell = Cell::gru, .inputs = 512, .hidden = 512, .layers = 2}, {64, 100, 512}, NumberFormat::fp32, 98'304'768.0, 0.025));  // a block of the allocator not split
}

TEST_CASE("the weights of a step leave L2 where they are large, and TF32 steps of many units run in two parts") {
  // products of 64 rows on an H200 by torch.profiler: 10.9 us (4096 x 1024), 30.3 us (8192 x 2048)
  const Recurrent medium{.inputs = 512, .hidden = 512}, large{.inputs = 1024, .hidden = 1024}, largest{.inputs = 2048, .hidden = 2048};
  const auto product = [](const Recurrent& r, NumberFormat format, bool backward) {
    return detail::step_product(r, 1, 64, format, format == NumberFormat::tf32 ? NumberFormat::fp32 : format, backward);
  };
  CHECK(product(medium, NumberFormat::tf32, false).batch == 1);
  CHECK((product(large, NumberFormat::tf32, false).batch == 2 && product(large, NumberFormat::tf32, false).k == 512));
  CHECK(product(large, NumberFormat::tf32, false).operands == Operands::warm);
  CHECK(product(largest, NumberFormat::tf32, false).operands == Operands::cold);
  CHECK(product(largest, NumberFormat::bf16, false).operands == Operands::cold);
  CHECK(product(largest, NumberFormat::bf16, true).operands == Operands::warm);
}
