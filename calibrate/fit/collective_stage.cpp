/// Collectives: each count of cards predicted from the others.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <perfmodel/json/file.hpp>

#include "calibrate/fit/collective_fit.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/operation_stages.hpp"

namespace perfmodel::operation_stages {
namespace {

/// Each count of cards predicted from the others: residuals by link, printed by machine, collective and size.
[[nodiscard]] std::array<std::vector<double>, link_count> judge_collectives(std::vector<CollectiveFitRow> rows) {
  const std::vector<CollectiveFitRow> all = rows;
  std::array<std::vector<double>, link_count> residuals;
  for (const std::int64_t gpus : {2, 4, 8, 16, 32}) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].held_out = all[i].held_out || rows[i].collective.gpus == gpus;
    const CollectiveTable other = fit_collectives(collective_priors, rows);
    std::map<std::string, std::vector<double>> groups;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const CollectiveFitRow& row = rows[i];
      if (row.collective.gpus != gpus) continue;
      const double ratio = expected_seconds(row, other) / row.seconds;
      if (!all[i].held_out) residuals[static_cast<std::size_t>(row.link)].push_back(1.0 / ratio);
      groups[row.system + ' ' + std::string(name(row.collective.kind)) +
             (row.collective.size < 1.0 * mebi * byte ? " below" : " from") + " 1 MiB, " + std::to_string(gpus) +
             " cards from other counts"]
          .push_back(ratio);
    }
    for (const auto& [group, ratios] : groups) print(group, ratios);
  }
  return residuals;
}

}  // namespace

void fit_collectives(const Arguments& arguments) {
  const std::filesystem::path all_reduces = arguments.data / "all_reduce.csv",
                              collectives = arguments.data / "collectives.csv";
  if (!std::filesystem::exists(all_reduces) || !std::filesystem::exists(collectives)) return;
  std::vector<CollectiveFitRow> rows =
      all_reduce_rows(parse_csv(json::read_file(all_reduces), all_reduces.filename().string()));
  const std::vector<CollectiveFitRow> more =
      nccl_rows(parse_csv(json::read_file(collectives), collectives.filename().string()));
  rows.insert(rows.end(), more.begin(), more.end());
  const std::array<std::vector<double>, link_count> residuals = judge_collectives(rows);
  CollectiveTable table = fit_collectives(collective_priors, rows);
  for (std::size_t i = 0; i < link_count; ++i)
    if (!residuals[i].empty()) table[i].error_bar = error_bar(residuals[i], residuals[i], 1.1);
  if (!arguments.output.data.empty())
    write_fitted(
        arguments.output, "constants/collective.json",
        json::table_text(
            table,
            provenance(
                {all_reduces, collectives},
                {"PCIe: all-reduce times of baidu-research/DeepBench (commit da81ba78, Apache-2.0) on P100 and "
                 "M40. NVLink: NCCL 2.27 and 2.29 in 16 bits among 2, 4 and 8 A100, H100 and B200, "
                 "ai-dynamo/aiconfigurator (commit 095f58a5, Apache-2.0). PCIe from Volta on, and network: not fitted; "
                 "NCCL's estimates of a link (src/graph/topo.h) and of a step "
                 "(src/graph/tuning.cc, hwLat).",
                 "Error bars: each count of cards predicted from the others; of PCIe from Volta on and the network, "
                 "assumed."})));
}

}  // namespace perfmodel::operation_stages
