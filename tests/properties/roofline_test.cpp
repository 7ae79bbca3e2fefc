#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <vector>

namespace properties_roofline_test {
using namespace perfmodel;
using sampling::extent;
using sampling::holds;

namespace {
constexpr double rounding = 1.0 - 1e-12;

/// Five generations, each model built once.
const KernelModel& some_card() {
  static const std::vector<KernelModel> cards = [] {
    std::vector<KernelModel> out;
    for (const char* name : {"T4", "V100-SXM2-16GB", "A100-SXM4-80GB", "RTX-4090", "H200-SXM"})
      out.push_back(make_kernel_model(json::load_device(name).device));
    return out;
  }();
  return cards[*rc::gen::inRange<std::size_t>(0, cards.size())];
}

/// What no card beats: work over the peak at the highest clock, and bytes over the bandwidth.
double least_seconds(const KernelModel& model, Work work, NumberFormat format, Bytes bytes) {
  const WorkRate peak = model.limits.peak[index(format)];
  const double math = peak > WorkRate{} ? in(work / peak, second) : 0.0;
  return std::max(math, in(bytes / model.device.dram_bandwidth, second));
}

void possible(const Prediction& p, double least) {
  RC_ASSERT(p.low <= p.total);
  RC_ASSERT(p.total <= p.high);
  RC_ASSERT(in(p.low, second) >= least * rounding);
}
}  // namespace

TEST_CASE("a property that fails at some cases only is seen to fail") {
  int cases = 0;
  CHECK_FALSE(holds("deliberately false", 2000, [&] {
    ++cases;
    RC_ASSERT(extent(15) < 10000);
  }));
  CHECK(cases > 1);
  cases = 0;
  CHECK(holds("true", 2000, [&] { ++cases; }));
  CHECK(cases == 2000);
}

TEST_CASE("no product of any format is faster than the card's peak or its memory") {
  int priced = 0;
  CHECK(holds("products", 25000, [&] {
    const KernelModel& model = some_card();
    const NumberFormat format = *rc::gen::elementOf(all_number_formats);
    const FamilyRule* rule = family_rule(model.gemm, format, 16);
    if (rule == nullptr || !detail::answers(model.gemm.models[static_cast<std::size_t>(rule->family)], format)) return;
    Gemm g{.format = format, .layout = static_cast<Layout>(*rc::gen::inRange(0, 4))};
    g.m = extent(15), g.n = extent(15), g.k = extent(15);
    g.batch = extent(6), g.output = format;
    possible(predict(g, model.gemm), least_seconds(model, work(g), format, traffic(g)));
    ++priced;
  }));
  CHECK(priced >= 10000);
}

TEST_CASE("no convolution is faster than the card's memory, nor than its algorithm's products") {
  CHECK(holds("convolutions", 2000, [] {
    const KernelModel& model = some_card();
    const std::int64_t taps = *rc::gen::element<std::int64_t>(1, 3, 5, 7), size = taps + extent(8);
    const Convolution c{.pass = static_cast<ConvolutionPass>(*rc::gen::inRange(0, 3)),
                        .format = *rc::gen::element(NumberFormat::fp16, NumberFormat::fp32),
                        .memory_format = *rc::gen::element(MemoryFormat::nchw, MemoryFormat::nhwc),
                        .n = extent(8),
                        .c = extent(10),
                        .h = size,
                        .w = size,
                        .k = extent(10),
                        .r = taps,
                        .s = taps};
    possible(predict(c, model), least_seconds(model, work(c) / most_saved(c), c.format, traffic(c)));
  }));
}

TEST_CASE("no fused attention is faster than the card's peak or its memory") {
  CHECK(holds("attention", 2000, [] {
    const KernelModel& model = some_card();
    const Attention a{.format = *rc::gen::element(NumberFormat::fp16, NumberFormat::fp32),
                      .batch = extent(7),
                      .heads = 16,
                      .key_heads = 16,
                      .queries = extent(13),
                      .keys = extent(13),
                      .head_size = *rc::gen::element<std::int64_t>(32, 64, 128, 256),
                      .causal = *rc::gen::arbitrary<bool>(),
                      .backward = *rc::gen::arbitrary<bool>()};
    possible(predict(a, model), least_seconds(model, work(a), a.format, traffic(a)));
  }));
}

TEST_CASE("no stream moves what it reads from memory faster than the memory") {
  CHECK(holds("streams", 2000, [] {
    const KernelModel& model = some_card();
    const std::int64_t n = extent(31);
    const Streaming s{
        .columns = n, .read = 4.0 * static_cast<double>(n) * byte, .written = 4.0 * static_cast<double>(n) * byte};
    const Prediction p = predict(s, model);
    possible(p, in(p.traffic / model.device.dram_bandwidth, second));
  }));
}

TEST_CASE("no collective is faster than its link") {
  CHECK(holds("collectives", 500, [] {
    const KernelModel& model = some_card();
    const Collective c{.kind = static_cast<CollectiveKind>(*rc::gen::inRange(0, 6)),
                       .gpus = extent(5),
                       .size = static_cast<double>(extent(34)) * byte};
    const double link = link_among(c.gpus, model.collective).bandwidth;
    // a switch that sums takes each byte once; rings and trees move 2 (p - 1) / p of an all-reduce
    const double bytes = std::min(collective_steps(c).bytes_per_link, in(c.size, byte));
    possible(predict(c, model), c.gpus > 1 ? bytes / link : 0.0);
  }));
}
}  // namespace properties_roofline_test
