#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <perfmodel/pricing/gemm/tile_bounds.hpp>
#include <span>

namespace perfmodel {

/// Split-K counts worth a try with one tile: 1 first.
class SplitCandidates {
 public:
  static constexpr std::size_t most = 12;

  [[nodiscard]] std::span<const int> all() const { return std::span(list_).first(count_); }
  /// Adds a count that stands apart from the ascending ones.  @pre nothing was added
  void begin_with(int splits) { list_[count_++] = apart_ = splits; }
  /// Adds a count unless it is there or the last one is larger.
  void add(int splits) {
    if (splits <= last_ || splits == apart_) return;
    list_[count_++] = last_ = splits;
  }

 private:
  std::array<int, most> list_{1};
  std::size_t count_{1};
  int last_{1}, apart_{1};
};

/// Tiles that cover the product and its batches.
[[nodiscard]] inline double tiles_of(const GemmProblem& p, const GemmTile& tile) {
  return round_up(p.columns / tile.m) * round_up(p.rows / tile.n) * p.batch;
}

namespace detail {
/// Whether the partial sums have to fit GemmConstants::bias_partial_bytes. What CUDA-core kernels of Ampere prefer was
/// learned from linear layers, under this bound: without a bias it has to hold, too, or squares that run with K whole
/// are split in two to five (calibrate/fit/gemm_published_rates.hpp: A40, L4, RTX 4090 at 1,024 and 2,048).
[[nodiscard]] constexpr bool partial_sums_bounded(const GemmConstants& c, const GemmProblem& p) {
  return c.bias_partial_bytes > 0.0 && (p.kind == ProductKind::with_bias || c.unit == MathUnit::cuda_core);
}

/// The most parts that K may be cut into; below 2: it stays whole.
[[nodiscard]] inline double most_splits(const GemmConstants& c, const GemmProblem& p, const GemmTile& tile,
                                        int parts_limit) {
  const double most = std::min(p.k / std::max(c.split_min_k, tile.k * tile.slices), 1.0 * parts_limit);
  return partial_sums_bounded(c, p) ? std::min(most, c.bias_partial_bytes / (4.0 * p.columns * p.rows)) : most;
}
}  // namespace detail

/// None; 2 to 5, which even out a last wave; those that fill half a wave, one, two, or all resident slots once or
/// twice; and what keeps the K of one part below split_max_k. `tiles`: that cover the product. `parts_limit`:
/// preferences are learned up to max_splits; the fastest kernel may have as many as cuBLAS makes.
[[nodiscard]] inline SplitCandidates split_candidates(const GemmModel& model, const GemmProblem& p, std::size_t tile,
                                                      double tiles, int parts_limit = max_splits) {
  const GemmConstants& c = model.constants;
  SplitCandidates out;
  if (!may_split(p)) return out;
  const double most = detail::most_splits(c, p, c.tiles[tile], parts_limit);
  if (most < 2.0 && detail::partial_sums_bounded(c, p)) return out;
  if (c.split_max_k > 0.0 && p.k > c.split_max_k)
    out.begin_with(static_cast<int>(std::min<double>(max_splits, std::ceil(p.k / c.split_max_k))));
  if (most < 2.0 || tiles > model.sms * c.split_tiles_per_sm) return out;
  constexpr int few = 5;
  for (int s = 2; s <= std::min(few, static_cast<int>(most)); ++s) out.add(s);
  const double fits = model.tile_rates[p.format][tile].resident.value;
  for (const double blocks_per_sm : {0.5, 1.0, 2.0, fits, 2.0 * fits})
    out.add(static_cast<int>(std::min(blocks_per_sm * model.sms / tiles, most)));
  return out;
}

}  // namespace perfmodel
