#pragma once
/// Fit of the collective library's constants to measured all-reduce times.
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/pricing/collective/fields.hpp>
#include <perfmodel/pricing/collective/model.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/coordinate_search.hpp"

namespace perfmodel {

struct CollectiveFitRow {
  std::string system{};
  Link link{};
  double bandwidth{};  ///< one way, published, bytes/s
  Collective collective{};
  double seconds{};
  bool held_out{};
};

/// Start of the fit: rings reach two thirds of a link (NVIDIA's nccl-tests documentation, PERFORMANCE.md, on bus
/// bandwidth), a step costs microseconds.
inline constexpr CollectiveTable collective_priors{LinkConstants{0.4, 10e-6, 30e-6, {0.5, 2.0}},
                                                   LinkConstants{0.65, 3e-6, 30e-6, {0.5, 2.0}}};

[[nodiscard]] inline double expected_seconds(const CollectiveFitRow& row, const CollectiveTable& table) {
  const CollectiveTime t = collective_time(
      row.collective,
      {.link = row.link, .bandwidth = row.bandwidth, .constants = table[static_cast<std::size_t>(row.link)]});
  return t.start + t.hops + t.transfer;
}

/// Rows of a table system,gpus,bytes,time_us. Systems: DGX A100 (NVLink 3: 300 GB/s one way), P100 and M40 on PCIe 3
/// x16.
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] inline std::vector<CollectiveFitRow> all_reduce_rows(const CsvTable& table) {
  std::vector<CollectiveFitRow> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const std::string system(cell("system"));
    const bool nvlink = system.find("NVLink") != std::string::npos;
    constexpr double nvlink3 = 300e9;
    out.push_back({.system = system,
                   .link = nvlink ? Link::nvlink : Link::pcie,
                   .bandwidth = nvlink ? nvlink3 : in(pcie_bandwidth(3, 16), byte / second),
                   .collective = {.gpus = to_integer(cell("gpus"), table.place(row, "gpus"), 1, 1024),
                                  .size = to_positive(cell("bytes"), table.place(row, "bytes")) * byte},
                   .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us"))});
  }
  return out;
}

[[nodiscard]] inline CollectiveTable fit_collectives(const CollectiveTable& start,
                                                     const std::vector<CollectiveFitRow>& rows) {
  CollectiveTable table = start;
  for (std::size_t link = 0; link < link_count; ++link) {
    std::vector<const CollectiveFitRow*> chosen;
    for (const CollectiveFitRow& row : rows)
      if (!row.held_out && static_cast<std::size_t>(row.link) == link) chosen.push_back(&row);
    if (chosen.empty()) continue;
    TableParameters<CollectiveTable> parameters;
    add_parameters(parameters, link_fields, collective_fit::link,
                   [=](CollectiveTable& t) -> LinkConstants& { return t[link]; });
    coordinate_search(table, parameters, [&](const CollectiveTable& t) {
      double loss = 0.0;
      for (const CollectiveFitRow* row : chosen) loss += huber_log(expected_seconds(*row, t), row->seconds);
      return loss / static_cast<double>(chosen.size());
    });
  }
  return table;
}

}  // namespace perfmodel
