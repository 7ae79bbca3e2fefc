#include <doctest/doctest.h>

#include <perfmodel/layer/attention_heads.hpp>

namespace layer_attention_heads_test {
using namespace perfmodel;

TEST_CASE("heads side by side are seen apart without a copy") {
  TraceWriter writer(TraceOptions{});
  const Tensor x = writer.allocate({2, 10, 3 * 8}, NumberFormat::fp16), seen = detail::heads_apart(x, 3);
  CHECK(seen.id() == x.id());
  CHECK(seen.shape() == Shape{2, 3, 10, 8});
  const Strides& strides = seen.operand().strides;
  CHECK((strides[0] == 240 && strides[1] == 8 && strides[2] == 24 && strides[3] == 1));
}
}  // namespace layer_attention_heads_test
