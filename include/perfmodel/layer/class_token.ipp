#pragma once
#include <perfmodel/layer/class_token.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const ClassToken& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank != 3 || inputs[0][2] != layer.width)
    throw bad_input("input shape", text(inputs[0]),
                    "a token of shape " + text(Shape{1, 1, layer.width}) + " takes [batch, length, " +
                        std::to_string(layer.width) + "]");
  return {inputs[0][0], inputs[0][1] + 1, inputs[0][2]};
}

PERFMODEL_INLINE Shape output_shape(const AddParameter& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  const Shape table{1, layer.length, layer.width};
  const Shape& x = inputs[0];
  if (x.rank < 3 || x.back() != layer.width || (layer.length != 1 && (x.rank != 3 || x[1] != layer.length)))
    throw bad_input("input shape", text(inputs[0]), "must match the parameter of shape " + text(table));
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const ClassToken& layer, InputShapes) {
  return {{.name = "class_token", .shape = {1, 1, layer.width}}};
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const AddParameter& layer, InputShapes) {
  return {{.name = "table", .shape = {1, layer.length, layer.width}}};
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const ClassToken& layer, Inputs inputs, Parameters ids) {
  const Tensor &x = inputs[0], token = writer.parameter(ids[0]);
  writer.host(HostOp::view);
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate({x.shape()[0], x.shape()[1] + 1, layer.width}, promote(x.format(), token.format()));
  writer.run(op::Concatenation{.output = y.operand(), .inputs = 2}, {&x, &token}, {&y});
  return writer.record(
      std::move(y), {x, token},
      [before = x.shape(), from = x.format(), one = token.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::view, 3);
        grads[0] = w.to(outputs[0].detach(), from).narrow(before);
        const Shape each{before[0], 1, before[2]};
        grads[1] = column_sum(w, outputs[0].detach().narrow(each), one);
      });
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const AddParameter& layer, Inputs inputs, Parameters ids) {
  Shape table{1};
  for (std::size_t i = 3; i < inputs[0].shape().rank; ++i) table.push_back(1);
  table.push_back(layer.length);
  table.push_back(layer.width);
  const std::array<Tensor, 2> both{inputs[0], writer.parameter(ids[0]).view(table)};
  return forward(writer, Add{}, both, {});
}

}  // namespace perfmodel
