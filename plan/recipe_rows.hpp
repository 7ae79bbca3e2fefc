#pragma once
/// Recipes from CSV rows, and the options that stand in for what rows do not say.
#include "recipes.hpp"
#include <perfmodel/calibration/csv.hpp>
#include <functional>
#include <string>
#include <string_view>

namespace plan {

struct RowDefaults {
  std::string framework = "libtorch", version = "2.11";

  void add_to(CLI::App& command) {
    command.add_option("--framework", framework, "of rows that do not say: libtorch, pytorch, cuda_graph")->capture_default_str();
    command.add_option("--framework-version", version, "1.13 to 2.11")->capture_default_str();
  }
  /// @throws Error for words that mean nothing, so that no row is read with them
  void check() const {
    (void)perfmodel::framework_from(framework, "--framework");
    note_version(version);
  }
};

/// The cell, or `absent` where there is no such column or nothing in it.
[[nodiscard]] inline std::string cell_or(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row, std::string_view column,
                                         const std::string& absent = "") {
  const auto found = table.find(column);
  return !found || row.cells[*found].empty() ? absent : row.cells[*found];
}

/// All of a recipe but its batch: columns precision, optimizer (inference needs none), optional mode, memory_format, framework.
/// @param place  of a column, for messages
[[nodiscard]] inline perfmodel::Recipe recipe_of(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row, const RowDefaults& unsaid,
                                                 const std::function<std::string(const char*)>& place) {
  using namespace perfmodel;
  Recipe recipe{.precision = precision_from(cell_or(table, row, "precision"), place("precision")),
                .mode = mode_from(cell_or(table, row, "mode", "train"), place("mode")),
                .memory_format = memory_format_from(cell_or(table, row, "memory_format", "nchw"), place("memory_format")),
                .framework = framework_from(cell_or(table, row, "framework", unsaid.framework), place("framework")),
                .version = unsaid.version};
  const std::string optimizer = cell_or(table, row, "optimizer");
  if (recipe.mode == Mode::train || !optimizer.empty()) recipe.optimizer = optimizer_from(optimizer, place("optimizer"));
  return recipe;
}

/// The batch of a row. @param place  of a column, for messages
[[nodiscard]] inline std::int64_t batch_of(const perfmodel::CsvTable& table, const perfmodel::CsvRow& row,
                                           const std::function<std::string(const char*)>& place) {
  return perfmodel::to_integer(cell_or(table, row, "batch"), place("batch"), 1, largest_batch_asked);
}

}  // namespace plan
