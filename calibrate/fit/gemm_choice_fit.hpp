#pragma once
#include <ceres/gradient_problem.h>
#include <ceres/gradient_problem_solver.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <perfmodel/measurement/statistics.hpp>
#include <vector>

#include "calibrate/fit/gemm_fit.hpp"

namespace perfmodel {

/// Learns which tile and split the library launches from kernels that it did launch: a multinomial logit over all
/// candidates of a row, with the logarithm of the modelled time, the tile (by class of problem) and the split as
/// features. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974.
class ChoiceLikelihood : public ceres::FirstOrderFunction {
 public:
  static constexpr std::size_t tile_features = max_gemm_tiles * choice_class_count;
  static constexpr std::size_t split_feature = tile_features + max_gemm_tiles;
  static constexpr std::size_t size =
      split_feature + 3;  ///< tile and class, split in a tile, split, ln(splits), weight of ln(time)
  struct Candidate {
    std::size_t tile_feature{}, tile_split_feature{};
    double log_time{}, split{}, log_split{};
  };
  struct Case {
    std::size_t first{}, count{}, chosen{};
    double weight{};
  };

  explicit ChoiceLikelihood(std::vector<double> prior_values) : prior(std::move(prior_values)) {}
  int NumParameters() const override { return static_cast<int>(size); }

  void add(const GemmModel& model, const FitRow& row) {
    const GemmProblem p = make_problem(row.gemm, model);
    const double clock = model.power[p.format].clock_max;
    Case c{.first = candidates.size(), .weight = row.weight};
    double nearest = 1e9;
    const TimedProduct product = timed_product(model, p, clock);
    for (std::size_t i = 0; i < candidate_tiles(model, p); ++i) {
      const int tile = static_cast<int>(i);
      const SplitCandidates splits = split_candidates(model, p, i, tiles_of(p, model.constants.tiles[i]));
      for (const int s : splits.all()) {
        const double distance =
            tile == row.tile.tile ? std::abs(std::log(static_cast<double>(s) / row.tile.splits)) : 1e9;
        if (distance < nearest) nearest = distance, c.chosen = candidates.size();
        candidates.push_back({.tile_feature = i * choice_class_count + static_cast<std::size_t>(p.choice),
                              .tile_split_feature = tile_features + i,
                              .log_time = std::log(configuration_time(product, tile, s, Sharing::as_chosen).total),
                              .split = s > 1 ? 1.0 : 0.0,
                              .log_split = std::log(static_cast<double>(s))});
      }
    }
    c.count = candidates.size() - c.first;
    if (nearest < 1e8) cases.push_back(c);
  }

  bool Evaluate(const double* x, double* cost, double* gradient) const override {
    *cost = 0.0;
    if (gradient != nullptr) std::fill(gradient, gradient + size, 0.0);
    for (std::size_t i = 0; i < size; ++i) {
      const double pull = (x[i] - prior[i]) / sigma;
      *cost += 0.5 * pull * pull;
      if (gradient != nullptr) gradient[i] += pull / sigma;
    }
    std::vector<double> share;
    for (const Case& c : cases) {
      share.resize(c.count);
      double best = -1e300, sum = 0.0;
      for (std::size_t i = 0; i < c.count; ++i) best = std::max(best, share[i] = utility(x, candidates[c.first + i]));
      for (double& s : share) sum += s = std::exp(s - best);
      const double chosen = utility(x, candidates[c.chosen]);
      *cost -= c.weight * (chosen - best - std::log(sum));
      if (gradient == nullptr) continue;
      add_gradient(x, candidates[c.chosen], -c.weight, gradient);
      for (std::size_t i = 0; i < c.count; ++i)
        add_gradient(x, candidates[c.first + i], c.weight * share[i] / sum, gradient);
    }
    return true;
  }

  [[nodiscard]] bool empty() const { return cases.empty(); }

 private:
  static constexpr double sigma = 2.0;  ///< of the prior, in units of utility
  static double slope(const double* x) { return std::exp(x[size - 1]); }
  static double utility(const double* x, const Candidate& c) {
    return -slope(x) * c.log_time - x[c.tile_feature] - (x[split_feature] + x[c.tile_split_feature]) * c.split -
           x[split_feature + 1] * c.log_split;
  }
  static void add_gradient(const double* x, const Candidate& c, double scale, double* gradient) {
    gradient[c.tile_feature] -= scale;
    gradient[c.tile_split_feature] -= scale * c.split;
    gradient[split_feature] -= scale * c.split;
    gradient[split_feature + 1] -= scale * c.log_split;
    gradient[size - 1] -= scale * slope(x) * c.log_time;
  }

