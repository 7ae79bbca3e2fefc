/// Fused attention: fitted to the H200, judged by the H100.
#include <algorithm>
#include <cstdio>
#include <map>
#include <perfmodel/json/file.hpp>

#include "calibrate/fit/attention_priors.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/operation_stages.hpp"

namespace perfmodel::operation_stages {

namespace {
using Models = std::map<std::string, AttentionModel>;  ///< by card

std::vector<AttentionFitRow> rows_of(const Arguments& arguments, Models& models) {
  std::vector<AttentionFitRow> rows;
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    const std::filesystem::path path = arguments.raw / card / "attention.csv";
    if (!std::filesystem::exists(path)) continue;
    const AttentionModel& model =
        models.emplace(card, make_attention_model(json::load_device(card).device, attention_priors)).first->second;
    const StreamingTable& base = model.streaming.table;
    for (const OperationMeasurement& m :
         raw_attention(parse_raw(json::read_file(path), path.string(), "attention").csv, card)) {
      const Attention& a = std::get<Attention>(m.operations[0]);
      if (!a.backward)
        rows.push_back({.attention = a,
                        .parts = attention_parts(a, model),
                        .model = &model,
                        .seconds = m.seconds,
                        .launch_saved = base.launch_seconds - base.graph_launch_seconds,
                        .held_out = model.device != "H200-SXM"});
    }
  }
  return rows;
}

/// Measured over expected, by family.
struct Ratios {
  std::array<std::vector<double>, attention_family_count> own, unseen;
};

/// Prints how well each group of rows is met.
Ratios judged(const std::vector<AttentionFitRow>& rows, const AttentionTable& table) {
  std::map<std::string, std::vector<double>> groups;
  Ratios ratios;
  for (const AttentionFitRow& row : rows) {
    const double ratio = expected_seconds(row, table) / row.seconds;
    const auto f = static_cast<std::size_t>(row.parts.family);
    (row.held_out ? ratios.unseen : ratios.own)[f].push_back(1.0 / ratio);
    groups[row.model->device + " attention " + (row.held_out ? "without the card, " : "fitted, ") +
           std::string(name(row.parts.family))]
        .push_back(ratio);
  }
  for (const auto& [group, of_group] : groups) print(group, of_group);
  return ratios;
}

void set_error_bars(AttentionTable& table, const Ratios& ratios) {
  for (std::size_t f = 0; f < attention_family_count; ++f) {
    const std::vector<double>&own = ratios.own[f], &unseen = ratios.unseen[f];
    if (own.empty()) continue;
    const ErrorBar before = error_bar(own, own, 1.15);
    const auto inside =
        std::count_if(unseen.begin(), unseen.end(), [&](double r) { return r >= before.low && r <= before.high; });
    if (!unseen.empty())
      std::printf("H100-SXM5-80GB: %td of %zu attention rows inside the 90 %% interval, %s\n", inside, unseen.size(),
                  std::string(name(static_cast<AttentionFamily>(f))).c_str());
    table[f].calibrated_on = {"H200-SXM"};
    table[f].source = "fitted";
    table[f].error_bars = {error_bar(own, own, 1.05), error_bar(unseen, own, 1.15), error_bar(unseen, own, 1.4)};
  }
}

}  // namespace

AttentionTable fit_attention_kernels(const Arguments& arguments) {
  Models models;
  const std::vector<AttentionFitRow> rows = rows_of(arguments, models);
  AttentionTable table = fit_attention(attention_priors, rows);
  set_error_bars(table, judged(rows, table));
  if (!arguments.output.data.empty())
    write_fitted(arguments.output, "constants/attention.json",
                 json::table_text(table, provenance({arguments.raw / "h200-sxm" / "attention.csv",
                                                     arguments.raw / "h100-sxm5-80gb" / "attention.csv"},
                                                    {"Forward attention of the H200; judged on the H100's rows.",
                                                     "Families without rows keep their priors, with their source "
                                                     "(calibrate/fit/attention_priors.hpp)."})));
  return table;
}

}  // namespace perfmodel::operation_stages
