#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/lowering/lower.hpp>
#include <vector>

namespace lowering_recurrent_test {
using namespace perfmodel;

namespace {

constexpr TraceTarget h200{.compute_capability = 90, .sms = 132};

op::Recurrent call(Cell cell, std::int64_t inputs, std::int64_t hidden, NumberFormat format, std::int64_t batch,
                   bool backward = false) {
  return {.cell = cell,
          .pass = backward ? ConvolutionPass::input_gradient : ConvolutionPass::forward,
          .format = format,
          .stored = format == NumberFormat::tf32 ? NumberFormat::fp32 : format,
          .inputs = inputs,
          .hidden = hidden,
          .batch = batch,
          .length = 50};
}

std::vector<Kernel> kernels_of(const op::Recurrent& r) {
  std::vector<Kernel> kernels;
  lower(r, h200, lowering_table().recurrent, kernels);
  return kernels;
}

Work product_work(const std::vector<Kernel>& kernels) {
  Work sum{};
  for (const Kernel& kernel : kernels) {
    if (const auto* g = std::get_if<Gemm>(&kernel)) sum += work(*g);
    const auto* own = std::get_if<RecurrentKernel>(&kernel);
    if (own != nullptr && own->part == RecurrentKernel::Part::all_steps) sum += work(*own);
  }
  return sum;
}

}  // namespace

TEST_CASE("however cuDNN runs a call, its kernels multiply what the call does") {
  for (const Cell cell : {Cell::lstm, Cell::gru})
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::bf16, NumberFormat::fp16})
      for (const std::int64_t hidden : {8, 64, 256, 1024})
        for (const bool both : {false, true})
          for (const ConvolutionPass pass :
               {ConvolutionPass::forward, ConvolutionPass::input_gradient, ConvolutionPass::weight_gradient}) {
            op::Recurrent r = call(cell, 16, hidden, format, 4);
            r.pass = pass, r.layers = 2, r.bidirectional = both, r.length = 5;
            CAPTURE(hidden);
            CAPTURE(name(format));
            CHECK(std::abs(static_cast<double>(product_work(kernels_of(r)) / work(r)) - 1.0) < 1e-12);
          }
}

TEST_CASE("gates of a step: five operations for each gate of each hidden unit; sums of biases count none") {
  RecurrentKernel k{.part = RecurrentKernel::Part::gates, .call = call(Cell::lstm, 16, 256, NumberFormat::fp32, 4)};
  k.cells = 2;
  CHECK(in(work(k), flop) == 5.0 * 4.0 * 2.0 * 4.0 * 256.0);
  k.part = RecurrentKernel::Part::bias_sums;
  CHECK(in(work(k), flop) == 0.0);
}

TEST_CASE("step by step, layers overlap in FP32: each is one step behind the one below") {
  const auto products = [](NumberFormat format) {
    op::Recurrent r = call(Cell::lstm, 16, 256, format, 4);
    r.layers = 2, r.length = 5;
    int steps = 0;
    for (const Kernel& kernel : kernels_of(r)) {
      const auto* g = std::get_if<Gemm>(&kernel);
      steps += g != nullptr && g->m == 4 ? 1 : 0;  // inputs of all steps are multiplied at once: 20 rows
    }
    return steps;
  };
  CHECK(products(NumberFormat::fp32) == 5 + 2 - 1);
  CHECK(products(NumberFormat::bf16) == 5 * 2);
}

TEST_CASE("small hidden sizes run all steps in one kernel") {
  const auto kernels = [](std::int64_t length) {
    op::Recurrent r = call(Cell::gru, 16, 64, NumberFormat::fp32, 4);
    r.length = length;
    return kernels_of(r).size();
  };
  CHECK(kernels(5) == kernels(50));
}

TEST_CASE("which algorithm: PyTorch's rules by sizes, format and card") {
  using enum RecurrentAlgorithm;
  const auto chosen = [](Cell cell, std::int64_t size, std::int64_t batch, NumberFormat format, int cc, int sms,
                         bool backward = false, std::int64_t layers = 1) {
    op::Recurrent r = call(cell, size, size, format, batch, backward);
    r.layers = layers;
    return recurrent_algorithm(r, {.compute_capability = cc, .sms = sms});
  };
  using enum NumberFormat;
  CHECK(chosen(Cell::lstm, 128, 64, fp32, 90, 132) == persistent_small);
  CHECK(chosen(Cell::lstm, 128, 64, bf16, 90, 132) == step_by_step);
  CHECK(chosen(Cell::lstm, 192, 64, fp32, 90, 132) == persistent_small);
  CHECK(chosen(Cell::lstm, 192, 64, fp32, 90, 132, true) == step_by_step);
  CHECK(chosen(Cell::lstm, 512, 64, fp16, 90, 132) == persistent);
  CHECK(chosen(Cell::lstm, 512, 256, fp16, 90, 132) == step_by_step);
  CHECK(chosen(Cell::lstm, 512, 64, fp32, 90, 132) == step_by_step);
  CHECK(chosen(Cell::lstm, 512, 64, fp16, 86, 84) == step_by_step);
  CHECK(chosen(Cell::lstm, 512, 64, fp16, 75, 40) == step_by_step);
  CHECK(chosen(Cell::lstm, 512, 64, fp16, 70, 80) == persistent);
  CHECK(chosen(Cell::lstm, 512, 64, fp16, 90, 132, false, 2) == step_by_step);
  CHECK(chosen(Cell::gru, 512, 64, fp16, 90, 132) == step_by_step);
}

