#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <perfmodel/measurement/raw_csv.hpp>
#include <perfmodel/memory/allocator.hpp>
#include <random>
#include <sstream>
#include <vector>

namespace memory_allocator_test {
using namespace perfmodel;

namespace {
constexpr std::int64_t mib = 1'048'576;

CachingAllocator allocator(std::int64_t limit = -1, bool expandable = false) {
  return CachingAllocator(allocator_of_2_1, {.limit = limit, .expandable_segments = expandable});
}
std::string read(const std::string& name) {
  const std::string path = std::string(PERFMODEL_DATA_DIR) + "/raw/h200-sxm/" + name;
  std::ifstream in(path);
  REQUIRE_MESSAGE(in.good(), path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}
}  // namespace

TEST_CASE("sizes are rounded up to multiples of 512 bytes, and nothing takes nothing") {
  CachingAllocator a = allocator();
  struct Size {
    std::int64_t asked, given;
  };
  for (const Size& s : {Size{1, 512}, Size{512, 512}, Size{513, 1024}, Size{800, 1024}}) {
    const auto block = a.allocate(s.asked);
    CAPTURE(s.asked);
    CHECK(a.size(block) == s.given);
  }
  const auto before = a.counters();
  a.release(a.allocate(0));
  CHECK(a.counters().allocated == before.allocated);
  CHECK(a.counters().allocated == 512 + 512 + 1024 + 1024);
  CHECK(a.counters().requested == 1 + 512 + 513 + 800);
  CHECK(a.counters().reserved == 2 * mib);
}

TEST_CASE("a segment is 2 MiB for small requests, 20 MiB up to 10 MiB, then a multiple of 2 MiB") {
  struct Row {
    std::int64_t request, segment;
  };
  for (const Row& row : {Row{1, 2 * mib}, Row{mib, 2 * mib}, Row{mib + 1, 20 * mib}, Row{10 * mib - 512, 20 * mib},
                         Row{10 * mib, 10 * mib}, Row{10 * mib + 1, 12 * mib}, Row{33'554'432, 32 * mib}}) {
    CachingAllocator a = allocator();
    CAPTURE(row.request);
    CHECK(a.allocate(row.request) >= 0);
    CHECK(a.counters().reserved == row.segment);
    CHECK(a.counters().segments == 1);
  }
}

TEST_CASE("small blocks split down to 512 bytes, large ones keep a remainder of up to 1 MiB") {
  CachingAllocator a = allocator();
  const auto whole = a.allocate(11 * mib);  // segment of 12 MiB: the remainder of 1 MiB is not split off
  CHECK(a.size(whole) == 12 * mib);
  CHECK(a.counters().allocated == 12 * mib);
  const auto cut = a.allocate(12 * mib + 512);  // segment of 14 MiB: 2 MiB less 512 bytes are
  CHECK(a.size(cut) == 12 * mib + 512);
  a.release(whole);
  const auto reused = a.allocate(10 * mib + 512);  // from the 12 MiB block: 2 MiB less 512 bytes go back to the list
  CHECK(a.size(reused) == 10 * mib + 512);
  CHECK(a.counters().reserved == 26 * mib);
}

TEST_CASE("the smallest free block that fits is taken, the lowest address among equals") {
  CachingAllocator a = allocator();
  std::vector<CachingAllocator::Block> blocks;
  for (const std::int64_t size : {4096, 512, 1024, 512, 2048, 512, 1024, 512}) blocks.push_back(a.allocate(size));
  for (const std::size_t i : {0U, 2U, 4U, 6U})
    a.release(blocks[i]);  // free: 4096 at 0, 1024 at 4608, 2048 at 6144, 1024 at 8704
  CHECK(a.address(a.allocate(600)) == 4608);
  CHECK(a.address(a.allocate(600)) == 8704);
  CHECK(a.address(a.allocate(600)) == 6144);
  CHECK(a.address(a.allocate(600)) == 7168);
  CHECK(a.address(a.allocate(600)) == 0);
}

TEST_CASE("neighbours merge when they are free") {
  CachingAllocator a = allocator();
  const auto left = a.allocate(mib / 2), middle = a.allocate(mib / 2), right = a.allocate(mib / 2);
  a.release(left);
  a.release(right);   // merges with the rest of the segment
  a.release(middle);  // and with both sides
  CHECK(a.counters().allocated == 0);
  const auto most = a.allocate(mib);
  CHECK(a.address(most) == 0);
  a.release(most);
  a.release_cached();
  CHECK(a.counters().reserved == 0);
  CHECK(a.counters().segments == 0);
}

TEST_CASE("before it gives up it returns cached whole segments, and only those") {
  CachingAllocator a = allocator(64 * mib);
  const auto first = a.allocate(30 * mib), behind = a.allocate(20 * mib);
  a.release(first);
  const auto big = a.allocate(40 * mib);  // 50 MiB reserved, 30 of them cached: given back, then it fits
  CHECK(big >= 0);
  CHECK(a.counters().retries == 1);
  CHECK(a.counters().reserved == 60 * mib);
  CHECK(a.counters().peak_reserved == 60 * mib);
  CHECK(a.allocate(6 * mib) == CachingAllocator::none);
  CHECK(a.failure().request == 6 * mib);
  CHECK(a.failure().segment == 20 * mib);
  CHECK(a.failure().reserved == 60 * mib);
  a.release(behind);
  CHECK(a.allocate(6 * mib) >= 0);  // from the cached segment of 20 MiB
}

TEST_CASE("a segment with one live block stays, however little of it is used") {
  CachingAllocator a = allocator(24 * mib);
  const auto large = a.allocate(8 * mib), pinned = a.allocate(2 * mib);
  a.release(large);
  CHECK(a.allocate(12 * mib) == CachingAllocator::none);
  CHECK(a.counters().reserved == 20 * mib);
  a.release(pinned);
  CHECK(a.allocate(12 * mib) >= 0);
}

TEST_CASE("expandable segments map pages of 2 and 20 MiB and grow in place") {
  CachingAllocator a = allocator(-1, true);
  const auto first = a.allocate(30 * mib);
  CHECK(a.counters().reserved == 40 * mib);
  const auto next = a.allocate(30 * mib);  // uses the 10 MiB that are mapped, and one page more
  CHECK(a.address(next) == a.address(first) + 30 * mib);
  CHECK(a.counters().reserved == 60 * mib);
  a.release(first);
  a.release(next);
  const auto whole = a.allocate(60 * mib);
  CHECK(a.counters().reserved == 60 * mib);
  CHECK(a.size(whole) == 60 * mib);
  CHECK(a.allocate(100) >= 0);
  CHECK(a.counters().reserved == 62 * mib);
}

TEST_CASE("expandable segments give back whole free pages when memory is short") {
  CachingAllocator a = allocator(80 * mib, true);
  const auto pinned = a.allocate(5 * mib), freed = a.allocate(50 * mib);
  CHECK(a.counters().reserved == 60 * mib);
  a.release(freed);
  a.release_cached();
  CHECK(a.counters().reserved == 20 * mib);
  CHECK(a.allocate(70 * mib) >= 0);
  CHECK(a.counters().reserved == 80 * mib);
  CHECK(a.counters().allocated == 75 * mib);
  a.release(pinned);
}

TEST_CASE("expandable segments are ignored where the version does not know them") {
  CachingAllocator a(allocator_of_0_4, {.expandable_segments = true});
  CHECK(a.allocate(30 * mib) >= 0);
  CHECK(a.counters().reserved == 30 * mib);
}

TEST_CASE("counters stay consistent through random allocations and releases") {
  for (const bool expandable : {false, true}) {
    CachingAllocator a = allocator(-1, expandable);
    std::mt19937 random(7);
    std::vector<std::pair<CachingAllocator::Block, std::int64_t>> live;
    std::int64_t requested = 0;
    for (int i = 0; i < 4000; ++i) {
      if (live.empty() || random() % 5 < 3) {
        const std::int64_t bytes = 1 + static_cast<std::int64_t>(random() % (1u << (9 + random() % 17)));
        live.push_back({a.allocate(bytes), bytes});
        requested += bytes;
        CHECK(a.size(live.back().first) >= bytes);
      } else {
        const std::size_t at = random() % live.size();
        a.release(live[at].first);
        requested -= live[at].second;
        live[at] = live.back();
        live.pop_back();
      }
      REQUIRE(a.counters().requested == requested);
      REQUIRE(a.counters().allocated >= requested);
      REQUIRE(a.counters().reserved >= a.counters().allocated);
    }
    std::sort(live.begin(), live.end(),
              [&](const auto& x, const auto& y) { return a.address(x.first) < a.address(y.first); });
    for (std::size_t i = 1; i < live.size(); ++i)  // no two blocks overlap
      CHECK(a.address(live[i - 1].first) + a.size(live[i - 1].first) <= a.address(live[i].first));
    for (const auto& [block, bytes] : live) a.release(block);
    CHECK(a.counters().allocated == 0);
    a.release_cached();
    CHECK(a.counters().reserved == 0);
  }
}

// data/raw/h200-sxm/fcnn_trace.csv: every allocation, release and segment of LibTorch 2.11 on an H200.
TEST_CASE("replaying recorded allocations asks the device for exactly the recorded segments") {
  const RawTable raw = parse_raw(read("fcnn_trace.csv"), "fcnn_trace.csv", "fcnn_trace", "h200-sxm");
  struct State {
    CachingAllocator replayed{allocator_of_2_1, {}};
    std::map<std::int64_t, CachingAllocator::Block> live{};
    std::int64_t recorded_segments = 0;
    int waiting = 0;
  };
  std::map<std::string, State> cases;
  int checked = 0;
  for (std::size_t i = 0; i < raw.csv.rows.size(); ++i) {
    const auto& row = raw.csv.rows[i].cells;
    State& s = cases[row[0]];
    const std::int64_t address = std::stoll(row[4]), bytes = std::stoll(row[5]);
    const char action = row[3][0];
    if (action == 'S') s.recorded_segments += bytes;
    if (action == 'a') s.live[address] = s.replayed.allocate(bytes);
    if (action == 'f') {
      s.replayed.release(s.live.at(address));
      s.live.erase(address);
    }
    if (action != 'S') {
      ++checked;
      CAPTURE(row[0]);
      CAPTURE(i);
      REQUIRE(s.replayed.counters().reserved == s.recorded_segments);
    }
  }
  CHECK(cases.size() == 36);
  CHECK(checked > 8000);
}

TEST_CASE("what passes leaves nothing but the segments that it needs, which can be told before") {
  CachingAllocator a = allocator();
  const std::vector<std::int64_t> two{3 * mib, 512};
  const CachingAllocator::Passing first = a.passing(two);
  CHECK(first.known);
  CHECK(first.segments[0] == 20 * mib);
  CHECK(first.segments[1] == 2 * mib);
  CHECK(first.segments[2] == 0);
  CHECK(first.most == 3 * mib + 512);
  CHECK(a.counters().reserved == 0);
  CHECK(a.pass(two) == first.most);
  CHECK(a.counters().reserved == 22 * mib);
  CHECK(a.counters().allocated == 0);
  CHECK(a.counters().peak_allocated == 0);
  const CachingAllocator::Passing again = a.passing(two);
  CHECK(again.segments[0] == 0);
  CHECK(again.most == first.most);
  const std::vector<std::int64_t> nearly{20 * mib - 4096};
  CHECK(a.passing(nearly).most == 20 * mib);  // too little would be left to cut off
  const std::vector<std::int64_t> apart{15 * mib, 15 * mib, 15 * mib};
  CHECK_FALSE(a.passing(std::vector<std::int64_t>{19 * mib, 5 * mib, 19 * mib}).known);
  CHECK(a.passing(apart).segments[1] == 16 * mib);
}
}  // namespace memory_allocator_test
