/// Fused attention: kernels of the H200 by themselves, judged by the H100; serving engines' prompts and caches, of
/// which half of the shapes teach and the others judge.
#include <algorithm>
#include <cstdio>
#include <map>
#include <perfmodel/json/file.hpp>

#include "calibrate/fit/attention_priors.hpp"
#include "calibrate/fit/attention_serving.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/operation_stages.hpp"
#include "calibrate/fit/random_operation_judge.hpp"

namespace perfmodel::operation_stages {

namespace {
using Rows = std::vector<AttentionFitRow>;

/// Rows of both cards' attention.csv and of the engines' tables. The cards outlive them.
struct AttentionRows {
  std::map<std::string, AttentionModel> models{};  ///< of own rows, by card
  std::map<std::string, ServingCard> cards{};      ///< of engines, by card
  Rows own{}, singles{}, prompts{}, caches{};
};

void read_own_rows(const Arguments& arguments, AttentionRows& out) {
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    const std::filesystem::path path = arguments.raw / card / "attention.csv";
    if (!std::filesystem::exists(path)) continue;
    const AttentionModel& model =
        out.models.emplace(card, make_attention_model(json::load_device(card).device, attention_priors)).first->second;
    const StreamingTable& base = model.streaming.table;
    for (const OperationMeasurement& m :
         raw_attention(parse_raw(json::read_file(path), path.string(), "attention").csv, card)) {
      const Attention& a = std::get<Attention>(m.operations[0]);
      if (!a.backward)
        out.own.push_back({.attention = a,
                           .parts = attention_parts(a, model),
                           .model = &model,
                           .seconds = m.seconds,
                           .launch_saved = base.launch_seconds - base.graph_launch_seconds,
                           .held_out = model.device != "H200-SXM"});
    }
  }
}

/// One query, drawn at random: even seeds of the H200 teach, its odd ones and the H100 judge. Operands are warm and
/// nobody knows how much of them the L2 holds, so that only those count which are far smaller or larger.
void read_single_queries(const Arguments& arguments, AttentionRows& out) {
  constexpr double small = 4e6, large = 100e6;  // bytes
  for (const auto& [card, model] : out.models) {
    const std::filesystem::path path = arguments.raw / card / "signal_operations.csv";
    if (!std::filesystem::exists(path)) continue;
    for (const RandomOperation& r :
         random_operations(parse_raw(json::read_file(path), path.string(), "signal_operations", card).csv, card)) {
      const auto* a = std::get_if<Attention>(&r.measurement.operations.front());
      if (a == nullptr || r.family != "one_query") continue;
      const double moved = in(traffic(*a), byte);
      if (moved > small && moved < large) continue;
      AttentionFitRow row{.attention = *a,
                          .parts = attention_parts(*a, model),
                          .model = &model,
                          .seconds = r.measurement.seconds,
                          .held_out = random_rows(r) != RandomRows::fitted};
      row.launch_saved = attention_time(row.parts, model, model.table).kernels * model.streaming.table.launch_seconds;
      if (row.parts.family == AttentionFamily::single_query) out.singles.push_back(row);
    }
  }
}

/// Measured over expected, by family.
struct Ratios {
  std::array<std::vector<double>, attention_family_count> own, unseen;
};

/// Shorter calls of engines are mostly what they do beside attention.
constexpr double beyond_launch = 50e-6;

/// What the printed groups of engines' rows are told apart by.
std::string engine_group(const AttentionFitRow& row) {
  constexpr double small = 4e6;
  return row.engine + (row.parts.decode && in(traffic(row.attention), byte) < small ? " cache under 4 MB"
                       : row.parts.decode                                           ? " cache above twice the L2"
                       : row.seconds < beyond_launch                                ? " prompt under 50 us"
                       : row.attention.head_size <= 128                             ? " prompt"
                                                                                    : " prompt, heads of 256");
}

/// Prints how well each group of rows is met.
Ratios judged(const Rows& rows, const AttentionFit& fit) {
  std::map<std::string, std::vector<double>> groups;
  Ratios ratios;
  for (const AttentionFitRow& row : rows) {
    if (!row.engine.empty() && !row.parts.decode && !fit.calls.contains(row.engine)) continue;
    const double ratio = expected_seconds(row, fit) / row.seconds;
    const auto f = static_cast<std::size_t>(row.parts.family);
    if (row.engine.empty() || row.seconds >= beyond_launch)
      (row.held_out ? ratios.unseen : ratios.own)[f].push_back(1.0 / ratio);
    const std::string group = row.engine.empty() ? row.model->device + " attention " +
                                                       (!row.held_out                     ? "fitted, "
                                                        : row.model->device == "H200-SXM" ? "other seeds, "
                                                                                          : "without the card, ") +
                                                       std::string(name(row.parts.family))
                                                 : engine_group(row) + (row.held_out ? ", held out" : ", fitted");
    groups[group].push_back(ratio);
  }
  for (const auto& [group, of_group] : groups) print(group, of_group);
  return ratios;
}

Rows of_cards(Rows rows, std::initializer_list<std::string_view> cards) {
  std::erase_if(rows, [&](const AttentionFitRow& row) {
    return std::none_of(cards.begin(), cards.end(), [&](std::string_view c) { return row.engine.starts_with(c); });
  });
  return rows;
}

AttentionConstants& at(AttentionFit& fit, AttentionFamily family) {
  return fit.table[static_cast<std::size_t>(family)];
}

void set_own_bars(AttentionTable& table, const Ratios& ratios) {
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

/// Families that only engines' tables show: bars from the shapes held out.
void set_engine_bars(AttentionFit& fit, AttentionFamily family, const Ratios& ratios,
                     std::initializer_list<std::string_view> cards) {
  const std::vector<double>& unseen = ratios.unseen[static_cast<std::size_t>(family)];
  if (unseen.empty()) return;
  AttentionConstants& c = at(fit, family);
  std::size_t i = 0;
  for (const std::string_view card : cards) c.calibrated_on[i++] = card;
  c.source = "fitted to serving engines";
  c.error_bars = {error_bar(unseen, unseen, 1.05), error_bar(unseen, unseen, 1.15), error_bar(unseen, unseen, 1.4)};
}

/// mma.sync taught by one of two cards, the other one judges: what the shipped constants, taught by both, cannot show.
void judge_left_out(const AttentionFit& start, const Rows& prompts) {
  for (const auto& [taught, left] : {std::pair{"a100-sxm4-80gb", "l40s"}, std::pair{"l40s", "a100-sxm4-80gb"}}) {
    AttentionFit fit = start;
    fit_family(fit, of_cards(prompts, {taught}), AttentionFamily::warp, attention_fit::engines);
    const AttentionTable table = fit.table;
    fit_family(fit, of_cards(prompts, {left}), AttentionFamily::warp, 0);  // what its engines add, alone
    fit.table = table;
    std::printf("mma.sync taught by %s:\n", taught);
    (void)judged(of_cards(prompts, {left}), fit);
  }
}

void fit_to_engines(AttentionFit& fit, const AttentionRows& rows) {
  using F = AttentionFamily;
  judge_left_out(fit, rows.prompts);
  const Rows hopper = of_cards(rows.prompts, {"h100-sxm5-80gb"});
  Rows large = hopper;
  std::erase_if(large, [](const AttentionFitRow& row) { return row.attention.head_size <= 128; });
  fit_family(fit, large, F::warp_group, attention_fit::large);
  fit_family(fit, hopper, F::warp_group, 0);
  for (const auto& [family, stage] : {std::pair{F::warp, attention_fit::engines | attention_fit::sharing},
                                      std::pair{F::tensor_memory, attention_fit::engines}}) {
    fit_family(fit, rows.prompts, family, stage);
    if (rows.prompts.empty()) continue;
    std::array<double, 3>& efficiency = at(fit, family).efficiency;
    efficiency[0] = efficiency[1];
    efficiency[2] = std::min(efficiency[1], efficiency[2]);
  }
  // Caches: an A100 and an H100 teach, L40S and B200 judge.
  fit_family(fit, of_cards(rows.caches, {"a100-sxm4-80gb"}), F::warp, attention_fit::decode);
  fit_family(fit, of_cards(rows.caches, {"h100-sxm5-80gb"}), F::warp_group, attention_fit::decode);
  at(fit, F::tensor_memory).decode_block_cycles = at(fit, F::warp_group).decode_block_cycles;
  at(fit, F::tensor_memory).decode_seconds = at(fit, F::warp_group).decode_seconds;
  const Ratios prompts = judged(rows.prompts, fit);
  (void)judged(rows.caches, fit);
  set_engine_bars(fit, F::warp, prompts, {"A100-SXM4-80GB", "L40S"});
  set_engine_bars(fit, F::tensor_memory, prompts, {"B200-SXM"});
}

}  // namespace

AttentionTable fit_attention_kernels(const Arguments& arguments) {
  AttentionRows rows;
  const std::filesystem::path prompts = arguments.data / "attention_prefill.csv",
                              caches = arguments.data / "attention_decode.csv";
  read_own_rows(arguments, rows);
  read_single_queries(arguments, rows);
  rows.prompts = serving_rows(prompts, prompt_kernels, true, attention_priors, rows.cards);
  rows.caches = serving_rows(caches, cache_kernels, false, attention_priors, rows.cards);
  AttentionFit fit{.table = fit_attention(attention_priors, rows.own)};
  set_own_bars(fit.table, judged(rows.own, fit));
  fit_family(fit, rows.singles, AttentionFamily::single_query, attention_fit::single);
  set_own_bars(fit.table, judged(rows.singles, fit));
  fit_to_engines(fit, rows);
  if (!arguments.output.data.empty())
    write_fitted(
        arguments.output, "constants/attention.json",
        json::table_text(
            fit.table,
            provenance(
                {arguments.raw / "h200-sxm" / "attention.csv", arguments.raw / "h100-sxm5-80gb" / "attention.csv",
                 arguments.raw / "h200-sxm" / "signal_operations.csv", prompts, caches},
                {"Forward attention of the H200; judged on the H100's rows. Half of the serving engines' shapes.",
                 "One query: even seeds of signal_operations.csv; odd ones and the H100's judge.",
                 "Families without rows keep their priors, with their source "
                 "(calibrate/fit/attention_priors.hpp)."})));
  return fit.table;
}

}  // namespace perfmodel::operation_stages
