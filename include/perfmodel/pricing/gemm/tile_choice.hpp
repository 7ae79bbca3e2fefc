#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <perfmodel/pricing/gemm/tile_search.hpp>
#include <span>

namespace perfmodel {

/// What the library says it launches for this product; empty: nobody asked it about such products of this family.
[[nodiscard]] inline std::span<const ChoiceNode> named_choice(const GemmModel& model, const GemmProblem& p) {
  const std::span<const ChoiceNode> nodes = model.trees[static_cast<std::size_t>(p.kind)];
  return nodes.empty() ? nodes : choice_of(nodes, choice_features(p, model.sms));
}

/// The variant of a skinny kernel that the library launches: the one that computes fewest rows too many, of several the
/// largest. So did all of 105 on an H200 (gemm_linear.csv).  @pre tile is skinny
[[nodiscard]] inline int skinny_variant(const GemmConstants& c, double rows, int tile) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < c.tile_count; ++i) {
    const GemmTile& t = c.tiles[static_cast<std::size_t>(i)];
    const double computed = round_up(rows / t.n) * t.n;
    if (t.skinny && computed <= least) least = computed, tile = i;
  }
  return tile;
}

/// The time of one named kernel.  @pre kernel.family is the model's
[[nodiscard]] inline ChosenTile named_configuration(const TimedProduct& product, const NamedKernel& kernel) {
  const GemmModel& model = *product.model;
  const GemmProblem& p = product.problem;
  const int tile =
      model.constants.tiles[kernel.tile].skinny ? skinny_variant(model.constants, p.rows, kernel.tile) : kernel.tile;
  const GemmTile& t = model.constants.tiles[static_cast<std::size_t>(tile)];
  const int splits = parts_of(split_rules[kernel.split], tiles_of(p, t), p.k, model.sms);
  const ConfigurationTime time = configuration_time(product, tile, splits, Sharing::as_it_runs, kernel.reduction);
  return {.choice = {.tile = tile, .splits = splits, .score = time.total, .regret = expected_regret(model, p)},
          .time = time};
}

/// Whether a leaf is to be believed whatever its time: nearly all of its products ran this kernel, and the product is
/// within what the library was asked about (LibraryTrust). Held out, such kernels of more than twice the fastest
/// time (11 products) were 14 % off with the leaf's, 56 % with the fastest one's. With a bias, too: there the library
/// has few kernels, and often runs one that takes twice as long as what it would run without.
[[nodiscard]] inline bool certain(const GemmModel& model, const ChoiceNode& leaf, const GemmProblem& p) {
  const auto tree = [&](ProductKind kind) { return model.trees[static_cast<std::size_t>(kind)].data(); };
  if (p.kind == ProductKind::with_bias && tree(ProductKind::with_bias) != tree(ProductKind::single)) return true;
  constexpr double whole = std::numeric_limits<decltype(leaf.share)>::max();
  const LibraryTrust& trust = model.shared.trust;
  return leaf.share >= trust.certain_share * whole && std::max(p.columns, p.rows) <= trust.certain_extent &&
         p.k <= trust.certain_k;
}

/// A choice and which of several products, one under each family that the library weighs, it belongs to.
struct Choice {
  std::size_t contender{};
  ChosenTile chosen{};
};

namespace detail {
inline constexpr std::size_t nobody = static_cast<std::size_t>(-1);

/// Whose kernel a leaf names.
[[nodiscard]] inline std::size_t contender_of(std::span<const TimedProduct> contenders, GemmFamily family) {
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (contenders[i].model->constants.family == family) return i;
  return nobody;
}

/// Whether a kernel that takes `seconds` takes so much longer than the fastest of some contender that a library would
/// hardly launch it. A quick bound comes before the bounds of all tiles.
[[nodiscard]] inline bool doubtful(std::span<const TimedProduct> contenders, double seconds) {
  const auto exceeds = [&](double (*bound)(const TimedProduct&)) {
    return std::any_of(contenders.begin(), contenders.end(), [&](const TimedProduct& c) {
      return seconds > c.model->shared.trust.implausible_loss * bound(c);
    });
  };
  return exceeds(least_work) && exceeds(least_of_all);
}

/// The contender and configuration of the least time.
[[nodiscard]] inline Choice least_of_contenders(std::span<const TimedProduct> contenders, Chooser chooser) {
  Choice best{};
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const ChosenTile chosen = least_configuration(contenders[i], chooser, limit);
    if (chosen.choice.score < limit) best = {.contender = i, .chosen = chosen}, limit = chosen.choice.score;
  }
  return best;
}

