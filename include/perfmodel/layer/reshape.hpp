#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <vector>

namespace perfmodel {

/// All dimensions from `first` on become one. No byte moves where the strides allow a view.
struct Flatten {
  std::int64_t first{1};
  friend constexpr bool operator==(const Flatten&, const Flatten&) = default;
};
/// The same elements in another shape of one sample (the batch stays in front). No byte moves where the strides allow a
/// view.
struct Reshape {
  Shape sample{};
  friend constexpr bool operator==(const Reshape&, const Reshape&) = default;
};
/// Inputs side by side along one dimension.
struct Concat {
  std::int64_t dimension{1};
  friend constexpr bool operator==(const Concat&, const Concat&) = default;
};
/// Elements [begin, begin + length) of one dimension: a strided view in the forward pass; its gradient is a zeroed
/// tensor of the input's size with the slice copied in.
struct Slice {
  std::int64_t dimension{1}, begin{}, length{};
  friend constexpr bool operator==(const Slice&, const Slice&) = default;
};
/// Two dimensions exchanged. `copied`: made contiguous, as a product over it needs; else a view.
struct Transpose {
  std::int64_t first{1}, second{2};
  bool copied{true};
  friend constexpr bool operator==(const Transpose&, const Transpose&) = default;
};

[[nodiscard]] constexpr std::string_view kind(const Flatten&) { return "flatten"; }
[[nodiscard]] constexpr std::string_view kind(const Reshape&) { return "reshape"; }
[[nodiscard]] constexpr std::string_view kind(const Concat&) { return "concat"; }
[[nodiscard]] constexpr std::string_view kind(const Slice&) { return "slice"; }
[[nodiscard]] constexpr std::string_view kind(const Transpose&) { return "transpose"; }

[[nodiscard]] Shape output_shape(const Flatten& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Reshape& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Concat& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Slice& layer, InputShapes inputs);
[[nodiscard]] Shape output_shape(const Transpose& layer, InputShapes inputs);

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Flatten&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Reshape&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Concat&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Slice&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Transpose&, InputShapes) { return {}; }

[[nodiscard]] constexpr Work forward_work(const Flatten&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const Reshape&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const Concat&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const Slice&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const Transpose&, InputShapes) { return {}; }

namespace detail {
/// Tensor.reshape: a view where the strides allow one, otherwise a view of a copy.
[[nodiscard]] Tensor reshaped(TraceWriter& w, const Tensor& x, const Shape& shape, HostOp copies, MemoryClass why);

/// The same elements in another shape; its gradient is the incoming one, seen in the old shape.
[[nodiscard]] Tensor viewed(TraceWriter& writer, const Tensor& x, const Shape& shape);
}  // namespace detail

[[nodiscard]] Tensor forward(TraceWriter& writer, const Flatten& layer, Inputs inputs, Parameters);
[[nodiscard]] Tensor forward(TraceWriter& writer, const Reshape& layer, Inputs inputs, Parameters);

/// One operation copies all inputs; images with their channels together stay so. Backward gives each input a view of
/// the gradient.
[[nodiscard]] Tensor forward(TraceWriter& writer, const Concat& layer, Inputs inputs, Parameters);

[[nodiscard]] Tensor forward(TraceWriter& writer, const Slice& layer, Inputs inputs, Parameters);

[[nodiscard]] Tensor forward(TraceWriter& writer, const Transpose& layer, Inputs inputs, Parameters);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/reshape.ipp>
#endif
