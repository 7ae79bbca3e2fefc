#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <vector>

using namespace perfmodel;
using sampling::extent;
using sampling::holds;

namespace {
/// Every generation, with HBM and with GDDR memory; each model built once.
const GemmModels& some_card() {
  static const std::vector<GemmModels> cards = [] {
    std::vector<GemmModels> out;
    for (const char* name : {"K40c", "P100-PCIE-16GB", "P4", "V100-SXM2-16GB", "T4", "A100-SXM4-80GB", "A40", "L40S",
                             "RTX-5090", "H200-SXM", "B200-SXM"})
      out.push_back(make_gemm_models(json::load_device(name).device));
    return out;
  }();
  return cards[*rc::gen::inRange<std::size_t>(0, cards.size())];
}

Gemm some_product(std::int64_t most_rows) {
  using enum NumberFormat;
  constexpr std::array formats{fp64, fp32, tf32, fp16, bf16};
  Gemm g{.format = formats[*rc::gen::inRange<std::size_t>(0, formats.size())],
         .layout = static_cast<Layout>(*rc::gen::inRange(0, 3)),
         .batch = *rc::gen::inRange(1, 9),
         .m = std::min(extent(12), most_rows),
         .n = extent(12),
         .k = extent(15)};
  g.output = g.format;
  return g;
}

bool multiplies(const GemmModels& models, const Gemm& g) {
  const FamilyRule* rule = family_rule(models, g.format, leading_alignment(g));
  return rule != nullptr && detail::answers(models.models[static_cast<std::size_t>(rule->family)], g.format);
}
}  // namespace

// From a row to two, and so on up to eight: libraries have kernels for thin products (pricing/gemm/time.hpp).
TEST_CASE("thin products take no more than four times as long with twice the rows") {
  CHECK(holds("rows doubled", 3000, [] {
    const GemmModels& models = some_card();
    Gemm g = some_product(4);
    if (!multiplies(models, g)) return;
    const Time once = predict(g, models).total;
    g.m *= 2;
    if (!multiplies(models, g)) return;
    RC_ASSERT(predict(g, models).total <= 4.0 * once);
  }));
}

// A batch of products of few blocks, on cards whose libraries nobody has asked for their batched kernels: those of
// Hopper were seen not to split K, an H200 takes 95.6 us for two FP32 products of 32 x 32 x 2816.
TEST_CASE("two products take no more than four times as long as one") {
  CHECK(holds("batch of two", 3000, [] {
    const GemmModels& models = some_card();
    if (models.architecture->tensor == TensorInstruction::wgmma ||
        models.architecture->tensor == TensorInstruction::tcgen05)
      return;
    Gemm g = some_product(4096);
    g.batch = 1;
    if (!multiplies(models, g)) return;
    const Time once = predict(g, models).total;
    g.batch = 2;
    RC_ASSERT(predict(g, models).total <= 4.0 * once);
  }));
}

// The products that were found first, with what they took before (us): 294 and 18,100; 42 and 1,900; 29 and 3,067.
TEST_CASE("long sums of few outputs have no cliff at the second product of a batch") {
  struct Case {
    const char* card;
    Gemm product;
  };
  using enum NumberFormat;
  for (const Case& c :
       {Case{"T4", {.format = fp64, .m = 128, .n = 17, .k = 16384, .output = fp64}},
        Case{"V100-SXM2-16GB", {.format = fp64, .m = 64, .n = 16, .k = 16384, .output = fp64}},
        Case{"A100-SXM4-80GB", {.format = fp32, .layout = Layout::tn, .m = 64, .n = 64, .k = 15168, .output = fp32}}}) {
    CAPTURE(std::string(c.card));
    const GemmModels models = make_gemm_models(json::load_device(c.card).device);
    Gemm two = c.product;
    two.batch = 2;
    CHECK(predict(two, models).total <= 4.0 * predict(c.product, models).total);
  }
}
