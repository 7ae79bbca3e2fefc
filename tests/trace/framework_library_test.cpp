#include <perfmodel/trace/framework_library.hpp>
#include <doctest/doctest.h>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/kernel/kernel_model.hpp>

using namespace perfmodel;

TEST_CASE("each release has the cuBLAS of the wheels that are installed by default") {
  CHECK(cublas_of("1.13") == 1110);
  CHECK(cublas_of("2.0") == 1110);
  CHECK(cublas_of("2.4.1") == 1201);
  CHECK(cublas_of("2.6") == 1204);
  CHECK(cublas_of("2.7") == 1206);
  CHECK(cublas_of("2.11") == newest_library);
  CHECK(cublas_of("3.0") == newest_library);
  CHECK(cublas_of("1.8") == 1110);  // the oldest that is known
  CHECK_THROWS_AS((void)cublas_of("new"), Error);
}

TEST_CASE("operations run PyTorch 2.11's kernels from 2.7 on, 2.1's before") {
  for (const char* version : {"1.8", "2.1", "2.6"}) CHECK(framework_library(version).kernels == KernelVersion::pytorch_2_1);
  for (const char* version : {"2.7", "2.11", "3.0"}) CHECK(framework_library(version).kernels == KernelVersion::pytorch_2_11);
}

TEST_CASE("aligned 16-bit products on Hopper run older kernels until 2.7; on an A100 the same") {
  const auto time_on = [](const char* card, const char* version) {
    const Device device = json::load_device(card, "device", PERFMODEL_DEVICES_DIR).device;
    const Gemm qkv{.format = NumberFormat::bf16, .layout = Layout::nt, .m = 4096, .n = 2304, .k = 768, .output = NumberFormat::bf16};  // GPT-2, 4 x 1024 tokens
    return predict(qkv, make_kernel_model(device, Load::sustained, cublas_of(version))).total;
  };
  CHECK(time_on("h100-sxm5-80gb", "2.5") > 1.05 * time_on("h100-sxm5-80gb", "2.11"));  // a fifth in the mean (docs/calibration.md)
  CHECK(time_on("h100-sxm5-80gb", "2.8") == time_on("h100-sxm5-80gb", "2.11"));
  CHECK(time_on("a100-sxm4-80gb", "2.5") == time_on("a100-sxm4-80gb", "2.11"));
}
