#include <perfmodel/layer/elementwise.hpp>
#include "support.hpp"

using namespace perfmodel;
using layer_test::kernels;

TEST_CASE("the backward of a sum hands the same gradient to both: no kernel moves it") {
  const auto r = layer_test::run(Add{}, {{64, 256}, {64, 256}});
  CHECK(traffic(kernels<Streaming>(r.forward)[0]) == 3.0 * 64 * 256 * 4 * byte);
  std::size_t copies = 0;
  for (const Streaming& s : kernels<Streaming>(r.backward)) copies += s.kind == StreamingKind::elementwise ? 1 : 0;
  CHECK(copies <= 2);  // only a parameter's gradient that somebody else holds is copied: the two inputs of this test
}

TEST_CASE("a product saves both operands; a repeated operand's gradient is summed over where it was repeated") {
  const auto r = layer_test::run(Multiply{}, {{8, 64, 16, 16}, {8, 64, 1, 1}});
  CHECK(r.output == Shape{8, 64, 16, 16});
  bool summed = false;
  for (const Streaming& s : kernels<Streaming>(r.backward))
    summed = summed || s.kind == StreamingKind::column_reduction || s.kind == StreamingKind::row_reduction;
  CHECK(summed);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Multiply{}}, std::vector<Shape>{{8, 3}, {8, 4}}), Error);
}

TEST_CASE("dropout saves a mask of one byte per element in training and does nothing in inference") {
  const auto r = layer_test::run(Dropout{0.1}, {{64, 1024}});
  CHECK(r.saved_bytes == 64.0 * 1024 * byte);
  CHECK(layer_test::run(Dropout{0.1}, {{64, 1024}}, Precision::fp32, false).forward.empty());
  CHECK_THROWS_AS((void)output_shape(LayerKind{Dropout{1.0}}, std::vector<Shape>{{8, 3}}), Error);
}

TEST_CASE("a sum with a transposed view computes each address, except where a fused path leaves all in order") {
  const auto cycles = [](bool transposed, Precision precision, bool training) {
    return kernels<Streaming>(layer_test::run(Add{.transposed = transposed}, {{4, 8, 64}, {4, 8, 64}}, precision, training).forward)[0].issue_cycles;
  };
  CHECK(cycles(false, Precision::bf16, true) == 0.0);
  CHECK(cycles(true, Precision::bf16, true) == detail::strided_cycles * 4 * 8 * 64);
  CHECK(cycles(true, Precision::bf16, false) == 0.0);
}
