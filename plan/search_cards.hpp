#pragma once
/// The search for a plan, among threads: steps that share their traces go to the same one.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <perfmodel/planner/block_times.hpp>
#include <perfmodel/planner/known_room.hpp>
#include <perfmodel/planner/largest_first.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/search.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "on_threads.hpp"
#include "progress.hpp"

namespace plan {

/// Steps of several cards, by the model that prices them, which share what does not depend on the card. Used by one
/// thread. The models must outlive it.
class CardSteps {
 public:
  /// @param system  of this card alone, under whatever framework   @param card  perfmodel::on_system()
  [[nodiscard]] perfmodel::ParallelSteps& of(const perfmodel::Network& network, const perfmodel::HostSystem& system,
                                             const perfmodel::CardModel& card, bool folded) {
    using perfmodel::ParallelSteps;
    if (const auto found = steps_.find(&card); found != steps_.end()) return found->second;
    const ParallelSteps*& first = first_[card.software().framework];
    const std::shared_ptr<const perfmodel::CardModel> kept_elsewhere(std::shared_ptr<void>{}, &card);
    const ParallelSteps* const alike = steps_.empty() ? nullptr : &steps_.begin()->second;
    ParallelSteps made = first != nullptr
                             ? ParallelSteps(*first, system, kept_elsewhere)
                             : ParallelSteps(network, system, kept_elsewhere, {}, {.folded = folded}, alike);
    ParallelSteps& kept = steps_.emplace(&card, std::move(made)).first->second;
    if (first == nullptr) first = &kept;
    const ParallelSteps*& under_other = of_card_[&system];
    if (under_other != nullptr) kept.share_prices(*under_other);
    under_other = &kept;
    return kept;
  }

 private:
  std::map<const perfmodel::CardModel*, perfmodel::ParallelSteps> steps_{};
  std::map<perfmodel::Framework, const perfmodel::ParallelSteps*> first_{};
  std::map<const perfmodel::HostSystem*, const perfmodel::ParallelSteps*> of_card_{};
};

/// Combinations that a question has.
[[nodiscard]] inline std::size_t combinations(const perfmodel::Question& question) {
  return perfmodel::without_batches(question).size() * question.batches.size();
}

/// One card in one number.
struct CardCount {
  std::size_t device{};
  std::int64_t gpus{};

