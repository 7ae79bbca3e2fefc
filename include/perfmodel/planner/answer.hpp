#pragma once
#include <cstdint>
#include <optional>
#include <perfmodel/planner/question.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// One combination of what the question allows.
struct Candidate {
  std::size_t device{};  ///< index into Question::devices
  std::int64_t gpus{1};  ///< of spread.layout
  std::int64_t batch{};  ///< over all GPUs together
  Precision precision{};
  std::size_t setting{};  ///< of Question::settings
  Spread spread{};        ///< its layout's micro_batch: samples of one pass

  /// Passes of each data rank in a step.
  [[nodiscard]] std::int64_t passes() const {
    const std::int64_t at_once = spread.layout.micro_batch * spread.layout.shares();
    return at_once > 0 ? batch / at_once : 1;
  }
};

/// Whether two candidates differ in nothing but their batch.
[[nodiscard]] inline bool differ_by_batch(const Candidate& a, Candidate b) {
  b.spread.layout.micro_batch = a.spread.layout.micro_batch;
  return a.device == b.device && a.precision == b.precision && a.setting == b.setting && a.spread == b.spread;
}

/// What the model says about one step of a candidate.
struct StepEstimate {
  Time step{}, low{}, high{};
  double host_of_interval{};  ///< as StepTime's
  Time device_busy{}, host{};
  Time communication{};  ///< that no computation hides
  Bound bound{};
  Bytes peak_allocated{}, peak_reserved{}, device_used{}, device_memory{};
  bool fits{};
  Power power{};  ///< of one GPU, mean over the step
};

/// A candidate that fits, with what the question ranks by.
struct Option {
  Candidate candidate{};
  StepEstimate estimate{};
  double samples_per_second{};
  double steps{1.0};             ///< of the whole amount
  Time time{};                   ///< of the whole amount
  Energy energy{};               ///< of the whole amount, all GPUs
  Power power{};                 ///< of all GPUs
  std::optional<double> cost{};  ///< of the whole amount, all GPUs: purchase, hours and energy, as far as priced
};

/// What comes closest to a limit that it does not keep, and by how much it misses.
template <class Q>
struct Miss {
  Q by{};
  Candidate candidate{};
};

/// Why candidates are not among the options.
struct Rejections {
  std::int64_t does_not_fit{}, over_memory_limit{}, over_time_limit{}, over_cost_limit{}, over_power_limit{},
      unsupported{}, indivisible{};
  std::int64_t too_small{};  ///< shares of a batch that cannot be trained
  std::int64_t cannot_spread{};
  std::vector<std::pair<std::string, std::int64_t>> reasons{};  ///< why they cannot be spread, and how many for each
  std::optional<Miss<Bytes>> missing{};                         ///< of what does not fit
  std::optional<Miss<Time>> late{};
  std::optional<Time> shortest_step{};  ///< of those over the time limit
  std::optional<Miss<double>> dear{};
  std::optional<Miss<Power>> hungry{};
};

struct Answer {
  std::vector<Option> options{};  ///< best first
  Rejections rejections{};
  std::int64_t
      outpaced{};  ///< options that were not priced: they cannot come near the best one of their card (Leaders)
};

}  // namespace perfmodel
