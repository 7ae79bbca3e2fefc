#include <doctest/doctest.h>

#include <perfmodel/planner/known_room.hpp>

namespace planner_known_room_test {
using namespace perfmodel;
using namespace perfmodel::detail;

static_assert(as_wide(Precision::amp_fp16) == Precision::amp_bf16 && as_wide(Precision::fp32) == Precision::fp32);

TEST_CASE("what asks for less than a stage with room fits, what asks for more than one that is too large does not") {
  KnownRoom room;
  const KnownRoom::Key key{1, 2};
  const Demand some{.samples = 4, .several_passes = true, .in_flight = 2.0, .copies = 8};
  CHECK_FALSE(room.fits(key, some, 100.0));
  room.add(key, some, 60.0, 50.0);
  CHECK(room.fits(key, some, 100.0) == true);
  CHECK(room.fits(key, {.samples = 1, .in_flight = 0.0, .copies = 16}, 100.0) == true);
  CHECK_FALSE(room.fits(key, {.samples = 8, .copies = 8}, 100.0));  // more samples: nobody knows
  CHECK_FALSE(room.fits(key, {.samples = 1, .copies = 4}, 100.0));  // a larger part of the state
  CHECK_FALSE(room.fits({1, 3}, some, 100.0));
  CHECK(room.fits(key, {.samples = 8, .several_passes = true, .in_flight = 2.0, .copies = 8}, 40.0) == false);
  CHECK_FALSE(room.fits(key, some, 62.0));  // too near
  CHECK_FALSE(room.fits(key, some, 49.0));
}

TEST_CASE("the bounds themselves, and what is neither more nor less") {
  KnownRoom room;
  const KnownRoom::Key key{1};
  const Demand some{.samples = 4, .several_passes = true, .in_flight = 2.0, .copies = 8};
  room.add(key, some, 90.0, 82.4);
  CHECK(room.fits(key, some, 100.0) == true);  // nine tenths
  CHECK_FALSE(room.fits(key, some, 80.0));     // 82.4 is 1.03 of it: not more
  CHECK(room.fits(key, some, 79.9) == false);
  CHECK_FALSE(room.fits(key, {.samples = 1, .copies = 16}, 40.0));  // less than what is too large
  CHECK_FALSE(room.fits(key, {.samples = 5, .several_passes = true, .in_flight = 2.0, .copies = 8}, 200.0));
  CHECK_FALSE(room.fits(key, {.samples = 4, .several_passes = true, .in_flight = 3.0, .copies = 8}, 200.0));
  const Demand sent{.samples = 4, .several_passes = true, .in_flight = 2.0, .arriving = 1.0, .copies = 8};
  CHECK_FALSE(room.fits(key, sent, 200.0));
  CHECK_FALSE(room.fits(key, {.samples = 4, .several_passes = false, .in_flight = 2.0, .copies = 8}, 40.0));
  CHECK_FALSE(room.fits(key, {.samples = 4, .several_passes = true, .in_flight = 1.0, .copies = 8}, 40.0));
  CHECK_FALSE(room.fits(key, {.samples = 4, .several_passes = true, .in_flight = 2.0, .copies = 9}, 40.0));
}
}  // namespace planner_known_room_test
