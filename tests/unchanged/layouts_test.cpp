// Steps on many cards and what a planner makes of them: times, communication, bubbles and memory of layouts, requests
// that a server holds, largest batches, advice, with constants and a host that stay as they are (steps.hpp; but for
// what wrappers cost on the host, data/constants/wrapper.json). A regression test: it notices that a formula of
// parallel/, planner/ or memory/ changes, by intention or not, and proves nothing right. Where the change is meant,
// scripts/update-docs writes the tables anew: read the difference.
#include <doctest/doctest.h>

#include <cstdint>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/memory/max_batch.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/parallel/strategy.hpp>
#include <perfmodel/planner/advise.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/serve.hpp>
#include <string>
#include <tests/unchanged/steps.hpp>
#include <tests/unchanged/table.hpp>
#include <vector>

namespace unchanged_layouts_test {
using namespace perfmodel;
using unchanged::figure;
using unchanged::line;

namespace {

[[nodiscard]] std::string us(Time t) { return figure(in(t, micro * second)); }
[[nodiscard]] std::string whole(Bytes b) { return std::to_string(static_cast<std::int64_t>(in(b, byte))); }

[[nodiscard]] std::string text(const ParallelEstimate& e) {
  return line(us(e.step.step), us(e.step.low), us(e.step.high), us(e.step.device_busy), us(e.step.host),
              name(e.step.bound), us(e.communication), us(e.exposed), us(e.step.communication), figure(e.bubble),
              figure(e.mfu), figure(e.samples_per_second), figure(e.tokens_per_second), figure(in(e.step.power, watt)),
              whole(e.step.peak_allocated), whole(e.step.peak_reserved), whole(e.step.device_used),
              e.step.fits ? "fits" : "exceeds");
}

const Network& dense() {
  static const Network network =
      build(Gpt2{.layers = 8, .hidden = 256, .heads = 8, .vocabulary = 1024, .positions = 128, .sequence = 128});
  return network;
}
const Network& mixture() {
  static const Network network = build(Llama{.layers = 4,
                                             .hidden = 256,
                                             .heads = 8,
                                             .key_heads = 4,
                                             .inner = 384,
                                             .head_size = 32,
                                             .vocabulary = 2000,
                                             .sequence = 256,
                                             .experts = 8,
                                             .experts_used = 2});
  return network;
}

constexpr const char* columns =
    "case | us: step, low, high, busy, host; bound; us: communication, exposed, of the step; bubble, MFU, samples/s, "
    "tokens/s, W; bytes: peak, reserved, used";

/// What tells a layout from others, but for its degrees.
[[nodiscard]] std::string more(const ParallelLayout& l) {
  std::string words;
  if (!l.reshard) words += " kept";
  if (l.tensor_by_hand) words += " by hand";
  if (l.virtual_stages > 1) words += " parts=" + std::to_string(l.virtual_stages);
  if (l.zero_bubble) words += " zero bubble";
  if (l.bucket_view) words += " views";
  if (l.offload != Offload::none) words += " offload=" + std::to_string(static_cast<int>(l.offload));
  if (l.adapter.rank > 0) words += l.adapter.quantized ? " quantized adapters" : " adapters";
  if (l.unequal > 0.0) words += " unequal";
  return words;
}

void add(std::vector<std::string>& lines, const std::string& words, const Network& network, const Recipe& recipe,
         const ParallelLayout& layout, const HostSystem& system, const CardModel& card) {
  const std::string first =
      line(words, layout.gpus(), strategy_text(layout) + more(layout), "batch", recipe.batch, "micro",
           layout.micro_batch, name(recipe.precision), name(recipe.mode), recipe.accumulation);
  try {
    lines.push_back(first + " | " + text(estimate_parallel(network, recipe, layout, system, card)));
  } catch (const Error& error) {
    lines.push_back(first + " | " + error.what());
  }
}

}  // namespace

TEST_CASE("layouts: every degree alone and together, of a dense model and of a mixture") {
  const CardModel h100 = unchanged::card("H100-SXM5-80GB"),
                  a100 = unchanged::card("A100-SXM4-40GB", Framework::pytorch, "2.4");
  const HostSystem dgx = json::load_system("DGX-H100"), older = json::load_system("p4d");
  const ParallelLayout several[]{{},
                                 {.dp = 2},
                                 {.dp = 16},
                                 {.dp = 8, .bucket = 2.0 * mebi * byte, .bucket_view = true},
                                 {.dp = 8, .unequal = 0.2},
                                 {.dp = 8, .zero = 1},
                                 {.dp = 8, .zero = 2},
                                 {.dp = 8, .zero = 3},
                                 {.dp = 16, .zero = 3, .reshard = false},
                                 {.tp = 4},
                                 {.tp = 4, .tensor_by_hand = true},
                                 {.dp = 2, .tp = 4, .sequence_parallel = true},
                                 {.pp = 4, .micro_batch = 2},
                                 {.dp = 2, .pp = 2, .virtual_stages = 2, .micro_batch = 1},
                                 {.pp = 4, .zero_bubble = true, .micro_batch = 1},
                                 {.dp = 2, .tp = 2, .pp = 2, .zero = 1, .sequence_parallel = true, .micro_batch = 2},
                                 {.cp = 2},
                                 {.dp = 2, .cp = 4, .zero = 3},
                                 {.ep = 4},
                                 {.dp = 2, .ep = 8, .zero = 3},
                                 {.tp = 2, .ep = 2},
                                 {.dp = 3, .tp = 2},
                                 {.micro_batch = 4},
                                 {.dp = 4, .zero = 1, .offload = Offload::optimizer},
                                 {.dp = 2, .offload = Offload::activations},
                                 {.dp = 4, .adapter = {.rank = 8}},
                                 {.dp = 4, .zero = 3, .adapter = {.rank = 16, .quantized = true}}};
  std::vector<std::string> lines;
  std::size_t turn = 0;
  for (const ParallelLayout& layout : several)
    for (const bool experts : {false, true})
      for (const bool old : {false, true}) {
        Recipe recipe{.batch = layout.micro_batch > 0 ? 16 : 8,
                      .precision = turn % 2 == 0 ? Precision::bf16 : Precision::amp_bf16,
                      .optimizer = Optimizer::adamw,
                      .mode = turn % 7 == 6 ? Mode::infer : Mode::train,
                      .checkpoint_every = turn % 5 == 4 ? 1 : 0};
        if (recipe.mode == Mode::infer) recipe.checkpoint_every = 0;
        if (turn % 11 == 3) recipe.checkpoint_attention = true;
        ++turn;
        add(lines, line(experts ? "mixture" : "dense", old ? "A100" : "H100"), experts ? mixture() : dense(), recipe,
            layout, old ? older : dgx, old ? a100 : h100);
      }
  unchanged::check_table("layouts", columns, lines);
}

TEST_CASE("layouts of images: batch norms' buffers, buckets, parts") {
  const CardModel v100 = unchanged::card("V100-SXM2-16GB");
  const HostSystem system = json::load_system("DGX-1V");
  const Network network = named_network("resnet18:input=64x64,classes=10");
  std::vector<std::string> lines;
  for (const ParallelLayout& layout : {ParallelLayout{}, ParallelLayout{.dp = 4}, ParallelLayout{.dp = 8, .zero = 3},
                                       ParallelLayout{.dp = 8, .zero = 1}, ParallelLayout{.dp = 2, .micro_batch = 8},
                                       ParallelLayout{.pp = 2, .micro_batch = 8}})
    for (const Precision precision : {Precision::fp32, Precision::amp_fp16})
      add(lines, "resnet18", network, {.batch = 32, .precision = precision, .optimizer = Optimizer::momentum}, layout,
          system, v100);
  unchanged::check_table("image_layouts", columns, lines);
}

TEST_CASE("strategies: the layouts that a network allows") {
  std::vector<std::string> lines;
  for (const Network* network : {&dense(), &mixture()})
    for (const std::int64_t gpus : {1, 6, 8, 32}) {
      const SpreadLimits limits = spread_limits(*network);
      for (const char* word :
           {"ddp", "zero1", "fsdp", "tp+sp", "tp=2+pp", "pp+zb+zero1", "ep+fsdp", "cp+fsdp", "offload"})
        for (const ParallelLayout& l : layouts(strategy_from(word, "strategy"), limits, gpus, 8))
          lines.push_back(line(network == &dense() ? "dense" : "mixture", gpus, word, "|", l.dp, strategy_text(l)));
    }
  unchanged::check_table("strategies", "network, cards, strategy | dp, layout", lines);
}

TEST_CASE("servers: requests at once, their times and memory") {
  std::vector<std::string> lines;
  for (const char* name : {"A100-SXM4-80GB", "L4", "H100-SXM5-80GB"}) {
    const Device device = json::load_device(name).device;
    CardModel card = unchanged::card(name, Framework::compile_graph);
    if (std::string(name) != "L4") card = on_system(std::move(card), json::usual_system(device));
    for (const std::int64_t gpus : {1, 4})
      for (const bool narrow : {false, true}) {
        if (gpus > 1 && std::string(name) == "L4") continue;
        const ServingLoad load{.prompt = 300, .generated = 60};
        ServingRecipe recipe{.narrow_cache = narrow,
                             .gpus = gpus,
                             .tokens_at_once = narrow ? 1000 : 8192,
                             .step_overhead = narrow ? 2e-3 * second : Time{}};
        if (narrow && std::string(name) != "A100-SXM4-80GB") recipe.weights = NumberFormat::fp8;
        const ServingSteps steps(named_network("llama-1b:vocab=32000,seq=300"),
                                 named_network("llama-1b:vocab=32000,seq=1"), load, recipe, card);
        for (const std::int64_t batch : {1, 7, 128}) {
          const ServingEstimate e = steps(batch);
          lines.push_back(line(name, gpus, narrow ? "narrow" : "wide", batch, "|", steps.largest_batch(100000),
                               us(e.first_token), us(e.per_token), us(e.prompts), us(e.total), perfmodel::name(e.bound),
                               figure(e.tokens_per_second), figure(e.low), figure(e.high), whole(e.weights),
                               whole(e.cache_per_request), whole(e.activations), whole(e.used), whole(e.memory),
                               e.fits));
        }
      }
  }
  unchanged::check_table("servers",
                         "card, cards, cache, requests | most requests; us: first token, per token, prompts, total; "
                         "bound, tokens/s, low, high; bytes: weights, cache, activations, used, memory",
                         lines);
}

TEST_CASE("largest batches") {
  std::vector<std::string> lines;
  for (const char* text :
       {"resnet18:input=64x64", "gpt2-124m:seq=128", "fcnn:layers=4,hidden=1024,inputs=100,outputs=10"})
    for (const char* card : {"T4", "H200-SXM"})
      for (const std::int64_t multiple : {1, 8}) {
        MaxBatchOptions options{.multiple_of = multiple, .headroom = multiple == 8 ? 0.1 : 0.0};
        options.memory.reserve = multiple == 8 ? 1 << 30 : 0;
        const MaxBatch m =
            largest_batch(named_network(text), {.precision = Precision::amp_fp16},
                          software_of(Framework::pytorch, "2.8"), json::load_device(card).device, options);
        lines.push_back(line(text, card, multiple, "|", m.batch, m.peak_allocated, m.peak_reserved, m.limit,
                             m.smallest_need, m.traces, m.replays));
      }
  unchanged::check_table(
      "largest_batches",
      "network, card, multiple | batch; bytes: peak, reserved, limit, smallest need; traces, replays", lines);
}

TEST_CASE("advice: what is found, and what it saves") {
  std::vector<std::string> lines;
  const auto ask = [&](const char* text, const Recipe& recipe, const CardModel& card) {
    const AdviceList list = advise(named_network(text), recipe, card);
    lines.push_back(line(text, recipe.batch, name(recipe.precision), card.device.name, "|", us(list.now.step)));
    for (const Advice& a : list.changes)
      lines.push_back(line(" ", a.change, "|", us(a.before), us(a.after), whole(a.device_used), a.fits, '|', a.reason));
  };
  ask("mobilenet_v2:input=64x64", {.batch = 64, .precision = Precision::fp32}, unchanged::card("A100-SXM4-80GB"));
  ask("resnet18:input=64x64,classes=1001", {.batch = 31, .precision = Precision::tf32}, unchanged::card("RTX-4090"));
  ask("bert-base:seq=128,vocab=1001,attention=naive", {.batch = 8, .precision = Precision::amp_fp16},
      unchanged::card("T4"));
  ask("gpt2-355m:seq=512,vocab=1000", {.batch = 64, .precision = Precision::fp32}, unchanged::card("T4"));
  ask("fcnn:layers=4,hidden=1023,inputs=100,outputs=10", {.batch = 1021, .precision = Precision::fp16},
      unchanged::card("V100-SXM2-16GB"));
  ask("resnet18:input=64x64", {.batch = 32, .precision = Precision::amp_bf16}, unchanged::card("H200-SXM"));
  ask("fcnn:layers=4,hidden=1024,inputs=100,outputs=10", {.batch = 256, .precision = Precision::bf16},
      unchanged::card("A100-SXM4-80GB"));
  ask("resnet18:input=64x64", {.batch = 32, .precision = Precision::amp_fp16}, unchanged::card("A100-SXM4-80GB"));
  unchanged::check_table("advice", "network, batch, precision, card | us; change | us before, after; bytes; reason",
                         lines);
}

}  // namespace unchanged_layouts_test
