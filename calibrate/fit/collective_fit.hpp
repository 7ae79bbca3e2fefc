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
/// bandwidth), a step costs microseconds. Protocols: NCCL's LL sends 4 bytes of data in 8, LL128 120 in 128.
/// Of PCIe from Volta on nothing is fitted: NCCL's own estimates of a link (src/graph/topo.h: PCI_BW, 12
/// of 15.75 GB/s of the third generation, over INTEL_P2P_OVERHEAD, 6/5, for traffic that turns round in a processor),
/// of LL's share of it (1/2), of a call (baseLat of the Simple ring, 8.4 us) and of a step (hwLat of PCI, ring: 1 us of
/// LL, 5.7 us of Simple; src/graph/tuning.cc). Of the network nothing is fitted: NCCL's own estimates of a step, 2.7, 4
/// and 9.6 us of its three protocols (src/graph/tuning.cc, hwLat of the network, ring), and 0.9 of the adapters'
/// bandwidth.
inline constexpr CollectiveTable collective_priors = [] {
  CollectiveTable t{LinkConstants{.share = 0.4, .hop_seconds = 10e-6, .start_seconds = 30e-6, .error_bar = {0.5, 2.0}}};
  t[static_cast<std::size_t>(Link::pcie_nccl2)] = {.share = 0.635,
                                                   .hop_seconds = 1e-6,
                                                   .start_seconds = 8.4e-6,
                                                   .error_bar = {0.6, 1.7},
                                                   .ll_share = 0.3175,
                                                   .simple_hop = 5.7};
  for (const Link link : {Link::nvlink, Link::nvlink4, Link::nvlink5})
    t[static_cast<std::size_t>(link)] = {.share = 0.8,
                                         .hop_seconds = 1e-6,
                                         .start_seconds = 8e-6,
                                         .error_bar = {0.5, 2.0},
                                         .ll_share = 0.02,
                                         .ll128_share = 0.35,
                                         .ll128_start = 1.1,
                                         .simple_start = 1.3,
                                         .ll128_hop = 1.2,
                                         .simple_hop = 2.3,
                                         .own = 0.4,
                                         .ramp = 1.0,
                                         .nvls_start = link == Link::nvlink ? 1.0 : 8.0,
                                         .nvls_share = link == Link::nvlink ? 0.0 : 0.6,
                                         .nvls_cards = link == Link::nvlink ? 0.0 : 8.0};
  t[static_cast<std::size_t>(Link::network)] = {.share = 0.9,
                                                .hop_seconds = 2.7e-6,
                                                .start_seconds = 8e-6,
                                                .error_bar = {0.5, 2.0},
                                                .ll_share = 0.25,
                                                .ll128_share = 0.6,
                                                .ll128_hop = 4.0 / 2.7,
                                                .simple_hop = 9.6 / 2.7};
  return t;
}();

[[nodiscard]] inline double expected_seconds(const CollectiveFitRow& row, const CollectiveTable& table) {
  const LinkModel link{
      .link = row.link, .bandwidth = row.bandwidth, .constants = table[static_cast<std::size_t>(row.link)]};
  return detail::within_host(row.collective, link, link.constants.nvls_share > 0.0).total();
}

/// A machine that tables name, and its link's published one-way bandwidth.
struct CollectiveMachine {
  std::string_view name{};
  Link link{};
  double bandwidth{};
};

/// @throws Error naming place and machines
[[nodiscard]] inline CollectiveMachine machine_of(std::string_view system, const std::string& place) {
  static const double pcie3 = in(pcie_bandwidth(3, 16), byte / second);
  static const std::array<CollectiveMachine, 6> machines{
      CollectiveMachine{"A100", Link::nvlink, 300e9},  CollectiveMachine{"H100", Link::nvlink4, 450e9},
      CollectiveMachine{"H200", Link::nvlink4, 450e9}, CollectiveMachine{"B200", Link::nvlink5, 900e9},
      CollectiveMachine{"P100", Link::pcie, pcie3},    CollectiveMachine{"M40", Link::pcie, pcie3}};
  for (const CollectiveMachine& m : machines)
    if (system.find(m.name) != std::string_view::npos) return m;
  throw bad_input(place, '"' + std::string(system) + '"', "must name one of A100, H100, H200, B200, P100, M40");
}

/// Rows of a table system,gpus,bytes,time_us: all-reduces as a framework calls them. Those over PCIe teach; on NVLink
/// the framework's own time hides the start, and they only judge (held_out).
/// @throws Error naming file, line, column, value and what is accepted
[[nodiscard]] inline std::vector<CollectiveFitRow> all_reduce_rows(const CsvTable& table) {
  std::vector<CollectiveFitRow> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    const CollectiveMachine machine = machine_of(cell("system"), table.place(row, "system"));
    out.push_back({.system = std::string(cell("system")),
                   .link = machine.link,
                   .bandwidth = machine.bandwidth,
                   .collective = {.gpus = to_integer(cell("gpus"), table.place(row, "gpus"), 1, 1024),
                                  .size = to_positive(cell("bytes"), table.place(row, "bytes")) * byte},
                   .seconds = 1e-6 * to_positive(cell("time_us"), table.place(row, "time_us")),
                   .held_out = machine.link != Link::pcie});
  }
  return out;
}

/// Rows of a table gpu,library,op,dtype,n_gpus,bytes,time_us: NCCL's own in 16 bits.
/// @throws Error as all_reduce_rows()
[[nodiscard]] inline std::vector<CollectiveFitRow> nccl_rows(const CsvTable& table) {
  std::vector<CollectiveFitRow> out;
  for (const CsvRow& row : table.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[table.at(column)]); };
    if (cell("library") != "nccl" || cell("dtype") != "fp16") continue;
    const CollectiveMachine machine = machine_of(cell("gpu"), table.place(row, "gpu"));
    out.push_back({.system = std::string(cell("gpu")),
                   .link = machine.link,
                   .bandwidth = machine.bandwidth,
                   .collective = {.kind = collective_from(cell("op"), table.place(row, "op")),
                                  .gpus = to_integer(cell("n_gpus"), table.place(row, "n_gpus"), 1, 1024),
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
    const LinkConstants& from = start[link];
    for (const unsigned part : {collective_fit::link, from.ll_share > 0.0 ? collective_fit::protocols : 0U,
                                from.nvls_share > 0.0 ? collective_fit::sharp : 0U})
      add_parameters(parameters, link_fields, part, [=](CollectiveTable& t) -> LinkConstants& { return t[link]; });
    coordinate_search(table, parameters, [&](const CollectiveTable& t) {
      double loss = 0.0;
      for (const CollectiveFitRow* row : chosen) loss += huber_log(expected_seconds(*row, t), row->seconds);
      return loss / static_cast<double>(chosen.size());
    });
  }
  return table;
}

}  // namespace perfmodel
