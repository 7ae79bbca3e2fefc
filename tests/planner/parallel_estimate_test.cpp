#include <doctest/doctest.h>

#include <perfmodel/json/card.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/network/llama.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/planner/parallel_estimate.hpp>
#include <perfmodel/planner/what_if.hpp>

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
}  // namespace planner_parallel_estimate_test
