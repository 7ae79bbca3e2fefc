#pragma once
/// Fit of the attention constants to measured fused attention.
#include <map>
#include <perfmodel/device/device.hpp>
#include <perfmodel/pricing/attention/fields.hpp>
#include <perfmodel/pricing/attention/time.hpp>
#include <set>
#include <string>
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
  std::string engine{};  ///< card and serving engine; empty: the kernel alone was timed
  double cache_copy{};   ///< s that reading and writing the new keys and values would take as one long copy
};

/// A card whose rows come from serving engines.
struct ServingCard {
  Device device{};
  AttentionModel model{};
};

/// Calls before a timed one and with it, back to back: three to warm up and six.
inline constexpr double serving_calls = 9.0;

/// What an engine's call does beside attention. No constant of the model: it keeps the engines apart.
struct ServingCall {
  double share{0.5};     ///< of a long copy's rate, at which new keys and values go into the cache
  double seconds{5e-6};  ///< of its other kernels
};

struct AttentionFit {
  AttentionTable table{};
  std::map<std::string, ServingCall> calls{};  ///< by card and engine
};

[[nodiscard]] inline double expected_seconds(const AttentionFitRow& row, const AttentionTable& table) {
  return attention_time(row.parts, *row.model, table).total - row.launch_saved;
}

/// Likewise, with what the engine adds. @pre fit.calls has the row's engine
[[nodiscard]] inline double expected_seconds(const AttentionFitRow& row, const AttentionFit& fit) {
  const double attention = expected_seconds(row, fit.table);
  if (row.engine.empty() || row.parts.decode) return attention;
  const ServingCall& call = fit.calls.at(row.engine);
  return attention + call.seconds + row.cache_copy / call.share;
}

/// Moves what `stage` may move of one family, and the engines' calls, to rows that are not held out.
/// @param stage  a bit of attention_fit
inline void fit_family(AttentionFit& fit, const std::vector<AttentionFitRow>& rows, AttentionFamily family,
                       unsigned stage) {
  std::vector<const AttentionFitRow*> chosen;
  for (const AttentionFitRow& row : rows)
    if (!row.held_out && row.parts.family == family) {
      chosen.push_back(&row);
      if (!row.engine.empty() && !row.parts.decode) fit.calls.try_emplace(row.engine);
    }
  if (chosen.empty()) return;
  TableParameters<AttentionFit> parameters;
  const auto f = static_cast<std::size_t>(family);
  add_parameters(parameters, attention_fields, stage,
                 [=](AttentionFit& state) -> AttentionConstants& { return state.table[f]; });
  std::set<std::string> engines;
  for (const AttentionFitRow* row : chosen)
    if (!row->engine.empty() && !row->parts.decode) engines.insert(row->engine);
  for (const std::string& engine : engines) {
    parameters.push_back(
        {.at = [=](AttentionFit& state) -> double& { return state.calls.at(engine).share; }, .low = 0.1, .high = 1.0});
    parameters.push_back({.at = [=](AttentionFit& state) -> double& { return state.calls.at(engine).seconds; },
                          .low = 1e-7,
                          .high = 3e-5});
  }
  coordinate_search(fit, parameters, [&](const AttentionFit& state) {
    double loss = 0.0;
    for (const AttentionFitRow* row : chosen) loss += huber_log(expected_seconds(*row, state), row->seconds);
    return loss / static_cast<double>(chosen.size());
  });
}

/// Families without rows of their own keep their priors.
[[nodiscard]] inline AttentionTable fit_attention(const AttentionTable& start,
                                                  const std::vector<AttentionFitRow>& rows) {
  AttentionFit fit{.table = start};
  for (std::size_t f = 0; f < attention_family_count; ++f)
    fit_family(fit, rows, static_cast<AttentionFamily>(f), attention_fit::family);
  return fit.table;
}

}  // namespace perfmodel
