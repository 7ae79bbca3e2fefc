#include <doctest/doctest.h>

#include <perfmodel/compile/windows.hpp>

namespace compile_windows_test {
using namespace perfmodel;
using compile::is_loop;
using compile::operations_of_windows;
using compile::windows_of_element;

namespace {
/// Images of 2 x 8 x 8 and windows of so many elements, as many results as a stride leaves.
op::Pooling pool(double window, std::int64_t stride) {
  return {
      .image = packed({1, 2, 8, 8}, NumberFormat::fp32), .result = {1, 2, 8 / stride, 8 / stride}, .window = window};
}
}  // namespace

TEST_CASE("an element lies in as many windows as strides fit into one, either way") {
  CHECK(windows_of_element(pool(4.0, 2)) == 1.0);  // 2 x 2 side by side
  CHECK(windows_of_element(pool(9.0, 2)) == 4.0);
  CHECK(windows_of_element(pool(9.0, 1)) == 9.0);
}

TEST_CASE("forward each result looks at its window, backward each element at places and gradients of its windows") {
  op::Pooling p = pool(9.0, 2);
  CHECK(operations_of_windows(p) == 4.0 * 9.0 * 32.0);
  p.backward = true;
  CHECK(operations_of_windows(p) == 4.0 * 9.0 * 128.0);
}

TEST_CASE("windows of 25 elements of images are the largest; fitted ones have no loop backward") {
  CHECK(is_loop(pool(25.0, 1)));
  CHECK_FALSE(is_loop(pool(26.0, 1)));
  op::Pooling p = pool(4.0, 2);
  p.fitted = true;
  CHECK(is_loop(p));
  p.backward = true;
  CHECK_FALSE(is_loop(p));
  p = pool(4.0, 2), p.image = packed({1, 2, 8, 8, 8}, NumberFormat::fp32);
  CHECK_FALSE(is_loop(p));
}
}  // namespace compile_windows_test
