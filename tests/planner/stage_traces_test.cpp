#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/network/fcnn.hpp>
#include <tests/planner/stages.hpp>
#include <vector>

namespace planner_stage_traces_test {
using namespace perfmodel;

// What a card stores of its stage, by counts of parameters worked out by hand; what traces are told apart by; which
// events of a trace cost time and which take memory.

namespace {

using Counts = std::vector<double>;

[[nodiscard]] const CardModel& card() {
  static const CardModel made = make_card_model(json::load_device("h100-sxm5-80gb").device);
  return made;
}
[[nodiscard]] Layer linear(std::int32_t block, std::int64_t width = 4) {
  return {.name = "linear", .what = Linear{.inputs = width, .outputs = width}, .block = block};
}
[[nodiscard]] Layer mixture() { return {.what = MixtureOfExperts{.width = 4, .inner = 4, .experts = 4, .used = 2}}; }

struct Question {
  Network network{.name = "hand-made", .inputs = {{.shape = Shape{4}}}};
  ParallelLayout layout{};
  Recipe recipe{.batch = 8, .precision = Precision::fp32};
  std::int64_t passes{1};
  double widened{1.0};
  bool amp{};
  [[nodiscard]] detail::ParallelQuestion get() const {
    return {.network = network,
            .recipe = recipe,
            .layout = layout,
            .card = card(),
            .per_node = 8,
            .passes = passes,
            .widened = widened,
            .amp = amp};
  }
  [[nodiscard]] CardShare share(const Counts& count, double in_flight = 0.0) const {
    return detail::card_share(get(), network, count, in_flight);
  }
};
[[nodiscard]] Question blocks_question(ParallelLayout layout = {}) {
  Question q{.layout = layout};
  q.network.layers = {linear(-1), linear(0), linear(0), linear(1), linear(-1)};
  return q;
}
const Counts five{10.0, 20.0, 30.0, 40.0, 50.0};

[[nodiscard]] detail::TraceKey share_key(const ParallelLayout& layout, double in_flight = 0.0, double arriving = 0.0) {
  detail::TraceKey key;
  detail::add_share(key, Question{.layout = layout}.get(), in_flight, arriving);
  return key;
}

}  // namespace

TEST_CASE("copies of whole elements, of one and more") {
  const Question question;
  const detail::ParallelQuestion q = question.get();
  CHECK(q.copy(0.9, NumberFormat::fp32, NumberFormat::fp32) == 0.0);
  CHECK(q.copy(1.0, NumberFormat::fp32, NumberFormat::fp32) > 0.0);
  CHECK(q.copy(1e9, NumberFormat::bf16, NumberFormat::bf16) < q.copy(1e9, NumberFormat::fp32, NumberFormat::fp32));
}

TEST_CASE("one card alone exchanges nothing, and nobody exchanges nothing") {
  const Question question;
  const detail::ParallelQuestion q = question.get();
  CHECK(q.seconds(CollectiveKind::all_reduce, {1, 1}, 1e6) == 0.0);
  CHECK(q.seconds(CollectiveKind::all_reduce, {4, 4}, 0.0) == 0.0);
  CHECK(q.seconds(CollectiveKind::all_reduce, {4, 4}, 1e6) ==
        in(predict(Collective{.kind = CollectiveKind::all_reduce, .gpus = 4, .size = 1e6 * byte, .per_node = 4},
                   card().steps.kernels.collective)
               .total,
           second));
}

TEST_CASE("data ranks hold all and exchange buckets of gradients") {
  Question q = blocks_question({.dp = 4, .bucket = 100.0 * byte, .bucket_view = true});
  const CardShare share = q.share(five);
  CHECK(share.buckets == 4.0 * 150.0);
  CHECK(share.bucket == 100.0);
  CHECK(share.bucket_format == NumberFormat::fp32);
  CHECK(share.bucket_view);
  CHECK(share.buffers == 0);
  CHECK(share.state == 1.0);
  CHECK(share.gradients == 1.0);
  CHECK_FALSE(share.gathered);
  q.network.layers[2].what = BatchNorm{.channels = 4};
  CHECK(q.share(five).buffers == 3);  // mean, variance, count of batches
  q.recipe.precision = Precision::bf16;
  CHECK(q.share(five).buckets == 2.0 * 150.0);
  q.layout.adapter.rank = 1;  // 4 + 4 in each of four linear layers have gradients
  CHECK(q.share(five).buckets == doctest::Approx(2.0 * 32.0));
  q.layout.adapter.rank = 0, q.recipe.mode = Mode::infer;
  CHECK_FALSE(changes(q.share(five)));
  CHECK_FALSE(q.share(five).bucket_view);
  CHECK_FALSE(changes(blocks_question().share(five)));
}

TEST_CASE("ZeRO cuts state, gradients, parameters, one after the other") {
  Question q = blocks_question({.dp = 4, .zero = 1, .reshard = false, .bucket_view = true});
  CHECK(q.share(five).state == 0.25);
  CHECK(q.share(five).gradients == 1.0);
  CHECK(q.share(five).buckets == 0.0);
  CHECK_FALSE(q.share(five).bucket_view);
  CHECK_FALSE(q.share(five).again);
  q.layout.zero = 2, q.widened = 2.0;
  CHECK(q.share(five).state == 0.5);
  CHECK(q.share(five).gradients == 0.5);
  CHECK(q.share(five).parameters == 1.0);
  CHECK(q.share(five).part_of == std::vector<std::int32_t>{0, 1, 1, 2, 0});
  CHECK_FALSE(q.share(five).gathered);
  q.layout.zero = 3;
  const CardShare cut = q.share(five);
  CHECK(cut.parameters == 0.5);
  CHECK(cut.gathered);
  CHECK(cut.bytes == Counts{4.0 * 60.0, 4.0 * 50.0, 4.0 * 40.0});
  CHECK(cut.tensors == std::vector<std::int64_t>{4, 4, 2});  // weights and biases
  CHECK(cut.inputs == 0.0);
  q.network.layers[4].parameters_of = 0;  // tied: no tensors of its own
  CHECK(q.share(five).tensors == std::vector<std::int64_t>{2, 4, 2});
  q.amp = true;  // the caller holds eight samples of four numbers in FP32
  CHECK(q.share(five).inputs == 4.0 * 8.0 * 4.0);
  q.network.inputs[0].integers = true;
  CHECK(q.share(five).inputs == 0.0);
}

TEST_CASE("experts are cut among fewer cards") {
  Question q{.layout = {.dp = 3, .ep = 2, .zero = 1}};
  q.network.layers = {linear(-1), mixture()};
  const Counts count{30.0, 10.0};
  CHECK(q.share(count).less_cut == Counts{1.0, 2.0});
  CHECK(q.share(count).mean_less_cut == 1.25);  // 10 of 40 are twice as many
  CHECK(q.share(count).unshared == std::vector<bool>{false, false});
  q.layout.zero = 0;
  CHECK(q.share(count).less_cut.empty());
  CHECK(q.share(count).mean_less_cut == 1.0);
  CHECK(q.share(count).unshared == std::vector<bool>{false, false});
  CHECK(q.share(count).buckets == 4.0 * 40.0);
  q.layout.dp = 1;  // nobody else has these experts
  CHECK(q.share(count).unshared == std::vector<bool>{false, true});
  CHECK(q.share(count).buckets == 4.0 * 30.0);
  q.layout = {.dp = 6, .zero = 1};
  CHECK(q.share(count).less_cut.empty());
  CHECK(q.share(count).unshared.empty());
  q.layout = {.dp = 3, .ep = 2, .zero = 1};
  CHECK(q.share({0.0, 0.0}).mean_less_cut == 1.0);
}

TEST_CASE("adapters: two thin matrices beside each linear layer, over all parameters") {
  Question q = blocks_question();
  CHECK(detail::trained_share({}, q.network, five) == 1.0);
  CHECK(detail::trained_share({.rank = 2}, q.network, five) == 2.0 * 8.0 * 5.0 / 150.0);
  q.network.layers[0].what = Dropout{};
  CHECK(detail::trained_share({.rank = 2}, q.network, five) == 2.0 * 8.0 * 4.0 / 150.0);
  CHECK(detail::trained_share({.rank = 2}, q.network, Counts(5, 0.0)) == 0.0);
}

TEST_CASE("micro-batches that wait: up to the last block, and whether they are all") {
  Question q = blocks_question();
  q.passes = 4;
  CHECK(q.share(five).last_block == -1);  // none waits
  CHECK(q.share(five, 2.0).last_block == 3);
  CHECK(q.share(five, 2.0).in_flight == 2.0);
  CHECK_FALSE(q.share(five, 2.0).drains);
  CHECK(q.share(five, 3.0).drains);  // three and the one that works
}

TEST_CASE("buffers for what arrives: of all micro-batches but the one at hand, from both sides, of each part") {
  constexpr double passed = 10.0;  // numbers of a sample: 8 samples in FP32 are 320 bytes
  Question q{.layout = {.pp = 4}, .passes = 6};
  const auto buffers = [&](std::int64_t rank) { return detail::arriving_bytes(q.get(), rank, passed) / 320.0; };
  CHECK(buffers(0) == 5.0);  // gradients alone
  CHECK(buffers(1) == 10.0);
  CHECK(buffers(3) == 5.0);
  q.layout.virtual_stages = 2;
  CHECK(buffers(0) == 6.0 + 11.0);  // the second part has a stage before it, which the trace of the first has not
  CHECK(buffers(2) == 22.0);
  q.recipe.precision = Precision::bf16;
  CHECK(buffers(2) == 11.0);
  q.recipe.mode = Mode::infer;
  CHECK(buffers(2) == 0.0);
  q.recipe.mode = Mode::train, q.layout.tensor_by_hand = true;  // Megatron-LM makes them as they arrive
  CHECK(buffers(2) == 0.0);
  q.layout = {.dp = 4};
  CHECK(buffers(0) == 0.0);
  CHECK(detail::card_share(blocks_question().get(), q.network, five, 0.0, 64.0).arriving == 64.0);
}

TEST_CASE("traces of cards are told apart by how many hold the weights only where these are cut") {
  CHECK(share_key({.dp = 2}) == share_key({.dp = 16}));
  CHECK(share_key({.dp = 1}) != share_key({.dp = 2}));
  CHECK(share_key({.dp = 2, .zero = 1}) != share_key({.dp = 16, .zero = 1}));
  CHECK(share_key({.dp = 2, .ep = 2}) == share_key({.dp = 4, .ep = 2}));  // two and more share an expert
  CHECK(share_key({.dp = 1, .ep = 4}) != share_key({.dp = 2, .ep = 2}));  // nobody else has it
  CHECK(share_key({.dp = 4}) != share_key({.dp = 2, .ep = 2}));
  CHECK(share_key({.dp = 4, .ep = 2, .zero = 1}) != share_key({.dp = 2, .ep = 4, .zero = 1}));
  CHECK(share_key({.dp = 2}, 1.0) != share_key({.dp = 2}, 1.5));
  CHECK(share_key({.pp = 2}, 1.0, 8.0) != share_key({.pp = 2}, 1.0, 16.0));
  CHECK(share_key({.dp = 2}) != share_key({.dp = 2, .reshard = false}));
  CHECK(share_key({.dp = 2}) != share_key({.dp = 2, .bucket_view = true}));
  CHECK(share_key({.dp = 2}) != share_key({.dp = 2, .bucket = 1.0 * mebi * byte}));
}

TEST_CASE("recipes are told apart, loops of the optimizer from none, too") {
  const auto key = [](const Recipe& r) {
    detail::TraceKey k;
    detail::add_recipe(k, r);
    return k;
  };
  Recipe loop{};
  loop.optimizer_loop = OptimizerLoop{};
  CHECK(key(loop) != key({}));
  Recipe other = loop;
  other.optimizer_loop = static_cast<OptimizerLoop>(1);
  CHECK(key(other) != key(loop));
  CHECK(key({.batch = 2}) != key({.batch = 4}));
  CHECK(key({.mode = Mode::infer}) != key({}));
  CHECK(key({.checkpoint_attention = true}) != key({}));
  CHECK(key({.accumulation = 2}) == key({}));  // passes are told apart elsewhere
}

TEST_CASE("what is known of a stage's room holds for every batch, and for 16 bits of either kind") {
  const Network network = fcnn({.layers = 2, .hidden = 64, .inputs = 32, .outputs = 8});
  detail::Stage stage = detail::stage_of(network);
  const auto key = [&](const Recipe& r, const ParallelLayout& l = {}) {
    return detail::room_key({.stage = stage, .key = {7}}, Question{.layout = l, .recipe = r}.get());
  };
  CHECK(key({.batch = 2}) == key({.batch = 64}));
  CHECK(key({.precision = Precision::amp_bf16}) == key({.precision = Precision::amp_fp16, .gradient_scaler = false}));
  CHECK(key({.precision = Precision::fp32}) != key({.precision = Precision::amp_bf16}));
  CHECK(key({}, {.dp = 2}) == key({}, {.dp = 8}));
  CHECK(key({}, {.dp = 1}) != key({}, {.dp = 2}));
  CHECK(key({}, {.dp = 2}) != key({}, {.dp = 2, .zero = 1}));
}

TEST_CASE("layouts are told apart by what they change in the network") {
  const auto key = [](const ParallelLayout& l, std::int64_t per_node = 8) { return detail::key_of(l, per_node); };
  CHECK(key({.dp = 2}) == key({.dp = 4, .zero = 3}));
  CHECK(key({.tp = 2}) != key({.tp = 4}));
  CHECK(key({.tp = 8}, 8) != key({.tp = 8}, 4));
  CHECK(key({.ep = 8}, 8) != key({.ep = 8}, 4));
  CHECK(key({.tp = 2, .tensor_by_hand = true}) != key({.tp = 2}));
  CHECK(key({.adapter = {.rank = 4}}) != key({.adapter = {.rank = 4, .quantized = true}}));
}

TEST_CASE("events of a stage: memory while it is wanted, time from a moment on, releases only where passes turn") {
  TimedStep step;
  detail::StageEvents events(step);
  std::vector<AllocationProgram::Operation> memory;
  const TraceEvent allocate{.what = Allocate{.tensor = 3, .bytes = 100}}, release{.what = Release{.tensor = 3}},
      work{.what = HostWork{}};
  TraceEvent back = release;
  back.phase = Phase::backward;
  events.push_back(allocate);  // nobody wants it
  events.memory_to(&memory);
  events.push_back(allocate);
  events.push_back(release);
  events.push_back(work);
  CHECK(step.events().empty());
  REQUIRE(memory.size() == 2);
  CHECK(memory[0].tensor == 3);
  CHECK(memory[0].bytes == 100);
  CHECK(memory[1].bytes == AllocationProgram::release);
  events.memory_to(nullptr);
  events.time();
  events.push_back(work);     // 1
  events.push_back(release);  // left out
  events.push_back(work);     // 2
  events.push_back(back);     // 3: a backward pass begins with it
  events.push_back(back);     // left out
  events.push_back(release);  // 4: it ends
  events.push_back(release);  // left out, until it is the last
  CHECK(step.events().size() == 4);
  step.end();
  CHECK(step.events().size() == 5);
  events.push_back(work);
  step.end();
  CHECK(step.events().size() == 6);
  CHECK(memory.size() == 2);
}

TEST_CASE("techniques change traces of training alone") {
  const Network network = fcnn({.layers = 2, .hidden = 64, .inputs = 32, .outputs = 8});
  const Recipe train{.batch = 8}, infer{.batch = 8, .mode = Mode::infer};
  const auto events = [&](const Recipe& r, const ParallelLayout& l) {
    const StepTrace trace = detail::with_techniques(step_trace(network, r), r, l);
    return trace.first_step.size() + trace.step.size();
  };
  const std::size_t plain = events(train, {});
  const StepTrace adapted = lora(step_trace(network, train), train, 4),
                  quantized = qlora(step_trace(network, train), train, 4);
  CHECK(events(train, {.adapter = {.rank = 4}}) == adapted.first_step.size() + adapted.step.size());
  CHECK(events(train, {.adapter = {.rank = 4, .quantized = true}}) ==
        quantized.first_step.size() + quantized.step.size());
  CHECK(events(train, {.offload = Offload::optimizer}) != plain);
  CHECK(events(train, {.offload = Offload::activations}) != plain);
  CHECK(events(train, {.adapter = {.rank = 4}}) != plain);
  for (const ParallelLayout& l :
       {ParallelLayout{.offload = Offload::optimizer}, ParallelLayout{.adapter = {.rank = 4}}})
    CHECK(events(infer, l) == events(infer, {}));
}

TEST_CASE("a trace is written once for all that share it, and replayed as that of one card") {
  const Network network = fcnn({.layers = 4, .hidden = 256, .inputs = 128, .outputs = 32});
  Question q{.network = network};
  const auto operations = std::make_shared<OperationList>();
  detail::SharedTraces traces(network, operations);
  detail::Stage stage = detail::stage_of(network);
  const auto ask = [&](const Question& asked, std::int64_t passes) -> detail::StageTrace& {
    const detail::StagePlace place{.stage = stage, .key = detail::key_of(asked.layout, 8)};
    return traces.trace(asked.get(), place, 0, passes, {.memory = passes > 0, .times = true});
  };
  detail::StageTrace& one = ask(q, 1);
  CHECK(&one == &ask(q, 1));
  CHECK(&one != &ask(q, 2));
  CHECK(one.layers == network.layers.size());
  Recipe twice = q.recipe;
  twice.accumulation = 2;
  const auto alone = [&](const Recipe& r) {
    return footprint(step_trace(network, r, card().software(), card().steps.target), card().device).peak_allocated;
  };
  const auto peak = [&](detail::StageTrace& trace) {
    return traces.unlimited(trace, card().software(), {}).counters.peak_allocated;
  };
  CHECK(peak(one) == alone(q.recipe));
  CHECK(peak(ask(q, 2)) == alone(twice));
  CHECK(traces.program(one).tensors > 0);
  const std::size_t known = operations->size();
  CHECK(known > 0);
  (void)ask(q, 1);
  CHECK(operations->size() == known);
  // of the steady state alone there is time but no program
  CHECK(ask(q, 0).step.events().size() == one.step.events().size());
  // a card that shares its weights has buckets, one that cuts its state less of it
  Question shared = q, cut = q;
  shared.layout = {.dp = 4}, cut.layout = {.dp = 4, .zero = 1};
  CHECK(peak(ask(shared, 1)) > peak(one));
  CHECK(peak(ask(cut, 1)) < peak(one));
  CHECK(peak(ask(shared, 1)) ==
        replay(allocation_program(card_trace(step_trace(network, q.recipe, card().software(), card().steps.target),
                                             detail::card_share(shared.get(), network, stage.parameters, 0.0))),
               card().software().allocator)
            .counters.peak_allocated);
}

TEST_CASE("a shared step outlasts what is less than its time; one that is a card's own is not asked") {
  const Network network = fcnn({.layers = 4, .hidden = 256, .inputs = 128, .outputs = 32});
  const Question q{.network = network};
  detail::SharedTraces traces(network, std::make_shared<OperationList>());
  const auto prices = std::make_shared<OperationPrices>(*traces.operations(), card().steps.kernels,
                                                        lowering_target(card().steps.kernels));
  const std::size_t asking = traces.expect(card(), prices);
  detail::Stage stage = detail::stage_of(network);
  const auto ask = [&](const ParallelLayout& layout) -> detail::StageTrace& {
    Question asked = q;
    asked.layout = layout;
    const detail::StagePlace place{.stage = stage, .key = detail::key_of(layout, 8)};
    return traces.trace(asked.get(), place, 0, 1, {.memory = true, .times = true});
  };
  detail::StageTrace& shared = ask({});
  CHECK(traces.outlasts(shared, asking, Time{}));
  CHECK_FALSE(prices->knows(traces.timed(shared).operations()));  // the host's work alone takes longer than no time
  const Time total = traces.time(shared, asking, false, q.recipe.precision, {}).total;
  CHECK(traces.outlasts(shared, asking, 0.25 * total));
  CHECK_FALSE(traces.outlasts(shared, asking, 1.001 * total));
  CHECK_FALSE(traces.outlasts(ask({.dp = 4, .zero = 1}), asking, Time{}));
  const std::int64_t least = traces.least_held(shared, card().software().allocator);
  CHECK(least > 0);
  CHECK(least <= traces.unlimited(shared, card().software(), {}).counters.peak_allocated);
  CHECK(least == least_peak(allocation_program(step_trace(network, q.recipe, card().software(), card().steps.target,
                                                          TraceDetail::bare)),
                            card().software().allocator));
}

TEST_CASE("work of a sample, and bytes that are handed on, are worked out once") {
  const Network network = fcnn({.layers = 1, .hidden = 64, .inputs = 32, .outputs = 8});
  detail::SharedTraces traces(network, std::make_shared<OperationList>());
  CHECK(traces.work_of_sample(Mode::infer) == forward_work(network, 1));
  CHECK(traces.work_of_sample(Mode::train) == 3.0 * forward_work(network, 1));
  CHECK(traces.work_of_sample(Mode::train) == 3.0 * forward_work(network, 1));
  int calls = 0;
  const auto made = [&] { return ++calls, 5.0; };
  const Question small{.recipe = {.batch = 2}}, large{.recipe = {.batch = 4}};
  CHECK(traces.handed_over({1}, small.get(), made) == 5.0);
  CHECK(traces.handed_over({1}, small.get(), made) == 5.0);
  CHECK(calls == 1);
  (void)traces.handed_over({1}, large.get(), made);
  (void)traces.handed_over({2}, small.get(), made);
  CHECK(calls == 3);
  detail::CardNetwork& cut = traces.cut({1}, {}, 8);
  CHECK(&cut == &traces.cut({1}, {}, 8));
}
}  // namespace planner_stage_traces_test
