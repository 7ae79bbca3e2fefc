/// Convolutions: fitted to the H200 and to three older cards, judged by layers and cards left out.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <perfmodel/pricing/convolution/choice_trees.hpp>
#include <string>
#include <utility>
#include <vector>

#include "calibrate/fit/convolution_priors.hpp"
#include "calibrate/fit/convolution_rows.hpp"
#include "calibrate/fit/convolution_start.hpp"
#include "calibrate/fit/error_bar.hpp"
#include "calibrate/fit/operation_stages.hpp"

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
/// @param prior  as in fit_convolutions()
[[nodiscard]] ConvolutionTable with_copies(const Arguments& arguments, ConvolutionTable table,
                                           const ConvolutionTable* prior = nullptr) {
  std::vector<RandomOperation> taught = random_operations(arguments.raw, "h200-sxm"), judged = taught;
  const auto is_not = [](bool fitted) {
    return [fitted](const RandomOperation& r) {
      return (random_rows(r) == RandomRows::fitted) != fitted || r.measurement.operands != Operands::warm;
    };
  };
  std::erase_if(taught, is_not(true)), std::erase_if(judged, is_not(false));
  fit_layout_copies(table, taught, judged, make_streaming_model(json::load_device("h200-sxm").device), prior);
  return table;
}

void print_kernels(const std::vector<KernelRow>& rows, const ConvolutionTable& table) {
  std::vector<double> taught, others;
  for (const KernelRow& row : rows)
    (row.held_out ? others : taught).push_back(convolution_time(row.parts, table).total / row.seconds);
  print("kernels that the library said it runs, seeds that taught", taught);
  print("kernels that the library said it runs, other seeds", others);
}

constexpr std::array old_cards{"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"};
constexpr const char *hopper_card = "H200-SXM", *judging_card = "H100-SXM5-80GB";

/// Of shapes of random sizes half fit, half judge; of PyTorch's other shapes half set the error bars.
[[nodiscard]] bool is_odd(const ConvolutionFitRow& row) { return layer_family(row.convolution) % 2 == 1; }

[[nodiscard]] bool is_raw(const ConvolutionFitRow& row) { return row.device.starts_with("H"); }

/// All that the fit reads.
struct Rows {
  std::vector<ConvolutionFitRow> all{};
  std::size_t judged{};  ///< the first ones: of the others, layers of known networks at many batches are too much alike
  std::vector<ConvolutionFitRow> random{};  ///< of random sizes: those that fit are in `all`
  KernelRows asked{};

  Rows(const Arguments& arguments, const OperationData& data)
      : all(convolution_rows(data)), random(pytorch_rows(arguments, "pytorch_random_convolutions.csv")) {
    append(pytorch_rows(arguments, "pytorch_small_convolutions.csv"));
    append(pytorch_rows(arguments, "pytorch_grouped_convolutions.csv"));
    judged = all.size();
    append(pytorch_rows(arguments, "pytorch_convolution_engines.csv"));
    append(short_random_rows(arguments));
    std::copy_if(random.begin(), random.end(), std::back_inserter(all),
                 [](const ConvolutionFitRow& row) { return !is_odd(row); });
    asked = asked_rows(arguments, all);
  }

  /// A table fitted to the rows that are wanted.
  /// @param prior  as in fit_convolutions(); then the H100 and half of the random shapes judge
  template <class Wanted>
  [[nodiscard]] ConvolutionTable fit(ConvolutionTable start, const Wanted& wanted,
                                     const ConvolutionTable* prior = nullptr) const {
    if (start.has_tiled()) {
      std::vector<KernelRow> taught = asked.single;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (asked.layers[i] && wanted(all[i])) taught.push_back(*asked.layers[i]);
      fit_kernels(start, taught, prior);
    }
    std::vector<ConvolutionFitRow> chosen = all;
    // Grouped layers set their own factor; what layout changes cost, the others tell.
    const auto changes_layout_of_groups = [](const ConvolutionFitRow& row) {
      return row.guessed.method == ConvolutionMethod::grouped && row.guessed.unit > 0 &&
             row.convolution.memory_format == MemoryFormat::nchw;
    };
    for (ConvolutionFitRow& row : chosen) {
      row.held_out = !wanted(row) || changes_layout_of_groups(row);
      row.judges = row.device == judging_card && start.has_tiled();
    }
    for (const ConvolutionFitRow& row : random) {
      if (prior == nullptr || !start.has_tiled() || !is_odd(row)) continue;
      chosen.push_back(row);
      chosen.back().held_out = chosen.back().judges = true;
    }
    return fit_convolutions(start, chosen, prior);
  }

