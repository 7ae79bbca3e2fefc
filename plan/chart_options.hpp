#pragma once
/// --plot and --format vega-lite, which several commands have.
#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <vector>

#include "output.hpp"
#include "report/chart.hpp"

namespace plan {

/// Charts of an answer: the first is the one that a single picture shows.
using Charts = std::function<std::vector<Chart>()>;

struct ChartOptions {
  std::string plot{}, format{};

  void add_to(CLI::App& command);
  [[nodiscard]] bool asked() const { return !plot.empty() || !format.empty(); }
  /// @throws Error where what is asked for cannot be, before anything is calculated
  void check(const Output& output) const;
  /// Writes the picture, where one is asked for. @throws Error where it cannot be drawn or written
  void draw(const std::string& title, const Charts& charts) const;
  /// Whether the answer is the specification itself, which this then writes.
  [[nodiscard]] bool answers(const Output& output, const Charts& charts) const;
};

}  // namespace plan
