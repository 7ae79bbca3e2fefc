#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Rows of a table picked by integer indices: [...] -> [..., width]. With `positions` the indices are 0, 1, ... of the
/// innermost dimension instead of the input's values (learned position embeddings): the result is [1, length, width].
struct Embedding {
  std::int64_t count{}, width{};
  bool positions{};
};

[[nodiscard]] constexpr std::string_view kind(const Embedding&) { return "embedding"; }

/// @throws Error if the input has more positions than the table has rows
[[nodiscard]] inline Shape output_shape(const Embedding& e, InputShapes inputs) {
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

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Embedding& e, InputShapes) {
  return {{.name = "weight", .shape = {e.count, e.width}}};
}

/// Nothing is calculated: rows are copied.
[[nodiscard]] constexpr Work forward_work(const Embedding&, InputShapes) { return {}; }

/// Backward fills a dense gradient of the whole table with zeros, to which the rows' gradients are added.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Embedding& e, Inputs inputs, Parameters ids) {
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
