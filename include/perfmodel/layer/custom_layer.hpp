#pragma once
#include <functional>
#include <memory>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/common.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

/// A layer that the library does not know, from outside: whatever type has the five functions of a layer. Networks hold
/// it like any other; see examples/custom_layer.cpp.
struct CustomLayer {
  struct Body {
    std::string kind{};
    std::function<Shape(InputShapes)> output_shape{};
    std::function<std::vector<ParameterTensor>(InputShapes)> parameters{};
    std::function<Work(InputShapes)> forward_work{};
    std::function<Tensor(TraceWriter&, Inputs, Parameters)> forward{};
  };
  std::shared_ptr<const Body> body{};
  friend bool operator==(const CustomLayer&, const CustomLayer&) = default;
};

/// Wraps a layer type that has, in its own namespace, `kind`, `output_shape`, `parameters`, `forward_work` and
/// `forward` as the library's layers have them (layer/linear.hpp is an example).
template <class L>
[[nodiscard]] CustomLayer custom_layer(L layer) {
  CustomLayer::Body body{.kind = std::string(kind(layer))};
  body.output_shape = [layer](InputShapes inputs) { return output_shape(layer, inputs); };
  body.parameters = [layer](InputShapes inputs) { return parameters(layer, inputs); };
  body.forward_work = [layer](InputShapes inputs) { return forward_work(layer, inputs); };
  body.forward = [layer](TraceWriter& writer, Inputs inputs, Parameters ids) {
    return forward(writer, layer, inputs, ids);
  };
  return {std::make_shared<const CustomLayer::Body>(std::move(body))};
}

namespace detail {
[[nodiscard]] const CustomLayer::Body& body_of(const CustomLayer& layer);
}  // namespace detail

[[nodiscard]] inline std::string_view kind(const CustomLayer& layer) { return detail::body_of(layer).kind; }
[[nodiscard]] Shape output_shape(const CustomLayer& layer, InputShapes inputs);
[[nodiscard]] std::vector<ParameterTensor> parameters(const CustomLayer& layer, InputShapes inputs);
[[nodiscard]] Work forward_work(const CustomLayer& layer, InputShapes inputs);
[[nodiscard]] Tensor forward(TraceWriter& writer, const CustomLayer& layer, Inputs inputs, Parameters ids);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/layer/custom_layer.ipp>
#endif
