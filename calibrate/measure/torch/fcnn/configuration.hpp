#pragma once
/// Which training steps are measured: a sample of the grid of fully-connected networks of "Towards High-Performance
/// AI4NP Applications on Modern GPU Platforms" (Table 2), times precision, optimizer and technique. No Torch in here.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace fcnn {

/// One network, batch and recipe. `layers` hidden layers (linear and ReLU), then one linear output layer.
struct Configuration {
  int layers{4};
  std::int64_t hidden{32}, inputs{2000}, outputs{200}, batch{64};
  std::string precision{"fp32"};  ///< fp32, tf32, fp16, bf16 (pure) or amp_fp16, amp_bf16 (autocast, weights FP32)
  std::string optimizer{"sgd"};   ///< sgd, momentum, adam
  std::string loss{"cross_entropy"};
  int accumulate{1};  ///< micro-batches of `batch` samples each per optimizer step
  int checkpoint{0};  ///< recompute the hidden layers in segments of this many; 0: keep all activations
};

inline constexpr std::array<int, 6> grid_layers{4, 8, 16, 32, 64, 128};
inline constexpr std::array<std::int64_t, 9> grid_hidden{32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
inline constexpr std::array<std::int64_t, 4> grid_inputs{2000, 4000, 6000, 8000};
inline constexpr std::array<std::int64_t, 5> grid_outputs{200, 400, 600, 800, 1000};
inline constexpr std::array<std::int64_t, 9> grid_batch{64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};
inline const std::array<std::string, 6> precisions{"fp32", "tf32", "fp16", "bf16", "amp_fp16", "amp_bf16"};
inline const std::array<std::string, 3> optimizers{"sgd", "momentum", "adam"};

[[nodiscard]] inline std::string family(const Configuration& c) {
  return "l" + std::to_string(c.layers) + "_h" + std::to_string(c.hidden);
}
/// Whole networks (depth and width) are kept out of every fit: one third of the 54 families, spread over both.
[[nodiscard]] inline bool held_out(const Configuration& c) {
  int depth = 0, width = 0;
  while (depth < 5 && grid_layers[static_cast<std::size_t>(depth)] < c.layers) ++depth;
  while (width < 8 && grid_hidden[static_cast<std::size_t>(width)] < c.hidden) ++width;
  return (depth + 2 * width) % 3 == 1;
}

inline constexpr const char* key_columns =
    "layers,hidden,inputs,outputs,batch,precision,optimizer,loss,accumulate,checkpoint";
[[nodiscard]] inline std::string key(const Configuration& c) {
  std::ostringstream text;
  text << c.layers << ',' << c.hidden << ',' << c.inputs << ',' << c.outputs << ',' << c.batch << ',' << c.precision
       << ',' << c.optimizer << ',' << c.loss << ',' << c.accumulate << ',' << c.checkpoint;
  return text.str();
}
/// Inverse of key(), for lists given with --list; throws std::invalid_argument where a number is none.
[[nodiscard]] inline Configuration parse(const std::string& line) {
  std::vector<std::string> f;
  std::stringstream text(line);
  for (std::string part; std::getline(text, part, ',');) f.push_back(part);
  if (f.size() < 10) throw std::invalid_argument("expected " + std::string(key_columns) + ", got " + line);
  return {.layers = std::stoi(f[0]),
          .hidden = std::stoll(f[1]),
          .inputs = std::stoll(f[2]),
          .outputs = std::stoll(f[3]),
          .batch = std::stoll(f[4]),
          .precision = f[5],
          .optimizer = f[6],
          .loss = f[7],
          .accumulate = std::stoi(f[8]),
          .checkpoint = std::stoi(f[9])};
}

[[nodiscard]] inline double parameters(const Configuration& c) {
  const double h = double(c.hidden);
  return h * h * (c.layers - 1) + h * double(c.inputs + c.outputs) + h * c.layers + double(c.outputs);
}
[[nodiscard]] inline bool half_storage(const Configuration& c) {
  return c.precision == "fp16" || c.precision == "bf16";
}
/// Rough device seconds and bytes of a step: only to choose what is worth measuring, never part of a result.
[[nodiscard]] inline double rough_seconds(const Configuration& c) {
  const double rate = c.precision == "fp32" ? 40e12 : c.precision == "tf32" ? 250e12 : 450e12;
  const double activations = double(c.batch) * (double(c.inputs) + 4.0 * c.layers * double(c.hidden)) * 4.0;
  return c.accumulate * (6.0 * parameters(c) * double(c.batch) / rate + activations / 2e12) +
         parameters(c) * 60.0 / 3e12;
}
[[nodiscard]] inline double rough_bytes(const Configuration& c) {
  const double element = half_storage(c) ? 2.0 : 4.0;
  const double states = c.optimizer == "adam" ? 4.0 : c.optimizer == "momentum" ? 3.0 : 2.0;
  const double casts = c.precision.rfind("amp", 0) == 0 ? 2.0 * parameters(c) : 0.0;
  return parameters(c) * element * states + casts +
         double(c.batch) * element * (double(c.inputs) + 1.6 * c.layers * double(c.hidden) + 4.0 * double(c.outputs));
}

/// A stratified, deterministic sample: every (depth, width) family is visited in turn, the other choices are drawn
/// so that each precision x optimizer pair comes equally often. Order is random, so that a cut run stays unbiased.
[[nodiscard]] inline std::vector<Configuration> sample(int count, unsigned seed, double longest_step,
                                                       double largest_bytes) {
  std::mt19937 random(seed);
  const auto pick = [&](const auto& values) { return values[random() % values.size()]; };
  std::vector<int> cells, recipes;
  std::vector<Configuration> chosen;
  for (int tries = 0; static_cast<int>(chosen.size()) < count && tries < 100 * count; ++tries) {
    const auto refill = [&](std::vector<int>& deck, int n) {
      if (!deck.empty()) return;
      for (int i = 0; i < n; ++i) deck.push_back(i);
      std::shuffle(deck.begin(), deck.end(), random);
    };
    refill(cells, 54);
    refill(recipes, 18);
    const auto cell = static_cast<std::size_t>(cells.back()), recipe = static_cast<std::size_t>(recipes.back());
    Configuration c{.layers = grid_layers[cell % 6],
                    .hidden = grid_hidden[cell / 6],
                    .inputs = pick(grid_inputs),
                    .outputs = pick(grid_outputs),
                    .batch = pick(grid_batch),
                    .precision = precisions[recipe % 6],
                    .optimizer = optimizers[recipe / 6]};
    while (c.batch > 64 && (rough_seconds(c) > longest_step || rough_bytes(c) > largest_bytes)) c.batch /= 2;
    cells.pop_back();
    if (rough_seconds(c) > longest_step || rough_bytes(c) > largest_bytes) continue;
    recipes.pop_back();
    chosen.push_back(c);
  }
  return chosen;
}

/// The key of a table's row: its first ten cells; empty for a line that has fewer.
[[nodiscard]] inline std::string key_of(const std::string& line) {
  std::size_t comma = 0;
  for (int i = 0; i < 10 && comma != std::string::npos; ++i) comma = line.find(',', comma + (i > 0 ? 1 : 0));
  return comma == std::string::npos ? "" : line.substr(0, comma);
}

/// Keys already present in a result file, so that an interrupted run goes on where it stopped.
[[nodiscard]] inline std::vector<std::string> finished(const std::string& path) {
  std::vector<std::string> keys;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (std::string k = key_of(line); !k.empty()) keys.push_back(std::move(k));
  return keys;
}

}  // namespace fcnn
