#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
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

/// Collects changes: those that save time, and, where the step does not fit the card, those that make it fit.
class Adviser {
 public:
  /// @throws Error as estimate_step() for the network and recipe as they are
  Adviser(const Network& network, const Recipe& recipe, const CardModel& card)
      : network_{network}, recipe_{recipe}, card_{card}, now_{estimate_step(network, recipe, card)} {}

  [[nodiscard]] const StepEstimate& now() const { return now_; }

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
  bool consider(std::string change, std::string reason, const std::optional<Network>& network) {
    return network && consider(std::move(change), std::move(reason), *network, recipe_);
  }
  template <class Set>
  bool consider_recipe(std::string change, std::string reason, Set&& set) {
    Recipe changed = recipe_;
    set(changed);
    return consider(std::move(change), std::move(reason), network_, changed);
  }

  /// What fits first, then what saves most.
  [[nodiscard]] AdviceList answer() && {
    std::stable_sort(list_.begin(), list_.end(), [](const Advice& a, const Advice& b) {
      return a.fits != b.fits ? a.fits : a.saved() > b.saved();
    });
    return {now_, std::move(list_)};
  }

 private:
  [[nodiscard]] static Time per_sample(const StepEstimate& e, const Recipe& r) {
    return e.step / static_cast<double>(r.batch * r.accumulation);
  }

  const Network& network_;
  const Recipe& recipe_;
  const CardModel& card_;
  StepEstimate now_{};
  std::vector<Advice> list_{};
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
/// @throws Error as estimate_step() for the network and recipe as they are
[[nodiscard]] AdviceList advise(const Network& network, const Recipe& recipe, const CardModel& card);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/advise.ipp>
#endif
