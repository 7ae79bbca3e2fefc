#pragma once
/// Recipes and frameworks from CSV rows, and what stands in for what rows do not say.
#include <functional>
#include <perfmodel/measurement/csv.hpp>
#include <string>
#include <string_view>

#include "recipes.hpp"

namespace plan {

/// The cell, or `absent` where there is no such column or nothing in it.
[[nodiscard]] inline std::string cell_or(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row,
                                         std::string_view column, const std::string& absent = "") {
  const auto found = table.find(column);
  return !found || row.cells[*found].empty() ? absent : row.cells[*found];
}

/// All of a recipe but its batch: columns precision, optimizer (inference needs none), optional mode, memory_format,
/// gradient_scaler, cudnn_benchmark.
/// @param place  of a column, for messages
[[nodiscard]] inline perfmodel::Recipe recipe_of(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row,
                                                 const std::function<std::string(const char*)>& place) {
  using namespace perfmodel;
  Recipe recipe{
      .precision = precision_from(cell_or(table, row, "precision"), place("precision")),
      .mode = mode_from(cell_or(table, row, "mode", "train"), place("mode")),
      .memory_format = memory_format_from(cell_or(table, row, "memory_format", "nchw"), place("memory_format"))};
  const std::string optimizer = cell_or(table, row, "optimizer");
  if (recipe.mode == Mode::train || !optimizer.empty()) set_optimizer(recipe, optimizer, place("optimizer"));
  recipe.gradient_scaler = truth_of(cell_or(table, row, "gradient_scaler", "true"), place("gradient_scaler"));
  if (truth_of(cell_or(table, row, "cudnn_benchmark", "false"), place("cudnn_benchmark"))) note_cudnn_benchmark();
  return recipe;
}

/// The recipe of a row and its network: of a recording its own, which the row may leave out.
/// @throws Error naming the column that contradicts the recording
[[nodiscard]] inline perfmodel::Recipe recipe_of(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row,
                                                 const perfmodel::Network& network,
                                                 const std::function<std::string(const char*)>& place) {
  using namespace perfmodel;
  if (network.recording == nullptr) return recipe_of(table, row, place);
  const Recipe recorded = recorded_recipe(*network.recording, 1);
  Recipe row_says = recorded;
  if (const std::string word = cell_or(table, row, "precision"); !word.empty())
    row_says.precision = precision_from(word, place("precision"));
  if (const std::string word = cell_or(table, row, "mode"); !word.empty())
    row_says.mode = mode_from(word, place("mode"));
  if (const std::string word = cell_or(table, row, "optimizer"); !word.empty())
    set_optimizer(row_says, word, place("optimizer"));
  require_recorded(*network.recording, row_says);
  return recorded;
}

/// The framework of a row: its column framework, else that of the options.
[[nodiscard]] inline perfmodel::Framework framework_of(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row,
                                                       const perfmodel::Software& unsaid,
                                                       const std::function<std::string(const char*)>& place) {
  const std::string word = cell_or(table, row, "framework");
  return word.empty() ? unsaid.framework : perfmodel::framework_from(word, place("framework"));
}

/// The batch of a row. @param place  of a column, for messages
[[nodiscard]] inline std::int64_t batch_of(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row,
                                           const std::function<std::string(const char*)>& place) {
  return perfmodel::to_integer(cell_or(table, row, "batch"), place("batch"), 1, largest_batch_asked);
}

}  // namespace plan
