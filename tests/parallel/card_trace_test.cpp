#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <perfmodel/memory/replay.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <perfmodel/step/step_builder.hpp>
#include <string>
#include <utility>
#include <vector>

namespace parallel_card_trace_test {
using namespace perfmodel;

namespace {

const Gpt2 small{.layers = 2, .hidden = 256, .heads = 4, .vocabulary = 4096, .positions = 64, .sequence = 64};
constexpr double mebibyte = 1024.0 * 1024.0;

[[nodiscard]] StepTrace whole(std::int64_t passes = 1) {
  return step_trace(build(small), {.batch = 1, .precision = Precision::fp32, .accumulation = passes});
}
[[nodiscard]] double peak(const StepTrace& trace) {
  return static_cast<double>(replay(allocation_program(trace), trace.software.allocator).counters.peak_allocated);
}
[[nodiscard]] double weights() { return 4.0 * static_cast<double>(parameter_count(build(small))); }
[[nodiscard]] double allocated(const std::vector<TraceEvent>& events, MemoryClass why) {
  double sum = 0.0;
  for (const TraceEvent& e : events)
    if (const auto* a = std::get_if<Allocate>(&e.what))
      if (a->why == why) sum += static_cast<double>(a->bytes);
  return sum;
}
/// Every release frees what is alive, and nothing is allocated under a name that is.
[[nodiscard]] bool consistent(const StepTrace& trace) {
  std::vector<bool> live;
  const auto run = [&](const std::vector<TraceEvent>& events) {
    for (const TraceEvent& e : events) {
      const auto* a = std::get_if<Allocate>(&e.what);
      const auto* r = std::get_if<Release>(&e.what);
      if (a == nullptr && r == nullptr) continue;
      const TensorId id = a != nullptr ? a->tensor : r->tensor;
      if (live.size() <= id) live.resize(id + 1, false);
      if (live[id] == (a != nullptr)) return false;
      live[id] = a != nullptr;
    }
    return true;
  };
  if (!run(trace.setup) || !run(trace.first_step) || !run(trace.step)) return false;
  for (const Carried& c : trace.carried)
    if (c.at_end >= live.size() || !live[c.at_end]) return false;
  return true;
}

}  // namespace

TEST_CASE("a card that shares nothing has the trace of one card") {
  const StepTrace one = whole(), same = card_trace(one, {});
  CHECK(same.step.size() == one.step.size());
  CHECK(peak(same) == peak(one));
}

TEST_CASE("ZeRO cuts state, then gradients, then parameters, as its figure says") {
  // Rajbhandari et al. 2020, arXiv:1910.02054, Figure 1, in FP32: 4 + 4 + 8 bytes a parameter, each part over the ranks
  const StepTrace one = whole();
  const double state = allocated(one.first_step, MemoryClass::optimizer_state);
  CardShare share{.state = 0.25};
  const StepTrace first = card_trace(one, share);
  CHECK(consistent(first));
  CHECK(allocated(first.first_step, MemoryClass::optimizer_state) == doctest::Approx(state / 4.0).epsilon(1e-4));
  share.gradients = 0.25;
  for (const Layer& layer : build(small).layers) share.part_of.push_back(layer.block + 1);
  const StepTrace cut_gradients = card_trace(one, share);
  CHECK(consistent(cut_gradients));
  share.parameters = 0.25;
  const StepTrace third = card_trace(one, share);
  CHECK(consistent(third));
  CHECK(allocated(third.setup, MemoryClass::parameter) ==
        doctest::Approx(allocated(one.setup, MemoryClass::parameter) / 4.0).epsilon(1e-4));
  CHECK(peak(first) < peak(one) - 0.7 * 0.75 * 2.0 * weights());  // the rest: the allocator rounds blocks up
  CHECK(peak(cut_gradients) <= peak(first));
  CHECK(peak(third) < peak(cut_gradients));
  const StepTrace two = whole(2);  // gradients of the first pass live in the second
  const CardShare state_only{.state = 0.25};
  share.parameters = 1.0;
  CHECK(peak(card_trace(two, share)) <
        peak(card_trace(two, state_only)) - 0.25 * weights());  // the table's is whole once
}

TEST_CASE("layers that fewer cards share are cut less, and those of one card have no bucket") {
  const StepTrace one = whole();
  const Network network = build(small);
  CardShare all{.state = 0.25}, some = all;
  some.less_cut.assign(network.layers.size(), 4.0);  // none of them is cut
  some.mean_less_cut = 4.0;                          // of lists that hold all
  CHECK(allocated(card_trace(one, some).first_step, MemoryClass::optimizer_state) ==
        allocated(one.first_step, MemoryClass::optimizer_state));
  CHECK(allocated(card_trace(one, some).setup, MemoryClass::parameter) ==
        allocated(one.setup, MemoryClass::parameter));  // which nobody cuts
  some.less_cut.assign(network.layers.size(), 1.0);
  some.mean_less_cut = 1.0;
  CHECK(allocated(card_trace(one, some).first_step, MemoryClass::optimizer_state) ==
        allocated(card_trace(one, all).first_step, MemoryClass::optimizer_state));
  CardShare buckets{.buckets = weights(), .bucket = mebibyte, .bucket_format = NumberFormat::fp32, .bucket_view = true};
  buckets.unshared.assign(network.layers.size(), true);
  const StepTrace alone = card_trace(one, buckets);
  CHECK(consistent(alone));
  CHECK(alone.carried.size() == one.carried.size());  // their gradients are no views
}

TEST_CASE("buckets hold the gradients a second time, unless gradients are views of them") {
  const StepTrace one = whole();
  CardShare share{.buckets = weights(), .bucket = mebibyte, .bucket_format = NumberFormat::fp32};
  const StepTrace copies = card_trace(one, share);
  CHECK(consistent(copies));
  CHECK(allocated(copies.setup, MemoryClass::gradient) == doctest::Approx(weights()).epsilon(1e-4));
  CHECK(peak(copies) >= peak(one) + weights());
  share.bucket_view = true;
  const StepTrace views = card_trace(one, share);
  CHECK(consistent(views));
  CHECK(peak(views) <= peak(copies));
  const auto launches = [](const StepTrace& trace) {
    return std::count_if(trace.step.begin(), trace.step.end(),
                         [](const TraceEvent& e) { return std::holds_alternative<Execute>(e.what); });
  };
  const auto gradients = static_cast<std::ptrdiff_t>(2 + 2 * 12 + 2);  // tables, blocks, last norm; the head's is tied
  CHECK(launches(views) == launches(one) + gradients);
  CHECK(launches(copies) == launches(one) + 2 * gradients);
}

namespace {

/// Most bytes of a class that live at once in the steady step.
[[nodiscard]] double most_alive(const StepTrace& trace, MemoryClass why) {
  std::vector<double> bytes;
  double now = 0.0, most = 0.0;
  for (const TraceEvent& e : trace.step) {
    if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && a->why == why) {
      if (bytes.size() <= a->tensor) bytes.resize(a->tensor + 1, 0.0);
      bytes[a->tensor] = static_cast<double>(a->bytes);
      now += bytes[a->tensor];
    } else if (const auto* r = std::get_if<Release>(&e.what); r != nullptr && r->tensor < bytes.size()) {
      now -= std::exchange(bytes[r->tensor], 0.0);
    }
    most = std::max(most, now);
  }
  return most;
}
[[nodiscard]] std::int64_t host_count(const StepTrace& trace, HostOp op) {
  std::int64_t sum = 0;
  for (const TraceEvent& e : trace.step)
    if (const auto* h = std::get_if<HostWork>(&e.what); h != nullptr && h->op == op) sum += h->count;
  return sum;
}
[[nodiscard]] CardShare sharded(double block, double rest) {
  CardShare share{.parameters = 0.5, .gradients = 0.5, .state = 0.5, .gathered = true};
  for (const Layer& layer : build(small).layers) share.part_of.push_back(layer.block + 1);
  share.bytes = {rest, block, block};
  share.tensors = {4, 12, 12};
  return share;
}

}  // namespace

