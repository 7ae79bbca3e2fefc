#pragma once
#include <cmath>
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

namespace detail {
/// SM cycles of PyTorch's embedding kernels, read off an H200 at 1.98 GHz (GPT-2, BERT, NCF and DLRM in
/// devices/calibrated/raw/h200-sxm/pytorch_unusual_kernels.csv). Forward: a thread block for each index, 41 us for 65,536 of them,
/// 633 us for a million, whatever the width. Backward up to 3,072 indices: 32 of them after the other, 15, 28 and 65 us for 512,
/// 1,024 and 2,048. Above: sums of each different index's rows, then the scatter. A pass of the sort takes 6 us at least.
struct EmbeddingCycles { double index{160.0}, batch{1840.0}, row{0.65}, different{2.2}, scattered{2.3}, sort_pass{8000.0}; };
inline constexpr EmbeddingCycles embedding_cycles{};

/// Indices expected to differ among `indices` drawn evenly from `count`.
[[nodiscard]] inline double different_indices(double indices, double count) { return -count * std::expm1(-indices / count); }

/// embedding_dense_backward above 3,072 indices: keys and positions through eight passes of a radix sort (64-bit keys, 8 bits a
/// pass) over double buffers, bounds of the runs of equal keys, sums of runs, scatter.
inline void sorted_embedding_gradient(TraceWriter& w, const Tensor& dy, std::int64_t indices, std::int64_t width, std::int64_t count) {
  const Bytes index_bytes = static_cast<double>(indices) * element_size(int64_storage);
  const Tensor keys = w.allocate({indices}, int64_storage, MemoryClass::temporary);
  const Tensor order = w.allocate({indices}, int64_storage, MemoryClass::temporary);
  const Tensor iota = w.allocate({indices}, int64_storage, MemoryClass::temporary);
  constexpr int passes = 8, fills = 10, small_kernels = 7;  // bounds and counts of the runs, each over the keys or less
  w.launch(elementwise(int64_storage, indices, Bytes{}, index_bytes, {}, true));
  for (int i = 0; i < fills; ++i) w.launch(Streaming{.kind = StreamingKind::fill, .format = int64_storage, .columns = 256, .written = 2048.0 * byte, .backward = true});
  w.launch(elementwise(int64_storage, indices, index_bytes, Bytes{}, {}, true));
  for (int pass = 0; pass < passes; ++pass) {
    Streaming sort = elementwise(int64_storage, indices, 2.0 * index_bytes, 2.0 * index_bytes, {}, true);
    sort.serial_cycles = embedding_cycles.sort_pass;
    w.launch(sort);
  }
  for (int i = 0; i < small_kernels; ++i) w.launch(elementwise(int64_storage, indices / 4 + 1, 0.25 * index_bytes, 0.25 * index_bytes, {}, true));
  const double different = different_indices(static_cast<double>(indices), static_cast<double>(count)) * static_cast<double>(width);
  const Bytes sums = different * 4.0 * byte;
  Streaming add = elementwise(dy.format(), dy.size(), dy.bytes() + index_bytes, sums, {1, 0}, true);
  add.issue_cycles = embedding_cycles.row * static_cast<double>(dy.size()) + embedding_cycles.different * different;
  w.launch(add);
  Streaming scatter = elementwise(dy.format(), static_cast<std::int64_t>(different) + 1, sums, sums, {1, 0}, true);
  scatter.issue_cycles = embedding_cycles.scattered * different;
  w.launch(scatter);
}
}  // namespace detail

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
                          .written = y.bytes(),
                          .issue_cycles = detail::embedding_cycles.index * static_cast<double>(indices)});
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
        constexpr std::int64_t sorted_above = 3072, batch = 32;
        if (indices > sorted_above) return detail::sorted_embedding_gradient(w, dy, indices, width, table[0]);
        const std::int64_t batches = (indices + batch - 1) / batch;
        w.launch(Streaming{.kind = StreamingKind::gather,
                           .format = dy.format(),
                           .rows = indices,
                           .columns = width,
                           .read = dy.bytes() + index_bytes * byte,
                           .written = dy.bytes(),
                           .work = static_cast<double>(dy.size()) * flop,
                           .backward = true,
                           .serial_cycles = detail::embedding_cycles.batch * static_cast<double>(batches)});
      });
}

}  // namespace perfmodel
