#include <doctest/doctest.h>

#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/what_if.hpp>
#include <tests/planner/stages.hpp>

namespace planner_parallel_estimate_test {
using namespace perfmodel;

namespace {

[[nodiscard]] const CardModel& h100() {
  static const CardModel card = make_card_model(json::load_device("h100-sxm5-80gb").device);
  return card;
}
[[nodiscard]] const HostSystem& dgx() {
  static const HostSystem system = json::load_system("DGX-H100");
  return system;
}
const Network& gpt() {
  static const Network network =
      build(Gpt2{.layers = 8, .hidden = 1024, .heads = 16, .vocabulary = 8192, .positions = 512, .sequence = 512});
  return network;
}
[[nodiscard]] ParallelEstimate estimate(const ParallelLayout& layout, std::int64_t batch = 8,
                                        const Network& network = gpt()) {
  return estimate_parallel(network, {.batch = batch, .precision = Precision::bf16, .optimizer = Optimizer::adamw},
                           layout, dgx(), h100());
}
[[nodiscard]] double seconds(const ParallelEstimate& e) { return in(e.step.step, second); }

}  // namespace

TEST_CASE("one card is estimate_step()") {
  const Recipe recipe{.batch = 8, .precision = Precision::bf16, .optimizer = Optimizer::adamw};
  const StepEstimate one = estimate_step(gpt(), recipe, h100());
  const ParallelEstimate same = estimate({});
  // a pass and what happens once in a step are added up here: the last digits may differ
  CHECK(in(same.step.step, one.step) == doctest::Approx(1.0).epsilon(1e-12));
  CHECK(in(same.step.low, one.low) == doctest::Approx(1.0).epsilon(1e-12));
  CHECK(same.step.peak_allocated == one.peak_allocated);
  CHECK(same.communication == Time{});
  CHECK(same.bubble == 0.0);
}

TEST_CASE("data parallelism: weak scaling below the ideal, never by more than all communication") {
  const double alone = seconds(estimate({}));
  for (const std::int64_t n : {2, 8, 16, 64}) {
    const ParallelEstimate e = estimate({.dp = n});
    CAPTURE(n);
    CHECK(seconds(e) > alone);
    CHECK(e.exposed <= e.communication);
    CHECK(e.samples_per_second < static_cast<double>(n) * 8.0 / alone);
    CHECK(e.mfu < estimate({}).mfu);
  }
}

TEST_CASE("each ZeRO stage stores less, and FSDP without resharding moves less") {
  Bytes last = estimate({.dp = 8}).step.peak_allocated;
  for (const int zero : {1, 2, 3}) {
    const Bytes now = estimate({.dp = 8, .zero = zero}).step.peak_allocated;
    CHECK(now <= last);
    last = now;
  }
  const ParallelEstimate kept = estimate({.dp = 8, .zero = 3, .reshard = false});
  CHECK(kept.communication < estimate({.dp = 8, .zero = 3}).communication);
  CHECK(kept.step.peak_allocated > last);
}

// FullyShardedDataParallel's forward pass gathers each part whether or not a backward pass follows; parameters that are
// not dropped stay (torch/distributed/fsdp/_fully_shard, reshard_after_forward).
TEST_CASE("FSDP in inference: weights are cut and gathered once a pass, unless they stay whole") {
  const auto infer = [](const ParallelLayout& layout, Precision precision) {
    return estimate_parallel(gpt(), {.batch = 8, .precision = precision, .mode = Mode::infer}, layout, dgx(), h100());
  };
  const Bytes weights = 2.0 * static_cast<double>(parameter_count(gpt())) * byte;
  const ParallelEstimate whole = infer({.dp = 8}, Precision::bf16), cut = infer({.dp = 8, .zero = 3}, Precision::bf16),
                         kept = infer({.dp = 8, .zero = 3, .reshard = false}, Precision::bf16);
  CHECK(whole.step.peak_allocated > weights);
  // a block and what lies outside the blocks are whole at a time, twice: in the buffer and copied out
  CHECK(cut.step.peak_allocated < whole.step.peak_allocated - 0.3 * weights);
  CHECK(kept.step.peak_allocated == whole.step.peak_allocated);
  CHECK(kept.communication == Time{});
  CHECK(seconds(cut) > seconds(whole));
  CHECK(cut.exposed <= cut.communication);
  // half of what training gathers, which does so again backward
  const CollectiveModel links = make_collective_model(dgx(), h100().device);
  const Time at_once =
      predict(Collective{.kind = CollectiveKind::all_gather, .gpus = 8, .size = weights, .per_node = 8}, links).total;
  CHECK(cut.communication >= at_once);
  CHECK(cut.communication < 2.0 * at_once);
  // under autocast FP32 parts are stored, 16-bit ones gathered
  const ParallelEstimate amp = infer({.dp = 8, .zero = 3}, Precision::amp_bf16);
  CHECK(amp.communication == cut.communication);
  CHECK(amp.step.peak_allocated < infer({.dp = 8}, Precision::amp_bf16).step.peak_allocated);
}

TEST_CASE("tensor parallelism divides work and memory and pays between layers") {
  const ParallelEstimate one = estimate({}, 8), four = estimate({.tp = 4}, 8);
  CHECK(four.step.peak_allocated < 0.5 * one.step.peak_allocated);
  CHECK(four.step.device_busy < one.step.device_busy);  // the host has more to do
  CHECK(four.exposed == four.communication);
  const ParallelEstimate sequence = estimate({.tp = 4, .sequence_parallel = true}, 8);
  CHECK(sequence.step.peak_allocated < four.step.peak_allocated);
}

TEST_CASE("more micro-batches, smaller bubble; virtual stages shrink it, too") {
  const ParallelEstimate few = estimate({.pp = 4, .micro_batch = 2}, 8),
                         many = estimate({.pp = 4, .micro_batch = 2}, 64);
  CHECK(few.bubble > many.bubble);
  CHECK(many.samples_per_second > few.samples_per_second);
  CHECK(estimate({.pp = 4, .virtual_stages = 2, .micro_batch = 2}, 8).bubble < few.bubble);
  CHECK(few.step.peak_allocated < estimate({.micro_batch = 2}, 8).step.peak_allocated);
}

TEST_CASE("a zero-bubble schedule waits less than 1F1B, and its last stage holds more") {
  const ParallelLayout plain{.pp = 4, .micro_batch = 2};
  ParallelLayout full = plain;
  full.zero_bubble = true;
  const ParallelEstimate waits = estimate(plain, 16), filled = estimate(full, 16);
  CHECK(filled.bubble < 0.8 * waits.bubble);
  CHECK(filled.bubble > 0.0);  // gradients of weights are no half of a pass
  CHECK(seconds(filled) < seconds(waits));
  CHECK(filled.step.peak_allocated >= waits.step.peak_allocated);
  CHECK(filled.step.device_busy == waits.step.device_busy);
}

TEST_CASE("what waits on the host, and adapters: as on one card, in parts among several") {
  const Recipe recipe{.batch = 8, .precision = Precision::bf16, .optimizer = Optimizer::adamw};
  std::vector<WhatIf> alone = techniques(gpt(), recipe, h100().software(), h100().device);
  const auto same = [&](const char* name, const ParallelLayout& layout) {
    CAPTURE(name);
    const auto found = std::find_if(alone.begin(), alone.end(), [&](const WhatIf& w) { return w.name == name; });
    REQUIRE(found != alone.end());
    price(*found, gpt(), with_activations_in_place(gpt()), recipe, h100(), {});
    const ParallelEstimate e = estimate(layout);
    CHECK(in(e.step.step, found->estimate.step) == doctest::Approx(1.0).epsilon(1e-12));
    CHECK(e.step.peak_allocated == found->estimate.peak_allocated);
  };
  same("optimizer offload", {.offload = Offload::optimizer});
  same("activation offload", {.offload = Offload::activations});
  same("LoRA, rank 8", {.adapter = {.rank = 8}});
  same("QLoRA, rank 8", {.adapter = {.rank = 8, .quantized = true}});

  // ZeRO-Offload (Ren et al. 2021, arXiv:2101.06840): each rank updates its part, so that each moves a part
  const ParallelEstimate whole = estimate({.dp = 8, .offload = Offload::optimizer}),
                         part = estimate({.dp = 8, .zero = 2, .offload = Offload::optimizer});
  CHECK(part.step.peak_allocated < whole.step.peak_allocated);
  CHECK(part.step.peak_allocated < estimate({.dp = 8, .zero = 2}).step.peak_allocated);
  CHECK(seconds(part) < seconds(whole));
  // adapters have few gradients to sum
  const ParallelEstimate adapted = estimate({.dp = 8, .adapter = {.rank = 8}});
  CHECK(adapted.communication < 0.1 * estimate({.dp = 8}).communication);
  const ParallelEstimate gathered = estimate({.dp = 8, .zero = 3, .adapter = {.rank = 8}});
  CHECK(gathered.communication > adapted.communication);
  CHECK(gathered.communication < estimate({.dp = 8, .zero = 3}).communication);
  CHECK(gathered.step.peak_allocated < adapted.step.peak_allocated);
}

TEST_CASE("accumulated passes cost what they add") {
  const double one = seconds(estimate({.micro_batch = 4}, 4)), three = seconds(estimate({.micro_batch = 4}, 12)),
               five = seconds(estimate({.micro_batch = 4}, 20));
  CHECK(five - three == doctest::Approx(three - one).epsilon(1e-6));
  CHECK(three > 2.0 * one);
}

TEST_CASE("experts and contexts spread over cards") {
  const Network mixture = build(Llama{.layers = 2,
                                      .hidden = 512,
                                      .heads = 8,
                                      .key_heads = 8,
                                      .inner = 1024,
                                      .head_size = 64,
                                      .vocabulary = 4096,
                                      .sequence = 256,
                                      .experts = 8,
                                      .experts_used = 2});
  const ParallelEstimate experts = estimate({.ep = 4}, 2, mixture), alone = estimate({}, 2, mixture);
  CHECK(experts.step.peak_allocated < alone.step.peak_allocated);
  CHECK(experts.communication > Time{});
  // experts, which are nearly all, are on one card each: no bucket has their gradients, and their state is whole
  const double own = 2.0 * 2 * 3 * 512 * 1024;  // two of them in each of two layers
  CHECK(experts.step.peak_allocated < alone.step.peak_allocated - 3.0 * own * (2.0 + 2.0 + 4.0) * byte);
  const ParallelEstimate cut = estimate({.ep = 4, .zero = 1}, 2, mixture);
  CHECK(cut.step.peak_allocated > own * (2.0 + 2.0 + 4.0) * byte);
  const ParallelEstimate pairs = estimate({.dp = 2, .ep = 4, .zero = 1}, 2, mixture);
  CHECK(cut.step.peak_allocated - pairs.step.peak_allocated > 0.9 * 0.5 * own * 4.0 * byte);
  // a long sequence; on short ones merging the parts costs more than is gained
  const Network longer = build(Gpt2{.layers = 2,
                                    .hidden = 1024,
                                    .heads = 16,
                                    .vocabulary = 8192,
                                    .positions = 16384,
                                    .sequence = 16384,
                                    .cache = false});
  const ParallelEstimate context = estimate({.cp = 4}, 2, longer), whole = estimate({}, 2, longer);
  CHECK(2.0 * context.step.device_busy < whole.step.device_busy);
  CHECK(4.0 * context.step.device_busy > whole.step.device_busy);
  CHECK(context.step.peak_allocated < whole.step.peak_allocated);
  CHECK(context.communication > Time{});
  CHECK(context.samples_per_second * seconds(context) == doctest::Approx(2.0));
}

TEST_CASE("layers cut by hand cost the host less than distributed tensors, and compute the same") {
  const ParallelEstimate distributed = estimate({.tp = 4}, 1), by_hand = estimate({.tp = 4, .tensor_by_hand = true}, 1);
  CHECK(by_hand.step.host < 0.7 * distributed.step.host);
  CHECK(by_hand.communication == distributed.communication);
  CHECK(estimate({.tensor_by_hand = true}, 1).step.step == estimate({}, 1).step.step);  // nothing is cut
}

TEST_CASE("other networks take data parallelism alone") {
  CHECK_NOTHROW((void)estimate({.dp = 8}, 32, named_network("resnet18")));
  CHECK_THROWS_AS((void)estimate({.cp = 2}, 32, named_network("resnet18")), Error);
  CHECK_THROWS_WITH_AS((void)estimate({.pp = 16}, 8), doctest::Contains("must be at most the repeated layers"), Error);
  CHECK_THROWS_WITH_AS((void)estimate({.tp = 32}, 8), doctest::Contains("must be at most the attention heads"), Error);
}

TEST_CASE("cards that share traces have the steps that each has alone, to the last bit") {
  // 132 and 114 SMs run the same traces; an A100 has a smaller workspace for its products
  const HostSystem& system = dgx();
  std::vector<CardModel> cards{h100()};
  for (const char* name : {"h100-pcie", "a100-sxm4-80gb"})
    cards.push_back(make_card_model(json::load_device(name).device));
  cards[1].device.memory_visible = 3.0 * gibi * byte;  // some do not fit, or only with cached memory given back
  std::vector<ParallelSteps> steps;
  steps.emplace_back(gpt(), system, cards[0]);
  for (std::size_t i = 1; i < cards.size(); ++i) steps.emplace_back(steps[0], system, cards[i]);
  int fitting = 0, asked = 0;
  for (const ParallelLayout& layout :
       {ParallelLayout{}, ParallelLayout{.dp = 4}, ParallelLayout{.dp = 4, .zero = 1},
        ParallelLayout{.dp = 8, .zero = 3, .micro_batch = 2}, ParallelLayout{.tp = 4, .sequence_parallel = true},
        ParallelLayout{.dp = 2, .pp = 4, .micro_batch = 2}})
    for (const std::int64_t batch : {16, 32})
      for (std::size_t i = 0; i < cards.size(); ++i) {
        const Recipe recipe{.batch = batch, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
        ParallelSteps alone(gpt(), system, cards[i]);
        const ParallelEstimate a = alone(recipe, layout), b = steps[i](recipe, layout);
        CHECK(a.step.step == b.step.step);
        CHECK(a.step.high == b.step.high);
        CHECK(a.step.host == b.step.host);
        CHECK(a.exposed == b.exposed);
        CHECK(a.step.peak_reserved == b.step.peak_reserved);
        CHECK(a.step.fits == b.step.fits);
        fitting += a.step.fits ? 1 : 0;
        ++asked;
      }
  CHECK(fitting > 0);
  CHECK(fitting < asked);
  CHECK_THROWS_AS(ParallelSteps(steps[0], system, with_framework(cards[1], Framework::cuda_graph)), Error);
}

TEST_CASE("whether a step fits and outlasts a time is asked before its time, and changes nothing") {
  const HostSystem& system = dgx();
  std::vector<CardModel> cards{h100()};
  for (const char* name : {"h100-pcie", "a100-sxm4-80gb"})
    cards.push_back(make_card_model(json::load_device(name).device));
  cards[1].device.memory_visible = 3.0 * gibi * byte;
  std::vector<ParallelSteps> steps;
  steps.emplace_back(gpt(), system, cards[0]);
  for (std::size_t i = 1; i < cards.size(); ++i) steps.emplace_back(steps[0], system, cards[i]);
  int fitting = 0, asked = 0;
  for (const std::int64_t batch : {1, 16, 32, 256})
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const Recipe recipe{.batch = batch, .precision = Precision::amp_bf16, .optimizer = Optimizer::adamw};
      const bool fits = steps[i].fits(recipe, {});
      const bool far = steps[i].outlasts(recipe, {}, Time{}), near = steps[i].outlasts(recipe, {}, 1e6 * second);
      CHECK(far);
      CHECK_FALSE(near);
      ParallelSteps alone(gpt(), system, cards[i]);
      const ParallelEstimate a = alone(recipe, {}), b = steps[i](recipe, {});
      CHECK(a.step.fits == fits);
      CHECK(b.step.fits == fits);
      CHECK(a.step.step == b.step.step);
      CHECK(a.step.peak_reserved == b.step.peak_reserved);
      if (fits) CHECK(steps[i].outlasts(recipe, {}, 0.25 * a.step.step));
      if (fits) CHECK_FALSE(steps[i].outlasts(recipe, {}, 1.001 * a.step.step));
      fitting += fits ? 1 : 0;
      ++asked;
    }
  CHECK(fitting > 0);
  CHECK(fitting < asked);
  const Recipe small{.batch = 16, .precision = Precision::amp_bf16};
  CHECK_FALSE(steps[0].outlasts(small, {.dp = 2}, Time{}));  // not asked of several cards
  CHECK_FALSE(steps[0].outlasts({.batch = 16, .accumulation = 2}, {}, Time{}));
}

// The parts of a step by hand: two stages, four passes.

namespace {
struct ByHand {
  Network network{.name = "hand-made"};
  Recipe recipe{.batch = 2, .precision = Precision::bf16};
  ParallelLayout layout{.pp = 2};
  detail::StageWork fuller{.pass = 5.0,
                           .once = 1.0,
                           .low = 0.5,
                           .high = 1.5,
                           .busy = 4.0,
                           .more_busy = 3.0,
                           .host = 2.0,
                           .more_host = 1.5,
                           .in_stream = 0.25},
      slower{.pass = 7.0,
             .once = 3.0,
             .low = 0.75,
             .high = 1.25,
             .busy = 6.0,
             .more_busy = 5.0,
             .host = 4.0,
             .more_host = 2.5,
             .in_stream = 0.125};
  detail::LayoutCosts costs{
      .seconds = {5.0, 7.0}, .works = 7.0, .devices = {4.0, 6.0}, .moved = 8.0, .moved_exposed = 0.5};

