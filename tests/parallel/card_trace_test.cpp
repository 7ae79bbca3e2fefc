#include <doctest/doctest.h>

#include <perfmodel/memory/replay.hpp>
#include <perfmodel/network/gpt2.hpp>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/step/step_builder.hpp>

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
  const StepTrace second = card_trace(one, share);
  CHECK(consistent(second));
  share.parameters = 0.25;
  const StepTrace third = card_trace(one, share);
  CHECK(consistent(third));
  CHECK(allocated(third.setup, MemoryClass::parameter) ==
        doctest::Approx(allocated(one.setup, MemoryClass::parameter) / 4.0).epsilon(1e-4));
  CHECK(peak(first) < peak(one) - 0.7 * 0.75 * 2.0 * weights());  // the rest: the allocator rounds blocks up
  CHECK(peak(second) <= peak(first));
  CHECK(peak(third) < peak(second));
  const StepTrace two = whole(2);  // gradients of the first pass live in the second
  const CardShare state_only{.state = 0.25};
  share.parameters = 1.0;
  CHECK(peak(card_trace(two, share)) <
        peak(card_trace(two, state_only)) - 0.25 * weights());  // the table's is whole once
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

TEST_CASE("micro-batches that wait for their backward pass keep their activations") {
  const StepTrace one = whole();
  const CardShare share{.in_flight = 3.0};
  const StepTrace waiting = card_trace(one, share);
  CHECK(consistent(waiting));
  CHECK(peak(waiting) > peak(one));
}
