#pragma once
#include <perfmodel/kernel/configuration_time.hpp>
#include <perfmodel/kernel/tile_bounds.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace perfmodel {

/// A kernel that the library may as well launch.
struct Rival {
  std::int16_t tile{}, splits{1};
  float share{};       ///< how likely, of all that may be launched
};

/// Kernels whose scores are so near to the least that nothing tells which of them the library launches.
struct Rivals {
  std::array<Rival, 3> list{};
  std::size_t count{};

  [[nodiscard]] std::span<const Rival> all() const { return std::span(list).first(count); }
};

/// A tile of the family's table and a split-K count.
struct TileChoice {
  int tile{};
  int splits{1};
  double score{};      ///< s, weighed by preferences: what the library compares; 0 where the kernel's name told the choice
  double regret{1.0};  ///< by how much longer the library's unknown choice is expected to take than this one
  Rivals rivals{};     ///< the others that are as likely or nearly so; none where the choice is thought to be certain
};

/// Whose choice: what the library will launch, or the fastest that the family has.
enum class Chooser : std::uint8_t { library, fastest };

namespace detail {
inline constexpr std::size_t split_candidate_count = 12;

/// Split-K counts worth a try: none; 2 to 5, which even out a last wave; and those that fill half a wave, one, two, or all
/// resident slots once or twice. Strided batches are never split: not one of 6,400 of them with kernel names is (cuBLAS
/// 12.1 on four cards, 13.1 on Hopper). Returns how many, in ascending order but for the second. `most_parts`: preferences are
/// learned up to max_splits; the fastest kernel may have as many as cuBLAS makes.
[[nodiscard]] inline int split_candidates(const GemmModel& model, const GemmProblem& p, int tile_index,
                                          double tiles, std::array<int, split_candidate_count>& out, int most_parts = max_splits) {
  const GemmTile& tile = model.constants.tiles[static_cast<std::size_t>(tile_index)];
  int count = 0;
  out[static_cast<std::size_t>(count++)] = 1;
  if (p.batch > 1.0) return count;
  double most = std::min(p.k / std::max(model.constants.split_min_k, tile.k * tile.slices), 1.0 * most_parts);
  const double kept = model.constants.bias_partial_bytes;
  // What CUDA-core kernels of Ampere prefer was learned from linear layers, under this bound: without a bias it has to hold, too, or
  // squares that run with K whole are split in two to five (calibration/gemm_published_rates.hpp: A40, L4, RTX 4090 at 1,024 and 2,048).
  if (kept > 0.0 && (p.kind == ProductKind::with_bias || model.constants.unit == MathUnit::cuda_core)) {
    most = std::min(most, kept / (4.0 * p.m * p.n));
    if (most < 2.0) return count;
  }
  const double longest = model.constants.split_max_k;
  if (longest > 0.0 && p.k > longest) out[static_cast<std::size_t>(count++)] = std::min(max_splits, static_cast<int>(std::ceil(p.k / longest)));
  if (most < 2.0 || tiles > model.sms * model.constants.split_tiles_per_sm) return count;
  int last = 1;
  const auto add = [&](int s) {
    if (s <= last || (count > 1 && s == out[1])) return;
    out[static_cast<std::size_t>(count++)] = s;
    last = s;
  };
  constexpr int few = 5;
  for (int s = 2; s <= std::min(few, static_cast<int>(most)); ++s) add(s);
  const double fits = model.resident[p.format][static_cast<std::size_t>(tile_index)];
  for (const double target : {0.5, 1.0, 2.0, fits, 2.0 * fits}) add(static_cast<int>(std::min(target * model.sms / tiles, most)));
  return count;
}
}  // namespace detail

/// A choice and its time at the clock it was made at.
struct ChosenTile {
  TileChoice choice{};
  ConfigurationTime time{};
};

/// What the library says it launches for this product; empty: nobody asked it about such products of this family.
[[nodiscard]] inline std::span<const ChoiceNode> named_choice(const GemmModel& model, const GemmProblem& p) {
  const std::span<const ChoiceNode> nodes = model.trees[static_cast<std::size_t>(p.kind)];
  return nodes.empty() ? nodes : choice_of(nodes, choice_features(p, model.sms));
}

