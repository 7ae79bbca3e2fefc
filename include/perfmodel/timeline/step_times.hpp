#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/software/host_profile.hpp>
#include <perfmodel/timeline/operation_prices.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// What of a step costs time, in short: many cards run it, side by side in the lanes of the processor's vectors.
class TimedStep {
 public:
  struct Event {
    enum class Kind : std::uint8_t { host, execute, allocate, wait, nothing } kind{Kind::nothing};
    bool turns{};               ///< a backward pass begins or ends with it
    HostOp op{};                ///< of host work
    std::uint32_t operation{};  ///< of execute: place in operations()
    std::int64_t count{1};      ///< of host work
  };

  /// The next event of the step. Releases cost nothing.
  void push_back(const TraceEvent& event);
  /// No more events follow.
  void end();

  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  /// The different ones, in the order of their first run.
  [[nodiscard]] const std::vector<OperationId>& operations() const { return operations_; }
  [[nodiscard]] bool taped() const { return taped_; }
  [[nodiscard]] bool waits() const { return waits_; }
  [[nodiscard]] bool ends_backward() const { return backward_; }

 private:
  std::vector<Event> events_{};
  std::vector<OperationId> operations_{};
  std::vector<std::uint32_t> places_{};  ///< by OperationId, + 1
  bool taped_{}, waits_{}, backward_{}, left_out_{};
};

/// A card of step_times(). Both must outlive the call.
struct TimedCard {
  OperationPrices* prices{};  ///< of the step's operations
  const HostProfile* host{};
};

/// Times of a step on each of several cards: to the last digit what step_time() says of each, without its layers and
/// phases.
/// @throws Error as step_time() does, for the first card that it does for
[[nodiscard]] std::vector<StepTime> step_times(const TimedStep& step, std::span<const TimedCard> cards);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/step_times.ipp>
#endif
