#pragma once
#include <perfmodel/layer/parts.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// Batched product of two inputs: [batch, m, k] x [batch, k, n], or [batch, n, k] transposed.
struct Matmul { bool transpose_second{}; };

[[nodiscard]] constexpr std::string_view kind(const Matmul&) { return "matmul"; }

/// @throws Error naming both shapes
[[nodiscard]] inline Shape output_shape(const Matmul& layer, InputShapes inputs) {
  require_inputs(inputs, 2);
  const Shape &a = inputs[0], &b = inputs[1];
  if (a.rank != 3 || b.rank != 3 || a[0] != b[0] || a[2] != b[layer.transpose_second ? 2 : 1])
    throw bad_input("input shapes", text(a) + " and " + text(b), "must be [batch, m, k] and " +
                                                                    std::string(layer.transpose_second ? "[batch, n, k]" : "[batch, k, n]"));
  return {a[0], a[1], b[layer.transpose_second ? 1 : 2]};
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Matmul&, InputShapes) { return {}; }
[[nodiscard]] inline Work forward_work(const Matmul& layer, InputShapes inputs) {
  return static_cast<double>(elements(output_shape(layer, inputs))) * static_cast<double>(inputs[0][2]) * mac;
}

/// One strided-batched product forward, two backward; saves both operands.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Matmul& layer, Inputs inputs, Parameters) {
  const Tensor a = writer.cast_operand(inputs[0]), b = writer.cast_operand(inputs[1]);
  const std::array<Shape, 2> shapes{a.shape(), b.shape()};
  const Shape shape = output_shape(layer, shapes);
  const Gemm gemm{.format = product_format(writer, a.format()), .layout = layer.transpose_second ? Layout::nt : Layout::nn,
                  .batch = shape[0], .m = shape[1], .n = shape[2], .k = a.shape()[2], .output = a.format()};
  writer.host(HostOp::matmul);
  Tensor y = writer.allocate(shape, a.format());
  writer.launch(gemm);
  return writer.record(std::move(y), {a, b}, [a = a.detach(), b = b.detach(), gemm, transposed = layer.transpose_second](TraceWriter& w, Gradients, Gradients grads) {
    w.host(HostOp::matmul_backward);
    Gemm product = gemm;
    grads[0] = allocate_like(w, a);
    product.layout = transposed ? Layout::nn : Layout::nt;
    product.n = gemm.k;
    product.k = gemm.n;
    w.launch(product);
    grads[1] = allocate_like(w, b);
    product.layout = Layout::tn;
    product.m = transposed ? gemm.n : gemm.k;
    product.n = transposed ? gemm.k : gemm.n;
    product.k = gemm.m;
    w.launch(product);
  });
}

}  // namespace perfmodel
