#include <doctest/doctest.h>

#include <algorithm>

#include "support.hpp"

namespace lowering_aligned_loss_test {
using namespace perfmodel;

namespace {
bool has(const std::vector<Streaming>& kernels, StreamingKind kind) {
  return std::any_of(kernels.begin(), kernels.end(), [&](const Streaming& s) { return s.kind == kind; });
}
}  // namespace

TEST_CASE("the loss is one walk over the steps; its gradient another, and what each label or class gets") {
  op::AlignedLoss a{.batch = 4, .steps = 50, .classes = 30, .labels = 12};
  const std::vector<Streaming> loss = streaming_kernels(a);
  REQUIRE(loss.size() == 1);
  CHECK(loss[0].kind == StreamingKind::aligned_states);
  CHECK(loss[0].columns == 50);
  CHECK(loss[0].visits == 25.0);
  CHECK(in_bytes(loss[0].read) == 4.0 * 50.0 * 30.0 * 4.0);
  CHECK(in_bytes(loss[0].written) == 4.0 * 50.0 * 25.0 * 4.0);
  a.backward = true;
  const std::vector<Streaming> few = streaming_kernels(a);
  CHECK(has(few, StreamingKind::aligned_states));
  CHECK(has(few, StreamingKind::aligned_classes));
  CHECK_FALSE(has(few, StreamingKind::aligned_labels));
  CHECK(few.size() == 5);
}

TEST_CASE("many steps, samples or classes: the gradient by parts") {
  // 2 x steps + 2.4 x batch + 0.2 x classes above 450
  CHECK_FALSE(detail::gradient_by_parts({.batch = 4, .steps = 217, .classes = 30}));
  CHECK(detail::gradient_by_parts({.batch = 4, .steps = 218, .classes = 30}));
  CHECK(detail::gradient_by_parts({.batch = 4, .steps = 50, .classes = 2000}));
  const std::vector<Streaming> many =
      streaming_kernels(op::AlignedLoss{.backward = true, .batch = 4, .steps = 400, .classes = 30, .labels = 12});
  CHECK(has(many, StreamingKind::aligned_labels));
  CHECK_FALSE(has(many, StreamingKind::aligned_classes));
}
}  // namespace lowering_aligned_loss_test
