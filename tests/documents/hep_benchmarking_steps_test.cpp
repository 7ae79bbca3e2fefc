// S. Manafli, "Benchmarking Machine Learning in HEP" (2018): GPU compute utilization and FP32 utilization of one small
// network on K20Xm, K40c and V100, against the mini-batch size. The paper trained a WGAN with TensorFlow 1.3; here a
// small fully connected network stands for it, and the observations are tested as relations.
#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/software/software.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <string>
#include <vector>

namespace documents_hep_benchmarking_steps_test {
using namespace perfmodel;

namespace {
struct Utilization {
  double gpu{}, fp32{};
};
Utilization utilization(const std::string& name, std::int64_t batch) {
  const Device device = json::load_device(name, "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;
  const StepTime t = step_time(fcnn({.layers = 4, .hidden = 512, .inputs = 784, .outputs = 10}),
                               {.batch = batch, .optimizer = Optimizer::rmsprop},
                               make_step_model(device, software_of(Framework::pytorch, "1.13"), Load::isolated));
  return {t.gpu_utilization(), t.flop_utilization(peak(device, MathUnit::cuda_core, NumberFormat::fp32))};
}
}  // namespace

TEST_CASE("Benchmarking ML in HEP, section 4: both utilizations rise with the mini-batch, on each card") {
  for (const char* name : {"K20Xm", "K40c", "V100-PCIe-16GB"}) {
    CAPTURE(std::string(name));
    Utilization before{};
    for (const std::int64_t batch : {16, 64, 256, 1024, 4096}) {
      const Utilization now = utilization(name, batch);
      CHECK(now.gpu >= 0.999 * before.gpu);  // at most 1, once the device is the slower side
      CHECK(now.fp32 > before.fp32);
      CHECK(now.gpu <= 1.0);
      CHECK(now.fp32 < 1.0);
      before = now;
    }
    CHECK(before.gpu > 1.2 * utilization(name, 16).gpu);  // and by far, between the ends
  }
}

TEST_CASE("Benchmarking ML in HEP, section 4.1: V100 is filled less than K40c by the same small network") {
  for (const std::int64_t batch : {64, 256, 1024}) {
    CHECK(utilization("V100-PCIe-16GB", batch).gpu < utilization("K40c", batch).gpu);
    CHECK(utilization("V100-PCIe-16GB", batch).fp32 < utilization("K40c", batch).fp32);
  }
}
}  // namespace documents_hep_benchmarking_steps_test
