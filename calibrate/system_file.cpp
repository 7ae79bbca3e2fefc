#include "system_file.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <ostream>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/layout.hpp>
#include <perfmodel/json/table_json.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <set>

#include "calibrate/fit/collective_fit.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/raw_folder.hpp"

namespace perfmodel::calibrate {
namespace {
namespace fs = std::filesystem;

/// The file of a system in the folder of systems. @throws Error where it was assumed and has none
fs::path file_of(const HostSystem& system) {
  for (const fs::path& file : json::device_files(json::systems_folder()))
    if (json::system_from_file(file).name == system.name) return file;
  throw bad_input("--system", "nothing", "no system is known of this card: name one, or its .json file");
}

bool is_file(const std::string& word) { return word.find('/') != std::string::npos || word.ends_with(".json"); }

/// Rows of graphs; those of every other size, from the smallest on, are held out.
std::vector<CollectiveFitRow> rows_of(const RawTable& table, const CollectiveModel& model) {
  std::vector<CollectiveFitRow> out;
  std::set<double> sizes;
  for (const CsvRow& row : table.csv.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.csv.at(column)]); };
    const auto place = [&](std::string_view column) { return table.csv.place(row, column); };
    if (cell("how") != "graph") continue;
    const std::int64_t gpus = to_integer(cell("gpus"), place("gpus"), 2, 1024);
    const LinkModel& link = link_among(gpus, model);
    out.push_back({.system = std::string(cell("op")),
                   .link = link.link,
                   .bandwidth = link.bandwidth,
                   .collective = {.kind = collective_from(cell("op"), place("op")),
                                  .gpus = gpus,
                                  .size = to_positive(cell("bytes"), place("bytes")) * byte},
                   .seconds = 1e-6 * to_positive(cell("time_us"), place("time_us"))});
    sizes.insert(in(out.back().collective.size, byte));
  }
  constexpr std::size_t least_sizes = 4;
  if (sizes.size() < least_sizes)
    throw bad_input(table.csv.file, std::to_string(sizes.size()) + " sizes of collectives in graphs",
                    "must be at least " + std::to_string(least_sizes));
  for (CollectiveFitRow& row : out)
    row.held_out = std::distance(sizes.begin(), sizes.find(in(row.collective.size, byte))) % 2 == 1;
  return out;
}

}  // namespace

SystemFit fit_system(const fs::path& raw, const std::string& word) {
  const fs::path path = raw / "collectives.csv";
  const RawTable table = parse_raw(json::read_file(path), path.filename().string(), "collectives");
  const Device device = json::load_device(table.card).device;
  const HostSystem system = word.empty() ? json::usual_system(device) : json::load_system(word, "--system");
  SystemFit fit{.file = is_file(word) ? fs::path(word) : file_of(system), .table = path.string(), .card = table.card};
  const std::vector<CollectiveFitRow> rows = rows_of(table, make_collective_model(system, device));
  fit.link.link = rows.front().link;
  fit.gpus = rows.front().collective.gpus;
  const CollectiveTable fitted = fit_collectives(collective_table(), rows);
  fit.link.constants = fitted[static_cast<std::size_t>(fit.link.link)];
  std::map<std::string, std::vector<double>> groups;
  std::vector<double> residuals;
  for (const CollectiveFitRow& row : rows) {
    if (!row.held_out || row.link != fit.link.link) continue;
    const double ratio = expected_seconds(row, fitted) / row.seconds;
    residuals.push_back(1.0 / ratio);
    groups[row.system + (row.collective.size < 1.0 * mebi * byte ? " below 1 MiB" : " from 1 MiB")].push_back(ratio);
  }
  fit.link.constants.error_bar = error_bar(residuals, residuals, 1.1);
  for (auto& [name, ratios] : groups) fit.judged.push_back({name, std::move(ratios)});
  return fit;
}

std::string system_json(const SystemFit& fit, const std::string& name) {
  json::Ordered root = json::Ordered::parse(read_text(fit.file));
  root["name"] = name;
  root.erase("usual");
  LinkConstants constants = fit.link.constants;
  json::TableWriter writer;
  describe(writer, constants);
  json::Ordered measured{{"link", std::string(perfmodel::name(fit.link.link))}, {"source", "measured"}};
  for (const auto& [key, value] : writer.written().items()) measured[key] = value;
  json::Ordered sources = root["sources"];
  root.erase("sources");
  root["collectives"] = measured;
  sources["measured"] =
      "perfmodel-calibrate nccl: " + std::to_string(fit.gpus) + " x " + fit.card + ", every other size";
  root["sources"] = sources;
  return json::laid_out(root);
}

void print_report(std::ostream& out, const SystemFit& fit) {
  out << "collectives among " << fit.gpus << " x " << fit.card << ", sizes that were not fitted:\n";
  for (const JudgedCollective& j : fit.judged) {
    const ErrorStatistics e = error_statistics(j.ratios);
    std::array<char, 128> line{};
    std::snprintf(line.data(), line.size(), "%-28s n %4zu  mean %5.1f %%  p90 %5.1f %%  bias %+5.1f %%\n",
                  j.name.c_str(), e.count, 100 * e.mean, 100 * e.p90, 100 * e.bias);
    out << line.data();
  }
}

}  // namespace perfmodel::calibrate
