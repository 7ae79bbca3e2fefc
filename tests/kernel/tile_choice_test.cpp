#include <perfmodel/kernel/tile_choice.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/kernel/gemm_time.hpp>
#include "every_problem.hpp"
#include <doctest/doctest.h>
#include <algorithm>
#include <cmath>
#include <vector>

using namespace perfmodel;

namespace {
[[nodiscard]] constexpr bool covers_all_versions(const GemmTable& table, GemmFamily family) {
  for (const LibraryVersion library : {0, 705, 1000, 1099, 1100, 1201, 1300, newest_library}) {
    int rows = 0;
    for (const ChoiceRule& rule : table.choices) rows += rule.family == family && library >= rule.since && library <= rule.until;
    if (rows != 1) return false;
  }
  return true;
}

[[nodiscard]] constexpr bool every_family_covers_all_versions(const GemmTable& table) {
  for (const GemmConstants& c : table.families)
    if (!covers_all_versions(table, c.family)) return false;
  return true;
}
}  // namespace

// An unknown version takes the row whose range it falls into: the ranges leave no gap and never overlap.
static_assert(every_family_covers_all_versions(gemm_table));
static_assert(choice_rule(gemm_table, GemmFamily::volta_sgemm, 1000).until == 1099);
static_assert(choice_rule(gemm_table, GemmFamily::volta_sgemm, 1100).since == 1100);
static_assert(&choice_rule(gemm_table, GemmFamily::volta_sgemm, 2000) == &choice_rule(gemm_table, GemmFamily::volta_sgemm, 1201));

TEST_CASE("the choice is the least of all candidates: pruning by bounds loses none") {
  int checked = 0;
  bool least = true;
  test::for_each_problem([&](const GemmModel& model, const GemmProblem& p) {
    if (static_cast<int>(p.m + p.n + p.k) % 7 != 0) return;
    const double clock = model.power[p.format].clock_max;
    std::array<int, detail::split_candidate_count> splits{};
    for (const Chooser chooser : {Chooser::library, Chooser::fastest}) {
      if (chooser == Chooser::library && !named_choice(model, p).empty()) continue;  // a tree names the kernel
      const TileChoice choice = choose_tile(model, p, chooser, clock);
      double best = 1e300;
      for (int i = 0; i < candidate_tiles(model, p); ++i) {
        const auto t = static_cast<std::size_t>(i);
        const int count = detail::split_candidates(model, p, i, detail::tiles_of(p, model.constants.tiles[t]), splits,
                                                   chooser == Chooser::library ? max_splits : most_parts);
        for (int j = 0; j < count; ++j) {
          const int s = splits[static_cast<std::size_t>(j)];
          const double factor = model.preference_factor[t][static_cast<std::size_t>(p.choice)] *
                                (s > 1 ? model.tile_split_factor[t] * model.split_factor[static_cast<std::size_t>(s)] : 1.0);
          const bool library = chooser == Chooser::library;
          const Sharing sharing = library ? Sharing::as_chosen : Sharing::as_it_runs;
          best = std::min(best, configuration_time(model, p, i, s, clock, sharing).total * (library ? factor : 1.0));
        }
      }
      least = least && choice.score <= best * (1.0 + 1e-12) && choice.score >= best * (1.0 - 1e-12);
      ++checked;
    }
  });
  CHECK(least);
  CHECK(checked > 1000);
}

TEST_CASE("partial sums of Ampere's FP32 kernels have the workspace that PyTorch hands cublasLt with a bias") {
  const GemmModels a100 = make_gemm_models(json::load_device("a100-pcie-40gb").device, Load::isolated, 1201);
  const auto parts = [&](Epilogue epilogue, std::int64_t m, std::int64_t n) {
    return predict(Gemm{.layout = Layout::nt, .m = m, .n = n, .k = 8000, .epilogue = epilogue}, a100).split_k;
  };
  CHECK(parts(Epilogue::bias, 64, 512) > 1);   // two parts of 128 KiB
  CHECK(parts(Epilogue::bias, 400, 512) == 1);  // two parts would take 1.6 MiB
  CHECK(parts(Epilogue::none, 400, 512) == 1);  // what CUDA-core kernels prefer was learned under that bound
}

