#pragma once
/// Facts that a raw table gives directly, without the model: slopes, intercepts, plateaus. Each pins one constant.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <perfmodel/pricing/card_correction.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace perfmodel {

/// y = intercept + slope x.
struct Line {
  double intercept{}, slope{};
  double noise{};  ///< root mean square of the relative residuals
};

/// Least squares of relative residuals: every point counts alike, whatever its size. Needs two different x.
/// @throws Error naming `what` where the points do not determine a line
[[nodiscard]] inline Line fit_line(std::span<const double> x, std::span<const double> y, const std::string& what) {
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double weight = 1.0 / (y[i] * y[i]);
    w += weight, wx += weight * x[i], wy += weight * y[i], wxx += weight * x[i] * x[i], wxy += weight * x[i] * y[i];
  }
  const double determinant = w * wxx - wx * wx;
  if (x.size() < 2 || !(determinant > 1e-12 * w * wxx))
    throw bad_input(what, std::to_string(x.size()) + " points", "at least two different ones are needed for a line");
  Line line{.intercept = (wxx * wy - wx * wxy) / determinant, .slope = (w * wxy - wx * wy) / determinant};
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = (line.intercept + line.slope * x[i]) / y[i] - 1.0;
    sum += residual * residual;
  }
  line.noise = std::sqrt(sum / static_cast<double>(x.size()));
  return line;
}

/// One measured number. `method` says how it was read off which table, so that it can be redone by hand.
struct DirectFact {
  std::string name{};  ///< e.g. "dram_read_bandwidth", "clock.bf16.sustained"
  double value{};
  std::string unit{};
  double noise{};  ///< relative; 0: not known
  std::string method{};
};

namespace detail {

/// Rows of a raw table with typed cells.
class RawRows {
 public:
  explicit RawRows(const RawTable& raw) : raw_(raw) {}
  [[nodiscard]] std::size_t size() const { return raw_.csv.rows.size(); }
  [[nodiscard]] const std::string& text(std::size_t row, std::string_view column) const {
    return raw_.csv.rows[row].cells[raw_.csv.at(column)];
  }
  [[nodiscard]] double number(std::size_t row, std::string_view column) const {
    return to_positive(text(row, column), raw_.csv.place(raw_.csv.rows[row], column));
  }

 private:
  const RawTable& raw_;
};

inline constexpr double micro = 1e-6, per_giga = 1e-9, percent = 100.0;

/// Bandwidth curve of one access: points (bytes, seconds).
struct Curve {
  std::vector<double> bytes{}, seconds{};
};
/// The same points, the smallest first.
[[nodiscard]] inline Curve by_size(const Curve& curve) {
  std::map<double, double> points;
  for (std::size_t i = 0; i < curve.bytes.size(); ++i) points[curve.bytes[i]] = curve.seconds[i];
  Curve sorted;
  for (const auto& [bytes, seconds] : points) {
    sorted.bytes.push_back(bytes);
    sorted.seconds.push_back(seconds);
  }
  return sorted;
}
[[nodiscard]] inline std::map<std::string, Curve> curves(const RawTable& bandwidth, std::string_view operands) {
  std::map<std::string, Curve> result;
  const RawRows rows(bandwidth);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.text(i, "operands") != operands) continue;
    Curve& c = result[rows.text(i, "access")];
    c.bytes.push_back(rows.number(i, "bytes"));
    c.seconds.push_back(micro * rows.number(i, "time_us"));
  }
  for (auto& [access, curve] : result) curve = by_size(curve);
  return result;
}
[[nodiscard]] inline Curve between(const Curve& curve, double low, double high) {
  Curve part;
  for (std::size_t i = 0; i < curve.bytes.size(); ++i)
    if (curve.bytes[i] >= low && curve.bytes[i] <= high) {
      part.bytes.push_back(curve.bytes[i]);
      part.seconds.push_back(curve.seconds[i]);
    }
  return part;
}

}  // namespace detail

