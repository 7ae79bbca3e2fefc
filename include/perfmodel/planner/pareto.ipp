#pragma once
#include <perfmodel/planner/pareto.hpp>

namespace perfmodel {

PERFMODEL_INLINE std::vector<Option> pareto_front(const Question& question, const std::vector<Option>& options) {
  const bool whole = question.amount.samples || question.amount.steps;
  const bool priced = std::all_of(options.begin(), options.end(), [](const Option& o) { return o.cost.has_value(); });
  using Axes = std::array<double, 3>;
  const auto axes = [&](const Option& o) {
    const double share = whole ? 1.0 : 1.0 / static_cast<double>(o.candidate.batch);
    return Axes{share * in(o.time, second), share * in(o.energy, joule), priced ? share * *o.cost : 0.0};
  };
  std::vector<std::pair<Axes, const Option*>> sorted;
  sorted.reserve(options.size());
  for (const Option& o : options) sorted.emplace_back(axes(o), &o);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Option> front;
  std::vector<Axes> kept;
  for (const auto& [point, option] : sorted) {
    const auto beats = [&point = point](const Axes& other) { return other[1] <= point[1] && other[2] <= point[2]; };
    if (std::any_of(kept.begin(), kept.end(), beats)) continue;  // those before it take no longer
    kept.push_back(point);
    front.push_back(*option);
  }
  return front;
}

}  // namespace perfmodel
