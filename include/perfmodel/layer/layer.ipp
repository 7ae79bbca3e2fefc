#pragma once
#include <perfmodel/layer/layer.hpp>

namespace perfmodel {

PERFMODEL_INLINE LayerKind::LayerKind() = default;
PERFMODEL_INLINE LayerKind::LayerKind(std::size_t index, void* kind) { detail::move_into(*this, index, kind); }
PERFMODEL_INLINE LayerKind::LayerKind(const LayerKind&) = default;
PERFMODEL_INLINE LayerKind::LayerKind(LayerKind&&) noexcept = default;
PERFMODEL_INLINE LayerKind& LayerKind::operator=(const LayerKind&) = default;
PERFMODEL_INLINE LayerKind& LayerKind::operator=(LayerKind&&) noexcept = default;
PERFMODEL_INLINE LayerKind::~LayerKind() = default;
PERFMODEL_INLINE bool operator==(const LayerKind& a, const LayerKind& b) {
  return a.index() == b.index() && perfmodel::visit([&b]<class L>(const L& l) { return l == *std::get_if<L>(&b); }, a);
}

PERFMODEL_INLINE std::string_view kind(const LayerKind& layer) {
  return perfmodel::visit([](const auto& l) { return kind(l); }, layer);
}

PERFMODEL_INLINE Shape output_shape(const LayerKind& layer, InputShapes inputs) {
  return perfmodel::visit([&](const auto& l) { return output_shape(l, inputs); }, layer);
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const LayerKind& layer, InputShapes inputs) {
  return perfmodel::visit([&](const auto& l) { return parameters(l, inputs); }, layer);
}

PERFMODEL_INLINE Work forward_work(const LayerKind& layer, InputShapes inputs) {
  return perfmodel::visit([&](const auto& l) { return forward_work(l, inputs); }, layer);
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const LayerKind& layer, Inputs inputs, Parameters ids) {
  return perfmodel::visit([&](const auto& l) { return forward(writer, l, inputs, ids); }, layer);
}

PERFMODEL_INLINE Bytes compulsory_traffic(const LayerKind& layer, InputShapes inputs, NumberFormat format) {
  double count = static_cast<double>(elements(output_shape(layer, inputs)));
  for (const Shape& shape : inputs) count += static_cast<double>(elements(shape));
  for (const ParameterTensor& p : parameters(layer, inputs)) count += static_cast<double>(elements(p.shape));
  return count * element_size(format);
}

PERFMODEL_INLINE Intensity intensity(const LayerKind& layer, InputShapes inputs, NumberFormat format) {
  return forward_work(layer, inputs) / compulsory_traffic(layer, inputs, format);
}

}  // namespace perfmodel
