#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/memory/scratch_table.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/timeline/step_times.hpp>
#include <span>
#include <vector>

namespace perfmodel {

/// Steps of many networks and recipes on several cards, as a sweep asks for them: estimate_step() of each, to the last
/// digit, but what they share is done once. A step is traced once for all cards, timed together for those whose
/// operations make as many allocations, and replayed once for those on which they take the same scratch memory; an
/// operation that comes again, in whatever network, is priced once per card. Not for several threads at a time: each
/// has its own.
class StepSweep {
 public:
  /// @param cards  of one software; they must outlive the sweep
  explicit StepSweep(std::span<const CardModel> cards, const MemoryOptions& memory = {});
  StepSweep(const StepSweep&) = delete;  // prices point to the list of operations
  StepSweep& operator=(const StepSweep&) = delete;

  /// The step that on() is about from here on. The network must outlive it.
  void ask(const Network& network, const Recipe& recipe);
  /// Its time and memory on a card. @throws Error as estimate_step() does
  [[nodiscard]] StepEstimate on(std::size_t card);

 private:
  /// What is known of the operations on one card.
  struct OnCard {
    OperationPrices prices;
    HostProfile host{};
    std::size_t scratch{};  ///< place in the table
  };
  /// A step's replay where nothing limits it, on a card and those with the same scratch.
  struct Replayed {
    std::size_t card{};
    Replay unlimited{};
    std::optional<AllocationProgram> program{};  ///< where a card's limit asks for it
  };

  void trace_on(std::size_t card);
  [[nodiscard]] bool compiled() const;
  [[nodiscard]] bool shares_times(std::size_t one, std::size_t other) const;
  [[nodiscard]] bool shares_trace(std::size_t one, std::size_t other) const;
  [[nodiscard]] AllocationProgram program_on(std::size_t card) const;
  [[nodiscard]] TimedStep timed_on(std::size_t card) const;
  [[nodiscard]] bool can_price(std::size_t card);
  void time_with_others(std::size_t card);
  [[nodiscard]] Replayed& replayed_on(std::size_t card);
  void replay_alone(std::size_t card);
  [[nodiscard]] std::vector<std::size_t> replayed_with(std::size_t card);

  std::span<const CardModel> cards_;
  MemoryOptions memory_;
  OperationList operations_{};  ///< of all steps so far
  ScratchTable scratch_{operations_};
  std::vector<OnCard> known_{};
  const Network* network_{};
  Recipe recipe_{};
  StepTrace trace_{};  ///< bare, unless the software compiles steps: those depend on the eager step's scratch memory
  bool traced_{};
  std::size_t card_{};               ///< that the trace is of
  std::optional<BareStep> bare_{};   ///< of the trace
  std::vector<OperationId> used_{};  ///< by the trace
  std::vector<Replayed> replayed_{};
  std::vector<std::optional<StepTime>> times_{};  ///< by card
};

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/step_sweep.ipp>
#endif
