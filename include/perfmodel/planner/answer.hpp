#pragma once
#include <cstdint>
#include <optional>
#include <perfmodel/planner/question.hpp>
#include <perfmodel/pricing/prediction.hpp>
#include <string>
#include <vector>

namespace perfmodel {

/// One combination of what the question allows.
struct Candidate {
  std::size_t device{};  ///< index into Question::devices
  std::int64_t gpus{1};
  std::int64_t batch{};  ///< over all GPUs together
  Precision precision{};
  std::size_t setting{};  ///< of Question::settings
};

/// What the model says about one step of a candidate.
struct StepEstimate {
  Time step{}, low{}, high{};
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
  std::optional<double> cost{};  ///< of the whole amount, all GPUs: purchase, hours and energy, as far as priced
};

/// Why candidates are not among the options.
struct Rejections {
  std::int64_t does_not_fit{}, over_memory_limit{}, over_time_limit{}, over_cost_limit{}, unsupported{}, indivisible{};
  std::int64_t too_small{};  ///< shares of a batch that cannot be trained
  /// The smallest batch that was tried and did not fit needs this much more than there is.
  std::optional<Bytes> missing{};
  std::optional<Time> late{};    ///< the fastest of those over the time limit takes this much longer than allowed
  std::optional<double> dear{};  ///< the cheapest of those over the cost limit costs this much more than allowed
};

struct Answer {
  std::vector<Option> options{};  ///< best first
  Rejections rejections{};
};

}  // namespace perfmodel