TEST_CASE("parts of a sharded network come and go with their buffers, in the order of torch/distributed/fsdp") {
  const StepTrace one = whole();
  const double block = 12.0 * 256 * 256 * 4, rest = 4.0 * (4096 + 64) * 256;
  CardShare share = sharded(block, rest);
  const StepTrace again = card_trace(one, share);
  CHECK(consistent(again));
  // what lies outside the blocks, and one block: the next is gathered into a buffer, of class temporary
  CHECK(most_alive(again, MemoryClass::parameter) == doctest::Approx(rest + block).epsilon(1e-3));
  share.again = false;
  const StepTrace kept = card_trace(one, share);
  CHECK(consistent(kept));
  CHECK(most_alive(kept, MemoryClass::parameter) == doctest::Approx(rest + 2.0 * block).epsilon(1e-3));
  CHECK(peak(kept) >= peak(again));
  // both blocks are gathered a second time for the backward pass, which the host pays for
  const std::int64_t gathering = host_calls(wrapper_table().sharded.gather, wrapper_table().sharded.gather_tensor, 12);
  CHECK(host_count(again, HostOp::other) - host_count(kept, HostOp::other) == 2 * gathering);
  CHECK(host_count(kept, HostOp::other) > host_count(one, HostOp::other) + 3 * gathering);
  share.inputs = 7.0 * mebibyte;
  const double more = peak(card_trace(one, share)) - peak(kept);
  CHECK(more >= 7.0 * mebibyte);
  CHECK(more <= 8.0 * mebibyte);  // the allocator leaves less than a mebibyte with its block
}

