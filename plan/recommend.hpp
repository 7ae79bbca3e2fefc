#pragma once
/// What perfmodel-plan recommend is asked and what it found.
#include <cstdint>
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/planner/search.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/planner/throughput.hpp>
#include <string>
#include <vector>

#include "chart_options.hpp"
#include "network_options.hpp"
#include "output.hpp"
#include "recipes.hpp"

namespace plan {

struct RecommendOptions {
  NetworkOptions network{};
  std::string batches = "1..16384", goal = "samples", max_memory{}, max_time{};
  std::vector<std::string> devices{"all"}, precisions{"fp32,tf32,amp_fp16,amp_bf16"}, prices{}, purchases{};
  std::int64_t max_gpus = 1, top = 12;
  std::optional<double> samples{}, tokens{}, steps{}, epochs{}, max_cost{}, energy_price{};
  bool every = false, as_is = false, csv = false;
  /// Typed, and therefore kept.
  bool devices_typed = false, framework_typed = false, memory_format_typed = false;
  RecipeOptions recipe{};
  InputOptions input{};
  ChartOptions chart{};
  Output output{};
};

/// What a step is run with beyond what was typed.
struct Setting {
  bool channels_last = false, fused_optimizer = false, cuda_graph = false;

  friend constexpr bool operator==(const Setting&, const Setting&) = default;
};

/// "channels-last, fused optimizer, CUDA graph"; empty: as typed.
[[nodiscard]] std::string setting_text(const Setting& setting);

/// Answers of one command line.
struct Plan {
  perfmodel::Network network{};
  perfmodel::Recipe recipe{};
  perfmodel::Software software{};
  std::vector<Setting> settings{};  ///< the first one: as typed
  std::vector<perfmodel::json::Card> found{};
  std::vector<perfmodel::CardModel> cards{};   ///< of `found`, in the same order
  std::vector<perfmodel::CardModel> graphs{};  ///< the same under CUDA graphs; empty where no setting needs them
  std::vector<std::string> hosts{};            ///< host_text() of `found`
  perfmodel::Question question{};
  perfmodel::Answer answer{};

  [[nodiscard]] const Setting& setting_of(const perfmodel::Option& o) const { return settings[o.candidate.setting]; }
  [[nodiscard]] const perfmodel::CardModel& card_of(const perfmodel::Candidate& c) const {
    return settings[c.setting].cuda_graph ? graphs[c.device] : cards[c.device];
  }
  /// The recipe of a candidate, whose batch is one card's share of one pass.
  [[nodiscard]] perfmodel::Recipe recipe_of(const perfmodel::Candidate& c) const;
};

/// @throws NoPlan where nothing satisfies the question
[[nodiscard]] Plan solve(const RecommendOptions& options);

/// One option a device, unless all are wanted: the one that economical() would take there.
[[nodiscard]] std::vector<perfmodel::Option> chosen(const Plan& plan, bool every);

[[nodiscard]] std::string answer_text(const Plan& plan, const std::vector<perfmodel::Option>& options, std::size_t top);
[[nodiscard]] nlohmann::ordered_json answer_json(const Plan& plan, const std::vector<perfmodel::Option>& options);
[[nodiscard]] std::string answer_csv(const Plan& plan, const std::vector<perfmodel::Option>& options);

/// "does not fit", "longer than allowed": why combinations were left out, with their numbers.
[[nodiscard]] std::string rejections_text(const perfmodel::Rejections& rejections);

}  // namespace plan
