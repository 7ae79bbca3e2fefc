// Steps on two H100 under DistributedDataParallel, FSDP2 and tensor parallelism (data/raw/h100-sxm5-80gb/
// parallel_steps.csv), and on four with pipeline, context and expert parallelism, too (parallel_layouts.csv): odd
// seeds, which taught nothing. Steps of other networks and settings on two H200 (data/raw/h200-sxm/
// parallel_others.csv), which were predicted before they were measured.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <sstream>
#include <string>
#include <utility>

namespace planner_parallel_steps_test {
using namespace perfmodel;

namespace {

struct Errors {
  double step{}, peak{};
  int count{};
};

/// Networks without a name here, and layers that a program cuts by hand.
[[nodiscard]] bool is_left_out(const std::string& network, const std::string& strategy) {
  return network.starts_with("hf:") || strategy == "tp_by_hand";
}

}  // namespace

TEST_CASE("steps on two GPUs that taught nothing: time within the noise of their host, peak memory within 3 %") {
  const std::string file = PERFMODEL_DATA_DIR "/raw/h100-sxm5-80gb/parallel_steps.csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "parallel_steps", "h100-sxm5-80gb");
  // both ranks at work: 1.5 to 1.6 times the profile (docs/lab/2026-11-25-parallel-steps.md)
  const CardModel card = make_card_model(json::load_device("h100-sxm5-80gb").device, software_of(), Load::sustained, {},
                                         every_framework(1.55));
  const HostSystem system = json::load_system("DGX-H100");
  std::map<std::string, Errors> errors;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
    if (cell("held_out") != "1" || is_left_out(cell("network"), cell("strategy"))) continue;
    Recipe recipe{.batch = std::stoll(cell("batch")),
                  .precision = precision_from(cell("precision"), file),
                  .memory_format = memory_format_from(cell("memory_format"), file)};
    set_optimizer(recipe, cell("optimizer"), file);
    ParallelLayout layout{.dp = std::stoll(cell("dp")),
                          .tp = std::stoll(cell("tp")),
                          .zero = std::stoi(cell("zero")),
                          .reshard = cell("reshard") != "false",
                          .bucket_view = cell("bucket_view") == "true"};
    if (!cell("bucket_mb").empty()) layout.bucket = std::stod(cell("bucket_mb")) * mebi * byte;
    const ParallelEstimate e = estimate_parallel(named_network(cell("network")), recipe, layout, system, card);
    Errors& of = errors[cell("strategy")];
    of.step += std::abs(in(e.step.step, micro * second) / std::stod(cell("step_us")) - 1.0);
    of.peak += std::abs(in(e.step.peak_allocated, byte) / std::stod(cell("peak_allocated_steady_bytes")) - 1.0);
    ++of.count;
  }
  REQUIRE(errors.size() == 4);
  for (const auto& of_strategy : errors) {
    const std::string& strategy = of_strategy.first;
    const Errors& sum = of_strategy.second;
    CAPTURE(strategy);
    CAPTURE(sum.count);
    CHECK(sum.step / sum.count < 0.2);  // steps on one GPU that wait for this host scatter by 15 %
    if (strategy != "one") CHECK(sum.peak / sum.count < 0.03);
  }
  CHECK(errors["fsdp"].peak / errors["fsdp"].count < 0.01);
}

namespace {

[[nodiscard]] Network network_of_row(const std::string& word) {
  const std::string configs = PERFMODEL_DATA_DIR "/../calibrate/measure/pytorch/configs/";
  return word.starts_with("hf:") ? json::read_hugging_face(configs + word.substr(3)) : named_network(word);
}

/// A step of parallel_layouts.csv as it is asked for.
struct LayoutRow {
  Recipe recipe{};
  ParallelLayout layout{};
};
[[nodiscard]] LayoutRow layout_row(const RawTable& raw, const CsvRow& row, const std::string& file) {
  const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
  const auto number = [&](const char* name, std::int64_t absent) {
    return cell(name).empty() ? absent : static_cast<std::int64_t>(std::stoll(cell(name)));
  };
  LayoutRow asked{.recipe = {.batch = number("batch", 1), .precision = precision_from(cell("precision"), file)}};
  set_optimizer(asked.recipe, cell("optimizer"), file);
  asked.layout = {.dp = number("dp", 1),
                  .tp = number("tp", 1),
                  .pp = number("pp", 1),
                  .ep = number("ep", 1),
                  .cp = number("cp", 1),
                  .zero = static_cast<int>(number("zero", 0)),
                  .reshard = cell("reshard") != "false",
                  .tensor_by_hand = cell("strategy").starts_with("tp_by_hand"),
                  .sequence_parallel = cell("sequence_parallel") == "true",
                  .virtual_stages = number("virtual_stages", 1),
                  .micro_batch = number("micro_batch", 0),
                  .bucket_view = cell("bucket_view") == "true"};
  if (!cell("bucket_mb").empty()) asked.layout.bucket = std::stod(cell("bucket_mb")) * mebi * byte;
  return asked;
}

/// Bytes of the fullest rank over a steady step, without what steps before had not given back (`built_bytes` beyond the
/// rank's own weights).
[[nodiscard]] double peak_of_pipeline(const RawTable& raw, const CsvRow& row) {
  const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
  const double own = std::stod(cell("own_parameters")) * (cell("precision") == "bf16" ? 2.0 : 4.0);
  std::istringstream ranks(cell("steady_ranks_bytes"));
  double most = 0.0;
  for (double bytes = 0.0; ranks >> bytes;) most = std::max(most, bytes);
  return most - (std::stod(cell("built_bytes")) - own);
}

}  // namespace