/// From bandwidth.csv: for each access the bandwidth that the three largest transfers reach (DRAM), the time of the
/// smallest one (latency floor of a kernel), and the slope of the warm curve well inside the L2.
[[nodiscard]] inline std::vector<DirectFact> bandwidth_facts(const RawTable& bandwidth, double l2_bytes) {
  constexpr double far_beyond = 8.0, inside_from = 1.0 / 16.0, inside_to = 0.45;
  constexpr std::size_t largest = 3;
  std::vector<DirectFact> facts;
  const auto cold = detail::curves(bandwidth, "cold"), warm = detail::curves(bandwidth, "warm");
  for (const auto& [access, curve] : cold) {
    const detail::Curve large = detail::between(curve, far_beyond * l2_bytes, 1e30);
    if (large.bytes.empty()) continue;
    std::vector<double> rates;
    for (std::size_t n = std::min(largest, large.bytes.size()), k = large.bytes.size() - n; k < large.bytes.size(); ++k)
      rates.push_back(large.bytes[k] / large.seconds[k]);
    const double rate = quantile(rates, 0.5);
    facts.push_back({"dram_" + access + "_bandwidth", detail::per_giga * rate, "GB/s",
                     (quantile(rates, 1.0) - quantile(rates, 0.0)) / rate,
                     "bandwidth.csv, cold " + access + ": bytes over time, median of the three largest transfers"});
    facts.push_back({"dram_" + access + "_floor", curve.seconds.front() / detail::micro, "us", 0.0,
                     "bandwidth.csv, cold " + access + ": time of the smallest transfer, back to back in a graph"});
  }
  for (const auto& [access, curve] : warm) {
    const detail::Curve inside = detail::between(curve, inside_from * l2_bytes, inside_to * l2_bytes);
    if (inside.bytes.size() < 2) continue;
    const Line line = fit_line(inside.bytes, inside.seconds, "L2 bandwidth of " + access);
    facts.push_back({"l2_" + access + "_bandwidth", detail::per_giga / line.slope, "GB/s", line.noise,
                     "bandwidth.csv, warm " + access + ": slope of time against bytes from 1/16 to 0.45 of the L2"});
  }
  return facts;
}

/// The footprint up to which repeated reads stay in the L2: where the warm read curve first needs 1.5 times what its
/// line inside the L2 says. In bytes; nothing if the curve has no bend.
[[nodiscard]] inline std::optional<DirectFact> l2_knee(const RawTable& bandwidth, double l2_bytes) {
  constexpr double bend = 1.5, inside_from = 1.0 / 16.0, inside_to = 0.45;
  const auto warm = detail::curves(bandwidth, "warm");
  const auto read = warm.find("read");
  if (read == warm.end()) return std::nullopt;
  const detail::Curve inside = detail::between(read->second, inside_from * l2_bytes, inside_to * l2_bytes);
  if (inside.bytes.size() < 2) return std::nullopt;
  const Line line = fit_line(inside.bytes, inside.seconds, "L2 knee");
  for (std::size_t i = 0; i < read->second.bytes.size(); ++i)
    if (read->second.bytes[i] > inside.bytes.back() &&
        read->second.seconds[i] > bend * (line.intercept + line.slope * read->second.bytes[i]))
      return DirectFact{"l2_knee", read->second.bytes[i] / 1048576.0, "MiB", 0.0,
                        "bandwidth.csv, warm read: first footprint that takes 1.5 times the line inside the L2"};
  return std::nullopt;
}

/// From bandwidth_sms.csv: bandwidth of one SM, and how many SMs saturate the memory (all / one).
[[nodiscard]] inline std::vector<DirectFact> sm_facts(const RawTable& by_sms) {
  std::vector<DirectFact> facts;
  const detail::RawRows rows(by_sms);
  for (const std::string where : {"dram", "l2"}) {
    double one = 0, best = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows.text(i, "where") != where) continue;
      const double rate = rows.number(i, "bytes") / (detail::micro * rows.number(i, "time_us"));
      if (rows.number(i, "sms") == 1.0) one = rate;
      best = std::max(best, rate);
    }
    if (!(one > 0)) continue;
    facts.push_back({where + "_bandwidth_of_one_sm", detail::per_giga * one, "GB/s", 0.0,
                     "bandwidth_sms.csv: one block on one SM"});
    facts.push_back(
        {where + "_saturating_sms", best / one, "SM", 0.0, "bandwidth_sms.csv: highest bandwidth over that of one SM"});
  }
  return facts;
}

/// From launch.csv: the gap between two kernels, as the intercept of period against work.
[[nodiscard]] inline std::vector<DirectFact> launch_facts(const RawTable& launch) {
  std::vector<DirectFact> facts;
  const detail::RawRows rows(launch);
  std::set<std::string> blocks_seen;
  for (std::size_t i = 0; i < rows.size(); ++i) blocks_seen.insert(rows.text(i, "blocks"));
  for (const std::string kind : {"graph", "stream"})
    for (const std::string& blocks : blocks_seen) {
      std::vector<double> work, period;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows.text(i, "kind") == kind && rows.text(i, "blocks") == blocks && rows.text(i, "work_us") != "0") {
          work.push_back(rows.number(i, "work_us"));
          period.push_back(rows.number(i, "period_us"));
        }
      if (work.size() < 2) continue;
      const Line line = fit_line(work, period, "launch gap");
      facts.push_back({"launch_gap." + kind + ".blocks_" + blocks, line.intercept, "us", line.noise,
                       "launch.csv: intercept of period against work, " + blocks + " blocks"});
    }
  return facts;
}

