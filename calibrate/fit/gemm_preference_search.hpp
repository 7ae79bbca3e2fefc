#pragma once
#include <cmath>
#include <perfmodel/measurement/statistics.hpp>
#include <vector>

#include "calibrate/fit/gemm_fit.hpp"

namespace perfmodel {

/// Mean robust loss of a family's rows when the model chooses tile and split itself. Where the kernel's name is known,
/// the choice is held half against the measured time and half against the model's own time of what ran, so that
/// preferences do not make up for what the constants get wrong.
[[nodiscard]] inline double choice_loss(const GemmTable& table, const std::vector<FitSlot>& slots,
                                        const std::vector<FitRow>& rows) {
  const RowModels models(table, slots, rows);
  std::vector<FitRow> one(1);
  double sum = 0.0, weight = 0.0;
  for (const FitRow& row : rows) {
    one[0] = row;
    const double ran = row.tile_known ? expected_seconds(row, slots[row.slot], models.of(row)) : row.seconds;
    one[0].tile_known = false;
    choose_tiles(one, models);
    const double error =
        robust(std::log(expected_seconds(one[0], slots[row.slot], models.of(row)) / std::sqrt(ran * row.seconds)), 0.1);
    sum += row.weight * error * error;
    weight += row.weight;
  }
  return sum / weight;
}

/// Moves the preferences of one family in one version's row, one at a time, where that lowers the loss: a choice is a
/// step, so that no derivative leads. A preference costs (preference / 0.3)^2 per thousand, so that it stays where rows
/// do not ask for it.
inline void search_preferences(GemmTable& table, const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows,
                               GemmFamily family, LibraryVersion library) {
  constexpr double price = 1e-5, width = 0.3;
  const GemmConstants& c = table.families[static_cast<std::size_t>(family)];
  ChoiceRule& rule = choice_rule(table, family, library);
  std::vector<double*> knobs{&rule.split_preference, &rule.split_log_preference};
  constexpr int enough = 40;  // rows of a class; fewer would decide for products of all sizes
  std::array<int, choice_class_count> present{};
  for (const FitRow& row : rows) ++present[static_cast<std::size_t>(choice_class(row.gemm))];
  if (rule.tile_split != std::array<double, max_gemm_tiles>{})  // learned from names
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.tile_count); ++i) knobs.push_back(&rule.tile_split[i]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(c.tile_count); ++i)
    for (std::size_t j = 0; j < choice_class_count; ++j)
      if (present[j] >= enough) knobs.push_back(&rule.preference[i][j]);
  double best = choice_loss(table, slots, rows);
  for (const double step : {0.15, 0.06, 0.03})
    for (double* knob : knobs)
      for (const double move : {step, -step}) {
        const double before = *knob;
        *knob = before + move;
        const double fee = price * (*knob * *knob - before * before) / (width * width);
        const double loss = choice_loss(table, slots, rows);
        if (loss + fee < best) {
          best = loss;
          break;
        }
        *knob = before;
      }
}

/// Learns how uncertain the choice is (ChoiceRule::spread), by class of problem: the least mean error of ln(time) of
/// these rows, tile chosen by the model. A spread has to pay for itself.
inline void search_spread(GemmTable& table, const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows,
                          GemmFamily family, LibraryVersion library) {
  constexpr std::size_t enough = 40;
  constexpr double worth_it = 0.995;
  for (std::size_t j = 0; j < choice_class_count; ++j) {
    std::vector<FitRow> own;
    for (const FitRow& row : rows)
      if (static_cast<std::size_t>(choice_class(row.gemm)) == j) own.push_back(row);
    if (own.size() < enough) continue;
    for (FitRow& row : own) row.tile_known = false;
    const auto loss = [&](double spread) {
      choice_rule(table, family, library).spread[j] = spread;
      const RowModels models(table, slots, own);
      choose_tiles(own, models);
      double sum = 0.0;
      for (const FitRow& row : own)
        sum += row.weight * std::abs(std::log(expected_seconds(row, slots[row.slot], models.of(row)) / row.seconds));
      return sum;
    };
    double chosen = 0.0, best = worth_it * loss(0.0);
    for (const double spread : {0.02, 0.03, 0.045, 0.06, 0.08, 0.10, 0.125})
      if (const double sum = loss(spread); sum < best) best = sum, chosen = spread;
    choice_rule(table, family, library).spread[j] = chosen;
  }
}

/// Sets by how much the least of many modelled times is optimistic (ChoiceRule::regret): median of ln(measured /
/// predicted with the model's own choice), by class of problem, over rows whose kernel's name is known.
inline void set_optimism(GemmTable& table, const std::vector<FitSlot>& slots, const std::vector<FitRow>& rows,
                         GemmFamily family, LibraryVersion library) {
  constexpr std::size_t enough = 40;
  const RowModels models(table, slots, rows);
  std::array<std::vector<double>, choice_class_count> lost{};
  std::vector<FitRow> one(1);
  for (const FitRow& row : rows) {
    if (!row.tile_known) continue;
    one[0] = row;
    one[0].tile_known = false;
    choose_tiles(one, models);
    lost[static_cast<std::size_t>(choice_class(row.gemm))].push_back(
        std::log(row.seconds / expected_seconds(one[0], slots[row.slot], models.of(row))));
  }
  for (std::size_t j = 0; j < choice_class_count; ++j)
    if (lost[j].size() >= enough) choice_rule(table, family, library).regret[j] = quantile(lost[j], 0.5);
}

}  // namespace perfmodel