TEST_CASE("steps on four GPUs of all kinds, which the GPU bounds and which taught nothing: within 12 %") {
  const std::string file = PERFMODEL_DATA_DIR "/raw/h100-sxm5-80gb/parallel_layouts.csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "parallel_layouts", "h100-sxm5-80gb");
  // the slower of the two hours: steps on one GPU that wait for the host took 1.5 times the profile
  const CardModel card = make_card_model(json::load_device("h100-sxm5-80gb").device, software_of(), Load::sustained, {},
                                         every_framework(1.5));
  const HostSystem system = json::load_system("DGX-H100");
  std::map<std::string, Errors> errors;
  double sum = 0.0, count = 0.0;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
    if (cell("held_out") != "1") continue;
    const LayoutRow asked = layout_row(raw, row, file);
    const ParallelEstimate e =
        estimate_parallel(network_of_row(cell("network")), asked.recipe, asked.layout, system, card);
    const std::string strategy = cell("strategy");
    Errors& of = errors[strategy];
    if (strategy == "pp" && cell("virtual_stages") == "1" && !cell("built_bytes").empty()) {
      of.peak += std::abs(in(e.step.peak_allocated, byte) / peak_of_pipeline(raw, row) - 1.0);
      of.step += 1.0;  // so many
    }
    const double off = std::abs(in(e.step.step, micro * second) / std::stod(cell("step_us")) - 1.0);
    if (strategy == "pp" && cell("virtual_stages") == "2") errors["interleaved"].step += off / 5.0;  // so many
    if (e.step.host > 0.75 * e.step.device_busy) continue;
    sum += off;
    count += 1.0;
    ++of.count;
  }
  CHECK(count >= 25.0);
  CHECK(errors.size() == 12);
  CHECK(errors["interleaved"].step < 0.12);  // 9.5 %, whatever bounds them; 15.6 % where ranks do not wait for others
  CHECK(sum / count < 0.12);
  CHECK(errors["pp"].step == 2.0);
  CHECK(errors["pp"].peak / errors["pp"].step < 0.03);  // 1.3 %
}

namespace {

const std::string others = PERFMODEL_DATA_DIR "/raw/h200-sxm/parallel_others.csv";
const std::string after_profile = PERFMODEL_DATA_DIR "/raw/h200-sxm/parallel_after_profile.csv";

[[nodiscard]] ParallelEstimate estimate_on_two(const std::string& network, const LayoutRow& asked, double host) {
  static const HostSystem system = json::load_system("HGX-H200");
  const CardModel card =
      make_card_model(json::load_device("h200-sxm").device, software_of(), Load::sustained, {}, every_framework(host));
  return estimate_parallel(network_of_row(network), asked.recipe, asked.layout, system, card);
}

struct Peaks {
  double least{}, most{};  ///< of the ranks
};
[[nodiscard]] Peaks peaks_of(const std::string& ranks) {
  std::istringstream list(ranks);
  Peaks peaks{.least = 1e300};
  for (double bytes = 0.0; list >> bytes;) {
    peaks.least = std::min(peaks.least, bytes);
    peaks.most = std::max(peaks.most, bytes);
  }
  return peaks;
}

}  // namespace

