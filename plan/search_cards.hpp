#pragma once
/// The search for a plan, among threads: steps that share their traces go to the same one.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/search.hpp>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "progress.hpp"

namespace plan {

/// Steps of several cards, by the model that prices them, which share what does not depend on the card. Used by one
/// thread. The models must outlive it.
class CardSteps {
 public:
  /// @param card  perfmodel::on_system()
  [[nodiscard]] perfmodel::ParallelSteps& of(const perfmodel::Network& network, const perfmodel::HostSystem& system,
                                             const perfmodel::CardModel& card, bool folded) {
    using perfmodel::ParallelSteps;
    if (const auto found = steps_.find(&card); found != steps_.end()) return found->second;
    const ParallelSteps*& first = first_[card.software().framework];
    const std::shared_ptr<const perfmodel::CardModel> kept_elsewhere(std::shared_ptr<void>{}, &card);
    ParallelSteps made = first != nullptr ? ParallelSteps(*first, system, kept_elsewhere)
                                          : ParallelSteps(network, system, kept_elsewhere, {}, {.folded = folded});
    ParallelSteps& kept = steps_.emplace(&card, std::move(made)).first->second;
    if (first == nullptr) first = &kept;
    return kept;
  }

 private:
  std::map<const perfmodel::CardModel*, perfmodel::ParallelSteps> steps_{};
  std::map<perfmodel::Framework, const perfmodel::ParallelSteps*> first_{};
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

/// Places in a list of candidates whose steps share traces: the same part of the network on a card in the same
/// precision and setting; those with the same share of weights next to each other. At least `threads` lists where there
/// are so many candidates.
[[nodiscard]] inline std::vector<std::vector<std::size_t>> sharing_groups(
    const std::vector<perfmodel::Candidate>& candidates, std::size_t threads) {
  using perfmodel::Candidate;
  const auto part = [](const Candidate& c) {
    const perfmodel::ParallelLayout& l = c.spread.layout;
    return std::tuple(l.tp, l.pp, l.ep, l.cp, l.virtual_stages, l.sequence_parallel, c.spread.recompute, c.precision,
                      c.setting);
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

/// Answers by candidate, each with all batches. @throws what `evaluate` throws in the first group that it does in
template <class F>
[[nodiscard]] std::vector<perfmodel::Answer> search_groups(const perfmodel::Question& question,
                                                           const std::vector<perfmodel::Candidate>& candidates,
                                                           Progress& progress, F& evaluate) {
  using namespace perfmodel;
  const std::size_t threads = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  const std::vector<std::vector<std::size_t>> groups = sharing_groups(candidates, threads);
  std::vector<Answer> answers(candidates.size());
  std::vector<std::exception_ptr> errors(groups.size());
  std::mutex drawing;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t group = next++; group < groups.size(); group = next++) try {
        CardSteps steps;
        std::vector<Candidate> members;
        for (const std::size_t i : groups[group]) members.push_back(candidates[i]);
        const auto step_of = [&](const Candidate& c) -> std::optional<StepEstimate> {
          {
            const std::lock_guard lock(drawing);
            progress.step();
          }
          return evaluate(c, steps);
        };
        std::vector<Answer> found = search_together(question, members, step_of);
        for (std::size_t i = 0; i < found.size(); ++i) answers[groups[group][i]] = std::move(found[i]);
      } catch (...) {
        errors[group] = std::current_exception();
      }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < std::min(threads, groups.size()); ++t) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return answers;
}

/// perfmodel::search() among threads; the same answer for any number of them.
/// @param levels    the same question in steps: a card in one number is asked about again where no earlier level has an
///                  option for it
/// @param evaluate  (candidate, steps of its card) -> estimate; called by several threads
/// @throws what `evaluate` throws for the first candidate that it does for
template <class F>
[[nodiscard]] perfmodel::Answer search_cards(const std::vector<perfmodel::Question>& levels, F&& evaluate) {
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
      if (!answers[part].options.empty()) continue;
      open.push_back(c);
      part_of.push_back(part);
    }
    std::vector<Answer> found = search_groups(level, open, progress, evaluate);
    std::vector<std::vector<Answer>> pieces(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) pieces[part].push_back(std::move(answers[part]));
    for (std::size_t i = 0; i < found.size(); ++i) pieces[part_of[i]].push_back(std::move(found[i]));
    for (std::size_t part = 0; part < parts.size(); ++part) answers[part] = merged(level, std::move(pieces[part]));
  }
  return merged(levels.front(), std::move(answers));
}

}  // namespace plan
