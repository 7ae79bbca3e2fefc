#pragma once
/// What perfmodel-plan recommend is asked and what it found.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <perfmodel/json/card.hpp>
#include <perfmodel/parallel/strategy.hpp>
#include <perfmodel/planner/preset.hpp>
#include <perfmodel/planner/price_list.hpp>
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

/// --batch where nobody types one.
inline constexpr const char* usual_range = "1..16384";

struct RecommendOptions {
  NetworkOptions network{};
  std::string batches = usual_range, goal = "samples", max_memory{}, max_time{};
  std::vector<std::string> devices{"all"}, precisions{"fp32,tf32,amp_fp16,amp_bf16"}, prices{}, purchases{};
  std::int64_t max_gpus = 0, top = 12, nodes = 0;
  std::string gpus{}, system{}, max_power{}, preset{}, price_file{}, unknown{};
  std::vector<std::string> strategies{"auto"};
  std::optional<double> samples{}, tokens{}, steps{}, epochs{}, max_cost{}, energy_price{};
  bool every = false, as_is = false, csv = false, pareto = false;
  /// Typed, and therefore kept.
  bool devices_typed = false, framework_typed = false, memory_format_typed = false, precisions_typed = false,
       strategies_typed = false;
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
  std::vector<perfmodel::CardModel> cards{};     ///< of `found`, in the same order, with the links of `systems`
  std::vector<perfmodel::CardModel> graphs{};    ///< the same under CUDA graphs; empty where no setting needs them
  std::vector<std::string> hosts{};              ///< host_text() of `found`
  std::vector<perfmodel::HostSystem> systems{};  ///< of `found`: the one named, or the usual one
  std::optional<perfmodel::Preset> preset{};
  std::optional<perfmodel::PriceList> prices{};
  std::string solved{};  ///< "the largest seq is 8192": what --solve asked for
  bool system_assumed = true;
  std::int64_t nodes = 0;  ///< hosts as typed; 0: as few as hold the GPUs
  perfmodel::Question question{};
  perfmodel::Answer answer{};

  /// What a candidate is run with: no CUDA graph holds what sharding, a pipeline or the host's update waits for.
  [[nodiscard]] Setting setting_of(const perfmodel::Candidate& c) const;
  [[nodiscard]] const perfmodel::CardModel& card_of(const perfmodel::Candidate& c) const {
    return setting_of(c).cuda_graph ? graphs[c.device] : cards[c.device];
  }
  /// The recipe of a candidate, whose batch is one data rank's share of one pass.
  [[nodiscard]] perfmodel::Recipe recipe_of(const perfmodel::Candidate& c) const;
  /// The same with the batch of all cards, in passes of the layout's micro-batch.
  [[nodiscard]] perfmodel::Recipe in_passes(const perfmodel::Candidate& c) const;
};

/// @throws NoPlan where nothing satisfies the question
[[nodiscard]] Plan solve(const RecommendOptions& options);

/// The answer for the largest or smallest value of what --solve names: of batch, gpus and deadline among the options
/// of one question, of layers, hidden and seq by asking again with other networks, on a grid.
/// @throws Error for another word, or a network without that size; NoPlan where not even the smallest value has a plan
[[nodiscard]] Plan solve_for(const RecommendOptions& options);

/// One option a device, unless all are wanted: the one that recommended() would take there.
[[nodiscard]] std::vector<perfmodel::Option> chosen(const Plan& plan, bool every);

/// One plain sentence: what to run on what, and what that takes. @pre the plan has options
[[nodiscard]] std::string recommendation(const Plan& plan);
[[nodiscard]] std::string answer_text(const Plan& plan, const std::vector<perfmodel::Option>& options, std::size_t top);
[[nodiscard]] nlohmann::ordered_json answer_json(const Plan& plan, const std::vector<perfmodel::Option>& options);
[[nodiscard]] std::string answer_csv(const Plan& plan, const std::vector<perfmodel::Option>& options);

/// "does not fit", "longer than allowed": why combinations were left out, with their numbers.
[[nodiscard]] std::string rejections_text(const perfmodel::Rejections& rejections);

/// Of a plan without options. @throws NoPlan with the nearest plan and by how much it misses, in the unit of the limit;
/// Error where nothing but impossible layouts was asked about
[[noreturn]] void refuse(const Plan& plan);

}  // namespace plan
