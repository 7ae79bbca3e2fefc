#pragma once
#include <perfmodel/layer/matmul.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const Matmul& layer, InputShapes inputs) {
  require_inputs(inputs, 2);
  const Shape &a = inputs[0], &b = inputs[1];
  const std::size_t last = a.rank - 1;
  bool fits = a.rank >= 3 && b.rank == a.rank && a[last] == b[layer.transpose_second ? last : last - 1];
  for (std::size_t i = 0; fits && i + 2 < a.rank; ++i) fits = a[i] == b[i];
  if (!fits)
    throw bad_input(
        "input shapes", text(a) + " and " + text(b),
        "must be [batch, m, k] and " + std::string(layer.transpose_second ? "[batch, n, k]" : "[batch, k, n]"));
  return a.with_back(b[layer.transpose_second ? last - 1 : last]);
}

PERFMODEL_INLINE Work forward_work(const Matmul& layer, InputShapes inputs) {
  return static_cast<double>(elements(output_shape(layer, inputs))) * static_cast<double>(inputs[0].back()) * mac;
}

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const Matmul& layer, Inputs inputs, Parameters) {
  const Tensor a = writer.cast_operand(inputs[0]), b = writer.cast_operand(inputs[1]);
  const std::array<Shape, 2> shapes{a.shape(), b.shape()};
  const Shape shape = output_shape(layer, shapes);
  const Gemm gemm{.format = product_format(writer, a.format()),
                  .layout = layer.transpose_second ? Layout::nt : Layout::nn,
                  .batch = rows(shape) / shape[shape.rank - 2],
                  .m = shape[shape.rank - 2],
                  .n = shape.back(),
                  .k = a.shape().back(),
                  .output = a.format()};
  writer.host(HostOp::matmul);
  Tensor y = writer.allocate(shape, a.format());
  writer.run(gemm, {&a, &b}, {&y});
  return writer.record(std::move(y), {a, b},
                       [a = a.detach(), b = b.detach(), gemm, transposed = layer.transpose_second](
                           TraceWriter& w, Gradients outputs, Gradients grads) {
                         w.host(HostOp::matmul_backward);
                         Gemm product = gemm;
                         grads[0] = allocate_like(w, a);
                         product.layout = transposed ? Layout::nn : Layout::nt;
                         product.n = gemm.k;
                         product.k = gemm.n;
                         w.run(product, {&outputs[0], &b}, {&grads[0]});
                         grads[1] = allocate_like(w, b);
                         product.layout = Layout::tn;
                         product.m = transposed ? gemm.n : gemm.k;
                         product.n = transposed ? gemm.k : gemm.n;
                         product.k = gemm.m;
                         w.run(product, {&outputs[0], &a}, {&grads[1]});
                       });
}

}  // namespace perfmodel
