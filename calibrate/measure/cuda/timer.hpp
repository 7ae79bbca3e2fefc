#pragma once
#include <functional>

#include "session.hpp"

namespace perfmodel::calibrate {

/// How one case is to be timed.
struct TimingPlan {
  double guess_us = 0;        ///< expected time of one call; 0: time a call first
  std::size_t set_bytes = 0;  ///< bytes that one call touches (its operands and results)
  std::size_t sets = 1;       ///< how many operand sets there are; call i uses set i % sets
  bool cold = true;           ///< operands must come from device memory
  bool sustained = false;     ///< run for `sustained_us` first, without a pause, then time
};

/// The answer. `noise` is the scaled median absolute deviation of the replays over their median.
struct Timing {
  double time_us = 0, noise = 0;
  int repeats = 0;
  ClockReading clock{};
};

/// Times a call on the device: as many copies of it as fill about a millisecond are recorded into a CUDA graph, which
/// is replayed behind a kernel long enough for the host to be ahead, between two device events. No host cost is inside.
/// time = median over replays of (elapsed / calls). Cold: consecutive calls use different sets; where all sets together
/// are not a multiple of the L2 cache, a pass that reads other memory evicts them before each replay. Isolated: where
/// the clock right after the work is below the highest seen, the card still pays for earlier cases: it rests, the case
/// is timed again, and the timing at the highest clock counts.
class Timer {
 public:
  explicit Timer(Session& session);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  /// @param call enqueues the call on the session's stream with operand set `set`
  [[nodiscard]] Timing time(const TimingPlan& plan, const std::function<void(std::size_t set)>& call);
  /// Back-to-back event timing without a graph, for calls that cannot be captured.
  [[nodiscard]] double stream_period_us(int calls, const std::function<void(std::size_t set)>& call);
  /// Evicts the L2 cache by reading other memory.
  void flush();

 private:
  [[nodiscard]] double one_call_us(const std::function<void(std::size_t)>& call, std::size_t sets);
  Session& session_;
  DeviceBuffer other_{};
  ClockProbe probe_{};
  Event start_{}, stop_{};
  double highest_mhz_ = 0;
};

}  // namespace perfmodel::calibrate
