#pragma once
/// The search for a plan, one thread a card.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/search.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "progress.hpp"

namespace plan {

/// Steps of one card, by the model that prices them. Used by one thread.
class CardSteps {
 public:
  [[nodiscard]] perfmodel::ParallelSteps& of(const perfmodel::Network& network, const perfmodel::HostSystem& system,
                                             const perfmodel::CardModel& card, bool folded) {
    const auto found = steps_.find(&card);
    if (found != steps_.end()) return found->second;
    return steps_.emplace(&card, perfmodel::ParallelSteps(network, system, card, {}, {.folded = folded})).first->second;
  }

 private:
  std::map<const perfmodel::CardModel*, perfmodel::ParallelSteps> steps_{};
};

/// Combinations that a question has.
[[nodiscard]] inline std::size_t combinations(const perfmodel::Question& question) {
  std::size_t spreads = 0;
  for (const perfmodel::DeviceQuestion& device : question.devices) spreads += device.spreads.size();
  return spreads * question.precisions.size() * question.batches.size() * question.settings;
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

/// perfmodel::search() with cards and their numbers divided among threads; the same answer for any number of them.
/// @param levels    the same question in steps: a later one is asked where no earlier one has an option
/// @param evaluate  (candidate, steps of its card) -> estimate; called by several threads
/// @throws what `evaluate` throws for the first card that it does for
template <class F>
[[nodiscard]] perfmodel::Answer search_cards(const std::vector<perfmodel::Question>& levels, F&& evaluate) {
  using namespace perfmodel;
  const std::vector<CardCount> parts = card_counts(levels.front());
  std::size_t most = 0;
  for (const Question& level : levels) most += combinations(level);
  Progress progress(most);
  std::mutex drawing;
  std::vector<Answer> answers(parts.size());
  std::vector<std::exception_ptr> errors(parts.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t part = next++; part < parts.size(); part = next++) try {
        CardSteps steps;
        for (const Question& level : levels) {
          if (!answers[part].options.empty()) break;
          const Question one = about(level, parts[part].device, parts[part].gpus);
          Answer found = search(one, [&](const Candidate& c) -> std::optional<StepEstimate> {
            {
              const std::lock_guard lock(drawing);
              progress.step();
            }
            return evaluate(c, steps);
          });
          std::vector<Answer> both;
          both.push_back(std::move(answers[part]));
          both.push_back(std::move(found));
          answers[part] = merged(level, std::move(both));
        }
      } catch (...) {
        errors[part] = std::current_exception();
      }
  };
  {
    const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, parts.size());
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return merged(levels.front(), std::move(answers));
}

}  // namespace plan
