#pragma once
/// Charts of an answer of `recommend`, from its JSON.
#include <nlohmann/json.hpp>
#include <vector>

#include "page.hpp"

namespace plan {

/// Predicted times with intervals, and what options cost in time, energy and money.
[[nodiscard]] std::vector<Chart> option_charts(const nlohmann::ordered_json& answer);
/// The options, one a row.
[[nodiscard]] PageTable option_table(const nlohmann::ordered_json& answer);

}  // namespace plan
