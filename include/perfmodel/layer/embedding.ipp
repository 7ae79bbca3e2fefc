#pragma once
#include <perfmodel/layer/embedding.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Embedding& e, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("rows of the embedding", e.count, 1);
  require_at_least("width of the embedding", e.width, 1);
  const Shape& x = inputs[0];
  if (e.positions) {
    if (x.rank < 2 || x[1] > e.count)
      throw bad_input("input shape", text(x),
                      "a position table of shape " + text(Shape{e.count, e.width}) + " takes up to " +
                          std::to_string(e.count) + " positions");
    return {1, x[1], e.width};
  }
  Shape y = x;
  y.push_back(e.width);
  return y;
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const Embedding& e, InputShapes) {
  return {{.name = "weight", .shape = {e.count, e.width}}};
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Embedding& e, Inputs inputs, Parameters ids) {
  const Tensor weight = writer.parameter(ids[0]);
  const std::array<Shape, 1> shapes{inputs[0].shape()};
  const Shape shape = output_shape(e, shapes);
  Tensor picked = inputs[0].detach();
  if (e.positions) {
    writer.host(HostOp::other);
    picked = writer.allocate({rows(shape)}, int64_storage);
    writer.run(PointwiseFunction::range, {}, picked);
  }
  writer.host(HostOp::embedding);
  Tensor y = writer.allocate(shape, weight.format());
  const op::Embedding lookup{
      .format = weight.format(), .indices = rows(shape), .width = e.width, .table_rows = e.count};
  writer.run(lookup, {&picked, &weight}, {&y});
  return writer.record(std::move(y), {weight},
                       [picked, table = weight.shape(), lookup](TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::embedding_backward);
                         grads[0] = w.allocate(table, outputs[0].format(), MemoryClass::gradient);
                         w.fill(grads[0]);
                         op::Embedding addition = lookup;
                         addition.backward = true;
                         addition.format = outputs[0].format();
                         w.run(addition, {&outputs[0], &picked}, {&grads[0]});
                       });
}

}  // namespace perfmodel
