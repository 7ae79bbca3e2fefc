#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// Regions cut out of a feature map, each resampled to size x size (bilinear, 2 x 2 samples a bin):
/// [batch, channels, height, width] -> [batch x regions, channels, size, size]. He et al. 2017, arXiv:1703.06870.
struct RoiAlign {
  std::int64_t regions{}, size{7};
  friend constexpr bool operator==(const RoiAlign&, const RoiAlign&) = default;
};
/// Height and width multiplied by nearest-neighbour copies.
struct Upsample {
  std::int64_t factor{2};
  friend constexpr bool operator==(const Upsample&, const Upsample&) = default;
};
/// Height and width cut to those of the second input (crop or sampling of the first); a copy where they are equal.
struct ResizeLike {
  friend constexpr bool operator==(const ResizeLike&, const ResizeLike&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const RoiAlign&) { return "roi_align"; }
[[nodiscard]] constexpr std::string_view kind(const Upsample&) { return "upsample"; }
[[nodiscard]] constexpr std::string_view kind(const ResizeLike&) { return "resize"; }

[[nodiscard]] Shape output_shape(const RoiAlign& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Upsample& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const ResizeLike&, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const RoiAlign&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Upsample&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const ResizeLike&, InputShapes) { return {}; }

/// Four bilinear samples a bin of 8 operations each.
[[nodiscard]] Work forward_work(const RoiAlign& layer, InputShapes inputs);
[[nodiscard]] constexpr Work forward_work(const Upsample&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const ResizeLike&, InputShapes) { return {}; }

namespace detail {
/// Images sampled at other places. Nearest neighbours keep the channels together where they lie so; regions are made,
/// and their gradient is zeroed and added to, plane by plane (torchvision/csrc/ops/cuda/roi_align_kernel.cu).
[[nodiscard]] Tensor sampled(TraceWriter& writer, op::Resampling::Method method, const Tensor& x, const Shape& shape);

/// clone(), and in backward clone() of the gradient: a padding by nothing. aten/src/ATen/native/PadNd.cpp.
[[nodiscard]] Tensor copied(TraceWriter& writer, const Tensor& x);
}  // namespace detail

/// Under autocast in FP32: torchvision/csrc/ops/autocast/roi_align_kernel.cpp.
[[nodiscard]] Tensor forward(TraceWriter& writer, const RoiAlign& layer, Inputs inputs, Parameters);
[[nodiscard]] Tensor forward(TraceWriter& writer, const Upsample& layer, Inputs inputs, Parameters);
[[nodiscard]] Tensor forward(TraceWriter& writer, const ResizeLike& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/roi.ipp>
#endif
