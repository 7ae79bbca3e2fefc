#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <perfmodel/pricing/gemm/configuration_time.hpp>
#include <perfmodel/pricing/gemm/rivals.hpp>
#include <perfmodel/pricing/gemm/split_candidates.hpp>
#include <perfmodel/pricing/gemm/tile_bounds.hpp>

namespace perfmodel {

/// Whose choice: what the library of products will launch; what cuDNN will for products of its own, of which no batch
/// was measured; the fastest that the family has.
enum class Chooser : std::uint8_t { library, cudnn, fastest };

[[nodiscard]] constexpr Chooser chooser_of(const Gemm& g) { return g.inside_cudnn ? Chooser::cudnn : Chooser::library; }

/// A choice and its time at the clock it was made at.
struct ChosenTile {
  TileChoice choice{};
  ConfigurationTime time{};
};

/// How often the product fills the card: outputs of 128 x 128 tiles, one per SM.
[[nodiscard]] inline double waves_of_outputs(const GemmModel& model, const GemmProblem& p) {
  constexpr double tile = 128.0 * 128.0;
  return p.batch * p.columns * p.rows / (tile * model.sms);
}

/// By how much longer the library's choice is expected to take than the one that is modelled.
[[nodiscard]] inline double expected_regret(const GemmModel& model, const GemmProblem& p) {
  const auto j = static_cast<std::size_t>(p.choice);
  const double few = model.wave_regret[j];
  return few == 0.0 ? model.regret_factor[j]
                    : model.regret_factor[j] * std::exp(few / (1.0 + waves_of_outputs(model, p)));
}

namespace detail {
/// Searches a family's tiles and splits for the least score: lower bounds of all tiles come first, then the whole time
/// of those that may still win, or come as near to the best as `spread`.
class TileSearch {
 public:
  /// `limit`: a score in s that the choice has to beat
  TileSearch(const TimedProduct& timed, Chooser chooser, double limit)
      : product(timed),
        model(*timed.model),
        problem(timed.problem),
        lanes(in_lanes(timed.terms)),
        of_class(static_cast<std::size_t>(problem.choice)),
        library(chooser != Chooser::fastest),
        spread(library ? model.spread[of_class] : 0.0) {
    set_best({.choice = {.score = limit}});
  }

  /// Where no tile beats the limit, the score is the limit and the rest is void.
  [[nodiscard]] ChosenTile run() {
    const std::size_t count = candidate_tiles(model, problem);
    TileBounds bounds = bound_tiles(model, lanes, problem.format, count, may_split(problem));
    if (library) weigh(bounds.whole, model.least_factor[of_class], count);
    const std::size_t first = least_tile(bounds.whole, count);
    if (may_win(bounds.whole[first])) consider(first, 1);
    if (may_split(problem)) search_splits(bounds.split, count);
    for (std::size_t i = 0; i < count; ++i)
      if (i != first && may_win(bounds.whole[i])) consider(i, 1);
    if (library) best.choice.regret = expected_regret(model, problem);
    if (near.count > 1) best.choice.rivals = near.rivals(best.choice, spread);
    return best;
  }

 private:
  static void weigh(PerTile& bounds, const PerTile& factors, std::size_t count) {
    for (std::size_t i = 0; i < count; i += Lanes::count) (Lanes(&bounds[i]) * Lanes(&factors[i])).store(&bounds[i]);
  }

  [[nodiscard]] double factor(std::size_t tile, int splits) const {
    if (!library) return 1.0;
    const double own = model.preference_factor[tile][of_class];
    return splits == 1 ? own
                       : own * model.tile_split_factor[tile] * model.split_factor[static_cast<std::size_t>(splits)];
  }

  /// Whether a score, or a lower bound of one, is near enough to the best one's.
  [[nodiscard]] bool may_win(double score) const { return score < near_enough; }

  void set_best(const ChosenTile& chosen) {
    best = chosen;
    near_enough = (1.0 + spread) * chosen.choice.score;
  }

  void search_splits(PerTile& split, std::size_t count) {
    if (library) weigh(split, model.least_split_factor[of_class], count);
    const std::size_t first = least_tile(split, count);
    if (!may_win(split[first])) return;
    consider_splits(first);
    for (std::size_t i = 0; i < count; ++i)
      if (i != first && may_win(split[i])) consider_splits(i);
  }

  void consider_splits(std::size_t tile) {
    const SplitCandidates candidates = split_candidates(
        model, problem, tile, tiles_of(problem, model.constants.tiles[tile]), library ? max_splits : most_parts);
    const std::span<const int> splits = candidates.all().subspan(1);
    if (splits.empty()) return;
    const SplitBounds bound(model, lanes, problem.format, tile);
    for (std::size_t i = 0; i < splits.size(); i += Lanes::count) {
      const std::span<const int> four = splits.subspan(i, std::min(Lanes::count, splits.size() - i));
      std::array<float, Lanes::count> parts{};
      for (std::size_t j = 0; j < parts.size(); ++j) parts[j] = static_cast<float>(four[std::min(j, four.size() - 1)]);
      const Lanes bounds = bound.of(Lanes(parts.data()));
      for (std::size_t j = 0; j < four.size(); ++j)
        if (may_win(static_cast<double>(bounds[j]) * factor(tile, four[j]))) consider(tile, four[j]);
    }
  }

  void consider(std::size_t tile, int splits) {
    const int index = static_cast<int>(tile);
    const ConfigurationTime time =
        configuration_time(product, index, splits, library ? Sharing::as_chosen : Sharing::as_it_runs);
    const double score = time.total * factor(tile, splits);
    if (!may_win(score)) return;
    if (spread > 0.0) near.add({score, index, splits});
    if (score < best.choice.score)
      set_best({.choice = {.tile = index, .splits = splits, .score = score}, .time = time});
  }

  const TimedProduct& product;
  const GemmModel& model;
  const GemmProblem& problem;
  ProductTerms<Lanes> lanes;
  std::size_t of_class;
  bool library;
  double spread, near_enough{};  ///< near_enough: (1 + spread) x the best score
  ChosenTile best{};
  Shortlist near{};
};
}  // namespace detail

/// The tile and split of the least time, weighed by learned preferences (the library's) or not (the fastest).
/// `limit`: a score in s that the choice has to beat; where none does, the score is the limit and the rest is void.
[[nodiscard]] inline ChosenTile least_configuration(const TimedProduct& product, Chooser chooser,
                                                    double limit = std::numeric_limits<double>::infinity()) {
  return detail::TileSearch(product, chooser, limit).run();
}

}  // namespace perfmodel
