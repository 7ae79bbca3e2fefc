#pragma once
/// Rows of tables of measured training steps (fcnn_steps.csv, fcnn_technique_steps.csv).
#include <array>
#include <cmath>
#include <cstdint>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/step/recipe.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibrate/fit/step_rounds.hpp"

namespace perfmodel {

/// One measured training step of a fully connected network.
struct MeasuredStep {
  FcnnOptions network{};
  Recipe recipe{};
  Time step{};               ///< median over groups of steps, mean over rounds of them, or time_of_rounds()
  Time lowest{}, highest{};  ///< of the groups
  std::int64_t rounds{1};    ///< apart from each other in time; 1: all groups in a row
  double scatter{};  ///< relative, of the rounds at the processor's usual speed; 0: only the groups' range is known
  std::array<Time, phase_count> host{};  ///< by phase: no wait at the end, the device idle at the beginning; 0: unknown
  std::string family{};
  bool held_out{};  ///< never in a fit
};

/// How far the time may be off for the noise of the machine alone, relative: the scatter of its rounds, or half the
/// range of its groups; rounds apart in time average it.
[[nodiscard]] inline double noise(const MeasuredStep& m) {
  if (m.scatter > 0.0) return m.scatter;
  return 0.5 * in(m.highest - m.lowest, m.step) / std::sqrt(static_cast<double>(m.rounds));
}

namespace detail {

/// Where the processor was probed beside each round (columns group_us, probe_us): the steps at its usual speed. Steps
/// whose host is done sooner than the device, and those of one round, stay as they are.
/// @param rows  of the table, one for each step
inline void settle_rounds(std::vector<MeasuredStep>& steps, const CsvTable& table,
                          std::span<const CsvRow* const> rows) {
  if (!table.find("group_us") || !table.find("probe_us")) return;
  constexpr double clearly_longer = 1.25;  // than the host's passes: as in the measuring program
  std::vector<std::vector<StepRound>> rounds;
  std::vector<double> probes;
  for (const CsvRow* row : rows) {
    rounds.push_back(
        step_rounds(row->cells[table.at("group_us")], row->cells[table.at("probe_us")], table.place(*row, "probe_us")));
    for (const StepRound& r : rounds.back()) probes.push_back(r.probe);
  }
  const double usual = quantile(probes, 0.5);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (rounds[i].size() < 2) continue;
    MeasuredStep& m = steps[i];
    Time host{};
    for (const Phase phase : {Phase::zero_gradients, Phase::forward, Phase::loss, Phase::backward, Phase::optimizer}) {
      const bool once = phase == Phase::zero_gradients || phase == Phase::optimizer;
      host += (once ? 1.0 : static_cast<double>(m.recipe.accumulation)) * m.host[static_cast<std::size_t>(phase)];
    }
    const bool waits = m.step > clearly_longer * host;
    const RoundsTime time = time_of_rounds(rounds[i], waits ? 0.0 : usual);
    m.step = time.seconds * second;
    m.scatter = time.noise;
  }
}

/// A row by the names of its columns.
struct StepRow {
  const CsvTable& table;
  const CsvRow& row;

  [[nodiscard]] const std::string& word(std::string_view column) const { return row.cells[table.at(column)]; }
  [[nodiscard]] std::string place(std::string_view column) const { return table.place(row, column); }
  [[nodiscard]] Time seconds(std::string_view column) const {
    return to_positive(word(column), place(column)) * second;
  }
  [[nodiscard]] std::int64_t integer(std::string_view column, std::int64_t low) const {
    return to_integer(word(column), place(column), low);
  }
  [[nodiscard]] Loss loss() const {
    if (word("loss") == "mse") return MeanSquaredError{};
    if (word("loss") == "cross_entropy") return CrossEntropy{};
    throw bad_input(place("loss"), in_quotes(word("loss")), "must be mse or cross_entropy");
  }
};

inline MeasuredStep step_of(const StepRow& row) {
  MeasuredStep step{.network = {.layers = row.integer("layers", 1),
                                .hidden = row.integer("hidden", 1),
                                .inputs = row.integer("inputs", 1),
                                .outputs = row.integer("outputs", 1),
                                .loss = row.loss()},
                    .recipe = {.batch = row.integer("batch", 1),
                               .precision = precision_from(row.word("precision"), row.place("precision")),
                               .optimizer = optimizer_from(row.word("optimizer"), row.place("optimizer")),
                               .accumulation = row.integer("accumulate", 1),
                               .checkpoint_every = row.integer("checkpoint", 0)},
                    .step = row.seconds("step_s"),
                    .lowest = row.seconds("step_low_s"),
                    .highest = row.seconds("step_high_s"),
                    .rounds = row.table.find("rounds") ? row.integer("rounds", 1) : 1,
                    .family = row.word("family"),
                    .held_out = row.word("held_out") == "1"};
  if (step.lowest > step.highest)
    throw bad_input(row.place("step_low_s"), in_quotes(row.word("step_low_s")), "must not be over step_high_s");
  const auto pass = [&](Phase phase, std::string_view column) {
    step.host[static_cast<std::size_t>(phase)] = row.seconds(column);
  };
  pass(Phase::zero_gradients, "host_zero_s");
  pass(Phase::forward, "host_forward_s");
  pass(Phase::loss, "host_loss_s");
  pass(Phase::backward, "host_backward_s");
  pass(Phase::optimizer, "host_optimizer_s");
  return step;
}

}  // namespace detail

/// The rows that were measured; those that failed (out of memory) are skipped. Rounds are averaged as time_of_rounds()
/// says.
/// @throws Error naming file, line and column for a missing column or a cell that is no valid value
[[nodiscard]] inline std::vector<MeasuredStep> measured_steps(const CsvTable& table) {
  std::vector<MeasuredStep> steps;
  std::vector<const CsvRow*> rows;
  for (const CsvRow& row : table.rows) {
    const detail::StepRow step{table, row};
    if (step.word("step_s").empty()) continue;
    steps.push_back(detail::step_of(step));
    rows.push_back(&row);
  }
  detail::settle_rounds(steps, table, rows);
  return steps;
}

}  // namespace perfmodel
