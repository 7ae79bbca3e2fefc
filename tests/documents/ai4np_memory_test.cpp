// X. Mei et al., "Towards High-Performance AI4NP Applications on Modern GPU Platforms", Table 2 (the grid) and Figure 3
// (blank cells: out of memory), on the paper's two cards and its framework, PyTorch 1.13.
#include <doctest/doctest.h>

#include <array>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/step/step_builder.hpp>

namespace documents_ai4np_memory_test {
using namespace perfmodel;

namespace {
constexpr std::array<std::int64_t, 6> layers{4, 8, 16, 32, 64, 128};
constexpr std::array<std::int64_t, 9> hidden{32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};

using Grid = std::array<std::array<bool, hidden.size()>, layers.size()>;

/// Which (l, D_H) cells train at this batch with plain SGD, largest input and output of the grid.
Grid fits(const Device& card, Precision precision, std::int64_t batch) {
  Grid grid{};
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t h = 0; h < hidden.size(); ++h) {
      const Network network = fcnn({.layers = layers[l], .hidden = hidden[h], .inputs = 8000, .outputs = 1000});
      const Recipe recipe{.batch = batch, .precision = precision, .optimizer = Optimizer::sgd};
      const StepTrace trace = step_trace(network, recipe, software_of(Framework::pytorch, "1.13"), trace_target(card));
      grid[l][h] = footprint(trace, card, {.steps = {2, 3}}).fits;
    }
  return grid;
}
bool all_of_first_in_second(const Grid& a, const Grid& b) {
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t h = 0; h < hidden.size(); ++h)
      if (a[l][h] && !b[l][h]) return false;
  return true;
}
/// A deeper or wider network never fits where a smaller one does not.
bool monotone(const Grid& g) {
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t h = 0; h < hidden.size(); ++h)
      if (g[l][h] && ((l > 0 && !g[l - 1][h]) || (h > 0 && !g[l][h - 1]))) return false;
  return true;
}
int blanks(const Grid& g) {
  int n = 0;
  for (const auto& row : g)
    for (const bool cell : row) n += cell ? 0 : 1;
  return n;
}
}  // namespace

TEST_CASE("Figure 3: blank cells lie where depth, width and batch are large, more of them on the T4 and in FP32") {
  const Device t4 = json::load_device("t4").device, a100 = json::load_device("a100-pcie-80gb").device;
  for (const std::int64_t batch : {std::int64_t{64}, std::int64_t{16384}}) {
    const Grid t4_fp32 = fits(t4, Precision::fp32, batch), t4_fp16 = fits(t4, Precision::fp16, batch);
    const Grid a100_fp32 = fits(a100, Precision::fp32, batch), a100_fp16 = fits(a100, Precision::fp16, batch);
    CAPTURE(batch);
    for (const Grid* g : {&t4_fp32, &t4_fp16, &a100_fp32, &a100_fp16}) CHECK(monotone(*g));
    CHECK(all_of_first_in_second(t4_fp32, t4_fp16));
    CHECK(all_of_first_in_second(a100_fp32, a100_fp16));
    CHECK(all_of_first_in_second(t4_fp32, a100_fp32));
    CHECK(all_of_first_in_second(t4_fp16, a100_fp16));
    CHECK(blanks(t4_fp32) > blanks(t4_fp16));
    CHECK(blanks(t4_fp16) > blanks(a100_fp16));
    // Weights and gradients alone: 8 bytes (FP32) or 4 (FP16) per parameter.
    for (std::size_t l = 0; l < layers.size(); ++l)
      for (std::size_t h = 0; h < hidden.size(); ++h) {
        const double parameters = static_cast<double>(
            fcnn_weights({.layers = layers[l], .hidden = hidden[h], .inputs = 8000, .outputs = 1000}));
        CAPTURE(layers[l]);
        CAPTURE(hidden[h]);
        if (8.0 * parameters > in(t4.memory_reported, byte)) CHECK_FALSE(t4_fp32[l][h]);
        if (8.0 * parameters > in(a100.memory_reported, byte)) CHECK_FALSE(a100_fp32[l][h]);
        if (batch == 64 && 8.0 * parameters < 0.85 * in(t4.memory_reported, byte)) CHECK(t4_fp32[l][h]);
        if (batch == 64 && 8.0 * parameters < 0.95 * in(a100.memory_reported, byte)) CHECK(a100_fp32[l][h]);
      }
  }
}

TEST_CASE("Figure 3: the cells that do not fit, counted") {
  const Device t4 = json::load_device("t4").device, a100 = json::load_device("a100-pcie-80gb").device;
  // Batch 64: the weights decide. 128 x 4096^2 and 32, 64, 128 x 8192^2 exceed 15 GB in FP32.
  const Grid g = fits(t4, Precision::fp32, 64);
  CHECK(blanks(g) == 4);
  CHECK_FALSE(g[5][7]);
  CHECK_FALSE(g[3][8]);
  CHECK(g[2][8]);
  CHECK(blanks(fits(a100, Precision::fp32, 64)) == 0);
  // Batch 16384: the activations do, on both cards.
  CHECK(blanks(fits(a100, Precision::fp32, 16384)) >= 1);
  CHECK_FALSE(fits(a100, Precision::fp32, 16384)[5][8]);
}
}  // namespace documents_ai4np_memory_test
