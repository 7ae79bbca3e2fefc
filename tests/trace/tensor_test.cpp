#include <doctest/doctest.h>

#include <perfmodel/trace/trace_writer.hpp>

namespace trace_tensor_test {
using namespace perfmodel;

TEST_CASE("views keep the memory: heads split and exchanged, seen again as rows only after a copy") {
  TraceWriter w({});
  const Tensor x = w.allocate({2, 16, 8 * 64}, NumberFormat::bf16);
  const Tensor heads = x.view({2, 16, 8, 64}).transpose(1, 2);
  CHECK(heads.shape() == Shape{2, 8, 16, 64});
  CHECK(heads.operand().strides[1] == 64);
  CHECK(heads.operand().strides[2] == 512);
  CHECK_FALSE(heads.is_contiguous());
  CHECK_FALSE(heads.can_view({2, 8 * 16, 64}));  // heads and positions do not follow each other
  CHECK(heads.transpose(1, 2).can_view({2, 16, 512}));
}

TEST_CASE("a slice is narrow: its rows lie as far apart as before") {
  TraceWriter w({});
  const Tensor x = w.allocate({4, 12}, NumberFormat::fp32), part = x.narrow({4, 3});
  CHECK(part.bytes() == 48.0 * byte);
  CHECK(part.operand().strides[0] == 12);
  CHECK_FALSE(is_dense(part.operand()));
  CHECK_FALSE(part.can_view({12}));
}

TEST_CASE("images with channels together keep their order in like tensors") {
  TraceWriter w({});
  const Tensor x = w.allocate_images({2, 8, 4, 4}, NumberFormat::fp16, true);
  CHECK(has_channels_together(x.operand()));
  CHECK(has_channels_together(w.allocate_like(x, NumberFormat::fp32, MemoryClass::temporary).operand()));
  CHECK_FALSE(x.can_view({2, 8 * 16}));
  CHECK(w.allocate_images({2, 8, 1, 1}, NumberFormat::fp16, true).can_view({2, 8}));
}
}  // namespace trace_tensor_test
