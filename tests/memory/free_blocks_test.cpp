#include <doctest/doctest.h>

#include <algorithm>
#include <perfmodel/memory/free_blocks.hpp>
#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace memory_free_blocks_test {
using namespace perfmodel;

namespace {
/// What the class stands for: blocks sorted by size, then address.
using Model = std::set<std::tuple<std::int64_t, std::int64_t, MemoryBlock::Index>>;

std::vector<MemoryBlock::Index> in_order(const FreeBlocks& list, const std::vector<MemoryBlock>& blocks) {
  std::vector<MemoryBlock::Index> order;
  for (auto i = list.first(); i != FreeBlocks::none; i = list.after(blocks, i)) order.push_back(i);
  return order;
}
}  // namespace

TEST_CASE("an empty list has nothing to give") {
  const FreeBlocks list;
  CHECK(list.first() == FreeBlocks::none);
  CHECK(list.first_of({}, 512) == FreeBlocks::none);
}

TEST_CASE("the smallest block that fits comes first, the lowest address among equals") {
  std::vector<MemoryBlock> blocks{{.address = 40, .size = 4096},
                                  {.address = 30, .size = 1024},
                                  {.address = 10, .size = 1024},
                                  {.address = 20, .size = 1024},
                                  {.address = 0, .size = std::int64_t{1} << 60}};
  FreeBlocks list;
  for (MemoryBlock::Index i = 0; i < 5; ++i) list.insert(blocks, i);
  CHECK(in_order(list, blocks) == std::vector<MemoryBlock::Index>{2, 3, 1, 0, 4});
  CHECK(list.first_of(blocks, 512) == 2);
  CHECK(list.first_of(blocks, 1024) == 2);
  CHECK(list.first_of(blocks, 1025) == 0);
  CHECK(list.first_of(blocks, 4097) == 4);
  CHECK(list.first_of(blocks, (std::int64_t{1} << 60) + 1) == FreeBlocks::none);
  list.erase(blocks, 3);
  list.erase(blocks, 0);
  CHECK(in_order(list, blocks) == std::vector<MemoryBlock::Index>{2, 1, 4});
}

TEST_CASE("it is a sorted list, whatever comes and goes") {
  std::mt19937 random(7);
  std::vector<MemoryBlock> blocks(400);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto grain = std::int64_t{512} << random() % 30;  // sizes that share bins, sizes that are equal, and far ones
    blocks[i] = {.address = static_cast<std::int64_t>(512 * (i * 7919 % blocks.size())),
                 .size = grain * static_cast<std::int64_t>(1 + random() % 5)};
  }
  FreeBlocks list;
  Model model;
  for (int step = 0; step < 20'000; ++step) {
    const auto i = static_cast<MemoryBlock::Index>(random() % blocks.size());
    const MemoryBlock& b = blocks[static_cast<std::size_t>(i)];
    if (model.erase({b.size, b.address, i}) > 0) {
      list.erase(blocks, i);
    } else {
      list.insert(blocks, i);
      model.insert({b.size, b.address, i});
    }
    const std::int64_t wanted = b.size + static_cast<std::int64_t>(random() % 3) - 1;
    const auto fit = model.lower_bound({wanted, -1, -1});
    REQUIRE(list.first_of(blocks, wanted) == (fit == model.end() ? FreeBlocks::none : std::get<2>(*fit)));
    if (step % 500 != 0) continue;
    std::vector<MemoryBlock::Index> expected;
    for (const auto& entry : model) expected.push_back(std::get<2>(entry));
    REQUIRE(in_order(list, blocks) == expected);
  }
}

TEST_CASE("blocks between two that stay, in the order of their addresses or against it") {
  constexpr MemoryBlock::Index count = 2'000;
  std::vector<MemoryBlock> blocks(count + 2);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    blocks[i] = {.address = static_cast<std::int64_t>(512 * i), .size = 4096};
  FreeBlocks list;
  list.insert(blocks, count + 1);
  list.insert(blocks, 0);
  for (const bool upward : {true, false}) {
    for (MemoryBlock::Index i = 1; i <= count; ++i) list.insert(blocks, upward ? i : count + 1 - i);
    const std::vector<MemoryBlock::Index> order = in_order(list, blocks);
    REQUIRE(order.size() == blocks.size());
    CHECK(std::is_sorted(order.begin(), order.end()));
    for (MemoryBlock::Index i = 1; i <= count; ++i) list.erase(blocks, upward ? count + 1 - i : i);
  }
  CHECK(in_order(list, blocks) == std::vector<MemoryBlock::Index>{0, count + 1});
}
}  // namespace memory_free_blocks_test
