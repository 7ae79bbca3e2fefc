/// perfmodel-fit-operations: fits the constants of streaming kernels, convolutions and collectives to public data and
/// to raw measurements of our own cards, and judges them on what the fit has not seen. No GPU. See
/// docs/reference/accuracy.md.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <perfmodel/measurement/statistics.hpp>
#include <string>
#include <utility>
#include <vector>

#include "calibrate/fit/attention_fit.hpp"
#include "calibrate/fit/attention_priors.hpp"
#include "calibrate/fit/collective_fit.hpp"
#include "calibrate/fit/convolution_priors.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/fit_program.hpp"
#include "calibrate/fit/layout_copy_fit.hpp"
#include "calibrate/fit/operation_data.hpp"
#include "calibrate/fit/random_operation_judge.hpp"
#include "calibrate/fit/random_streaming_rows.hpp"
#include "calibrate/fit/streaming_priors.hpp"

namespace perfmodel {
namespace {

struct Arguments {
  std::filesystem::path data{"../shared/data"}, raw{"data/raw"};
  FitOutput output{};
};

/// What a table of these operations was made from, and notes on it.
[[nodiscard]] json::Provenance provenance(const std::vector<std::filesystem::path>& files,
                                          std::vector<std::string> notes) {
  json::Provenance out = fit_provenance("perfmodel-fit-operations", files);
  out.notes = std::move(notes);
  return out;
}

void print(const std::string& title, const std::vector<double>& ratios) {
  const ErrorStatistics e = error_statistics(ratios);
  if (e.count > 0)
    std::printf("%-58s n %5zu  mean %5.1f %%  median %5.1f %%  p90 %5.1f %%  bias %+5.1f %%\n", title.c_str(), e.count,
                100 * e.mean, 100 * e.median, 100 * e.p90, 100 * e.bias);
}

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

[[nodiscard]] StreamingTable run_streaming(const Arguments& arguments, const OperationData& data) {
  std::vector<StreamingFitRow> rows = streaming_rows(data);
  const std::string judge = "H100-SXM5-80GB";  // measured, never fitted
  for (StreamingFitRow& row : rows) row.held_out = row.held_out || row.device.name == judge;
  const std::vector<StreamingFitRow> uneven = uneven_norm_rows(arguments.raw);
  std::vector<StreamingFitRow> fitted = rows;
  fitted.insert(fitted.end(), uneven.begin(), uneven.end());
  const std::vector<StreamingFitRow> random =
      random_streaming_rows(random_operations(arguments.raw, "h200-sxm"), json::load_device("h200-sxm").device,
                            {StreamingShape::permuted, StreamingShape::flat});
  fitted.insert(fitted.end(), random.begin(), random.end());
  StreamingTable table = fit_streaming(streaming_priors, fitted);
  constexpr auto uneven_shape =
      static_cast<std::size_t>(StreamingShape::uneven_normalized_row);  // the same kernels in both versions
  table.shapes[0][uneven_shape] = table.shapes[1][uneven_shape];
  inherit_memories(table);

  Residuals own, unseen, before_judge;
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

  set_bars(table, EvidenceLevel::this_card, own, 1.03);
  set_bars(table, EvidenceLevel::same_kernels, before_judge, 1.05);
  print_coverage(judge, rows, table);  // with bars that its rows have not set; then they join
  set_bars(table, EvidenceLevel::same_kernels, unseen, 1.05);
  set_bars(table, EvidenceLevel::datasheet, unseen, 1.2);
  table.validated_bytes = {1e4, 5e9};

  if (arguments.output.data.empty()) return table;
  const auto raw = [&](const char* card, const char* file) { return arguments.raw / card / file; };
  write_fitted(arguments.output, "constants/streaming.json",
               json::table_text(
                   table, provenance({arguments.data / "ops_fp32.csv", raw("h200-sxm", "ops.csv"),
                                      raw("h100-sxm5-80gb", "ops.csv"), raw("h100-sxm5-80gb", "pytorch_eager_ops.csv"),
                                      raw("h200-sxm", "random_operations.csv")},
                                     {"Elementwise, softmax and layer norm of ops_fp32.csv (sitar-lab/NeuSight, commit "
                                      "6945927d, MIT) on P100, V100, T4, A100-PCIE-40GB: kernels of PyTorch 2.1.",
                                      "Two thirds of the families of h200-sxm/ops.csv: kernels of PyTorch 2.11.",
                                      "permuted: also single kernels of h200-sxm/random_operations.csv, seeds 1 to 8, "
                                      "warm.",
                                      "Error bars: the other third, an H100, and each public card predicted without "
                                      "its own rows.",
                                      "Shapes without rows keep their priors "
                                      "(calibrate/fit/streaming_priors.hpp)."})));
  return table;
}

/// Family of a convolution for cross-validation: all batches, passes, formats and layouts of one layer together.
[[nodiscard]] std::uint64_t layer_family(const Convolution& c) {
  std::uint64_t hash = split_offset;
  for (const std::int64_t value : {c.c, c.k, c.h, c.r, c.groups})
    hash = fnv1a_step(hash, static_cast<std::uint64_t>(value));
  return hash >> 24;
}

[[nodiscard]] std::string unit_word(const ConvolutionFitRow& row) {
  return row.parts.unit == 0 ? "CUDA cores" : "tensor cores";
}

struct ConvolutionResiduals {
  std::array<std::vector<double>, convolution_method_count> by_method{};
  std::vector<double> all{};
  std::map<std::string, std::vector<double>> groups{};

