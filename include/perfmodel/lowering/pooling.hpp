#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <perfmodel/device/hardware.hpp>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/pooling.hpp>
#include <perfmodel/rounding.hpp>

namespace perfmodel {

/// The largest of windows of volumes: planes of 32 x 8 threads, one for each result; backward adds to the image.
/// PyTorch, aten/src/ATen/native/cuda/DilatedMaxPool3d.cu.
[[nodiscard]] constexpr Streaming volume_pooling(const op::Pooling& p) {
  constexpr std::int64_t across = 32, down = 8, rank = 5;
  const std::int64_t height = p.result[rank - 2], width = p.result[rank - 1],
                     planes = elements(p.result) / std::max<std::int64_t>(1, height * width);
  const Bytes image = bytes(p.image), result = result_bytes(p) + index_bytes(p);
  return {.kind = StreamingKind::volume_pooling,
          .format = p.image.format,
          .columns = elements(p.result),
          .read = p.backward ? result + image : image,
          .written = p.backward ? image : result,
          .work = work(p),
          .backward = p.backward,
          .images = planes,
          .pixels = (height + down - 1) / down * down * ((width + across - 1) / across * across),
          .visits = p.backward
                        ? in(work(p), flop) / static_cast<double>(std::max<std::int64_t>(1, elements(p.image.shape)))
                        : p.window};
}

/// Thread blocks, and numbers that a thread compares one after the other.
struct PoolingLaunch {
  std::int64_t blocks{}, steps{};
};

/// The largest of windows where channels lie together: up to 32 channels, columns and rows of threads, as powers of
/// two, 1,024 in all, each of up to four channels, and of two columns and rows of the result forward, of four of the
/// image backward. Images of few numbers have few blocks. PyTorch, aten/src/ATen/native/cuda/DilatedMaxPool2d.cu,
/// max_pool2d_with_indices_out_cuda and max_pool2d_with_indices_backward_out_cuda. @pre p.image has four dimensions
[[nodiscard]] constexpr PoolingLaunch launch_by_channels(const op::Pooling& p) {
  constexpr auto threads = static_cast<std::int64_t>(hardware::block_threads);
  constexpr std::int64_t warp = 32, channels_of_thread = 4;
  const Shape& walked = p.backward ? p.image.shape : p.result;
  const std::int64_t images = walked[0], channels = walked[1], height = walked[2], width = walked[3],
                     each = p.backward ? 4 : 2;
  const auto threads_for = [](std::int64_t n, std::int64_t most) {
    const auto power = std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(1, n)));
    return std::max<std::int64_t>(1, std::min(static_cast<std::int64_t>(power), most));
  };
  std::int64_t x = threads_for(channels, warp);
  const std::int64_t y = threads_for(width, threads / x), z = threads_for(height, threads / x / y);
  x = threads_for(channels, threads / y / z);
  const std::int64_t apart = ceil_div(channels, x * channels_of_thread), across = ceil_div(width, y * each),
                     down = ceil_div(height, z * each);
  const double visits = in(work(p), flop) / static_cast<double>(std::max<std::int64_t>(1, elements(walked)));
  return {.blocks = images * apart * across * down,
          .steps = static_cast<std::int64_t>(visits) * ceil_div(channels, x * apart) *
                   ceil_div(ceil_div(width, across), y) * ceil_div(ceil_div(height, down), z)};
}