/// CardCorrection::latency of a card: by how much a kernel of one block lasts longer than on the H200 that the shared
/// constants come from (data/raw/h200-sxm/launch.csv), where it is known. A profiler shows the same difference in every
/// short kernel: 0.22 us on an H100 (random_operations_unseen.csv of both cards).
/// @param shared  StreamingTable::latency_seconds
[[nodiscard]] inline double latency_factor(const std::vector<DirectFact>& facts, double shared) {
  constexpr double reference = 0.469;  // us
  for (const DirectFact& fact : facts)
    if (fact.name == "launch_gap.graph.blocks_1")
      return std::clamp(1.0 + detail::micro * (fact.value - reference) / shared, least_correction, most_correction);
  return 1.0;
}

/// From math_rate.csv: operations per clock per SM of each instruction.
[[nodiscard]] inline std::vector<DirectFact> rate_facts(const RawTable& rates) {
  std::vector<DirectFact> facts;
  const detail::RawRows rows(rates);
  for (std::size_t i = 0; i < rows.size(); ++i)
    facts.push_back({"rate." + rows.text(i, "unit") + '.' + rows.text(i, "format") + '.' + rows.text(i, "instruction"),
                     rows.number(i, "operations_per_clk_sm"),
                     rows.text(i, "unit") == "special" ? "op/clk/SM" : "MAC/clk/SM", 0.0,
                     "math_rate.csv: operations over clock64 cycles of the slowest block"});
  return facts;
}

/// From clock.csv: the SM clock when a burst of products begins, and its median, power and rate once it is steady.
[[nodiscard]] inline std::vector<DirectFact> clock_facts(const RawTable& clock) {
  constexpr double fresh_ms = 20.0, steady_ms = 300.0;
  std::map<std::string, std::vector<double>> fresh, steady, power, rate;
  const detail::RawRows rows(clock);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string& format = rows.text(i, "format");
    const double t = rows.number(i, "t_ms");
    if (t <= fresh_ms || fresh[format].empty()) fresh[format].push_back(rows.number(i, "sm_clock_mhz"));
    if (t < steady_ms) continue;
    steady[format].push_back(rows.number(i, "sm_clock_mhz"));
    rate[format].push_back(rows.number(i, "tflops"));
    if (rows.text(i, "power_w") != "-1") power[format].push_back(rows.number(i, "power_w"));
  }
  std::vector<DirectFact> facts;
  const auto add = [&](const std::string& name, const std::vector<double>& values, const char* unit,
                       const char* method) {
    if (values.empty()) return;
    const double middle = quantile(values, 0.5);
    facts.push_back({name, middle, unit, (quantile(values, 0.75) - quantile(values, 0.25)) / middle, method});
  };
  for (const auto& [format, values] : fresh) {
    add("clock." + format + ".isolated", values, "MHz",
        "clock.csv: median in the first 20 ms of a burst of 8192^3 products");
    add("clock." + format + ".sustained", steady[format], "MHz", "clock.csv: median after 300 ms of 8192^3 products");
    add("power." + format + ".sustained", power[format], "W", "clock.csv: median after 300 ms of 8192^3 products");
    add("rate." + format + ".sustained", rate[format], "TFLOPS", "clock.csv: median after 300 ms of 8192^3 products");
  }
  return facts;
}

/// From copies.csv: latency and bandwidth of each direction and kind of host memory (line through 64 KB and more).
[[nodiscard]] inline std::vector<DirectFact> copy_facts(const RawTable& copies) {
  constexpr double line_from = 65536.0;
  std::map<std::string, detail::Curve> curves;
  std::map<std::string, double> smallest;
  const detail::RawRows rows(copies);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string name = rows.text(i, "direction") + '.' + rows.text(i, "memory");
    const double bytes = rows.number(i, "bytes"), seconds = detail::micro * rows.number(i, "time_us");
    if (!smallest.count(name)) smallest[name] = seconds;
    if (bytes < line_from) continue;
    curves[name].bytes.push_back(bytes);
    curves[name].seconds.push_back(seconds);
  }
  std::vector<DirectFact> facts;
  for (const auto& [name, curve] : curves) {
    if (curve.bytes.size() < 2) continue;
    const Line line = fit_line(curve.bytes, curve.seconds, "host copies");
    facts.push_back({"copy." + name + ".bandwidth", detail::per_giga / line.slope, "GB/s", line.noise,
                     "copies.csv: slope of time against bytes from 64 KB"});
    facts.push_back(
        {"copy." + name + ".latency", smallest[name] / detail::micro, "us", 0.0, "copies.csv: time of 4 bytes"});
  }
  return facts;
}

}  // namespace perfmodel
