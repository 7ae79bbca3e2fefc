#pragma once
#include <algorithm>
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/pooling.hpp>

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
  return {.kind = StreamingKind::pooling,
          .format = p.image.format,
          .columns = p.backward ? elements(p.image.shape) : elements(p.result),
          .read = p.backward ? result : image,
          .written = p.backward ? image : result,
          .work = work(p),
          .backward = p.backward,
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
  return {.kind = between ? (r.backward ? StreamingKind::resampling_atomic : StreamingKind::resampling_between)
                  : r.method == Method::regions ? StreamingKind::resampling_regions
                                                : StreamingKind::resampling_nearest,
          .format = r.image.format,
          .columns = elements(r.result),
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
