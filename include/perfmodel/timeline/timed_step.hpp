#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/trace/step_trace.hpp>
#include <perfmodel/visit.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

/// What of a step costs time, in short: 16 bytes an event, where a trace has 40, and nothing of what is only memory.
class TimedStep {
 public:
  struct Event {
    enum class Kind : std::uint8_t { host, execute, allocate, wait, nothing } kind{Kind::nothing};
    bool turns{};  ///< a backward pass begins or ends with it
    HostOp op{};   ///< of host work
    Phase phase{};
    std::int32_t layer{-1};
    std::int64_t number{1};  ///< of host work: how often; of execute: place in operations()

    [[nodiscard]] std::size_t place() const { return static_cast<std::size_t>(number); }
  };

  /// The next event of the step. Releases cost nothing.
  void put(const HostWork& work, Phase phase, std::int32_t layer) {
    add({.kind = Event::Kind::host, .op = work.op, .phase = phase, .layer = layer, .number = work.count});
  }
  void put(const Execute& executed, Phase phase, std::int32_t layer) {
    add({.kind = Event::Kind::execute, .phase = phase, .layer = layer, .number = place_of(executed.operation)});
  }
  void put(const Allocate&, Phase phase, std::int32_t layer) {
    add({.kind = Event::Kind::allocate, .phase = phase, .layer = layer});
  }
  void put(const Release&, Phase phase, std::int32_t layer) {
    left_out_ = (phase == Phase::backward) == backward_;
    if (!left_out_) add({.phase = phase, .layer = layer});
  }
  void put(const Synchronize&, Phase phase, std::int32_t layer) {
    waits_ = true;
    add({.kind = Event::Kind::wait, .phase = phase, .layer = layer});
  }
  void push_back(const TraceEvent& event) {
    perfmodel::visit([&](const auto& what) { put(what, event.phase, event.layer); }, event.what);
  }
  /// No more events follow.
  void end() {
    if (std::exchange(left_out_, false)) events_.push_back({});
  }
  void reserve(std::size_t events) { events_.reserve(events); }

  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  /// The different ones, in the order of their first run.
  [[nodiscard]] const std::vector<OperationId>& operations() const { return operations_; }
  [[nodiscard]] bool taped() const { return taped_; }
  [[nodiscard]] bool waits() const { return waits_; }
  [[nodiscard]] bool ends_backward() const { return backward_; }

 private:
  void add(Event event) {
    const bool now = event.phase == Phase::backward;
    event.turns = std::exchange(backward_, now) != now;
    taped_ = taped_ || now;
    left_out_ = false;
    events_.push_back(event);
  }
  [[nodiscard]] std::int64_t place_of(OperationId id) {
    if (id >= places_.size()) places_.resize(id + 1);
    std::uint32_t& place = places_[id];
    if (place == 0) {
      operations_.push_back(id);
      place = static_cast<std::uint32_t>(operations_.size());
    }
    return place - 1;
  }

  std::vector<Event> events_{};
  std::vector<OperationId> operations_{};
  std::vector<std::uint32_t> places_{};  ///< by OperationId, + 1
  bool taped_{}, waits_{}, backward_{}, left_out_{};
};

}  // namespace perfmodel
