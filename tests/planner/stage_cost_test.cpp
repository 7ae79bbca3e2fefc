#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <tests/planner/stages.hpp>
#include <vector>

namespace planner_stage_cost_test {
using namespace perfmodel;

// Seconds worked out by hand for a link of made-up constants: half of 100 MB a second, a second a step of a ring, ten
// to start. Copies in the card's memory are asked of the same model, so that their constants do not matter.

namespace {

using detail::PassTime;
constexpr double rounding = 1e-12, bandwidth = 1e8, share = 0.5;

[[nodiscard]] const CardModel& card() {
  static const CardModel made = [] {
    CardModel c = make_card_model(json::load_device("h100-sxm5-80gb").device);
    const LinkModel link{.link = Link::nvlink4,
                         .bandwidth = bandwidth,
                         .constants = {.share = share, .hop_seconds = 1.0, .start_seconds = 10.0}};
    c.steps.kernels.collective = {.pcie = link, .nvlink = link, .nvlink_cards = 8, .network = link};
    return c;
  }();
  return made;
}
/// An all-gather or a reduce-scatter of so many bytes among so many cards.
[[nodiscard]] double half_ring(double cards, double bytes) {
  return 10.0 + (cards - 1.0) + (cards - 1.0) / cards * bytes / (share * bandwidth);
}
[[nodiscard]] double whole_ring(double cards, double bytes) { return half_ring(cards, bytes) * 2.0 - 10.0; }

struct Question {
  Network network{.name = "hand-made"};
  ParallelLayout layout{};
  Recipe recipe{.batch = 2, .precision = Precision::fp32};
  double widened{1.0};
  bool amp{};
  [[nodiscard]] detail::ParallelQuestion get() const {
    return {.network = network,
            .recipe = recipe,
            .layout = layout,
            .card = card(),
            .per_node = 8,
            .widened = widened,
            .amp = amp};
  }
};

[[nodiscard]] Layer plain() { return {.what = Linear{.inputs = 4, .outputs = 4}}; }
[[nodiscard]] Layer mixture() { return {.what = MixtureOfExperts{.width = 4, .inner = 4, .experts = 4, .used = 2}}; }

[[nodiscard]] std::vector<double> forward_times(const std::vector<PassTime>& times) {
  std::vector<double> out;
  for (const PassTime& t : times) out.push_back(t.forward);
  return out;
}
[[nodiscard]] auto about(double value) { return doctest::Approx(value).epsilon(rounding).scale(0.0); }
/// Seconds by which computation beside it is longer while so many bytes travel.
[[nodiscard]] double slowed(const Question& question, double bytes) {
  return wrapper_table().contention * 1e-9 * bytes / in(question.get().card.device.sms, sm);
}

}  // namespace

TEST_CASE("a gradient travels in its own format; under autocast in that of the weights") {
  CHECK(detail::summed_bytes(Question{}.get()) == 4.0);
  const Recipe half{.precision = Precision::bf16};
  CHECK(detail::summed_bytes(Question{.recipe = half}.get()) == 2.0);
  CHECK(detail::summed_bytes(Question{.recipe = half, .widened = 2.0}.get()) == 2.0);
  CHECK(detail::summed_bytes(Question{.recipe = half, .widened = 2.0, .amp = true}.get()) == 4.0);
}

TEST_CASE("a part is gathered and its gradients are scattered, experts among fewer cards") {
  Question question{.layout = {.dp = 2, .ep = 2}};
  const detail::ParallelQuestion q = question.get();
  const detail::UnitExchange e = detail::unit_exchange(q, 100.0, 50.0, 0.5);
  CHECK(e.gather == about(half_ring(4.0, 400.0) + half_ring(2.0, 200.0)));
  CHECK(e.reduce == about(half_ring(4.0, 200.0) + half_ring(2.0, 100.0)));
  CHECK(e.out == 0.0);
  CHECK(e.back == 0.0);
  CHECK(detail::unit_exchange(q, 100.0, 0.0, 1.0).gather == about(half_ring(4.0, 400.0)));
}

TEST_CASE("FSDP copies a part out of the gathered buffer, and its gradients into one") {
  Question question{.layout = {.dp = 4, .zero = 3}};
  constexpr double count = 3e6;
  {
    const detail::ParallelQuestion q = question.get();
    const detail::UnitExchange e = detail::unit_exchange(q, 2e6, 1e6, 0.5);
    CHECK(e.out == q.copy(count, NumberFormat::fp32, NumberFormat::fp32));
    CHECK(e.back == q.copy(0.5 * count, NumberFormat::fp32, NumberFormat::fp32));
    CHECK(e.out > e.back);
  }
  question.recipe.precision = Precision::bf16, question.amp = true;
  {
    const detail::ParallelQuestion q = question.get();
    CHECK(detail::unit_exchange(q, 2e6, 1e6, 0.5).back == q.copy(0.5 * count, NumberFormat::bf16, NumberFormat::fp32));
  }
  question.layout.dp = 1;
  CHECK(detail::unit_exchange(question.get(), 2e6, 1e6, 0.5).out == 0.0);
}

TEST_CASE("layers in buckets: times stretched, bytes of gradients, experts' apart where they are spread") {
  detail::Stage stage;
  stage.network.layers = {plain(), mixture()};
  stage.parameters = {10.0, 20.0};
  const std::vector<PassTime> times{{1.0, 2.0}, {3.0, 4.0}, {100.0, 100.0}};  // the last one is of no layer
  Question question{.layout = {.dp = 2, .ep = 2}};
  const std::vector<ComputeUnit> spread = detail::layer_units(question.get(), stage, times, 1.5);
  REQUIRE(spread.size() == 2);
  CHECK(spread[0].forward == 1.5);
  CHECK(spread[0].backward == 3.0);
  CHECK(spread[1].backward == 6.0);
  CHECK(spread[0].bytes == 40.0);
  CHECK(spread[0].experts == 0.0);
  CHECK(spread[1].bytes == 0.0);
  CHECK(spread[1].experts == 80.0);
  question.layout = {.dp = 4};
  const std::vector<ComputeUnit> whole = detail::layer_units(question.get(), stage, times, 1.0);
  CHECK(whole[1].bytes == 80.0);
  CHECK(whole[1].experts == 0.0);
  question.layout.adapter.rank = 1;  // 1 x (4 + 4) of 30 have gradients
  CHECK(detail::layer_units(question.get(), stage, times, 1.0)[0].bytes == about(8.0 / 30.0 * 40.0));
}

TEST_CASE("parts of FSDP: what lies outside the blocks is one, and works in front of and behind them") {
  detail::Stage stage;
  stage.network.layers = {plain(), plain(), mixture(), plain(), plain(), plain()};
  stage.parameters = {1e6, 2e6, 5e5, 2e6, 5e5, 3e6};
  stage.parts = {0, 1, 1, 2, 2, 0};
  const std::vector<PassTime> times{{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}, {6, 60}};
  Question question{.layout = {.dp = 2, .ep = 2, .zero = 3, .reshard = false}};
  const detail::ParallelQuestion q = question.get();
  const auto exchange = [&](double gathered, double experts) {
    return detail::unit_exchange(q, gathered, experts, 1.0);
  };
  const std::vector<ComputeUnit> units = detail::sharded_units(q, stage, times, 2.0);
  REQUIRE(units.size() == 4);
  const detail::UnitExchange outside = exchange(4e6, 0.0), first = exchange(2e6, 5e5), last = exchange(2.5e6, 0.0);
  CHECK(units[0].gather == outside.gather);
  CHECK(units[1].gather == first.gather);
  CHECK(units[1].reduce == first.reduce);
  CHECK(units[2].gather == last.gather);
  CHECK(units[2].reduce == last.reduce);
  CHECK(units[3].gather == 0.0);  // it has been gathered in front
  CHECK(units[0].forward == about(2.0 * 1.0 + outside.out));
  CHECK(units[1].forward == about(2.0 * 5.0 + first.out));
  CHECK(units[2].forward == about(2.0 * 9.0 + last.out));
  CHECK(units[3].forward == 12.0);
  CHECK(units[0].backward == about(20.0 + outside.back));
  CHECK(units[1].backward == about(100.0 + first.back));
  CHECK(units[3].backward == 120.0);
  CHECK(units[1].copies == about(first.out + first.back));
  question.layout.reshard = true;  // blocks are gathered again, and copied again
  const std::vector<ComputeUnit> again = detail::sharded_units(question.get(), stage, times, 2.0);
  CHECK(again[0].copies == about(outside.out + outside.back));
  CHECK(again[1].copies == about(2.0 * first.out + first.back));
  CHECK(again[1].backward == about(100.0 + first.out + first.back));
}

TEST_CASE("equal parts cost the same, parts that differ in one of two numbers do not") {
  detail::Stage stage;
  stage.network.layers = {plain(), mixture(), plain(), mixture(), plain(), mixture()};
  stage.parameters = {1e3, 1e3, 1e3, 1e3, 2e3, 1e3};
  stage.parts = {0, 0, 1, 1, 2, 2};
  const std::vector<PassTime> times(6);
  Question question{.layout = {.dp = 2, .ep = 2, .zero = 3}};
  const detail::ParallelQuestion q = question.get();
  CHECK(detail::sharded_units(q, stage, times, 1.0)[1].gather == about(half_ring(4.0, 4e3) + half_ring(2.0, 4e3)));
  CHECK(detail::sharded_units(q, stage, times, 1.0)[2].gather == about(half_ring(4.0, 8e3) + half_ring(2.0, 4e3)));
  stage.parameters = {1e3, 1e3, 1e3, 1e3, 1e3, 2e3};
  CHECK(detail::sharded_units(q, stage, times, 1.0)[2].gather == about(half_ring(4.0, 4e3) + half_ring(2.0, 8e3)));
}

TEST_CASE("copies lengthen a step where the GPU does not wait anyway; contention by the share that is hidden") {
  const double contention = wrapper_table().contention;
  const auto after = [](double communication, double exposed, double copies, double travelled, double idle) {
    Overlapped sum{.communication = communication, .exposed = exposed};
    detail::add_contention(sum, copies, travelled, 2.0, idle);
    return sum.exposed;
  };
  CHECK(after(0.0, 0.0, 5.0, 5e9, 0.0) == 0.0);
  CHECK(after(10.0, 10.0, 5.0, 1e11, 0.0) == 15.0);  // all exposed: nothing runs beside it
  CHECK(after(10.0, 10.0, 5.0, 1e11, 3.0) == 12.0);
  CHECK(after(10.0, 10.0, 5.0, 1e11, 7.0) == 10.0);
  CHECK(after(10.0, 2.5, 5.0, 8e9, 0.0) == about(7.5 + contention * 0.75 * 8.0 / 2.0));  // of two SMs
  CHECK(after(10.0, 20.0, 5.0, 8e9, 0.0) == 25.0);
}

TEST_CASE("gradients travel in one bucket behind a backward pass, or while it runs") {
  detail::Stage stage;
  stage.network.layers = {plain(), plain()};
  stage.parameters = {5e6, 5e6};
  stage.parts = {0, 0};
  detail::StageWork work;
  work.layers = {{1.0, 1.0}, {1.0, 2.0}};
  work.pass = 5.0;  // as long as its kernels: nothing idles, nothing is stretched
  Question question{.layout = {.dp = 4, .bucket = 1e9 * byte}};
  const auto sum = [&] { return detail::weight_exchange(question.get(), stage, work); };
  const auto contention = [&](double bytes, double hidden) {  // of a ring of four
    return hidden * slowed(question, 1.5 * bytes);
  };
  // one bucket, which fills as the pass ends
  CHECK(sum().communication == about(whole_ring(4.0, 4e7)));
  CHECK(sum().exposed == about(whole_ring(4.0, 4e7)));
  // two: the first travels while the first layer's backward pass runs, one second
  question.layout.bucket = 1.0 * byte;
  const double both = 2.0 * whole_ring(4.0, 2e7);
  CHECK(sum().communication == about(both));
  CHECK(sum().exposed == about(both - 1.0 + contention(4e7, 1.0 / both)));
  CHECK(sum().exposed > both - 1.0);
  // a pass twice as long as its kernels waits for the host in the rest, which takes the contention
  work.pass = 10.0;
  CHECK(sum().exposed == about(both - 2.0));
  work.pass = 2.5;  // shorter than the sum of its layers: nothing is squeezed
  CHECK(sum().exposed == about(both - 1.0 + contention(4e7, 1.0 / both)));
  work.pass = 5.0;
  question.layout.pp = 2;  // sums begin when the pipeline has run empty
  CHECK(sum().exposed == about(both));
  question.layout.pp = 1, question.layout.dp = 1;
  CHECK(sum().communication == 0.0);
  question.layout.dp = 4, question.recipe.mode = Mode::infer;
  CHECK(sum().communication == 0.0);
}

TEST_CASE("ZeRO 1 and 2 scatter gradients and gather the parameters that were updated elsewhere") {
  detail::Stage stage;
  stage.network.layers = {plain(), mixture()};
  stage.parameters = {5e6, 2e6};
  stage.parts = {0, 0};
  detail::StageWork work;
  work.layers = {{1.0, 1.0}, {1.0, 2.0}};
  work.pass = 5.0;
  Question question{.layout = {.dp = 2, .ep = 2, .zero = 1, .bucket = 1e9 * byte}};
  const Overlapped e = detail::weight_exchange(question.get(), stage, work);
  const double once = half_ring(4.0, 2e7) + half_ring(2.0, 8e6);
  CHECK(e.communication == about(2.0 * once));
  CHECK(e.exposed == about(2.0 * once));  // one bucket, behind the pass; parameters behind the update
  question.layout.zero = 2;
  CHECK(detail::weight_exchange(question.get(), stage, work).communication == about(2.0 * once));
  question.layout = {.dp = 2, .ep = 2, .bucket = 1.0 * byte};
  const double summed = whole_ring(4.0, 2e7) + whole_ring(2.0, 8e6);
  const Overlapped all = detail::weight_exchange(question.get(), stage, work);
  CHECK(all.communication == about(summed));
  // the experts' bucket is sent first, while the first layer works for a second; what travels is all of both
  CHECK(all.exposed == about(summed - 1.0 + slowed(question, 1.5 * 2e7 + 8e6) / summed));
}

TEST_CASE("experts that nobody shares do not travel") {
  detail::Stage stage;
  stage.network.layers = {mixture(), plain()};
  stage.parameters = {2e6, 5e6};
  stage.parts = {0, 0};
  detail::StageWork work;
  work.layers = {{1.0, 1.0}, {1.0, 2.0}};
  work.pass = 5.0;
  const Question question{.layout = {.ep = 2, .bucket = 1.0 * byte}};
  const double alone = whole_ring(2.0, 2e7);
  const Overlapped few = detail::weight_exchange(question.get(), stage, work);
  CHECK(few.communication == about(alone));
  CHECK(few.exposed == about(alone - 1.0 + slowed(question, 2e7) / alone));
}

TEST_CASE("ZeRO 3: the pass of its parts, with the copies that the GPU has no time for") {
  detail::Stage stage;
  stage.network.layers = {plain(), plain()};
  stage.parameters = {5e6, 5e6};
  stage.parts = {0, 1};
  detail::StageWork work;
  work.layers = {{1.0, 1.0}, {1.0, 2.0}};
  work.pass = 5.0;
  Question question{.layout = {.dp = 4, .zero = 3}};
  const detail::ParallelQuestion q = question.get();
  const std::vector<ComputeUnit> units = detail::sharded_units(q, stage, work.layers, 1.0);
  Overlapped expected = sharded_pass(units, true);
  double copies = 0.0, travelled = 0.0;
  for (const ComputeUnit& u : units) copies += u.copies, travelled += u.travelled;
  CHECK(copies > 0.0);
  CHECK(travelled == about(5.0 * 0.75 * 2e7));  // both parts there and back, the block gathered once more
  detail::add_contention(expected, copies, travelled, in(q.card.device.sms, sm), 0.0);
  const Overlapped e = detail::weight_exchange(q, stage, work);
  CHECK(e.communication == about(3.0 * half_ring(4.0, 2e7) + 2.0 * half_ring(4.0, 2e7)));
  CHECK(e.exposed == about(expected.exposed));
}

TEST_CASE("context ranks: keys and values of all, hidden behind the parts of a pass") {
  // 32 tokens of 2 sequences on each card, 4 heads of 16, in FP32: 2 x 64 x 64 numbers
  constexpr double numbers = 2.0 * 64.0 * 64.0, bytes = 4.0 * numbers;
  Network network =
      build(Gpt2{.layers = 1, .hidden = 64, .heads = 4, .vocabulary = 128, .positions = 64, .sequence = 32});
  Question question{.layout = {.cp = 4}};
  detail::StageWork work;
  std::size_t attention = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (std::holds_alternative<DotProductAttention>(network.layers[i].what)) attention = i;
  work.layers.resize(network.layers.size());
  const auto cost = [&] {
    detail::StageCost c{.work = &work};
    detail::add_context(question.get(), network, c);
    return c;
  };
  const double gather = half_ring(4.0, 4.0 * bytes), send = 10.0 + 1.0 + bytes / (share * bandwidth);
  CHECK(cost().context == about(2.0 * gather + 4.0 * send));
  CHECK(cost().context_exposed == about(2.0 * gather + 4.0 * send));
  work.layers[attention] = {.forward = 8.0, .backward = 16.0};  // a quarter of each hides one part
  CHECK(cost().context == about(2.0 * gather + 4.0 * send));
  CHECK(cost().context_exposed == about(2.0 * gather - 2.0 - 4.0 + 3.0 * (send - 4.0) + send));
  work.layers[attention] = {.forward = 1e9, .backward = 1e9};
  CHECK(cost().context_exposed == about(send));  // the last gradients travel alone
  question.recipe.mode = Mode::infer;
  CHECK(cost().context == about(gather));
  question.layout.cp = 1;
  CHECK(cost().context == 0.0);
}

TEST_CASE("layers of blocks that are left out take as long as those before the gap") {
  // one layer before, blocks of two layers, one behind; three of five blocks kept
  const std::vector<PassTime> kept{{1, 0}, {10, 0}, {11, 0}, {20, 0}, {21, 0}, {30, 0}, {31, 0}, {9, 0}};
  const std::vector<double> all{1, 10, 11, 20, 21, 20, 21, 20, 21, 30, 31, 9};
  CHECK(forward_times(detail::unfolded(kept, {.begin = 1, .layers = 2, .blocks = 5}, 3)) == all);
  CHECK(forward_times(detail::unfolded(kept, {.begin = 1, .layers = 2, .blocks = 3}, 3)) == forward_times(kept));
}

TEST_CASE("memory and times grow in proportion to the blocks") {
  // three blocks, seven, and then eleven: once as much again
  StepEstimate few, all;
  few.peak_allocated = 10.0 * byte, few.peak_reserved = 12.0 * byte, few.device_used = 17.0 * byte;
  all.peak_allocated = 18.0 * byte, all.peak_reserved = 22.0 * byte, all.device_memory = 37.0 * byte;
  detail::grow_memory(all, few, 1.0);
  CHECK(all.peak_allocated == 26.0 * byte);
  CHECK(all.peak_reserved == 32.0 * byte);
  CHECK(all.device_used == 37.0 * byte);  // 5 bytes outside
  CHECK(all.fits);
  all.peak_allocated = 18.0 * byte, all.peak_reserved = 18.5 * byte, few.peak_reserved = 17.0 * byte;
  few.device_used = 22.0 * byte;
  detail::grow_memory(all, few, 2.5);
  CHECK(all.peak_allocated == 38.0 * byte);
  CHECK(all.peak_reserved == 38.0 * byte);  // 22.25 would be less than what is in use
  CHECK(all.device_used == 43.0 * byte);
  CHECK_FALSE(all.fits);
  detail::StageWork less, more;
  less.pass = 3.0, less.once = 1.0, less.busy = 2.0, less.host = 1.0, less.more_busy = 4.0, less.more_host = 5.0;
  more.pass = 7.0, more.once = 2.0, more.busy = 6.0, more.host = 4.0, more.more_busy = 9.0, more.more_host = 7.0;
  less.in_stream = 1.0, more.in_stream = 8.0, less.weight_gradients = 2.0, more.weight_gradients = 3.0;
  detail::grow_times(more, less, 0.5);
  CHECK(more.pass == 9.0);
  CHECK(more.once == 2.5);
  CHECK(more.busy == 8.0);
  CHECK(more.host == 5.5);
  CHECK(more.more_busy == 11.5);
  CHECK(more.more_host == 8.0);
  CHECK(more.in_stream == 11.5);
  CHECK(more.weight_gradients == 3.5);
}

TEST_CASE("ranks of several parts wait for each other, those of Megatron-LM do not") {
  const double each = wrapper_table().interleaved;
  CHECK(detail::stretch_of_pass({.pp = 4, .virtual_stages = 2}) == about(1.0 + 2.0 * each));
  CHECK(detail::stretch_of_pass({.pp = 2, .virtual_stages = 3}) == about(1.0 + each));
  CHECK(detail::stretch_of_pass({.pp = 64, .virtual_stages = 3}) == about(1.0 + 2.0 * each));  // four were measured
  CHECK(detail::stretch_of_pass({.pp = 4}) == 1.0);
  CHECK(detail::stretch_of_pass({.pp = 4, .tensor_by_hand = true, .virtual_stages = 2}) == 1.0);
}

TEST_CASE("a stage that was not timed has no exchanges") {
  detail::Stage stage;
  stage.network.layers = {plain()};
  stage.parameters = {1e6};
  detail::StageWork work;
  const Question question{.layout = {.dp = 4}};
  CHECK(detail::stage_cost(question.get(), stage, work).weights.communication == 0.0);
  work.layers = {{1.0, 1.0}}, work.timed = true;
  const detail::StageCost cost = detail::stage_cost(question.get(), stage, work);
  CHECK(cost.weights.communication == about(whole_ring(4.0, 4e6)));
  CHECK(cost.work == &work);
}

// The work of a stage, from its trace.

namespace {

/// A one-card question about a small GPT-2 and all that its stage is read from.
struct Small {
  Network network;
  Recipe recipe{.batch = 2, .precision = Precision::fp32, .optimizer = Optimizer::adamw};
  ParallelLayout layout{};
  std::int64_t passes{1};
  MemoryOptions memory{};
  std::shared_ptr<OperationList> operations{std::make_shared<OperationList>()};
  detail::SharedTraces traces{network, operations};
  std::shared_ptr<OperationPrices> prices =
      std::make_shared<OperationPrices>(*operations, card().steps.kernels, lowering_target(card().steps.kernels));
  std::size_t asking{traces.expect(card(), prices)};
  detail::Stage stage{detail::stage_of(network)};