TEST_CASE("kernels that only products with a bias run are no choice of others") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmModel& model = h200.models[static_cast<std::size_t>(GemmFamily::hopper_sgemm)];
  REQUIRE(model.constants.bias_tiles > 0);
  Gemm g{.layout = Layout::nt, .m = 57, .n = 32, .k = 2784};
  const int plain = candidate_tiles(model, make_problem(g, model));
  const double without = 1e6 * in(predict(g, h200).total, second);
  g.epilogue = Epilogue::bias;
  CHECK(candidate_tiles(model, make_problem(g, model)) == plain + model.constants.bias_tiles);
  // Measured on an H200 (gemm_linear.csv): 26.8 us, in nine parts that are added to C in place; its known kernel is within 5 % in the mean.
  CHECK(std::abs(1e6 * in(predict(g, h200).total, second) / 26.8 - 1.0) < 0.15);
  CHECK(without < 20.0);
}

TEST_CASE("thin kernels compute as few rows too many as they can") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const GemmConstants& c = h200.models[static_cast<std::size_t>(GemmFamily::hopper_sgemm)].constants;
  const int any = plain_tile_count(c) + 2;  // behind the two of sgemm_largek
  REQUIRE(c.tiles[static_cast<std::size_t>(any)].thin);
  for (const auto& [rows, at_once] : {std::pair{3, 4}, std::pair{5, 6}, std::pair{7, 8}, std::pair{9, 10}, std::pair{11, 6}, std::pair{12, 6}, std::pair{13, 14}, std::pair{15, 8}, std::pair{16, 8}}) {
    CAPTURE(rows);
    CHECK(c.tiles[static_cast<std::size_t>(thin_variant(c, rows, any))].n == at_once);
  }
}

TEST_CASE("the fastest kernel may make more parts of K than preferences are learned for") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  const Gemm g{.format = NumberFormat::fp32, .layout = Layout::tn, .m = 64, .n = 64, .k = 262144};
  const GemmPrediction p = predict_best(g, h200);
  CHECK(p.split_k > max_splits);
  CHECK(p.split_k <= most_parts);
  CHECK(p.total <= predict(g, h200).total);
}

TEST_CASE("a row of the choice table, not code, says what a version prefers") {
  GemmTable table = gemm_table;
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
  GemmTable table = gemm_table;
  const Device a100 = json::load_device("a100-pcie-40gb").device;
  const Gemm g{.format = NumberFormat::fp32, .layout = Layout::nt, .m = 1000, .n = 3000, .k = 512};
  const GemmModels plain = make_gemm_models(a100, Load::isolated, 1201, table);
  choice_rule(table, GemmFamily::ampere_sgemm, 1201).regret.fill(0.25);
  const GemmModels unsure = make_gemm_models(a100, Load::isolated, 1201, table);
  const double ratio = in(predict(g, unsure).total, second) / in(predict(g, plain).total, second);
  CHECK(std::abs(ratio / std::exp(0.25) - 1.0) < 1e-12);  // rounding
  CHECK(predict_best(g, unsure).total == predict_best(g, plain).total);
}

TEST_CASE("an unknown choice costs most where the product leaves the card empty, and ever less beyond a wave of tiles") {
  GemmTable table = gemm_table;
  choice_rule(table, GemmFamily::ampere_sgemm, 1201).wave_regret.fill(0.3);
  const Device a100 = json::load_device("a100-pcie-40gb").device;
  const GemmModels plain = make_gemm_models(a100, Load::isolated, 1201);
  const GemmModels unsure = make_gemm_models(a100, Load::isolated, 1201, table);
  double before = 1.0 + 1e-12;
  for (const double waves : {1.0, 2.0, 8.0, 32.0}) {  // 128 x 128 outputs for each of 108 SMs
    const Gemm g{.format = NumberFormat::fp32, .layout = Layout::nt, .m = 128 * 108, .n = static_cast<std::int64_t>(128 * waves), .k = 512};
    const double longer = std::log(in(predict(g, unsure).total, second) / in(predict(g, plain).total, second));
    CHECK(std::abs(longer - 0.3 / (1.0 + waves)) < 1e-12);  // rounding
    CHECK(longer < before);
    CHECK(predict_best(g, unsure).total == predict_best(g, plain).total);
    before = longer;
  }
}

