#include <perfmodel/layer/linear.hpp>

#include "support.hpp"

namespace layer_linear_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

namespace {
constexpr Shape batch_512{512, 1024};
}
static_assert(forward_work(Linear{1024, 4096}, InputShapes(&batch_512, 1)) == 2.0 * 512 * 1024 * 4096 * flop);

TEST_CASE("a linear layer is one NT product forward, NN and TN backward, and a column sum for the bias") {
  const auto r = layer_test::run(Linear{.inputs = 1024, .outputs = 4096}, {{512, 1024}});
  CHECK(r.output == Shape{512, 4096});
  const auto forward = operations<Gemm>(r.forward), backward = operations<Gemm>(r.backward);
  REQUIRE(forward.size() == 1);
  CHECK((forward[0].layout == Layout::nt && forward[0].m == 512 && forward[0].n == 4096 && forward[0].k == 1024));
  CHECK(forward[0].epilogue == Epilogue::bias);
  REQUIRE(backward.size() == 2);
  CHECK((backward[0].layout == Layout::nn && backward[0].m == 512 && backward[0].n == 1024 && backward[0].k == 4096));
  CHECK((backward[1].layout == Layout::tn && backward[1].m == 4096 && backward[1].n == 1024 && backward[1].k == 512));
  const auto sums = operations<op::Reduction>(r.backward);
  REQUIRE(sums.size() == 1);
  CHECK(sums[0].output.shape == Shape{1, 4096});
  CHECK_FALSE(is_contiguous(sums[0]));
  CHECK(work(backward[0]) + work(backward[1]) == 2.0 * work(forward[0]));
}

TEST_CASE("without a bias there is no epilogue and no column sum; batches of sequences are one product") {
  const auto r = layer_test::run(Linear{.inputs = 64, .outputs = 32, .bias = false}, {{8, 128, 64}});
  CHECK(r.output == Shape{8, 128, 32});
  CHECK(operations<Gemm>(r.forward)[0].m == 8 * 128);
  CHECK(operations<Gemm>(r.forward)[0].epilogue == Epilogue::none);
  CHECK(r.backward.operations.size() == 1 + 2);  // the root gradient is filled
}

TEST_CASE("precision decides the format of the product, not of FP32 storage") {
  const auto gemm = [](Precision p) {
    return operations<Gemm>(layer_test::run(Linear{64, 64}, {{64, 64}}, p).forward)[0];
  };
  CHECK(gemm(Precision::fp32).format == NumberFormat::fp32);
  CHECK(gemm(Precision::tf32).format == NumberFormat::tf32);
  CHECK(gemm(Precision::tf32).output == NumberFormat::fp32);
  CHECK(gemm(Precision::bf16).format == NumberFormat::bf16);
  CHECK(gemm(Precision::amp_fp16).format == NumberFormat::fp16);
}

TEST_CASE("autocast copies weight, bias and input once each, and gradients come back as FP32") {
  const auto plain = layer_test::run(Linear{64, 64}, {{64, 64}}, Precision::fp16);
  const auto amp = layer_test::run(Linear{64, 64}, {{64, 64}}, Precision::amp_fp16);
  CHECK(amp.output_format == NumberFormat::fp16);
  CHECK(pointwise(plain.forward, PointwiseFunction::copy).empty());
  CHECK(pointwise(amp.forward, PointwiseFunction::copy).size() == 3);
  std::size_t to_fp32 = 0;
  for (const op::Pointwise& p : pointwise(amp.backward, PointwiseFunction::copy))
    to_fp32 += p.outputs[0].format == NumberFormat::fp32 ? 1 : 0;
  CHECK(to_fp32 == 3);
}

TEST_CASE("an input that does not fit names both shapes") {
  CHECK_THROWS_WITH_AS(
      (void)output_shape(LayerKind{Linear{.inputs = 1024, .outputs = 4096}}, std::vector<Shape>{{64, 1000}}),
      "input shape: got [64, 1000]; weights of shape [4096, 1024] take inputs that end in 1024", Error);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Linear{.inputs = 0, .outputs = 1}}, std::vector<Shape>{{1, 0}}), Error);
}

TEST_CASE("a transposed input under autocast: in inference one product for each position, of the same weight") {
  const auto run = [](Precision precision, bool training) {
    const Linear layer{.inputs = 768, .outputs = 2304, .transposed_input = true};
    return layer_test::run(layer, {{12, 197, 768}}, precision, training).forward;
  };
  const auto product = [&](Precision precision, bool training) {
    return operations<Gemm>(run(precision, training)).at(0);
  };
  const Gemm batched = product(Precision::amp_bf16, false), folded = product(Precision::amp_bf16, true);
  CHECK((batched.batch == 197 && batched.m == 12 && batched.n == 2304 && batched.k == 768 && batched.repeated_b));
  CHECK((folded.batch == 1 && folded.m == 12 * 197 && !folded.repeated_b));  // the weight needs a gradient
  CHECK(work(batched) == work(folded));
  CHECK(traffic(batched) == traffic(folded));
  CHECK(product(Precision::fp32, false).m == 12 * 197);  // a fused path
  CHECK(product(Precision::fp32, false).epilogue == Epilogue::bias);
}

TEST_CASE("the bias of a transposed input is added apart, to a result that lies by positions") {
  const Linear layer{.inputs = 64, .outputs = 32, .transposed_input = true};
  const auto sums = pointwise(layer_test::run(layer, {{4, 10, 64}}, Precision::bf16).forward, PointwiseFunction::add);
  REQUIRE(sums.size() == 1);
  CHECK(sums[0].outputs[0].shape == Shape{4, 10, 32});
  CHECK(sums[0].outputs[0].strides[1] == 4 * 32);
  CHECK(bytes(sums[0].inputs[1]) == 2.0 * 32 * byte);
}
}  // namespace layer_linear_test
