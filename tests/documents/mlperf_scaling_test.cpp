// "Demystifying Hardware Infrastructure Choices for Deep Learning Using MLPerf" (Radhakrishnan et al., Dell EMC, 2019),
// slide on scaling efficiency of V100-PCIe servers: which training jobs keep over 80 % at 2, 4 and 8 GPUs. Batches are
// not printed: those of the MLPerf v0.5 submissions that fit 16 GiB.
#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>

using namespace perfmodel;

namespace {

struct Job {
  const char* network{};
  std::int64_t batch{};  ///< of one GPU
  Optimizer optimizer{};
  bool over_80[3]{};  ///< printed, at 2, 4 and 8 GPUs
};

[[nodiscard]] double seconds(const Job& job, std::int64_t gpus, const CardModel& card, const HostSystem& server) {
  const Recipe recipe{.batch = job.batch,
                      .precision = Precision::amp_fp16,
                      .optimizer = job.optimizer,
                      .memory_format = MemoryFormat::nhwc};
  return in(estimate_parallel(named_network(job.network), recipe, {.dp = gpus}, server, card).step.step, second);
}

}  // namespace

TEST_CASE("scaling efficiency over PCIe: which jobs stay above 80 %") {
  const CardModel card = make_card_model(json::load_device("v100-pcie-16gb").device);
  const HostSystem server = json::load_system("DSS8440");
  // ResNet-50 in TensorFlow and MXNet, SSD, Mask R-CNN, NCF, Transformer
  const Job jobs[]{{"resnet50", 128, Optimizer::momentum, {true, true, true}},
                   {"resnet50", 208, Optimizer::momentum, {true, true, false}},
                   {"ssd-resnet34", 64, Optimizer::momentum, {true, true, true}},
                   {"mask-rcnn", 4, Optimizer::momentum, {true, false, false}},
                   {"ncf", 65536, Optimizer::adam, {true, false, false}},
                   {"transformer:layers=12,hidden=1024,heads=16,seq=64,vocab=33708", 80, Optimizer::adam, {}}};
  int right = 0;
  for (const Job& job : jobs) {
    const double alone = seconds(job, 1, card, server);
    double last = 1.0;
    for (int i = 0; i < 3; ++i) {
      const double efficiency = alone / seconds(job, std::int64_t{2} << i, card, server);
      CAPTURE(job.network);
      CHECK(efficiency <= last);
      last = efficiency;
      right += (efficiency > 0.8) == job.over_80[i];
    }
  }
  // 18 cells. Wrong today: MXNet's ResNet-50 at 8 (its input pipeline is no part of the step), Mask R-CNN at 4 and 8
  // (images of different sizes, for which ranks wait, are not modelled), NCF and the Transformer at 2 (batches not
  // printed).
  CHECK(right >= 13);
}

TEST_CASE("an NVLink bridge between two GV100 gains 0 to 25 %") {
  // slide "NVLink Bridge"; printed of single jobs: ResNet-50 (MXNet) 8 %, Transformer 25 %
  const CardModel card = make_card_model(json::load_device("quadro-gv100").device);
  const HostSystem with = json::load_system("Precision-5820"), without = json::load_system("Precision-5820-no-bridge");
  const Job jobs[]{{"resnet50", 208, Optimizer::momentum, {}},
                   {"ssd-resnet34", 64, Optimizer::momentum, {}},
                   {"mask-rcnn", 4, Optimizer::momentum, {}},
                   {"transformer:layers=12,hidden=1024,heads=16,seq=64,vocab=33708", 80, Optimizer::adam, {}}};
  double gain = 0.0, most = 0.0;
  for (const Job& job : jobs) {
    gain = seconds(job, 2, card, without) / seconds(job, 2, card, with) - 1.0;
    CAPTURE(job.network);
    CHECK(gain >= 0.0);
    CHECK(gain <= 0.25);
    most = std::max(most, gain);
  }
  CHECK(gain == most);  // the Transformer's, as printed; of the others, behind whose backward pass nearly all travels,
                        // no order is
}
