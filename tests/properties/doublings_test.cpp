#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/measurement.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <perfmodel/pricing/kernel_model.hpp>
#include <string>
#include <tests/properties/sampling.hpp>
#include <vector>

namespace properties_doublings_test {
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

struct Timed {
  Gemm gemm{};
  double measured{}, predicted{};  ///< s
};
void add(std::vector<Timed>& out, const std::string& card, const std::string& name) {
  const json::Card record = json::load_card(card);
  KernelModel model = make_kernel_model(record.device());
  apply(record.correction(), model);
  const std::string folder = card == "H200-SXM" ? "h200-sxm" : "h100-sxm5-80gb",
                    file = std::string(PERFMODEL_DATA_DIR) + "/raw/" + folder + "/" + name + ".csv";
  const RawTable table = parse_raw(json::read_file(file), file, name);
  for (const GemmMeasurement& m : gemm_measurements(table.csv, {}))
    out.push_back({m.gemm, m.seconds, in(predict(m.gemm, model.gemm).total, second)});
}

/// About twice the work of another product of the same kind, and no dimension smaller.
bool doubles(const Gemm& small, const Gemm& large) {
  if (small.format != large.format || small.layout != large.layout || small.batch != large.batch ||
      small.epilogue != large.epilogue || small.operands != large.operands || large.m < small.m || large.n < small.n ||
      large.k < small.k)
    return false;
  const double times = static_cast<double>(work(large) / work(small));
  return times > 1.6 && times < 2.4;
}
}  // namespace

// Libraries are no smooth functions of a product's sizes: rows become aligned, other kernels run. Pairs of measured
// products in tables that no fit reads.
TEST_CASE("how often twice the work takes less time, or over four times as much, is as measured") {
  std::vector<Timed> h100, h200;
  for (const char* name : {"gemm_unseen", "gemm_unseen_2", "gemm_linear_unseen", "pytorch_products"})
    add(h100, "H100-SXM5-80GB", name);
  for (const char* name : {"gemm_unseen", "gemm_unseen_2", "gemm_unseen_3", "gemm_unseen_4"})
    add(h200, "H200-SXM", name);
  double pairs = 0.0, less = 0.0, predicted_less = 0.0, both_less = 0.0, steps = 0.0, predicted_steps = 0.0;
  for (const std::vector<Timed>* table : {&h100, &h200})
    for (const Timed& a : *table)
      for (const Timed& b : *table) {
        if (!doubles(a.gemm, b.gemm)) continue;
        ++pairs;
        const bool falls = b.measured < 0.9 * a.measured;
        less += falls;
        predicted_less += b.predicted < 0.9 * a.predicted;
        both_less += falls && b.predicted < a.predicted;
        steps += b.measured > 4.0 * a.measured;
        predicted_steps += b.predicted > 4.0 * a.predicted;
      }
  REQUIRE(pairs > 300);
  // 597 pairs: 54 fall by a tenth, 46 are predicted to; of the 54 46 are predicted to fall. 11 steps, 14 predicted.
  // Tolerances: two standard deviations of counts.
  CHECK(less > 0.03 * pairs);
  CHECK(std::abs(predicted_less - less) < 2.0 * std::sqrt(less));
  CHECK(both_less > 0.7 * less);
  CHECK(std::abs(predicted_steps - steps) < 2.0 * std::sqrt(steps));
}

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

// Over half a million doublings of single products 0.006 % take more than four times as long, ten at most: thin ones on
// a P100, where no public row says what its library runs (docs/lab/2026-11-26-neighbours.md).
TEST_CASE("a single product takes no more than twelve times as long with one dimension doubled") {
  CHECK(holds("one dimension doubled", 5000, [] {
    const GemmModels& models = some_card();
    Gemm g = some_product(4096);
    if (!multiplies(models, g)) return;
    const Time once = predict(g, models).total;
    std::int64_t* const dimensions[]{&g.m, &g.n, &g.k};
    *dimensions[*rc::gen::inRange(0, 3)] *= 2;
    if (!multiplies(models, g)) return;
    RC_ASSERT(predict(g, models).total <= 12.0 * once);
  }));
}

// Over 18,160 doublings on 47 cards, a third of them of batches, 1.8 % took less than 0.9 of the time, the least 0.27:
// a matrix times a vector that becomes a product of two columns (L4, TF32, 36 of 428 x 1 x 533).
TEST_CASE("a product takes no less than a fifth of the time with one dimension doubled") {
  CHECK(holds("gains of a doubled dimension", 5000, [] {
    const GemmModels& models = some_card();
    Gemm g = some_product(4096);
    g.batch = *rc::gen::element<std::int64_t>(1, 1, 2, 9, 40);
    if (!multiplies(models, g)) return;
    const Time once = predict(g, models).total;
    std::int64_t* const dimensions[]{&g.batch, &g.m, &g.n, &g.k};
    *dimensions[*rc::gen::inRange(0, 4)] *= 2;
    if (!multiplies(models, g)) return;
    RC_ASSERT(predict(g, models).total >= 0.2 * once);
  }));
}

// Each doubling of a batch, or of a batch's rows, is bounded by 2^1.9 = 3.73 where no measurement shows what libraries
// do (pricing/gemm/time.hpp): in FP64, and before Hopper on tensor cores. Of 121,361 doublings of such batches, and of
// 16-bit ones in FP32's kernels, on 47 cards 2 took over four times as long, 4.5 at most, on a P40 (FP32's kernels).
TEST_CASE("a batch takes no more than four times as long with one dimension doubled unless measurements say so") {
  CHECK(holds("batches doubled", 5000, [] {
    const GemmModels& models = some_card();
    Gemm g = some_product(4096);
    g.batch = *rc::gen::element<std::int64_t>(1, 1, 2, 3, 9, 40);
    const TensorInstruction tensor = models.architecture->tensor;
    const bool hopper = tensor == TensorInstruction::wgmma || tensor == TensorInstruction::tcgen05;
    const bool fp32_kernels =
        g.format == NumberFormat::fp32 || (g.format != NumberFormat::fp64 && tensor == TensorInstruction::none);
    if (fp32_kernels || (hopper && g.format != NumberFormat::fp64)) return;
    if (!multiplies(models, g)) return;
    const Time once = predict(g, models).total;
    std::int64_t* const dimensions[]{&g.batch, &g.m, &g.n, &g.k};
    *dimensions[*rc::gen::inRange(0, 4)] *= 2;
    if (!multiplies(models, g)) return;
    RC_ASSERT(predict(g, models).total <= 4.0 * once);
  }));
}

// Batches keep K whole where single products split it. On cards whose libraries nobody has asked about batches the
// interval says that they might split it.
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
    if (all.tile_m > 0 && static_cast<double>(all.tiles) < models.models[static_cast<std::size_t>(all.family)]->sms)
      RC_ASSERT(all.low <= static_cast<double>(g.batch) * one.low);
  }));
}
}  // namespace properties_doublings_test
