#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/lowering/lower.hpp>
#include <vector>

namespace lowering_recurrent_test {
using namespace perfmodel;

namespace {

constexpr TraceTarget h200{.compute_capability = 90, .sms = 132};

constexpr op::Recurrent call(Cell cell, std::int64_t inputs, std::int64_t hidden, NumberFormat format,
                             std::int64_t batch, bool backward = false) {
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

TEST_CASE("recurrent calls: scratch memory of training makes room for both passes, each by its own algorithm") {
  const auto off = [](Cell cell, std::int64_t inputs, std::int64_t hidden, std::int64_t batch, std::int64_t length,
                      std::int64_t layers, bool both, NumberFormat format, bool backward, double measured) {
    op::Recurrent r = call(cell, inputs, hidden, format, batch, backward);
    r.layers = layers, r.bidirectional = both, r.length = length, r.trains = true;
    return std::abs(static_cast<double>(recurrent_workspace_bytes(r, h200)) / measured - 1.0);
  };
  constexpr NumberFormat fp16 = NumberFormat::fp16, fp32 = NumberFormat::fp32;
  // Peaks less all that is known by size: result, states, reserve, copies, gradients. A peak holds blocks of up to 1
  // MiB more than was asked for, once a block that is not split: 2.5 % of the smallest.
  constexpr double blocks = 0.025;
  // data/raw/h200-sxm/pytorch_recurrent.csv: one direction, step by step; in one kernel
  CHECK(off(Cell::gru, 512, 512, 64, 50, 1, false, fp32, false, 54'789'632.0) < blocks);
  CHECK(off(Cell::gru, 128, 128, 256, 50, 1, false, fp32, false, 140'774'400.0) < blocks);
  // data/raw/h100-sxm5-80gb/recurrent_memory.csv: several layers, in one kernel for each direction
  CHECK(off(Cell::gru, 384, 88, 40, 116, 2, true, fp16, false, 73'877'504.0) < blocks);
  CHECK(off(Cell::gru, 200, 32, 40, 48, 3, true, fp32, false, 65'496'576.0) < blocks);
  CHECK(off(Cell::lstm, 213, 20, 136, 32, 2, true, fp32, false, 63'520'256.0) < blocks);
  // the same table, backward, of 129 to 192 hidden units: step by step, where forward is one kernel
  CHECK(off(Cell::gru, 605, 164, 40, 26, 1, true, fp32, true, 39'420'512.0) < blocks);
  CHECK(off(Cell::lstm, 20, 172, 256, 89, 1, false, fp32, true, 91'232'896.0) < blocks);
  CHECK(off(Cell::lstm, 24, 144, 136, 74, 1, true, fp32, true, 101'868'544.0) < blocks);
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

// Both sides of each bound, and counts worked out by hand.

namespace {
using enum NumberFormat;
struct Asked {
  std::int64_t hidden{512}, batch{16}, length{40}, inputs{512}, layers{1};
  int compute_capability{70}, sms{80};
  bool backward{}, both{};
  Cell cell{Cell::lstm};
};
constexpr RecurrentAlgorithm algorithm(const Asked& a) {
  op::Recurrent r = call(a.cell, a.inputs, a.hidden, fp16, a.batch, a.backward);
  r.length = a.length, r.layers = a.layers, r.bidirectional = a.both;
  return recurrent_algorithm(r, {.compute_capability = a.compute_capability, .sms = a.sms});
}
constexpr bool persists(const Asked& a) { return algorithm(a) == RecurrentAlgorithm::persistent; }
constexpr bool is_small(const Asked& a) { return algorithm(a) == RecurrentAlgorithm::persistent_small; }
/// Five samples, seven steps of two hidden units from three inputs.
constexpr op::Recurrent tiny(Cell cell, NumberFormat stored) {
  return {.cell = cell, .format = stored, .stored = stored, .inputs = 3, .hidden = 2, .batch = 5, .length = 7};
}
/// Of layers and directions that are in the works together, moment after moment.
std::vector<std::int64_t> cells_of(std::int64_t layers, std::int64_t length, bool both) {
  op::Recurrent r = call(Cell::lstm, 16, 256, fp32, 4);
  r.layers = layers, r.length = length, r.bidirectional = both;
  std::vector<std::int64_t> cells;
  for (const Kernel& kernel : kernels_of(r))
    if (const auto* own = std::get_if<RecurrentKernel>(&kernel)) cells.push_back(own->cells);
  return cells;
}
constexpr RecurrentLowering parts{.few_rows = 20, .large_hidden = 512, .very_large_hidden = 1024, .kept_bytes = 24e6};
constexpr Gemm step(std::int64_t hidden, std::int64_t batch, std::int64_t cells, NumberFormat format, bool backward) {
  return detail::step_product(call(Cell::lstm, 8, hidden, format, batch, backward), cells, parts);
}
}  // namespace

TEST_CASE("small hidden sizes persist up to 192 forward and 128 backward") {
  CHECK(is_small({.hidden = 192}));
  CHECK_FALSE(is_small({.hidden = 193}));
  CHECK(is_small({.hidden = 128, .backward = true}));
  CHECK_FALSE(is_small({.hidden = 129, .backward = true}));
}

TEST_CASE("on Volta batches of whole sixteens persist, the larger the longer the sequence") {
  CHECK(persists({.batch = 128, .length = 40}));
  CHECK_FALSE(persists({.batch = 144, .length = 40}));
  CHECK_FALSE(persists({.batch = 128, .length = 39}));
  CHECK(persists({.batch = 96, .length = 20}));
  CHECK_FALSE(persists({.batch = 128, .length = 20}));
  CHECK_FALSE(persists({.batch = 96, .length = 19}));
  CHECK(persists({.batch = 32, .length = 10}));
  CHECK_FALSE(persists({.batch = 48, .length = 10}));
  CHECK_FALSE(persists({.batch = 32, .length = 9}));
  CHECK(persists({.batch = 8}));
  for (const std::int64_t batch : {24, 80, 112}) CHECK_FALSE(persists({.batch = batch}));
  CHECK(persists({.batch = 16, .cell = Cell::gru}));
}

TEST_CASE("from Ampere on LSTMs of whole eights persist, on large cards") {
  const Asked a100{.compute_capability = 80, .sms = 108};
  const auto with = [&](auto change) {
    Asked a = a100;
    change(a);
    return persists(a);
  };
  CHECK(persists(a100));
  CHECK(with([](Asked& a) { a.sms = 98; }));
  CHECK_FALSE(with([](Asked& a) { a.sms = 97; }));
  CHECK(with([](Asked& a) { a.batch = 128; }));
  CHECK_FALSE(with([](Asked& a) { a.batch = 136; }));
  CHECK_FALSE(with([](Asked& a) { a.batch = 12; }));
  CHECK_FALSE(with([](Asked& a) { a.cell = Cell::gru; }));
  CHECK(with([](Asked& a) { a.hidden = 1024; }));
  CHECK_FALSE(with([](Asked& a) { a.hidden = 1152; }));
  CHECK_FALSE(with([](Asked& a) { a.hidden = 576; }));
  CHECK_FALSE(with([](Asked& a) { a.inputs = 500; }));
  CHECK_FALSE(with([](Asked& a) { a.layers = 2; }));
  CHECK_FALSE(with([](Asked& a) { a.both = true; }));
}

TEST_CASE("layers start one behind the other, and end so") {
  CHECK(cells_of(3, 5, false) == std::vector<std::int64_t>{1, 2, 3, 3, 3, 2, 1});
  CHECK(cells_of(3, 2, false) == std::vector<std::int64_t>{1, 2, 2, 1});
  CHECK(cells_of(2, 2, true) == std::vector<std::int64_t>{2, 4, 2});
}

TEST_CASE("the kernels of a call, forward and backward, of two states or one") {
  op::Recurrent r = call(Cell::lstm, 16, 256, fp32, 4);
  r.length = 2;
  const std::vector<Kernel> forward = kernels_of(r);
  REQUIRE(forward.size() == 1 + 2 + 1 + 2 * 2);
  const auto& transpose = std::get<Streaming>(forward[0]);
  CHECK(transpose.rows == 8);
  CHECK(transpose.columns == 16);
  CHECK(transpose.read == 8.0 * 16.0 * 4.0 * byte);
  CHECK(std::get<Streaming>(forward[1]).columns == 4 * 256);
  CHECK(std::get<Streaming>(forward[1]).written == 4.0 * 256.0 * 4.0 * byte);
  CHECK(std::get<Gemm>(forward[3]).m == 8);
  CHECK(std::get<Gemm>(forward[3]).n == 4 * 256);
  CHECK(std::get<Gemm>(forward[3]).k == 16);
  r.pass = ConvolutionPass::input_gradient;
  const std::vector<Kernel> backward = kernels_of(r);  // each step clears its sums first; inputs come last
  REQUIRE(backward.size() == 1 + 2 + 2 * 3 + 1);
  CHECK(std::get<Streaming>(backward[3]).columns == 4);
  CHECK(std::get<Streaming>(backward[3]).written == 4.0 * 4.0 * byte);
  CHECK(std::get<Gemm>(backward.back()).n == 16);
  CHECK(std::get<Gemm>(backward.back()).k == 4 * 256);
  r.cell = Cell::gru;
  CHECK(kernels_of(r).size() == backward.size() - 1);
  r.pass = ConvolutionPass::weight_gradient, r.layers = 2, r.bidirectional = true;
  const std::vector<Kernel> weights = kernels_of(r);
  REQUIRE(weights.size() == 4 * 3);
  CHECK(std::get<Gemm>(weights[0]).n == 16);
  CHECK(std::get<Gemm>(weights[3]).n == 16);       // the other direction of the first layer
  CHECK(std::get<Gemm>(weights[6]).n == 2 * 256);  // the second layer reads both
  CHECK(std::get<Gemm>(weights[1]).n == 256);
  CHECK(std::get<Gemm>(weights[1]).m == 3 * 256);
  CHECK(std::get<Gemm>(weights[1]).k == 8);
  r.bias = false;
  CHECK(kernels_of(r).size() == 4 * 2);
}

TEST_CASE("parts of a step's product in FP32: by rows, hidden units, and whether others run beside it") {
  CHECK(step(512, 21, 1, fp32, false).batch == 2);
  CHECK(step(512, 21, 1, fp32, false).k == 256);
  CHECK(step(512, 20, 1, fp32, false).batch == 1);
  CHECK(step(510, 21, 1, fp32, false).batch == 1);
  CHECK(step(513, 21, 1, fp32, false).batch == 1);
  CHECK(step(512, 21, 3, fp32, false).batch == 3);
  CHECK(step(512, 20, 1, fp32, true).batch == 8);
  CHECK(step(512, 20, 1, fp32, true).k == 4 * 512 / 8);
  CHECK(step(512, 21, 1, fp32, true).batch == 4);
  CHECK(step(511, 20, 1, fp32, true).batch == 4);
  CHECK(step(512, 20, 3, fp32, true).batch == 3 * 2);
  CHECK(step(511, 20, 3, fp32, true).batch == 3);
  CHECK(step(512, 64, 1, fp32, false).operands == Operands::cold);
}

TEST_CASE("in TF32 two parts from 1,024 even hidden units on; weights of 24 MB stay in the L2") {
  CHECK(step(1026, 64, 1, tf32, false).batch == 2);
  CHECK(step(1022, 64, 1, tf32, false).batch == 1);
  CHECK(step(1025, 64, 1, tf32, false).batch == 1);
  CHECK(step(254, 64, 1, tf32, true).batch == 2);
  CHECK(step(254, 64, 1, tf32, true).n == 127);
  CHECK(step(255, 64, 1, tf32, true).batch == 1);
  CHECK(step(1732, 64, 1, bf16, false).operands == Operands::warm);  // 4 x 1,732^2 x 2 bytes are 23,998,592
  CHECK(step(1733, 64, 1, bf16, false).operands == Operands::cold);
}

TEST_CASE("scratch memory in numbers of what a step, a layer and a direction hold") {
  constexpr std::int64_t each = (8 << 20) + 384;
  const auto bytes = [](Cell cell, NumberFormat stored, std::int64_t layers, bool both) {
    op::Recurrent r = tiny(cell, stored);
    r.layers = layers, r.bidirectional = both;
    return recurrent_workspace_bytes(r, h200);
  };
  // matrices of gates x 2 x (inputs + 2); of five samples, seven steps
  CHECK(bytes(Cell::lstm, bf16, 1, false) == 2 * (4 * 2 * 5 + 5 * (7 * (5 * 2 + 3) + 10 * 2)) + each);
  CHECK(bytes(Cell::lstm, bf16, 1, true) == 2 * (8 * 2 * 5 + 5 * (7 * (14 * 2 + 3) + (20 + 4) * 2)) + 2 * each);
  CHECK(bytes(Cell::lstm, bf16, 2, true) ==
        2 * (8 * 2 * 5 + 8 * 2 * 6 + 5 * (7 * (14 * 2 + 3) + (40 + 4) * 2)) + 4 * each);
  CHECK(bytes(Cell::lstm, fp16, 1, false) == 2 * (4 * 2 * 5 + 5 * (7 * (21 * 2 + 3) + 8 * 2)) + each);
  CHECK(bytes(Cell::gru, fp16, 1, false) == 2 * (3 * 2 * 5 + 5 * (7 * (16 * 2 + 3) + 4 * 2)) + each);
  CHECK(bytes(Cell::gru, bf16, 1, false) == 2 * (3 * 2 * 5 + 5 * (7 * (4 * 2 + 3) + 5 * 2)) + each);
  CHECK(bytes(Cell::gru, bf16, 1, true) == 2 * (6 * 2 * 5 + 5 * (7 * (12 * 2 + 3) + (10 + 4) * 2)) + 2 * each);
}

TEST_CASE("training has scratch memory for what either pass takes") {
  constexpr std::int64_t each = (8 << 20) + 384;
  const auto bytes = [](Cell cell, std::int64_t inputs, bool both) {
    op::Recurrent r = tiny(cell, bf16);
    r.inputs = inputs, r.bidirectional = both, r.trains = true;
    return recurrent_workspace_bytes(r, h200);
  };
  // five samples, seven steps, two hidden units: 5 x 2 + 2 is as much as 3 x 2 + 3 x 2 at inputs of two, less above
  CHECK(bytes(Cell::lstm, 2, false) == 2 * (4 * 2 * 4 + 5 * (7 * (5 * 2 + 2) + 10 * 2)) + each);
  CHECK(bytes(Cell::lstm, 3, false) == 2 * (4 * 2 * 5 + 5 * (7 * (3 * 2 + 3 * 3) + 10 * 2)) + each);
  CHECK(bytes(Cell::gru, 1, false) == 2 * (3 * 2 * 3 + 5 * (7 * (4 * 2 + 2 * 1) + 5 * 2)) + each);
  CHECK(bytes(Cell::gru, 3, false) == 2 * (3 * 2 * 5 + 5 * (7 * (3 * 2 + 3 * 3) + 5 * 2)) + each);
  CHECK(bytes(Cell::lstm, 3, true) == 2 * (8 * 2 * 5 + 5 * (7 * (14 * 2 + 3) + (20 + 4) * 2)) + 2 * each);
  CHECK(bytes(Cell::lstm, 4, true) == 2 * (8 * 2 * 6 + 5 * (7 * (6 * 2 + 6 * 4) + (20 + 4) * 2)) + 2 * each);
  CHECK(bytes(Cell::gru, 3, true) == 2 * (6 * 2 * 5 + 5 * (7 * (6 * 2 + 6 * 3) + (10 + 4) * 2)) + 2 * each);
}

TEST_CASE("work and bytes of cuDNN's own kernels") {
  const RecurrentKernel gates{.part = RecurrentKernel::Part::gates, .call = tiny(Cell::lstm, fp32), .cells = 2},
      sums{.part = RecurrentKernel::Part::bias_sums, .call = tiny(Cell::gru, fp32)},
      all{.part = RecurrentKernel::Part::all_steps, .call = tiny(Cell::lstm, fp16)};
  CHECK(traffic(gates) == (3.0 * 4.0 + 4.0) * 20.0 * 4.0 * byte);
  CHECK(traffic(sums) == 3.0 * 2.0 * (35.0 + 2.0) * 4.0 * byte);
  CHECK(traffic(all) == 2.0 * 6.0 * 7.0 * 10.0 * 2.0 * byte);
  CHECK(in(work(all), mac) == 4.0 * 7.0 * 2.0 * 10.0);
}
}  // namespace lowering_recurrent_test