  ByHand() {
    fuller.memory.peak_allocated = 100.0 * byte, slower.memory.peak_allocated = 50.0 * byte;
    fuller.memory.fits = slower.memory.fits = true;
    costs.stages = {{.work = &fuller, .context = 0.5, .context_exposed = 0.125, .weights = {2.0, 1.0}},
                    {.work = &slower, .context = 0.25, .context_exposed = 0.25, .weights = {3.0, 0.5}}};
  }
  [[nodiscard]] ParallelEstimate joined() const {
    return detail::joined(
        {.network = network, .recipe = recipe, .layout = layout, .card = h100(), .per_node = 8, .passes = 4}, costs);
  }
};
[[nodiscard]] double s(Time t) { return in(t, second); }
}  // namespace

TEST_CASE("stages joined: the pipeline of the slowest, once and exchanges of the longest, memory of the fullest") {
  ByHand hand;
  const ParallelEstimate e = hand.joined();
  // 4 x 7 and 4 while it fills; 3 once; weights 1, between stages 0.5
  CHECK(s(e.step.step) == doctest::Approx(32.0 + 3.0 + 1.0 + 0.5));
  CHECK(s(e.communication) == doctest::Approx(4 * 0.25 + 3.0 + 8.0 + 4 * 0.5));
  const double exposed = 4 * 0.25 + 1.0 + 0.5 + 4 * 0.25;
  CHECK(s(e.exposed) == doctest::Approx(exposed));
  CHECK(e.step.communication == e.exposed);
  CHECK(s(e.step.low) == doctest::Approx(0.75 * (36.5 - exposed) + exposed));
  CHECK(s(e.step.high) == doctest::Approx(1.25 * (36.5 - exposed) + exposed));
  CHECK(s(e.step.device_busy) == doctest::Approx(6.0 + 3 * 5.0));
  CHECK(s(e.step.host) == doctest::Approx(4.0 + 3 * 2.5));
  CHECK(e.bubble == doctest::Approx(4.0 / 36.5));
  CHECK(e.step.peak_allocated == 100.0 * byte);
  CHECK(e.step.fits);
  hand.layout.zero = 3;  // weights travel in each pass
  CHECK(s(hand.joined().communication) == doctest::Approx(4 * 0.25 + 4 * 3.0 + 8.0 + 4 * 0.5));
  CHECK(s(hand.joined().step.step) == doctest::Approx(32.0 + 3.0 + 4 * 1.0 + 0.5));
  hand.slower.memory.fits = false;
  CHECK_FALSE(hand.joined().step.fits);
  hand.slower.time.bound = Bound::math;
  CHECK(hand.joined().step.bound == Bound::math);
  hand.costs.stages[1].weights.exposed = 100.0;
  CHECK(hand.joined().step.bound == Bound::communication);
  hand.layout = {};
  CHECK(hand.joined().bubble == 0.0);
}

TEST_CASE("what stages hand on: a pass's activations, by tensor ranks unless the sequence is cut") {
  Network network =
      build(Gpt2{.layers = 2, .hidden = 64, .heads = 4, .vocabulary = 128, .positions = 32, .sequence = 32});
  const std::vector<StageRange> stages = pipeline_stages(network, 2);
  const Recipe recipe{.batch = 3, .precision = Precision::bf16};
  const auto bytes = [&](const ParallelLayout& layout) {
    return detail::handed_over({.network = network, .recipe = recipe, .layout = layout, .card = h100(), .per_node = 8},
                               network, stages);
  };
  CHECK(bytes({.pp = 2}) == 3.0 * 32 * 64 * 2);
  CHECK(bytes({.tp = 4, .pp = 2}) == 3.0 * 32 * 64 * 2 / 4);
  CHECK(bytes({.tp = 4, .pp = 2, .sequence_parallel = true}) == 3.0 * 32 * 64 * 2);
}

TEST_CASE("sends between stages: there and back for each part of each pass, exposed while the pipeline runs") {
  CardModel card = h100();
  const auto step = [&](const Recipe& recipe, const ParallelLayout& layout) {
    return estimate_parallel(gpt(), recipe, layout, dgx(), card);
  };
  Recipe recipe{.batch = 8, .precision = Precision::bf16, .optimizer = Optimizer::adamw, .mode = Mode::infer};
  const ParallelLayout two{.pp = 2, .micro_batch = 2};
  const CollectiveModel links = make_collective_model(dgx(), card.device);
  const double send = in(
      predict(Collective{.kind = CollectiveKind::send, .gpus = 2, .size = 2.0 * 512 * 1024 * 2 * byte, .per_node = 2},
              links)
          .total,
      second);
  CHECK(s(step(recipe, two).communication) == doctest::Approx(2.0 * 4 * send).scale(0.0));
  CHECK(s(step(recipe, two).exposed) == doctest::Approx((4 + 2 - 1) * send).scale(0.0));
  recipe.mode = Mode::train;
  CHECK(s(step(recipe, two).exposed) == doctest::Approx(2.0 * (4 + 2 - 1) * send).scale(0.0));
  ParallelLayout parts = two;
  parts.virtual_stages = 2;
  CHECK(s(step(recipe, parts).exposed) == doctest::Approx(2.0 * (8 + 2 - 1) * send).scale(0.0));
  // of few passes through many stages the rest are sends of other stages, for which this one waits
  const ParallelLayout eight{.pp = 8, .micro_batch = 8};
  const ParallelEstimate few = step(recipe, eight);
  CHECK(few.exposed == few.communication);
  CHECK(few.bubble > 0.0);
  CHECK(few.bubble < 1.0);
}

TEST_CASE("samples, tokens and utilization are those of all cards and passes") {
  const ParallelEstimate e = estimate({.dp = 4}, 8);
  const double step = seconds(e);
  CHECK(e.samples_per_second == doctest::Approx(32.0 / step));
  CHECK(e.tokens_per_second == doctest::Approx(32.0 * 512.0 / step));
  const double work = 32.0 * 3.0 * in(forward_work(gpt(), 1), flop),
               peak_rate = in(peak(h100().device, NumberFormat::bf16), flop / second);
  CHECK(e.mfu == doctest::Approx(work / (4.0 * peak_rate * step)));
  // no gradients of weights beside adapters: forward, and gradients of activations
  const ParallelEstimate adapted = estimate({.dp = 4, .adapter = {.rank = 8}}, 8);
  CHECK(adapted.mfu == doctest::Approx(2.0 / 3.0 * work / (4.0 * peak_rate * seconds(adapted))));
}

TEST_CASE("the least state: each part by the ranks that cut it") {
  const auto bytes = [](const ParallelLayout& layout, const Recipe& recipe = {.precision = Precision::fp32}) {
    return in(least_state(1200.0, recipe, layout), byte);
  };
  CHECK(bytes({}) == 1200.0 * (4 + 4 + 8));
  CHECK(bytes({.dp = 4, .zero = 1}) == 1200.0 * (4 + 4 + 2));
  CHECK(bytes({.dp = 4, .zero = 2}) == 1200.0 * (4 + 1 + 2));
  CHECK(bytes({.dp = 4, .zero = 3}) == 1200.0 * (1 + 1 + 2));
  CHECK(bytes({.tp = 2, .pp = 3, .ep = 2}) == 100.0 * (4 + 4 + 8));
  CHECK(bytes({.offload = Offload::optimizer}) == 1200.0 * (4 + 4));
  CHECK(bytes({.adapter = {.rank = 4}}) == 1200.0 * 4);
  CHECK(bytes({}, {.precision = Precision::fp32, .mode = Mode::infer}) == 1200.0 * 4);
}
}  // namespace planner_parallel_estimate_test
