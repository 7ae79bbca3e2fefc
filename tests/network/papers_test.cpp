#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/layer_costs.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/timeline/input_pipeline.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <string>

namespace network_papers_test {
using namespace perfmodel;

namespace {

StepModel model_of(const char* card) { return make_step_model(json::load_device(card, "test").device); }

double microseconds(const std::string& network, const Recipe& recipe, const StepModel& model) {
  return in(step_time(named_network(network), recipe, model).total, micro * second);
}

}  // namespace

TEST_CASE("NN Performance optimization, Table 1 of operator classes: BERT's FLOP and run time by class") {
  // Ivanov et al. 2021, arXiv:2007.00072: an encoder layer of BERT-large, sequence 512, batch 8, V100, FP16, PyTorch,
  // forward and backward: 99.80 / 0.17 / 0.03 % of FLOP and 61.0 / 25.5 / 13.5 % of run time in contractions,
  // normalizations, elementwise operators. The model says 65.3 / 26.5 / 8.2: why elementwise operators are 5.4 points
  // low is not known (their release and which operators it fused are not printed). Tolerances: what is off, and a
  // point.
  const StepModel v100 = model_of("v100-sxm2-16gb");
  const Recipe recipe{.batch = 8, .precision = Precision::fp16, .optimizer = Optimizer::adam};
  const Network bert = named_network("bert-large:seq=512,head=none,attention=naive");
  StepTrace trace = steady_step(bert, recipe, v100.software(), v100.target);
  std::vector<TraceEvent> encoder;
  for (const TraceEvent& event : trace.step)
    if (event.layer >= 0 && static_cast<std::size_t>(event.layer) < bert.layers.size() &&
        bert.layers[static_cast<std::size_t>(event.layer)].block >= 0 &&
        (event.phase == Phase::forward || event.phase == Phase::backward))
      encoder.push_back(event);
  trace.step = encoder;
  OperationPrices prices = prices_of(trace, v100.kernels);
  const LayerCosts costs = layer_costs(trace, bert.layers, v100.kernels, prices);
  struct Row {
    OperatorClass which;
    double flop_share, time_share, points;
  };
  for (const Row& row :
       {Row{OperatorClass::tensor_contraction, 99.80, 61.0, 5.3}, Row{OperatorClass::normalization, 0.17, 25.5, 2.0},
        Row{OperatorClass::elementwise, 0.03, 13.5, 6.4}}) {
    CAPTURE(name(row.which));
    const ClassCosts& sum = costs.classes[static_cast<std::size_t>(row.which)];
    CHECK(std::abs(100.0 * static_cast<double>(sum.work / costs.all.work) - row.flop_share) < 0.15);
    CHECK(std::abs(100.0 * static_cast<double>(sum.time / costs.all.time) - row.time_share) < row.points);
  }
}

TEST_CASE(
    "Towards High-Performance AI4NP, Table 3: Hydra gains 2.1x from mixed precision on T4s and 3.8x on A100s whatever "
    "the precision") {
  // Inception v3, 800 x 600, two cards each, 24 and 192 samples a step: 22.08 and 45.89 (mixed) samples/s on T4, 83.53
  // and 84.27 on A100. TensorFlow: mixed precision runs NHWC. One number that the paper does not print explains the
  // four: the input pipeline delivers 104 samples/s, and each step waits for its samples first. Fitted to these four;
  // the model's steps alone are not: FP32 on T4 11 % fast, mixed 4 %; TF32 on A100 8 % slow, mixed right.
  constexpr InputPipeline serial{.rate = 104.0, .overlapped = false};
  const auto samples_per_second = [](const char* card, Precision precision, MemoryFormat format, std::int64_t batch,
                                     const InputPipeline& input) {
    const Recipe recipe{.batch = batch, .precision = precision, .optimizer = Optimizer::adam, .memory_format = format};
    const StepTime step = step_time(named_network("inception_v3:input=600x800"), recipe, model_of(card));
    return 2.0 * static_cast<double>(batch) / in(with_input(step, 2 * batch, input).total, second);
  };
  struct Row {
    const char* card;
    Precision precision;
    MemoryFormat format;
    std::int64_t batch;
    double printed, tolerance;
  };
  constexpr std::array rows{Row{"t4", Precision::fp32, MemoryFormat::nchw, 12, 22.08, 0.12},
                            Row{"t4", Precision::amp_fp16, MemoryFormat::nhwc, 12, 45.89, 0.05},
                            Row{"a100-pcie-80gb", Precision::tf32, MemoryFormat::nhwc, 96, 83.53, 0.10},
                            Row{"a100-pcie-80gb", Precision::amp_fp16, MemoryFormat::nhwc, 96, 84.27, 0.05}};
  std::array<double, 4> ours{}, alone{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    CAPTURE(row.card);
    CAPTURE(row.printed);
    ours[i] = samples_per_second(row.card, row.precision, row.format, row.batch, serial);
    alone[i] = samples_per_second(row.card, row.precision, row.format, row.batch, {});
    CHECK(std::abs(ours[i] / row.printed - 1.0) < row.tolerance);
  }
  CHECK(std::abs(ours[1] / ours[0] - 2.1) < 0.3);  // mixed precision on T4: 2.1x printed
  CHECK(std::abs(ours[2] / ours[0] - 3.8) < 0.8);  // A100: 3.8x in both precisions
  CHECK(std::abs(ours[3] / ours[0] - 3.8) < 0.6);
  CHECK(ours[3] / ours[2] < 1.15);  // the cards' own steps would gain more
  CHECK(alone[3] / alone[2] > 1.3);
}

TEST_CASE(
    "Demystifying Hardware Infrastructure Choices, GPU comparison: mixed precision gains 1.5x and more across MLPerf "
    "v0.5") {
  // The slides: 1.5x (NCF) to 3.3x on a V100 PCIe. The model's NCF gains less, 1.36x: its look-ups, which gain nothing,
  // are a larger share. 12 % of the printed figure; the others keep to the slides' range.
  const StepModel pcie = model_of("v100-pcie-16gb"), sxm = model_of("v100-sxm2-16gb");
  struct Row {
    const char* network;
    std::int64_t batch;
  };
  for (const Row& row :
       {Row{"resnet50", 128}, Row{"ssd-resnet34", 120}, Row{"mask-rcnn", 4}, Row{"gnmt", 128},
        Row{"transformer:layers=12,hidden=1024,heads=16,seq=256,vocab=33000", 32}, Row{"ncf", 131072}}) {
    CAPTURE(row.network);
    Recipe recipe{.batch = row.batch, .optimizer = Optimizer::adam};
    const double fp32 = microseconds(row.network, recipe, pcie);
    recipe.precision = Precision::amp_fp16;
    const double mixed = microseconds(row.network, recipe, pcie);
    if (std::string(row.network) == "ncf") {
      CHECK(std::abs(fp32 / mixed / 1.5 - 1.0) < 0.12);
    } else {
      CHECK(fp32 / mixed > 1.5);
      CHECK(fp32 / mixed < 3.3);
    }
    const double faster = mixed / microseconds(row.network, recipe, sxm);  // slides: SXM2 1 to 5 % faster on one GPU
    CHECK(faster > 1.0);
    CHECK(faster < 1.12);
  }
}

TEST_CASE(
    "Benchmarking Machine Learning in HEP: a WGAN's larger batches raise both utilizations; the V100 waits more than "
    "the K40c") {
  const std::array<const char*, 3> cards{"k20xm", "k40c", "v100-pcie-16gb"};
  std::array<double, 3> first{};
  for (std::size_t card = 0; card < cards.size(); ++card) {
    const Device device = json::load_device(cards[card], "test").device;
    const StepModel model = make_step_model(device);
    double gpu = 0.0, fp32 = 0.0;
    for (const std::int64_t batch : {4, 16, 64, 256}) {
      const Recipe recipe{.batch = batch, .optimizer = Optimizer::rmsprop};
      const StepTime t = step_time(named_network("wgan"), recipe, model);
      CAPTURE(cards[card]);
      CAPTURE(batch);
      CHECK(t.gpu_utilization() >= gpu - 0.01);
      CHECK(t.flop_utilization(peak(device, MathUnit::cuda_core, NumberFormat::fp32)) > fp32);
      gpu = t.gpu_utilization();
      fp32 = t.flop_utilization(peak(device, MathUnit::cuda_core, NumberFormat::fp32));
      if (batch == 4) first[card] = gpu;
    }
  }
  CHECK(first[2] < first[1]);
}

TEST_CASE(
    "ImageNet Analysis using Roofline Model, Tables 3 and 4: measured intensity is about half the theoretical one") {
  // Section 4: training of PyTorch's ImageNet example (SGD with momentum; PyTorch 1.11, whose zero_grad() fills) on 2
  // to 3 images, FLOP of CUDA cores and DRAM bytes from hardware counters. At that batch weights, gradients and
  // momentum are most of the traffic, Winograd's tiles in memory most of the rest. The A100's FLOP are those of FP32
  // instructions, so it ran FP32; TF32 is checked too. The printed intensity must lie between the model's at batch 2
  // and at batch 3, or within 10 % of them, and within 21 % of their mean: the worst is ResNet-34 on the A100 in FP32,
  // 20.8 % above.
  constexpr const char* version = "1.13";  // the oldest that the model knows
  struct Row {
    const char* card;
    Precision precision;
    std::array<double, 3> measured;
  };
  constexpr std::array theoretical{30.70, 33.50, 23.37};
  constexpr std::array names{"resnet18", "resnet34", "resnet50"};
  for (const Row& row : {Row{"v100-pcie-16gb", Precision::fp32, {16.54, 16.76, 12.16}},
                         Row{"a100-sxm4-40gb", Precision::fp32, {17.65, 18.33, 13.62}},
                         Row{"a100-sxm4-40gb", Precision::tf32, {17.65, 18.33, 13.62}}}) {
    const StepModel model =
        make_step_model(json::load_device(row.card, "test").device, software_of(Framework::pytorch, version));
    std::array<double, 3> mean{};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto intensity = [&](std::int64_t batch) {
        const Recipe recipe{.batch = batch, .precision = row.precision, .optimizer = Optimizer::momentum};
        const StepTime t = step_time(named_network(names[i]), recipe, model);
        return in(t.work / t.traffic, flop / byte);
      };
      const double two = intensity(2), three = intensity(3);
      mean[i] = 0.5 * (two + three);
      CAPTURE(row.card);
      CAPTURE(names[i]);
      CHECK(three < theoretical[i]);
      CHECK(row.measured[i] > 0.9 * two);
      CHECK(row.measured[i] < 1.1 * three);
      CHECK(std::abs(mean[i] / row.measured[i] - 1.0) < 0.21);
    }
    CHECK(mean[1] > mean[0]);  // ResNet-34 the highest, ResNet-50 the lowest, as measured
    CHECK(mean[0] > mean[2]);
  }
}
}  // namespace network_papers_test
