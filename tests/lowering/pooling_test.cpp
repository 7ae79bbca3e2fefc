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

TEST_CASE("resizing: the smaller side is read forward; between neighbours lines and visits say how many meet") {
  using Method = op::Resampling::Method;
  op::Resampling r{
      .method = Method::bilinear, .image = packed({2, 3, 4, 4}, NumberFormat::fp32), .result = {2, 3, 8, 8}};
  Streaming s = streaming_kernels(r).at(0);
  CHECK(s.columns == 384);
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
