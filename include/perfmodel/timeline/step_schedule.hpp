#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/software/precision.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace perfmodel {

/// Who works: the host, the card's compute stream, or its communication stream.
enum class Lane : std::uint8_t { host, compute, communication };
inline constexpr std::size_t lane_count = 3;

[[nodiscard]] constexpr std::string_view name(Lane lane) {
  constexpr std::array<std::string_view, lane_count> names{"host", "compute", "communication"};
  return names[static_cast<std::size_t>(lane)];
}

/// One piece of work of a step, from begin to end, counted from the beginning of the first step.
struct ScheduledSpan {
  Lane lane{};
  Time begin{}, end{};
  std::size_t event{};  ///< of the trace's step; of an exchange: the event after which its bucket was full
  bool waits{};         ///< the host does nothing: it waits for the device
  Bytes exchanged{};    ///< gradients that an exchange carries
};

/// Steps one after the other, from an idle card.
struct StepSchedule {
  std::vector<ScheduledSpan> spans{};  ///< of the last step
  std::vector<Time> ends{};            ///< of each step: host and card have done its work
};

/// Gradients that other cards wait for. A bucket is sent when the backward pass has filled it, and the optimizer waits
/// for the last one (Li et al. 2020, doi:10.14778/3415478.3415530).
struct GradientExchange {
  std::vector<Bytes> gradients{};           ///< of each layer; empty: nothing is exchanged
  Bytes bucket{};                           ///< sent at once; > 0 where anything is exchanged
  std::function<Time(Bytes)> all_reduce{};  ///< of so many bytes
};

/// Elements of each layer's own trainable parameters. @throws Error as infer_shapes()
[[nodiscard]] std::vector<double> parameters_by_layer(const Network& network);

/// Gradients of each layer's own trainable parameters; what belongs to no layer comes last.
/// @throws Error as infer_shapes()
[[nodiscard]] std::vector<Bytes> gradients_by_layer(const Network& network, Precision precision);

/// When host and card do what in a step: the clocks of step_time(), written down. Without an exchange the last step is
/// as long as step_time() says, once the host's lead over the card no longer changes.
/// @param steps  run one after the other; the last one is written down. >= 1
/// @throws Error as step_time() does, and for an exchange whose gradients are not one a layer or whose bucket is empty
[[nodiscard]] StepSchedule step_schedule(std::span<const TraceEvent> events, std::size_t layers,
                                         OperationPrices& prices, const HostProfile& profile,
                                         const GradientExchange& exchange = {}, int steps = 3);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/step_schedule.ipp>
#endif
