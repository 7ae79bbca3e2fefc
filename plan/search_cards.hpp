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
                                             const perfmodel::CardModel& card) {
    const auto found = steps_.find(&card);
    return found != steps_.end() ? found->second
                                 : steps_.emplace(&card, perfmodel::ParallelSteps(network, system, card)).first->second;
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

/// perfmodel::search() with the cards divided among threads; the same answer for any number of them.
/// @param evaluate  (candidate with its index of the card, that card's steps) -> estimate; called by several threads
/// @throws what `evaluate` throws for the first card that it does for
template <class F>
[[nodiscard]] perfmodel::Answer search_cards(const perfmodel::Question& question, F&& evaluate) {
  using namespace perfmodel;
  const std::size_t count = question.devices.size();
  Progress progress(combinations(question));
  std::mutex drawing;
  std::vector<Answer> answers(count);
  std::vector<std::exception_ptr> errors(count);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t device = next++; device < count; device = next++) try {
        CardSteps steps;
        answers[device] = search(about_device(question, device), [&](Candidate c) -> std::optional<StepEstimate> {
          {
            const std::lock_guard lock(drawing);
            progress.step();
          }
          c.device = device;
          return evaluate(c, steps);
        });
      } catch (...) {
        errors[device] = std::current_exception();
      }
  };
  {
    const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, count);
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
    work();
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return merged(question, std::move(answers));
}

}  // namespace plan