/// How often the product fills the card: outputs of 128 x 128 tiles, one per SM.
[[nodiscard]] inline double waves_of_outputs(const GemmModel& model, const GemmProblem& p) {
  constexpr double tile = 128.0 * 128.0;
  return p.batch * p.m * p.n / (tile * model.sms);
}

/// By how much longer the library's choice is expected to take than the one that is modelled.
[[nodiscard]] inline double expected_regret(const GemmModel& model, const GemmProblem& p) {
  const auto j = static_cast<std::size_t>(p.choice);
  const double few = model.wave_regret[j];
  return few == 0.0 ? model.regret_factor[j] : model.regret_factor[j] * std::exp(few / (1.0 + waves_of_outputs(model, p)));
}

/// The variant of a thin kernel that the library launches: the one that computes fewest rows too many, of several the largest. So did all of
/// 105 on an H200 (gemm_linear.csv).  @pre tile is thin
[[nodiscard]] inline int thin_variant(const GemmConstants& c, double rows, int tile) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < c.tile_count; ++i) {
    const GemmTile& t = c.tiles[static_cast<std::size_t>(i)];
    const double computed = round_up(rows / t.n) * t.n;
    if (t.thin && computed <= least) least = computed, tile = i;
  }
  return tile;
}

/// The time of one named kernel.  @pre node.family == model.constants.family
[[nodiscard]] inline ChosenTile named_configuration(const GemmModel& model, const GemmProblem& p, const ChoiceNode& node, double clock) {
  const int tile = model.constants.tiles[node.tile].thin ? thin_variant(model.constants, p.n, node.tile) : node.tile;
  const double tiles = detail::tiles_of(p, model.constants.tiles[static_cast<std::size_t>(tile)]);
  const int splits = parts_of(split_rules[node.split], tiles, p.k, model.sms);
  const ConfigurationTime time = configuration_time(model, p, tile, splits, clock, Sharing::as_it_runs, node.reduction);
  return {.choice = {.tile = tile, .splits = splits, .score = time.total, .regret = expected_regret(model, p)},
          .time = time};
}

/// The library seldom errs by more than this: of some 4,700 held-out random products with kernel names on an H200 its
/// kernel took less than 1.5 times the fastest one's modelled time in 98 %, 1.7 times in 99 %. A tree that names a slower one
/// has been asked about products that it never saw, or does not know.
inline constexpr double implausible_loss = 1.6;

/// Whether a leaf is to be believed whatever its time: nearly all of its products ran this kernel, and the product is within what
/// the library was asked about (gemm_choices.csv). Held out, such kernels of more than twice the fastest time (11 products) were
/// 14 % off with the leaf's, 56 % with the fastest one's. With a bias, too: there the library has few kernels, and often runs one that
/// takes twice as long as what it would run without.
[[nodiscard]] inline bool certain(const GemmModel& model, const ChoiceNode& leaf, const GemmProblem& p) {
  const auto tree = [&](ProductKind kind) { return model.trees[static_cast<std::size_t>(kind)].data(); };
  if (p.kind == ProductKind::with_bias && tree(ProductKind::with_bias) != tree(ProductKind::single)) return true;
  constexpr double largest = 16384.0, deepest = 65528.0;
  constexpr int most_of_them = 204;  // 80 %
  return leaf.share >= most_of_them && std::max(p.m, p.n) <= largest && p.k <= deepest;
}

namespace detail {
/// The candidates of the least scores that a search has come by.
struct Shortlist {
  struct Entry { double score; int tile, splits; };
  std::array<Entry, 4> entries{};  ///< the least one and its rivals
  std::size_t count{};

  void add(const Entry& entry) {
    if (count < entries.size()) {
      entries[count++] = entry;
      return;
    }
    Entry& worst = *std::max_element(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.score < b.score; });
    if (entry.score < worst.score) worst = entry;
  }

