#pragma once
/// How far predictions lie from single operations drawn at random, by kind of operation.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/measurement/operation_time.hpp>
#include <perfmodel/measurement/statistics.hpp>
#include <string>
#include <vector>

#include "calibrate/fit/random_operation.hpp"

namespace perfmodel {

/// Seconds of an operation's kernels alone, without what passes between them. A product's own start and end are in its
/// kernel's duration, which is its period in a graph.
[[nodiscard]] inline double kernel_seconds(const OperationMeasurement& m, const KernelModel& model) {
  double seconds = 0.0;
  for (const Kernel& kernel : kernels_of(m, lowering_target(model))) {
    const Prediction p = predict(kernel, model);
    seconds += in(std::holds_alternative<Gemm>(kernel) ? p.total : p.total - p.launch, second);
  }
  return seconds;
}

/// Whose rows they are: seeds that fits may read, the others, another card.
enum class RandomRows : std::uint8_t { fitted, held_out, other_card };
inline constexpr std::size_t random_rows_count = 3;

[[nodiscard]] inline RandomRows random_rows(const RandomOperation& r) {
  constexpr std::int64_t first_held_out = 101, first_of_engines = 201;
  if (r.measurement.card != "h200-sxm") return RandomRows::other_card;
  if (r.seed >= first_of_engines) return r.seed % 2 == 0 ? RandomRows::fitted : RandomRows::held_out;
  return r.seed < first_held_out ? RandomRows::fitted : RandomRows::held_out;
}

/// predicted / measured by kind of operation, warm and cold apart.
using RandomRatios = std::map<std::string, std::array<std::array<std::vector<double>, random_rows_count>, 2>>;

[[nodiscard]] inline std::string random_kind(const RandomOperation& r) {
  return r.family + " " + r.measurement.operation + (r.backward ? " backward" : "");
}

/// Rows that take at least 5 us, shorter ones being launches more than work. Each counts as its operation, its family,
/// and as one of all.
inline void add_ratios(RandomRatios& ratios, const std::vector<RandomOperation>& rows, const KernelModel& model) {
  constexpr double least_seconds = 5e-6;
  for (const RandomOperation& r : rows) {
    if (r.measurement.seconds < least_seconds) continue;
    const double ratio = kernel_seconds(r.measurement, model) / r.measurement.seconds;
    const std::size_t warm = r.measurement.operands == Operands::warm ? 0 : 1,
                      whose = static_cast<std::size_t>(random_rows(r));
    for (const std::string& kind : {random_kind(r), "all " + r.family, std::string("all")})
      ratios[kind][warm][whose].push_back(ratio);
  }
}

/// One line a kind: number of rows, mean and median error, bias, in %, of the seeds that fits may read, of the held-out
/// ones, and of the other card. Rows with cold operands follow: there a flush of the L2 has left lines to be written
/// back, so that they take longer than in a step.
inline void print(const RandomRatios& ratios) {
  constexpr std::array operands{"warm", "cold"};
  for (std::size_t o = 0; o < operands.size(); ++o) {
    std::printf("single operations at random, %s operands: rows, mean, median error, bias in %%\n", operands[o]);
    std::printf("%-52s %-28s %-28s %s\n", "", "fitted seeds", "held-out seeds", "H100");
    for (const auto& [kind, by_operands] : ratios) {
      std::string line;
      for (const std::vector<double>& r : by_operands[o]) {
        const ErrorStatistics e = error_statistics(r);
        std::array<char, 64> text{};
        if (e.count > 0)
          std::snprintf(text.data(), text.size(), "%5zu %6.1f %6.1f %+7.1f", e.count, 100 * e.mean, 100 * e.median,
                        100 * e.bias);
        std::array<char, 96> padded{};
        std::snprintf(padded.data(), padded.size(), "%-28s ", text.data());
        line += padded.data();
      }
      if (line.find_first_not_of(' ') != std::string::npos) std::printf("%-52s %s\n", kind.c_str(), line.c_str());
    }
  }
}

/// One line a row: what was measured and what is predicted, in us.
inline void write_predictions(std::ofstream& file, const std::vector<RandomOperation>& rows, const KernelModel& model) {
  for (const RandomOperation& r : rows) {
    const OperationMeasurement& m = r.measurement;
    file << m.card << ',' << r.family << ',' << r.seed << ',' << r.number << ',' << m.operation << ','
         << (r.backward ? "backward" : "forward") << ',' << (m.operands == Operands::warm ? "warm" : "cold") << ','
         << 1e6 * m.seconds << ',' << 1e6 * kernel_seconds(m, model) << '\n';
  }
}

/// Of both cards with the constants given. `predictions`: a file for each row's prediction; empty: none.
/// @throws Error for a file that cannot be written
inline void judge_random_operations(const std::filesystem::path& raw, const StreamingTable& streaming,
                                    const ConvolutionTables& convolution, const AttentionTable& attention,
                                    const std::filesystem::path& predictions = {}) {
  RandomRatios ratios;
  std::ofstream file;
  if (!predictions.empty()) {
    file.open(predictions);
    if (!file) throw bad_input("--predictions", predictions.string(), "must be a file that can be written");
    file << "card,family,seed,number,operation,mode,operands,measured_us,predicted_us\n";
  }
  for (const char* card : {"h200-sxm", "h100-sxm5-80gb"}) {
    const Device device = json::load_device(card).device;
    KernelModel model = make_kernel_model(device);
    model.streaming = make_streaming_model(device, streaming, model.software.kernels);
    model.convolution = convolution;
    model.attention = make_attention_model(device, attention);
    model.attention.streaming = model.streaming;
    const std::vector<RandomOperation> rows = random_operations(raw, card);
    add_ratios(ratios, rows, model);
    if (file.is_open()) write_predictions(file, rows, model);
  }
  print(ratios);
}

}  // namespace perfmodel
