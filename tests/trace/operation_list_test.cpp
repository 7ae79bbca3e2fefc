#include <doctest/doctest.h>

#include <perfmodel/trace/operation_list.hpp>

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