  /// Shares of all but the likeliest, falling evenly with the distance in score to nothing at `spread`. (A multinomial logit of ln(score) of a
  /// third of the scale does as well, but has no end.)
  [[nodiscard]] Rivals rivals(const TileChoice& likeliest, double spread) const {
    Rivals out;
    double sum = 1.0;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry& e = entries[i];
      if (e.tile == likeliest.tile && e.splits == likeliest.splits) continue;
      const double near = 1.0 - (e.score / likeliest.score - 1.0) / spread;
      if (near <= 0.0 || out.count == out.list.size()) continue;
      sum += near;
      out.list[out.count++] = {.tile = static_cast<std::int16_t>(e.tile), .splits = static_cast<std::int16_t>(e.splits), .share = static_cast<float>(near)};
    }
    for (std::size_t i = 0; i < out.count; ++i) out.list[i].share /= static_cast<float>(sum);
    return out;
  }
};
}  // namespace detail

/// The tile and split of the least time, weighed by learned preferences (the library's) or not (the fastest), at a clock in Hz. A
/// lower bound of every tile unsplit comes first, then the whole time of those that may still win.
/// `limit`: a score in s that the choice has to beat; where none does, the score is the limit and the rest is void.
[[nodiscard]] inline ChosenTile least_configuration(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock,
                                                    double limit = std::numeric_limits<double>::infinity()) {
  const double period = 1.0 / clock;
  const auto count = static_cast<std::size_t>(candidate_tiles(model, p));
  const bool weighed = chooser == Chooser::library;
  const auto preference = [&](std::size_t tile) {
    return weighed ? model.preference_factor[tile][static_cast<std::size_t>(p.choice)] : 1.0;
  };
  const auto split_preference = [&](std::size_t tile, int splits) {
    return weighed && splits > 1 ? model.tile_split_factor[tile] * model.split_factor[static_cast<std::size_t>(splits)] : 1.0;
  };
  const double spread = weighed ? model.spread[static_cast<std::size_t>(p.choice)] : 0.0, within = 1.0 + spread;
  const detail::TileBounds bound = detail::bound_tiles(model, p, period);
  const auto class_of = static_cast<std::size_t>(p.choice);
  const TileColumns& columns = model.columns;
  const detail::PerTile least = detail::weighed_bounds(bound.whole, weighed ? columns.preference[class_of] : columns.unweighed, count);
  const detail::PerTile least_split = detail::weighed_bounds(bound.split, weighed ? columns.split_preference[class_of] : columns.unweighed, count);
  const std::size_t promising = detail::least_tile(least, count), promising_split = detail::least_tile(least_split, count);
  ChosenTile best{};
  best.choice.score = limit;
  detail::Shortlist near;
  const auto consider = [&](std::size_t tile, int splits) {
    const int index = static_cast<int>(tile);
    const double factor = preference(tile) * split_preference(tile, splits);
    const detail::ConfigurationStart start = detail::start_configuration(model, p, index, splits, period);
    if (start.least * factor >= within * best.choice.score) return;
    const ConfigurationTime time = detail::finish_configuration(model, p, index, splits, start, weighed ? Sharing::as_chosen : Sharing::as_it_runs);
    const double score = time.total * factor;
    if (spread > 0.0 && score < within * best.choice.score) near.add({score, index, splits});
    if (score < best.choice.score) best = {.choice = {.tile = index, .splits = splits, .score = score}, .time = time};
  };
  if (least[promising] < limit) consider(promising, 1);
  const auto consider_splits = [&](std::size_t i) {
    const double tiles = detail::tiles_of(p, model.constants.tiles[i]);
    const detail::SplitBound bound_of = detail::bound_split(model, p, i, tiles, period);
    std::array<int, detail::split_candidate_count> splits{};
    const int candidates = detail::split_candidates(model, p, static_cast<int>(i), tiles, splits, weighed ? max_splits : most_parts);
    for (int j = 1; j < candidates; ++j) {
      const int s = splits[static_cast<std::size_t>(j)];
      if (bound_of.of(s) * preference(i) * split_preference(i, s) < within * best.choice.score) consider(i, s);
    }
  };
  const bool may_split = p.batch == 1.0;  // split_candidates(): batches are not
  if (may_split && least_split[promising_split] < within * best.choice.score) consider_splits(promising_split);
  for (std::size_t i = 0; i < count; ++i)
    if (i != promising && least[i] < within * best.choice.score) consider(i, 1);
  for (std::size_t i = 0; may_split && i < count; ++i)
    if (i != promising_split && least_split[i] < within * best.choice.score) consider_splits(i);
  if (weighed) best.choice.regret = expected_regret(model, p);
  if (near.count > 1) best.choice.rivals = near.rivals(best.choice, spread);
  return best;
}

