// Counts of whole steps: events of the trace, allocations, what the allocator holds, arithmetic, bytes, launches, and
// the times that follow from them with constants and a host that stay as they are (steps.hpp). A regression test: it
// notices that a formula of layer/, step/, lowering/, memory/ or timeline/ changes, by intention or not, and proves
// nothing right. Where the change is meant, scripts/update-docs writes the tables anew: read the difference.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <perfmodel/json/recording_json.hpp>
#include <perfmodel/memory/footprint.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/recording/recorded_network.hpp>
#include <perfmodel/step/recorded_step.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <tests/unchanged/steps.hpp>
#include <tests/unchanged/table.hpp>
#include <vector>

namespace unchanged_steps_test {
using namespace perfmodel;
using unchanged::figure;
using unchanged::line;

namespace {

/// How many events of each kind, and bytes asked for.
struct Counts {
  std::int64_t host{}, executed{}, allocated{}, released{}, waits{}, bytes{}, by_layer{};
};
[[nodiscard]] Counts counts(const std::vector<TraceEvent>& events) {
  Counts c;
  for (const TraceEvent& e : events) {
    if (const auto* work = std::get_if<HostWork>(&e.what)) c.host += work->count;
    c.executed += std::holds_alternative<Execute>(e.what);
    c.released += std::holds_alternative<Release>(e.what);
    c.waits += std::holds_alternative<Synchronize>(e.what);
    if (const auto* piece = std::get_if<Allocate>(&e.what)) {
      ++c.allocated;
      c.bytes += piece->bytes;
      c.by_layer += piece->bytes / 4 * (e.layer + 2) * (1 + static_cast<int>(e.phase)) % 1000003;
    }
  }
  return c;
}
[[nodiscard]] std::string text(const Counts& c) {
  return line(c.host, c.executed, c.allocated, c.released, c.waits, c.bytes, c.by_layer);
}

[[nodiscard]] std::string held(const Footprint& f) {
  std::string classes;
  for (const std::int64_t bytes : f.by_class) classes += ' ' + std::to_string(bytes);
  return line(f.peak_allocated, f.peak_reserved, f.device_used, f.steady_peak_allocated, f.fits ? "fits" : "exceeds",
              f.peak_step, static_cast<int>(f.peak_phase), f.peak_layer, f.rounding, f.parts.size()) +
         classes;
}

[[nodiscard]] std::string timed(const StepTime& t) {
  const auto us = [](Time time) { return figure(in(time, micro * second)); };
  Time forward, backward, optimizer, host;  // each layer as often as its number says: whose time it is counts
  for (std::size_t i = 0; i < t.layers.size(); ++i) {
    const double weight = 1.0 + static_cast<double>(i);
    forward += weight * t.layers[i].forward, backward += weight * t.layers[i].backward;
    optimizer += weight * t.layers[i].optimizer, host += weight * t.layers[i].host;
  }
  std::string phases;
  for (std::size_t i = 0; i < phase_count; ++i) phases += ' ' + us(t.device_by_phase[i]) + ' ' + us(t.host_by_phase[i]);
  return line(us(t.total), us(t.low), us(t.high), us(t.device), us(t.busy), us(t.host), name(t.bound),
              figure(in(t.work, flop)), figure(in(t.traffic, byte)), t.launches, us(forward), us(backward),
              us(optimizer), us(host)) +
         phases;
}

/// One step: the trace, the memory and the time.
void add(std::vector<std::string>& lines, const std::string& words, const Network& network, const Recipe& recipe,
         const CardModel& card) {
  const StepTrace trace = step_trace(network, recipe, card.software(), card.steps.target);
  const Footprint memory = footprint(trace, card.device);
  const StepTime time = step_time(network, recipe, card.steps);
  lines.push_back(words + " | " + text(counts(trace.setup)) + " | " + text(counts(trace.first_step)) + " | " +
                  text(counts(trace.step)) + " | " + std::to_string(trace.operations.size()));
  lines.push_back("  holds " + held(memory));
  lines.push_back("  takes " + timed(time));
}

[[nodiscard]] const CardModel& card(std::size_t which) {
  static const std::vector<CardModel> cards{unchanged::card("H200-SXM"), unchanged::card("T4", Framework::libtorch),
                                            unchanged::card("A100-SXM4-80GB", Framework::cuda_graph),
                                            unchanged::card("V100-SXM2-16GB", Framework::pytorch, "1.13"),
                                            unchanged::card("RTX-4090", Framework::compile)};
  return cards[which];
}

void check(const std::string& file, const std::vector<std::string>& networks) {
  std::vector<std::string> lines;
  std::size_t turn = 0;
  for (const std::string& text : networks) {
    const Network network = named_network(text);
    for (int i = 0; i < 3; ++i, ++turn) {
      constexpr Precision precisions[]{Precision::fp32, Precision::amp_fp16, Precision::bf16, Precision::tf32,
                                       Precision::amp_bf16};
      Recipe recipe{.batch = std::int64_t{4} + static_cast<std::int64_t>(turn % 3) * 4,
                    .precision = precisions[turn % 5],
                    .optimizer = all_optimizers[turn % 5],
                    .mode = i == 2 && turn % 2 == 0 ? Mode::infer : Mode::train,
                    .memory_format = turn % 4 == 1 ? MemoryFormat::nhwc : MemoryFormat::nchw,
                    .accumulation = turn % 3 == 1 ? 2 : 1};
      const CardModel* on = &card(i == 2 ? 2 + turn / 3 % 3 : static_cast<std::size_t>(i));
      if (!computes(on->device, recipe.precision)) recipe.precision = Precision::amp_fp16;
      if (recipe.mode == Mode::infer) recipe.accumulation = 1;
      const std::string words =
          line(text, recipe.batch, name(recipe.precision), name(recipe.optimizer), name(recipe.mode),
               recipe.accumulation, on->device.name, name(on->software().framework));
      try {
        add(lines, words, network, recipe, *on);
      } catch (const Error& error) {
        lines.push_back(words + " | " + error.what());
      }
    }
  }
  unchanged::check_table(file,
                         "network, recipe, card | set-up: host operations, kernels' calls, allocations, releases, "
                         "waits, bytes, a checksum "
                         "of layers and phases | first step | step | operations; holds: peak, reserved, used, steady "
                         "peak, where, by class; "
                         "takes: us, FLOP, bytes, launches, by layer and phase",
                         lines);
}

}  // namespace

TEST_CASE("steps of networks of images") {
  check("image_steps",
        {"resnet18:input=64x64,classes=10", "resnet50:input=32x32,classes=10", "vgg16:input=32x32,classes=10",
         "densenet121:input=32x32,classes=10", "mobilenet_v2:input=32x32,classes=10",
         "efficientnet_b0:input=32x32,classes=10", "unet:input=188x188", "dcgan", "wgan", "minigo"});
}

TEST_CASE("steps of networks of words, tables and plain layers") {
  check("word_steps",
        {"fcnn:layers=4,hidden=256,inputs=300,outputs=60", "fcnn:layers=3,hidden=1000,inputs=10,outputs=7,bias=0",
         "transformer:layers=2,hidden=128,heads=4,seq=64,vocab=1000",
         "transformer:layers=2,hidden=96,heads=3,seq=33,vocab=500,attention=unfused,gelu=fused",
         "transformer:layers=2,hidden=128,heads=2,seq=48,vocab=100,attention=joined_softmax,bias=0,dropout=0.1",
         "bert-base:seq=32,vocab=1000,attention=naive", "bert-base:seq=16,vocab=500,head=pooler",
         "gpt2-124m:seq=16,vocab=300", "gpt2-124m:seq=1,past=100,vocab=300", "llama-1b:seq=32,vocab=1000",
         "gnmt:vocab=500,hidden=64,source=7,target=9", "transformer-big:vocab=500,source=9,target=11",
         "ncf:users=900,items=700", "dlrm:rows=1000,width=16"});
}

TEST_CASE("steps of mixtures of experts and of checkpoints") {
  std::vector<std::string> lines;
  const Network networks[]{
      build(Llama{.layers = 3,
                  .hidden = 128,
                  .heads = 4,
                  .key_heads = 2,
                  .inner = 192,
                  .head_size = 32,
                  .vocabulary = 500,
                  .sequence = 40,
                  .experts = 4,
                  .experts_used = 2}),
      build(Llama{.layers = 4,
                  .hidden = 128,
                  .heads = 4,
                  .key_heads = 4,
                  .inner = 256,
                  .head_size = 32,
                  .vocabulary = 300,
                  .sequence = 64,
                  .tied = false,
                  .attention_bias = true,
                  .query_norm = true,
                  .dropout = 0.1}),
      build(Gpt2{.layers = 4, .hidden = 64, .heads = 2, .vocabulary = 200, .positions = 32, .sequence = 32})};
  for (std::size_t i = 0; i < std::size(networks); ++i)
    for (std::size_t on = 0; on < 5; ++on)
      for (const int kept : {0, 1, 2, 3}) {
        Recipe recipe{.batch = 4,
                      .precision = on == 1 || on == 3 ? Precision::amp_fp16 : Precision::bf16,
                      .optimizer = Optimizer::adamw,
                      .mode = kept == 3 ? Mode::infer : Mode::train,
                      .accumulation = kept == 1 ? 2 : 1,
                      .checkpoint_every = kept == 3 ? 0 : kept,
                      .checkpoint_attention = kept == 0 && on == 0};
        const std::string words = line(i, name(recipe.precision), name(recipe.mode), recipe.checkpoint_every,
                                       card(on).device.name, name(card(on).software().framework));
        try {
          add(lines, words, networks[i], recipe, card(on));
        } catch (const Error& error) {
          lines.push_back(words + " | " + error.what());
        }
      }
  unchanged::check_table("block_steps", "as those of images", lines);
}

TEST_CASE("recorded steps, at the batch that was recorded and at others") {
  std::vector<std::string> lines;
  for (const char* name : {"fully_connected_step", "recurrent_step", "small_step", "transformer_step"}) {
    const Network network = recorded_network(std::make_shared<const Recording>(
        json::read_recording(PERFMODEL_SOURCE_DIR "/tests/recording/" + std::string(name) + ".json")));
    for (const std::int64_t batch : {16, 48})
      for (const std::size_t on : {0, 1, 4}) {
        const Recipe recipe = recorded_recipe(*network.recording, batch);
        const std::string words =
            line(name, batch, card(on).device.name, perfmodel::name(card(on).software().framework));
        try {
          add(lines, words, network, recipe, card(on));
        } catch (const Error& error) {
          lines.push_back(words + " | " + error.what());
        }
      }
  }
  unchanged::check_table("recorded_steps", "as those of images", lines);
}

}  // namespace unchanged_steps_test