  void add(const ConvolutionFitRow& row, const ConvolutionTable& table, const std::string& how) {
    const double expected = expected_seconds(row, table);
    by_method[static_cast<std::size_t>(row.parts.method)].push_back(row.seconds / expected);
    all.push_back(row.seconds / expected);
    for (const std::string& group :
         {std::string("all"), unit_word(row), unit_word(row) + ", " + std::string(name(row.parts.method))})
      groups[row.device + " convolutions " + how + ", " + group].push_back(expected / row.seconds);
  }
  void print_groups() const {
    for (const auto& [group, ratios] : groups) print(group, ratios);
  }
};

/// Shapes of the H200, each called once from PyTorch and timed by kernel. Kernels of Fourier engines in many positions
/// overlap in streams, so that the sum of their times says nothing; they are left out, as are grouped layers in FP32.
[[nodiscard]] std::vector<ConvolutionFitRow> pytorch_rows(const Arguments& arguments, const std::string& file) {
  const std::filesystem::path path = arguments.raw / "h200-sxm" / file;
  std::vector<ConvolutionFitRow> out;
  if (!std::filesystem::exists(path)) return out;
  constexpr double most_kernels = 9.0;
  const CsvTable rows = parse_raw(json::read_file(path), path.string(), "pytorch_convolution_kernels").csv;
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  for (const CsvRow& row : rows.rows) {
    const auto cell = [&](std::string_view column) { return std::string_view(row.cells[rows.at(column)]); };
    const auto whole = [&](std::string_view column) {
      return to_integer(cell(column), rows.place(row, column), 0, std::int64_t{1} << 31);
    };
    const std::string_view pass = cell("pass");
    const Convolution c{.pass = pass == "forward"          ? ConvolutionPass::forward
                                : pass == "input_gradient" ? ConvolutionPass::input_gradient
                                                           : ConvolutionPass::weight_gradient,
                        .format = number_format_from(cell("precision"), rows.place(row, "precision")),
                        .memory_format = cell("layout") == "nhwc" ? MemoryFormat::nhwc : MemoryFormat::nchw,
                        .n = whole("n"),
                        .c = whole("c"),
                        .h = whole("h"),
                        .w = whole("w"),
                        .k = whole("k"),
                        .r = whole("r"),
                        .s = whole("s"),
                        .stride_h = whole("stride"),
                        .stride_w = whole("stride"),
                        .pad_h = whole("pad_h"),
                        .pad_w = whole("pad_w"),
                        .groups = whole("groups")};
    const bool grouped_fp32 = c.groups > 1 && c.groups < c.c && c.format == NumberFormat::fp32;
    if (grouped_fp32 || to_positive(cell("kernels"), rows.place(row, "kernels")) > most_kernels) continue;
    out.push_back({.convolution = c,
                   .parts = convolution_parts(c, gemm, streaming),
                   .device = device.name,
                   .seconds = 1e-6 * to_positive(cell("device_us"), rows.place(row, "device_us"))});
    // A product's duration is its period in a graph; other kernels' does not hold the gap.
    const bool product = out.back().parts.method == ConvolutionMethod::pointwise && out.back().parts.unit > 0;
    out.back().parts.launch = product ? out.back().parts.launch - stream_gap(streaming) : 0.0;
    out.back().parts.gap = 0.0;
  }
  return out;
}

/// Single convolutions of random sizes that ran an implicit product on tensor cores, of seeds that may teach. Short
/// ones alone: they tell what a kernel takes beside its product, which networks' layers hardly show.
[[nodiscard]] std::vector<ConvolutionFitRow> short_random_rows(const Arguments& arguments) {
  constexpr double longest = 25e-6;
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  std::vector<ConvolutionFitRow> out;
  for (const RandomOperation& r : random_operations(arguments.raw, "h200-sxm")) {
    const OperationMeasurement& m = r.measurement;
    const auto* c = m.operations.size() == 1 ? std::get_if<Convolution>(&m.operations[0]) : nullptr;
    if (c == nullptr || m.seconds > longest || random_rows(r) != RandomRows::fitted || m.operands != Operands::warm)
      continue;
    const bool implicit = std::any_of(r.kernels.begin(), r.kernels.end(), [](const TimedKernel& k) {
      return k.name.find("implicit_gemm") != std::string::npos || k.name.find("cutlass__5x") != std::string::npos;
    });
    ConvolutionFitRow row{.convolution = *c,
                          .parts = convolution_parts(*c, gemm, streaming),
                          .device = device.name,
                          .seconds = m.seconds,
                          .teaches_padding = true};
    if (!implicit || row.parts.unit == 0 || row.parts.method != ConvolutionMethod::implicit) continue;
    row.parts.launch = row.parts.gap = 0.0;
    out.push_back(std::move(row));
  }
  return out;
}

/// What an eager convolution costs beside its kernels on a card, over the overhead of the other operations: one number
/// a card, which its rows show as an offset of all kernels alike (60 to 290 us; the library's plan is looked up in each
/// call).
void estimate_overhead(std::vector<ConvolutionFitRow>& rows, const std::string& card, const ConvolutionTable& table) {
  constexpr double step = 10e-6;
  constexpr int steps = 60;
  double best = 0.0, lowest = 0.0;
  for (int i = 0; i <= steps; ++i) {
    double loss = 0.0;
    for (const ConvolutionFitRow& row : rows)
      if (row.device == card)
        loss += huber_log(convolution_time(row.parts, table).total + row.eager + i * step, row.seconds);
    if (i == 0 || loss < lowest) lowest = loss, best = i * step;
  }
  for (ConvolutionFitRow& row : rows)
    if (row.device == card) row.overhead = row.eager + best;
}

/// The table with copies around products as the H200's single operations show them, of seeds that may teach.
[[nodiscard]] ConvolutionTable with_copies(const Arguments& arguments, ConvolutionTable table) {
  std::vector<RandomOperation> rows = random_operations(arguments.raw, "h200-sxm");
  std::erase_if(rows, [](const RandomOperation& r) {
    return random_rows(r) != RandomRows::fitted || r.measurement.operands != Operands::warm;
  });
  fit_layout_copies(table, rows, make_streaming_model(json::load_device("h200-sxm").device));
  return table;
}

/// The older cards by leaving one out, the H200 by leaving out a third of the layers, the H100 as it comes.
[[nodiscard]] ConvolutionTables run_convolutions(const Arguments& arguments, const OperationData& data) {
  std::vector<ConvolutionFitRow> rows = convolution_rows(data);
  const auto append = [&](const std::string& file) {
    for (ConvolutionFitRow& row : pytorch_rows(arguments, file)) rows.push_back(std::move(row));
  };
  append("pytorch_small_convolutions.csv");
  append("pytorch_grouped_convolutions.csv");
  const std::size_t judged =
      rows.size();  // the layers of known networks at many batches, which follow, only fit: they are too much alike
  append("pytorch_convolution_engines.csv");
  for (ConvolutionFitRow& row : short_random_rows(arguments)) rows.push_back(std::move(row));
  // Random sizes: half of the shapes fit, half judge.
  const auto is_judge = [](const ConvolutionFitRow& row) { return layer_family(row.convolution) % 2 == 1; };
  const std::vector<ConvolutionFitRow> random = pytorch_rows(arguments, "pytorch_random_convolutions.csv");
  std::copy_if(random.begin(), random.end(), std::back_inserter(rows),
               [&](const ConvolutionFitRow& row) { return !is_judge(row); });
  const auto is_raw = [](const ConvolutionFitRow& row) { return row.device.starts_with("H"); };
  const auto fit_where = [&](const ConvolutionTable& start, const auto& wanted) {
    std::vector<ConvolutionFitRow> chosen = rows;
    // Grouped layers set their own factor; what layout changes cost, the others tell.
    const auto changes_layout_of_groups = [](const ConvolutionFitRow& row) {
      return row.parts.method == ConvolutionMethod::grouped && row.parts.unit > 0 &&
             row.convolution.memory_format == MemoryFormat::nchw;
    };
    for (ConvolutionFitRow& row : chosen) row.held_out = !wanted(row) || changes_layout_of_groups(row);
    return fit_convolutions(start, chosen);
  };
  const ConvolutionTable hopper_start = with_copies(arguments, convolution_engine_priors);
  const ConvolutionTable hopper =
      fit_where(hopper_start, [](const ConvolutionFitRow& r) { return r.device == "H200-SXM"; });
  constexpr std::array old_cards{"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"};
  std::array<ConvolutionTable, 2> tables{
      fit_where(convolution_priors, [&](const ConvolutionFitRow& r) { return !is_raw(r); }), hopper};
  for (int round = 0; round < 2; ++round) {
    for (const char* card : old_cards) estimate_overhead(rows, card, tables[0]);
    tables[0] = fit_where(tables[0], [&](const ConvolutionFitRow& r) { return !is_raw(r); });
  }
  // The older cards have forward FP32 rows only: gradients take the forward factors, the rest is the H200's.
  for (ConvolutionTable::ByPass& factor : tables[0].factor[0]) factor = {factor[0], factor[0], factor[0]};
  for (std::size_t unit = 1; unit < convolution_unit_count; ++unit) tables[0].factor[unit] = hopper.factor[unit];
  tables[0].tap_cycles = hopper.tap_cycles;
  tables[0].taps_beside = hopper.taps_beside;
  tables[0].depthwise_seconds = hopper.depthwise_seconds;
  tables[0].copies = hopper.copies;
  tables[0].plane_results = hopper.plane_results;
  tables[0].first_layer = hopper.first_layer;
  tables[0].depthwise_dram_share = hopper.depthwise_dram_share;
  std::array<ConvolutionResiduals, 2> unseen_card;
  ConvolutionResiduals unseen_layer;
  for (const char* card : old_cards) {
    const ConvolutionTable other =
        fit_where(convolution_priors, [&](const ConvolutionFitRow& r) { return !is_raw(r) && r.device != card; });
    estimate_overhead(rows, card, other);
    for (const ConvolutionFitRow& row : rows)
      if (row.device == card) unseen_card[0].add(row, other, "without the card");
    estimate_overhead(rows, card, tables[0]);
  }
  constexpr std::uint64_t folds = 3;
  for (std::uint64_t fold = 0; fold < folds; ++fold) {
    const ConvolutionTable other = fit_where(hopper_start, [&](const ConvolutionFitRow& r) {
      return r.device == "H200-SXM" && layer_family(r.convolution) % folds != fold;
    });
    for (std::size_t i = 0; i < judged; ++i)
      if (rows[i].device == "H200-SXM" && layer_family(rows[i].convolution) % folds == fold)
        unseen_layer.add(rows[i], other, "without the layer");
  }
  for (const ConvolutionFitRow& row : rows)
    if (row.device == "H100-SXM5-80GB") unseen_card[1].add(row, tables[1], "without the card");
  // Half of the other shapes join the left-out layers in setting the error bars; the other half judges them.
  const std::vector<ConvolutionFitRow> others = pytorch_rows(arguments, "pytorch_convolution_kernels.csv");
  ConvolutionResiduals other;
  for (const ConvolutionFitRow& row : others) other.add(row, tables[1], "in PyTorch, other shapes");
  for (const ConvolutionFitRow& row : random)
    if (is_judge(row)) other.add(row, tables[1], "of random sizes, " + std::string(name(row.convolution.format)));
  for (const ConvolutionResiduals* r : {&unseen_card[0], &unseen_card[1], &unseen_layer, &other}) r->print_groups();
  const ConvolutionResiduals judge_card = unseen_card[1];
  const auto sets_bars = [](const ConvolutionFitRow& row) { return layer_family(row.convolution) % 2 == 0; };
  for (const ConvolutionFitRow& row : others)
    if (sets_bars(row))
      for (ConvolutionResiduals* r : {&unseen_layer, &unseen_card[1]}) r->add(row, tables[1], {});

  std::size_t inside = 0, count = 0;  // of the H100's, with bars from the H200
  for (std::size_t m = 0; m < convolution_method_count; ++m) {
    const ErrorBar bar = error_bar(unseen_layer.by_method[m], unseen_layer.all, 1.05);
    for (const double ratio : judge_card.by_method[m]) inside += ratio >= bar.low && ratio <= bar.high ? 1 : 0, ++count;
  }
  if (count > 0) std::printf("H100-SXM5-80GB: %zu of %zu convolutions inside the 90 %% interval\n", inside, count);
  inside = count = 0;
  for (const ConvolutionFitRow& row : others) {
    if (sets_bars(row)) continue;
    const ErrorBar bar =
        error_bar(unseen_layer.by_method[static_cast<std::size_t>(row.parts.method)], unseen_layer.all, 1.0);
    const double ratio = row.seconds / expected_seconds(row, tables[1]);
    inside += ratio >= bar.low && ratio <= bar.high ? 1 : 0, ++count;
  }
  if (count > 0)
    std::printf("H200-SXM: %zu of %zu convolutions of other shapes inside the 90 %% interval\n", inside, count);

  for (std::size_t i = 0; i < tables.size(); ++i) {
    const ConvolutionResiduals& own = i == 0 ? unseen_card[0] : unseen_layer;
    for (std::size_t m = 0; m < convolution_method_count; ++m) {
      const auto bar = [&](const ConvolutionResiduals& r, double widening) {
        return error_bar(r.by_method[m], r.all, widening);
      };
      tables[i].error_bars[m] = {bar(own, 1.0), bar(i == 0 ? own : unseen_card[1], 1.05),
                                 bar(i == 0 ? own : unseen_card[1], 1.2)};
    }
  }
  tables[0].calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"};
  tables[1].calibrated_on = {"H200-SXM"};
  if (arguments.output.data.empty()) return tables;
  const auto raw = [&](const char* card, const char* file) { return arguments.raw / card / file; };
  write_fitted(
      arguments.output, "constants/convolution.json",
      json::table_text(
          tables,
          provenance(
              {arguments.data / "ops_fp32.csv", raw("h200-sxm", "convolutions.csv"),
               raw("h100-sxm5-80gb", "convolutions.csv"), raw("h200-sxm", "pytorch_small_convolutions.csv"),
               raw("h200-sxm", "pytorch_grouped_convolutions.csv"), raw("h200-sxm", "pytorch_convolution_engines.csv"),
               raw("h200-sxm", "pytorch_random_convolutions.csv"), raw("h200-sxm", "pytorch_convolution_kernels.csv"),
               raw("h200-sxm", "random_operations.csv")},
              {"Copies: their own kernels in h200-sxm/random_operations.csv, seeds 1 to 8, warm.",
               "cudnn_8: FP32 forward convolutions of ops_fp32.csv (sitar-lab/NeuSight, commit 6945927d, MIT) on P100, "
               "V100 and T4.",
               "cudnn_9: the H200's tables; what the cards of cudnn_8 have no rows for is taken from it.",
               "Error bars: cards and layers left out, and an H100 that no constant has seen."})));
  return tables;
}

/// Forward attention of the H200; the H100 judges. The backward rows time FlashAttention-2's kernel, which frameworks
/// do not launch on these cards, so that they fit nothing here.
[[nodiscard]] AttentionTable run_attention(const Arguments& arguments) {
  std::map<std::string, AttentionModel> models;
  std::vector<AttentionFitRow> rows;
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    const std::filesystem::path path = arguments.raw / card / "attention.csv";
    if (!std::filesystem::exists(path)) continue;
    const AttentionModel& model =
        models.emplace(card, make_attention_model(json::load_device(card).device, attention_priors)).first->second;
    const StreamingTable& base = model.streaming.table;
    for (const OperationMeasurement& m :
         raw_attention(parse_raw(json::read_file(path), path.string(), "attention").csv, card)) {
      const Attention& a = std::get<Attention>(m.operations[0]);
      if (!a.backward)
        rows.push_back({.attention = a,
                        .parts = attention_parts(a, model),
                        .model = &model,
                        .seconds = m.seconds,
                        .launch_saved = base.launch_seconds - base.graph_launch_seconds,
                        .held_out = model.device != "H200-SXM"});
    }
  }
  AttentionTable table = fit_attention(attention_priors, rows);
  std::map<std::string, std::vector<double>> groups;
  std::array<std::vector<double>, attention_family_count> own, unseen;
  for (const AttentionFitRow& row : rows) {
    const double ratio = expected_seconds(row, table) / row.seconds;
    const auto f = static_cast<std::size_t>(row.parts.family);
    (row.held_out ? unseen : own)[f].push_back(1.0 / ratio);
    groups[row.model->device + " attention " + (row.held_out ? "without the card, " : "fitted, ") +
           std::string(name(row.parts.family))]
        .push_back(ratio);
  }
  for (const auto& [group, ratios] : groups) print(group, ratios);
  for (std::size_t f = 0; f < attention_family_count; ++f) {
    if (own[f].empty()) continue;
    const ErrorBar before = error_bar(own[f], own[f], 1.15);
    const auto inside = std::count_if(unseen[f].begin(), unseen[f].end(),
                                      [&](double r) { return r >= before.low && r <= before.high; });
    if (!unseen[f].empty())
      std::printf("H100-SXM5-80GB: %td of %zu attention rows inside the 90 %% interval, %s\n", inside, unseen[f].size(),
                  std::string(name(static_cast<AttentionFamily>(f))).c_str());
    table[f].calibrated_on = {"H200-SXM"};
    table[f].source = "fitted";
    table[f].error_bars = {error_bar(own[f], own[f], 1.05), error_bar(unseen[f], own[f], 1.15),
                           error_bar(unseen[f], own[f], 1.4)};
  }
  if (!arguments.output.data.empty())
    write_fitted(arguments.output, "constants/attention.json",
                 json::table_text(table, provenance({arguments.raw / "h200-sxm" / "attention.csv",
                                                     arguments.raw / "h100-sxm5-80gb" / "attention.csv"},
                                                    {"Forward attention of the H200; judged on the H100's rows.",
                                                     "Families without rows keep their priors, with their source "
                                                     "(calibrate/fit/attention_priors.hpp)."})));
  return table;
}

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

void run_collectives(const Arguments& arguments) {
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
            provenance({all_reduces, collectives},
                       {"PCIe: all-reduce times of baidu-research/DeepBench (commit da81ba78, Apache-2.0) on P100 and "
                        "M40. NVLink: NCCL 2.27 and 2.29 in 16 bits among 2, 4 and 8 A100, H100 and B200, "
                        "ai-dynamo/aiconfigurator (commit 095f58a5, Apache-2.0). Network: not fitted; NCCL's estimates "
                        "of a step (src/graph/tuning.cc, hwLat).",
                        "Error bars: each count of cards predicted from the others; of the network, assumed."})));
}

void run(const Arguments& arguments) {
  const OperationData data = load_operations(arguments.data, arguments.raw,
                                             streaming_priors.launch_seconds + streaming_priors.latency_seconds);
  const StreamingTable streaming = run_streaming(arguments, data);
  const ConvolutionTables convolution = run_convolutions(arguments, data);
  const AttentionTable attention = run_attention(arguments);
  run_collectives(arguments);
  judge_random_operations(arguments.raw, streaming, convolution, attention);
}

}  // namespace
}  // namespace perfmodel

int main(int argc, char** argv) {
  CLI::App app{
      "fits the constants of streaming kernels, convolutions, attention and collectives, and judges them on rows that "
      "the fit has not seen; no GPU needed"};
  perfmodel::Arguments arguments;
  app.add_option("--data", arguments.data, "folder of the public measurements (ops_fp32.csv, all_reduce.csv)")
      ->capture_default_str();
  app.add_option("--raw", arguments.raw, "folder of raw measurements, one folder a card")->capture_default_str();
  perfmodel::add_output(app, arguments.output);
  return perfmodel::run_program("perfmodel-fit-operations", app, argc, argv, [&] { perfmodel::run(arguments); });
}
