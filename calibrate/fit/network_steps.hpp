#pragma once
/// Steps of named networks under PyTorch eager, as pytorch_networks.py writes them: what a host profile is fitted to.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/network/named.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrate/fit/measured_step.hpp"

namespace perfmodel {

/// One measured step. Of `measured` the recipe, the times and `held_out` are set: its network is the one here.
struct NetworkStep {
  Network network{};
  MeasuredStep measured{};
  double speed{1.0};  ///< how much longer than at the table's best moment the host took just then, where it was probed
};

/// Whether a name of pytorch_networks.py is one of named_network().
[[nodiscard]] inline bool has_name(std::string_view network) {
  return !network.starts_with("hf:") && !network.starts_with("lstm") && !network.starts_with("gru");
}

namespace detail {
[[nodiscard]] inline Recipe network_recipe(const CsvTable& table, const CsvRow& row) {
  const auto cell = [&](std::string_view column) -> const std::string& { return row.cells[table.at(column)]; };
  const auto place = [&](std::string_view column) { return table.place(row, column); };
  const auto has = [&](std::string_view option) { return cell("options").find(option) != std::string::npos; };
  Recipe recipe{.batch = to_integer(cell("batch"), place("batch"), 1),
                .precision = precision_from(cell("precision"), place("precision")),
                .mode = mode_from(cell("mode"), place("mode")),
                .memory_format = memory_format_from(cell("memory_format"), place("memory_format"))};
  if (has("checkpoint")) recipe.checkpoint_every = 1;
  if (has("fused")) recipe.optimizer_loop = OptimizerLoop::fused;
  recipe.gradient_scaler = has("scaler");
  if (!cell("optimizer").empty()) recipe.optimizer = optimizer_from(cell("optimizer"), place("optimizer"));
  return recipe;
}
}  // namespace detail

/// The rows of networks that have a name and were measured. Columns `probe_before_us` and `probe_after_us`, where the
/// table has them, tell `speed`. @throws Error naming file, line and column
[[nodiscard]] inline std::vector<NetworkStep> network_steps(const CsvTable& table) {
  constexpr std::pair<Phase, const char*> passes[]{{Phase::zero_gradients, "host_zero_us"},
                                                   {Phase::forward, "host_forward_us"},
                                                   {Phase::loss, "host_loss_us"},
                                                   {Phase::backward, "host_backward_us"},
                                                   {Phase::optimizer, "host_optimizer_us"}};
  const bool probed = table.find("probe_before_us").has_value();
  double best = std::numeric_limits<double>::infinity();
  std::vector<NetworkStep> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) -> const std::string& { return row.cells[table.at(column)]; };
    const auto number = [&](std::string_view column) { return to_positive(cell(column), table.place(row, column)); };
    if (!has_name(cell("network")) || cell("step_us").empty()) continue;
    const bool uncached = cell("options").find("cache") != std::string::npos;
    NetworkStep step{.network = named_network(cell("network") + (uncached ? ",cache=0" : "")),
                     .measured = {.recipe = detail::network_recipe(table, row),
                                  .step = number("step_us") * micro * second,
                                  .lowest = number("step_p10_us") * micro * second,
                                  .highest = number("step_p90_us") * micro * second,
                                  .family = cell("network"),
                                  .held_out = cell("held_out") == "1"}};
    for (const auto& [phase, column] : passes)
      if (!cell(column).empty() && cell(column) != "0.0")
        step.measured.host[static_cast<std::size_t>(phase)] = number(column) * micro * second;
    if (probed) {
      step.speed = 0.5 * (number("probe_before_us") + number("probe_after_us"));
      best = std::min(best, step.speed);
    }
    out.push_back(std::move(step));
  }
  if (probed)
    for (NetworkStep& step : out) step.speed /= best;
  return out;
}

}  // namespace perfmodel
