#pragma once
#include <cstddef>
#include <perfmodel/compiled.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/timeline/timed_step.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// A card of step_times(). Both must outlive the call.
struct TimedCard {
  OperationPrices* prices{};  ///< of the step's operations
  const HostProfile* host{};
};

/// Times of a step on each of several cards, side by side in the lanes of the processor's vectors: to the last digit
/// what step_time() says of each, without its layers and launches.
/// @throws Error as step_time() does, for the first card that it does for
[[nodiscard]] std::vector<StepTime> step_times(const TimedStep& step, std::span<const TimedCard> cards);

/// The time of a step on one card: to the last digit what step_time() says of its events, without launches, and of its
/// layers no more than what their kernels take. @param layers  number of the network's layers
[[nodiscard]] StepTime step_time(const TimedStep& step, std::size_t layers, const TimedCard& card);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/step_times.ipp>
#endif
