#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/for_each.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <string>
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
