#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/card_correction.hpp>

namespace pricing_card_correction_test {
using namespace perfmodel;

namespace {
const Device h200 = json::load_device("h200-sxm", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device;

double seconds(const Kernel& kernel, const CardCorrection& correction) {
  KernelModel model = make_kernel_model(h200);
  apply(correction, model);
  return in(predict(kernel, model).total, second);
}
const Streaming large_copy{.rows = 1, .columns = 1 << 28, .read = 1.0e9 * byte, .written = 1.0e9 * byte};
const Streaming tiny_copy{.rows = 1, .columns = 512, .read = 2048.0 * byte, .written = 2048.0 * byte};
const Gemm product{.format = NumberFormat::bf16, .m = 8192, .n = 8192, .k = 8192, .output = NumberFormat::bf16};
}  // namespace

TEST_CASE("factors of one change nothing") {
  for (const Kernel& kernel : {Kernel{large_copy}, Kernel{tiny_copy}, Kernel{product}}) {
    KernelModel plain = make_kernel_model(h200);
    CHECK(seconds(kernel, {}) == in(predict(kernel, plain).total, second));
  }
}

TEST_CASE("each factor moves what it names: a long copy by bandwidth, a large product by its format's rate") {
  // A copy of 2 GB is the memory's time but for a few us of 500; a product of 8192^3 its math but for memory's part.
  CHECK(seconds(large_copy, {.dram = 0.8}) / seconds(large_copy, {}) > 1.24);
  CHECK(seconds(large_copy, {.launch = 2.0}) / seconds(large_copy, {}) < 1.02);
  CHECK(seconds(tiny_copy, {.launch = 2.0}) / seconds(tiny_copy, {}) > 1.2);
  CardCorrection faster, other;
  faster.math[index(NumberFormat::bf16)] = 1.25;
  other.math[index(NumberFormat::fp32)] = 1.25;
  CHECK(seconds(product, faster) / seconds(product, {}) < 0.9);
  CHECK(seconds(product, other) == seconds(product, {}));
}

TEST_CASE("a kernel that lasts longer leaves a shorter gap: the period stays") {
  KernelModel model = make_kernel_model(h200);
  const double latency = model.streaming.table.latency_seconds;
  const auto duration = [](const Prediction& p) { return in(p.total - p.launch, second); };
  const Prediction before = predict(Kernel{tiny_copy}, model);
  apply({.latency = 1.4}, model);
  const Prediction after = predict(Kernel{tiny_copy}, model);
  CHECK(duration(after) - duration(before) == doctest::Approx(0.4 * latency).scale(0.0));
  CHECK(in(after.total, second) == doctest::Approx(in(before.total, second)).scale(0.0));
  CHECK(seconds(product, {.latency = 1.4}) == seconds(product, {}));
}

TEST_CASE("with less power a product that draws all of it runs slower") {
  KernelModel less = make_kernel_model(h200, software_of(), Load::sustained), same = less;
  apply({.power = 0.8}, less);
  CHECK(predict(product, less).total > predict(product, same).total);
}
}  // namespace pricing_card_correction_test
