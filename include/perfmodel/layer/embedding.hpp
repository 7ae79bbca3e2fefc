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

/// Forward gathers rows. Backward fills a dense gradient of the whole table with zeros and adds the rows into it
/// (aten/src/ATen/native/cuda/Embedding.cu, embedding_dense_backward: above 3,072 indices they are sorted first).
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Embedding& e, Inputs inputs, Parameters ids) {
  const Tensor weight = writer.parameter(ids[0]);
  const std::array<Shape, 1> shapes{inputs[0].shape()};
  const Shape shape = output_shape(e, shapes);
  const std::int64_t indices = rows(shape);
  const double index_bytes = 8.0 * static_cast<double>(indices);
  Tensor picked = inputs[0].detach();
  if (e.positions) {
    writer.host(HostOp::other);
    picked = writer.allocate({indices}, int64_storage);
    writer.launch(elementwise(int64_storage, indices, Bytes{}, picked.bytes()));
  }
  writer.host(HostOp::embedding);
  Tensor y = writer.allocate(shape, weight.format());
  writer.launch(Streaming{.kind = StreamingKind::gather,
                          .format = y.format(),
                          .rows = indices,
                          .columns = e.width,
                          .read = y.bytes() + index_bytes * byte,
                          .written = y.bytes()});
  return writer.record(
      std::move(y), {weight},
      [picked, table = weight.shape(), indices, index_bytes, width = e.width](TraceWriter& w, Gradients outputs,
                                                                              Gradients grads) {
        w.host(HostOp::embedding_backward);
        const Tensor& dy = outputs[0];
        grads[0] = w.allocate(table, dy.format(), MemoryClass::gradient);
        w.launch(Streaming{.kind = StreamingKind::fill,
                           .format = dy.format(),
                           .columns = grads[0].size(),
                           .written = grads[0].bytes()});
        constexpr std::int64_t sorted_above = 3072;
        if (indices >
            sorted_above) {  // keys and positions sorted by a radix sort: four passes over both, double buffers
          const Tensor keys = w.allocate({indices}, int64_storage, MemoryClass::temporary);
          const Tensor order = w.allocate({indices}, int64_storage, MemoryClass::temporary);
          const Tensor iota = w.allocate({indices}, int64_storage, MemoryClass::temporary);
          w.launch(elementwise(int64_storage, indices, Bytes{}, index_bytes * byte, {}, true));
          for (int pass = 0; pass < 4; ++pass)
            w.launch(elementwise(int64_storage, indices, 2.0 * index_bytes * byte, 2.0 * index_bytes * byte, {}, true));
        }
        w.launch(Streaming{.kind = StreamingKind::gather,
                           .format = dy.format(),
                           .rows = indices,
                           .columns = width,
                           .read = dy.bytes() + index_bytes * byte,
                           .written = dy.bytes(),
                           .work = static_cast<double>(dy.size()) * flop,
                           .backward = true});
      });
}

}  // namespace perfmodel
