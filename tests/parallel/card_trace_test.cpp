#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <perfmodel/memory/replay.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <perfmodel/step/step_builder.hpp>
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
}  // namespace parallel_card_trace_test