TEST_CASE("the host pays for every gradient, every bucket and every statistic of a batch norm") {
  const StepTrace one = whole();
  CardShare share{.buckets = weights(), .bucket = mebibyte, .bucket_format = NumberFormat::fp32};
  const std::int64_t many = host_count(card_trace(one, share), HostOp::other);
  share.bucket = 1024.0 * mebibyte;
  const std::int64_t single = host_count(card_trace(one, share), HostOp::other);
  CHECK(many > single);
  share.buffers = 30;
  const std::int64_t statistics = host_calls(0.0, wrapper_table().buckets.buffer, 30);
  CHECK(std::abs(host_count(card_trace(one, share), HostOp::other) - single - statistics) <= 1);  // both are rounded
}

TEST_CASE("micro-batches that wait for their backward pass keep their activations") {
  const StepTrace one = whole();
  const CardShare share{.in_flight = 3.0};
  const StepTrace waiting = card_trace(one, share);
  CHECK(consistent(waiting));
  CHECK(peak(waiting) > peak(one));
}

TEST_CASE("where no forward pass follows the first backward pass, the second has one micro-batch less beside it") {
  const StepTrace two = whole(2);
  const StepTrace steady = card_trace(two, {.in_flight = 3.0}),
                  drained = card_trace(two, {.in_flight = 3.0, .drains = true});
  CHECK(consistent(drained));
  CHECK(peak(drained) < peak(steady));
  // the first backward pass has no gradients beside it yet, so that less than a micro-batch is gained
  const double waits = (peak(steady) - peak(two)) / 3.0;
  CHECK(peak(steady) - peak(drained) <= waits);
}

TEST_CASE("autocast casts weights anew for each micro-batch that waits") {
  const StepTrace amp = step_trace(build(small), {.batch = 1, .precision = Precision::amp_bf16, .accumulation = 2});
  const double waits = peak(card_trace(amp, {.in_flight = 1.0})) - peak(amp);
  CHECK(waits > 0.25 * weights());  // a 16-bit copy of what is multiplied, which is most of the weights
}

// By hand: three layers, each a part of its own, that run forward and backward and leave gradients of 30, 20 and 10
// bytes.

namespace {

struct ByHand {
  StepTrace trace;

