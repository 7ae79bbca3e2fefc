// "Demystifying Hardware Infrastructure Choices for Deep Learning Using MLPerf" (Radhakrishnan et al., Dell EMC, 2019),
// slide on scaling efficiency of V100-PCIe servers: which training jobs keep over 80 % at 2, 4 and 8 GPUs. What the
// slides do not print is that of NVIDIA's submissions to MLPerf v0.5 (mlcommons/training_results_v0.5, v0.5.0/nvidia/
// submission/code, config_DGX1.sh and run_and_time.sh): batches, weights and gradients in 16 bits, which jobs sum their
// gradients when the backward pass has ended (SSD: --delay-allreduce; Transformer: fp16_trainer.py, one flat sum), and
// that NCF shares one batch of 1,048,576 among all GPUs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>

namespace documents_mlperf_scaling_test {
using namespace perfmodel;

namespace {

struct Job {
  const char* network{};
  std::int64_t batch{};  ///< of one GPU
  Optimizer optimizer{};
  bool over_80[3]{};  ///< printed, at 2, 4 and 8 GPUs
  bool at_end{};      ///< gradients are summed behind the backward pass, all at once
  bool shared{};      ///< the batch is that of all GPUs
};

[[nodiscard]] double seconds(const Job& job, std::int64_t gpus, const CardModel& card, const HostSystem& server) {
  const Recipe recipe{.batch = job.shared ? job.batch / gpus : job.batch,
                      .precision = Precision::fp16,
                      .optimizer = job.optimizer,
                      .memory_format = MemoryFormat::nhwc};
  ParallelLayout layout{.dp = gpus};
  if (job.at_end) layout.bucket = 100.0 * gibi * byte;
  return in(estimate_parallel(named_network(job.network), recipe, layout, server, card).step.step, second);
}

constexpr Job mxnet_resnet{"resnet50", 208, Optimizer::momentum, {true, true, false}},
    ssd{"ssd-resnet34", 152, Optimizer::momentum, {true, true, true}, true},
    mask_rcnn{"mask-rcnn", 4, Optimizer::momentum, {true, false, false}},
    transformer{"transformer-big", 80, Optimizer::adam, {}, true},  // 5,120 tokens
    gnmt{"gnmt", 128, Optimizer::adam, {}}, ncf{"ncf", 1048576, Optimizer::adam, {true, false, false}, false, true};

}  // namespace

TEST_CASE("scaling efficiency over PCIe: which jobs stay above 80 %") {
  const CardModel card = make_card_model(json::load_device("v100-pcie-16gb").device);
  const HostSystem server = json::load_system("DSS8440");
  // ResNet-50 in TensorFlow (not NVIDIA's: half of the batch that fits) and MXNet
  const Job jobs[]{
      {"resnet50", 128, Optimizer::momentum, {true, true, true}}, mxnet_resnet, ssd, mask_rcnn, ncf, transformer};
  int right = 0;
  for (const Job& job : jobs) {
    const double alone = seconds(job, 1, card, server);
    double last = 1.0;
    for (int i = 0; i < 3; ++i) {
      const std::int64_t gpus = std::int64_t{2} << i;
      const double more = job.shared ? static_cast<double>(gpus) : 1.0;
      const double efficiency = alone / (more * seconds(job, gpus, card, server));
      CAPTURE(job.network);
      CHECK(efficiency <= last);
      last = efficiency;
      right += (efficiency > 0.8) == job.over_80[i];
    }
  }
  // 18 cells. Wrong today: MXNet's ResNet-50 at 8 (its input pipeline is no part of the step), Mask R-CNN at 4 and 8
  // (images of different sizes, for which ranks wait, are not modelled), NCF at 2 (74 %).
  CHECK(right >= 14);
}

TEST_CASE("an NVLink bridge between two GV100 gains 0 to 25 %, and the Transformer most") {
  // slide "NVLink Bridge"; printed of single jobs: ResNet-50 (MXNet) 8 %, Transformer 25 %
  const CardModel card = make_card_model(json::load_device("quadro-gv100").device);
  const HostSystem with = json::load_system("Precision-5820"), without = json::load_system("Precision-5820-no-bridge");
  const auto gain_of = [&](const Job& job) {
    return seconds(job, 2, card, without) / seconds(job, 2, card, with) - 1.0;
  };
  const double most = gain_of(transformer);
  CHECK(std::abs(most - 0.25) < 0.05);
  for (const Job& job : {mxnet_resnet, ssd, mask_rcnn, gnmt, ncf}) {
    CAPTURE(job.network);
    CHECK(gain_of(job) >= 0.0);
    CHECK(gain_of(job) <= 0.25);
    CHECK(gain_of(job) < most);
  }
}

TEST_CASE("an NVLink mesh of four V100 over a PCIe switch gains up to 40 %") {
  // slide "NVLink and PCIe Topology Comparisons"; the Transformer and NCF gain more here (docs/reference/documents.md)
  const CardModel sxm = make_card_model(json::load_device("v100-sxm2-16gb").device),
                  pcie = make_card_model(json::load_device("v100-pcie-16gb").device);
  const HostSystem mesh = json::load_system("C4140-K"), switched = json::load_system("C4140-B");
  for (const Job& job : {mxnet_resnet, ssd, mask_rcnn, gnmt}) {
    const double gain = seconds(job, 4, pcie, switched) / seconds(job, 4, sxm, mesh) - 1.0;
    CAPTURE(job.network);
    CHECK(gain > 0.0);
    CHECK(gain <= 0.4);
  }
}
}  // namespace documents_mlperf_scaling_test
