#include <perfmodel/training/kernel_prices.hpp>
#include <doctest/doctest.h>
#include <perfmodel/json/catalogue.hpp>
#include <string>

using namespace perfmodel;

namespace {

const KernelModel& a100() {
  static const KernelModel model =
      make_kernel_model(json::load_device("a100-sxm4-80gb", "test", std::string(PERFMODEL_SOURCE_DIR) + "/devices").device);
  return model;
}

template <class K, class Change>
bool told_apart(const K& kernel, const Change& change) {
  K other = kernel;
  change(other);
  detail::KernelKey a, b;
  return detail::key_of(kernel, a) && detail::key_of(other, b) && !(a == b);
}

}  // namespace

TEST_CASE("kernels are told apart by every field that their time depends on") {
  const Gemm gemm{.m = 64, .n = 64, .k = 64};
  CHECK_FALSE(told_apart(gemm, [](Gemm&) {}));
  CHECK(told_apart(gemm, [](Gemm& g) { g.format = NumberFormat::fp16; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.layout = Layout::tn; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.batch = 2; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.m = 65; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.n = 65; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.k = 65; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.output = NumberFormat::fp16; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.epilogue = Epilogue::bias; }));
  CHECK(told_apart(gemm, [](Gemm& g) { g.operands = Operands::warm; }));
  const Streaming fill{.kind = StreamingKind::fill, .columns = 64};
  CHECK_FALSE(told_apart(fill, [](Streaming&) {}));
  CHECK(told_apart(fill, [](Streaming& s) { s.kind = StreamingKind::elementwise; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.format = NumberFormat::bf16; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.rows = 2; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.columns = 65; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.read = 1.0 * byte; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.written = 1.0 * byte; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.work = 1.0 * flop; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.special_functions = 1.0; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.backward = true; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.tensors = 2; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.operands = Operands::warm; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.issue_cycles = 0.5; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.serial_cycles = 0.5; }));
  CHECK(told_apart(fill, [](Streaming& s) { s.kernels = 2; }));
  detail::KernelKey product, stream;
  CHECK(detail::key_of(gemm, product));
  CHECK(detail::key_of(fill, stream));
  CHECK(!(product == stream));
}

TEST_CASE("a price is the kernel model's prediction, asked once or many times") {
  KernelPrices prices(a100());
  const Kernel kernels[]{Streaming{.kind = StreamingKind::elementwise, .columns = 1 << 20, .read = 4e6 * byte, .written = 4e6 * byte},
                         Attention{.format = NumberFormat::bf16, .batch = 4, .heads = 16, .key_heads = 16, .queries = 512, .keys = 512, .head_size = 64}};
  for (int again = 0; again < 3; ++again)
    for (const Kernel& kernel : kernels) {
      const Prediction p = predict(kernel, a100());
      const PricedKernel& priced = prices(kernel);
      CHECK(priced.total == in(p.total, second));
      CHECK(priced.low == in(p.low, second));
      CHECK(priced.high == in(p.high, second));
      CHECK(priced.bound == p.bound);
      CHECK(priced.traffic == in(p.traffic, byte));
      CHECK(priced.launches == 1);
    }
}

TEST_CASE("products pay a stream's gap where the model's time is that of a graph, one for each launch") {
  KernelPrices prices(a100());
  const StreamingTable& table = a100().streaming.table;
  const double gap = table.launch_seconds - table.graph_launch_seconds;
  CHECK(gap > 0.0);
  bool split = false;
  for (const std::int64_t k : {64, 4096, 65536}) {
    const Gemm gemm{.format = NumberFormat::fp16, .layout = Layout::nt, .m = 256, .n = 256, .k = k, .output = NumberFormat::fp16};
    const GemmPrediction p = predict(gemm, a100().gemm);
    const PricedKernel& priced = prices(gemm);
    CHECK(priced.launches == (p.split_k > 1 ? 2 : 1));
    CHECK(priced.busy == in(p.total, second));
    CHECK(priced.total == priced.busy + priced.launches * gap);
    split = split || p.split_k > 1;
  }
  CHECK(split);  // a long K with few tiles is split
}

TEST_CASE("a convolution's call launches its copies in another layout, too, and a weight gradient its sum") {
  KernelPrices prices(a100());
  const auto launches = [&](NumberFormat format, MemoryFormat layout, ConvolutionPass pass) {
    return prices(Convolution{.pass = pass, .format = format, .memory_format = layout, .n = 8, .c = 64, .h = 56, .w = 56, .k = 64, .r = 3, .s = 3, .pad_h = 1, .pad_w = 1}).launches;
  };
  CHECK(launches(NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::forward) == 1);
  CHECK(launches(NumberFormat::fp16, MemoryFormat::nchw, ConvolutionPass::forward) == 4);  // image in, filter, image out
  CHECK(launches(NumberFormat::fp16, MemoryFormat::nhwc, ConvolutionPass::weight_gradient) == 2);
  CHECK(launches(NumberFormat::fp32, MemoryFormat::nhwc, ConvolutionPass::forward) > launches(NumberFormat::fp32, MemoryFormat::nchw, ConvolutionPass::forward));
}
