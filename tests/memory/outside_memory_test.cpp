#include <doctest/doctest.h>

#include <perfmodel/memory/outside_memory.hpp>

namespace memory_outside_memory_test {
using namespace perfmodel;

namespace {
Device card(const char* architecture, double sms) { return {.architecture = architecture, .sms = sms * sm}; }
}  // namespace

// Processes of one configuration each on an H200 used 785,186,816 or 787,283,968 bytes beside the allocator's segments,
// one that ran hundreds up to 797,769,728: data/raw/h200-sxm/fcnn_memory_fresh.csv and fcnn_memory.csv.
static_assert(outside_measured.total() >= 785'186'816 && outside_measured.total() <= 797'769'728);

TEST_CASE("the measured architecture has the measured bytes") {
  const OutsideMemory m = outside_memory(card("hopper", 132));
  CHECK(m.measured);
  CHECK(m.total() == outside_measured.total());
}

TEST_CASE(
    "other architectures are estimates: never less than the H200's, more context with more SMs, and they say so") {
  const OutsideMemory small = outside_memory(card("turing", 40)), large = outside_memory(card("blackwell", 264));
  CHECK_FALSE(small.measured);
  CHECK(small.total() == outside_measured.total());
  CHECK(large.context == 2 * outside_measured.context);
  CHECK(large.modules == outside_measured.modules);
  CHECK(large.source.find("estimated") == 0);
}
}  // namespace memory_outside_memory_test
