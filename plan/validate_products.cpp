/// perfmodel-plan validate: matrix products.
#include <algorithm>
#include <cmath>
#include <perfmodel/measurement/gemm_words.hpp>
#include <perfmodel/measurement/measurement.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <set>
#include <utility>

#include "model.hpp"
#include "other_library.hpp"
#include "validate_rows.hpp"

namespace plan {
namespace {

using namespace perfmodel;

[[nodiscard]] std::string regime_of(const Gemm& g, const GemmPrediction& p) {
  return std::string(name(g.format)) + ' ' + std::string(name(p.bound)) +
         (leading_alignment(g) >= 16 ? "" : " unaligned") + (p.split_k > 1 ? " split-K" : "") +
         (g.batch > 1 ? " batched" : "");
}

/// The shortest calls of products, by the operation that the file names: nn.Linear costs a framework more than
/// torch.bmm.
[[nodiscard]] ShortestCalls product_calls(const std::vector<ValidatedRow>& rows) {
  ShortestCalls calls;
  for (const ValidatedRow& row : rows) calls.add(row.call, row.judged.measured);
  return calls;
}

/// "31.7 us", "bmm 22.4 us, linear 26.8 us"
[[nodiscard]] std::string shortest_text(const std::vector<ValidatedRow>& rows, const ShortestCalls& calls) {
  std::set<std::string> names;
  for (const ValidatedRow& row : rows) names.insert(row.call);
  std::string text;
  for (const std::string& call : names) append(text, (names.size() > 1 ? call + ' ' : "") + micros(calls.of(call)));
  return text;
}

/// What to say of products whose short times do not look like kernels'; nothing where they do. In eager calls 0.6 of
/// the shortest is no kernel's (eager_share), of kernels back to back nothing: the border is half of that.
[[nodiscard]] std::string eager_hint(const std::vector<ValidatedRow>& rows) {
  const ShortestCalls calls = product_calls(rows);
  constexpr std::size_t fewest = 3;  // rows that make a floor
  std::vector<double> over;
  for (const ValidatedRow& row : rows)
    if (const double shortest = calls.of(row.call); row.judged.measured <= 2.0 * shortest)
      over.push_back((row.judged.measured - row.judged.predicted) / shortest);
  if (over.size() < fewest || quantile(over, 0.5) < 0.5 * eager_share) return "";
  return "times near the shortest, " + shortest_text(rows, calls) +
         ", are far over what their kernels take: if they are of single framework calls, --eager says so";
}

/// Makes predictions of kernels those of a framework's calls, and sets calls near the shortest apart.
/// @return what was done, for the note
[[nodiscard]] std::string take_as_eager(std::vector<ValidatedRow>& rows) {
  const ShortestCalls calls = product_calls(rows);
  std::size_t apart = 0;
  for (ValidatedRow& row : rows) {
    show_as_call(row.judged, row.call, calls.of(row.call));
    row.eager = calls.near(row.call, row.judged.measured);
    if (!row.eager) continue;
    ++apart;
    row.judged.regime = row.judged.regime.substr(0, row.judged.regime.find(' ')) + " eager";
    row.explanation += "; under 10 times the shortest call";
  }
  return eager_text(apart, rows.size(), shortest_text(rows, calls));
}

/// What a profiler sees of a kernel: all but the launch.
void take_off_launch(Judged& judged, Time launch) {
  const double share = 1.0 - in(launch, second) / judged.predicted;
  if (share <= 0.0) return;
  for (double* seconds : {&judged.predicted, &judged.low, &judged.high}) *seconds *= share;
}

/// The rows that a prediction can be made of. DeepBench's half-precision products in FP32 arithmetic are none.
[[nodiscard]] CsvTable without_mixed(CsvTable table, std::string& left_out) {
  const auto dtype = table.find("dtype");
  if (!dtype) return table;
  const std::size_t count =
      std::erase_if(table.rows, [&](const CsvRow& row) { return row.cells[*dtype] == "fp16_in_fp32_math"; });
  if (count > 0) left_out = "left out: " + count_text(count, "row") + " of FP16 operands multiplied in FP32";
  return table;
}

/// How tables lie that do not say: as serving engines time kernels back to back, otherwise cold.
[[nodiscard]] Operands usual_operands(const ValidationOptions& o) {
  return o.eager || o.kernel_only ? Operands::cold : Operands::rotated;
}

[[nodiscard]] std::vector<ValidatedRow> product_rows(const CsvTable& table, const json::Card& asked,
                                                     const ValidationOptions& o) {
  const Device& device = asked.device();
  const Software software = o.unsaid.software();
  KernelModels models(device, software, asked.correction(), o.eager ? eager_repetitions : isolated_repetitions);
  const std::optional<NumberFormat> format = assumes_format(table, o) ? NumberFormat::fp32 : o.format;
  const std::vector<GemmMeasurement> measured =
      gemm_measurements(table, {.format = format,
                                .load = o.load.value_or(Load::isolated),
                                .library = software.cublas,
                                .operands = o.operands.value_or(usual_operands(o))});
  std::vector<ValidatedRow> rows;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const GemmMeasurement& m = measured[i];
    const Gemm& g = m.gemm;
    GemmPrediction p;
    try {
      p = predict(g, models.at(m.load, m.library).gemm);
    } catch (const Error& error) {
      throw at(m.place + ": ", error);
    }
    ValidatedRow row{.place = m.place,
                     .call = cell_or(table, table.rows[i], "op", "product"),
                     .format = std::string(name(g.format))};
    row.judged = {.regime = regime_of(g, p),
                  .predicted = in(p.total, second),
                  .low = in(p.low, second),
                  .high = in(p.high, second),
                  .measured = m.seconds,
                  .roofline = perfmodel::detail::published_seconds(work(g), traffic(g), g.format, device)};
    if (o.kernel_only) take_off_launch(row.judged, p.launch);
    row.what = std::string(name(g.format)) + ' ' + layout_word(g.layout) + ' ' +
               (g.batch > 1 ? std::to_string(g.batch) + " x " : "") + std::to_string(g.m) + 'x' + std::to_string(g.n) +
               'x' + std::to_string(g.k);
    row.explanation = std::to_string(p.tile_m) + 'x' + std::to_string(p.tile_n) + ", " + std::to_string(p.waves) +
                      " w, " + std::string(name(p.bound)) + (m.kernel.empty() ? "" : "; ran " + m.kernel);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// An answer to one question that nobody answered.
struct Otherwise {
  std::string option{};  ///< that gives it
  ValidationOptions options{};
};

/// What products of unknown origin may be, one assumption changed at a time. The versions are those between which
/// cuBLAS is known to run other kernels (gemm_library.hpp). With times of framework calls that nobody called so, load
/// and operands tell nothing.
[[nodiscard]] std::vector<Otherwise> otherwise(const CsvTable& table, const Device& device, const ValidationOptions& o,
                                               bool unlike_kernels) {
  std::vector<Otherwise> list;
  const auto add = [&](const std::string& option, auto change) {
    list.push_back({option, o});
    change(list.back().options);
  };
  if (assumes_format(table, o))
    for (const NumberFormat format : {NumberFormat::tf32, NumberFormat::fp16, NumberFormat::bf16})
      add("--dtype " + std::string(name(format)), [&](ValidationOptions& v) { v.format = format; });
  if (!o.unsaid.library && !o.unsaid.version)
    for (const OtherLibrary& other : other_libraries)
      if (is_for(0, other.newest_capability, device))
        add(other.option() + " (" + std::string(other.frameworks) + ")",
            [&](ValidationOptions& v) { v.unsaid.library = std::string(other.version); });
  if (!unlike_kernels && !o.load) add("--load sustained", [](ValidationOptions& v) { v.load = Load::sustained; });
  if (!unlike_kernels && !o.operands) {
    add("--operands warm", [](ValidationOptions& v) { v.operands = Operands::warm; });
    if (usual_operands(o) != Operands::cold)
      add("--operands cold", [](ValidationOptions& v) { v.operands = Operands::cold; });
  }
  return list;
}

[[nodiscard]] double error_of(const ValidatedRow& row) {
  return std::abs(row.judged.predicted / row.judged.measured - 1.0);
}

/// Mean errors before and after of the rows whose prediction an option changes.
struct Change {
  std::size_t rows{};
  double before{}, after{};
};

[[nodiscard]] Change change_of(const std::vector<ValidatedRow>& before, const std::vector<ValidatedRow>& after) {
  constexpr double same = 0.001;  // of the time
  Change change;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::abs(after[i].judged.predicted / before[i].judged.predicted - 1.0) <= same) continue;
    ++change.rows;
    change.before += error_of(before[i]);
    change.after += error_of(after[i]);
  }
  const double count = std::max(1.0, static_cast<double>(change.rows));
  return {change.rows, change.before / count, change.after / count};
}

/// Whether rows fit clearly better, and by more than chance.
[[nodiscard]] bool is_better(const Change& change, std::size_t all_rows) {
  constexpr std::size_t fewest = 3;
  constexpr std::size_t least_part = 10;  // of all rows
  constexpr double clearly = 0.8;         // of the mean error
  constexpr double at_least = 0.01;       // of the time
  return change.rows >= fewest && least_part * change.rows >= all_rows && change.after < clearly * change.before &&
         change.before - change.after > at_least;
}

/// Options under which the rows fit clearly better than as they were taken, the best first; nothing: there is none.
[[nodiscard]] std::string better_text(const CsvTable& table, const ValidationOptions& o, const Validation& judged,
                                      bool unlike_kernels) {
  constexpr double far_off = 3.0;  // times the error of the best option
  std::vector<std::pair<double, std::string>> found;
  for (const Otherwise& other : otherwise(table, judged.card.device(), o, unlike_kernels)) {
    std::vector<ValidatedRow> rows;
    try {
      rows = product_rows(table, judged.card, other.options);
    } catch (const Error&) {
      continue;  // a format that the card does not have
    }
    if (o.eager) (void)take_as_eager(rows);
    const Change change = change_of(judged.rows, rows);
    if (!is_better(change, rows.size())) continue;
    found.emplace_back(
        change.after,
        other.option + ": mean " + number("%.1f", 100.0 * change.after) + " instead of " +
            number("%.1f %%", 100.0 * change.before) +
            (change.rows < rows.size() ? " of the " + count_text(change.rows, "row") + " that it changes" : ""));
  }
  if (found.empty()) return "";
  std::sort(found.begin(), found.end());
  std::string list;
  for (const auto& [error, text] : found)
    if (error <= far_off * found.front().first) append(list, text);
  return "these rows fit better with " + list + "; is that how they were measured?";
}

}  // namespace

void judge_products(const CsvTable& asked, const ValidationOptions& o, Validation& result) {
  std::string left_out;
  const CsvTable table = without_mixed(asked, left_out);
  result.rows = product_rows(table, result.card, o);
  add(result.note, left_out);
  const std::string hint = o.eager || o.kernel_only ? "" : eager_hint(result.rows);
  if (o.eager && !result.rows.empty()) add(result.note, take_as_eager(result.rows));
  add(result.note, hint);
  add(result.note, better_text(table, o, result, !hint.empty()));
}

std::string assumed_of_products(const CsvTable& table, const ValidationOptions& o) {
  std::string list;
  if (!o.unsaid.library && !o.unsaid.version && !all_say(table, "library"))
    append(list, "the newest cuBLAS (--library)");
  if (!o.operands && !all_say(table, "operands"))
    append(list, usual_operands(o) == Operands::cold ? "cold operands (--operands)" : "rotated operands (--operands)");
  if (!o.load && !all_say(table, "load")) append(list, "short bursts (--load)");
  if (!o.eager && !o.kernel_only) append(list, "kernels back to back (--eager, --kernel-only)");
  if (!table.find("op") && !table.find("epilogue")) append(list, "no bias (column op or epilogue)");
  return list;
}

}  // namespace plan
