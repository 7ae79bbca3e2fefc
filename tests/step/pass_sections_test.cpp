#include <doctest/doctest.h>

#include <perfmodel/step/pass_sections.hpp>
#include <tests/step/few_blocks.hpp>
#include <vector>

namespace step_pass_sections_test {
using namespace perfmodel;
using detail::BlockLabel;
using detail::PassSections;
using few_blocks::both_ways;
using few_blocks::drops;
using few_blocks::labels;
using few_blocks::makes;
using few_blocks::runs;

namespace {
[[nodiscard]] PassSections sections_of(const std::vector<TraceEvent>& events) {
  return {events, labels(), few_blocks::first};
}
/// Runs of these layers, one after the other.
[[nodiscard]] PassSections through(std::initializer_list<std::int32_t> layers) {
  std::vector<TraceEvent> events;
  for (const std::int32_t layer : layers) events.push_back(runs(layer));
  return sections_of(events);
}
}  // namespace

TEST_CASE("sections: events of one block that follow each other, and where the next tensor's name stood") {
  const PassSections s = sections_of(both_ways());
  REQUIRE(s.all().size() == 12);  // in front, five blocks, behind, five blocks
  CHECK(s.all()[0].begin == 0);
  CHECK(s.all()[0].end == 2);
  CHECK(s.all()[0].first == 10);
  CHECK(s.all()[0].label == BlockLabel{});
  CHECK(s.all()[2].label == BlockLabel{0, 1});
  CHECK(s.all()[2].begin == 5);
  CHECK(s.all()[2].end == 8);
  CHECK(s.all()[2].first == 12);
  CHECK(s.all()[11].end == both_ways().size());
  CHECK(s.all()[11].first == 21);
  CHECK(s.is_born(10));
  CHECK_FALSE(s.is_born(9));
  CHECK(s.birth(10).label == BlockLabel{});
  CHECK(s.birth(13).label == BlockLabel{0, 2});
  CHECK(s.birth(17).label == BlockLabel{0, 4});
}

TEST_CASE("chains: all blocks one after the other, forward or backward") {
  const PassSections s = sections_of(both_ways());
  CHECK(s.sound());
  CHECK(s.chains() == std::vector<std::size_t>{1, 7});
  CHECK(s.is_forward(0));
  CHECK_FALSE(s.is_forward(1));
  CHECK(s.in_chain(0, 3).begin == 2 + 3 * 3);
  CHECK(s.in_chain(1, 3).begin == 19 + 3);
  CHECK(s.in_chain(1, 0).begin == 19 + 12);
  CHECK(s.all()[0].chain == -1);
  CHECK(s.all()[1].chain == 0);
  CHECK(s.all()[5].chain == 0);
  CHECK(s.all()[6].chain == -1);
  CHECK(s.all()[7].chain == 1);
}

TEST_CASE("what dies outside of layers goes with the block it was born in; what was there before, with none") {
  std::vector<TraceEvent> events = both_ways();
  events.push_back(drops(-1, 13));
  events.push_back(drops(-1, 3));
  events.push_back(runs(-1));
  const PassSections s = sections_of(events);
  REQUIRE(s.all().size() == 14);
  CHECK(s.all()[12].label == BlockLabel{0, 2});
  CHECK(s.all()[13].label == BlockLabel{});
  CHECK(s.all()[13].end - s.all()[13].begin == 2);
  CHECK_FALSE(s.sound());  // a block in the middle by itself
}

TEST_CASE("blocks in the middle must be part of a chain, the first and the last need not") {
  CHECK(through({0, 1, 2, 3, 4, 5, 6}).sound());
  CHECK(through({1, 2, 3, 4, 5}).chains() == std::vector<std::size_t>{0});
  CHECK(through({5, 4, 3, 2, 1}).chains() == std::vector<std::size_t>{0});
  CHECK(through({1, 0, 5, 6}).sound());
  CHECK(through({1, 0, 5, 6}).chains().empty());
  CHECK_FALSE(through({1, 2, 3, 4, 6}).sound());     // the last one is missing
  CHECK_FALSE(through({1, 2, 3, 5, 4}).sound());     // out of order
  CHECK_FALSE(through({1, 2, 0, 3, 4, 5}).sound());  // something in between
  CHECK_FALSE(through({4, 0, 1}).sound());
  CHECK_FALSE(through({2, 0, 1}).sound());
  CHECK(through({5, 0, 1, 2, 3, 4, 5, 0, 1}).chains() == std::vector<std::size_t>{2});
}

TEST_CASE("runs of blocks are told apart") {
  std::vector<BlockLabel> two = labels();
  two[4].run = two[5].run = 1;
  std::vector<TraceEvent> events;
  for (std::int32_t layer = 1; layer < 6; ++layer) events.push_back(runs(layer));
  CHECK(PassSections(events, two, 0).chains().empty());
}
}  // namespace step_pass_sections_test
