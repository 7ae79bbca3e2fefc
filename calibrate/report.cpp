#include "report.hpp"

#include <charconv>
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

/// Predicted over measured against measured time, one colour for each number format; operations are one colour.
std::string accuracy_plot(const std::vector<Judged>& rows) {
  std::map<std::string, Series> by_kind;
  for (const Judged& row : rows) {
    if (!row.held_out) continue;
    const std::string kind =
        row.regime.rfind("gemm ", 0) == 0 ? row.regime.substr(0, row.regime.find(' ', 5)) : "operations";
    Series& s = by_kind[kind];
    s.name = kind;
    s.x.push_back(1e6 * row.measured);
    s.y.push_back(row.predicted / row.measured);
  }
  std::vector<Series> all;
  for (auto& [kind, series] : by_kind) all.push_back(std::move(series));
  return svg_plot("Predicted over measured, held-out shapes", {"measured, us", 1, 1e5, true},
                  {"predicted / measured", 0.0, 2.0}, all);
}

double cell_number(const RawTable& t, const CsvRow& row, std::string_view column) {
  double value = 0;
  const std::string& text = row.cells[t.csv.at(column)];
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
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

}  // namespace

void print_report(std::ostream& out, const Calibration& c) {
  char line[160];
  for (const std::string& difference : c.differences) out << "note: " << difference << '\n';
  std::snprintf(line, sizeof line, "%-28s %5s %7s %7s %7s %7s %9s %7s\n", "held-out shapes", "rows", "mean", "median",
                "p90", "bias", "roofline", "noise");
  out << line;
  for (const RegimeErrors& r : c.unseen) {
    std::snprintf(line, sizeof line, "%-28s %5zu %6.1f%% %6.1f%% %6.1f%% %+6.1f%% %8.1f%% %6.1f%%\n", r.regime.c_str(),
                  r.model.count, 100 * r.model.mean, 100 * r.model.median, 100 * r.model.p90, 100 * r.model.bias,
                  100 * r.roofline.mean, 100 * r.noise);
    out << line;
  }
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
  md +=
      "\n## Errors on held-out shapes\n\n" + meaning_of_errors(c) + "\n\n![predicted over measured](accuracy.svg)\n\n";
  error_table(md, c.unseen);
  md += "\n## Errors on the other rows\n\n";
  error_table(md, c.seen);
  md +=
      "\n## Measured facts\n\n![bandwidth](bandwidth.svg)\n\n![clock](clock.svg)\n\n| fact | value | unit | noise % | "
      "how |\n|---|---|---|---|---|\n";
  for (const DirectFact& f : c.facts)
    md += "| " + f.name + " | " + plain(f.value) + " | " + f.unit + " | " + (f.noise > 0 ? percent(f.noise) : "") +
          " | " + f.method + " |\n";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  write_text(folder / "report.md", md);
  write_text(folder / "accuracy.svg", accuracy_plot(c.judged));
  if (const auto t = c.raw.table("bandwidth")) write_text(folder / "bandwidth.svg", bandwidth_plot(*t));
  if (const auto t = c.raw.table("clock")) write_text(folder / "clock.svg", clock_plot(*t));
}

}  // namespace perfmodel::calibrate
