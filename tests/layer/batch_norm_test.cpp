#include <perfmodel/layer/batch_norm.hpp>
#include "support.hpp"
#include <array>
#include <cmath>

using namespace perfmodel;

TEST_CASE("batch norm reads its input twice in training, once in inference") {
  const std::vector<Shape> in{{32, 64, 56, 56}};
  const Bytes x = 4.0 * 32 * 64 * 56 * 56 * byte;
  const auto main_kernel = [](const std::vector<TraceEvent>& events) {
    Streaming found{};
    for (const Streaming& s : layer_test::kernels<Streaming>(events))
      if (s.kind == StreamingKind::batch_norm) found = s;
    return found;
  };
  const auto train = layer_test::run(BatchNorm{64}, in), infer = layer_test::run(BatchNorm{64}, in, Precision::fp32, false);
  CHECK(main_kernel(train.forward).read > 2.0 * x);
  CHECK(main_kernel(infer.forward).read < 1.01 * x);
  CHECK(main_kernel(train.backward).backward);
  CHECK_THROWS_AS((void)output_shape(LayerKind{BatchNorm{32}}, in), Error);
}

TEST_CASE("batch norm has two trained tensors and three buffers, one of them a counter") {
  const std::vector<Shape> in{{2, 64, 4, 4}};
  std::size_t trained = 0, counters = 0;
  for (const ParameterTensor& p : parameters(LayerKind{BatchNorm{64}}, in)) {
    trained += p.trainable ? 1 : 0;
    counters += p.counter ? 1 : 0;
  }
  CHECK(trained == 2);
  CHECK(counters == 1);
}

TEST_CASE("FP16 with FP16 parameters runs the kernels of BF16, with FP32 parameters the library's") {
  const auto narrow = [](Precision precision) {
    const layer_test::Run run = layer_test::run(BatchNorm{.channels = 8}, {{4, 8, 6, 6}}, precision);
    bool found = false;
    for (const Streaming& s : layer_test::kernels<Streaming>(run.forward))
      if (s.kind == StreamingKind::batch_norm) found = s.narrow_parameters;
    return found;
  };
  CHECK(narrow(Precision::fp16));
  CHECK_FALSE(narrow(Precision::amp_fp16));
  CHECK_FALSE(narrow(Precision::fp32));
}

TEST_CASE("PyTorch's own norm kernels in BF16 on an H200, 132 SMs at 1.98 GHz: turns of the loop of each channel's block") {
  struct Measured { std::int64_t n, c, h, w; double forward, backward; };  // us, torch.profiler, PyTorch 2.11; steps of ResNet-50, -152, DenseNet-121
  // within 18 %: the smallest, 8 us, is the worst of these
  constexpr std::array<Measured, 6> rows{{{32, 64, 56, 56, 68.4, 144.1}, {8, 64, 48, 48, 16.9, 25.6}, {32, 1024, 14, 14, 43.8, 41.1},
                                          {64, 64, 112, 112, 765.1, 1399.9}, {32, 512, 7, 7, 19.0, 8.1}, {16, 64, 256, 256, 970.1, 1806.5}}};
  TraceOptions options{.target = {.sms = 132}};
  const TraceWriter writer(options);
  for (const Measured& m : rows) {
    CAPTURE(m.c);
    CAPTURE(m.h);
    const double ns_a_cycle = 1.0 / 1.98, fixed = 1.2;  // us before and after the longest block
    const Shape x{m.n, m.c, m.h, m.w};
    CHECK(std::abs(detail::own_kernel_cycles(writer, x, NumberFormat::bf16, false) * ns_a_cycle * 1e-3 + fixed - m.forward) < 0.18 * m.forward);
    CHECK(std::abs(detail::own_kernel_cycles(writer, x, NumberFormat::bf16, true) * ns_a_cycle * 1e-3 + fixed - m.backward) < 0.18 * m.backward);
  }
}

TEST_CASE("PyTorch's own norm kernels over NHWC images in BF16 on an H200: blocks that walk the rows") {
  struct Measured { std::int64_t size, c; double forward, backward; };  // us, sum of the call's kernels; DenseNet-121, 16 images, PyTorch 2.11
  // within 20 %: the largest tensor backward is the worst of these
  constexpr std::array<Measured, 7> rows{{{112, 64, 57.4, 66.7}, {56, 64, 21.2, 18.1}, {56, 128, 33.1, 33.4}, {28, 224, 17.8, 15.4},
                                          {28, 384, 26.9, 24.7}, {14, 128, 13.7, 10.7}, {7, 864, 20.6, 13.9}}};
  TraceOptions options{.target = {.sms = 132}};
  const TraceWriter writer(options);
  for (const Measured& m : rows) {
    CAPTURE(m.c);
    CAPTURE(m.size);
    const Streaming kernel{.format = NumberFormat::bf16, .rows = 16 * m.size * m.size, .columns = m.c};
    const double us_a_cycle = 1e-3 / 1.98;
    CHECK(std::abs(detail::own_channels_last_cycles(writer, kernel, false) * us_a_cycle - m.forward) < 0.2 * m.forward);
    CHECK(std::abs(detail::own_channels_last_cycles(writer, kernel, true) * us_a_cycle - m.backward) < 0.2 * m.backward);
  }
}

TEST_CASE("kernels of one call: PyTorch's own norms run several, over NHWC images after a fill; the library's one") {
  CHECK(detail::norm_kernels(false, false, false) == 1);
  CHECK(detail::norm_kernels(false, true, true) == 2);
  CHECK(detail::norm_kernels(true, false, false) == 3);
  CHECK(detail::norm_kernels(true, true, false) == 4);
  const auto launched = [](Precision precision) {
    return layer_test::kernels<Streaming>(layer_test::run(BatchNorm{.channels = 8}, {{4, 8, 6, 6}}, precision, false).forward).size();
  };
  CHECK(launched(Precision::fp32) == 1);
  CHECK(launched(Precision::bf16) == 3);  // the running mean is copied, the deviation inverted
}

TEST_CASE("the library's NHWC norms work on whole blocks of channels: 64 of 16 bits, 32 of 32 bits") {
  const auto bytes = [](NumberFormat format, std::int64_t channels) {
    Streaming kernel{.format = format, .columns = channels, .read = static_cast<double>(channels) * byte};
    detail::spread_channels(kernel);
    return in(kernel.read, byte);
  };
  CHECK(bytes(NumberFormat::fp16, 64) == 64.0);
  CHECK(bytes(NumberFormat::fp16, 24) == 64.0);
  CHECK(bytes(NumberFormat::fp16, 96) == 128.0);
  CHECK(bytes(NumberFormat::fp32, 96) == 96.0);
  CHECK(bytes(NumberFormat::fp32, 144) == 160.0);
}
