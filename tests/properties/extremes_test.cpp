// Sizes that no card holds: what counts in 63 bits has a finite time in its interval, what does not is refused.
#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <tests/properties/sampling.hpp>
#include <vector>

namespace properties_extremes_test {
using namespace perfmodel;
using sampling::holds;

namespace {
const KernelModel& some_card() {
  static const std::vector<KernelModel> cards = [] {
    std::vector<KernelModel> out;
    for (const char* name : {"K40c", "T4", "A100-SXM4-80GB", "H200-SXM", "B200-SXM"})
      out.push_back(make_kernel_model(json::load_device(name).device));
    return out;
  }();
  return cards[*rc::gen::inRange<std::size_t>(0, cards.size())];
}

/// Extents whose octaves share `octaves` in any way.
std::vector<std::int64_t> extents(std::size_t count, int octaves) {
  std::vector<std::int64_t> out(count, 1);
  for (int i = 0; i < octaves; ++i)
    out[*rc::gen::inRange<std::size_t>(0, *rc::gen::inRange<std::size_t>(1, count + 1))] *= 2;
  return out;
}

template <class Call>
void finite_or_refused(const Call& call) {
  try {
    const Prediction p = call();
    RC_ASSERT(std::isfinite(in(p.high, second)));
    RC_ASSERT(p.low > Time{});
    RC_ASSERT(p.low <= p.total);
    RC_ASSERT(p.total <= p.high);
  } catch (const Error&) {  // names what does not count
  }
}
}  // namespace

TEST_CASE("products of any size have a finite time, or are refused") {
  CHECK(holds("products", 1000, [] {
    const KernelModel& model = some_card();
    const auto e = extents(4, *rc::gen::inRange(30, 66));
    Gemm g{.format = *rc::gen::element(NumberFormat::fp32, NumberFormat::fp16, NumberFormat::fp64),
           .layout = static_cast<Layout>(*rc::gen::inRange(0, 4)),
           .batch = e[0],
           .m = e[1],
           .n = e[2],
           .k = e[3] + *rc::gen::inRange(0, 2)};
    g.output = g.format;
    finite_or_refused([&]() -> Prediction { return predict(g, model.gemm); });
  }));
}

TEST_CASE("convolutions of any size have a finite time, or are refused") {
  CHECK(holds("convolutions", 1000, [] {
    const KernelModel& model = some_card();
    const auto e = extents(5, *rc::gen::inRange(20, 64));
    const std::int64_t taps = *rc::gen::element<std::int64_t>(1, 3, 5, 7);
    const Convolution c{.pass = static_cast<ConvolutionPass>(*rc::gen::inRange(0, 3)),
                        .format = *rc::gen::element(NumberFormat::fp16, NumberFormat::fp32),
                        .memory_format = *rc::gen::element(MemoryFormat::nchw, MemoryFormat::nhwc),
                        .n = e[0],
                        .c = e[1],
                        .h = e[2],
                        .w = e[3],
                        .k = e[4],
                        .r = taps,
                        .s = taps,
                        .pad_h = taps / 2,
                        .pad_w = taps / 2};
    finite_or_refused([&] { return predict(c, model); });
  }));
}

TEST_CASE("attention and streams of any size have a finite time, or are refused") {
  CHECK(holds("attention", 1000, [] {
    const KernelModel& model = some_card();
    const auto e = extents(4, *rc::gen::inRange(20, 60));
    const Attention a{.format = NumberFormat::fp16,
                      .batch = e[0],
                      .heads = e[1],
                      .key_heads = e[1],
                      .queries = e[2],
                      .keys = e[3],
                      .head_size = 64,
                      .backward = *rc::gen::arbitrary<bool>()};
    finite_or_refused([&] { return predict(a, model); });
    const Streaming s{.columns = e[0],
                      .read = 4.0 * static_cast<double>(e[0]) * byte,
                      .written = 4.0 * static_cast<double>(e[1]) * byte};
    finite_or_refused([&] { return predict(s, model); });
  }));
}
}  // namespace properties_extremes_test
