#pragma once
/// The search for a plan, one thread a card; a step that several numbers of GPUs share is traced once.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <perfmodel/planner/search.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "progress.hpp"

namespace plan {

/// Adds what one card's search left out.
inline void add(perfmodel::Rejections& sum, const perfmodel::Rejections& one) {
  sum.does_not_fit += one.does_not_fit;
  sum.over_memory_limit += one.over_memory_limit;
  sum.over_time_limit += one.over_time_limit;
  sum.over_cost_limit += one.over_cost_limit;
  sum.unsupported += one.unsupported;
  sum.indivisible += one.indivisible;
  sum.too_small += one.too_small;
  const auto least = [](auto& a, const auto& b) {
    if (b && (!a || *b < *a)) a = b;
  };
  least(sum.missing, one.missing);
  least(sum.late, one.late);
  least(sum.dear, one.dear);
}

/// Steps of one card's share, by setting, precision and batch, each for all numbers of GPUs. Used by one thread.
class CardSteps {
 public:
  /// `evaluate(candidate)`, whose batch is one card's share, returns its steps by number of GPUs.
  template <class F>
  [[nodiscard]] const perfmodel::StepEstimate& of(const perfmodel::Candidate& c, std::int64_t share, std::size_t count,
                                                  F&& evaluate) {
    const auto key = std::tuple{c.setting, c.precision, share};
    auto at = steps_.find(key);
    if (at == steps_.end()) at = steps_.emplace(key, evaluate(c)).first;
    return at->second[std::min(count, at->second.size() - 1)];
  }

 private:
  std::map<std::tuple<std::size_t, perfmodel::Precision, std::int64_t>, std::vector<perfmodel::StepEstimate>> steps_{};
};

/// perfmodel::search() with the cards divided among threads; the same answer for any number of them.
/// @param evaluate  (candidate with its index of the card, that card's steps) -> estimate; called by several threads
/// @throws what `evaluate` throws for the first card that it does for
template <class F>
[[nodiscard]] perfmodel::Answer search_cards(const perfmodel::Question& question, F&& evaluate) {
  using namespace perfmodel;
  const std::size_t count = question.devices.size();
  Progress progress(count * question.precisions.size() * question.batches.size() * question.gpu_counts.size() *
                    question.settings);
  std::mutex drawing;
  std::vector<Answer> answers(count);
  std::vector<std::exception_ptr> errors(count);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t device = next++; device < count; device = next++) try {
        Question one = question;
        one.devices = {question.devices[device]};
        CardSteps steps;
        answers[device] = search(one, [&](Candidate c) -> std::optional<StepEstimate> {
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
  Answer all;
  for (std::size_t device = 0; device < count; ++device) {
    if (errors[device]) std::rethrow_exception(errors[device]);
    for (Option& option : answers[device].options) {
      option.candidate.device = device;
      all.options.push_back(std::move(option));
    }
    add(all.rejections, answers[device].rejections);
  }
  std::stable_sort(all.options.begin(), all.options.end(), [&](const Option& a, const Option& b) {
    return detail::rank_of(question, a) < detail::rank_of(question, b);
  });
  return all;
}

}  // namespace plan
