#include <doctest/doctest.h>

#include <perfmodel/operation/normalization.hpp>

namespace operation_normalization_test {
using namespace perfmodel;
using op::NormPass;

namespace {
constexpr double high = 64.0, wide = 1024.0, n = high * wide;

constexpr op::LayerNorm layer_norm(NormPass pass, bool mean_square = false) {
  return {.pass = pass,
          .format = NumberFormat::bf16,
          .parameters = NumberFormat::fp32,
          .rows = 64,
          .columns = 1024,
          .shift = !mean_square,
          .mean_square = mean_square};
}
constexpr op::LayerNorm forward = layer_norm(NormPass::forward), input = layer_norm(NormPass::input_gradient),
                        parameters = layer_norm(NormPass::parameter_gradient);
}  // namespace

static_assert(work(forward) == 8.0 * n * flop && work(input) == 11.0 * n * flop && work(parameters) == 4.0 * n * flop);
static_assert(work(layer_norm(NormPass::forward, true)) == 4.0 * n * flop);
static_assert(work(layer_norm(NormPass::input_gradient, true)) == 8.0 * n * flop);
static_assert(work(layer_norm(NormPass::parameter_gradient, true)) == 2.0 * n * flop);
static_assert(work(op::LayerNorm{.rows = 64, .columns = 1024, .gain = false, .shift = false}) == 6.0 * n * flop);

TEST_CASE("a layer norm reads its rows and parameters once and writes rows and two moments of each") {
  CHECK(read_bytes(forward) == (2.0 * n + 2.0 * 4.0 * wide) * byte);
  CHECK(written_bytes(forward) == (2.0 * n + 2.0 * 4.0 * high) * byte);
  CHECK(traffic(forward) == read_bytes(forward) + written_bytes(forward));
}

TEST_CASE("its backward operations read rows, gradient and moments; each writes its own result") {
  CHECK(read_bytes(input) == (2.0 * 2.0 * n + 2.0 * 4.0 * high + 4.0 * wide) * byte);
  CHECK(written_bytes(input) == 2.0 * n * byte);
  CHECK(read_bytes(parameters) == (2.0 * 2.0 * n + 2.0 * 4.0 * high) * byte);
  CHECK(written_bytes(parameters) == 2.0 * 4.0 * wide * byte);
}

TEST_CASE("an RMS norm has one moment a row and no shift") {
  const op::LayerNorm f = layer_norm(NormPass::forward, true);
  CHECK(traffic(f) == (2.0 * 2.0 * n + 4.0 * high + 4.0 * wide) * byte);
}

TEST_CASE("group and batch norms move the tensor twice forward, three times backward") {
  op::GroupNorm g{.samples = 2, .groups = 4, .channels = 8, .pixels = 16};
  CHECK(work(g) == 8.0 * 256.0 * flop);
  CHECK(traffic(g) == 2.0 * 256.0 * 4.0 * byte);
  g.backward = true;
  CHECK(work(g) == 11.0 * 256.0 * flop);
  CHECK(traffic(g) == 3.0 * 256.0 * 4.0 * byte);

  op::BatchNorm b{.input = packed({2, 8, 4, 4}, NumberFormat::fp16)};
  CHECK(channels_of(b) == 8);
  CHECK(work(b) == 8.0 * 256.0 * flop);
  CHECK(traffic(b) == (2.0 * 256.0 * 2.0 + 4.0 * 8.0 * 4.0) * byte);
  b.backward = true;
  CHECK(work(b) == 14.0 * 256.0 * flop);
  CHECK(traffic(b) == (3.0 * 256.0 * 2.0 + 4.0 * 8.0 * 4.0) * byte);
}
}  // namespace operation_normalization_test