  friend bool operator==(const CardCount&, const CardCount&) = default;
};

/// The cards and numbers in question.
[[nodiscard]] inline std::vector<CardCount> card_counts(const perfmodel::Question& question) {
  std::vector<CardCount> all;
  for (std::size_t device = 0; device < question.devices.size(); ++device)
    for (const perfmodel::Spread& spread : question.devices[device].spreads)
      if (const CardCount one{device, spread.layout.gpus()}; std::find(all.begin(), all.end(), one) == all.end())
        all.push_back(one);
  return all;
}

/// Places in a list of candidates whose steps share traces or prices: the same part of the network on a card in the
/// same precision and a setting alike; those with the same share of weights next to each other. At least `threads`
/// lists where there are so many candidates.
/// @param alike  as CandidateSteps has it
[[nodiscard]] inline std::vector<std::vector<std::size_t>> sharing_groups(
    const std::vector<perfmodel::Candidate>& candidates, std::size_t threads, const std::vector<std::size_t>& alike) {
  using perfmodel::Candidate;
  const auto part = [&](const Candidate& c) {
    const perfmodel::ParallelLayout& l = c.spread.layout;
    return std::tuple(l.tp, l.pp, l.ep, l.cp, l.virtual_stages, l.sequence_parallel, c.spread.recompute,
                      perfmodel::detail::as_wide(c.precision), alike[c.setting]);
  };
  const auto share = [](const Candidate& c) { return std::tuple(c.spread.layout.zero, c.gpus, c.device); };
  std::map<decltype(part(candidates.front())), std::vector<std::size_t>> by_part;
  for (std::size_t i = 0; i < candidates.size(); ++i) by_part[part(candidates[i])].push_back(i);
  const std::size_t pieces = (threads + by_part.size() - 1) / std::max<std::size_t>(by_part.size(), 1);
  std::vector<std::vector<std::size_t>> groups;
  for (auto& part_of_them : by_part) {
    std::vector<std::size_t>& all = part_of_them.second;
    std::stable_sort(all.begin(), all.end(),
                     [&](std::size_t a, std::size_t b) { return share(candidates[a]) < share(candidates[b]); });
    for (std::size_t p = 0; p < pieces; ++p) {
      const auto at = [&](std::size_t piece) {
        return all.begin() + static_cast<std::ptrdiff_t>(all.size() * piece / pieces);
      };
      if (at(p) != at(p + 1)) groups.emplace_back(at(p), at(p + 1));
    }
  }
  return groups;
}

/// How a search works out its candidates; called by several threads, with what each keeps of its own.
struct CandidateSteps {
  std::function<std::optional<perfmodel::StepEstimate>(const perfmodel::Candidate&, CardSteps&)> step{};
  /// As a BoundedEvaluator's. Nothing: all are priced.
  std::function<perfmodel::Time(const perfmodel::Candidate&, perfmodel::BlockTimes&)> least{};
  std::function<bool(const perfmodel::Candidate&, CardSteps&)> fits{};
  /// As a PartialEvaluator's, for steps on single cards.
  std::function<bool(const perfmodel::Candidate&)> computes{};
  std::function<perfmodel::WorkRate(const perfmodel::Candidate&)> peak{};  ///< of the card in the precision
  std::function<bool(const perfmodel::Candidate&, perfmodel::Time, CardSteps&)> outlasts{};
  std::vector<std::size_t> alike{};  ///< by setting: the first one whose steps have most operations in common with it
};

/// CandidateSteps of one thread's work on one group, which is a BoundedEvaluator and a PartialEvaluator.
class GroupSteps {
 public:
  GroupSteps(const CandidateSteps& how, perfmodel::BlockTimes& blocks, Progress& progress, std::mutex& drawing)
      : how_(how), blocks_(blocks), progress_(progress), drawing_(drawing) {}
  [[nodiscard]] std::optional<perfmodel::StepEstimate> operator()(const perfmodel::Candidate& c) {
    {
      const std::lock_guard lock(drawing_);
      progress_.step();
    }
    return how_.step(c, steps_);
  }
  /// 0 where the step cannot be: whoever prices it says why.
  [[nodiscard]] perfmodel::Time least(const perfmodel::Candidate& c) {
    try {
      return how_.least(c, blocks_);
    } catch (const perfmodel::Error&) {
      return {};
    }
  }
  [[nodiscard]] bool fits(const perfmodel::Candidate& c) { return how_.fits(c, steps_); }
  [[nodiscard]] bool computes(const perfmodel::Candidate& c) { return how_.computes(c); }
  [[nodiscard]] bool outlasts(const perfmodel::Candidate& c, perfmodel::Time limit) {
    return how_.outlasts(c, limit, steps_);
  }

 private:
  const CandidateSteps& how_;
  perfmodel::BlockTimes& blocks_;
  Progress& progress_;
  std::mutex& drawing_;
  CardSteps steps_{};
};

/// How near each candidate may come to what is the best of its card, with its largest batch; 1: it may be it.
[[nodiscard]] inline std::vector<double> promises(const perfmodel::Question& question,
                                                  const std::vector<perfmodel::Candidate>& candidates,
                                                  GroupSteps& steps) {
  using namespace perfmodel;
  constexpr std::int64_t usual_pass = 4;  // an order, not an answer, follows from it
  const std::int64_t largest = *std::max_element(question.batches.begin(), question.batches.end());
  std::vector<std::optional<Option>> best(question.devices.size()), all;
  for (Candidate c : candidates) {
    const std::int64_t at_once = c.spread.layout.shares() * std::max<std::int64_t>(question.passes, 1);
    c.batch = largest - largest % at_once;
    c.spread.layout.micro_batch = largest / at_once;
    if (question.passes == 0)
      for (c.spread.layout.micro_batch = usual_pass; largest / at_once % c.spread.layout.micro_batch != 0;)
        --c.spread.layout.micro_batch;
    const Time least = c.batch > 0 ? steps.least(c) : Time{};
    all.push_back(least > Time{} ? std::optional(make_option(question, c, {.step = least})) : std::nullopt);
    std::optional<Option>& leader = best[c.device];
    if (all.back() && (!leader || rank_of(question, *all.back()) < rank_of(question, *leader))) leader = all.back();
  }
  std::vector<double> near;
  for (std::size_t i = 0; i < all.size(); ++i)
    near.push_back(all[i] ? merit(question, *best[candidates[i].device], *all[i]) : 0.0);
  return near;
}

/// Puts first the groups that promise most, by the mean of their members.
inline void promising_first(std::vector<std::vector<std::size_t>>& groups, const std::vector<double>& near) {
  const auto promise = [&](const std::vector<std::size_t>& group) {
    double sum = 0.0;
    for (const std::size_t i : group) sum += near[i];
    return sum / static_cast<double>(group.size());
  };
  std::stable_sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) { return promise(a) > promise(b); });
}

