#pragma once
#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <perfmodel/planner/rank.hpp>
#include <vector>

namespace perfmodel {

/// The best option so far of each card, for a search that several threads share, and what need not be priced beside it:
/// options that could not come near it if they took as little time as they may. Whoever asks for more than the best of
/// each card and what comes close to it cannot use them.
class Leaders {
 public:
  /// Share of the leader's merit that an option must be able to reach. The search's times of many equal blocks are
  /// within about a hundredth (ParallelDetail::folded), and recommended() looks at what is within a twentieth.
  static constexpr double reach = 0.9;
  /// The same share of what it has to reach, of an option whose time is exact: sums are rounded.
  static constexpr double exact = 0.999;

  /// The question must outlive them.
  explicit Leaders(const Question& question)
      : question_(question), best_(question.devices.size()), left_(question.devices.size()) {}

  void add(const Option& option) {
    const std::lock_guard lock(mutex_);
    keep_better(best_[option.candidate.device], option);
  }
  /// Whether an option is left behind. @param at_best  it with the least time that it may take, and no energy
  [[nodiscard]] bool outpace(const Option& at_best) {
    const std::lock_guard lock(mutex_);
    const std::optional<Option>& best = best_[at_best.candidate.device];
    if (!best || !(merit(question_, *best, at_best) < reach)) return false;
    keep_better(left_[at_best.candidate.device], at_best);
    return true;
  }
  /// The longest step, its time being exact, with which a candidate may be the best option of its card, or be
  /// recommended() instead of it, as only what differs from the best by a smaller batch is. Nothing: it is not known,
  /// or what the best is follows from more than times.
  /// @param own  the best so far of the options that differ from the candidate by their batch, if any; all larger ones
  ///   have been looked at
  [[nodiscard]] std::optional<Time> longest(const Candidate& candidate, const Option* own) {
    const std::lock_guard lock(mutex_);
    const std::optional<Option>& best = best_[candidate.device];
    if (!best) return std::nullopt;
    const bool leads = own != nullptr && rank_of(question_, *own) <= rank_of(question_, *best);
    const double least = exact * (leads ? 1.0 - recommended_tolerance : 1.0);
    if (question_.goal == Goal::samples_per_second)
      return static_cast<double>(candidate.batch) / (least * best->samples_per_second) * second;
    if (question_.goal == Goal::time) return best->time / (least * steps_of(question_.amount, candidate.batch));
    return std::nullopt;
  }
  /// Whether what was left behind does not matter to these options, the answer: they have one of each card that it is
  /// no match for.
  [[nodiscard]] bool stand(const std::vector<Option>& options) const {
    std::vector<std::optional<Option>> best(best_.size());
    for (const Option& option : options) keep_better(best[option.candidate.device], option);
    for (std::size_t device = 0; device < best.size(); ++device)
      if (left_[device] &&
          (!best[device] || !(merit(question_, *best[device], *left_[device]) < 1.0 - recommended_tolerance)))
        return false;
    return true;
  }

 private:
  void keep_better(std::optional<Option>& kept, const Option& option) const {
    if (!kept || rank_of(question_, option) < rank_of(question_, *kept)) kept = option;
  }

  const Question& question_;
  std::mutex mutex_{};
  std::vector<std::optional<Option>> best_{}, left_{};  ///< by card; of those left behind, as they may be at best
};

}  // namespace perfmodel