/// One kernel each way: a thread for each result forward, for each input element backward; of windows that fit the
/// result a thread block for each plane. PyTorch, aten/src/ATen/native/cuda/{DilatedMaxPool2d,AveragePool2d,
/// AdaptiveMaxPooling2d,AdaptiveAveragePooling}.cu.
[[nodiscard]] constexpr Streaming lowered(const op::Pooling& p) {
  if (p.what == PoolingKind::maximum && p.image.shape.rank == 5 && p.result.rank == 5) return volume_pooling(p);
  const Bytes image = bytes(p.image), result = result_bytes(p) + index_bytes(p);
  if (p.fitted && !p.backward && p.image.shape.rank >= 3)
    return {.kind = StreamingKind::fitted_pooling,
            .format = p.image.format,
            .columns = elements(p.result),
            .read = image,
            .written = result,
            .work = work(p),
            .images = p.image.shape[0] * p.image.shape[1],
            .visits = p.window};
  constexpr std::size_t rank = 4;
  const bool by_channels = p.what == PoolingKind::maximum && p.image.shape.rank == rank && p.result.rank == rank &&
                           has_channels_together(p.image);
  const PoolingLaunch launch = by_channels ? launch_by_channels(p) : PoolingLaunch{};
  return {.kind = StreamingKind::pooling,
          .format = p.image.format,
          .columns = p.backward ? elements(p.image.shape) : elements(p.result),
          .read = p.backward ? result : image,
          .written = p.backward ? image : result,
          .work = work(p),
          .backward = p.backward,
          .chunks = launch.blocks,
          .lines = static_cast<double>(launch.steps),
          .function = p.what == PoolingKind::maximum ? PointwiseFunction::compare : PointwiseFunction::add,
          .channels_together = has_channels_together(p.image),
          .visits = in(work(p), flop)};
}

namespace detail {
/// Results that an element of the image is copied to.
[[nodiscard]] constexpr double copies_of(const op::Resampling& r) {
  const std::int64_t image = elements(r.image.shape);
  return image == 0 ? 1.0 : static_cast<double>(elements(r.result)) / static_cast<double>(image);
}
}  // namespace detail

/// One kernel each way; backward adds into a zeroed gradient, but for nearest neighbours.
/// PyTorch, aten/src/ATen/native/cuda/{UpSampleNearest2d,UpSampleBilinear2d,UpSampleBicubic2d}.cu.
[[nodiscard]] constexpr Streaming lowered(const op::Resampling& r) {
  using Method = op::Resampling::Method;
  const Bytes image = bytes(r.image), result = static_cast<double>(elements(r.result)) * element_size(r.image.format);
  const bool bilinear = r.method == Method::bilinear,
             between = bilinear || r.method == Method::bicubic || r.method == Method::trilinear;
  constexpr double four = 4.0, eight = 8.0, sixteen = 16.0;
  // upsample_bilinear2d_out_cuda_template and its backward: kernels for channels that lie together
  constexpr std::int64_t together_forward = 16, together_backward = 4;
  const bool together = bilinear && r.image.shape.rank == 4 && has_channels_together(r.image) &&
                        r.image.shape[1] >= (r.backward ? together_backward : together_forward);
  const std::int64_t planes = r.image.shape.rank >= 2 ? r.image.shape[0] * r.image.shape[1] : 1;
  // upsample_linear1d_out_frame_backward walks over the planes as the forward kernel does
  constexpr std::size_t line_rank = 3;
  const bool walks = between && (!r.backward || (bilinear && r.image.shape.rank == line_rank));
  const std::int64_t images = walks && r.image.shape.rank > 0 ? std::max<std::int64_t>(1, r.image.shape[0]) : 1;
  return {.kind = walks                         ? StreamingKind::resampling_between
                  : between                     ? StreamingKind::resampling_atomic
                  : r.method == Method::regions ? StreamingKind::resampling_regions
                                                : StreamingKind::resampling_nearest,
          .format = r.image.format,
          .rows = images,
          .columns = elements(r.result) / images,
          .read = r.backward ? result : image,
          .written = r.backward ? image : result,
          .work = r.backward ? Work{} : work(r),
          .backward = r.backward,
          .lines = static_cast<double>(elements(r.image.shape)),
          .channels_together = between ? together : r.image.shape.rank == 4 && has_channels_together(r.image),
          .fresh = r.fresh,
          .images = between || r.image.shape.rank == 0 ? planes : r.image.shape[0],
          .pixels = elements(r.result) / std::max<std::int64_t>(1, planes),
          .visits = between ? (bilinear                        ? four
                               : r.method == Method::trilinear ? eight
                                                               : sixteen)
                            : detail::copies_of(r)};
}

}  // namespace perfmodel
