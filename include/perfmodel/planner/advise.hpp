#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/for_each.hpp>
#include <perfmodel/network/image_rewrite.hpp>
#include <perfmodel/network/rewrite.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/what_if.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// A change to a network or its recipe, costed by the model: what "NN Performance optimization" (Molchanov, NVIDIA)
/// recommends, applied to the user's own network. Times are per sample, since some changes alter the batch.
struct Advice {
  std::string change{};
  std::string reason{};
  Time before{}, after{};
  Bytes device_used{};  ///< of the changed step
  bool fits{};          ///< the changed step, into the card
  [[nodiscard]] Time saved() const { return before - after; }
};

/// The step as it is, and every change that helps it.
struct AdviceList {
  StepEstimate now{};
  std::vector<Advice> changes{};
};

namespace detail {

/// What changes are worth beside the step as it is: keeps those that save time, and, where the step does not fit the
/// card, those that make it fit.
class Changes {
 public:
  Changes(const StepEstimate& now, const Network& network, const Recipe& recipe, const CardModel& card)
      : now_(now), network_(network), recipe_(recipe), card_(card) {}

  /// @returns whether the changed step fits
  bool consider(std::string change, std::string reason, const Network& network, const Recipe& recipe) {
    return consider(std::move(change), std::move(reason), network, recipe, card_);
  }
  bool consider(std::string change, std::string reason, const Network& network, const Recipe& recipe,
                const CardModel& card) {
    const StepEstimate e = estimate_step(network, recipe, card);
    const Advice a{.change = std::move(change),
                   .reason = std::move(reason),
                   .before = per_sample(now_, recipe_),
                   .after = per_sample(e, recipe),
                   .device_used = e.device_used,
                   .fits = e.fits};
    const bool useful = now_.fits ? a.fits && a.after < a.before : a.fits || a.after < a.before;
    if (useful) list_.push_back(a);
    return e.fits;
  }
  template <class Set>
  bool consider_recipe(std::string change, std::string reason, Set&& set) {
    Recipe changed = recipe_;
    set(changed);
    return consider(std::move(change), std::move(reason), network_, changed);
  }
  [[nodiscard]] const std::vector<Advice>& list() const { return list_; }

 private:
  [[nodiscard]] static Time per_sample(const StepEstimate& e, const Recipe& r) {
    return e.step / static_cast<double>(r.batch * r.accumulation);
  }

  const StepEstimate& now_;
  const Network& network_;
  const Recipe& recipe_;
  const CardModel& card_;
  std::vector<Advice> list_{};
};

/// Collects what is to be considered, and has all of it worked out at once when the answer is asked for.
class Adviser {
 public:
  /// What is considered together: a change, and others that depend on whether it fits.
  using Work = std::function<void(Changes&)>;

  /// @throws Error as estimate_step() for the network and recipe as they are
  Adviser(const Network& network, const Recipe& recipe, const CardModel& card, const ForEach& each)
      : network_{network}, recipe_{recipe}, card_{card}, each_{each}, now_{estimate_step(network, recipe, card)} {}

  [[nodiscard]] const StepEstimate& now() const { return now_; }
  [[nodiscard]] const ForEach& each() const { return each_; }

  void add(Work work) { works_.push_back(std::move(work)); }
  void consider(std::string change, std::string reason, std::optional<Network> network) {
    if (!network) return;
    add([change = std::move(change), reason = std::move(reason), network = std::move(*network),
         &recipe = recipe_](Changes& to) { (void)to.consider(change, reason, network, recipe); });
  }
  template <class Set>
  void consider_recipe(std::string change, std::string reason, Set&& set) {
    add([change = std::move(change), reason = std::move(reason), set](Changes& to) {
      (void)to.consider_recipe(change, reason, set);
    });
  }

  /// What fits first, then what saves most.
  [[nodiscard]] AdviceList answer() && {
    std::vector<Changes> found(works_.size(), Changes(now_, network_, recipe_, card_));
    each_(works_.size(), [&](std::size_t i) { works_[i](found[i]); });
    std::vector<Advice> list;
    for (const Changes& some : found) list.insert(list.end(), some.list().begin(), some.list().end());
    std::stable_sort(list.begin(), list.end(), [](const Advice& a, const Advice& b) {
      return a.fits != b.fits ? a.fits : a.saved() > b.saved();
    });
    return {now_, std::move(list)};
  }

 private:
  const Network& network_;
  const Recipe& recipe_;
  const CardModel& card_;
  const ForEach& each_;
  StepEstimate now_{};
  std::vector<Work> works_{};
};

/// Number formats, memory format, framework and optimizer.
void consider_formats(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card);

/// Larger batches, where need be by way of checkpointing or of several passes; smaller passes where the batch does not
/// fit.
void consider_batches(Adviser& adviser, const Network& network, const Recipe& recipe);

/// The depthwise convolutions whose replacement by full ones saves time, all of these at once.
void consider_full_convolutions(Adviser& adviser, const Network& network, const Recipe& recipe, const StepModel& model);

/// Shapes that fit tensor cores, fewer passes over memory.
void consider_rewrites(Adviser& adviser, const Network& network, const Recipe& recipe, const CardModel& card);

}  // namespace detail

/// Every change that applies alone: the one that saves most first. Changes that cost time are left out, unless the step
/// does not fit the card and the change makes it fit; changes that do not fit are left out where the step itself does.
/// @param each  works the changes out, e.g. among threads; the answer is the same
/// @throws Error as estimate_step() for the network and recipe as they are
[[nodiscard]] AdviceList advise(const Network& network, const Recipe& recipe, const CardModel& card,
                                const ForEach& each = one_by_one);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/advise.ipp>
#endif