  std::vector<double> prior;
  std::vector<Candidate> candidates{};
  std::vector<Case> cases{};
};

/// Maximum-likelihood utilities of one family's rows (all families': family_count wide), starting and pulled to
/// `prior`.
[[nodiscard]] inline std::vector<double> fit_choice(const std::vector<FitRow>& rows,
                                                    const std::vector<GemmModels>& models,
                                                    const std::vector<double>& prior) {
  auto* likelihood = new ChoiceLikelihood(prior);
  for (const FitRow& row : rows)
    if (row.tile_known) likelihood->add(models[row.slot].models[static_cast<std::size_t>(row.family)], row);
  std::vector<double> x = prior;
  const bool empty = likelihood->empty();
  ceres::GradientProblem problem(likelihood);
  if (empty) return x;
  ceres::GradientProblemSolver::Options options;
  options.max_num_iterations = 60;
  options.logging_type = ceres::SILENT;
  ceres::GradientProblemSolver::Summary summary;
  ceres::Solve(options, problem, x.data(), &summary);
  return x;
}

/// Utilities as preferences of ln(time): divided by the weight of ln(time).
inline void set_preferences(ChoiceRule& rule, const std::vector<double>& x) {
  const double slope = std::exp(x[ChoiceLikelihood::size - 1]);
  for (std::size_t i = 0; i < max_gemm_tiles; ++i)
    for (std::size_t j = 0; j < choice_class_count; ++j) rule.preference[i][j] = x[i * choice_class_count + j] / slope;
  for (std::size_t i = 0; i < max_gemm_tiles; ++i) rule.tile_split[i] = x[ChoiceLikelihood::tile_features + i] / slope;
  rule.split_preference = x[ChoiceLikelihood::split_feature] / slope;
  rule.split_log_preference = x[ChoiceLikelihood::split_feature + 1] / slope;
}

/// ln(time of the tile and split that ran / time of the fastest) as r / (1 + waves), by class of problem: the r of
/// least absolute error; 0 for a class without rows. On P100, V100, T4 and A100 (cuBLAS 12.1) the medians of single NT
/// products fall from 0.08 to 0.45 below half a wave to 0.03 to 0.1 (P100: 0.57) at three and 0 to 0.02 (P100: 0.28) at
/// twenty.
[[nodiscard]] inline std::array<double, choice_class_count> choice_regret(const std::vector<FitRow>& rows,
                                                                          const std::vector<GemmModels>& models) {
  struct Loss {
    double scaled, weight;
  };
  std::array<std::vector<Loss>, choice_class_count> lost{};
  for (const FitRow& row : rows) {
    if (!row.tile_known) continue;
    const GemmModel& model = models[row.slot].models[static_cast<std::size_t>(row.family)];
    const GemmProblem p = make_problem(row.gemm, model);
    const double clock = model.power[p.format].clock_max;
    const double ran = configuration_time(model, p, row.tile.tile, row.tile.splits, clock).total;
    const double loss = std::log(ran / choose_tile(model, p, Chooser::fastest, clock).score),
                 share = 1.0 / (1.0 + waves_of_outputs(model, p));
    lost[static_cast<std::size_t>(p.choice)].push_back({loss / share, share});
  }
  std::array<double, choice_class_count> out{};
  for (std::size_t j = 0; j < choice_class_count; ++j) {  // the weighted median
    double left = 0.0;
    for (const Loss& x : lost[j]) left += 0.5 * x.weight;
    std::sort(lost[j].begin(), lost[j].end(), [](const Loss& x, const Loss& y) { return x.scaled < y.scaled; });
    for (const Loss& x : lost[j])
      if (left > 0.0) left -= x.weight, out[j] = x.scaled;
  }
  return out;
}

/// Learns one version's choices, family by family. Preferences do not carry over from one generation to the next: each
/// has its own short list of tiles. What does carry over is by how much the library misses the fastest: a family
/// without rows keeps the table's preferences, and in classes where these are silent gets the least regret of the
/// others: what all libraries share.
inline void fit_choices(GemmTable& table, const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows,
                        const std::vector<GemmFamily>& families, LibraryVersion library) {
  const std::vector<GemmModels> models = make_slot_models(table, slots);
  std::array<std::vector<double>, choice_class_count> regrets{};
  std::vector<GemmFamily> untaught;
  for (const GemmFamily family : families) {
    std::vector<FitRow> own;
    std::array<bool, choice_class_count> taught{};
    for (const FitRow& row : rows)
      if (row.family == family && row.tile_known)
        own.push_back(row), taught[static_cast<std::size_t>(choice_class(row.gemm))] = true;
    if (own.empty()) {
      untaught.push_back(family);
      continue;
    }
    const std::array<double, choice_class_count> regret = choice_regret(own, models);
    ChoiceRule& rule = choice_rule(table, family, library);
    const ChoiceRule before = rule;
    std::vector<double> prior(ChoiceLikelihood::size, 0.0);
    prior.back() = std::log(20.0);
    for (std::size_t i = 0; i < max_gemm_tiles; ++i)
      for (std::size_t j = 0; j < choice_class_count; ++j)
        prior[i * choice_class_count + j] = 20.0 * before.preference[i][j];
    set_preferences(rule, fit_choice(own, models, prior));
    for (std::size_t j = 0; j < choice_class_count; ++j) {
      if (taught[j])
        regrets[j].push_back(regret[j]);
      else
        for (std::size_t i = 0; i < max_gemm_tiles; ++i) rule.preference[i][j] = before.preference[i][j];
    }
  }
  for (const GemmFamily family : untaught) {
    ChoiceRule& rule = choice_rule(table, family, library);
    for (std::size_t j = 0; j < choice_class_count; ++j) {
      const bool silent =
          std::all_of(rule.preference.begin(), rule.preference.end(), [&](const auto& tile) { return tile[j] == 0.0; });
      if (silent && !regrets[j].empty()) rule.wave_regret[j] = *std::min_element(regrets[j].begin(), regrets[j].end());
    }
  }
}

/// A family without rows is as unsure of its choice as the others are in the mean, by class of problem.
inline void spread_to_untaught(GemmTable& table, const std::vector<FitRow>& rows,
                               const std::vector<GemmFamily>& families, LibraryVersion library) {
  const auto taught = [&](GemmFamily family) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const FitRow& row) { return row.family == family && row.tile_known; });
  };
  std::array<double, choice_class_count> sum{};
  double count = 0.0;
  for (const GemmFamily family : families) {
    if (!taught(family)) continue;
    for (std::size_t j = 0; j < choice_class_count; ++j) sum[j] += choice_rule(table, family, library).spread[j];
    count += 1.0;
  }
  for (const GemmFamily family : families)
    for (std::size_t j = 0; j < choice_class_count && count > 0.0 && !taught(family); ++j)
      choice_rule(table, family, library).spread[j] = sum[j] / count;
}

}  // namespace perfmodel