  explicit Small(std::int64_t layers)
      : network(build(
            Gpt2{.layers = layers, .hidden = 64, .heads = 4, .vocabulary = 128, .positions = 32, .sequence = 32})) {}
  template <class F>
  [[nodiscard]] auto ask(const F& f, const ParallelDetail& detail = {}, bool roughly = false) {
    const detail::ParallelQuestion q{
        .network = network, .recipe = recipe, .layout = layout, .card = card(), .per_node = 8, .passes = passes};
    const detail::StagePlace place{.stage = stage, .key = detail::key_of(layout, 8)};
    return f(detail::StageSource{q, traces, asking, *prices, memory, detail, roughly}, place);
  }
  [[nodiscard]] detail::StageWork traced(std::int64_t blocks = 0) {
    const auto work = [&](const auto& from, const auto& place) { return detail::traced_work(from, place, blocks); };
    return ask(work, {.folded = true});  // who folds blocks asks for the times of layers
  }
  [[nodiscard]] StepTime step(std::int64_t accumulation) {
    Recipe r = recipe;
    r.accumulation = accumulation;
    return step_time(network, r, card().steps);
  }
};
[[nodiscard]] double phase(const StepTime& t, Phase p) {
  const auto i = static_cast<std::size_t>(p);
  return std::max(in(t.device_by_phase[i], second), in(t.host_by_phase[i], second));
}

}  // namespace

TEST_CASE("a stage that is the whole network works as a step on one card does") {
  Small small(2);
  const detail::StageWork work = small.traced();
  const StepEstimate whole = estimate_step(small.network, small.recipe, card());
  const StepTime time = small.step(1);
  const double total = in(time.total, second);
  CHECK(work.memory.peak_allocated == whole.peak_allocated);
  CHECK(work.memory.peak_reserved == whole.peak_reserved);
  CHECK(work.memory.device_used == whole.device_used);
  CHECK(work.memory.fits);
  CHECK(work.pass + work.once == about(total));
  CHECK(work.once == about(phase(time, Phase::optimizer) + phase(time, Phase::zero_gradients)));
  CHECK(work.low == about(in(time.low, time.total)));
  CHECK(work.high == about(in(time.high, time.total)));
  CHECK(work.busy == about(in(time.busy, second)));
  CHECK(work.host == about(in(time.host, second)));
  CHECK(work.weight_gradients == 0.0);  // not asked for
  CHECK(work.in_stream == 0.0);
  REQUIRE(work.layers.size() >= small.network.layers.size());
  CHECK(work.layers[2].forward == about(in(time.layers[2].forward, second)));
  CHECK(work.layers[2].backward == about(in(time.layers[2].backward, second)));
  small.recipe.mode = Mode::infer;
  CHECK(small.traced().once == 0.0);
}

TEST_CASE("of several passes, the second of two is what each further one takes") {
  Small small(2);
  small.passes = 4;
  const detail::StageWork work = small.traced();
  const StepTime one = small.step(1), two = small.step(2);
  CHECK(work.pass == about(in(two.total, second) - in(one.total, second)));
  CHECK(work.once == about(in(one.total, second) - work.pass));
  CHECK(work.busy == about(in(one.busy, second)));
  CHECK(work.more_busy == doctest::Approx(in(two.busy, second) - in(one.busy, second)).epsilon(1e-9));  // a difference
  CHECK(work.more_host == doctest::Approx(in(two.host, second) - in(one.host, second)).epsilon(1e-9));
}

TEST_CASE("gradients of weights: transposed products and sums of a backward pass") {
  OperationList list;
  const auto product = [](Layout layout, std::int64_t batch) {
    return Operation{Gemm{.layout = layout, .batch = batch, .m = 64, .n = 64, .k = 64 + batch}};
  };
  const OperationId weight = list.id_of(product(Layout::tn, 1)), input = list.id_of(product(Layout::nn, 1)),
                    attention = list.id_of(product(Layout::tn, 2)),
                    sum = list.id_of(Operation{op::matrix_sum(64, 32, NumberFormat::fp32, op::ReducedDimension::rows)});
  OperationPrices prices(list, card().steps.kernels, lowering_target(card().steps.kernels));
  const auto step = [](std::initializer_list<std::pair<OperationId, Phase>> all) {
    std::vector<TraceEvent> events{{.what = Allocate{.bytes = 512}, .phase = Phase::backward}};
    for (const auto& [id, phase] : all) events.push_back({.what = Execute{.operation = id}, .phase = phase});
    return events;
  };
  const auto seconds = [&](const std::vector<TraceEvent>& events) {
    TimedStep timed;
    for (const TraceEvent& event : events) timed.push_back(event);
    timed.end();
    return detail::weight_gradient_seconds(timed, prices);
  };
  CHECK(seconds(step({{input, Phase::backward}, {attention, Phase::backward}})) == 0.0);
  CHECK(seconds(step({{weight, Phase::forward}, {sum, Phase::forward}})) == 0.0);
  CHECK(seconds(step({{weight, Phase::backward}, {input, Phase::backward}})) == prices(weight).total);
  CHECK(seconds(step({{weight, Phase::backward}, {sum, Phase::backward}, {weight, Phase::backward}})) ==
        about(2.0 * prices(weight).total + prices(sum).total));
}

TEST_CASE("eleven equal blocks and more are those of three and seven, ten are traced") {
  const ParallelDetail folded{.folded = true};
  const auto work = [](const auto& from, const auto& place) { return detail::stage_work(from, place); };
  const auto few = [](std::int64_t blocks) {
    return [blocks](const auto& from, const auto& place) { return detail::unlimited_memory_of(from, place, blocks); };
  };
  for (const std::int64_t blocks : {10, 11, 15}) {
    CAPTURE(blocks);
    Small small(blocks);
    const detail::StageWork brief = small.ask(work, folded), all = small.traced(), seven = small.traced(7),
                            three = small.traced(3);
    const double times = static_cast<double>(blocks - 7) / 4.0;
    const auto grown = [&](double more, double less) { return more + times * (more - less); };
    if (blocks > 10) {
      CHECK(brief.pass == about(grown(seven.pass, three.pass)));
      CHECK(brief.busy == about(grown(seven.busy, three.busy)));
      CHECK(in(brief.memory.peak_allocated, byte) == about(grown(in(small.ask(few(7)).memory.peak_allocated, byte),
                                                                 in(small.ask(few(3)).memory.peak_allocated, byte))));
    } else {
      CHECK(brief.pass == all.pass);
      CHECK(brief.memory.peak_allocated == all.memory.peak_allocated);
    }
    CHECK(brief.layers.size() == all.layers.size());
    CHECK(brief.pass == doctest::Approx(all.pass).epsilon(0.01).scale(0.0));  // what the header promises
    CHECK(small.ask(work).pass == all.pass);                                  // not folded unless asked for
    CHECK(small.ask(work, {.folded = true, .untimed = true}).pass == 0.0);
  }
}

TEST_CASE("memory without a limit is that of the trace, whether it fits or not") {
  Small small(2);
  const detail::StageWork free =
      small.ask([](const auto& from, const auto& place) { return detail::unlimited_memory_of(from, place, 0); });
  const detail::StageWork limited =
      small.ask([](const auto& from, const auto& place) { return detail::memory_of(from, place, 0); });
  CHECK(free.memory.peak_allocated == limited.memory.peak_allocated);
  CHECK(free.memory.peak_reserved == limited.memory.peak_reserved);
  CHECK(free.memory.device_used == limited.memory.device_used);
  CHECK(free.memory.device_memory == limited.memory.device_memory);
  CHECK(free.memory.fits);
  small.memory.other_processes = std::int64_t{1} << 40;  // leaves nothing
  const detail::StageWork none =
      small.ask([](const auto& from, const auto& place) { return detail::unlimited_memory_of(from, place, 0); });
  CHECK_FALSE(none.memory.fits);
  CHECK(none.memory.peak_reserved == free.memory.peak_reserved);
  CHECK(none.memory.device_memory == none.memory.device_used - none.memory.peak_reserved);
  CHECK_FALSE(small.traced().timed);
  CHECK(small
            .ask([](const auto& from, const auto& place) { return detail::traced_work(from, place, 0); },
                 {.all_times = true})
            .timed);
}
}  // namespace planner_stage_cost_test
