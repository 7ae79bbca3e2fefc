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
         .m = std::min(extent(12), most_rows),
         .n = extent(12),
         .k = extent(15)};
  g.output = g.format;
  return g;
}

bool multiplies(const GemmModels& models, const Gemm& g) {
  const FamilyRule* rule = family_rule(models, g.format, operand_alignment(g, models.architecture->tensor));
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

// Batches keep K whole where single products split it (pricing/gemm/time.hpp): a step of any size. On cards whose
// libraries nobody has asked about batches the interval says that they might split it.
TEST_CASE("the interval of few-block batches reaches down to the products one after the other") {
  CHECK(holds("batches", 3000, [] {
    const GemmModels& models = some_card();
    if (models.architecture->tensor == TensorInstruction::wgmma ||
        models.architecture->tensor == TensorInstruction::tcgen05)
      return;
    Gemm g = some_product(4096);
    if (!multiplies(models, g)) return;
    const GemmPrediction one = predict(g, models);
    g.batch = *rc::gen::inRange(2, 9);
    const GemmPrediction all = predict(g, models);
    RC_ASSERT(all.low <= all.total);
    RC_ASSERT(all.total <= all.high);
    if (all.tile_m > 0 && static_cast<double>(all.tiles) < models.models[static_cast<std::size_t>(all.family)].sms)
      RC_ASSERT(all.low <= static_cast<double>(g.batch) * one.low);
  }));
}
