#include "report.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <ostream>

#include "plot.hpp"

namespace perfmodel::calibrate {
namespace {

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", 100.0 * share);
  return text;
}
std::string plain(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.5g", value);
  return text;
}

void error_table(std::string& md, const std::vector<RegimeErrors>& regimes) {
  md +=
      "| regime | rows | mean % | median % | 90th percentile % | worst % | bias % | roofline mean % | noise % | inside "
      "the 90 % interval |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const RegimeErrors& r : regimes)
    md += "| " + r.regime + " | " + std::to_string(r.model.count) + " | " + percent(r.model.mean) + " | " +
          percent(r.model.median) + " | " + percent(r.model.p90) + " | " + percent(r.model.worst) + " | " +
          percent(r.model.bias) + " | " + percent(r.roofline.mean) + " | " + percent(r.noise) + " | " +
          percent(r.coverage) + " % |\n";
}

/// Predicted over measured against measured time, held-out rows of one kind: one colour for each second word of the
/// regimes (a number format, host or device), or for each first word.
std::string accuracy_plot(const std::vector<Judged>& rows, const std::string& title,
                          const std::vector<std::string>& kinds) {
  std::map<std::string, Series> by_kind;
  for (const Judged& row : rows) {
    const std::size_t first = row.regime.find(' ');
    const std::string word = row.regime.substr(0, first);
    if (!row.held_out || std::find(kinds.begin(), kinds.end(), word) == kinds.end()) continue;
    const std::string kind = kinds.size() > 1 ? word : row.regime.substr(0, row.regime.find(' ', first + 1));
    Series& s = by_kind[kind];
    s.name = kind;
    s.x.push_back(1e6 * row.measured);
    s.y.push_back(row.predicted / row.measured);
  }
  std::vector<Series> all;
  for (auto& [kind, series] : by_kind) all.push_back(std::move(series));
  return svg_plot("Predicted over measured, held-out " + title, {"measured, us", 1, 1e6, true},
                  {"predicted / measured", 0.0, 2.0}, all);
}

double cell_number(const RawTable& t, const CsvRow& row, std::string_view column) {
  double value = 0;
  const std::string& text = row.cells[t.csv.at(column)];
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Series sorted_by_x(const Series& series) {
  std::map<double, double> points;
  for (std::size_t i = 0; i < series.x.size(); ++i) points[series.x[i]] = series.y[i];
  Series sorted{.line = series.line};
  for (const auto& [x, y] : points) {
    sorted.x.push_back(x);
    sorted.y.push_back(y);
  }
  return sorted;
}

std::string bandwidth_plot(const RawTable& t) {
  std::map<std::string, Series> by_access;
  double highest = 0;
  for (const CsvRow& row : t.csv.rows) {
    const std::string access = row.cells[t.csv.at("access")];
    if (access != "read" && access != "copy" && access != "triad") continue;
    Series& s = by_access[access + ", " + row.cells[t.csv.at("operands")]];
    s.line = true;
    s.x.push_back(cell_number(t, row, "bytes") / 1e6);
    s.y.push_back(cell_number(t, row, "bytes") / cell_number(t, row, "time_us") / 1e3);
    highest = std::max(highest, s.y.back());
  }
  std::vector<Series> all;
  for (auto& [name, series] : by_access) {
    series = sorted_by_x(series);
    series.name = name;
    all.push_back(std::move(series));
  }
  return svg_plot("Bandwidth against bytes moved", {"MB", 4e-3, 1e4, true},
                  {"GB/s", 0, std::ceil(highest / 1000.0) * 1000.0}, all);
}

std::string clock_plot(const RawTable& t) {
  std::map<std::string, Series> by_format;
  double longest = 100, highest = 1000;
  for (const CsvRow& row : t.csv.rows) {
    Series& s = by_format[row.cells[t.csv.at("format")]];
    s.line = true;
    s.x.push_back(cell_number(t, row, "t_ms"));
    s.y.push_back(cell_number(t, row, "sm_clock_mhz"));
    longest = std::max(longest, s.x.back());
    highest = std::max(highest, s.y.back());
  }
  std::vector<Series> all;
  for (auto& [name, series] : by_format) {
    series.name = name;
    all.push_back(std::move(series));
  }
  return svg_plot("SM clock during a burst of 8192 x 8192 x 8192 products", {"ms", 0, longest},
                  {"MHz", 0, std::ceil(highest / 250.0) * 250.0}, all);
}

/// What was fitted to this card, in words.
std::vector<std::string> refinement_lines(const Calibration& c) {
  const Refinement& r = c.refinement;
  std::vector<std::string> lines;
  if (!r.available) return {"no factors were fitted: this program was built without Ceres"};
  if (r.parameters.empty()) return {"no factors were fitted: there are no tables of kernels"};
  std::string names;
  for (const std::string& name : r.used) names += (names.empty() ? "" : ", ") + name;
  if (names.empty())
    lines.push_back("factors of this card: none is clearly off 1");
  else
    lines.push_back("factors clearly off 1: " + names + "; mean error of families left out, where they matter: " +
                    percent(r.before) + " % with the shared constants, " + percent(r.after) + " % with them; " +
                    (r.kept ? "used" : "not used"));
  for (const std::string& name : r.undetermined) lines.push_back("the data say next to nothing about " + name);
  for (const CorrelatedPair& pair : r.correlated)
    lines.push_back("the data can hardly tell " + pair.first + " from " + pair.second + " (correlation " +
                    plain(pair.correlation) + ")");
  if (!c.steps.measured) return lines;
  if (!c.steps.problem.empty()) lines.push_back("host: " + c.steps.problem);
  if (c.steps.scaled)
    lines.push_back("host: " + plain(c.steps.host.scale) + " times the shared LibTorch profile's times");
  if (c.steps.machines.size() > 1) {
    std::string others;
    for (const MachineHost& machine : c.steps.machines)
      others += (others.empty() ? "" : ", ") + machine.table + ' ' + plain(machine.host.factor);
    lines.push_back("host: by machine " + others + "; each judged with its own; their median, " +
                    plain(c.steps.card_scale) + ", is nobody's and stays out of the file");
  }
  if (c.steps.host.host_cross_validated.count > 0)
    lines.push_back("host: of families left out, mean error of a fitted profile " +
                    percent(c.steps.host.host_cross_validated.mean) + " %");
  if (c.steps.sides > 0)
    lines.push_back("steps: the side that bounds is right in " + std::to_string(c.steps.right) + " of " +
                    std::to_string(c.steps.sides));
  return lines;
}

void direct_table(std::string& md, const std::vector<Judged>& rows) {
  md += "| measurement | measured us | predicted us | difference % |\n|---|---|---|---|\n";
  for (const Judged& row : rows)
    md += "| " + row.regime.substr(row.regime.find(' ') + 1) + " | " + plain(1e6 * row.measured) + " | " +
          plain(1e6 * row.predicted) + " | " + percent(row.predicted / row.measured - 1.0) + " |\n";
}

void factor_table(std::string& md, const Calibration& c) {
  const Refinement& r = c.refinement;
  if (r.parameters.empty()) return;
  md += "| factor | fitted | standard deviation | used |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < r.parameters.size(); ++i)
    md += "| " + r.parameters[i].name + " | " + plain(std::exp(r.theta[i])) + " | " + plain(r.deviation[i]) + " | " +
          (r.kept && std::find(r.used.begin(), r.used.end(), r.parameters[i].name) != r.used.end() ? "yes" : "no") +
          " |\n";
  md += "\nSingular values of the Jacobian, each factor in units of its prior's deviation:";
  for (const double value : r.singular_values) md += ' ' + plain(value);
  md += ".\n";
}

void write_plots(const std::filesystem::path& folder, const Calibration& c) {
  write_text(folder / "accuracy.svg", accuracy_plot(c.judged, "products", {"gemm"}));
  write_text(folder / "unseen.svg", accuracy_plot(c.judged, "random products", {"unseen"}));
  write_text(folder / "operations.svg",
             accuracy_plot(c.judged, "operations, convolutions, attention", {"ops", "convolution", "attention"}));
  write_text(folder / "steps.svg", accuracy_plot(c.judged, "training steps", {"step"}));
  if (const auto t = c.raw.table("bandwidth")) write_text(folder / "bandwidth.svg", bandwidth_plot(*t));
  if (const auto t = c.raw.table("clock")) write_text(folder / "clock.svg", clock_plot(*t));
}

}  // namespace

void print_report(std::ostream& out, const Calibration& c) {
  char line[160];
  for (const std::string& difference : c.differences) out << "note: " << difference << '\n';
  std::snprintf(line, sizeof line, "%-32s %5s %7s %7s %7s %7s %7s %9s %7s %6s\n", "held-out shapes", "rows", "mean",
                "median", "p90", "worst", "bias", "roofline", "noise", "bars");
  out << line;
  for (const RegimeErrors& r : c.unseen) {
    std::snprintf(line, sizeof line, "%-32s %5zu %6.1f%% %6.1f%% %6.1f%% %6.1f%% %+6.1f%% %8.1f%% %6.1f%% %5.0f%%\n",
                  r.regime.c_str(), r.model.count, 100 * r.model.mean, 100 * r.model.median, 100 * r.model.p90,
                  100 * r.model.worst, 100 * r.model.bias, 100 * r.roofline.mean, 100 * r.noise, 100 * r.coverage);
    out << line;
  }
  for (const std::string& text : refinement_lines(c)) out << text << '\n';
  out << meaning_of_errors(c) << '\n';
  for (const std::string& missed : c.missed) out << "missed: " << missed << '\n';
}

void write_report(const std::filesystem::path& folder, const Calibration& c) {
  std::string md = "# Calibration of " + c.raw.card + "\n\n";
  md += c.missed.empty() ? "All limits are met.\n\n" : "**Limits missed:**\n\n";
  for (const std::string& missed : c.missed) md += "- " + missed + '\n';
  if (!c.differences.empty()) {
    md += "\n## What the card reports otherwise than published\n\n";
    for (const std::string& difference : c.differences) md += "- " + difference + '\n';
  }
  md += "\n## Errors on held-out shapes\n\n" + meaning_of_errors(c) +
        "\n\n![products](accuracy.svg)\n\n![random products](unseen.svg)\n\n![operations](operations.svg)\n\n"
        "![steps](steps.svg)\n\n";
  error_table(md, c.unseen);
  md += "\n## The same rows by format and by what limits them\n\n";
  error_table(md, c.by_bound);
  md += "\n## Errors on the other rows\n\n";
  error_table(md, c.seen);
  md += "\n## Factors of this card\n\n";
  for (const std::string& text : refinement_lines(c)) md += "- " + text + '\n';
  md += '\n';
  factor_table(md, c);
  md += "\n## Measurements that pin a constant, beside the model\n\n";
  direct_table(md, c.direct);
  md +=
      "\n## Measured facts\n\n![bandwidth](bandwidth.svg)\n\n![clock](clock.svg)\n\n| fact | value | unit | noise % | "
      "how |\n|---|---|---|---|---|\n";
  for (const DirectFact& f : c.facts)
    md += "| " + f.name + " | " + plain(f.value) + " | " + f.unit + " | " + (f.noise > 0 ? percent(f.noise) : "") +
          " | " + f.method + " |\n";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  write_text(folder / "report.md", md);
  write_plots(folder, c);
}

}  // namespace perfmodel::calibrate
