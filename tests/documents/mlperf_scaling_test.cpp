// "Demystifying Hardware Infrastructure Choices for Deep Learning Using MLPerf" (Radhakrishnan et al., Dell EMC, 2019),
// slide on scaling efficiency of V100-PCIe servers: which training jobs keep over 80 % at 2, 4 and 8 GPUs. What the
// slides do not print is that of NVIDIA's submissions to MLPerf v0.5 (mlcommons/training_results_v0.5, v0.5.0/nvidia/
// submission/code, config_DGX1.sh and run_and_time.sh): batches, weights and gradients in 16 bits, which jobs sum their
// gradients when the backward pass has ended (SSD: --delay-allreduce; Transformer: fp16_trainer.py, one flat sum), and
// that NCF shares one batch of 1,048,576 among all GPUs. Mask R-CNN's code of early 2019 (NVIDIA/DeepLearningExamples,
// PyTorch/Segmentation/MaskRCNN, tools/train_net.py, commit 0053b4b8, which ends at MLPerf's accuracy) keeps weights
// and gradients in FP32 (apex, O1) and sums them at the end, and its images are of unequal size.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
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
  Precision precision{Precision::fp16};
  double unequal{};  ///< spread of a rank's pass
};

[[nodiscard]] double seconds(const Job& job, std::int64_t gpus, const CardModel& card, const HostSystem& server) {
  const Recipe recipe{.batch = job.shared ? job.batch / gpus : job.batch,
                      .precision = job.precision,
                      .optimizer = job.optimizer,
                      .memory_format = MemoryFormat::nhwc};
  ParallelLayout layout{.dp = gpus, .unequal = job.unequal};
  if (job.at_end) layout.bucket = 100.0 * gibi * byte;
  return in(estimate_parallel(named_network(job.network), recipe, layout, server, card).step.step, second);
}

constexpr Job mxnet_resnet{"resnet50", 208, Optimizer::momentum, {true, true, false}},
    ssd{"ssd-resnet34", 152, Optimizer::momentum, {true, true, true}, true},
    mask_rcnn{"mask-rcnn", 4, Optimizer::momentum, {true, false, false}, true, false, Precision::amp_fp16, 0.1},
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
  // 18 cells. Wrong today: MXNet's ResNet-50 at 8 (its input pipeline is no part of the step), Mask R-CNN at 4 (82 %),
  // NCF at 2 (74 %).
  CHECK(right >= 15);
}

TEST_CASE("images of unequal size cost Mask R-CNN a tenth on four V100 and more on eight, over NVLink") {
  // NVIDIA/DeepLearningExamples, PyTorch/Segmentation/MaskRCNN/README.md, commit 3306ea2a: images a second on one, four
  // and eight V100 of a DGX-1, with 2 and 4 (16 GB), 4 and 8 (32 GB) and 16 images a GPU. FP32 teaches the spread of a
  // pass, 0.1 (0.023 to 0.136 in eight cells); FP16 (apex, O1) judges.
  constexpr std::array<std::array<double, 3>, 5> measured{{{10.77, 36.88, 70.45},
                                                           {12.73, 44.95, 82.9},
                                                           {13.14, 50.70, 82.30},
                                                           {13.05, 46.69, 87.10},
                                                           {13.82, 48.41, 89.33}}};
  const CardModel card = make_card_model(json::load_device("v100-sxm2-16gb").device);
  const HostSystem server = json::load_system("DGX-1V");
  Job even = mask_rcnn;
  even.unequal = 0.0;
  const double alone = seconds(mask_rcnn, 1, card, server);
  double error = 0.0, without = 0.0;
  for (std::size_t i = 1; i < 3; ++i) {
    const std::int64_t gpus = i == 1 ? 4 : 8;
    const double efficiency = alone / seconds(mask_rcnn, gpus, card, server),
                 equal = alone / seconds(even, gpus, card, server);
    for (const auto& row : measured) {
      const double found = row[i] / (static_cast<double>(gpus) * row[0]);
      error += std::abs(efficiency / found - 1.0) / 10.0;
      without += std::abs(equal / found - 1.0) / 10.0;
    }
  }
  CHECK(error < 0.07);    // 5 %
  CHECK(without > 0.10);  // 15 %
}

TEST_CASE("NCF loses as much to its optimizer and exchange on four and eight V100 as measured over NVLink") {
  // NVIDIA/DeepLearningExamples, PyTorch/Recommendation/NCF/README.md, commit 58597376: samples a second with one batch
  // of 1,048,576 on one, four and eight V100 16 GB, FP16. What does not shrink with the number of cards: 3.65 and 4.01
  // ms a step. Its layers have dropout, which ours have not, so that only this is compared.
  const CardModel card = make_card_model(json::load_device("v100-sxm2-16gb").device);
  const HostSystem server = json::load_system("DGX-1V");
  constexpr double samples = 1048576.0, one = 20'027'840.0;
  const double alone = seconds(ncf, 1, card, server);
  for (const auto& [gpus, rate] : {std::pair<std::int64_t, double>{4, 62'633'260.0}, {8, 99'332'230.0}}) {
    const double count = static_cast<double>(gpus), lost = samples / rate - samples / one / count;
    CHECK(std::abs((seconds(ncf, gpus, card, server) - alone / count) / lost - 1.0) < 0.15);
  }
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
