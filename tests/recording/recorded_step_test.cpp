#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/recording_json.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <perfmodel/recording/operations.hpp>
#include <perfmodel/recording/recorded_network.hpp>
#include <perfmodel/step/recorded_step.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <set>
#include <string>
#include <tests/relative_error.hpp>
#include <vector>

#include "../refusal.hpp"

namespace recording_recorded_step_test {
using namespace perfmodel;

namespace {
Network network_of(const std::string& name) {
  return recorded_network(std::make_shared<const Recording>(
      json::read_recording(PERFMODEL_SOURCE_DIR "/tests/recording/" + name + ".json")));
}
const CardModel& h200() {
  static const CardModel card = make_card_model(json::load_device("H200-SXM", "test", PERFMODEL_DEVICES_DIR).device);
  return card;
}
perfmodel::Work products(const StepTrace& trace) {
  perfmodel::Work sum{};
  for (const TraceEvent& event : trace.step)
    if (const auto* run = std::get_if<Execute>(&event.what))
      if (const auto* gemm = std::get_if<Gemm>(&trace.operations[run->operation])) sum += work(*gemm);
  return sum;
}
std::size_t count(const StepTrace& trace, const char* word) {
  return static_cast<std::size_t>(std::count_if(trace.step.begin(), trace.step.end(), [&](const TraceEvent& event) {
    const auto* run = std::get_if<Execute>(&event.what);
    return run != nullptr && name(trace.operations[run->operation]) == word;
  }));
}
}  // namespace

TEST_CASE("what dies in a step though no operation makes it is brought by each step anew") {
  nlohmann::json document =
      nlohmann::json::parse(json::read_file(PERFMODEL_SOURCE_DIR "/tests/recording/small_step.json"));
  const auto peak = [](const nlohmann::json& from) {
    const Network network =
        recorded_network(std::make_shared<const Recording>(json::recording_from_json(from, "step")));
    return in(estimate_step(network, recorded_recipe(*network.recording, 4096), h200()).peak_allocated, byte);
  };
  const double kept = peak(document);
  std::size_t input = 0;
  while (document["storages"][input]["why"] != "input") ++input;
  document["step"].push_back(nlohmann::json::object({{"free", nlohmann::json::array({input})}}));
  CHECK(peak(document) == kept);  // it lives from its first use to the step's end, over the peak
}

TEST_CASE("a recorded fully connected network costs what the named one costs, at batches that were not recorded") {
  const Network from_file = network_of("fully_connected_step");
  const Network named = named_network("fcnn:layers=4,hidden=1024,inputs=400,outputs=60");
  CHECK(parameter_count(from_file) == parameter_count(named));
  for (const std::int64_t batch : {16, 256, 4096}) {
    CAPTURE(batch);
    const Recipe recipe = recorded_recipe(*from_file.recording, batch);
    const StepEstimate a = estimate_step(from_file, recipe, h200()), b = estimate_step(named, recipe, h200());
    // The same kernels: what differs is a handful of scalars.
    CHECK(relative_error(in(a.device_busy, second), in(b.device_busy, second)) < 0.01);
    CHECK(relative_error(in(a.peak_allocated, byte), in(b.peak_allocated, byte)) < 0.01);
    // Of the host only the operations are recorded, not what lies between them.
    CHECK(relative_error(in(a.host, second), in(b.host, second)) < 0.25);
  }
}

TEST_CASE("a recorded transformer under autocast: its products, kinds and formats") {
  const Network network = network_of("transformer_step");
  const Recipe recipe = recorded_recipe(*network.recording, 24);
  CHECK(recipe.precision == Precision::amp_bf16);
  CHECK(recipe.mode == Mode::train);
  CHECK(optimizer_text(recipe) == "adamw:foreach");
  CHECK(recorded::unknown_operations(*network.recording).empty());
  const StepTrace trace = step_trace(network, recipe, h200().software(), h200().steps.target);
  // two blocks of 12 width^2 parameters and the head, forward and twice backward: 6 FLOP a parameter and token
  CHECK(in(products(trace), flop) == 6.0 * 24.0 * 32.0 * (2.0 * 12.0 * 128.0 * 128.0 + 500.0 * 128.0));
  CHECK(count(trace, "attention") == 4);
  CHECK(count(trace, "dropout") == 4);
  CHECK(count(trace, "dropout_backward") == 4);
  CHECK(count(trace, "layer_norm") == 2 + 4);
  for (const Operation& operation : trace.operations)
    if (const auto format = multiplied_format(operation)) CHECK(*format == NumberFormat::bf16);
  const auto norm = std::find_if(trace.operations.begin(), trace.operations.end(),
                                 [](const Operation& o) { return std::holds_alternative<op::LayerNorm>(o); });
  REQUIRE(norm != trace.operations.end());
  CHECK(std::get<op::LayerNorm>(*norm).format == NumberFormat::fp32);  // autocast keeps norms wide
  std::set<std::string> names;
  for (const Layer& layer : network.layers) names.insert(layer.name);
  CHECK(names.count("blocks.1.wide") == 1);
}

TEST_CASE("a recorded LSTM is cuDNN's calls, and classes beside positions are softmax of interleaved rows") {
  const Network network = network_of("recurrent_step");
  const StepTrace trace =
      step_trace(network, recorded_recipe(*network.recording, 16), h200().software(), h200().steps.target);
  CHECK(recorded::unknown_operations(*network.recording).empty());
  std::vector<op::Recurrent> calls;
  std::vector<op::Softmax> shares;
  for (const TraceEvent& event : trace.step)
    if (const auto* run = std::get_if<Execute>(&event.what)) {
      if (const auto* call = std::get_if<op::Recurrent>(&trace.operations[run->operation])) calls.push_back(*call);
      if (const auto* share = std::get_if<op::Softmax>(&trace.operations[run->operation])) shares.push_back(*share);
    }
  REQUIRE(calls.size() == 3);  // forward, gradient of the input, gradients of the weights
  CHECK(calls[0] == op::Recurrent{.trains = true, .inputs = 64, .hidden = 64, .layers = 2, .batch = 16, .length = 12});
  CHECK(calls[1].pass == ConvolutionPass::input_gradient);
  CHECK(calls[2].pass == ConvolutionPass::weight_gradient);
  CHECK(in(work(calls[2]), flop) == 2.0 * 16.0 * 12.0 * 2.0 * 4.0 * 64.0 * 128.0);
  REQUIRE(shares.size() == 2);
  for (const op::Softmax& share : shares) {
    CHECK(share.columns == 300);
    CHECK(share.rows == 16 * 12);
    CHECK(share.stride == 12);
  }
}

TEST_CASE("what a recorded step allocates it gives back, but for gradients, state and results") {
  const Network network = network_of("transformer_step");
  const StepTrace trace =
      step_trace(network, recorded_recipe(*network.recording, 8), h200().software(), h200().steps.target);
  const Replay two =
      replay(allocation_program(trace), trace.software.allocator, {}, {.least_steps = 2, .most_steps = 2});
  const Replay ten =
      replay(allocation_program(trace), trace.software.allocator, {}, {.least_steps = 10, .most_steps = 10});
  CHECK(ten.steady_peak_allocated == two.steady_peak_allocated);  // nothing piles up
  CHECK(ten.counters.allocated == two.counters.allocated);
}

TEST_CASE("what a recording fixes cannot be asked for otherwise") {
  const Network network = network_of("transformer_step");
  Recipe recipe = recorded_recipe(*network.recording, 8);
  recipe.precision = Precision::tf32;
  CHECK(refusal([&] { (void)step_trace(network, recipe); }).find("precision: got tf32; must be amp_bf16") == 0);
  recipe = recorded_recipe(*network.recording, 8);
  recipe.checkpoint_every = 1;
  CHECK(refusal([&] { (void)step_trace(network, recipe); }).find("checkpoint_every: got 1") == 0);
  recipe = recorded_recipe(*network.recording, 8);
  recipe.optimizer = Optimizer::sgd;
  CHECK(refusal([&] { (void)step_trace(network, recipe); }).find("optimizer: got sgd") == 0);
}

TEST_CASE("an operation that is not known is named and priced by its bytes, and no operation lacks its tensors") {
  auto document = nlohmann::json::parse(json::read_file(PERFMODEL_SOURCE_DIR "/tests/recording/small_step.json"));
  for (nlohmann::json& event : document["step"])
    if (event.value("op", "") == "aten.gelu.default") event["op"] = "mine.special.default";
  const Network network =
      recorded_network(std::make_shared<const Recording>(json::recording_from_json(document, "step.json")));
  const auto unknown = recorded::unknown_operations(*network.recording);
  REQUIRE(unknown.size() == 1);
  CHECK(unknown.begin()->first == "mine.special.default");
  CHECK(unknown.begin()->second == 1);
  const StepTrace trace = step_trace(network, recorded_recipe(*network.recording, 8));
  const auto custom = std::find_if(trace.operations.begin(), trace.operations.end(),
                                   [](const Operation& o) { return std::holds_alternative<op::Custom>(o); });
  REQUIRE(custom != trace.operations.end());
  CHECK(in(traffic(*custom), byte) == 2.0 * 4.0 * 8.0 * 32.0);  // reads and writes 8 x 32 in FP32
  for (nlohmann::json& event : document["step"])
    if (event.value("op", "") == "aten.addmm.default") event["in"] = nlohmann::json::array();
  const Network bare =
      recorded_network(std::make_shared<const Recording>(json::recording_from_json(document, "step.json")));
  CHECK(refusal([&] {
          (void)step_trace(bare, recorded_recipe(*bare.recording, 8));
        }).find("step.json: got aten.addmm") == 0);
}
}  // namespace recording_recorded_step_test