  ByHand() {
    trace.setup = {{.what = Allocate{.tensor = 0, .bytes = 64, .why = MemoryClass::parameter}, .layer = 1}};
    trace.first_step = {{.what = Allocate{.tensor = 4, .bytes = 64, .why = MemoryClass::optimizer_state},
                         .phase = Phase::optimizer,
                         .layer = 1}};
    for (std::int32_t layer = 0; layer < 3; ++layer) runs(Phase::forward, layer);
    for (std::int32_t layer = 2; layer >= 0; --layer) {
      runs(Phase::backward, layer);
      const auto id = static_cast<TensorId>(1 + layer);
      makes(id, 10 * (1 + layer), MemoryClass::gradient, Phase::backward, layer);
      trace.carried.push_back({id, id});
    }
    runs(Phase::optimizer, -1);
  }
  void runs(Phase phase, std::int32_t layer) {
    const Operation o{op::matrix_sum(8, 8, NumberFormat::fp32, op::ReducedDimension::rows)};
    trace.step.push_back({.what = Execute{.operation = trace.operations.id_of(o)}, .phase = phase, .layer = layer});
  }
  void makes(TensorId id, std::int64_t bytes, MemoryClass why, Phase phase, std::int32_t layer) {
    trace.step.push_back({.what = Allocate{.tensor = id, .bytes = bytes, .why = why}, .phase = phase, .layer = layer});
  }
};
/// "E": an operation runs; "g30": a gradient of 30 bytes is made; "-g30": it goes. Not what the host does.
[[nodiscard]] std::string words(const StepTrace& trace, const std::vector<TraceEvent>& events) {
  std::map<TensorId, std::string> names;
  for (const auto* list : {&trace.setup, &trace.first_step, &trace.step})
    for (const TraceEvent& e : *list)
      if (const auto* a = std::get_if<Allocate>(&e.what))
        names[a->tensor] = std::string(1, "pgsaitwc"[static_cast<std::size_t>(a->why)]) + std::to_string(a->bytes);
  std::string out;
  for (const TraceEvent& e : events) {
    if (std::holds_alternative<HostWork>(e.what)) continue;
    out += out.empty() ? "" : " ";
    if (const auto* a = std::get_if<Allocate>(&e.what)) out += names[a->tensor];
    if (const auto* r = std::get_if<Release>(&e.what)) out += "-" + names[r->tensor];
    if (std::holds_alternative<Execute>(e.what)) out += "E";
  }
  return out;
}
[[nodiscard]] std::string step(const StepTrace& trace, const CardShare& share) {
  const StepTrace card = card_trace(trace, share);
  CHECK(consistent(card));
  return words(card, card.step);
}

}  // namespace

TEST_CASE("FSDP, event for event: gathered, copied out, dropped; a part ahead backward; reduced, scattered") {
  const CardShare share{.parameters = 0.5,
                        .gradients = 0.5,
                        .state = 0.25,
                        .gathered = true,
                        .bytes = {100, 200, 300},
                        .part_of = {0, 1, 2}};
  const ByHand hand;
  CHECK(step(hand.trace, share) ==
        "t100 p100 E "              // the first part stays; its buffer lives until the next is copied out
        "t200 -t100 p200 E "        //
        "-p200 t300 -t200 p300 E "  //
        "-p300 -t300 t300 p300 -t300 t200 E g30 "  // backward it is gathered again, and the part before it ahead
        "-p300 t30 -g30 g15 p200 -t200 E g20 "     // half of its gradients stays
        "-p200 -t30 t20 -g20 g10 E g10 "           //
        "-p100 -t20 t10 -g10 g5 -t10 E");
  const StepTrace card = card_trace(hand.trace, share);
  CHECK(words(card, card.setup) == "p32");
  CHECK(words(card, card.first_step) == "s16");
  CardShare kept = share;
  kept.again = false;  // parts stay from the forward to the backward pass
  CHECK(step(hand.trace, kept) ==
        "t100 p100 E t200 -t100 p200 E t300 -t200 p300 E -t300 E g30 "
        "-p300 t30 -g30 g15 E g20 -p200 -t30 t20 -g20 g10 E g10 -p100 -t20 t10 -g10 g5 -t10 E");
  CardShare wide = share;  // what is gathered is cast from FP32 first, gradients are summed in it
  wide.widened = 2.0, wide.parameters = 1.0, wide.gradients = 1.0;
  CHECK(step(hand.trace, wide) ==
        "t50 t100 -t50 p100 E t100 t200 -t100 -t100 p200 E -p200 t150 t300 -t150 -t200 p300 E "
        "-p300 -t300 t150 t300 -t150 p300 -t300 t100 t200 -t100 E g30 "
        "-p300 t60 -g30 g30 p200 -t200 E g20 -p200 -t60 t40 -g20 g20 E g10 -p100 -t40 t20 -g10 g10 -t20 E");
}

