#include <doctest/doctest.h>

#include <perfmodel/trace/operation_list.hpp>

namespace trace_operation_list_test {
using namespace perfmodel;

TEST_CASE("a list keeps each operation once, under the id of its first occurrence") {
  OperationList list;
  const OperationId first = list.id_of(Gemm{.m = 1, .n = 2, .k = 3});
  const OperationId other = list.id_of(Gemm{.m = 3, .n = 2, .k = 1});
  CHECK(first != other);
  CHECK(list.id_of(Gemm{.m = 1, .n = 2, .k = 3}) == first);
  CHECK(list.size() == 2);
  CHECK(std::get<Gemm>(list[other]).m == 3);
}

TEST_CASE("a list of thousands knows each of them") {
  OperationList list;
  const auto product = [](std::int64_t i) { return Operation(Gemm{.m = 1 + i % 70, .n = 1 + i / 70, .k = 3}); };
  for (int again = 0; again < 2; ++again)
    for (std::int64_t i = 0; i < 5000; ++i) CHECK(list.id_of(product(i)) == static_cast<OperationId>(i));
  CHECK(list.size() == 5000);
  OperationList copy = list;
  CHECK(copy.id_of(product(4999)) == 4999);
  CHECK(copy.id_of(product(5000)) == 5000);
  CHECK(list.size() == 5000);
}
}  // namespace trace_operation_list_test
