#include "raw_folder.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <sstream>

#include "calibrate/measure/raw_writer.hpp"

namespace perfmodel::calibrate {
namespace fs = std::filesystem;
namespace {

using Cells = std::vector<std::string>;

double number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}
std::string short_text(double value, int digits) {
  std::ostringstream out;
  out.precision(digits);
  out << value;
  return out.str();
}
std::string joined(const Cells& cells, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "," : "") + cells[i];
  return text;
}
std::string header(const RawTable& raw, const std::string& table) {
  return "# perfmodel-raw " + std::to_string(raw_format_version) + ' ' + table + " card=" + raw.card + '\n';
}

/// Timings of one case as one row: time, noise, repeats and the columns behind them. `first` is the column time_us.
struct Merged {
  double time{}, noise{};
  long repeats{};
  Cells row{};
};
Merged merge(const std::vector<const Cells*>& rows, std::size_t first, std::optional<std::size_t> clock) {
  constexpr double same_clock = 0.985;
  const auto clock_of = [&](const Cells& row) { return clock ? number(row[*clock]) : -1.0; };  // < 0: not known
  double highest = 0;
  for (const Cells* row : rows) highest = std::max(highest, clock_of(*row));
  std::vector<double> times;
  Merged m;
  for (const Cells* row : rows) {
    if (highest > 0 && clock_of(*row) < same_clock * highest) continue;
    times.push_back(number((*row)[first]));
    m.noise = std::max(m.noise, number((*row)[first + 1]));
    m.repeats += static_cast<long>(number((*row)[first + 2]));
    if (m.row.empty() || clock_of(*row) > clock_of(m.row)) m.row = *row;
  }
  m.time = quantile(times, 0.5);
  m.noise = recorded_noise(std::max(m.noise, 0.5 * (quantile(times, 1.0) - quantile(times, 0.0)) / m.time));
  return m;
}

/// Kernel names are an extra: a pass that was cut short, or that the profiler did not permit, leaves times without
/// them.
std::optional<RawTable> recorded_kernels(const RawFolder& folder, const std::string& name) {
  try {
    return folder.table(name + "_kernels");
  } catch (const Error& error) {
    std::fprintf(stderr, "note: kernel names are left out: %s\n", error.what());
    return std::nullopt;
  }
}

/// @param pass  whether a column "pass" stands between the columns that name a case and its time
void join(const RawFolder& folder, const std::string& name, bool pass) {
  const auto times = folder.table(name + "_times");
  if (!times) return;
  const auto kernels = recorded_kernels(folder, name);
  const std::size_t first = times->csv.at("time_us"), keys = first - (pass ? 1 : 0);
  const auto clock = times->csv.find("sm_clock_mhz");
  std::map<std::string, std::vector<const Cells*>> cases;
  std::vector<std::string> order;
  for (const CsvRow& row : times->csv.rows) {
    auto& rows = cases[joined(row.cells, keys)];
    if (rows.empty()) order.push_back(joined(row.cells, keys));
    rows.push_back(&row.cells);
  }
  std::map<std::string, const Cells*> kernel_of;
  if (kernels)
    for (const CsvRow& row : kernels->csv.rows) kernel_of[joined(row.cells, keys)] = &row.cells;
  std::string text = header(*times, name) + joined(times->csv.columns, keys);
  for (std::size_t i = first; i < times->csv.columns.size(); ++i) text += ',' + times->csv.columns[i];
  const std::size_t kernel_columns = kernels ? kernels->csv.columns.size() - keys : 0;
  for (std::size_t i = 0; i < kernel_columns; ++i) text += ',' + kernels->csv.columns[keys + i];
  text += '\n';
  for (const std::string& key : order) {
    const Merged m = merge(cases[key], first, clock);
    text += key + ',' + short_text(m.time, 6) + ',' + short_text(m.noise, 2) + ',' + std::to_string(m.repeats);
    for (std::size_t i = first + 3; i < m.row.size(); ++i) text += ',' + m.row[i];
    auto found = kernel_of.find(key);
    if (found == kernel_of.end()) {  // a sustained case runs the kernel of the isolated one
      std::string isolated = key;
      if (const auto at = isolated.find(",sustained"); at != std::string::npos) isolated.replace(at, 10, ",isolated");
      found = kernel_of.find(isolated);
    }
    for (std::size_t i = 0; i < kernel_columns; ++i)
      text += ',' + (found != kernel_of.end() ? (*found->second)[keys + i] : "");
    text += '\n';
  }
  write_text(folder.path / (name + ".csv"), text + "# end " + std::to_string(order.size()) + '\n');
}

}  // namespace

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw bad_input(path.string(), "a file that cannot be read", "must be a file of perfmodel-calibrate measure");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text(const fs::path& path, const std::string& text) {
  try {
    json::write_file(path, text);
  } catch (const Error& error) {
    throw DeviceError(error.what());
  }
}

RawFolder RawFolder::open(const fs::path& path) {
  const json::Document machine = json::parse_file((path / "machine.json").string());
  const json::Node root = machine.root();
  if (root.at("format").text() != "perfmodel-raw") throw root.at("format").error("must be \"perfmodel-raw\"");
  if (root.at("version").integer(0, 1'000'000) != raw_format_version)
    throw root.at("version").error("must be " + std::to_string(raw_format_version) + ": measure again");
  return {.path = path, .card = root.at("card").text()};
}

std::optional<RawTable> RawFolder::table(const std::string& name) const {
  const fs::path file = path / (name + ".csv");
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return std::nullopt;
  return parse_raw(read_text(file), file.string(), name, card);
}

void frame_table(const fs::path& rows, const fs::path& folder, const std::string& table, const std::string& card) {
  const std::string text = read_text(rows);
  const std::size_t count = parse_csv(text, rows.string()).rows.size();
  write_text(folder / (table + ".csv"), "# perfmodel-raw " + std::to_string(raw_format_version) + ' ' + table +
                                            " card=" + card + '\n' + text + "# end " + std::to_string(count) + '\n');
}

void join_tables(const fs::path& folder) {
  const RawFolder raw = RawFolder::open(folder);
  for (const char* name : {"gemm", "gemm_random", "gemm_linear", "gemm_warm", "gemm_unseen"}) join(raw, name, true);
  for (const char* name : {"ops", "convolutions", "attention"}) join(raw, name, false);
}

}  // namespace perfmodel::calibrate