TEST_CASE("FSDP under a checkpoint of two blocks: both are gathered once for running again and for the backward pass") {
  const CardShare share{
      .parameters = 0.5, .gradients = 0.5, .gathered = true, .bytes = {100, 200, 300}, .part_of = {0, 1, 2}};
  ByHand hand;
  ByHand again;
  again.trace.step.clear();
  for (const TraceEvent& e : hand.trace.step) {
    const bool turns = e.phase == Phase::backward && again.trace.step.back().phase == Phase::forward;
    if (turns)
      for (std::int32_t layer = 1; layer < 3; ++layer) again.runs(Phase::backward, layer);  // forward again
    again.trace.step.push_back(e);
  }
  // 41 all-gathers of 20 blocks in pairs, and of what lies outside (data/raw/h200-sxm/parallel_others.csv, case 9)
  CHECK(step(again.trace, share) ==
        "t100 p100 E t200 -t100 p200 E -p200 t300 -t200 p300 E "
        "-p300 -t300 t300 t200 p200 -t200 E p300 -t300 E E g30 "
        "-p300 t30 -g30 g15 E g20 -p200 -t30 t20 -g20 g10 E g10 -p100 -t20 t10 -g10 g5 -t10 E");
}

TEST_CASE("gradients that are cut without FSDP: part by part, behind the part's backward pass") {
  const CardShare share{.gradients = 0.5, .part_of = {0, 1, 2}};
  CHECK(step(ByHand{}.trace, share) == "E E E E g30 -g30 g15 E g20 -g20 g10 E g10 -g10 g5 E");
  CardShare experts = share;
  experts.less_cut = {1.0, 2.0, 1.0};  // of layer 1, half of the cards have the same
  CHECK(step(ByHand{}.trace, experts) == "E E E E g30 -g30 g15 E g20 -g20 g20 E g10 -g10 g5 E");
}

TEST_CASE("buckets: of a size, and a rest; gradients are copied in when their layer has passed, out at the end") {
  CardShare share{.buckets = 60.0, .bucket = 25.0, .bucket_format = NumberFormat::fp32};
  const ByHand hand;
  const StepTrace card = card_trace(hand.trace, share);
  CHECK(words(card, card.setup) == "p64 g25 g25 g10");
  CHECK(step(hand.trace, share) == "E E E E g30 E E g20 E E g10 E E E E E");
  share.bucket_view = true;
  CHECK(step(hand.trace, share) == "E E E E g30 E -g30 E g20 E -g20 E g10 E -g10 E");
  CHECK(card_trace(hand.trace, share).carried.empty());
  share.unshared = {false, true, false};
  CHECK(step(hand.trace, share) == "E E E E g30 E -g30 E g20 E g10 E -g10 E");
  CHECK(card_trace(hand.trace, share).carried.size() == 1);
  // sums are called for when a bucket is full: behind 30 bytes, and behind 20 and 10; of 40 behind all
  share = {.buckets = 60.0, .bucket = 25.0, .bucket_format = NumberFormat::fp32};
  const auto host = [&] { return host_count(card_trace(hand.trace, share), HostOp::other); };
  const std::int64_t twice = host();
  share.bucket = 50.0;  // 30 and 20
  CHECK(host() == twice);
  share.bucket = 51.0;
  CHECK(twice - host() == host_calls(wrapper_table().buckets.bucket));
}

