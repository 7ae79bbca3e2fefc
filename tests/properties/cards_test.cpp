// Relations between cards, and between formats of one card, that hold whatever the constants are.
#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <utility>
#include <vector>

namespace properties_cards_test {
using namespace perfmodel;
using sampling::extent;
using sampling::holds;

namespace {
[[nodiscard]] bool no_less(const IssueRates& a, const IssueRates& b) {
  for (const MathUnit unit : {MathUnit::cuda_core, MathUnit::tensor_core})
    for (const NumberFormat format : all_number_formats)
      if (a(unit, format) < b(unit, format)) return false;
  return true;
}
/// Of one compute capability, and no worse in anything that a datasheet says.
[[nodiscard]] bool no_worse(const Device& a, const Device& b) {
  return a.compute_capability == b.compute_capability && a.sms >= b.sms && a.boost_clock >= b.boost_clock &&
         a.dram_bandwidth >= b.dram_bandwidth && a.l2 >= b.l2 && a.board_power >= b.board_power &&
         boosts_openly(a) >= boosts_openly(b) && no_less(a.rates, b.rates);
}

struct Cards {
  std::vector<KernelModel> models{};
  std::vector<std::pair<std::size_t, std::size_t>> better{};  ///< the first is no worse than the second
};
[[nodiscard]] const Cards& all_cards() {
  static const Cards cards = [] {
    Cards out;
    for (const std::string& name : json::device_names())
      out.models.push_back(make_kernel_model(json::load_device(name).device));
    for (std::size_t a = 0; a < out.models.size(); ++a)
      for (std::size_t b = 0; b < out.models.size(); ++b)
        if (a != b && no_worse(out.models[a].device, out.models[b].device)) out.better.emplace_back(a, b);
    return out;
  }();
  return cards;
}

/// Of 512 to 8,192 rows, columns and terms.
[[nodiscard]] Gemm some_product(NumberFormat format) {
  return {.format = format,
          .layout = static_cast<Layout>(*rc::gen::inRange(0, 3)),
          .m = 512 * extent(5),
          .n = 512 * extent(5),
          .k = 512 * extent(5),
          .output = format};
}
}  // namespace

// More SMs leave another last wave, and the library may split K otherwise: over 54,000 products and 64 pairs of cards
// the worst was 1.2 times as slow (a B300 and a GB300 with 148 and 152 SMs).
TEST_CASE("a card that is no worse in anything is no slower in large products") {
  REQUIRE(all_cards().better.size() > 20);
  int priced = 0;
  CHECK(holds("better cards", 3000, [&] {
    const Cards& cards = all_cards();
    const auto [a, b] = cards.better[*rc::gen::inRange<std::size_t>(0, cards.better.size())];
    const Gemm g = some_product(*rc::gen::element(NumberFormat::fp64, NumberFormat::fp32, NumberFormat::fp16));
    if (family_rule(cards.models[b].gemm, g.format, 16) == nullptr) return;
    const Time worse = predict(g, cards.models[b].gemm).total;
    if (worse < 200e-6 * second) return;
    ++priced;
    RC_LOG() << cards.models[a].device.name << " and " << cards.models[b].device.name << '\n';
    RC_ASSERT(predict(g, cards.models[a].gemm).total <= 1.25 * worse);
  }));
  CHECK(priced > 500);
}

// Pascal's 16-bit instructions reach a 64th of FP32's rate, or twice of it, and no framework asks for them.
TEST_CASE("without tensor cores 16-bit operations are not much slower than FP32 ones") {
  std::vector<const KernelModel*> cards;
  for (const KernelModel& m : all_cards().models)
    if (m.gemm.rates(MathUnit::cuda_core, NumberFormat::fp16) > IssueRate{} &&
        !(m.gemm.rates(MathUnit::tensor_core, NumberFormat::fp16) > IssueRate{}))
      cards.push_back(&m);
  REQUIRE(cards.size() == 4);  // P4, P40, P100s
  CHECK(holds("16 bits on CUDA cores", 2000, [&] {
    const KernelModel& m = *cards[*rc::gen::inRange<std::size_t>(0, cards.size())];
    Gemm g = some_product(NumberFormat::fp16);
    const Time narrow = predict(g, m.gemm).total;
    g.format = g.output = NumberFormat::fp32;
    const Time single = predict(g, m.gemm).total;
    RC_LOG() << m.device.name << ' ' << g.m << ' ' << g.n << ' ' << g.k << '\n';
    RC_ASSERT(narrow <= 1.5 * single);
    Convolution c{.pass = static_cast<ConvolutionPass>(*rc::gen::inRange(0, 3)),
                  .format = NumberFormat::fp16,
                  .n = extent(6),
                  .c = 8 * extent(6),
                  .h = 7 + extent(6),
                  .w = 7 + extent(6),
                  .k = 8 * extent(6),
                  .r = 3,
                  .s = 3};
    const Time half = predict(c, m).total;
    c.format = NumberFormat::fp32;
    RC_ASSERT(half <= predict(c, m).total);
  }));
}
}  // namespace properties_cards_test
