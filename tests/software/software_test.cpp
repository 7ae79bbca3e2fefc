#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <perfmodel/software/software.hpp>

#include "../refusal.hpp"

namespace software_software_test {
using namespace perfmodel;

namespace {
Software pytorch(const char* version) { return software_of(Framework::pytorch, version); }
}  // namespace

TEST_CASE("releases are in order, each known whole, and libraries never get older") {
  const FrameworkRelease* before = nullptr;
  for (const FrameworkRelease& row : framework_releases) {
    CAPTURE(row.first_version);
    CHECK(row.cublas >= 1110);
    CHECK(row.cudnn >= 805);
    CHECK(row.allocator.granularity == 512);
    if (before != nullptr) {
      CHECK(version_number(before->first_version, "table") < version_number(row.first_version, "table"));
      CHECK(before->cublas <= row.cublas);
      CHECK(before->cudnn <= row.cudnn);
      CHECK(before->kernels <= row.kernels);
    }
    before = &row;
  }
}

TEST_CASE("each release has the cuBLAS and cuDNN of the wheels that are installed by default") {
  struct Row {
    const char* version;
    LibraryVersion cublas, cudnn;
  };
  for (const Row& row : {Row{"1.8", 1110, 805},  // older than the oldest that is known: taken as that
                         Row{"1.13", 1110, 805}, Row{"2.0.1", 1110, 805}, Row{"2.1", 1201, 809},
                         Row{"2.3.1", 1201, 809}, Row{"2.4.1", 1201, 901}, Row{"2.5", 1204, 901}, Row{"2.6", 1204, 901},
                         Row{"2.7", 1206, 905}, Row{"2.8", 1208, 910}, Row{"2.9", 1208, 910}, Row{"2.10", 1208, 910},
                         Row{"2.11", 1301, 919}, Row{"3.0", 1301, 919}}) {  // newer than the newest
    CAPTURE(row.version);
    for (const Framework framework : all_frameworks) {
      if (software_of(framework).rules.compiled && version_number(row.version, "row") < 2000) continue;
      const Software software = software_of(framework, row.version);
      CHECK(software.framework == framework);
      CHECK(software.version == row.version);
      CHECK(software.cublas == row.cublas);
      CHECK(software.cudnn == row.cudnn);
      CHECK(software.host.framework == framework);
    }
  }
}

TEST_CASE("operations run PyTorch 2.11's kernels from 2.7 on, 2.1's before") {
  for (const char* version : {"1.8", "2.1", "2.6"}) CHECK(pytorch(version).kernels == KernelVersion::pytorch_2_1);
  for (const char* version : {"2.7", "2.11", "3.0"}) CHECK(pytorch(version).kernels == KernelVersion::pytorch_2_11);
}

TEST_CASE("attention runs FlashAttention's first kernels before 2.2, cuDNN's from 2.11 on") {
  for (const char* version : {"1.13", "2.0", "2.1.2"}) CHECK(pytorch(version).attention == AttentionVersion::flash_1);
  for (const char* version : {"2.2", "2.5.1", "2.10"}) CHECK(pytorch(version).attention == AttentionVersion::flash_2);
  CHECK(pytorch("2.11").attention == AttentionVersion::cudnn);
  const Device h100 = json::load_device("h100-sxm5-80gb", "test").device;
  CHECK(make_kernel_model(h100, pytorch("2.4")).attention.version == AttentionVersion::flash_2);
}

TEST_CASE("rules and allocator change with the release they changed in") {
  CHECK(pytorch("1.13").rules.optimizer_loop == OptimizerLoop::per_tensor);
  CHECK(pytorch("1.13").rules.keeps_gradients);
  CHECK(pytorch("2.0").rules.optimizer_loop == OptimizerLoop::foreach);
  CHECK_FALSE(pytorch("2.0").rules.keeps_gradients);
  CHECK_FALSE(pytorch("2.0").rules.sums_in_place);
  CHECK(pytorch("2.1").rules.sums_in_place);
  CHECK_FALSE(pytorch("2.6").rules.lt_workspace_kept);
  CHECK(pytorch("2.7").rules.lt_workspace_kept);
  CHECK(pytorch("2.11").rules.scaler);
  const FrameworkRules cpp = software_of(Framework::libtorch, "2.11").rules;
  CHECK(cpp.optimizer_loop == OptimizerLoop::per_tensor);
  CHECK(cpp.weight_by_view);
  CHECK_FALSE(cpp.scaler);
  CHECK_FALSE(software_of(Framework::libtorch, "1.13").rules.sums_in_place);
  CHECK(software_of(Framework::cuda_graph, "2.1").rules.lt_workspace_kept);
  CHECK_FALSE(pytorch("2.0").allocator.expandable);  // expandable_segments came with 2.1
  CHECK(pytorch("2.1").allocator.expandable);
}

TEST_CASE("without a word it is the newest PyTorch that is known") {
  const Software software = software_of();
  CHECK(software.framework == Framework::pytorch);
  CHECK(software.version == "2.11");
  CHECK(text(software) == "pytorch 2.11 with cuBLAS 13.1 and cuDNN 9.19");
  CHECK(oldest_known_version == "1.13");
  CHECK(newest_known_version == "2.11");
}

TEST_CASE("what is no version is refused, where it was said") {
  for (const char* word : {"", "new", "2.", "2.x", "2"}) {
    CAPTURE(word);
    CHECK(refusal([&] { (void)pytorch(word); }) ==
          "framework version: got \"" + std::string(word) + "\"; must be a version such as 2.11");
  }
  CHECK(refusal([] { (void)software_of(Framework::libtorch, "two", "--framework-version"); }) ==
        "--framework-version: got \"two\"; must be a version such as 2.11");
}

TEST_CASE("another cuBLAS replaces the wheel's and nothing else; another framework keeps the libraries") {
  const Software other = with_cublas(pytorch("2.11"), 1204);
  CHECK(text(other) == "pytorch 2.11 with cuBLAS 12.4 and cuDNN 9.19");
  CHECK(other.kernels == KernelVersion::pytorch_2_11);
  const Software graph = with_framework(other, Framework::cuda_graph);
  CHECK(text(graph) == "cuda_graph 2.11 with cuBLAS 12.4 and cuDNN 9.19");
  CHECK(graph.host.framework == Framework::cuda_graph);
  CHECK_FALSE(with_framework(other, Framework::libtorch).rules.scaler);
}

TEST_CASE("softwares agree in framework, release and libraries; a machine's host costs do not count") {
  const Software software = pytorch("2.11");
  Software slow = software;
  slow.host = scaled(slow.host, 2.0);
  CHECK(agree(software, slow));
  CHECK(agree(software, pytorch("2.11.1")));
  CHECK_FALSE(agree(software, pytorch("2.10")));
  CHECK_FALSE(agree(software, software_of(Framework::libtorch, "2.11")));
  CHECK_FALSE(agree(software, with_cublas(software, 1204)));
  CHECK(refusal([&] { require_agreement("trace", software, slow); }).empty());
  CHECK(refusal([&] { require_agreement("trace", pytorch("2.1"), software); }) ==
        "trace: got pytorch 2.1 with cuBLAS 12.1 and cuDNN 8.9; must be of the model's software, "
        "pytorch 2.11 with cuBLAS 13.1 and cuDNN 9.19");
}

TEST_CASE("aligned 16-bit products on Hopper run older kernels until 2.7; on an A100 the same") {
  const auto time_on = [](const char* card, const char* version) {
    const Device device = json::load_device(card, "device", PERFMODEL_DEVICES_DIR).device;
    const Gemm qkv{.format = NumberFormat::bf16,
                   .layout = Layout::nt,
                   .m = 4096,
                   .n = 2304,
                   .k = 768,
                   .output = NumberFormat::bf16};  // GPT-2, 4 x 1024 tokens
    return predict(qkv, make_kernel_model(device, pytorch(version), Load::sustained)).total;
  };
  CHECK(time_on("h100-sxm5-80gb", "2.5") > 1.05 * time_on("h100-sxm5-80gb", "2.11"));  // a fifth in the mean
  CHECK(time_on("h100-sxm5-80gb", "2.8") == time_on("h100-sxm5-80gb", "2.11"));
  CHECK(time_on("a100-sxm4-80gb", "2.5") == time_on("a100-sxm4-80gb", "2.11"));
}

TEST_CASE("a model of a software prices its own kernels, its cuBLAS and its cuDNN, and says whose they are") {
  const Device a100 = json::load_device("a100-sxm4-80gb", "device", PERFMODEL_DEVICES_DIR).device;
  const KernelModel old = make_kernel_model(a100, pytorch("2.1")), recent = make_kernel_model(a100, pytorch("2.11"));
  CHECK(old.software.version == "2.1");
  CHECK(old.gemm.library == 1201);
  const Streaming softmax{
      .kind = StreamingKind::softmax, .rows = 65536, .columns = 2000, .read = 5e8 * byte, .written = 5e8 * byte};
  CHECK(predict(softmax, old).total ==
        predict(softmax, make_streaming_model(a100, streaming_table(), KernelVersion::pytorch_2_1)).total);
  CHECK(predict(softmax, recent).total < predict(softmax, old).total);  // rows of 2,000 stay in registers since 2.7
  const Convolution fp32{.n = 32, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1};
  CHECK(predict(fp32, old).total == predict(fp32, old.gemm, old.streaming, convolution_tables()[0]).total);
  CHECK(predict(fp32, recent).total == predict(fp32, recent.gemm, recent.streaming, convolution_tables()[1]).total);
  CHECK(predict(fp32, old).total != predict(fp32, recent).total);
  // cuDNN 9 came with 2.4, before the framework's own kernels changed with 2.7
  const KernelModel between = make_kernel_model(a100, pytorch("2.4"));
  CHECK(predict(fp32, between).total == predict(fp32, recent).total);
  CHECK(predict(softmax, between).total == predict(softmax, old).total);
}
}  // namespace software_software_test