TEST_CASE("micro-batches in flight: as many times what a forward pass keeps, from its start to the update") {
  ByHand hand;
  hand.trace.step.clear(), hand.trace.carried.clear();
  hand.makes(5, 7, MemoryClass::activation, Phase::forward, 0);
  hand.makes(6, 8, MemoryClass::cast_copy, Phase::forward, 1);
  hand.makes(7, 1000, MemoryClass::temporary, Phase::forward, 1);
  hand.makes(8, 100, MemoryClass::activation, Phase::forward, 2);
  for (const TensorId id : {5U, 6U, 7U, 8U})
    hand.trace.step.push_back({.what = Release{id}, .phase = Phase::backward, .layer = 0});
  hand.runs(Phase::optimizer, -1);
  CHECK(step(hand.trace, {.in_flight = 3.0, .last_block = 1}) == "a45 a7 c8 t1000 a100 -a7 -c8 -t1000 -a100 -a45 E");
  CHECK(step(hand.trace, {.in_flight = 3.0}) == "a345 a7 c8 t1000 a100 -a7 -c8 -t1000 -a100 -a345 E");
  CHECK(step(hand.trace, {.in_flight = 0.5, .last_block = 1, .drains = true}) ==
        "a7 a7 c8 t1000 a100 -a7 -c8 -t1000 -a100 -a7 E");
  CHECK(step(hand.trace, {}) == "a7 c8 t1000 a100 -a7 -c8 -t1000 -a100 E");
  // two passes: where the pipeline drains, one less waits in the second
  ByHand two;
  two.trace.step.clear(), two.trace.carried.clear();
  for (const TensorId id : {5U, 6U}) {
    two.makes(id, 10, MemoryClass::activation, Phase::forward, 0);
    two.trace.step.push_back({.what = Release{id}, .phase = Phase::backward, .layer = 0});
  }
  two.runs(Phase::optimizer, -1);
  CHECK(step(two.trace, {.in_flight = 3.0, .drains = true}) == "a10 a20 a10 -a10 -a10 a10 -a10 -a20 E");
  CHECK(step(two.trace, {.in_flight = 3.0}) == "a30 a10 -a10 a10 -a10 -a30 E");
}

TEST_CASE("buffers for what other stages send stay from the beginning on") {
  const StepTrace one = whole(), more = card_trace(one, {.arriving = 4096.0});
  CHECK(peak(more) - peak(one) == 4096.0);
  CHECK(changes({.arriving = 1.0}));
}

TEST_CASE("an optimizer's lists are cut as its state is, in FP32 where the card stores it") {
  ByHand hand;
  const auto sizes = std::make_shared<const std::vector<std::int64_t>>(std::vector<std::int64_t>{100, 9});
  const Operation update{op::Update{.format = NumberFormat::bf16, .sizes = sizes}},
      copy{HostCopy{.size = 80.0 * byte, .to_device = true}};
  for (const Operation& o : {update, copy})
    for (const Phase phase : {Phase::optimizer, Phase::forward})
      hand.trace.step.push_back({.what = Execute{.operation = hand.trace.operations.id_of(o)}, .phase = phase});
  const auto of = [&](const CardShare& share, std::size_t from_end) {
    const StepTrace card = card_trace(hand.trace, share);
    return card.operations[std::get<Execute>(card.step[card.step.size() - from_end].what).operation];
  };
  const CardShare quarter{.state = 0.25};
  CHECK(*std::get<op::Update>(of(quarter, 4)).sizes == std::vector<std::int64_t>{25, 3});  // 2.25, rounded up
  CHECK(std::get<op::Update>(of(quarter, 4)).format == NumberFormat::bf16);
  CHECK(of(quarter, 3) == update);  // no optimizer's
  CHECK(std::get<HostCopy>(of(quarter, 2)).size == 20.0 * byte);
  CHECK(of(quarter, 1) == copy);
  const CardShare wide{.state = 0.5, .widened = 2.0, .mean_less_cut = 2.0};
  CHECK(*std::get<op::Update>(of(wide, 4)).sizes == std::vector<std::int64_t>{50, 5});  // 0.5 x 2 / 2
  CHECK(std::get<op::Update>(of(wide, 4)).format == NumberFormat::fp32);
  CHECK(std::get<HostCopy>(of(wide, 2)).size == 80.0 * byte);
  CHECK(of({}, 4) == update);
}
}  // namespace parallel_card_trace_test