TEST_CASE("TF32 on Hopper: the library weighs two families, and neither alone is faster than its pick of both") {
  const GemmModels h200 = make_gemm_models(json::load_device("h200-sxm").device);
  bool newer = false, older = false;
  for (const std::int64_t size : {32, 128, 512, 2048, 8192}) {
    const Gemm g{.format = NumberFormat::tf32, .layout = Layout::nt, .m = size, .n = size, .k = size};
    const GemmPrediction p = predict_best(g, h200);
    for (const GemmFamily family : {GemmFamily::hopper_tf32, GemmFamily::hopper_tf32_s1688})
      CHECK(p.total <= 1.02 * predict_best(g, h200.models[static_cast<std::size_t>(family)]).total);  // each ends at its own clock
    newer = newer || predict(g, h200).family == GemmFamily::hopper_tf32;
    older = older || predict(g, h200).family == GemmFamily::hopper_tf32_s1688;
  }
  CHECK(newer);
  CHECK(older);
}

namespace {
constexpr LibraryVersion neusight = 1201;

/// A V100's FP32 models with this spread of every class; `preference`: of 128 x 64 outputs, added.
[[nodiscard]] GemmModels v100_models(double spread, double preference = 0.0) {
  GemmTable table = gemm_table;
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
        for (const std::int64_t batch : {1, 12}) check(Gemm{.layout = batch == 1 ? Layout::nt : Layout::nn, .batch = batch, .m = m, .n = n, .k = k});
}
}  // namespace

TEST_CASE("a certain choice has no rivals: its time is its kernel's own") {
  const GemmModels models = v100_models(0.0);
  const GemmModel& model = models.models[static_cast<std::size_t>(GemmFamily::volta_sgemm)];
  bool alone = true;
  for_each_v100_product([&](const Gemm& g) {
    const GemmProblem p = make_problem(g, model);
    const TileChoice choice = choose_tile(model, p, Chooser::library, model.power[p.format].clock_max);
    alone = alone && choice.rivals.count == 0 && in(predict(g, models).total, second) == seconds_of(model, p, choice) * choice.regret;
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
      const double factor = model.preference_factor[t][j] * (rival.splits > 1 ? model.tile_split_factor[t] * model.split_factor[static_cast<std::size_t>(rival.splits)] : 1.0);
      const double score = factor * configuration_time(model, p, rival.tile, rival.splits, clock, Sharing::as_chosen).total;
      near = near && score >= choice.score && score <= (1.0 + spread) * choice.score;
      const double ratio = seconds_of(model, p, {.tile = rival.tile, .splits = rival.splits}) / seconds_of(model, p, choice);
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

TEST_CASE("an uncertain choice has no steps: as a kernel's preference grows, the time changes smoothly where the named kernel changes") {
  constexpr double step = 0.002;
  constexpr std::array<std::int64_t, 3> rows{130, 500, 1024};
  const auto largest_step = [&](double spread) {
    double largest = 0.0;
    std::array<double, rows.size()> before{};
    for (int i = -150; i <= 150; ++i) {
      const GemmModels models = v100_models(spread, step * i);
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const double now = std::log(in(predict(Gemm{.layout = Layout::nt, .m = rows[j], .n = 1000, .k = 3072}, models).total, second));
        if (i > -150) largest = std::max(largest, std::abs(now - before[j]));
        before[j] = now;
      }
    }
    return largest;
  };
  const double jump = largest_step(0.0);
  CHECK(jump > 0.01);
  // At a tie of two kernels a share moves by 1 / (4 spread) for each unit of ln(score): by a hundredth in one step; more where others take part, or one of them leaves the list.
  CHECK(largest_step(0.06) < 0.1 * jump);
}
