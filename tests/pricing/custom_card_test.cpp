#include <doctest/doctest.h>

#include <filesystem>
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>

namespace pricing_custom_card_test {
using namespace perfmodel;

namespace {
/// A device file of somebody's own: an H200's, but for its name, its compute capability, and tensor-core rates for
/// every format.
Device custom_card(const char* compute_capability) {
  const std::filesystem::path folder = PERFMODEL_DEVICES_DIR;
  nlohmann::json file = json::parse_file(folder / "h200-sxm.json").value;
  file["sources"] = json::parse_file(folder / "sources.json").value;
  file["name"] = "MyGPU-1";
  file["compute_capability"] = compute_capability;
  file.erase("peaks");
  for (const NumberFormat format : all_number_formats)
    if (format != NumberFormat::fp32)
      file["rates"]["tensor_core"][std::string(name(format))] = {{"value", 65536 / bits(format)},
                                                                 {"unit", "MAC/clk/SM"},
                                                                 {"kind", "estimated"},
                                                                 {"source", "h100-whitepaper"},
                                                                 {"note", "invented"}};
  return json::device_from_json(json::Node(file, "mygpu-1.json")).device;
}

Gemm square(NumberFormat format, std::int64_t size = 4096) {
  return {.format = format, .m = size, .n = size, .k = size, .output = format};
}
}  // namespace

TEST_CASE("a card of a compute capability that nobody knows is priced for every format whose rate it states") {
  for (const char* capability : {"9.5", "13.0", "8.8", "7.9"}) {
    CAPTURE(capability);
    const Device device = custom_card(capability);
    const KernelModel model = make_kernel_model(device);
    for (const NumberFormat format : all_number_formats)
      for (const std::int64_t size : {4096, 4093}) {
        CAPTURE(name(format));
        const GemmPrediction p = predict(square(format, size), model.gemm);
        CHECK(p.total > work(square(format, size)) / peak(device, format));
        CHECK(p.high > p.total);
        CHECK(p.evidence.level == EvidenceLevel::datasheet);
        CHECK(p.evidence.assumed_capability.has_value());
      }
    for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::fp16, NumberFormat::bf16, NumberFormat::fp8}) {
      CAPTURE(name(format));
      const Convolution convolution{
          .format = format, .n = 32, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1};
      const Attention attention{
          .format = format, .batch = 4, .heads = 16, .key_heads = 16, .queries = 1024, .keys = 1024, .head_size = 64};
      const Streaming copy{.format = format, .columns = 1 << 24, .read = 64e6 * byte, .written = 64e6 * byte};
      for (const Kernel& kernel : {Kernel{convolution}, Kernel{attention}, Kernel{copy}}) {
        const Prediction p = predict(kernel, model);
        CHECK(p.total > Time{});
        CHECK(p.evidence.level == EvidenceLevel::datasheet);
        CHECK(p.evidence.assumed_capability == known_capability(device.compute_capability));
      }
    }
  }
}

TEST_CASE("an unknown compute capability runs the kernels of the nearest older one") {
  const Device h200 = json::device_from_file(std::filesystem::path(PERFMODEL_DEVICES_DIR) / "h200-sxm.json").device;
  Device later = h200;
  later.compute_capability = 95;
  const KernelModel known = make_kernel_model(h200), assumed = make_kernel_model(later);
  for (const NumberFormat format : {NumberFormat::fp32, NumberFormat::tf32, NumberFormat::bf16, NumberFormat::fp8}) {
    CAPTURE(name(format));
    const GemmPrediction a = predict(square(format), known.gemm), b = predict(square(format), assumed.gemm);
    CHECK(a.total == b.total);
    CHECK(a.family == b.family);
    CHECK(a.evidence.level != EvidenceLevel::datasheet);
    CHECK(b.evidence.level == EvidenceLevel::datasheet);
    CHECK(b.evidence.assumed_capability == 90);
    CHECK(b.high - b.low > a.high - a.low);  // and it is less sure of them
  }
  later.compute_capability = 130;
  CHECK(predict(square(NumberFormat::bf16), make_kernel_model(later).gemm).family == GemmFamily::ampere_s16816);
}

TEST_CASE("formats that the library does not multiply stand on the datasheet, whatever is known of the card") {
  const KernelModel a100 = make_kernel_model(
      json::device_from_file(std::filesystem::path(PERFMODEL_DEVICES_DIR) / "a100-sxm4-80gb.json").device);
  const GemmPrediction p = predict(square(NumberFormat::int4), a100.gemm);
  CHECK(p.evidence.level == EvidenceLevel::datasheet);
  CHECK_FALSE(p.evidence.assumed_capability.has_value());
  CHECK(p.total < predict(square(NumberFormat::int8), a100.gemm).total);
}

TEST_CASE("steps of networks run on a card of an unknown compute capability") {
  for (const char* capability : {"9.5", "13.0"}) {
    CAPTURE(capability);
    const CardModel card = make_card_model(custom_card(capability));
    CHECK(evidence(card, NumberFormat::bf16).assumed_capability.has_value());
    for (const Precision precision : all_precisions) {
      CAPTURE(name(precision));
      const StepEstimate step = estimate_step(named_network("resnet18"), {.batch = 8, .precision = precision}, card);
      CHECK(step.step > Time{});
      CHECK(step.low < step.high);
    }
  }
}
}  // namespace pricing_custom_card_test
