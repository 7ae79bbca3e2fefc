#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/planner/leaders.hpp>
#include <perfmodel/planner/rank.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace perfmodel {

/// Prices one step of a candidate; nothing if the card cannot compute in that precision. Memory must not shrink when
/// the samples of a pass grow: the search stops at the first pass that does not fit. An Error of a candidate on several
/// cards says why it cannot be spread; one on a single card ends the search.
template <class F>
concept Evaluator = requires(F evaluate, const Candidate& candidate) {
  { evaluate(candidate) } -> std::same_as<std::optional<StepEstimate>>;
};

/// An Evaluator that also says, at less cost, what a step takes at least (0: nothing is known), and whether it fits.
template <class F>
concept BoundedEvaluator = Evaluator<F> && requires(F evaluate, const Candidate& candidate) {
  { evaluate.least(candidate) } -> std::same_as<Time>;
  { evaluate.fits(candidate) } -> std::same_as<bool>;
};

namespace detail {

/// Keeps the smaller of two misses.
template <class Q>
void nearer(std::optional<Miss<Q>>& kept, const std::optional<Miss<Q>>& other) {
  if (other && (!kept || other->by < kept->by)) kept = other;
}

/// Whether the option is within the limits on time, cost and power; else it is counted among the rejections.
[[nodiscard]] bool within_limits(const Question& question, const Option& option, Rejections& no);

/// Samples of one pass that a share of a batch may be split into, the largest first.
[[nodiscard]] std::vector<std::int64_t> pass_sizes(const Question& question, std::int64_t share, std::int64_t most);

/// Counts a candidate that does not fit, and `rest` larger ones with it.
void reject(const Question& question, const Candidate& candidate, const StepEstimate& e, std::int64_t rest,
            Rejections& no);

/// Counts why a candidate cannot be spread.
void add_reason(Rejections& no, const std::string& why, std::int64_t count);

/// All batches of one device, precision, setting and way to spread a step, smallest first.
template <class F>
class CandidateBatches {
 public:
  /// @param leaders  where given, candidates that these outpace are not priced
  CandidateBatches(const Question& question, const Candidate& candidate, F& evaluate, Answer& answer,
                   Leaders* leaders = nullptr)
      : question_(question),
        candidate_(candidate),
        evaluate_(evaluate),
        answer_(answer),
        leaders_(leaders),
        batches_(question.batches) {
    std::sort(batches_.begin(), batches_.end());
  }

  /// Tries one more batch. @returns whether larger ones may be asked for
  [[nodiscard]] bool next() {
    if (tried_ == batches_.size()) return false;
    const auto rest = static_cast<std::int64_t>(batches_.size() - tried_);
    try {
      if (!one(batches_[tried_++], rest)) tried_ = batches_.size();
    } catch (const Error& error) {
      if (candidate_.gpus == 1) throw;
      add_reason(answer_.rejections, error.what(), rest);
      tried_ = batches_.size();
    }
    return tried_ < batches_.size();
  }

