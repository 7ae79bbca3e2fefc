#include <doctest/doctest.h>

#include "support.hpp"

namespace lowering_normalization_test {
using namespace perfmodel;

namespace {
Operand together(const Shape& shape, NumberFormat format) {
  return {.shape = shape, .strides = channels_last_strides(shape), .format = format};
}
}  // namespace

// Counts by hand, from what PyTorch's kernels read and write (sources beside the functions).

TEST_CASE("layer norm: one kernel each way; weight norm of the last dimension reads its rows twice") {
  const auto norm = [](op::NormPass pass, bool mean_square = false, bool across = false) {
    const std::vector<Streaming> kernels = streaming_kernels(op::LayerNorm{.pass = pass,
                                                                           .format = NumberFormat::bf16,
                                                                           .rows = 100,
                                                                           .columns = 64,
                                                                           .mean_square = mean_square,
                                                                           .across = across});
    REQUIRE(kernels.size() == 1);
    return kernels[0];
  };
  const Streaming forward = norm(op::NormPass::forward), input = norm(op::NormPass::input_gradient),
                  gains = norm(op::NormPass::parameter_gradient);
  CHECK(forward.kind == StreamingKind::layer_norm);
  CHECK(forward.rows == 100);
  CHECK(forward.columns == 64);
  CHECK(in_bytes(forward.read) == 6400.0 * 2.0 + 2.0 * 64.0 * 4.0);      // gain and shift in FP32
  CHECK(in_bytes(forward.written) == 6400.0 * 2.0 + 2.0 * 100.0 * 4.0);  // mean and deviation of each row
  CHECK(forward.special_functions == 100.0);
  CHECK_FALSE(forward.backward);
  CHECK(in_bytes(input.read) == 2.0 * 6400.0 * 2.0 + 2.0 * 100.0 * 4.0 + 64.0 * 4.0);
  CHECK(in_bytes(input.written) == 6400.0 * 2.0);
  CHECK(input.backward);
  CHECK(gains.kind == StreamingKind::gain_sums);
  CHECK(in_bytes(gains.written) == 2.0 * 64.0 * 4.0);
  CHECK(norm(op::NormPass::forward, true).mean_square);
  CHECK(in_bytes(norm(op::NormPass::forward, true).written) == 6400.0 * 2.0 + 100.0 * 4.0);

  const Streaming across = norm(op::NormPass::forward, false, true);
  CHECK(across.kind == StreamingKind::column_norms);
  CHECK(across.rows == 64);
  CHECK(across.columns == 100);
  CHECK(in_bytes(across.read) == 2.0 * in_bytes(forward.read));
  CHECK_FALSE(across.backward);
  CHECK(norm(op::NormPass::input_gradient, false, true).backward);
}

TEST_CASE("group norm: moments, scales of each channel and sample, one pass; backward a sum over the samples more") {
  op::GroupNorm g{.format = NumberFormat::fp16, .samples = 8, .groups = 4, .channels = 32, .pixels = 49};
  const double tensor = 8.0 * 32.0 * 49.0 * 2.0;
  const std::vector<Streaming> forward = streaming_kernels(g);
  REQUIRE(forward.size() == 3);
  CHECK(forward[0].kind == StreamingKind::row_moments);
  CHECK(forward[0].rows == 8 * 4);
  CHECK(forward[0].columns == 8 * 49);  // channels of a group x pixels
  CHECK(in_bytes(forward[0].read) == tensor);
  CHECK(in_bytes(forward[0].written) == 2.0 * 32.0 * 2.0);
  CHECK(forward[1].columns == 8 * 32);
  CHECK(in_bytes(forward[1].read) == 2.0 * 256.0 * 4.0);
  CHECK(in_bytes(forward[1].written) == 2.0 * 256.0 * 4.0);
  CHECK(forward[2].columns == 8 * 32 * 49);
  CHECK(in_bytes(forward[2].read) == tensor);
  CHECK(in_bytes(forward[2].written) == tensor);
  CHECK(forward[0].work + forward[2].work == work(g));

  g.backward = true;
  const std::vector<Streaming> backward = streaming_kernels(g);
  REQUIRE(backward.size() == 5);
  CHECK(backward[0].rows == 8 * 32);  // each channel of each sample
  CHECK(backward[0].columns == 49);
  CHECK(in_bytes(backward[0].read) == 2.0 * tensor);
  CHECK(in_bytes(backward[3].read) == 2.0 * tensor);
  CHECK(in_bytes(backward[3].written) == tensor);
  CHECK(backward[4].kind == StreamingKind::column_reduction);
  CHECK(backward[4].rows == 8 * 4);
  CHECK(backward[4].columns == 32);
  CHECK(in_bytes(backward[4].written) == 2.0 * 32.0 * 2.0);
  for (const Streaming& s : backward) CHECK(s.backward);
}

TEST_CASE("group norm of channels of one number: sums over groups, no scales; gains' gradients from the tensors") {
  op::GroupNorm g{.format = NumberFormat::fp32, .samples = 6144, .groups = 8, .channels = 512};
  const double tensor = 6144.0 * 512.0 * 4.0;
  CHECK(streaming_kernels(g).size() == 2);
  g.backward = true;
  const std::vector<Streaming> backward = streaming_kernels(g);
  REQUIRE(backward.size() == 3);
  CHECK(backward[0].rows == 6144 * 8);
  CHECK(backward[0].columns == 64);
  CHECK(backward[2].rows == 6144);
  CHECK(in_bytes(backward[2].read) == 2.0 * tensor);
  g.affine = false;
  CHECK(streaming_kernels(g).size() == 2);
  g.pixels = 4, g.backward = false;
  CHECK(streaming_kernels(g).size() == 2);  // moments and results, no scale of each channel of each sample
}

TEST_CASE("batch norm: what training moves, how many kernels share it, and what padded channels add") {
  op::BatchNorm b{.input = packed({4, 96, 5, 5}, NumberFormat::fp32)};
  const double tensor = 4.0 * 96.0 * 25.0 * 4.0;
  const auto only = [&] {
    const std::vector<Streaming> kernels = streaming_kernels(b);
    REQUIRE(kernels.size() == 1);
    return kernels[0];
  };
  CHECK(only().rows == 4 * 25);
  CHECK(only().columns == 96);
  CHECK(only().images == 4);
  CHECK(only().pixels == 25);
  CHECK(only().kernels == 1);
  CHECK(in_bytes(only().read) == 2.0 * tensor + 4.0 * 96.0 * 4.0);
  CHECK(in_bytes(only().written) == tensor + 8.0 * 96.0 + 2.0 * 96.0 * 4.0);
  b.backward = true;
  CHECK(in_bytes(only().read) == 4.0 * tensor + 8.0 * 96.0 + 96.0 * 4.0);
  CHECK(in_bytes(only().written) == tensor + 2.0 * 96.0 * 4.0);
  b.affine = false;  // PyTorch's own, one kernel backward over planes
  CHECK(only().framework_kernel);
  CHECK(only().kernels == 1);
  b.input_gradient = false;
  CHECK(only().sums_alone);
  CHECK(in_bytes(only().read) == 2.0 * tensor + 8.0 * 96.0);
  CHECK(in_bytes(only().written) == 2.0 * 96.0 * 4.0);
  b = {.input = together({4, 96, 5, 5}, NumberFormat::fp16)};
  CHECK(only().channels_together);
  CHECK(only().kernels == 2);                                                  // after a fill
  CHECK(in_bytes(only().read) == 128.0 / 96.0 * (tensor + 4.0 * 96.0 * 4.0));  // blocks of 64 channels of 16 bits
  b.input = together({4, 96, 5, 5}, NumberFormat::bf16);
  CHECK(only().kernels == 4);
  CHECK(in_bytes(only().read) == tensor + 4.0 * 96.0 * 4.0);
  b.backward = true;
  CHECK(only().kernels == 3);
}

TEST_CASE("batch norm in inference: the framework copies the mean and inverts the deviation first") {
  op::BatchNorm b{.input = packed({4, 8, 3, 3}, NumberFormat::bf16), .training = false};
  const std::vector<Streaming> own = streaming_kernels(b);
  REQUIRE(own.size() == 3);
  CHECK(in_bytes(own[0].read) == 8.0 * 4.0);
  CHECK(in_bytes(own[1].written) == 8.0 * 4.0);
  CHECK(own[2].kind == StreamingKind::batch_norm_inference);
  CHECK(own[2].columns == 4 * 8 * 9);
  CHECK(in_bytes(own[2].read) == 4.0 * 8.0 * 9.0 * 2.0 + 4.0 * 8.0 * 4.0);
  b.input = packed({4, 8, 3, 3}, NumberFormat::fp32);
  CHECK(streaming_kernels(b).size() == 1);
}
}  // namespace lowering_normalization_test
