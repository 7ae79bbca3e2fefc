/// perfmodel-fit: fits the GEMM model's constants to public data and to raw measurements, and judges them on what the
/// fit has not seen. No GPU. See docs/accuracy.md.
#include <perfmodel/calibration/gemm_constants_writer.hpp>
#include <perfmodel/calibration/gemm_priors.hpp>
#include <perfmodel/calibration/statistics.hpp>
#include "gemm_choice_fit.hpp"
#include "gemm_data.hpp"
#include "gemm_parameters.hpp"
#include "gemm_solver.hpp"
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>

namespace perfmodel {
namespace {

using Keep = std::function<bool(const FitRow&)>;

[[nodiscard]] std::vector<FitRow> rows_where(const GemmData& data, const Keep& keep) {
  std::vector<FitRow> rows;
  std::vector<double> count(data.slots.size(), 0.0);
  for (const FitRow& row : data.rows)
    if (keep(row)) rows.push_back(row), count[row.slot] += 1.0;
  for (FitRow& row : rows) row.weight = 500.0 / count[row.slot];
  return rows;
}

[[nodiscard]] bool is_source(const GemmData& data, const FitRow& row, std::string_view source) {
  return data.sources[row.slot].starts_with(source);
}

/// Shape families 0 .. 9; those below `parts` are held out.
[[nodiscard]] bool held_out(const Gemm& g, std::uint64_t parts) { return shape_family(g) / 7 % 10 < parts; }

/// The whole fit, group by group, on the rows that `keep` admits.
[[nodiscard]] GemmTable fit_all(const GemmData& data, const Keep& keep) {
  using enum GemmFamily;
  GemmTable table = gemm_priors;
  const auto family_rows = [&](GemmFamily family, std::string_view source) {
    return rows_where(data, [&](const FitRow& row) { return keep(row) && row.family == family && is_source(data, row, source); });
  };
  const std::vector<FitRow> simt = rows_where(data, [&](const FitRow& row) {
    return keep(row) && row.tile_known && is_source(data, row, "neusight") && row.seconds > 4.0 * data.floors[row.slot];
  });
  if (!simt.empty()) {
    table = fit_gemm(table, simt_parameters(table), data.slots, simt, 1);
    fit_choices(table, data.slots, simt, {maxwell_sgemm, volta_sgemm, ampere_sgemm});
  }
  struct Group { GemmFamily family; const char* source; };
  for (const Group& group : {Group{kepler_sgemm, "clblas"}, {dgemm, "clblas"}, {volta_s884, "deepbench"}, {turing_s1688, "deepbench"},
                             {ampere_s16816, "vidur"}, {hopper_wgmma, "raw/"}, {hopper_tf32, "raw/"}, {hopper_sgemm, "raw/"},
                             {hopper_unaligned, "raw/"}, {hopper_tf32_unaligned, "raw/"}, {ampere_dmma, "raw/"}}) {
    const std::vector<FitRow> rows = family_rows(group.family, group.source);
    if (rows.size() < 20) continue;
    table = fit_gemm(table, family_parameters(table, group.family), data.slots, rows, 4);
  }
  return table;
}

void print_line(const std::string& title, const std::vector<double>& ratios) {
  const ErrorStatistics s = error_statistics(ratios);
  std::printf("%-64s n %5zu  mean %5.1f %%  median %5.1f %%  p90 %5.1f %%  worst %5.0f %%  bias %+5.1f %%\n", title.c_str(), s.count,
              100 * s.mean, 100 * s.median, 100 * s.p90, 100 * s.worst, 100 * s.bias);
}

void report(const std::string& title, const GemmData& data, const GemmTable& table, const Keep& keep, bool known_tiles = false) {
  const std::vector<GemmModels> models = make_slot_models(table, data.slots);
  std::map<std::string, std::vector<double>> ratios;
  for (const FitRow& measured : data.rows) {
    if (!keep(measured) || (is_source(data, measured, "neusight") && measured.seconds < 10.0 * data.floors[measured.slot])) continue;
    std::vector<FitRow> row{measured};
    row[0].clock = 0.0;
    if (!known_tiles) row[0].tile_known = false, choose_tiles(row, models);
    else if (!row[0].tile_known) continue;
    const double ratio = expected_seconds(row[0], data.slots[measured.slot], models[measured.slot]) / measured.seconds;
    ratios[data.sources[measured.slot] + " " + std::string(name(measured.gemm.format)) + " " + std::string(name(measured.family))].push_back(ratio);
  }
  for (const auto& [key, values] : ratios) print_line(title + " " + key, values);
}

int run(int argc, char** argv) {
  std::string data_folder = "../shared/data", raw_folder = "devices/calibrated/raw", out, mode = "fit";
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    if (option == "--data") data_folder = argv[i + 1];
    else if (option == "--raw") raw_folder = argv[i + 1];
    else if (option == "--out") out = argv[i + 1];
    else if (option == "--mode") mode = argv[i + 1];
    else throw bad_input("argument", std::string(option), "must be --data, --raw, --out or --mode");
  }
  GemmData data;
  for (const Protocol& protocol : public_protocols()) load_public(data, data_folder, protocol, gemm_priors);
  load_raw(data, raw_folder, "h200-sxm", gemm_priors);
  const Keep all = [](const FitRow&) { return true; };
  if (mode == "simt") {
    GemmData fewer = data;
    std::erase_if(fewer.rows, [&](const FitRow& row) { return !is_source(data, row, "neusight"); });
    const GemmTable table = fit_all(fewer, all);
    report("known", fewer, table, all, true);
    report("all", fewer, table, all);
  }
  if (mode == "fit") {
    const GemmTable table = fit_all(data, all);
    report("all", data, table, all);
    if (!out.empty()) {
      std::ostringstream text;
      GemmConstantsWriter(text).header(table, "Generated by perfmodel-fit from all rows.");
      json::write_file(out, text.str());
    }
  }
  if (mode == "half") {
    const GemmTable table = fit_all(data, [](const FitRow& row) { return !held_out(row.gemm, 5); });
    report("held half", data, table, [](const FitRow& row) { return held_out(row.gemm, 5); });
    report("held half, known tile", data, table, [](const FitRow& row) { return held_out(row.gemm, 5); }, true);
  }
  if (mode == "loco")
    for (const char* card : {"A100-PCIE-40GB", "V100", "T4", "P100"}) {
      const Keep is_card = [&](const FitRow& row) { return data.sources[row.slot].find(card) != std::string::npos; };
      const GemmTable table = fit_all(data, [&](const FitRow& row) { return !is_card(row); });
      report("without card", data, table, is_card);
      report("without card, known tile", data, table, is_card, true);
    }
  return 0;
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  try {
    return perfmodel::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "perfmodel-fit: " << error.what() << "\n";
    return 2;
  }
}
