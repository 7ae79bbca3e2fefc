/// Convolutions: fitted to the H200 and to three older cards, judged by layers and cards left out.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <perfmodel/json/file.hpp>

#include "calibrate/fit/convolution_kernel_fit.hpp"
#include "calibrate/fit/convolution_priors.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/layout_copy_fit.hpp"
#include "calibrate/fit/operation_stages.hpp"
#include "calibrate/fit/random_streaming_rows.hpp"

namespace perfmodel::operation_stages {
namespace {

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

/// The convolution of a row of pytorch_convolution_kernels tables.
[[nodiscard]] Convolution convolution_of(const CsvTable& rows, const CsvRow& row) {
  const auto cell = [&](std::string_view column) { return std::string_view(row.cells[rows.at(column)]); };
  const auto whole = [&](std::string_view column) {
    return to_integer(cell(column), rows.place(row, column), 0, std::int64_t{1} << 31);
  };
  const std::string_view pass = cell("pass");
  return {.pass = pass == "forward"          ? ConvolutionPass::forward
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
}

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
    const Convolution c = convolution_of(rows, row);
    const bool grouped_fp32 = c.groups > 1 && c.groups < c.c && c.format == NumberFormat::fp32;
    if (grouped_fp32 || to_positive(cell("kernels"), rows.place(row, "kernels")) > most_kernels) continue;
    out.push_back(convolution_fit_row(c, gemm, streaming, convolution_tables()[1]));
    out.back().device = device.name;
    out.back().seconds = 1e-6 * to_positive(cell("device_us"), rows.place(row, "device_us"));
    for (ConvolutionParts* parts : {&out.back().parts, &out.back().guessed}) set_kernels_alone(*parts, streaming);
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
    ConvolutionFitRow row = convolution_fit_row(*c, gemm, streaming, convolution_tables()[1]);
    row.device = device.name, row.seconds = m.seconds, row.teaches_padding = true;
    if (!implicit || row.guessed.unit == 0 || row.guessed.method != ConvolutionMethod::implicit) continue;
    row.parts.launch = row.parts.gap = row.guessed.launch = row.guessed.gap = 0.0;
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

/// Convolutions of which the library said what it runs: single ones, and the layers of the other tables (nothing where
/// it was not asked, or where another formula prices the kernel).
struct KernelRows {
  std::vector<KernelRow> single{};
  std::vector<std::optional<KernelRow>> layers{};
};
[[nodiscard]] KernelRows asked_rows(const Arguments& arguments, const std::vector<ConvolutionFitRow>& rows) {
  const std::filesystem::path file = arguments.raw / "h100-sxm5-80gb" / "convolution_choices_measured.csv";
  KernelRows out{.layers = std::vector<std::optional<KernelRow>>(rows.size())};
  if (!std::filesystem::exists(file)) return out;
  const Device device = json::load_device("h200-sxm").device;
  const GemmModels gemm = make_gemm_models(device);
  const StreamingModel streaming = make_streaming_model(device);
  const RawTable asked =
      parse_raw(json::read_file(file, {.bytes = std::size_t{1} << 26}), file.string(), "convolution_choices_measured");
  const KnownChoices known = known_choices(measured_answers(asked.csv, in(device.sms, sm)));
  out.single = kernel_rows(random_operations(arguments.raw, "h200-sxm"), known, gemm, streaming);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = known.find(detail::shape_key(rows[i].convolution));
    if (rows[i].device != device.name || found == known.end() || !is_tiled(found->second.kernel)) continue;
    KernelRow row{.convolution = rows[i].convolution,
                  .choice = found->second,
                  .parts = detail::chosen_parts(rows[i].convolution, found->second, gemm, streaming),
                  .seconds = rows[i].seconds};
    row.parts.launch = rows[i].parts.launch, row.parts.gap = rows[i].parts.gap;
    if (row.parts.tiled) out.layers[i] = std::move(row);
  }
  return out;
}

void print_kernels(const std::vector<KernelRow>& rows, const ConvolutionTable& table) {
  std::vector<double> taught, others;
  for (const KernelRow& row : rows)
    (row.held_out ? others : taught).push_back(convolution_time(row.parts, table).total / row.seconds);
  print("kernels that the library said it runs, seeds that taught", taught);
  print("kernels that the library said it runs, other seeds", others);
}

}  // namespace

ConvolutionTables fit_convolution_kernels(const Arguments& arguments, const OperationData& data) {
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
  const KernelRows asked = asked_rows(arguments, rows);
  const auto fit_where = [&](ConvolutionTable start, const auto& wanted) {
    if (start.has_tiled()) {
      std::vector<KernelRow> taught = asked.single;
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (asked.layers[i] && wanted(rows[i])) taught.push_back(*asked.layers[i]);
      fit_kernels(start, taught);
    }
    std::vector<ConvolutionFitRow> chosen = rows;
    // Grouped layers set their own factor; what layout changes cost, the others tell.
    const auto changes_layout_of_groups = [](const ConvolutionFitRow& row) {
      return row.guessed.method == ConvolutionMethod::grouped && row.guessed.unit > 0 &&
             row.convolution.memory_format == MemoryFormat::nchw;
    };
    for (ConvolutionFitRow& row : chosen) row.held_out = !wanted(row) || changes_layout_of_groups(row);
    return fit_convolutions(start, chosen);
  };
  const ConvolutionTable hopper_start = with_copies(arguments, convolution_engine_priors);
  const ConvolutionTable hopper =
      fit_where(hopper_start, [](const ConvolutionFitRow& r) { return r.device == "H200-SXM"; });
  print_kernels(asked.single, hopper);
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
  set_choices(tables, convolution_choice_trees());
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
               raw("h200-sxm", "random_operations.csv"), raw("h200-sxm", "random_engines.csv"),
               raw("h200-sxm", "network_operations.csv"), raw("h100-sxm5-80gb", "convolution_choices_measured.csv")},
              {"tiled, as_they_lie: times of kernels in h200-sxm/random_engines.csv and "
               "h200-sxm/network_operations.csv, even seeds, and in h200-sxm/random_operations.csv, seeds 1 to 8, "
               "warm; which kernel ran, in h100-sxm5-80gb/convolution_choices_measured.csv.",
               "Copies: their own kernels in h200-sxm/random_operations.csv, seeds 1 to 8, warm.",
               "cudnn_8: FP32 forward convolutions of ops_fp32.csv (sitar-lab/NeuSight, commit 6945927d, MIT) on P100, "
               "V100 and T4.",
               "cudnn_9: the H200's tables; what the cards of cudnn_8 have no rows for is taken from it.",
               "Error bars: cards and layers left out, and an H100 that no constant has seen."})));
  return tables;
}

}  // namespace perfmodel::operation_stages