 private:
  void append(std::vector<ConvolutionFitRow> more) {
    for (ConvolutionFitRow& row : more) all.push_back(std::move(row));
  }
};

/// The older cards have forward FP32 rows only: gradients take the forward factors, the rest is the H200's.
[[nodiscard]] ConvolutionTable fit_old_cards(Rows& rows, const ConvolutionTable& hopper) {
  const auto wanted = [](const ConvolutionFitRow& r) { return !is_raw(r); };
  const ConvolutionTable prior = convolution_priors;
  ConvolutionTable table = as_left(prior, convolution_tables()[0]);
  for (int round = 0; round < 3; ++round) {
    for (const char* card : old_cards) estimate_overhead(rows.all, card, table);
    table = rows.fit(table, wanted, &prior);
  }
  for (ConvolutionTable::ByPass& factor : table.factor[0]) factor = {factor[0], factor[0], factor[0]};
  for (std::size_t unit = 1; unit < convolution_unit_count; ++unit) table.factor[unit] = hopper.factor[unit];
  table.tap_cycles = hopper.tap_cycles;
  table.taps_beside = hopper.taps_beside;
  table.depthwise_seconds = hopper.depthwise_seconds;
  table.copies = hopper.copies;
  table.first_layer = hopper.first_layer;
  table.depthwise_dram_share = hopper.depthwise_dram_share;
  return table;
}

/// Each of the older cards by the others.
[[nodiscard]] ConvolutionResiduals without_each_card(Rows& rows, const ConvolutionTable& table) {
  ConvolutionResiduals out;
  for (const char* card : old_cards) {
    const ConvolutionTable other =
        rows.fit(convolution_priors, [&](const ConvolutionFitRow& r) { return !is_raw(r) && r.device != card; });
    estimate_overhead(rows.all, card, other);
    for (const ConvolutionFitRow& row : rows.all)
      if (row.device == card) out.add(row, other, "without the card");
    estimate_overhead(rows.all, card, table);
  }
  return out;
}

/// Each third of the H200's layers by the others.
[[nodiscard]] ConvolutionResiduals without_layers(const Rows& rows, const ConvolutionTable& start) {
  constexpr std::uint64_t folds = 3;
  ConvolutionResiduals out;
  for (std::uint64_t fold = 0; fold < folds; ++fold) {
    const ConvolutionTable other = rows.fit(start, [&](const ConvolutionFitRow& r) {
      return r.device == hopper_card && layer_family(r.convolution) % folds != fold;
    });
    for (std::size_t i = 0; i < rows.judged; ++i)
      if (rows.all[i].device == hopper_card && layer_family(rows.all[i].convolution) % folds == fold)
        out.add(rows.all[i], other, "without the layer");
  }
  return out;
}

/// What judges and widens the tables.
struct Judges {
  ConvolutionResiduals old_card{}, layer{}, unseen_card{};
};

void print_inside(const char* what, std::size_t inside, std::size_t count) {
  if (count > 0) std::printf("%s: %zu of %zu convolutions inside the 90 %% interval\n", what, inside, count);
}

