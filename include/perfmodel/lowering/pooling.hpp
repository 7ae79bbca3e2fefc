#pragma once
#include <perfmodel/lowering/streaming.hpp>
#include <perfmodel/operation/pooling.hpp>

namespace perfmodel {

/// One kernel each way: a thread for each result forward, for each input element backward.
/// PyTorch, aten/src/ATen/native/cuda/{DilatedMaxPool2d,AveragePool2d}.cu.
[[nodiscard]] constexpr Streaming lowered(const op::Pooling& p) {
  const Bytes image = bytes(p.image), result = result_bytes(p) + index_bytes(p);
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

/// One kernel each way; the regions' backward adds into a zeroed gradient.
[[nodiscard]] constexpr Streaming lowered(const op::Resampling& r) {
  const bool regions = r.method == op::Resampling::Method::regions;
  const Bytes image = bytes(r.image), result = static_cast<double>(elements(r.result)) * element_size(r.image.format);
  return {.kind = regions ? StreamingKind::resampling_regions : StreamingKind::resampling_nearest,
          .format = r.image.format,
          .columns = elements(r.result),
          .read = r.backward ? result : image,
          .written = r.backward ? image : result,
          .work = r.backward ? Work{} : work(r),
          .backward = r.backward};
}

}  // namespace perfmodel
