#pragma once
#include <perfmodel/layer/custom_layer.hpp>

namespace perfmodel {

namespace detail {

PERFMODEL_INLINE const CustomLayer::Body& body_of(const CustomLayer& layer) {
  if (layer.body == nullptr) throw bad_input("custom layer", "nothing", "must be made by custom_layer()");
  return *layer.body;
}
}  // namespace detail

PERFMODEL_INLINE Shape output_shape(const CustomLayer& layer, InputShapes inputs) {
  return detail::body_of(layer).output_shape(inputs);
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const CustomLayer& layer, InputShapes inputs) {
  return detail::body_of(layer).parameters(inputs);
}

PERFMODEL_INLINE Work forward_work(const CustomLayer& layer, InputShapes inputs) {
  return detail::body_of(layer).forward_work(inputs);
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const CustomLayer& layer, Inputs inputs, Parameters ids) {
  return detail::body_of(layer).forward(writer, inputs, ids);
}

}  // namespace perfmodel
