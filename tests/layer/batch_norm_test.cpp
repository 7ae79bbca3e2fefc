#include <perfmodel/layer/batch_norm.hpp>
#include "support.hpp"

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
