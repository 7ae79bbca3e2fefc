#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <type_traits>

namespace pricing_kernel_model_test {
using namespace perfmodel;

// a new kind of kernel needs a price here, in predict() and in this test
static_assert(std::variant_size_v<Kernel::variant> == 9);

namespace {
const std::array<Kernel, 9> one_of_each{
    Gemm{.m = 512, .n = 512, .k = 512},
    Convolution{.n = 4, .c = 64, .h = 28, .w = 28, .k = 64, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1},
    Attention{.format = NumberFormat::fp32,
              .batch = 2,
              .heads = 8,
              .key_heads = 8,
              .queries = 512,
              .keys = 512,
              .head_size = 64},
    Streaming{.columns = 1 << 20, .read = 4e6 * byte, .written = 4e6 * byte},
    RecurrentKernel{.call = {.inputs = 256, .hidden = 512, .batch = 64, .length = 10}},
    Collective{.gpus = 4, .size = 1e6 * byte},
    HostCopy{.size = 1e6 * byte},
    op::Fused{.outputs = 1 << 20, .read = 4e6 * byte, .written = 4e6 * byte},
    op::Custom{std::make_shared<const op::CustomBody>(
        op::CustomBody{.name = "own", .read = 4e6 * byte, .written = 4e6 * byte, .elements = 1e6})}};
}  // namespace

TEST_CASE("every kind of kernel has a price on every card, with parts, interval and bound") {
  for (const std::string& card : json::device_names()) {
    const KernelModel model = make_kernel_model(json::load_device(card).device);
    for (const Kernel& kernel : one_of_each) {
      CAPTURE(card);
      CAPTURE(kernel.index());
      const Prediction p = predict(kernel, model);
      CHECK(p.total > Time{});
      CHECK(p.low > Time{});
      CHECK(p.low <= p.total);
      CHECK(p.total <= p.high);
      CHECK(p.launch > Time{});
      CHECK(p.total >= p.launch);
      CHECK(p.total < 1.0 * second);
    }
  }
}

TEST_CASE("the variant is priced as its alternative") {
  const KernelModel model = make_kernel_model(json::load_device("a100-sxm4-80gb").device);
  for (const Kernel& kernel : one_of_each)
    std::visit([&](const auto& k) { CHECK(predict(k, model).total == predict(kernel, model).total); }, kernel);
}

TEST_CASE("under sustained load nothing gets faster") {
  const Device device = json::load_device("a100-sxm4-80gb").device;
  const KernelModel isolated = make_kernel_model(device, software_of(), Load::isolated),
                    sustained = make_kernel_model(device, software_of(), Load::sustained);
  for (const Kernel& kernel : one_of_each) CHECK(predict(kernel, sustained).total >= predict(kernel, isolated).total);
}

TEST_CASE("boards that boost openly run memory-bound kernels at that clock, too") {
  for (const auto& [card, over] : {std::pair{"rtx-4090", gemm_table().board.open_boost}, std::pair{"l40s", 1.0}}) {
    const Device device = json::load_device(card).device;
    const double clock = in(device.boost_clock, cycle / second);
    CHECK(make_kernel_model(device).streaming.clock == doctest::Approx(over * clock));
  }
}
}  // namespace pricing_kernel_model_test
