#include <doctest/doctest.h>

#include <perfmodel/planner/stage_cost.ipp>
#include <vector>

using namespace perfmodel;

// How the work of a few equal blocks becomes that of many, and what exchanges cost beside the links.

namespace {
std::vector<double> forward_times(const std::vector<detail::PassTime>& times) {
  std::vector<double> out;
  for (const detail::PassTime& t : times) out.push_back(t.forward);
  return out;
}
}  // namespace

TEST_CASE("layers of blocks that are left out take as long as those before the gap") {
  // one layer before, blocks of two layers, one behind; three of five blocks kept
  const std::vector<detail::PassTime> kept{{1, 0}, {10, 0}, {11, 0}, {20, 0}, {21, 0}, {30, 0}, {31, 0}, {9, 0}};
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
  less.in_stream = 1.0, more.in_stream = 8.0;
  detail::grow_times(more, less, 0.5);
  CHECK(more.pass == 9.0);
  CHECK(more.once == 2.5);
  CHECK(more.busy == 8.0);
  CHECK(more.host == 5.5);
  CHECK(more.more_busy == 11.5);
  CHECK(more.more_host == 8.0);
  CHECK(more.in_stream == 11.5);
}

TEST_CASE("copies lengthen a step where the GPU does not wait anyway; contention by the share that is hidden") {
  const double contention = wrapper_table().contention;
  const auto exposed = [](double communication, double exposed, double copies, double through, double idle) {
    Overlapped sum{.communication = communication, .exposed = exposed};
    detail::add_contention(sum, copies, through, idle);
    return sum.exposed;
  };
  CHECK(exposed(0.0, 0.0, 5.0, 5.0, 0.0) == 0.0);
  CHECK(exposed(10.0, 10.0, 5.0, 100.0, 0.0) == 15.0);  // all exposed: nothing runs beside it
  CHECK(exposed(10.0, 10.0, 5.0, 100.0, 3.0) == 12.0);
  CHECK(exposed(10.0, 10.0, 5.0, 100.0, 7.0) == 10.0);
  CHECK(exposed(10.0, 2.5, 5.0, 8.0, 0.0) == doctest::Approx(7.5 + contention * 0.75 * 8.0));
  CHECK(exposed(10.0, 20.0, 5.0, 8.0, 0.0) == 25.0);
}
