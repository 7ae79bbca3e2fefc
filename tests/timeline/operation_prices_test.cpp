#include <doctest/doctest.h>

#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <string>
#include <vector>

namespace timeline_operation_prices_test {
using namespace perfmodel;

namespace {

const KernelModel& a100() {
  static const KernelModel model = make_kernel_model(
      json::load_device("a100-sxm4-80gb", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device);
  return model;
}

PricedOperation priced(const Operation& operation) { return price(operation, a100(), lowering_target(a100())); }

const Operation scores = Attention{.format = NumberFormat::bf16,
                                   .batch = 4,
                                   .heads = 16,
                                   .key_heads = 16,
                                   .queries = 512,
                                   .keys = 512,
                                   .head_size = 64};

}  // namespace

TEST_CASE("the price of an operation is the sum of its kernels' predictions") {
  const Operand rows = packed({4096, 1024}, NumberFormat::fp16);
  const Operation copy = op::pointwise(PointwiseFunction::copy, {rows}, rows);
  for (const Operation& operation : {scores, copy}) {
    const PricedOperation p = priced(operation);
    double total = 0.0, low = 0.0, high = 0.0, bytes = 0.0, bounded = 0.0;
    const std::vector<Kernel> kernels = lower(operation, lowering_target(a100()));
    for (const Kernel& kernel : kernels) {
      const Prediction one = predict(kernel, a100());
      total += in(one.total, second), low += in(one.low, second), high += in(one.high, second);
      bytes += in(one.traffic, byte);
    }
    CHECK(p.total == total);
    CHECK(p.low == low);
    CHECK(p.high == high);
    CHECK(p.traffic == bytes);
    CHECK(p.calls == static_cast<int>(kernels.size()));
    for (const double share : p.by_bound) bounded += share;
    CHECK(bounded == p.total);
    CHECK(p.work == in(work(operation), flop));
  }
}

TEST_CASE("prices of a list are those of its operations, asked once or many times") {
  OperationList list;
  const Gemm product{.m = 64, .n = 64, .k = 64};
  const std::vector<OperationId> ids{list.id_of(Gemm{product}), list.id_of(Operation(scores))};
  OperationPrices prices(list, a100(), lowering_target(a100()));
  for (int again = 0; again < 3; ++again) {
    CHECK(prices(ids[0]).total == priced(product).total);
    CHECK(prices(ids[1]).total == priced(scores).total);
  }
}

TEST_CASE("a list has prices where the card computes each of its operations") {
  OperationList list;
  const Gemm product{.m = 64, .n = 64, .k = 64};
  Gemm unheard_of = product;
  unheard_of.format = NumberFormat::fp4;  // no rate on this card
  const std::vector<OperationId> computed{list.id_of(Gemm{product}), list.id_of(Operation(scores))};
  std::vector<OperationId> all = computed;
  all.insert(all.begin() + 1, list.id_of(Gemm{unheard_of}));
  OperationPrices prices(list, a100(), lowering_target(a100()));
  CHECK(prices.has({}));
  CHECK(prices.knows({}));
  CHECK_FALSE(prices.knows(computed));
  CHECK(prices.has(computed));
  CHECK(prices.knows(computed));
  CHECK_FALSE(prices.has(all));
  CHECK_FALSE(prices.knows(all));
  CHECK_THROWS_AS((void)prices(all[1]), Error);
  CHECK(prices.has(computed));
  CHECK(prices(all[2]).total == priced(scores).total);
}

TEST_CASE("products pay a stream's gap where the model's time is that of a graph, one for each launch") {
  const StreamingTable& table = a100().streaming.table;
  const double gap = table.launch_seconds - table.graph_launch_seconds;
  CHECK(gap > 0.0);
  bool split = false;
  for (const std::int64_t k : {64, 4096, 65536}) {
    const Gemm gemm{
        .format = NumberFormat::fp16, .layout = Layout::nt, .m = 256, .n = 256, .k = k, .output = NumberFormat::fp16};
    const GemmPrediction p = predict(gemm, a100().gemm);
    const PricedOperation product = priced(gemm);
    CHECK(product.launches == (p.split_k > 1 ? 2 : 1));
    CHECK(product.busy == in(p.total, second));
    CHECK(product.total == product.busy + product.launches * gap);
    split = split || p.split_k > 1;
  }
  CHECK(split);  // a long K with few tiles is split
}

TEST_CASE("a convolution's call launches its copies in another layout, too, and a weight gradient its sum") {
  const auto launches = [&](NumberFormat format, MemoryFormat layout, ConvolutionPass pass) {
    return priced(Convolution{.pass = pass,
                              .format = format,
                              .memory_format = layout,
                              .n = 8,
                              .c = 64,
                              .h = 56,
                              .w = 56,
                              .k = 64,
                              .r = 3,
                              .s = 3,
                              .pad_h = 1,
                              .pad_w = 1})
        .launches;
  };
  CHECK(launches(NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::forward) == 1);
  CHECK(launches(NumberFormat::fp16, MemoryFormat::nchw, ConvolutionPass::forward) ==
        4);  // image in, filter, image out
  CHECK(launches(NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::weight_gradient) == 2);
  CHECK(launches(NumberFormat::fp32, MemoryFormat::nhwc, ConvolutionPass::forward) >
        launches(NumberFormat::fp32, MemoryFormat::nchw, ConvolutionPass::forward));
}
}  // namespace timeline_operation_prices_test
