// What the documents say of best widths, of ranks and of a WGAN's whole iteration, with their own cards and the oldest
// software that is modelled (docs/reference/documents.md has the figures).
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <perfmodel/json/card_model.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace documents_widths_and_ranks_test {
using namespace perfmodel;

namespace {

CardModel card(const std::string& name) { return json::card_model(name, software_of(Framework::pytorch, "1.13")); }

/// Performance of the poster's network of eight hidden layers, by its own count of operations, for D_H = 32 .. 8192.
std::vector<double> by_width(const CardModel& on, std::int64_t batch, Precision precision) {
  std::vector<double> flops;
  for (std::int64_t hidden = 32; hidden <= 8192; hidden *= 2) {
    const FcnnOptions o{.layers = 8, .hidden = hidden, .inputs = 4000, .outputs = 600};
    const Recipe recipe{.batch = batch, .precision = precision, .optimizer = Optimizer::sgd};
    flops.push_back(in(fcnn_step_work(o, batch) / step_time(fcnn(o), recipe, on.steps).total, flop / second));
  }
  return flops;
}
std::size_t best(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

struct Utilization {
  Time time{};
  double gpu{}, fp32{};
};
/// One iteration of WGAN training: five steps of the critic, then one of the generator through the critic. Arjovsky et
/// al. 2017, arXiv:1701.07875, Algorithm 1.
Utilization iteration(const std::string& name, std::int64_t batch) {
  const CardModel on = card(name);
  const Recipe recipe{.batch = batch, .optimizer = Optimizer::rmsprop};
  const StepTime critic = step_time(named_network("wgan:part=discriminator"), recipe, on.steps),
                 both = step_time(named_network("wgan"), recipe, on.steps);
  const Time time = 5.0 * critic.total + both.total;
  const WorkRate peak_rate = peak(on.device, MathUnit::cuda_core, NumberFormat::fp32);
  return {time, static_cast<double>((5.0 * critic.busy + both.busy) / time),
          static_cast<double>((5.0 * critic.work + both.work) / (peak_rate * time))};
}

/// FP32 utilization as nvprof's single_precision_fu_utilization gives it for the V100 (section 3.2): of each kernel
/// while it runs, and of these the average, short ones counting as much as long ones.
double mean_of_kernels(const std::string& name, std::int64_t batch) {
  const CardModel on = card(name);
  const WorkRate peak_rate = peak(on.device, MathUnit::cuda_core, NumberFormat::fp32);
  double sum = 0.0, kernels = 0.0;
  for (const auto& [network, times] : {std::pair{"wgan:part=discriminator", 5.0}, std::pair{"wgan", 1.0}}) {
    const StepTrace trace = steady_step(named_network(network), {.batch = batch, .optimizer = Optimizer::rmsprop},
                                        on.steps.software(), on.steps.target);
    OperationPrices prices = prices_of(trace, on.steps.kernels);
    for (const TraceEvent& event : trace.step) {
      const auto* run = std::get_if<Execute>(&event.what);
      if (run == nullptr) continue;
      const PricedOperation& price = prices(run->operation);
      if (price.calls == 0) continue;
      sum += times * price.calls * price.work / (price.busy * in(peak_rate, flop / second));
      kernels += times * price.calls;
    }
  }
  return sum / kernels;
}

}  // namespace

TEST_CASE("AI4NP, conclusions: in FP32 there is a best hidden dimension; tensor cores take the widest there are") {
  for (const char* name : {"T4", "A100-PCIE-80GB"}) {
    CAPTURE(std::string(name));
    const CardModel on = card(name);
    for (const std::int64_t batch : {1024, 16384}) {
      const std::vector<double> fp32 = by_width(on, batch, Precision::fp32);
      CHECK(best(fp32) + 1 < fp32.size());  // wider is slower
      CHECK(best(fp32) > 3);                // and so is narrower: 512 nodes or more
      const std::vector<double> fp16 = by_width(on, batch, Precision::fp16);
      CHECK(best(fp16) + 1 == fp16.size());
    }
  }
}

TEST_CASE("AI4NP, Figure 3: until an A100 is full it is further from its best than a T4 at the same width") {
  // "Both T4 and A100 prefer large model parameters to be saturated. More so for A100": shares, not places on the grid
  // of widths, where both may reach a threshold in the same step.
  const auto shares = [](const char* name) {
    std::vector<double> flops = by_width(card(name), 1024, Precision::fp32);
    const double most = *std::max_element(flops.begin(), flops.end());
    for (double& f : flops) f /= most;
    return flops;
  };
  const std::vector<double> t4 = shares("T4"), a100 = shares("A100-PCIE-80GB");
  std::size_t unsaturated = 0;
  for (std::size_t i = 0; i < t4.size() && a100[i] < 0.9; ++i, ++unsaturated) {
    CAPTURE(i);
    CHECK(a100[i] < t4[i]);
  }
  CHECK(unsaturated > 3);
}

TEST_CASE("Benchmarking ML in HEP, section 4: a WGAN iteration of five critic steps fills both cards with the batch") {
  for (const char* name : {"K20Xm", "K40c", "V100-PCIE-16GB"}) {
    CAPTURE(std::string(name));
    const Utilization few = iteration(name, 16), many = iteration(name, 256);
    CHECK(many.gpu > few.gpu);
    CHECK(many.fp32 > 1.3 * few.fp32);
    const CardModel on = card(name);
    const Time one = step_time(named_network("wgan"), {.batch = 16, .optimizer = Optimizer::rmsprop}, on.steps).total;
    CHECK(few.time > 2.5 * one);  // five critic steps of half a whole step each, and one whole step
    CHECK(few.time < 6.0 * one);
  }
}

TEST_CASE(
    "Benchmarking ML in HEP, section 4.2: the V100's FP32 utilization is below the K40c's while batches are small") {
  // The document has 48.9 % below 85.7 % at batches and sizes that it does not print. The model agrees up to 16 images;
  // from 64 on the V100 is filled, too.
  CHECK(iteration("V100-PCIE-16GB", 16).fp32 < iteration("K40c", 16).fp32);
  CHECK(iteration("V100-PCIE-16GB", 16).gpu < iteration("K40c", 16).gpu);
  CHECK(iteration("V100-PCIE-16GB", 256).fp32 > iteration("K40c", 256).fp32);
}

TEST_CASE("Benchmarking ML in HEP, section 4.2: the two FP32 utilizations are not counted alike") {
  // The K40c's is operations over the peak, the V100's the average over kernels, most of which are elementwise
  // (section 3.2). Counted so, the model has the V100 below the K40c at every batch, 5 to 8 % against 35 to 58; counted
  // like the K40c's it reaches 30 to 69 %. The 48.9 % of the document lie between its two counts: nvprof's levels count
  // instructions that are no operations, too.
  for (const std::int64_t batch : {16, 64, 256, 1024}) {
    CAPTURE(batch);
    CHECK(mean_of_kernels("V100-PCIE-16GB", batch) < iteration("K40c", batch).fp32);
  }
  CHECK(mean_of_kernels("V100-PCIE-16GB", 256) < 0.489);
  CHECK(iteration("V100-PCIE-16GB", 256).fp32 > 0.489);
}

TEST_CASE("ImageNet Analysis using Roofline Model, Tables 3 and 4: achieved FLOP/s on two images") {
  // Measured, GFLOP/s of kernels: 4991, 4340, 5001 on the V100, 5469, 4796, 6311 on the A100, ResNet-50 the first. The
  // model ranks ResNet-50 second, a few percent behind ResNet-34, on both: see documents.md.
  constexpr std::array names{"resnet18", "resnet34", "resnet50"};
  const auto rates = [&](const char* name, Precision precision) {
    const CardModel on = card(name);
    std::array<double, 3> found{};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Recipe recipe{.batch = 2, .precision = precision, .mode = Mode::infer};
      const StepTime t = step_time(named_network(names[i]), recipe, on.steps);
      found[i] = in(t.work / t.busy, giga * flop / second);
    }
    return found;
  };
  const auto v100 = rates("V100-PCIE-16GB", Precision::fp32);
  for (const double rate : v100) {  // of the V100: within a sixth of the measured ones
    CHECK(rate > 4340.0 * 5 / 6);
    CHECK(rate < 5001.0 * 7 / 6);
  }
  CHECK(v100[2] > v100[0]);
  CHECK(v100[2] > 0.9 * v100[1]);
  const auto a100 = rates("A100-PCIE-40GB", Precision::tf32);
  CHECK(a100[2] > 0.95 * a100[1]);
  CHECK(a100[2] > a100[0]);
  for (std::size_t i = 0; i < names.size(); ++i) CHECK(a100[i] > v100[i]);
}

TEST_CASE(
    "NN Performance optimization, Table 1: max pooling's 2.25 FLOP/B are 0.75 with the indices that PyTorch keeps") {
  // 9 comparisons an output: over 2 + 2 bytes of input and output 2.25; max_pool2d_with_indices, which PyTorch runs in
  // inference, too, writes 8 bytes of index beside each output.
  Network network{.name = "pool", .inputs = {{.name = "image", .shape = {64, 56, 56}}}};
  network.layers.push_back(
      {.name = "pool",
       .what = Pooling{.window_h = 3, .window_w = 3, .stride_h = 1, .stride_w = 1, .pad_h = 1, .pad_w = 1}});
  const CardModel on = card("V100-SXM2-16GB");
  const Recipe recipe{.batch = 32, .precision = Precision::fp16, .mode = Mode::infer};
  const StepTime t = step_time(network, recipe, on.steps);
  CHECK(static_cast<double>(t.work / t.traffic / (flop / byte)) == doctest::Approx(9.0 / (2 + 2 + 8)));
}
}  // namespace documents_widths_and_ranks_test
