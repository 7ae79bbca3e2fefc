// R. Radhakrishnan et al., "Demystifying Hardware Infrastructure Choices for Deep Learning Using MLPerf" (slides): what
// is printed of single training jobs on four V100. Batches are those of NVIDIA's submissions to MLPerf v0.5
// (mlperf_scaling_test.cpp).
#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>

namespace documents_mlperf_jobs_test {
using namespace perfmodel;

namespace {
constexpr double imagenet = 1'281'167.0;  ///< training images: Russakovsky et al. 2015, arXiv:1409.0575

/// Images a second of ResNet-50 on four cards in 16 bits.
double images_per_second(const char* card, const char* server, std::int64_t batch) {
  const Recipe recipe{.batch = batch,
                      .precision = Precision::fp16,
                      .optimizer = Optimizer::momentum,
                      .memory_format = MemoryFormat::nhwc};
  const CardModel model = make_card_model(json::load_device(card).device);
  const Time step =
      estimate_parallel(named_network("resnet50"), recipe, {.dp = 4}, json::load_system(server), model).step.step;
  return 4.0 * static_cast<double>(batch) / in(step, second);
}
}  // namespace

TEST_CASE("Demystifying Hardware Infrastructure Choices, ResNet-50: minutes an epoch on four V100-SXM2") {
  // Printed: TensorFlow 4.42, MXNet 4.01. MXNet fuses batch norm, addition and ReLU, which PyTorch does not: 15 %.
  const auto minutes = [](std::int64_t batch) {
    return imagenet / images_per_second("V100-SXM2-16GB", "C4140-K", batch) / 60.0;
  };
  CHECK(std::abs(minutes(128) / 4.42 - 1.0) < 0.10);
  CHECK(std::abs(minutes(208) / 4.01 - 1.0) < 0.15);
  CHECK(minutes(208) < minutes(128));
}

TEST_CASE("Demystifying Hardware Infrastructure Choices, Titan, Quadro and Tesla: 512 images a step instead of 256") {
  // T640, four V100 PCIe, ResNet-50 in TensorFlow: 18,260 s with 256, 16,781 with 512: 1.088 times as fast
  const double gain =
      images_per_second("V100-PCIE-32GB", "T640", 128) / images_per_second("V100-PCIE-32GB", "T640", 64);
  CHECK(std::abs(gain - 18'260.0 / 16'781.0) < 0.03);
}

TEST_CASE(
    "Demystifying Hardware Infrastructure Choices, roofline: the Transformer reuses data more than RNN, Mask-RCNN") {
  const CardModel card = make_card_model(json::load_device("V100-SXM2-16GB").device);
  const auto intensity = [&](const char* name, std::int64_t batch, Optimizer optimizer) {
    const Recipe recipe{
        .batch = batch, .precision = Precision::fp16, .optimizer = optimizer, .memory_format = MemoryFormat::nhwc};
    const StepTime t = step_time(named_network(name), recipe, card.steps);
    return static_cast<double>(t.work / t.traffic / (flop / byte));
  };
  const double transformer = intensity("transformer-big", 80, Optimizer::adam),
               gnmt = intensity("gnmt", 128, Optimizer::adam), mask = intensity("mask-rcnn", 4, Optimizer::momentum),
               ssd = intensity("ssd-resnet34", 152, Optimizer::momentum);
  CHECK(transformer > gnmt);
  CHECK(transformer > mask);
  for (const double one : {gnmt, mask, ssd}) {  // "similar characteristics"
    CHECK(one > 100.0);
    CHECK(one < 200.0);
  }
}
}  // namespace documents_mlperf_jobs_test
