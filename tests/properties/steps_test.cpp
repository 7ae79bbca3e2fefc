#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/memory/max_batch.hpp>
#include <perfmodel/network/image_rewrite.hpp>
#include <perfmodel/planner/step_estimate.hpp>
#include <string>
#include <tests/german_numbers.hpp>
#include <tests/properties/sampling.hpp>
#include <tests/properties/step_cases.hpp>
#include <thread>
#include <vector>

namespace properties_steps_test {
using namespace perfmodel;
using sampling::Case;
using sampling::extent;
using sampling::holds;
using sampling::some_case;

namespace {
bool same(const StepEstimate& a, const StepEstimate& b) {
  return a.step == b.step && a.low == b.low && a.high == b.high && a.peak_allocated == b.peak_allocated &&
         a.peak_reserved == b.peak_reserved && a.power == b.power && a.fits == b.fits;
}
}  // namespace

TEST_CASE("a step's interval holds it, no step beats the card's peak, and memory's counters are in order") {
  CHECK(holds("steps", 2000, [] {
    const Case c = some_case();
    const StepTrace trace = step_trace(c.network, c.recipe, c.card->software(), c.card->steps.target);
    const StepEstimate e = estimate_step(trace, c.network, c.recipe, *c.card);
    RC_ASSERT(e.low <= e.step);
    RC_ASSERT(e.step <= e.high);
    RC_ASSERT(e.low > Time{});
    RC_ASSERT(e.device_busy <= e.high);
    RC_ASSERT(e.peak_allocated <= e.peak_reserved);
    RC_ASSERT(e.peak_reserved <= e.device_used);
    RC_ASSERT(e.power <= c.card->device.board_power);
    if (e.fits) RC_ASSERT(e.device_used <= e.device_memory);
    const Footprint f = footprint(trace, c.card->device, {});  // in full, as `memory` shows it
    RC_ASSERT(f.peak_allocated <= f.peak_reserved);
    RC_ASSERT(f.peak_reserved <= f.device_used);
    const Bytes allocated = static_cast<double>(f.peak_allocated) * byte,
                used = static_cast<double>(f.device_used) * byte;
    RC_ASSERT(allocated == e.peak_allocated);
    RC_ASSERT(used == e.device_used);
  }));
}

TEST_CASE("a larger batch takes no less memory for its tensors and, but for other kernels, no less time") {
  CHECK(holds("batches", 1000, [] {
    Case c = some_case();
    const StepEstimate one = estimate_step(c.network, c.recipe, *c.card);
    c.recipe.batch *= 2;
    const StepEstimate two = estimate_step(c.network, c.recipe, *c.card);
    // A library may have a faster kernel for the larger product: a tenth, as docs/reference/accuracy.md says of
    // neighbouring shapes. PyTorch sums fewer than 256 rows of few columns one by one in a thread, and shares more of
    // them among a block's threads (lowering/reduction_launch.hpp): 32 us for 200 x 4, 4 us for 256 x 4 on a
    // T4, which is most of a step of narrow layers.
    RC_ASSERT(two.step >= 0.6 * one.step);
    if (has_convolutions(c.network)) return;  // another engine may want less scratch
    // A block may be up to a mebibyte larger than what lies in it, and which block it is depends on the sizes.
    RC_LOG() << in(one.peak_allocated, byte) << " and " << in(two.peak_allocated, byte) << " bytes\n";
    RC_ASSERT(two.peak_allocated >= 0.98 * one.peak_allocated);
  }));
}

TEST_CASE("the largest batch fits, and the next one does not") {
  CHECK(holds("largest batches", 200, [] {
    Case c = some_case();
    c.recipe.accumulation = 1;
    MaxBatchOptions options;
    const Bytes fixed = estimate_step(c.network, c.recipe, *c.card).peak_reserved;
    options.memory.reserved_limit =
        static_cast<std::int64_t>(in(fixed, byte)) + (extent(10) << 20);  // some batch near this one's
    options.multiple_of = *rc::gen::element<std::int64_t>(1, 1, 8);
    const MaxBatch most = largest_batch(c.network, c.recipe, c.card->software(), c.card->device, options);
    const auto trains = [&](std::int64_t batch) {
      c.recipe.batch = batch;
      return footprint(step_trace(c.network, c.recipe, c.card->software(), c.card->steps.target, TraceDetail::memory),
                       c.card->device, options.memory)
          .fits;
    };
    if (most.batch == 0) return;
    RC_ASSERT(most.batch % options.multiple_of == 0);
    RC_ASSERT(trains(most.batch));
    RC_ASSERT(!trains(most.batch + options.multiple_of));
  }));
}

TEST_CASE("answers do not depend on what was asked before, nor on who asks at the same time") {
  CHECK(holds("order", 40, [] {
    std::vector<Case> cases;
    for (int i = 0; i < 6; ++i) cases.push_back(some_case());
    const auto ask = [](const Case& c) { return estimate_step(c.network, c.recipe, *c.card); };
    std::vector<StepEstimate> first(cases.size()), backwards(cases.size()), together(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) first[i] = ask(cases[i]);
    for (std::size_t i = cases.size(); i-- > 0;) backwards[i] = ask(cases[i]);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < cases.size(); ++i) threads.emplace_back([&, i] { together[i] = ask(cases[i]); });
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
      RC_ASSERT(same(first[i], backwards[i]));
      RC_ASSERT(same(first[i], together[i]));
    }
  }));
}

TEST_CASE("answers do not depend on how the program writes its numbers") {
  CHECK(holds("locale", 40, [] {
    const Case c = some_case();
    const StepEstimate plain = estimate_step(c.network, c.recipe, *c.card);
    const GermanNumbers german;
    const Network network = named_network("fcnn:layers=4,hidden=512,inputs=100,outputs=10");
    RC_ASSERT(same(plain, estimate_step(c.network, c.recipe, *c.card)));
    RC_ASSERT(parameter_count(network) == 100 * 512 + 512 + 3 * (512 * 512 + 512) + 512 * 10 + 10);
  }));
}
}  // namespace properties_steps_test
