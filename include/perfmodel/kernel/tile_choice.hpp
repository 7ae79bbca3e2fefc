#pragma once
#include <perfmodel/kernel/gemm_model.hpp>
#include <array>
#include <cmath>
#include <limits>

namespace perfmodel {

/// A tile of the family's table and a split-K count.
struct TileChoice {
  int tile{};
  int splits{1};
};

/// Whose choice: what the library will launch, or the fastest that the family has.
enum class Chooser : std::uint8_t { library, fastest };

namespace detail {
inline constexpr std::size_t split_candidate_count = 7;

/// Split-K counts worth a try: none, and those that fill half a wave, one, two, or all resident slots once or twice.
/// Returns how many.
[[nodiscard]] inline int split_candidates(const GemmModel& model, const GemmProblem& p, int tile_index,
                                          std::array<int, split_candidate_count>& out) {
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(tile_index)];
  int count = 0;
  out[static_cast<std::size_t>(count++)] = 1;
  const double tiles = std::ceil(p.m / tile.m) * std::ceil(p.n / tile.n) * p.batch;
  const double most = std::min(p.k / std::max(model.constants.split_min_k, tile.k * tile.slices), 1.0 * max_splits);
  const double longest = model.constants.split_max_k;
  if (longest > 0.0 && p.k > longest) out[static_cast<std::size_t>(count++)] = std::min(max_splits, static_cast<int>(std::ceil(p.k / longest)));
  if (most < 2.0 || tiles > model.sms * model.constants.split_tiles_per_sm) return count;
  const double fits = model.resident[p.format][static_cast<std::size_t>(tile_index)];
  int last = 1;
  for (const double target : {0.5, 1.0, 2.0, fits, 2.0 * fits}) {
    const int s = static_cast<int>(std::min(target * model.sms / tiles, most));
    if (s <= last || (count > 1 && s == out[1])) continue;
    out[static_cast<std::size_t>(count++)] = s;
    last = s;
  }
  return count;
}
}  // namespace detail

/// The tile and split that the library launches (time weighed by learned preferences) or that is fastest (none), at a
/// clock in Hz.
[[nodiscard]] inline TileChoice choose_tile(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock) {
  TileChoice best{};
  double best_score = std::numeric_limits<double>::infinity();
  std::array<int, detail::split_candidate_count> splits{};
  for (int i = 0; i < model.constants.tile_count; ++i) {
    const int count = detail::split_candidates(model, p, i, splits);
    for (int j = 0; j < count; ++j) {
      const int s = splits[static_cast<std::size_t>(j)];
      double score = configuration_time(model, p, i, s, clock).total;
      if (chooser == Chooser::library)
        score *= model.preference_factor[static_cast<std::size_t>(i)][static_cast<std::size_t>(p.choice)] *
                 model.split_factor[static_cast<std::size_t>(s)];
      if (score < best_score) {
        best_score = score;
        best = {.tile = i, .splits = s};
      }
    }
  }
  return best;
}

}  // namespace perfmodel