/// Whether no member of the group is nearer to the best of the candidate's card. Without promises all lead.
[[nodiscard]] inline bool leads_group(const std::vector<std::size_t>& group, std::size_t candidate,
                                      const std::vector<perfmodel::Candidate>& candidates,
                                      const std::vector<double>& near) {
  return near.empty() || std::none_of(group.begin(), group.end(), [&](std::size_t i) {
           return candidates[i].device == candidates[candidate].device && near[i] > near[candidate];
         });
}

/// Answers by candidate, each with all batches. @param leaders  those of search_together(), where `how` bounds steps;
///   of single_cards() those of search_largest_first()
/// @throws what `how` throws in the first group that it does in
[[nodiscard]] inline std::vector<perfmodel::Answer> search_groups(const perfmodel::Network& network,
                                                                  const perfmodel::Question& question,
                                                                  const std::vector<perfmodel::Candidate>& candidates,
                                                                  Progress& progress, const CandidateSteps& how,
                                                                  perfmodel::Leaders* leaders) {
  using namespace perfmodel;
  const std::size_t threads = usual_threads();
  std::vector<std::vector<std::size_t>> groups = sharing_groups(candidates, threads, how.alike);
  std::vector<Answer> answers(candidates.size());
  std::mutex drawing;
  std::vector<double> near, order;
  std::vector<BlockTimes> blocks;
  for (std::size_t t = 0; t < threads; ++t) blocks.emplace_back(network);
  const bool single = leaders != nullptr && how.outlasts != nullptr && single_cards(question);
  if (single) {
    std::reverse(groups.begin(), groups.end());  // what is tried beyond what was typed mostly is faster
    for (const Candidate& c : candidates) order.push_back(in(how.peak(c), flop / second));
  } else if (leaders != nullptr) {
    GroupSteps steps(how, blocks.front(), progress, drawing);
    order = near = promises(question, candidates, steps);
  }
  if (leaders != nullptr) promising_first(groups, order);
  on_threads(
      groups.size(),
      [&](std::size_t group, std::size_t thread) {
        GroupSteps steps(how, blocks[thread], progress, drawing);
        std::vector<std::size_t> first, others;
        for (const std::size_t i : groups[group])
          (leads_group(groups[group], i, candidates, near) ? first : others).push_back(i);
        for (const auto* part : {&first, &others}) {
          std::vector<Candidate> members;
          for (const std::size_t i : *part) members.push_back(candidates[i]);
          std::vector<Answer> found = single ? search_largest_first(question, members, steps, *leaders)
                                             : search_together(question, members, steps, leaders);
          for (std::size_t i = 0; i < found.size(); ++i) answers[(*part)[i]] = std::move(found[i]);
        }
      },
      threads);
  return answers;
}

/// perfmodel::search() among threads; the same answer for any number of them.
/// @param levels   the same question in steps: a card in one number is asked about again where no earlier level has an
///                 option for it
/// @param leaders  of the first level, where no more than the best of each card is asked for
/// @throws what `how` throws for the first candidate that it does for
[[nodiscard]] inline perfmodel::Answer search_cards(const perfmodel::Network& network,
                                                    const std::vector<perfmodel::Question>& levels,
                                                    const CandidateSteps& how, perfmodel::Leaders* leaders = nullptr) {
  using namespace perfmodel;
  const std::vector<CardCount> parts = card_counts(levels.front());
  std::size_t most = 0;
  for (const Question& level : levels) most += combinations(level);
  Progress progress(most);
  std::vector<Answer> answers(parts.size());
  for (const Question& level : levels) {
    std::vector<Candidate> open;
    std::vector<std::size_t> part_of;
    for (const Candidate& c : without_batches(level)) {
      const auto part =
          static_cast<std::size_t>(std::find(parts.begin(), parts.end(), CardCount{c.device, c.gpus}) - parts.begin());
      if (!answers[part].options.empty() || answers[part].outpaced > 0) continue;
      open.push_back(c);
      part_of.push_back(part);
    }
    if (open.empty()) continue;
    std::vector<Answer> found = search_groups(network, level, open, progress, how, leaders);
    std::vector<std::vector<Answer>> pieces(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) pieces[part].push_back(std::move(answers[part]));
    for (std::size_t i = 0; i < found.size(); ++i) pieces[part_of[i]].push_back(std::move(found[i]));
    for (std::size_t part = 0; part < parts.size(); ++part) answers[part] = merged(level, std::move(pieces[part]));
  }
  return merged(levels.front(), std::move(answers));
}

}  // namespace plan
