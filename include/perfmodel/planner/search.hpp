#pragma once
#include <algorithm>
#include <cmath>
#include <concepts>
#include <iterator>
#include <limits>
#include <perfmodel/planner/answer.hpp>
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

/// The amount of work as a number of steps of this batch: samples are rounded up to whole steps.
[[nodiscard]] inline double steps_of(const Amount& amount, std::int64_t batch) {
  if (amount.steps) return *amount.steps;
  if (amount.samples) return std::ceil(*amount.samples / static_cast<double>(batch));
  return 1.0;
}

/// What a candidate takes for the whole amount.
[[nodiscard]] inline Option make_option(const Question& question, const Candidate& candidate,
                                        const StepEstimate& estimate) {
  const double gpus = static_cast<double>(candidate.gpus);
  Option option{.candidate = candidate, .estimate = estimate};
  option.samples_per_second = static_cast<double>(candidate.batch) / in(estimate.step, second);
  option.steps = steps_of(question.amount, candidate.batch);
  option.time = option.steps * estimate.step;
  const DeviceQuestion& device = question.devices[candidate.device];
  option.power = gpus * device.power.value_or(estimate.power);
  option.energy = option.power * option.time;
  if (has_price(question, device))
    option.cost = gpus * device.purchase.value_or(0.0) +
                  gpus * device.price_per_hour.value_or(0.0) * in(option.time, second) / seconds_per_hour +
                  question.price_per_kwh.value_or(0.0) * in(option.energy, joule) / joules_per_kwh;
  return option;
}

namespace detail {

/// Smaller is better. Without an amount, energy and cost are compared per sample, so that batches can be compared; the
/// cost of cards that are bought, for good, per rate of samples.
[[nodiscard]] inline double rank_of(const Question& question, const Option& option) {
  const bool whole = question.amount.samples || question.amount.steps;
  const double share = whole ? 1.0 : 1.0 / static_cast<double>(option.candidate.batch);
  switch (question.goal) {
    case Goal::samples_per_second:
      return -option.samples_per_second;
    case Goal::time:
      return in(option.time, second);
    case Goal::energy:
      return share * in(option.energy, joule);
    case Goal::cost:
      if (!option.cost) return std::numeric_limits<double>::infinity();
      if (!whole && question.devices[option.candidate.device].purchase) return *option.cost / option.samples_per_second;
      return share * *option.cost;
  }
  return 0.0;
}

/// Keeps the smaller of two misses.
template <class Q>
void nearer(std::optional<Miss<Q>>& kept, const std::optional<Miss<Q>>& other) {
  if (other && (!kept || other->by < kept->by)) kept = other;
}

/// Whether the option is within the limits on time, cost and power; else it is counted among the rejections.
[[nodiscard]] inline bool within_limits(const Question& question, const Option& option, Rejections& no) {
  const auto over = [&](const auto& limit, const auto& value, std::int64_t& count, auto& miss) {
    if (!limit || value <= *limit) return false;
    ++count;
    nearer(miss, {Miss<std::decay_t<decltype(value)>>{value - *limit, option.candidate}});
    return true;
  };
  if (over(question.max_time, option.time, no.over_time_limit, no.late)) {
    no.shortest_step = std::min(no.shortest_step.value_or(option.estimate.step), option.estimate.step);
    return false;
  }
  if (option.cost && over(question.max_cost, *option.cost, no.over_cost_limit, no.dear)) return false;
  return !over(question.max_power, option.power, no.over_power_limit, no.hungry);
}

/// Samples of one pass that a share of a batch may be split into, the largest first.
[[nodiscard]] inline std::vector<std::int64_t> pass_sizes(const Question& question, std::int64_t share,
                                                          std::int64_t most) {
  if (question.passes > 0) return {share / question.passes};
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = share, passes = 1; size >= question.least_per_pass; size = share / ++passes) {
    if (size <= most && share % passes == 0) sizes.push_back(size);
    if (size == 1) break;
  }
  return sizes;
}

/// Counts a candidate that does not fit, and `rest` larger ones with it.
inline void reject(const Question& question, const Candidate& candidate, const StepEstimate& e, std::int64_t rest,
                   Rejections& no) {
  const bool over_limit = question.max_memory && e.device_used > *question.max_memory;
  (e.fits ? no.over_memory_limit : no.does_not_fit) += rest;
  const Bytes limit = over_limit ? std::min(*question.max_memory, e.device_memory) : e.device_memory;
  if (e.device_used > limit) nearer(no.missing, {Miss<Bytes>{e.device_used - limit, candidate}});
}

/// Counts why a candidate cannot be spread.
inline void add_reason(Rejections& no, const std::string& why, std::int64_t count) {
  no.cannot_spread += count;
  for (auto& [reason, of] : no.reasons)
    if (reason == why) {
      of += count;
      return;
    }
  no.reasons.emplace_back(why, count);
}

