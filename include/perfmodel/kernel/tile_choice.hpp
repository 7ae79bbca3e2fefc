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
/// Split-K counts worth a try: those that fill one or two rounds of the card, and halves. Returns how many.
[[nodiscard]] inline int split_candidates(const GemmModel& model, const GemmProblem& p, const GemmTile& tile,
                                          std::array<int, 6>& out) {
  const double tiles = std::ceil(p.m / tile.m) * std::ceil(p.n / tile.n) * p.batch;
  const double most_by_k = std::floor(p.k / std::max(model.constants.split_min_k, tile.k * tile.slices));
  const int fits = resident_blocks(model, tile, p.in_bytes);
  int count = 0;
  out[static_cast<std::size_t>(count++)] = 1;
  for (const double target : {1.0, 2.0, static_cast<double>(fits), 2.0 * fits, 0.5}) {
    const double splits = std::min(std::floor(target * model.sms / tiles), std::min(most_by_k, 64.0));
    if (splits < 2.0) continue;
    const int s = static_cast<int>(splits);
    bool known = false;
    for (int i = 0; i < count; ++i) known = known || out[static_cast<std::size_t>(i)] == s;
    if (!known) out[static_cast<std::size_t>(count++)] = s;
  }
  return count;
}
}  // namespace detail

/// Score by which the library ranks a configuration: ln(time) plus learned preferences. Smaller is better.
[[nodiscard]] inline double library_score(const GemmModel& model, const GemmProblem& p, const GemmTile& tile, int splits,
                                          double time) {
  double score = std::log(time) + tile.preference[static_cast<std::size_t>(p.choice)];
  if (splits > 1) score += model.constants.split_preference + model.constants.split_log_preference * std::log(splits);
  return score;
}

/// The tile and split that the library launches (learned preferences) or that is fastest (none), at a clock in Hz.
[[nodiscard]] inline TileChoice choose_tile(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock) {
  TileChoice best{};
  double best_score = std::numeric_limits<double>::infinity();
  std::array<int, 6> splits{};
  for (int i = 0; i < model.constants.tile_count; ++i) {
    const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(i)];
    const int count = detail::split_candidates(model, p, tile, splits);
    for (int j = 0; j < count; ++j) {
      const int s = splits[static_cast<std::size_t>(j)];
      const double time = configuration_time(model, p, tile, s, clock).total;
      const double score = chooser == Chooser::library ? library_score(model, p, tile, s, time) : time;
      if (score < best_score) {
        best_score = score;
        best = {.tile = i, .splits = s};
      }
    }
  }
  return best;
}

}  // namespace perfmodel
