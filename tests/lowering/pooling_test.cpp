#include <doctest/doctest.h>

#include "support.hpp"

namespace lowering_pooling_test {
using namespace perfmodel;

// Counts by hand, from what PyTorch's kernels read and write (sources beside the functions).

TEST_CASE("pooling: forward reads the image, backward writes it; a maximum also keeps its places") {
  op::Pooling p{.what = PoolingKind::maximum,
                .image = packed({2, 3, 8, 8}, NumberFormat::fp32),
                .result = {2, 3, 4, 4},
                .window = 4.0};
  const double image = 384.0 * 4.0, result = 96.0 * 4.0, places = 96.0 * 8.0;
  Streaming s = streaming_kernels(p).at(0);
  CHECK(s.kind == StreamingKind::pooling);
  CHECK(s.columns == 96);
  CHECK(in_bytes(s.read) == image);
  CHECK(in_bytes(s.written) == result + places);
  CHECK(s.function == PointwiseFunction::compare);
  CHECK(s.visits == 96.0 * 4.0);
  p.backward = true;
  s = streaming_kernels(p).at(0);
  CHECK(s.columns == 384);
  CHECK(in_bytes(s.read) == result + places);
  CHECK(in_bytes(s.written) == image);
  p.what = PoolingKind::average;
  CHECK(in_bytes(streaming_kernels(p).at(0).read) == result);
  CHECK(streaming_kernels(p).at(0).function == PointwiseFunction::add);
}

TEST_CASE("the largest of windows where channels lie together: few blocks of small images, long chains") {
  const auto pooled = [](const Shape& image, const Shape& result, double window, bool backward) {
    return launch_by_channels(
        {.what = PoolingKind::maximum,
         .backward = backward,
         .image = {.shape = image, .strides = channels_last_strides(image), .format = NumberFormat::fp16},
         .result = result,
         .window = window});
  };
  // 32 x 8 x 4 threads of four channels, two columns and rows
  const PoolingLaunch small = pooled({1, 119, 16, 17}, {1, 119, 13, 14}, 16.0, false);
  CHECK(small.blocks == 2);
  CHECK(small.steps == 16 * 4 * 2 * 2);
  // three channels: 2 x 4 x 32 threads
  const PoolingLaunch few = pooled({5, 3, 64, 8}, {5, 3, 32, 4}, 4.0, false);
  CHECK(few.blocks == 5);
  CHECK(few.steps == 4 * 2);
  // backward a thread takes four columns and rows of the image, each of whose elements lies in a window
  const PoolingLaunch back = pooled({2, 64, 64, 64}, {2, 64, 32, 32}, 4.0, true);
  CHECK(back.blocks == 2 * 1 * 1 * 16);
  CHECK(back.steps == 1 * 2 * 2 * 4);
  const Shape image{1, 8, 4, 4}, result{1, 8, 2, 2};
  op::Pooling p{.what = PoolingKind::maximum,
                .image = {.shape = image, .strides = channels_last_strides(image), .format = NumberFormat::fp32},
                .result = result,
                .window = 4.0};
  CHECK(streaming_kernels(p).at(0).chunks == 1);
  CHECK(streaming_kernels(p).at(0).lines == 4.0);
  p.image = packed(image, NumberFormat::fp32);  // planes: a thread for each result
  CHECK(streaming_kernels(p).at(0).chunks == 0);
}

TEST_CASE("resizing: the smaller side is read forward; between neighbours lines and visits say how many meet") {
  using Method = op::Resampling::Method;
  op::Resampling r{
      .method = Method::bilinear, .image = packed({2, 3, 4, 4}, NumberFormat::fp32), .result = {2, 3, 8, 8}};
  Streaming s = streaming_kernels(r).at(0);
  CHECK(s.rows == 2);
  CHECK(s.columns == 192);  // of each image
  CHECK(in_bytes(s.read) == 96.0 * 4.0);
  CHECK(in_bytes(s.written) == 384.0 * 4.0);
  CHECK(s.images == 6);
  CHECK(s.pixels == 64);
  CHECK(s.visits == 4.0);
  CHECK(s.lines == 96.0);
  r.method = Method::bicubic;
  CHECK(streaming_kernels(r).at(0).visits == 16.0);
  r.method = Method::nearest;
  s = streaming_kernels(r).at(0);
  CHECK(s.kind == StreamingKind::resampling_nearest);
  CHECK(s.visits == 4.0);  // results that an element of the image is copied to
  CHECK(s.lines == 96.0);
  r.method = Method::trilinear;
  CHECK(streaming_kernels(r).at(0).visits == 8.0);
}

TEST_CASE("gradients of lines are walked over as lines are, those of planes are added element by element") {
  const auto gradient = [](const Shape& image, const Shape& result) {
    return streaming_kernels(op::Resampling{.method = op::Resampling::Method::bilinear,
                                            .backward = true,
                                            .image = packed(image, NumberFormat::fp32),
                                            .result = result})
        .back();
  };
  const Streaming line = gradient({5, 3, 4}, {5, 3, 8}), plane = gradient({5, 3, 2, 2}, {5, 3, 2, 4});
  CHECK(line.kind == StreamingKind::resampling_between);
  CHECK(line.rows == 5);
  CHECK(line.columns == 24);
  CHECK(line.images == 15);
  CHECK(line.backward);
  CHECK(plane.kind == StreamingKind::resampling_atomic);
  CHECK(plane.rows == 1);
  CHECK(plane.columns == 120);
}

TEST_CASE("resizing by threads for channels that lie together: from 16 channels on, 4 backward") {
  const auto together = [](std::int64_t channels, bool backward) {
    const Shape image{2, channels, 4, 4};
    const op::Resampling r{
        .method = op::Resampling::Method::bilinear,
        .backward = backward,
        .image = {.shape = image, .strides = channels_last_strides(image), .format = NumberFormat::fp32},
        .result = {2, channels, 8, 8}};
    return streaming_kernels(r).back().channels_together;
  };
  CHECK_FALSE(together(15, false));
  CHECK(together(16, false));
  CHECK_FALSE(together(3, true));
  CHECK(together(4, true));
}
}  // namespace lowering_pooling_test
