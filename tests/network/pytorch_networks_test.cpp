#include <doctest/doctest.h>

#include <cmath>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/timeline/step_time.hpp>
#include <string>

namespace network_pytorch_networks_test {
using namespace perfmodel;

namespace {

struct Errors {
  double step{}, busy{}, peak{};
  int count{};
};

/// Mean absolute relative errors over the rows of a table that were (not) held out.
Errors errors(const char* table, bool held_out, const std::string& card = "h200-sxm") {
  const std::string file = std::string(PERFMODEL_DATA_DIR) + "/raw/" + card + "/" + table + ".csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "pytorch_networks", card);
  const auto column = [&](const char* name) { return raw.csv.at(name); };
  const StepModel model =
      make_step_model(json::device_from_file(std::string(PERFMODEL_DEVICES_DIR) + "/" + card + ".json").device);
  Errors e;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* name) { return row.cells[column(name)]; };
    if ((cell("held_out") == "1") != held_out) continue;
    if (cell("network").starts_with("hf:") || cell("network").starts_with("lstm") || cell("network").starts_with("gru"))
      continue;  // have no name
    const bool uncached = cell("options").find("cache") != std::string::npos;
    Recipe recipe{.batch = std::stoll(cell("batch")),
                  .precision = precision_from(cell("precision"), file),
                  .mode = mode_from(cell("mode"), file),
                  .memory_format = memory_format_from(cell("memory_format"), file)};
    if (cell("options").find("checkpoint") != std::string::npos) recipe.checkpoint_every = 1;
    if (cell("options").find("fused") != std::string::npos) recipe.optimizer_loop = OptimizerLoop::fused;
    recipe.gradient_scaler = cell("options").find("scaler") != std::string::npos;
    if (!cell("optimizer").empty()) recipe.optimizer = optimizer_from(cell("optimizer"), file);
    const Network network = named_network(cell("network") + (uncached ? ",cache=0" : ""));
    const StepTime time = step_time(network, recipe, model);
    const double step = in(time.total, micro * second) / std::stod(cell("step_us")),
                 busy = in(time.busy, micro * second) / std::stod(cell("busy_us"));
    const Replay memory = replay(allocation_program(step_trace(network, recipe, model.software(), model.target)),
                                 model.software().allocator);
    const double peak = static_cast<double>(memory.counters.peak_allocated) / std::stod(cell("peak_allocated_bytes"));
    e.step += std::abs(step - 1.0);
    e.busy += std::abs(busy - 1.0);
    e.peak += std::abs(peak - 1.0);
    ++e.count;
  }
  e.step /= e.count;
  e.busy /= e.count;
  e.peak /= e.count;
  return e;
}

}  // namespace

// The aims are 10 % for time and 3 % for peak memory; the bounds here are nearer to what was reached
// (docs/lab/2026-11-22-pytorch-networks.md).

TEST_CASE("PyTorch eager on an H200, held-out configurations: step time and peak allocated") {
  const Errors e = errors("pytorch_networks", true);
  CHECK(e.count == 37);
  CHECK(e.step <
        0.09);  // its host is the quiet one, a quarter faster than the middle machine that the profile stands for
  CHECK(e.peak < 0.015);
}

TEST_CASE("PyTorch eager on an H200, configurations that constants were fitted to: no better than 3 points") {
  const Errors fitted = errors("pytorch_networks", false), held = errors("pytorch_networks", true);
  CHECK(fitted.count == 73);
  // 0.102: convolutions follow cuDNN's own answers, which unlearned networks gain by and these lose 0.5 points
  // (docs/lab/2026-11-25-cudnn-choices.md)
  CHECK(fitted.step < 0.105);
  CHECK(fitted.peak < 0.03);
  CHECK(held.step < fitted.step + 0.03);
}

TEST_CASE("PyTorch eager on another H200, measured after the model was built: step time and peak allocated") {
  const Errors e = errors("pytorch_validation", true);
  CHECK(e.count == 40);
  CHECK(e.step < 0.09);  // its host was slower by a fifth than the one that the host profile was fitted on
  CHECK(e.peak < 0.015);
}

TEST_CASE(
    "PyTorch eager on a third H200, fresh configurations that no constant has seen: step time and peak allocated") {
  const Errors e = errors("pytorch_validation_3", true);
  CHECK(e.count == 62);
  CHECK(e.step < 0.07);
  CHECK(e.peak < 0.01);
}

TEST_CASE("PyTorch eager on a fifth H200, configurations that a seed drew: time of the kernels and peak allocated") {
  const Errors e = errors("pytorch_validation_4",
                          true);  // its host was crowded: 1.5 to 2 times as slow as the first, and not steadily
  CHECK(e.count == 67);
  CHECK(e.busy < 0.07);
  CHECK(e.peak < 0.01);
}

TEST_CASE(
    "PyTorch eager on a sixth H200, the best-known networks drawn by a seed: time of the kernels and peak allocated") {
  const Errors e = errors("pytorch_validation_5",
                          true);  // its host ran at full or at half speed by turns, which a probe beside each row shows
  CHECK(e.count == 94);
  CHECK(e.busy < 0.07);
  CHECK(e.peak < 0.01);
}

TEST_CASE(
    "PyTorch eager on a seventh H200, the best-known networks drawn by another seed: step time and peak allocated") {
  const Errors e = errors(
      "pytorch_validation_6",
      true);  // first scored: 9.7 % (kernels 4.4 %) and 0.21 %; its host was a fifth slower than the profile of then
  CHECK(e.count == 93);
  CHECK(e.step < 0.10);
  CHECK(e.busy < 0.05);
  CHECK(e.peak < 0.005);
}

TEST_CASE("PyTorch eager on an H100, nothing fitted to it: time of the kernels and peak allocated") {
  const Errors e =
      errors("pytorch_validation", true, "h100-sxm5-80gb");  // its host was two to three times as slow as usual
  CHECK(e.count == 47);
  CHECK(e.busy < 0.07);
  CHECK(e.peak < 0.01);
}

TEST_CASE("PyTorch eager on an H200, networks less common: time of the kernels and peak allocated") {
  const Errors e = errors("pytorch_unusual", false);
  CHECK(e.count > 45);
  CHECK(e.busy < 0.12);
  CHECK(e.peak < 0.03);
}
}  // namespace network_pytorch_networks_test
