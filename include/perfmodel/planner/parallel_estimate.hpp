#pragma once
#include <cstdint>
#include <memory>
#include <perfmodel/compiled.hpp>
#include <perfmodel/parallel/layout.hpp>
#include <perfmodel/planner/step_estimate.hpp>

namespace perfmodel {

/// A step on many cards. Times are of the whole step, memory of the fullest card.
struct ParallelEstimate {
  StepEstimate step{};
  double samples_per_second{}, tokens_per_second{};
  double mfu{};                     ///< model FLOP over what the cards could do in the time
  Time communication{}, exposed{};  ///< of one card: all of it, and what no computation hides
  double bubble{};                  ///< share of the step in which a pipeline's cards wait for work
};

/// Time, communication and memory of a step spread over the cards of a system.
/// @param recipe   batch: of all cards where the layout has a micro-batch, else of one data rank in one pass
/// @param card     whose steps these are; the links are the system's, not its own
/// @param nodes    hosts; 0: as many as the cards need
/// @throws Error naming what does not divide, does not fit the network, or is not known of the system
[[nodiscard]] ParallelEstimate estimate_parallel(const Network& network, const Recipe& recipe,
                                                 const ParallelLayout& layout, const HostSystem& system,
                                                 const CardModel& card, std::int64_t nodes = 0,
                                                 const MemoryOptions& memory = {});

/// The card with the links of a system instead of its own. @throws Error where these are not the card's
[[nodiscard]] CardModel on_system(CardModel card, const HostSystem& system);

/// How much of a step is worked out.
struct ParallelDetail {
  bool all_times{};  ///< of steps that do not fit the card, too; else these have their memory and no time
  bool folded{};     ///< of many equal blocks only a few are traced, and the rest is taken to add as much each: times
                     ///< and memory are then within about a hundredth of those of all blocks
  bool untimed{};    ///< memory alone
};

/// estimate_parallel() of one network on one system for many recipes and layouts: what they share is worked out once.
/// Not for several threads at once. The network must outlive it.
class ParallelSteps {
 public:
  /// @throws Error where the system's links are not the card's
  ParallelSteps(const Network& network, const HostSystem& system, const CardModel& card,
                const MemoryOptions& memory = {}, const ParallelDetail& detail = {});
  /// Another card, whose steps share with those of `like` what does not depend on the card: networks, traces, replays.
  /// Both are of one thread. @throws Error for another software, and where the system's links are not the card's
  ParallelSteps(const ParallelSteps& like, const HostSystem& system, const CardModel& card);
  /// The same of cards that are on_system() already, which are not copied: some hundred kilobytes each.
  /// @param alike  steps under another software whose operations these share, for share_prices(). Both are of one
  /// thread
  ParallelSteps(const Network& network, HostSystem system, std::shared_ptr<const CardModel> card,
                const MemoryOptions& memory = {}, const ParallelDetail& detail = {},
                const ParallelSteps* alike = nullptr);
  ParallelSteps(const ParallelSteps& like, HostSystem system, std::shared_ptr<const CardModel> card);
  /// Prices operations once for both, if they cost the same. @param alike  the same card under another framework; its
  ///   model must outlive this
  void share_prices(const ParallelSteps& alike);
  ParallelSteps(ParallelSteps&&) noexcept;
  ParallelSteps& operator=(ParallelSteps&&) noexcept;
  ~ParallelSteps();

  /// @throws Error as estimate_parallel() does
  [[nodiscard]] ParallelEstimate operator()(const Recipe& recipe, const ParallelLayout& layout, std::int64_t nodes = 0);
  /// Whether the step fits the card, by its memory alone. @throws Error as estimate_parallel() does
  [[nodiscard]] bool fits(const Recipe& recipe, const ParallelLayout& layout, std::int64_t nodes = 0);
  /// Whether the step takes longer than `limit`, known of one on a single card in one pass before all of its operations
  /// are priced; false of others, whatever they take. @throws Error as estimate_parallel() does
  [[nodiscard]] bool outlasts(const Recipe& recipe, const ParallelLayout& layout, Time limit, std::int64_t nodes = 0);
  [[nodiscard]] const HostSystem& system() const;
  [[nodiscard]] const CardModel& card() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

/// Bytes of parameters, gradients and optimizer state that a card of the layout holds at least: a bound from below on
/// what a step takes, from counts alone.
[[nodiscard]] Bytes least_state(double parameters, const Recipe& recipe, const ParallelLayout& layout);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/parallel_estimate.ipp>
#endif
