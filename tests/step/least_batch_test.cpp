#include <doctest/doctest.h>

#include <perfmodel/network/named.hpp>
#include <perfmodel/step/least_batch.hpp>

namespace step_least_batch_test {
using namespace perfmodel;

namespace {

/// A batch norm behind a linear layer: one value per channel and sample.
Network normed() {
  return {.name = "normed",
          .inputs = {{.name = "x", .shape = {10}}},
          .layers = {{.name = "linear", .what = Linear{.inputs = 10, .outputs = 20}},
                     {.name = "norm", .what = BatchNorm{20}}}};
}

}  // namespace

TEST_CASE("a batch norm with one value per channel and sample trains on two samples at least, and infers on one") {
  CHECK(least_batch(normed(), Mode::train) == 2);
  CHECK(least_batch(normed(), Mode::infer) == 1);
  CHECK(least_batch(named_network("resnet50"), Mode::train) == 1);   // 7 x 7 values
  CHECK(least_batch(named_network("gpt2-124m"), Mode::train) == 1);  // layer norms only
}

TEST_CASE("the first such norm is named by its place; none: the number of layers") {
  const Network network = normed();
  CHECK(single_value_norm(network, infer_shapes(network, 1)) == 1);
  CHECK(single_value_norm(network, infer_shapes(network, 2)) == network.layers.size());
}
}  // namespace step_least_batch_test
