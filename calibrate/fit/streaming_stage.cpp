/// Streaming kernels: fitted to four public cards and the H200, judged by the H100 and by leaving cards out.
#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/instruction_fit.hpp"
#include "calibrate/fit/operation_stages.hpp"
#include "calibrate/fit/random_streaming_rows.hpp"
#include "calibrate/fit/streaming_priors.hpp"

namespace perfmodel::operation_stages {
namespace {

/// measured / predicted by shape and regime.
struct Residuals {
  std::array<std::array<std::vector<double>, streaming_regime_count>, streaming_shape_count> by_class{};
  std::array<std::vector<double>, streaming_regime_count> by_regime{};

  void add(const StreamingFitRow& row, const StreamingTable& table) {
    const std::size_t regime = add_to_class(row, table);
    by_regime[regime].push_back(row.seconds / expected_seconds(row, table));
  }
  /// Only for its own shape: many rows of one kernel should not speak for the others. @return its regime
  std::size_t add_to_class(const StreamingFitRow& row, const StreamingTable& table) {
    const StreamingModel model = make_streaming_model(row.device, table, row.version);
    const auto regime = static_cast<std::size_t>(regime_of(row.kernels[0], model));
    by_class[static_cast<std::size_t>(row.shape)][regime].push_back(row.seconds / expected_seconds(row, table));
    return regime;
  }
};

void set_bars(StreamingTable& table, EvidenceLevel level, const Residuals& residuals, double widening) {
  for (std::size_t s = 0; s < streaming_shape_count; ++s)
    for (std::size_t r = 0; r < streaming_regime_count; ++r)
      table.error_bars[s][static_cast<std::size_t>(level)][r] =
          error_bar(residuals.by_class[s][r], residuals.by_regime[r], widening);
}

/// Index of the memory row whose values an unfitted or withheld row takes, as far as `delivered` of them.
struct Relative {
  std::string_view card;
  std::size_t row;
  double delivered{1.0};
};

void take_memory(StreamingTable& table, std::size_t to, std::size_t from, double delivered = 1.0) {
  table.memories[to].share = table.memories[from].share * delivered;
  table.memories[to].turnaround = table.memories[from].turnaround / delivered;
}

/// HBM3 on Hopper has no fitted card of its own: it takes HBM3e's.
void inherit_memories(StreamingTable& table) {
  constexpr std::size_t hopper_hbm3e = 4, hopper_hbm3 = 6;
  take_memory(table, hopper_hbm3, hopper_hbm3e);
}

/// The fit without any row of a card, whose memory then is that of its nearest relative: HBM2 of the other generation,
/// GDDR6 of the next one. GP100's controller delivers 76 % of its bandwidth where GV100's delivers 95 %: NVIDIA Tesla
/// V100 GPU Architecture whitepaper, "HBM2 Memory Architecture", STREAM Triad.
[[nodiscard]] StreamingTable without_card(const std::vector<StreamingFitRow>& rows, const std::string& card) {
  constexpr std::size_t volta_hbm2 = 1, ampere_hbm2 = 3, ampere_gddr6 = 9;
  const std::array relatives{Relative{"P100-PCIE-16GB", volta_hbm2, 0.76 / 0.95},
                             Relative{"V100-PCIE-32GB", ampere_hbm2}, Relative{"T4", ampere_gddr6},
                             Relative{"A100-PCIE-40GB", volta_hbm2}};
  StreamingTable table = fit_streaming(streaming_priors, rows, card);
  for (const Relative& r : relatives)
    for (std::size_t i = 0; r.card == card && i < table.memories.size(); ++i)
      if (table.memories[i].calibrated_on[0] == card) take_memory(table, i, r.row, r.delivered);
  return table;
}

void score_card(const std::string& card, const std::vector<StreamingFitRow>& rows, const StreamingTable& table,
                const OperationData& data) {
  std::map<std::string, std::vector<double>> groups;
  for (const StreamingFitRow& row : rows) {
    if (row.device.name != card) continue;
    groups["with overhead, " + std::string(name(row.shape))].push_back(expected_seconds(row, table) / row.seconds);
    double floor = 0.0;
    for (const auto& [key, f] : data.overhead.floor)
      if (data.devices.at(key.first).name == card && key.second == row.operation) floor = f;
    if (row.seconds <= 10.0 * floor) continue;
    const double raw = (expected_seconds(row, table) - row.overhead) / row.seconds;
    groups["kernel only, over 10 floors, " + std::string(name(row.shape))].push_back(raw);
    groups["kernel only, over 10 floors, all"].push_back(raw);
  }
  for (const auto& [group, ratios] : groups) print("without " + card + ": " + group, ratios);
}

/// Share of a card's rows inside the 90 % interval.
void print_coverage(const std::string& card, const std::vector<StreamingFitRow>& rows, const StreamingTable& table) {
  std::size_t inside = 0, count = 0;
  for (const StreamingFitRow& row : rows) {
    if (row.device.name != card) continue;
    const StreamingModel model = make_streaming_model(row.device, table, row.version);
    double low = 0.0, high = 0.0, total = 0.0;
    for (const Streaming& s : row.kernels) {
      const Prediction p = predict(s, model);
      low += in(p.low, second), high += in(p.high, second), total += in(p.total, second);
    }
    const double expected = expected_seconds(row, table);
    inside += row.seconds >= low * expected / total && row.seconds <= high * expected / total ? 1 : 0;
    ++count;
  }
  if (count > 0) std::printf("%s: %zu of %zu streaming rows inside the 90 %% interval\n", card.c_str(), inside, count);
}

constexpr const char* judge = "H100-SXM5-80GB";  // measured, never fitted

/// The table that `fitted` rows and single kernels of random operations give.
[[nodiscard]] StreamingTable fitted_table(const Arguments& arguments, std::vector<StreamingFitRow> fitted) {
  const Device h200 = json::load_device("h200-sxm").device;
  const std::vector<RandomOperation> operations = random_operations(arguments.raw, "h200-sxm");
  using enum StreamingShape;
  const std::vector<StreamingFitRow> random = random_streaming_rows(
      operations, h200,
      {permuted, flat, widening, multi_tensor, row_sum, column_sum, one_row_per_warp, row_in_registers,
       one_row_per_block, softmax_warp_backward, softmax_block_backward, mean_square_row});
  fitted.insert(fitted.end(), random.begin(), random.end());
  const StreamingTable prior = streaming_priors;
  StreamingTable table = prior;
  take_over(table, streaming_table(), streaming_parameters());
  take_over(table, streaming_table(), instruction_parameters());
  table = fit_streaming(table, fitted, {}, &prior);
  constexpr auto uneven_shape = static_cast<std::size_t>(StreamingShape::uneven_normalized_row);
  fit_instructions(table, operations, h200, &prior);
  for (const std::size_t same :
       {uneven_shape, static_cast<std::size_t>(StreamingShape::row_sum),
        static_cast<std::size_t>(StreamingShape::column_sum), static_cast<std::size_t>(StreamingShape::mean_square_row),
        static_cast<std::size_t>(StreamingShape::softmax_strided),
        static_cast<std::size_t>(StreamingShape::softmax_strided_backward)})  // the same kernels in both versions
    table.shapes[0][same] = table.shapes[1][same];
  inherit_memories(table);
  return table;
}

/// Of rows that were not fitted.
struct JudgedRows {
  Residuals own{}, unseen{}, before_judge{};  ///< on fitted cards; on others; without the judge's
};

/// Judges and prints held-out rows by card and shape, and public cards without their own rows.
[[nodiscard]] JudgedRows judged_rows(const std::vector<StreamingFitRow>& rows,
                                     const std::vector<StreamingFitRow>& uneven, const StreamingTable& table,
                                     const OperationData& data) {
  JudgedRows out;
  auto& [own, unseen, before_judge] = out;
  for (const char* card : {"A100-PCIE-40GB", "V100-PCIE-32GB", "T4", "P100-PCIE-16GB"}) {
    const StreamingTable other = without_card(rows, card);
    score_card(card, rows, other, data);
    for (const StreamingFitRow& row : rows)
      if (row.device.name == card) unseen.add(row, other), before_judge.add(row, other);
  }
  std::map<std::string, std::vector<double>> groups;
  for (const StreamingFitRow& row : rows) {
    if (!row.held_out) continue;
    (row.device.name == judge ? unseen : own).add(row, table);
    if (row.device.name != judge) before_judge.add(row, table);
    const double ratio = expected_seconds(row, table) / row.seconds;
    groups[row.device.name + " held out, all"].push_back(ratio);
    constexpr double short_kernel = 5e-6;
    if (row.seconds > short_kernel) groups[row.device.name + " held out, over 5 us"].push_back(ratio);
    groups[row.device.name + " held out, " + std::string(name(row.shape))].push_back(ratio);
  }
  for (const StreamingFitRow& row : uneven) {
    if (!row.held_out) continue;
    for (Residuals* residuals : {&own, &unseen, &before_judge}) residuals->add_to_class(row, table);
    groups[row.device.name + " other row lengths, " + std::string(name(row.shape))].push_back(
        expected_seconds(row, table) / row.seconds);
  }
  for (const auto& [group, ratios] : groups) print(group, ratios);
  return out;
}

void write_table(const Arguments& arguments, const StreamingTable& table) {
  const auto raw = [&](const char* card, const char* file) { return arguments.raw / card / file; };
  write_fitted(
      arguments.output, "constants/streaming.json",
      json::table_text(
          table,
          provenance({arguments.data / "ops_fp32.csv", raw("h200-sxm", "ops.csv"), raw("h100-sxm5-80gb", "ops.csv"),
                      raw("h100-sxm5-80gb", "pytorch_eager_ops.csv"), raw("h200-sxm", "random_operations.csv"),
                      raw("h200-sxm", "signal_operations.csv")},
                     {"Elementwise, softmax and layer norm of ops_fp32.csv (sitar-lab/NeuSight, commit "
                      "6945927d, MIT) on P100, V100, T4, A100-PCIE-40GB: kernels of PyTorch 2.1.",
                      "Two thirds of the families of h200-sxm/ops.csv: kernels of PyTorch 2.11.",
                      "permuted, softmax_strided: also single kernels of h200-sxm/random_operations.csv, seeds 1 to 8, "
                      "warm.",
                      "Softmax over long rows: also even seeds of h200-sxm/signal_operations.csv.",
                      "Error bars: the other third, an H100, and each public card predicted without "
                      "its own rows.",
                      "Shapes without rows keep their priors "
                      "(calibrate/fit/streaming_priors.hpp)."})));
}
}  // namespace

StreamingTable fit_streaming_kernels(const Arguments& arguments, const OperationData& data) {
  std::vector<StreamingFitRow> rows = streaming_rows(data);
  for (StreamingFitRow& row : rows) row.held_out = row.held_out || row.device.name == judge;
  const std::vector<StreamingFitRow> uneven = uneven_norm_rows(arguments.raw);
  std::vector<StreamingFitRow> fitted = rows;
  fitted.insert(fitted.end(), uneven.begin(), uneven.end());
  StreamingTable table = fitted_table(arguments, std::move(fitted));
  const JudgedRows judged = judged_rows(rows, uneven, table, data);
  set_bars(table, EvidenceLevel::this_card, judged.own, 1.03);
  set_bars(table, EvidenceLevel::same_kernels, judged.before_judge, 1.05);
  print_coverage(judge, rows, table);  // with bars that its rows have not set; then they join
  set_bars(table, EvidenceLevel::same_kernels, judged.unseen, 1.05);
  set_bars(table, EvidenceLevel::datasheet, judged.unseen, 1.2);
  table.validated_bytes = {1e4, 5e9};
  if (!arguments.output.data.empty()) write_table(arguments, table);
  return table;
}

}  // namespace perfmodel::operation_stages
