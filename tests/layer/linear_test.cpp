#include <perfmodel/layer/linear.hpp>
#include "support.hpp"

using namespace perfmodel;
using layer_test::kernels;

namespace {
constexpr Shape batch_512{512, 1024};
}
static_assert(forward_work(Linear{1024, 4096}, InputShapes(&batch_512, 1)) == 2.0 * 512 * 1024 * 4096 * flop);

TEST_CASE("a linear layer is one NT product forward, NN and TN backward, and a column sum for the bias") {
  const auto r = layer_test::run(Linear{.inputs = 1024, .outputs = 4096}, {{512, 1024}});
  CHECK(r.output == Shape{512, 4096});
  const auto forward = kernels<Gemm>(r.forward), backward = kernels<Gemm>(r.backward);
  REQUIRE(forward.size() == 1);
  CHECK((forward[0].layout == Layout::nt && forward[0].m == 512 && forward[0].n == 4096 && forward[0].k == 1024));
  CHECK(forward[0].epilogue == Epilogue::bias);
  REQUIRE(backward.size() == 2);
  CHECK((backward[0].layout == Layout::nn && backward[0].m == 512 && backward[0].n == 1024 && backward[0].k == 4096));
  CHECK((backward[1].layout == Layout::tn && backward[1].m == 4096 && backward[1].n == 1024 && backward[1].k == 512));
  std::size_t column_sums = 0;
  for (const Streaming& s : kernels<Streaming>(r.backward)) column_sums += s.kind == StreamingKind::column_reduction ? 1 : 0;
  CHECK(column_sums == 1);
  CHECK(work(backward[0]) + work(backward[1]) == 2.0 * work(forward[0]));
}

TEST_CASE("without a bias there is no epilogue and no column sum; batches of sequences are one product") {
  const auto r = layer_test::run(Linear{.inputs = 64, .outputs = 32, .bias = false}, {{8, 128, 64}});
  CHECK(r.output == Shape{8, 128, 32});
  CHECK(kernels<Gemm>(r.forward)[0].m == 8 * 128);
  CHECK(kernels<Gemm>(r.forward)[0].epilogue == Epilogue::none);
  for (const Streaming& s : kernels<Streaming>(r.backward)) CHECK(s.kind == StreamingKind::fill);  // the root gradient
}

TEST_CASE("precision decides the format of the product, not of FP32 storage") {
  const auto gemm = [](Precision p) { return kernels<Gemm>(layer_test::run(Linear{64, 64}, {{64, 64}}, p).forward)[0]; };
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
  CHECK(kernels<Streaming>(amp.forward).size() == kernels<Streaming>(plain.forward).size() + 3);
  std::size_t to_fp32 = 0;
  for (const Streaming& s : kernels<Streaming>(amp.backward))
    to_fp32 += s.kind == StreamingKind::elementwise && s.format == NumberFormat::fp32 ? 1 : 0;
  CHECK(to_fp32 == 3);
}

TEST_CASE("an input that does not fit names both shapes") {
  CHECK_THROWS_WITH_AS((void)output_shape(LayerKind{Linear{.inputs = 1024, .outputs = 4096}}, std::vector<Shape>{{64, 1000}}),
                       "input shape: got [64, 1000]; weights of shape [4096, 1024] take inputs that end in 1024", Error);
  CHECK_THROWS_AS((void)output_shape(LayerKind{Linear{.inputs = 0, .outputs = 1}}, std::vector<Shape>{{1, 0}}), Error);
}

TEST_CASE("a transposed input under autocast is multiplied position by position in inference, each time with the whole weight") {
  // ViT-B/16 on an H200, torch.profiler: 58.1 us (12 images) and 76.2 us (64) where plain products take 16 and 67
  const auto rows_of = [](std::int64_t batch, Precision precision, bool training) {
    const Linear layer{.inputs = 768, .outputs = 2304, .transposed_input = true};
    return kernels<Gemm>(layer_test::run(layer, {{batch, 197, 768}}, precision, training).forward)[0].m;
  };
  CHECK(rows_of(12, Precision::amp_bf16, false) > 4 * 12 * 197);
  CHECK(rows_of(64, Precision::amp_bf16, false) > 64 * 197);
  CHECK(rows_of(64, Precision::amp_bf16, false) < 80 * 197);
  CHECK(rows_of(128, Precision::amp_bf16, false) == 128 * 197);
  CHECK(rows_of(12, Precision::amp_bf16, true) == 12 * 197);   // the weight needs a gradient: one product
  CHECK(rows_of(12, Precision::fp32, false) == 12 * 197);      // a fused path
}
