#include <doctest/doctest.h>

#include <perfmodel/for_each.hpp>
#include <vector>

namespace for_each_test {
TEST_CASE("one by one: every number below the count, in order") {
  std::vector<std::size_t> seen;
  const perfmodel::ForEach each = perfmodel::one_by_one;
  each(3, [&](std::size_t i) { seen.push_back(i); });
  CHECK(seen == std::vector<std::size_t>{0, 1, 2});
  each(0, [&](std::size_t i) { seen.push_back(i); });
  CHECK(seen.size() == 3);
}
}  // namespace for_each_test
