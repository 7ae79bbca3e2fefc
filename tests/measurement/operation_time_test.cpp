#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/measurement/operation_time.hpp>
#include <string>

#include "../refusal.hpp"

namespace measurement_operation_time_test {
using namespace perfmodel;

TEST_CASE("an operation costs the sum of its kernels, less in a graph, and what its framework's kernels cost") {
  const KernelModel model = make_kernel_model(json::load_device("h200-sxm").device);
  const Operand x = packed({1 << 20}, NumberFormat::fp32);
  const Operation relu = op::pointwise(PointwiseFunction::relu, {x}, x);
  const OperationMeasurement one{.operations = {relu}}, two{.operations = {relu, relu}},
      graph{.operations = {relu}, .in_graph = true};
  CHECK(predict(two, model).total == 2.0 * predict(one, model).total);
  const std::vector<Kernel> kernels = kernels_of(one, lowering_target(model));
  REQUIRE(kernels.size() == 1);
  CHECK(predict(one, model).total == predict(kernels[0], model).total);
  CHECK(predict(graph, model).total < predict(one, model).total);
  const op::Softmax softmax{.rows = 65536, .columns = 2000};
  const OperationMeasurement old{.operations = {softmax}, .version = KernelVersion::pytorch_2_1, .place = "ops.csv:2"},
      recent{.operations = {softmax}};
  const KernelModel before =
      make_kernel_model(json::load_device("h200-sxm").device, software_of(Framework::pytorch, "2.1"));
  CHECK(predict(recent, model).total < predict(old, before).total);  // since 2.7 rows of 2000 stay in registers
  CHECK(refusal([&] { (void)predict(old, model); }) ==
        "ops.csv:2: got kernels of PyTorch 2.1; must be those of the model's software, PyTorch 2.11");
}

TEST_CASE("a row that times another kernel than the model's is known by its name, the card and the pass") {
  const auto row = [](bool backward, NumberFormat format, const std::string& kernel) {
    return OperationMeasurement{.operations = {Attention{.format = format, .backward = backward}}, .kernel = kernel};
  };
  constexpr int hopper = 90, ampere = 80;
  CHECK(times_another_kernel(row(true, NumberFormat::bf16, "flash_bwd_dq_dk_dv"), hopper));
  CHECK(times_another_kernel(row(true, NumberFormat::bf16, ""), hopper));
  CHECK_FALSE(times_another_kernel(row(true, NumberFormat::bf16, "cudnn_sm90_flash_bprop"), hopper));
  CHECK_FALSE(times_another_kernel(row(true, NumberFormat::bf16, "flash_bwd_dq_dk_dv"), ampere));
  CHECK_FALSE(times_another_kernel(row(false, NumberFormat::bf16, "flash_fwd"), hopper));
  CHECK_FALSE(times_another_kernel(row(true, NumberFormat::fp32, "fmha_cutlassB_f32"), hopper));
  CHECK_FALSE(times_another_kernel({.operations = {op::Softmax{}}}, hopper));
}
}  // namespace measurement_operation_time_test
