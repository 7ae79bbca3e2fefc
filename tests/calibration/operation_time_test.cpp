#include <perfmodel/calibration/operation_time.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <string>
#include <doctest/doctest.h>

using namespace perfmodel;

TEST_CASE("an operation costs the sum of its kernels, less in a graph, and what its framework's kernels cost") {
  const KernelModel model = make_kernel_model(json::load_device("h200-sxm").device);
  const Streaming s{.columns = 1 << 20, .read = 4e6 * byte, .written = 4e6 * byte};
  OperationMeasurement one{.kernels = {s}}, two{.kernels = {s, s}}, graph{.kernels = {s}, .in_graph = true};
  CHECK(predict(two, model).total == 2.0 * predict(one, model).total);
  CHECK(predict(one, model).total == predict(s, model).total);
  CHECK(predict(graph, model).total < predict(one, model).total);
  const Streaming softmax{.kind = StreamingKind::softmax, .rows = 65536, .columns = 2000, .read = 5e8 * byte, .written = 5e8 * byte};
  const OperationMeasurement old{.kernels = {softmax}, .version = KernelVersion::pytorch_2_1}, recent{.kernels = {softmax}};
  CHECK(predict(recent, model).total < predict(old, model).total);  // since 2.11 rows of 2000 stay in registers
}

TEST_CASE("a row that times another kernel than the model's is known by its name, the card and the pass") {
  const auto row = [](bool backward, NumberFormat format, const std::string& kernel) {
    return OperationMeasurement{.kernels = {Attention{.format = format, .backward = backward}}, .kernel = kernel};
  };
  constexpr int hopper = 90, ampere = 80;
  CHECK(times_another_kernel(row(true, NumberFormat::bf16, "flash_bwd_dq_dk_dv"), hopper));
  CHECK(times_another_kernel(row(true, NumberFormat::bf16, ""), hopper));
  CHECK_FALSE(times_another_kernel(row(true, NumberFormat::bf16, "cudnn_sm90_flash_bprop"), hopper));
  CHECK_FALSE(times_another_kernel(row(true, NumberFormat::bf16, "flash_bwd_dq_dk_dv"), ampere));
  CHECK_FALSE(times_another_kernel(row(false, NumberFormat::bf16, "flash_fwd"), hopper));
  CHECK_FALSE(times_another_kernel(row(true, NumberFormat::fp32, "fmha_cutlassB_f32"), hopper));
  CHECK_FALSE(times_another_kernel({.kernels = {Streaming{}}}, hopper));
}