TEST_CASE("recurrent calls keep gates and cells of every step, and what goes from layer to layer") {
  // data/raw/h200-sxm/pytorch_recurrent.csv, kept_bytes less the output and the states: 512 hidden, batch 64, 50 steps,
  // in numbers of one output
  constexpr std::int64_t output = 64 * 50 * 512;
  const auto kept = [](Cell cell, std::int64_t layers, bool both) {
    op::Recurrent r = call(cell, 512, 512, NumberFormat::fp32, 64);
    r.layers = layers, r.bidirectional = both;
    return op::reserved_elements(r);
  };
  CHECK(kept(Cell::lstm, 1, false) == 5 * output);
  CHECK(kept(Cell::lstm, 4, false) == 23 * output);
  CHECK(kept(Cell::gru, 2, false) == 13 * output);
  CHECK(kept(Cell::gru, 1, true) == 12 * output);
}

TEST_CASE("recurrent calls: scratch memory, as an allocation record of torch.nn.LSTM and GRU on an H200 has it") {
  // PyTorch 2.11, cuDNN 9.19
  const auto near = [](Cell cell, std::int64_t inputs, std::int64_t hidden, std::int64_t batch, std::int64_t layers,
                       bool both, NumberFormat format, double measured, double tolerance, std::int64_t length = 100) {
    op::Recurrent r = call(cell, inputs, hidden, format, batch);
    r.layers = layers, r.bidirectional = both, r.length = length;
    return std::abs(static_cast<double>(recurrent_workspace_bytes(r, h200)) / measured - 1.0) < tolerance;
  };
  CHECK(near(Cell::lstm, 512, 512, 64, 2, false, NumberFormat::fp32, 114'819'840.0, 1e-9));
  CHECK(near(Cell::lstm, 512, 512, 64, 2, false, NumberFormat::fp16, 65'798'912.0, 1e-9));
  CHECK(near(Cell::lstm, 256, 1024, 32, 1, true, NumberFormat::fp32, 248'644'096.0, 1e-5));
  CHECK(near(Cell::gru, 512, 512, 64, 2, false, NumberFormat::fp32, 98'304'768.0, 0.025));  // a block not split
  // data/raw/h100-sxm5-80gb/recurrent_memory.csv: one kernel for all steps of each direction
  CHECK(near(Cell::lstm, 848, 48, 212, 1, true, NumberFormat::fp32, 139'182'080.0, 1e-4, 62));
  CHECK(near(Cell::lstm, 24, 58, 80, 1, true, NumberFormat::fp16, 43'834'368.0, 1e-3, 95));
  CHECK(near(Cell::gru, 344, 72, 112, 1, true, NumberFormat::fp32, 68'874'240.0, 2e-3, 55));
  CHECK(near(Cell::gru, 184, 168, 197, 1, true, NumberFormat::fp16, 64'662'016.0, 2e-3, 28));
}

TEST_CASE("the weights of a step leave L2 where they are large, and TF32 steps of many units run in two parts") {
  // products of 64 rows on an H200 by torch.profiler: 10.9 us (4096 x 1024), 30.3 us (8192 x 2048)
  const auto product = [](std::int64_t size, NumberFormat format, bool backward) {
    return detail::step_product(call(Cell::lstm, size, size, format, 64, backward), 1, lowering_table().recurrent);
  };
  CHECK(product(512, NumberFormat::tf32, false).batch == 1);
  CHECK(product(1024, NumberFormat::tf32, false).batch == 2);
  CHECK(product(1024, NumberFormat::tf32, false).k == 512);
  CHECK(product(1024, NumberFormat::tf32, true).n == 512);
  CHECK(product(1024, NumberFormat::fp32, true).batch == 4);
  CHECK(product(1024, NumberFormat::bf16, true).batch == 1);
  CHECK(product(1024, NumberFormat::tf32, false).operands == Operands::warm);
  CHECK(product(2048, NumberFormat::tf32, false).operands == Operands::cold);
  CHECK(product(2048, NumberFormat::bf16, false).operands == Operands::cold);
  CHECK(product(2048, NumberFormat::bf16, true).operands == Operands::warm);
}
}  // namespace lowering_recurrent_test