/// How often measurements lie inside the interval that the H200's left-out layers give.
void print_intervals(const Judges& judges, const ConvolutionResiduals& card,
                     const std::vector<ConvolutionFitRow>& others, const ConvolutionTable& table) {
  std::size_t inside = 0, count = 0;
  for (std::size_t m = 0; m < convolution_method_count; ++m) {
    const ErrorBar bar = error_bar(judges.layer.by_method[m], judges.layer.all, 1.05);
    for (const double ratio : card.by_method[m]) inside += ratio >= bar.low && ratio <= bar.high ? 1 : 0, ++count;
  }
  print_inside(judging_card, inside, count);
  inside = count = 0;
  for (const ConvolutionFitRow& row : others) {
    if (!is_odd(row)) continue;
    const ErrorBar bar =
        error_bar(judges.layer.by_method[static_cast<std::size_t>(row.parts.method)], judges.layer.all, 1.0);
    const double ratio = row.seconds / expected_seconds(row, table);
    inside += ratio >= bar.low && ratio <= bar.high ? 1 : 0, ++count;
  }
  print_inside("H200-SXM, other shapes", inside, count);
}

void set_error_bars(ConvolutionTables& tables, const Judges& judges) {
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const ConvolutionResiduals &own = i == 0 ? judges.old_card : judges.layer,
                               &other = i == 0 ? judges.old_card : judges.unseen_card;
    for (std::size_t m = 0; m < convolution_method_count; ++m)
      tables[i].error_bars[m] = {error_bar(own.by_method[m], own.all, 1.0),
                                 error_bar(other.by_method[m], other.all, 1.05),
                                 error_bar(other.by_method[m], other.all, 1.2)};
  }
}

void write(const Arguments& arguments, const ConvolutionTables& tables) {
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
               "blocks, shares, tiled rules, worth_copying, unshared_rows, workspace_copied: by hand "
               "(pricing/convolution/blocks.hpp, engines.hpp, tiled.hpp, grouped.hpp).",
               "Error bars: cards and layers left out, and an H100 that no constant has seen."})));
}

}  // namespace

ConvolutionTables fit_convolution_kernels(const Arguments& arguments, const OperationData& data) {
  Rows rows(arguments, data);
  const ConvolutionTable hopper_start = with_copies(arguments, convolution_engine_priors);
  const ConvolutionTable prior = convolution_engine_priors;
  const ConvolutionTable hopper = rows.fit(
      with_copies(arguments, as_left(prior, convolution_tables()[1]), &prior),
      [](const ConvolutionFitRow& r) { return r.device == hopper_card; }, &prior);
  print_kernels(rows.asked.single, hopper);
  ConvolutionTables tables{fit_old_cards(rows, hopper), hopper};

  Judges judges{.old_card = without_each_card(rows, tables[0]), .layer = without_layers(rows, hopper_start)};
  for (const ConvolutionFitRow& row : rows.all)
    if (row.device == judging_card) judges.unseen_card.add(row, tables[1], "without the card");
  const std::vector<ConvolutionFitRow> others = pytorch_rows(arguments, "pytorch_convolution_kernels.csv");
  ConvolutionResiduals other;
  for (const ConvolutionFitRow& row : others) other.add(row, tables[1], "in PyTorch, other shapes");
  for (const ConvolutionFitRow& row : rows.random)
    if (is_odd(row)) other.add(row, tables[1], "of random sizes, " + std::string(name(row.convolution.format)));
  for (const ConvolutionResiduals* r : {&judges.old_card, &judges.unseen_card, &judges.layer, &other})
    r->print_groups();

  // Half of the other shapes join the left-out layers in setting the error bars; the other half judges them.
  const ConvolutionResiduals card = judges.unseen_card;
  for (const ConvolutionFitRow& row : others)
    if (!is_odd(row))
      for (ConvolutionResiduals* r : {&judges.layer, &judges.unseen_card}) r->add(row, tables[1], {});
  print_intervals(judges, card, others, tables[1]);
  set_error_bars(tables, judges);
  tables[0].calibrated_on = {"P100-PCIE-16GB", "V100-PCIE-32GB", "T4"};
  tables[1].calibrated_on = {hopper_card};
  set_choices(tables, convolution_choice_trees());
  if (!arguments.output.data.empty()) write(arguments, tables);
  return tables;
}

}  // namespace perfmodel::operation_stages
