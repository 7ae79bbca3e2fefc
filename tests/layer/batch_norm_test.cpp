#include <perfmodel/layer/batch_norm.hpp>

#include "support.hpp"

namespace layer_batch_norm_test {
using namespace perfmodel;
using layer_test::operations;
using layer_test::pointwise;

TEST_CASE("one operation each way over the input as it lies; training counts the batch before") {
  const std::vector<Shape> in{{32, 64, 56, 56}};
  const auto train = layer_test::run(BatchNorm{64}, in),
             infer = layer_test::run(BatchNorm{64}, in, Precision::fp32, false);
  const op::BatchNorm norm{.input = packed(in[0], NumberFormat::fp32)};
  REQUIRE(train.forward.operations.size() == 2);
  CHECK(std::get<op::BatchNorm>(train.forward.operations[1]) == norm);
  const auto counted = pointwise(train.forward, PointwiseFunction::add_scalar);
  REQUIRE(counted.size() == 1);
  CHECK(counted[0].outputs[0].format == int64_storage);
  CHECK(elements(counted[0].outputs[0].shape) == 1);
  op::BatchNorm back = norm, saved_moments = norm;
  back.backward = true;
  saved_moments.training = false;
  const auto backward = operations<op::BatchNorm>(train.backward), inference = operations<op::BatchNorm>(infer.forward);
  REQUIRE(backward.size() == 1);
  CHECK(backward[0] == back);
  REQUIRE(infer.forward.operations.size() == 1);
  CHECK(inference.at(0) == saved_moments);
  CHECK(work(norm) == forward_work(BatchNorm{64}, in));
  CHECK_THROWS_AS((void)output_shape(LayerKind{BatchNorm{32}}, in), Error);
}

TEST_CASE("training saves the FP32 mean and reciprocal deviation of each channel") {
  CHECK(layer_test::run(BatchNorm{64}, {{2, 64, 4, 4}}, Precision::fp16).saved_bytes == 2.0 * 64 * 4 * byte);
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

TEST_CASE("parameters keep FP32 under autocast and are 16 bits wide in a network that is") {
  const auto parameters_of = [](Precision precision) {
    const layer_test::Run run = layer_test::run(BatchNorm{.channels = 8}, {{4, 8, 6, 6}}, precision);
    return operations<op::BatchNorm>(run.forward).at(0).parameters;
  };
  CHECK(parameters_of(Precision::fp16) == NumberFormat::fp16);
  CHECK(parameters_of(Precision::amp_fp16) == NumberFormat::fp32);
  CHECK(parameters_of(Precision::fp32) == NumberFormat::fp32);
}

TEST_CASE("inference by the framework's own kernels is three calls, by the library's one") {
  const auto calls = [](Precision precision) {
    const auto run = layer_test::run(BatchNorm{.channels = 8}, {{4, 8, 6, 6}}, precision, false);
    std::int64_t n = 0;
    for (const TraceEvent& e : run.forward.events)
      if (const auto* h = std::get_if<HostWork>(&e.what)) n += h->count;
    return n;
  };
  CHECK(calls(Precision::fp32) == 1);
  CHECK(calls(Precision::bf16) == 3);  // the running mean is copied, the deviation inverted
  CHECK(calls(Precision::fp16) == 3);
}
}  // namespace layer_batch_norm_test