/// A family's model with a product as it sees it: what a library weighs where it has kernels of two families for one product.
struct Contender {
  const GemmModel* model{};
  GemmProblem problem{};
  double clock{};  ///< Hz at which times are compared
};

/// A choice and the contender it belongs to.
struct Choice {
  std::size_t contender{};
  ChosenTile chosen{};
};

namespace detail {
inline constexpr std::size_t nobody = static_cast<std::size_t>(-1);

/// Whose kernel a leaf names.
[[nodiscard]] inline std::size_t contender_of(std::span<const Contender> contenders, GemmFamily family) {
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (contenders[i].model->constants.family == family) return i;
  return nobody;
}

/// The contender and configuration of the least time.
[[nodiscard]] inline Choice least_of_contenders(std::span<const Contender> contenders, Chooser chooser) {
  Choice best{};
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const Contender& c = contenders[i];
    const ChosenTile chosen = least_configuration(*c.model, c.problem, chooser, c.clock, limit);
    if (chosen.choice.score < limit) best = {.contender = i, .chosen = chosen}, limit = chosen.choice.score;
  }
  return best;
}

/// By how much the mean over the kernels of a leaf is longer than the first of them: mean of ln(time), by share. A leaf's
/// products run more than one kernel, and nothing tells which of them this one runs.
[[nodiscard]] inline double leaf_factor(std::span<const Contender> contenders, std::span<const ChoiceNode> leaf, double first) {
  double sum = 0.0, shares = leaf.front().share;
  for (const ChoiceNode& node : leaf.subspan(1)) {
    const std::size_t whose = contender_of(contenders, node.family);
    if (whose == nobody) continue;
    const Contender& c = contenders[whose];
    sum += node.share * std::log(named_configuration(*c.model, c.problem, node, c.clock).time.total / first);
    shares += node.share;
  }
  return sum == 0.0 ? 1.0 : std::exp(sum / shares);
}
}  // namespace detail

/// The tile and split that the library launches, as a decision tree names them where it was asked; elsewhere the best (time
/// weighed by learned preferences) or that is fastest (none). A named kernel that cannot be is not believed: then the fastest.
/// @pre contenders is not empty; what the library was asked about its first family counts
[[nodiscard]] inline Choice choose(std::span<const Contender> contenders, Chooser chooser) {
  const Contender& first = contenders.front();
  const std::span<const ChoiceNode> leaf = chooser == Chooser::library ? named_choice(*first.model, first.problem) : std::span<const ChoiceNode>{};
  const std::size_t whose = leaf.empty() ? detail::nobody : detail::contender_of(contenders, leaf.front().family);
  if (whose == detail::nobody) return detail::least_of_contenders(contenders, chooser);
  const Contender& own = contenders[whose];
  Choice named{.contender = whose, .chosen = named_configuration(*own.model, own.problem, leaf.front(), own.clock)};
  const double total = named.chosen.time.total;
  const auto doubtful = [&](const auto& bound) {
    return std::any_of(contenders.begin(), contenders.end(), [&](const Contender& c) { return total > implausible_loss * bound(*c.model, c.problem, c.clock); });
  };
  if (!certain(*first.model, leaf.front(), own.problem) && doubtful(least_work) && doubtful(least_of_all)) {
    const Choice fastest = detail::least_of_contenders(contenders, Chooser::fastest);
    if (total > implausible_loss * fastest.chosen.time.total) return fastest;
  }
  named.chosen.choice.regret *= detail::leaf_factor(contenders, leaf, total);
  return named;
}

/// Likewise, of one family alone.
[[nodiscard]] inline ChosenTile choose_configuration(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock) {
  const Contender only{.model = &model, .problem = p, .clock = clock};
  return choose(std::span(&only, 1), chooser).chosen;
}

[[nodiscard]] inline TileChoice choose_tile(const GemmModel& model, const GemmProblem& p, Chooser chooser, double clock) {
  return choose_configuration(model, p, chooser, clock).choice;
}

}  // namespace perfmodel