#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <perfmodel/compiled.hpp>
#include <perfmodel/planner/search.hpp>
#include <vector>

namespace perfmodel {

/// The options that no other beats in time, cost and energy at once, in the order of their time. Each counts for the
/// whole amount of work, or for one sample where none is given; cost only where all have one.
[[nodiscard]] std::vector<Option> pareto_front(const Question& question, const std::vector<Option>& options);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/planner/pareto.ipp>
#endif
