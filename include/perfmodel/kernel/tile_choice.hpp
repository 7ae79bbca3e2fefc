#pragma once
#include <perfmodel/kernel/gemm_model.hpp>
#include <array>
#include <cmath>

namespace perfmodel {

/// A tile of the family's table and a split-K count.
struct TileChoice {
  int tile{};
  int splits{1};
  double score{};      ///< s, weighed by preferences: what the library compares; 0 where the kernel's name told the choice
  double regret{1.0};  ///< by how much longer the library's unknown choice is expected to take than this one
};

/// Whose choice: what the library will launch, or the fastest that the family has.
enum class Chooser : std::uint8_t { library, fastest };

namespace detail {
inline constexpr std::size_t split_candidate_count = 7;

/// Split-K counts worth a try: none, and those that fill half a wave, one, two, or all resident slots once or twice.
/// Returns how many.
[[nodiscard]] inline int split_candidates(const GemmModel& model, const GemmProblem& p, int tile_index,
                                          double tiles, std::array<int, split_candidate_count>& out) {
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(tile_index)];
  int count = 0;
  out[static_cast<std::size_t>(count++)] = 1;
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
/// clock in Hz. Two passes: a lower bound of every tile unsplit, then the whole time of those that may still win.
[[nodiscard]] inline TileChoice choose_tile(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock) {
  const double period = 1.0 / clock;
  const int count = model.constants.tile_count;
  const auto factor = [&](int tile, int splits) {
    return chooser == Chooser::fastest ? 1.0
                                       : model.preference_factor[static_cast<std::size_t>(tile)][static_cast<std::size_t>(p.choice)] *
                                             model.split_factor[static_cast<std::size_t>(splits)];
  };
  std::array<detail::ConfigurationStart, max_gemm_tiles> starts;
  std::array<double, max_gemm_tiles> least{};
  int promising = 0;
  for (int i = 0; i < count; ++i) {
    const auto t = static_cast<std::size_t>(i);
    starts[t] = detail::start_configuration(model, p, i, 1, period);
    least[t] = starts[t].least * factor(i, 1);
    if (least[t] < least[static_cast<std::size_t>(promising)]) promising = i;
  }
  const auto score = [&](int tile, int splits, const detail::ConfigurationStart& start) {
    return detail::finish_configuration(model, p, tile, splits, start).total * factor(tile, splits);
  };
  TileChoice best{.tile = promising, .splits = 1, .score = score(promising, 1, starts[static_cast<std::size_t>(promising)])};
  const auto consider = [&](int tile, int splits, double bound, const detail::ConfigurationStart& start) {
    if (bound >= best.score) return;
    const double s = score(tile, splits, start);
    if (s < best.score) best = {.tile = tile, .splits = splits, .score = s};
  };
  std::array<int, detail::split_candidate_count> splits{};
  for (int i = 0; i < count; ++i) {
    const auto t = static_cast<std::size_t>(i);
    if (i != promising) consider(i, 1, least[t], starts[t]);
    const int candidates = detail::split_candidates(model, p, i, starts[t].tiles, splits);
    for (int j = 1; j < candidates; ++j) {
      const int s = splits[static_cast<std::size_t>(j)];
      if ((model.constants.split_seconds + model.constants.launch_seconds) * factor(i, s) >= best.score) continue;
      const detail::ConfigurationStart start = detail::start_configuration(model, p, i, s, period);
      consider(i, s, start.least * factor(i, s), start);
    }
  }
  if (chooser == Chooser::library) best.regret = model.regret_factor[static_cast<std::size_t>(p.choice)];
  return best;
}

}  // namespace perfmodel
