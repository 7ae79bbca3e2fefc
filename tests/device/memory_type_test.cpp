#include <doctest/doctest.h>

#include <perfmodel/device/memory_type.hpp>
#include <set>
#include <string_view>

namespace device_memory_type_test {
using namespace perfmodel;

TEST_CASE("memory types have a name each") {
  std::set<std::string_view> names;
  for (const MemoryType type : all_memory_types) names.insert(name(type));
  CHECK(names.size() == memory_type_count);
  CHECK(name(MemoryType::unknown) == "unknown");
  CHECK(name(MemoryType::hbm2e) == "hbm2e");
  CHECK(name(MemoryType::hbm3e) == "hbm3e");
}
}  // namespace device_memory_type_test