TEST_CASE("other networks and settings on two GPUs, seen first after they were predicted: time within 12 %, peak 3 %") {
  const RawTable raw = parse_raw(json::read_file(others), others, "parallel_others", "h200-sxm");
  Errors busy, full;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
    LayoutRow asked = layout_row(raw, row, others);
    asked.recipe.memory_format = memory_format_from(cell("memory_format"), others);
    if (const std::string word = cell("checkpoint"); !word.empty())
      asked.recipe.checkpoint_every = word == "full" ? 1 : std::stoll(word.substr(word.find(':') + 1));
    const ParallelEstimate e = estimate_on_two(cell("network"), asked, default_host().factor);
    const double step = std::stod(cell("step_us"));
    if (std::stod(cell("compute_us")) > 0.9 * step) {  // else it waits for the host, or ranks for each other
      busy.step += std::abs(in(e.step.step, micro * second) / step - 1.0);
      ++busy.count;
    }
    const bool ddp = cell("strategy").ends_with("ddp");
    const Peaks peaks = peaks_of(cell("steady_ranks_bytes"));
    const double peak = ddp ? peaks.least : peaks.most;  // where one still holds the first buckets, the other does not
    const double own = std::stod(cell("own_parameters")) * (cell("precision") == "bf16" ? 2.0 : 4.0);
    const double left = std::stod(cell("built_bytes")) - own * (ddp ? 2.0 : 1.0);  // by cases before
    if (left > 0.02 * peak) continue;
    full.peak += std::abs(in(e.step.peak_allocated, byte) / peak - 1.0);
    ++full.count;
  }
  CHECK(busy.count >= 20);
  CHECK(busy.step / busy.count < 0.08);  // 5.3 %
  CHECK(full.count >= 20);
  CHECK(full.peak / full.count < 0.02);  // 1.0 %
}

TEST_CASE("steps on four GPUs that the GPU bounds, kinds alone and joined, predicted first: time 12 %, peak 3 %") {
  const std::string file = PERFMODEL_DATA_DIR "/raw/h200-sxm/parallel_busy.csv";
  const RawTable raw = parse_raw(json::read_file(file), file, "parallel_busy", "h200-sxm");
  Errors busy, full;
  std::map<std::string, Errors> kinds;
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t i = raw.csv.rows.size(); i-- > 0;) {
    const CsvRow& row = raw.csv.rows[i];
    const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
    LayoutRow asked = layout_row(raw, row, file);
    asked.layout.tensor_by_hand = cell("strategy").find("tp_by_hand") != std::string::npos;
    asked.recipe.memory_format = memory_format_from(cell("memory_format"), file);
    if (cell("checkpoint") == "full") asked.recipe.checkpoint_every = 1;
    const ParallelEstimate e = estimate_on_two(cell("network"), asked, 1.0);  // host_speed.py: 0.92 to 0.96
    const double left = std::stod(cell("before_bytes"));
    const double kept = std::min(left, std::exchange(next, left));                    // until the next one began
    if (cell("network").starts_with("bert") && cell("strategy") == "fsdp") continue;  // waits for the host
    Errors& kind = kinds[cell("strategy")];
    for (Errors* of : {&busy, &kind}) {
      of->step += std::abs(in(e.step.step, micro * second) / std::stod(cell("step_us")) - 1.0);
      ++of->count;
    }
    const Peaks peaks = peaks_of(cell("steady_ranks_bytes"));
    const bool alike = cell("strategy").ends_with("ddp") && cell("pp") == "1";  // ranks; some still hold first buckets
    const double peak = (alike ? peaks.least : peaks.most) - kept;
    full.peak += std::abs(in(e.step.peak_allocated, byte) / peak - 1.0);
    ++full.count;
  }
  CHECK(busy.count == 40);
  CHECK(busy.step / busy.count < 0.06);
  for (const auto& [name, kind] : kinds) {
    CAPTURE(name);
    CHECK(kind.step / kind.count < 0.12);
  }
  CHECK(full.peak / full.count < 0.02);
}

TEST_CASE(
    "what wrappers cost the host, over a step on one GPU, in a process that no profiler has slowed: within 10 %") {
  const RawTable raw = parse_raw(json::read_file(after_profile), after_profile, "parallel_after_profile", "h200-sxm");
  std::map<std::string, double> measured, predicted;
  for (const CsvRow& row : raw.csv.rows) {
    const auto cell = [&](const char* name) { return row.cells[raw.csv.at(name)]; };
    if (cell("process") != "fresh" || !cell("network").starts_with("hf:llama")) continue;
    LayoutRow asked{.recipe = {.batch = std::stoll(cell("batch")), .precision = Precision::bf16}};
    set_optimizer(asked.recipe, cell("optimizer"), after_profile);
    const std::string strategy = cell("strategy");
    if (strategy == "fsdp") asked.layout = {.dp = 2, .zero = 3};
    if (strategy == "tp") asked.layout = {.tp = 2};
    measured[strategy] = std::stod(cell("step_us"));
    predicted[strategy] = in(estimate_on_two(cell("network"), asked, 1.25).step.step, micro * second);
  }
  REQUIRE(measured.size() == 3);
  for (const char* strategy : {"fsdp", "tp"})  // 2.13 and 3.75 times, predicted 2.11 and 3.59
    CHECK(predicted[strategy] / predicted["one"] == doctest::Approx(measured[strategy] / measured["one"]).epsilon(0.1));
}
}  // namespace planner_parallel_steps_test
