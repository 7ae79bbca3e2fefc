#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/pricing/gemm/tile_search.hpp>
#include <perfmodel/pricing/gemm/time.hpp>
#include <vector>

#include "every_problem.hpp"

namespace pricing_gemm_tile_search_test {
using namespace perfmodel;

TEST_CASE("the choice is the least of all candidates: pruning by bounds loses none") {
  int checked = 0;
  bool least = true;
  test::for_each_problem([&](const GemmModel& model, const GemmProblem& p) {
    if (static_cast<int>(p.columns + p.rows + p.k) % 7 != 0) return;
    const double clock = model.power[p.format].clock_max;
    const TimedProduct product = timed_product(model, p, clock);
    for (const Chooser chooser : {Chooser::library, Chooser::fastest}) {
      if (chooser == Chooser::library && !named_choice(model, p).empty()) continue;  // a tree names the kernel
      const TileChoice choice = least_configuration(product, chooser).choice;
      double best = 1e300;
      const bool library = chooser == Chooser::library;
      for (std::size_t t = 0; t < candidate_tiles(model, p); ++t) {
        const SplitCandidates splits =
            split_candidates(model, p, t, tiles_of(p, model.constants.tiles[t]), library ? max_splits : most_parts);
        for (const int s : splits.all()) {
          const double factor =
              model.preference_factor[t][static_cast<std::size_t>(p.choice)] *
              (s > 1 && library ? model.tile_split_factor[t] * model.split_factor[static_cast<std::size_t>(s)] : 1.0);
          const Sharing sharing = library ? Sharing::as_chosen : Sharing::as_it_runs;
          best = std::min(
              best, configuration_time(product, static_cast<int>(t), s, sharing).total * (library ? factor : 1.0));
        }
      }
      least = least && choice.score <= best * (1.0 + 1e-12) && choice.score >= best * (1.0 - 1e-12);
      ++checked;
    }
  });
  CHECK(least);
  CHECK(checked > 1000);
}

TEST_CASE("a row of the choice table, not code, says what a version prefers") {
  GemmTable table = gemm_table();
  ChoiceRule& old = choice_rule(table, GemmFamily::volta_sgemm, 1000);
  for (auto& tile : old.preference) tile.fill(5.0);
  old.preference[2].fill(-5.0);  // 64 x 64 whatever the product
  const Device v100 = json::load_device("v100-pcie-32gb").device;
  const Gemm g{.format = NumberFormat::fp32, .layout = Layout::nt, .m = 4096, .n = 4096, .k = 1024};
  const GemmPrediction before = predict(g, make_gemm_models(v100, Load::isolated, 1000, table));
  const GemmPrediction after = predict(g, make_gemm_models(v100, Load::isolated, 1201, table));
  const GemmPrediction shipped = predict(g, make_gemm_models(v100, Load::isolated, 1201));
  CHECK(before.tile_m == 64);
  CHECK(before.tile_n == 64);
  CHECK(after.tile_n == shipped.tile_n);
  CHECK(after.total == shipped.total);
  CHECK(before.total > after.total);
}

TEST_CASE("regret lengthens what an unknown choice takes, not the best that the card could do") {
  GemmTable table = gemm_table();
  const Device a100 = json::load_device("a100-pcie-40gb").device;
  const Gemm g{.format = NumberFormat::fp32, .layout = Layout::nt, .m = 1000, .n = 3000, .k = 512};
  const GemmModels plain = make_gemm_models(a100, Load::isolated, 1201, table);
  choice_rule(table, GemmFamily::ampere_sgemm, 1201).regret.fill(0.25);
  const GemmModels unsure = make_gemm_models(a100, Load::isolated, 1201, table);
  const double ratio = in(predict(g, unsure).total, second) / in(predict(g, plain).total, second);
  CHECK(std::abs(ratio / std::exp(0.25) - 1.0) < 1e-12);  // rounding
  CHECK(predict_best(g, unsure).total == predict_best(g, plain).total);
}

TEST_CASE(
    "an unknown choice costs most where the product leaves the card empty, and ever less beyond a wave of tiles") {
  GemmTable table = gemm_table();
  choice_rule(table, GemmFamily::ampere_sgemm, 1201).wave_regret.fill(0.3);
  const Device a100 = json::load_device("a100-pcie-40gb").device;
  const GemmModels plain = make_gemm_models(a100, Load::isolated, 1201);
  const GemmModels unsure = make_gemm_models(a100, Load::isolated, 1201, table);
  double before = 1.0 + 1e-12;
  for (const double waves : {1.0, 2.0, 8.0, 32.0}) {  // 128 x 128 outputs for each of 108 SMs
    const Gemm g{.format = NumberFormat::fp32,
                 .layout = Layout::nt,
                 .m = 128 * 108,
                 .n = static_cast<std::int64_t>(128 * waves),
                 .k = 512};
    const double longer = std::log(in(predict(g, unsure).total, second) / in(predict(g, plain).total, second));
    CHECK(std::abs(longer - 0.3 / (1.0 + waves)) < 1e-12);  // rounding
    CHECK(longer < before);
    CHECK(predict_best(g, unsure).total == predict_best(g, plain).total);
    before = longer;
  }
}

namespace {
constexpr LibraryVersion neusight = 1201;

/// A V100's FP32 models with this spread of every class; `preference`: of 128 x 64 outputs, added.
[[nodiscard]] GemmModels v100_models(double spread, double preference = 0.0) {
  GemmTable table = gemm_table();
  ChoiceRule& rule = choice_rule(table, GemmFamily::volta_sgemm, neusight);
  rule.spread.fill(spread);
  for (double& p : rule.preference[1]) p += preference;
  return make_gemm_models(json::load_device("v100-pcie-32gb").device, Load::isolated, neusight, table);
}

template <class Check>
void for_each_v100_product(const Check& check) {
  for (const std::int64_t m : {64, 130, 500, 1024, 3000})
    for (const std::int64_t n : {96, 777, 1000, 4096})
      for (const std::int64_t k : {64, 500, 3072})
        for (const std::int64_t batch : {1, 12})
          check(Gemm{.layout = batch == 1 ? Layout::nt : Layout::nn, .batch = batch, .m = m, .n = n, .k = k});
}
}  // namespace

TEST_CASE("a certain choice has no rivals: its time is its kernel's own") {
  const GemmModels models = v100_models(0.0);
  const GemmModel& model = models.models[static_cast<std::size_t>(GemmFamily::volta_sgemm)];
  bool alone = true;
  for_each_v100_product([&](const Gemm& g) {
    const GemmProblem p = make_problem(g, model);
    const TileChoice choice = choose_tile(model, p, Chooser::library, model.power[p.format].clock_max);
    alone = alone && choice.rivals.count == 0 &&
            in(predict(g, models).total, second) == seconds_of(model, p, choice) * choice.regret;
  });
  CHECK(alone);
}

TEST_CASE("an uncertain choice names the same kernel, and takes no less and no more than it and its rivals") {
  constexpr double spread = 0.06;
  const GemmModels certain_models = v100_models(0.0), models = v100_models(spread);
  const GemmModel& model = models.models[static_cast<std::size_t>(GemmFamily::volta_sgemm)];
  bool same = true, near = true, likeliest = true, between = true, best_alike = true;
  int with_rivals = 0;
  for_each_v100_product([&](const Gemm& g) {
    const GemmProblem p = make_problem(g, model);
    const double clock = model.power[p.format].clock_max;
    const TileChoice choice = choose_tile(model, p, Chooser::library, clock);
    const GemmPrediction sure = predict(g, certain_models), unsure = predict(g, models);
    same = same && unsure.tile_m == sure.tile_m && unsure.tile_n == sure.tile_n && unsure.split_k == sure.split_k;
    best_alike = best_alike && predict_best(g, models).total == predict_best(g, certain_models).total;
    double least = 1.0, largest = 1.0, shares = 0.0, greatest = 0.0;
    for (const Rival& rival : choice.rivals.all()) {
      const auto t = static_cast<std::size_t>(rival.tile), j = static_cast<std::size_t>(p.choice);
      const double factor =
          model.preference_factor[t][j] *
          (rival.splits > 1 ? model.tile_split_factor[t] * model.split_factor[static_cast<std::size_t>(rival.splits)]
                            : 1.0);
      const double score =
          factor * configuration_time(model, p, rival.tile, rival.splits, clock, Sharing::as_chosen).total;
      near = near && score >= choice.score && score <= (1.0 + spread) * choice.score;
      const double ratio =
          seconds_of(model, p, {.tile = rival.tile, .splits = rival.splits}) / seconds_of(model, p, choice);
      least = std::min(least, ratio), largest = std::max(largest, ratio);
      shares += static_cast<double>(rival.share), greatest = std::max(greatest, static_cast<double>(rival.share));
    }
    likeliest = likeliest && greatest <= 1.0 - shares + 1e-6;  // single precision
    const double longer = unsure.total / sure.total;
    between = between && longer >= least * (1.0 - 1e-12) && longer <= largest * (1.0 + 1e-12);  // rounding
    with_rivals += choice.rivals.count > 0;
  });
  CHECK(same);
  CHECK(near);
  CHECK(likeliest);
  CHECK(between);
  CHECK(best_alike);
  CHECK(with_rivals > 40);
}

TEST_CASE(
    "an uncertain choice has no steps: as a kernel's preference grows, the time changes smoothly where the named "
    "kernel changes") {
  constexpr double step = 0.002;
  constexpr std::array<std::int64_t, 3> rows{130, 500, 1024};
  const auto largest_step = [&](double spread) {
    double largest = 0.0;
    std::array<double, rows.size()> before{};
    for (int i = -150; i <= 150; ++i) {
      const GemmModels models = v100_models(spread, step * i);
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const double now =
            std::log(in(predict(Gemm{.layout = Layout::nt, .m = rows[j], .n = 1000, .k = 3072}, models).total, second));
        if (i > -150) largest = std::max(largest, std::abs(now - before[j]));
        before[j] = now;
      }
    }
    return largest;
  };
  const double jump = largest_step(0.0);
  CHECK(jump > 0.01);
  // At a tie of two kernels a share moves by 1 / (4 spread) for each unit of ln(score): by a hundredth in one step;
  // more where others take part. The largest step seen, 0.18, is of a rival that leaves the list of three, which
  // another with its share but not its time joins.
  CHECK(largest_step(0.06) < 0.2 * jump);
}
}  // namespace pricing_gemm_tile_search_test