/// Likewise, as a library chooses by preferences. They were learned from products of many blocks: the fewer a kernel
/// has, the less it is believed where it takes implausibly long. Batches of the library of products run the preferred
/// kernel however few its blocks (docs/lab/2026-11-27-neighbours-2.md).
[[nodiscard]] inline Choice preferred(std::span<const TimedProduct> contenders, Chooser chooser) {
  const Choice best = least_of_contenders(contenders, chooser);
  const ConfigurationTime& time = best.chosen.time;
  const GemmModel& model = *contenders[best.contender].model;
  const LibraryTrust& trust = model.shared.trust;
  const double believed = time.total / std::max(1.0, static_cast<double>(time.blocks) / (trust.few_blocks * model.sms));
  const bool batched = contenders[best.contender].problem.choice == ChoiceClass::batched;
  if (chooser == Chooser::fastest || (batched && chooser == Chooser::library) || !doubtful(contenders, believed))
    return best;
  const Choice fastest = least_of_contenders(contenders, Chooser::fastest);
  return believed > trust.implausible_loss * fastest.chosen.time.total ? fastest : best;
}
}  // namespace detail

/// The tile and split that the library launches, as a decision tree names them where it was asked; elsewhere the best
/// (time weighed by learned preferences) or that is fastest (none). A named kernel that cannot be is not believed: then
/// the fastest. A leaf's products run more than one kernel, and nothing tells which of them this one runs.
/// @pre contenders is not empty; what the library was asked about its first family counts
[[nodiscard]] inline Choice choose(std::span<const TimedProduct> contenders, Chooser chooser) {
  const TimedProduct& first = contenders.front();
  const std::span<const ChoiceNode> leaf =
      chooser != Chooser::fastest ? named_choice(*first.model, first.problem) : std::span<const ChoiceNode>{};
  const auto whose = [&](const ChoiceNode& node) {
    return detail::contender_of(contenders, kernel_of(node.candidate).family);
  };
  const std::size_t own = leaf.empty() ? detail::nobody : whose(leaf.front());
  if (own == detail::nobody) return detail::preferred(contenders, chooser);
  const auto run = [&](const ChoiceNode& node) {
    return named_configuration(contenders[whose(node)], kernel_of(node.candidate));
  };
  Choice named{.contender = own, .chosen = run(leaf.front())};
  const double total = named.chosen.time.total;
  if (!certain(*first.model, leaf.front(), contenders[own].problem) && detail::doubtful(contenders, total)) {
    const Choice fastest = detail::least_of_contenders(contenders, Chooser::fastest);
    if (total > first.model->shared.trust.implausible_loss * fastest.chosen.time.total) return fastest;
  }
  named.chosen.choice.regret *= mean_ratio(
      leaf.front().share, total, leaf.subspan(1),
      [&](const ChoiceNode& node) { return whose(node) == detail::nobody ? 0.0 : 1.0 * node.share; },
      [&](const ChoiceNode& node) { return run(node).time.total; });
  return named;
}

/// Likewise, of one family alone.
[[nodiscard]] inline ChosenTile choose_configuration(const TimedProduct& product, Chooser chooser) {
  return choose(std::span(&product, 1), chooser).chosen;
}

[[nodiscard]] inline TileChoice choose_tile(const GemmModel& model, const GemmProblem& p, Chooser chooser,
                                            double clock) {
  return choose_configuration(timed_product(model, p, clock), chooser).choice;
}

}  // namespace perfmodel
