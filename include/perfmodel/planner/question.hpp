#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <perfmodel/error.hpp>
#include <perfmodel/parallel/layout.hpp>
#include <perfmodel/software/precision.hpp>
#include <perfmodel/units.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// What "best" means. time: of one step, or of the whole work when an amount of it is given.
enum class Goal : std::uint8_t { samples_per_second, time, energy, cost };
inline constexpr std::array<Goal, 4> all_goals{Goal::samples_per_second, Goal::time, Goal::energy, Goal::cost};

[[nodiscard]] constexpr std::string_view name(Goal goal) {
  constexpr std::array<std::string_view, 4> names{"samples", "time", "energy", "cost"};
  return names[static_cast<std::size_t>(goal)];
}

/// @throws Error naming `place` and the accepted words
[[nodiscard]] inline Goal goal_from(std::string_view word, const std::string& place) {
  for (const Goal goal : all_goals)
    if (name(goal) == word) return goal;
  throw bad_input(place, '"' + std::string(word) + '"', "must be one of samples, time, energy, cost");
}

inline constexpr double seconds_per_hour = 3600.0, joules_per_kwh = 3.6e6;

/// How much there is to do. With neither, times and costs are those of one step.
struct Amount {
  std::optional<double> samples{};  ///< pass this many samples through the network
  std::optional<double> steps{};    ///< do this many steps, whatever the batch
};

/// One way to run a step: how it is spread over cards, and whether each block of the network is computed again in the
/// backward pass instead of being kept.
struct Spread {
  ParallelLayout layout{};  ///< its micro-batch is the search's to choose
  bool recompute{};

  friend bool operator==(const Spread&, const Spread&) = default;
};

/// A card that is asked about, by its place in the caller's list, and its prices if they are known, in the user's
/// currency.
struct DeviceQuestion {
  std::string name{};
  std::optional<double> price_per_hour{};  ///< of one GPU
  std::optional<double> purchase{};        ///< of one GPU, bought for this work
  std::optional<Power> power{};            ///< of one GPU with its share of the host; else what the model says of it
  std::vector<Spread> spreads{{}};         ///< ways to run on one or several of it, tried in this order
};

/// Everything the search may combine, and what an answer must satisfy.
struct Question {
  std::vector<DeviceQuestion> devices{};
  std::vector<Precision> precisions{};
  std::vector<std::int64_t> batches{};  ///< samples per step, over all GPUs together
  std::size_t settings{1};              ///< ways to run a step that the caller tells apart, tried in this order
  std::int64_t passes{1};          ///< that a batch is split into on each data rank (gradient accumulation); 0: as few
                                   ///< as fit, in a pipeline also more
  std::int64_t least_per_pass{1};  ///< smaller shares of a batch cannot be trained (least_batch())
  Goal goal{Goal::samples_per_second};
  Amount amount{};
  std::optional<Bytes> max_memory{};      ///< device memory used, per GPU
  std::optional<Time> max_time{};         ///< of the whole amount, or of one step without an amount
  std::optional<double> max_cost{};       ///< of the whole amount
  std::optional<Power> max_power{};       ///< of all GPUs together
  std::optional<double> price_per_kwh{};  ///< of the cards' energy
};

/// Whether a cost can be said of a device.
[[nodiscard]] constexpr bool has_price(const Question& question, const DeviceQuestion& device) {
  return device.price_per_hour || device.purchase || question.price_per_kwh;
}

}  // namespace perfmodel