 private:
  /// @param rest  batches from this one on. @returns whether larger batches may be asked for
  [[nodiscard]] bool one(std::int64_t batch, std::int64_t rest) {
    Rejections& no = answer_.rejections;
    const std::int64_t shares = candidate_.spread.layout.shares(), passes = std::max<std::int64_t>(question_.passes, 1);
    candidate_.batch = batch;
    if (batch % (shares * passes) != 0) return ++no.indivisible, true;
    if (batch / (shares * passes) < question_.least_per_pass) return ++no.too_small, true;
    std::optional<Option> best;
    std::optional<StepEstimate> too_large;
    const std::int64_t stages = candidate_.spread.layout.pp;
    if (outpaced(batch / shares)) return skipped_.push_back(batch / shares), ++answer_.outpaced, true;
    settle();
    candidate_.batch = batch;
    const std::vector<std::int64_t> sizes = sizes_of(batch / shares);
    int fitting = 0;
    for (const std::int64_t size : sizes) {
      candidate_.spread.layout.micro_batch = size;
      if (!may_fit()) {
        too_large = StepEstimate{};
        most_ = std::min(most_, size - 1);
        continue;
      }
      const std::optional<StepEstimate> estimate = evaluate_(std::as_const(candidate_));
      if (!estimate) return no.unsupported += rest, false;
      if (!estimate->fits || (question_.max_memory && estimate->device_used > *question_.max_memory)) {
        too_large = estimate;
        most_ = std::min(most_, size - 1);
        continue;
      }
      Option option = make_option(question_, candidate_, *estimate);
      if (!best || rank_of(question_, option) < rank_of(question_, *best)) best = std::move(option);
      if (stages == 1 || ++fitting == most_splits) break;  // smaller passes help a pipeline alone
    }
    if (!best && !too_large) return ++no.does_not_fit, true;  // no split of the share is small enough
    if (!best) return reject(question_, candidate_, *too_large, rest, no), false;
    if (!within_limits(question_, *best, no)) return true;
    if (leaders_ != nullptr) leaders_->add(*best);
    answer_.options.push_back(std::move(*best));
    return true;
  }
  /// Samples of a pass that a share of the batch is tried with.
  [[nodiscard]] std::vector<std::int64_t> sizes_of(std::int64_t share) const {
    std::vector<std::int64_t> sizes = pass_sizes(question_, share, most_);
    const std::int64_t stages = candidate_.spread.layout.pp;
    if (question_.passes == 0 && share >= stages)  // else some stages would never work at the same time
      std::erase_if(sizes, [&](std::int64_t size) { return share / size < stages && size > question_.least_per_pass; });
    return sizes;
  }
  /// Whether its time is of use: not where it is known without it that the candidate does not fit.
  [[nodiscard]] bool may_fit() {
    if constexpr (BoundedEvaluator<F>) return leaders_ == nullptr || evaluate_.fits(candidate_);
    return true;
  }
  /// Whether the candidate fits in the smallest passes that a share of the batch is tried with, but cannot come near
  /// the best option of its card in any: then it is an option that is not worth its price.
  [[nodiscard]] bool outpaced(std::int64_t share) {
    if constexpr (BoundedEvaluator<F>) {
      if (leaders_ == nullptr) return false;
      const std::vector<std::int64_t> sizes = sizes_of(share);
      if (sizes.empty()) return false;
      std::optional<Time> least;
      for (const std::int64_t size : sizes) {
        candidate_.spread.layout.micro_batch = size;
        const Time time = evaluate_.least(candidate_);
        if (!(time > Time{})) return false;
        least = std::min(least.value_or(time), time);
      }
      if (!leaders_->outpace(make_option(question_, candidate_, {.step = *least}))) return false;
      if (skipped_.empty()) (void)largest_fits();  // then the others do
      candidate_.batch = share * candidate_.spread.layout.shares();
      candidate_.spread.layout.micro_batch = sizes.back();
      return evaluate_.fits(candidate_);
    } else {
      return false;
    }
  }
  /// Whether the largest batch fits in the smallest passes that it is tried with.
  [[nodiscard]] bool largest_fits() {
    const std::int64_t shares = candidate_.spread.layout.shares(), passes = std::max<std::int64_t>(question_.passes, 1);
    const auto divides = [&](std::int64_t batch) { return batch % (shares * passes) == 0; };
    const auto largest = std::find_if(batches_.rbegin(), batches_.rend(), divides);
    const std::vector<std::int64_t> sizes = sizes_of(*largest / shares);
    if (sizes.empty()) return false;
    candidate_.batch = *largest;
    candidate_.spread.layout.micro_batch = sizes.back();
    return evaluate_.fits(candidate_);
  }
  /// Learns which passes do not fit from the batches that were not priced, as if they had been.
  void settle() {
    if constexpr (BoundedEvaluator<F>) {
      for (const std::int64_t share : std::exchange(skipped_, {})) {
        int fitting = 0;
        for (const std::int64_t size : sizes_of(share)) {
          candidate_.spread.layout.micro_batch = size;
          candidate_.batch = share * candidate_.spread.layout.shares();
          if (!evaluate_.fits(candidate_))
            most_ = std::min(most_, size - 1);
          else if (candidate_.spread.layout.pp == 1 || ++fitting == most_splits)
            break;
        }
      }
    }
  }

  static constexpr int most_splits = 3;  ///< tried of those that fit: beyond, kernels only get smaller
  const Question& question_;
  Candidate candidate_;
  F& evaluate_;
  Answer& answer_;
  Leaders* leaders_{};
  std::vector<std::int64_t> batches_;
  std::vector<std::int64_t> skipped_{};  ///< shares of the batches that were not priced
  std::size_t tried_{};
  std::int64_t most_{std::numeric_limits<std::int64_t>::max()};  ///< samples of a pass that may fit
};

}  // namespace detail

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/candidate_batches.ipp>
#endif