/// All batches of one device, precision, setting and way to spread a step, smallest first.
template <class F>
class CandidateBatches {
 public:
  CandidateBatches(const Question& question, const Candidate& candidate, F& evaluate, Answer& answer)
      : question_(question), candidate_(candidate), evaluate_(evaluate), answer_(answer), batches_(question.batches) {
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
    constexpr int most_splits = 3;  // of those that fit: beyond, kernels only get smaller
    const std::int64_t stages = candidate_.spread.layout.pp, share = batch / shares;
    int fitting = 0;
    for (const std::int64_t size : pass_sizes(question_, share, most_)) {
      const bool starved = question_.passes == 0 && share / size < stages && size > question_.least_per_pass;
      if (starved && share >= stages) continue;  // some stages would never work at the same time
      candidate_.spread.layout.micro_batch = size;
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
    if (within_limits(question_, *best, no)) answer_.options.push_back(std::move(*best));
    return true;
  }

  const Question& question_;
  Candidate candidate_;
  F& evaluate_;
  Answer& answer_;
  std::vector<std::int64_t> batches_;
  std::size_t tried_{};
  std::int64_t most_{std::numeric_limits<std::int64_t>::max()};  ///< samples of a pass that may fit
};

/// Best first; equals stay as they are.
inline void rank(const Question& question, Answer& answer) {
  std::stable_sort(answer.options.begin(), answer.options.end(),
                   [&](const Option& a, const Option& b) { return rank_of(question, a) < rank_of(question, b); });
}

}  // namespace detail

/// How an option compares with the best: 1 is as good, 0.9 means that the best is by a tenth better.
[[nodiscard]] inline double merit(const Question& question, const Option& best, const Option& option) {
  const double a = detail::rank_of(question, best), b = detail::rank_of(question, option);
  return question.goal == Goal::samples_per_second ? b / a : a / b;
}

/// The option to recommend: the best one's device, precision, number of GPUs and setting with the smallest batch that
/// comes within `tolerance` of it, and of its speed. Beyond that a larger batch buys next to nothing and costs memory
/// and convergence.
/// @pre options are not empty
[[nodiscard]] inline const Option& recommended(const Question& question, const Answer& answer,
                                               double tolerance = 0.05) {
  const Option* choice = &answer.options.front();
  const Candidate& best = choice->candidate;
  for (const Option& option : answer.options) {
    const Candidate& c = option.candidate;
    if (differ_by_batch(best, c) && c.batch < choice->candidate.batch &&
        option.samples_per_second >= (1.0 - tolerance) * answer.options.front().samples_per_second &&
        merit(question, answer.options.front(), option) >= 1.0 - tolerance)
      choice = &option;
  }
  return *choice;
}

/// Parts of search(): an answer for each candidate with all its batches. All candidates are asked about with one batch
/// before any is with the next, so that what equal batches share need not be kept for long.
/// @param candidates  without their batches
template <Evaluator F>
[[nodiscard]] std::vector<Answer> search_together(const Question& question, const std::vector<Candidate>& candidates,
                                                  F&& evaluate) {
  std::vector<Answer> answers(candidates.size());
  std::vector<detail::CandidateBatches<std::remove_reference_t<F>>> open;
  for (std::size_t i = 0; i < candidates.size(); ++i) open.emplace_back(question, candidates[i], evaluate, answers[i]);
  std::vector<std::size_t> left(open.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
  while (!left.empty()) std::erase_if(left, [&](std::size_t i) { return !open[i].next(); });
  return answers;
}

/// The candidates of a question without their batches, in the order of search().
[[nodiscard]] inline std::vector<Candidate> without_batches(const Question& question) {
  std::vector<Candidate> all;
  for (std::size_t device = 0; device < question.devices.size(); ++device)
    for (const Spread& spread : question.devices[device].spreads)
      for (const Precision precision : question.precisions)
        for (std::size_t setting = 0; setting < question.settings; ++setting)
          all.push_back({.device = device,
                         .gpus = spread.layout.gpus(),
                         .precision = precision,
                         .setting = setting,
                         .spread = spread});
  return all;
}

/// Tries every combination and ranks those that fit and satisfy the limits; equals stay in the order of the question.
/// @pre every batch is > 0
/// @throws Error if the goal is cost, or cost has a limit, and a device has no price
template <Evaluator F>
[[nodiscard]] Answer search(const Question& question, F&& evaluate) {
  Answer answer;
  for (const DeviceQuestion& device : question.devices)
    if ((question.goal == Goal::cost || question.max_cost) && !has_price(question, device))
      throw bad_input("price of " + device.name, "nothing", "ranking by cost needs a price for every device");
  for (const Candidate& first : without_batches(question)) {
    detail::CandidateBatches batches(question, first, evaluate, answer);
    while (batches.next()) continue;
  }
  detail::rank(question, answer);
  return answer;
}

/// The answer to a question that was asked in parts, in the order of these.
[[nodiscard]] inline Answer merged(const Question& question, std::vector<Answer> parts) {
  Answer all;
  Rejections& sum = all.rejections;
  for (Answer& part : parts) {
    const Rejections& one = part.rejections;
    std::move(part.options.begin(), part.options.end(), std::back_inserter(all.options));
    for (const auto count : {&Rejections::does_not_fit, &Rejections::over_memory_limit, &Rejections::over_time_limit,
                             &Rejections::over_cost_limit, &Rejections::over_power_limit, &Rejections::unsupported,
                             &Rejections::indivisible, &Rejections::too_small})
      sum.*count += one.*count;
    for (const auto& [why, count] : one.reasons) detail::add_reason(sum, why, count);
    if (one.shortest_step)
      sum.shortest_step = std::min(sum.shortest_step.value_or(*one.shortest_step), *one.shortest_step);
    detail::nearer(sum.missing, one.missing);
    detail::nearer(sum.late, one.late);
    detail::nearer(sum.dear, one.dear);
    detail::nearer(sum.hungry, one.hungry);
  }
  detail::rank(question, all);
  return all;
}

}  // namespace perfmodel
