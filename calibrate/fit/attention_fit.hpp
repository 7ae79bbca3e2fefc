#pragma once
/// Fit of the attention constants to measured fused attention.
#include <perfmodel/pricing/attention/fields.hpp>
#include <perfmodel/pricing/attention/model.hpp>
#include <vector>

#include "calibrate/fit/coordinate_search.hpp"

namespace perfmodel {

struct AttentionFitRow {
  Attention attention{};
  AttentionParts parts{};
  const AttentionModel* model{};  ///< of the row's card; outlives the row
  double seconds{};
  double launch_saved{};  ///< the gap of a stream that a graph does not have
  bool held_out{};
};

[[nodiscard]] inline double expected_seconds(const AttentionFitRow& row, const AttentionTable& table) {
  return attention_time(row.parts, *row.model, table).total - row.launch_saved;
}

/// Families without rows keep their priors.
[[nodiscard]] inline AttentionTable fit_attention(const AttentionTable& start,
                                                  const std::vector<AttentionFitRow>& rows) {
  AttentionTable table = start;
  for (std::size_t f = 0; f < attention_family_count; ++f) {
    std::vector<const AttentionFitRow*> chosen;
    for (const AttentionFitRow& row : rows)
      if (!row.held_out && static_cast<std::size_t>(row.parts.family) == f) chosen.push_back(&row);
    if (chosen.empty()) continue;
    TableParameters<AttentionTable> parameters;
    add_parameters(parameters, attention_fields, attention_fit::family,
                   [=](AttentionTable& t) -> AttentionConstants& { return t[f]; });
    coordinate_search(table, parameters, [&](const AttentionTable& t) {
      double loss = 0.0;
      for (const AttentionFitRow* row : chosen) loss += huber_log(expected_seconds(*row, t), row->seconds);
      return loss / static_cast<double>(chosen.size());
    });
  }
  return table;
}

}  // namespace perfmodel
