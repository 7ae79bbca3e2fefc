#pragma once
#include <algorithm>
#include <array>
#include <perfmodel/kernel/attention.hpp>
#include <perfmodel/kernel/tiling.hpp>
#include <perfmodel/layer/composite_attention.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <perfmodel/layer/softmax.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// softmax(Q K^T / sqrt(head_size) + mask) V for `heads` heads that lie side by side in the innermost dimension. One
/// input [batch, length, (heads + 2 key_heads) x head_size] holds Q, K and V; three inputs hold them apart. Vaswani et
/// al. 2017.
struct DotProductAttention {
  std::int64_t heads{1}, key_heads{1}, head_size{};
  bool causal{};
  bool fused{true};  ///< no score matrix in memory, where there is a kernel for it (grouped keys: only in 16 bits); false:
                     ///< products, softmax and dropout one after the other
  double dropout{};  ///< of the probabilities, in training
  bool cached{};     ///< K and V are copied into a cache that lives as long as the network's output
  bool biased{};     ///< a fourth input [1, heads, queries, keys] is added to the scores: no fused kernel takes it
};

[[nodiscard]] constexpr std::string_view kind(const DotProductAttention& a) {
  return a.fused ? "attention" : "attention_unfused";
}

/// @throws Error naming the shapes if they do not match the heads
[[nodiscard]] inline Shape output_shape(const DotProductAttention& a, InputShapes inputs) {
  require_at_least("heads", a.heads, 1);
  require_at_least("key_heads", a.key_heads, 1);
  require_at_least("head_size", a.head_size, 1);
  if (a.heads % a.key_heads != 0)
    throw bad_input("heads", std::to_string(a.heads),
                    "must be a multiple of key_heads, " + std::to_string(a.key_heads));
  if (a.biased ? inputs.size() != 4 : inputs.size() != 1 && inputs.size() != 3)
    throw bad_input("inputs", std::to_string(inputs.size()), a.biased ? "attention with a bias takes Q, K, V and the bias" : "attention takes one (Q, K and V side by side) or three");
  if (a.biased && a.key_heads != a.heads) throw bad_input("key_heads", std::to_string(a.key_heads), "attention with a bias has as many as heads, " + std::to_string(a.heads));
  const std::int64_t q = checked_product(a.heads, a.head_size), kv = checked_product(a.key_heads, a.head_size);
  const std::int64_t first = inputs.size() == 1 ? q + 2 * kv : q;
  if (inputs[0].rank != 3 || inputs[0].back() != first)
    throw bad_input("input shape", text(inputs[0]), "must be [batch, length, " + std::to_string(first) + "]");
  for (std::size_t i = 1; i < std::min<std::size_t>(3, inputs.size()); ++i)
    if (inputs[i].rank != 3 || inputs[i].back() != kv || inputs[i][0] != inputs[0][0] || inputs[i][1] != inputs[1][1])
      throw bad_input("input shapes", text(inputs[0]) + " and " + text(inputs[i]),
                      "keys and values must be [batch, length, " + std::to_string(kv) + "]");
  if (a.biased) {
    const Shape bias{1, a.heads, inputs[0][1], inputs[1][1]};
    if (!(inputs[3] == bias)) throw bad_input("input shape", text(inputs[3]), "the bias on the scores must be " + text(bias));
  }
  return {inputs[0][0], inputs[0][1], q};
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const DotProductAttention&, InputShapes) { return {}; }

namespace detail {

[[nodiscard]] inline Attention attention_kernel(const DotProductAttention& a, InputShapes inputs, NumberFormat format,
                                                bool backward, bool dropout = false) {
  return {.format = format,
          .batch = inputs[0][0],
          .heads = a.heads,
          .key_heads = a.key_heads,
          .queries = inputs[0][1],
          .keys = inputs.size() >= 3 ? inputs[1][1] : inputs[0][1],
          .head_size = a.head_size,
          .causal = a.causal,
          .backward = backward,
          .dropout = dropout};
}

}  // namespace detail

/// Two products of batch x heads x queries x keys x head_size; half of it when causal and fused.
[[nodiscard]] inline Work forward_work(const DotProductAttention& a, InputShapes inputs) {
  DotProductAttention counted = a;
  counted.causal = a.causal && a.fused;
  return work(detail::attention_kernel(counted, inputs, NumberFormat::fp16, false));
}

namespace detail {

/// torch.cat of an empty cache and keys or values, in the cache's format; the network's output keeps it. Its gradient is a view of what
/// arrives, cast back to the operand's format.
[[nodiscard]] inline Tensor cache_copy(TraceWriter& writer, const Tensor& x, NumberFormat format) {
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(x.shape(), format);
  writer.launch(copy(StreamingKind::transpose, y));
  writer.keep(y);
  return writer.record(std::move(y), {x}, [narrow = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
    const Tensor& dy = outputs[0];
    if (dy.format() == narrow) {
      grads[0] = dy.detach();
      return;
    }
    w.host(HostOp::cast);
    grads[0] = w.allocate(dy.shape(), narrow, MemoryClass::temporary);
    w.launch(elementwise(narrow, dy.size(), dy.bytes(), grads[0].bytes(), {}, true));
  });
}

/// Gradients of the inputs from those of Q, K and V: handed on, or put side by side by one copy (the backward of a
/// split).
inline void return_gradients(TraceWriter& w, Gradients grads, std::array<Tensor, 3> each, const Shape& packed) {
  if (grads.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) grads[i] = std::move(each[i]);
    return;
  }
  w.host(HostOp::elementwise_backward);
  grads[0] = w.allocate(packed, each[0].format(), MemoryClass::temporary);
  w.launch(copy(StreamingKind::elementwise, grads[0], true));
}

/// Flash attention keeps its result and the logarithm of the row sums (FP32). Backward makes gradients of Q, K and V,
/// an FP32 accumulator for that of Q and the row products of output and gradient. Dao 2023, arXiv:2307.08691,
/// section 3.1; aten/src/ATen/native/transformers/cuda.
[[nodiscard]] inline Tensor fused_attention(TraceWriter& writer, const DotProductAttention& a, Inputs inputs,
                                            std::vector<Shape> shapes, std::vector<Tensor> copies) {
  const NumberFormat format = product_format(writer, inputs[0].format()), stored = inputs[0].format();
  const bool dropout = writer.training() && a.dropout > 0.0;
  const Attention kernel = attention_kernel(a, shapes, format, false, dropout);
  writer.host(HostOp::view, 4);
  writer.host(HostOp::attention);
  Tensor y = writer.allocate({kernel.batch, kernel.queries, a.heads * a.head_size}, stored);
  const Tensor sums = writer.allocate({kernel.batch, a.heads, kernel.queries}, NumberFormat::fp32);
  const Tensor seed = writer.allocate({2}, int64_storage);
  writer.launch(kernel);
  std::vector<Tensor> saved;
  for (const Tensor& input : inputs) saved.push_back(input.detach());
  for (Tensor& t : copies) saved.push_back(t.detach());
  auto backward = [a, shapes, format, stored, saved, dropout, y = y.detach(), sums, seed](TraceWriter& w, Gradients outputs,
                                                                                 Gradients grads) {
    w.host(HostOp::view, 4);
    w.host(HostOp::attention_backward);
    const Attention k = attention_kernel(a, shapes, format, true, dropout);
    const Shape q_shape{k.batch, k.queries, a.heads * a.head_size},
        kv_shape{k.batch, k.keys, a.key_heads * a.head_size};
    std::array<Tensor, 3> each{w.allocate(q_shape, stored, MemoryClass::temporary),
                               w.allocate(kv_shape, stored, MemoryClass::temporary),
                               w.allocate(kv_shape, stored, MemoryClass::temporary)};
    {
      const std::int64_t padded = perfmodel::round_up(k.queries, 128);
      const Tensor products = w.allocate({k.batch, a.heads, padded}, NumberFormat::fp32, MemoryClass::temporary);
      const Tensor accumulator =
          w.allocate({k.batch, padded, a.heads, perfmodel::round_up(a.head_size, 32)}, NumberFormat::fp32, MemoryClass::temporary);
      w.launch(elementwise(stored, y.size(), y.bytes() + outputs[0].bytes(), products.bytes(), {2, 0}, true));
      w.launch(k);
      w.launch(elementwise(stored, y.size(), accumulator.bytes(), each[0].bytes(), {}, true));
    }
    return_gradients(w, grads, std::move(each), shapes[0]);
  };
  return writer.record(std::move(y), inputs, std::move(backward));
}

/// Scores, scaling, mask, softmax, dropout and the product with V, each its own kernel; the scores exist in memory.
[[nodiscard]] inline Tensor unfused_attention(TraceWriter& writer, const DotProductAttention& a, Inputs inputs,
                                              std::vector<Shape> shapes) {
  const NumberFormat format = product_format(writer, inputs[0].format()), stored = inputs[0].format();
  const Attention k = attention_kernel(a, shapes, format, false);
  const std::int64_t batch = k.batch * a.heads;
  const Gemm scores_gemm{.format = format,
                         .layout = Layout::nt,
                         .batch = batch,
                         .m = k.queries,
                         .n = k.keys,
                         .k = a.head_size,
                         .output = stored};
  const Gemm values_gemm{.format = format,
                         .layout = Layout::nn,
                         .batch = batch,
                         .m = k.queries,
                         .n = a.head_size,
                         .k = k.keys,
                         .output = stored};
  const Shape score_shape{k.batch, a.heads, k.queries, k.keys}, y_shape{k.batch, k.queries, a.heads * a.head_size};
  writer.host(HostOp::view, 4);
  writer.host(HostOp::matmul, 2);
  writer.host(HostOp::softmax);
  writer.host(HostOp::elementwise, a.causal ? 2 : 1);
  Tensor probabilities{}, mask{};
  {
    Tensor scores = writer.allocate(score_shape, stored);
    writer.launch(scores_gemm);
    for (int i = 0; i < (a.causal ? 2 : 1); ++i) {  // scale, add the mask
      const Tensor next = allocate_like(writer, scores, MemoryClass::activation);
      writer.launch(elementwise(stored, scores.size(), scores.bytes(), next.bytes(), {1, 0}));
      scores = next;
    }
    probabilities = allocate_like(writer, scores, MemoryClass::activation);
    const double n = static_cast<double>(scores.size());
    writer.launch(Streaming{.kind = StreamingKind::softmax,
                            .format = stored,
                            .rows = batch * k.queries,
                            .columns = k.keys,
                            .read = scores.bytes(),
                            .written = probabilities.bytes(),
                            .work = 5.0 * n * flop,
                            .special_functions = n});
  }
  Tensor dropped = probabilities;
  if (writer.training() && a.dropout > 0.0) {
    writer.host(HostOp::elementwise);
    dropped = allocate_like(writer, probabilities, MemoryClass::activation);
    mask = writer.allocate(score_shape, bool_storage);
    writer.launch(elementwise(stored, dropped.size(), dropped.bytes(), dropped.bytes() + mask.bytes(), {2, 0}));
  }
  Tensor y = writer.allocate(y_shape, stored);
  writer.launch(values_gemm);
  writer.launch(copy(StreamingKind::transpose, y));  // heads back to the inside
  std::vector<Tensor> saved;
  for (const Tensor& input : inputs) saved.push_back(input.detach());
  auto backward = [a, shapes, stored, saved, probabilities, dropped, mask, scores_gemm, values_gemm](
                      TraceWriter& w, Gradients, Gradients grads) {
    w.host(HostOp::matmul_backward, 2);
    w.host(HostOp::softmax_backward);
    w.host(HostOp::elementwise_backward, mask.defined() ? 2 : 1);
    Tensor d = allocate_like(w, probabilities);
    w.launch(Gemm{.format = values_gemm.format,
                  .layout = Layout::nt,
                  .batch = values_gemm.batch,
                  .m = values_gemm.m,
                  .n = values_gemm.k,
                  .k = values_gemm.n,
                  .output = stored});
    const Shape kv_shape =
        shapes.size() == 3 ? shapes[1] : Shape{shapes[0][0], shapes[0][1], a.key_heads * a.head_size};
    std::array<Tensor, 3> each{};
    each[2] = w.allocate(kv_shape, stored, MemoryClass::temporary);
    w.launch(Gemm{.format = values_gemm.format,
                  .layout = Layout::tn,
                  .batch = values_gemm.batch,
                  .m = values_gemm.k,
                  .n = values_gemm.n,
                  .k = values_gemm.m,
                  .output = stored});
    if (mask.defined()) {
      const Tensor next = allocate_like(w, d);
      w.launch(elementwise(stored, d.size(), d.bytes() + mask.bytes(), d.bytes(), {2, 0}, true));
      d = next;
    }
    d = softmax_backward(w, probabilities, d, stored);
    const Tensor scaled = allocate_like(w, d);
    w.launch(elementwise(stored, d.size(), d.bytes(), d.bytes(), {1, 0}, true));
    each[0] = w.allocate({shapes[0][0], shapes[0][1], a.heads * a.head_size}, stored, MemoryClass::temporary);
    w.launch(Gemm{.format = scores_gemm.format,
                  .layout = Layout::nn,
                  .batch = scores_gemm.batch,
                  .m = scores_gemm.m,
                  .n = scores_gemm.k,
                  .k = scores_gemm.n,
                  .output = stored});
    each[1] = w.allocate(kv_shape, stored, MemoryClass::temporary);
    w.launch(Gemm{.format = scores_gemm.format,
                  .layout = Layout::tn,
                  .batch = scores_gemm.batch,
                  .m = scores_gemm.n,
                  .n = scores_gemm.k,
                  .k = scores_gemm.m,
                  .output = stored});
    return_gradients(w, grads, std::move(each), shapes[0]);
  };
  return writer.record(std::move(y), inputs, std::move(backward));
}

}  // namespace detail

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const DotProductAttention& a, Inputs inputs, Parameters) {
  std::vector<Shape> shapes;
  for (const Tensor& input : inputs) shapes.push_back(input.shape());
  std::vector<Tensor> cast(inputs.begin(), inputs.end());
  // A cache has the format of the first keys: FP32 under autocast where these were turned (Rotary), and then of the values, too.
  if (a.cached && !writer.options().checkpointing && writer.autocast() && inputs.size() >= 3 && inputs[1].format() == NumberFormat::fp32)
    for (std::size_t i = 1; i < 3; ++i) cast[i] = detail::cache_copy(writer, cast[i], NumberFormat::fp32);
  const bool widened = cast.size() > 1 && cast[1].defined() && !(cast[1].id() == inputs[1].id());
  for (Tensor& t : cast) t = writer.cast_operand(t);
  std::vector<Tensor> copies;
  if (a.cached && !widened && !writer.options().checkpointing) {
    const Attention k = detail::attention_kernel(a, shapes, NumberFormat::fp16, false);
    for (int i = 0; i < 2; ++i) {  // torch.cat of the empty cache and K, and V
      writer.host(HostOp::elementwise);
      copies.push_back(writer.allocate({k.batch, k.keys, a.key_heads * a.head_size}, cast[0].format()));
      writer.launch(detail::copy(StreamingKind::transpose, copies.back()));
      writer.keep(copies.back());
    }
  }
  if (a.biased) {
    std::vector<Tensor> operands(cast.begin(), cast.begin() + 3);
    operands.push_back(inputs[3]);
    if (!copies.empty())
      for (std::size_t i = 0; i < 2; ++i)
        operands[i + 1] = writer.record(copies[i], {operands[i + 1]}, [](TraceWriter&, Gradients outputs, Gradients grads) { grads[0] = outputs[0].detach(); });
    cast.clear();
    return detail::biased_attention(writer, {.heads = a.heads, .key_heads = a.heads, .head_size = a.head_size, .causal = a.causal,
                                             .contiguous_keys = !copies.empty(), .dropout = a.dropout}, operands);
  }
  if (a.fused && a.key_heads != a.heads && inputs.size() == 3 && bits(cast[0].format()) > 16)
    return detail::composite_attention(writer, {.heads = a.heads, .key_heads = a.key_heads, .head_size = a.head_size, .causal = a.causal}, cast);
  return a.fused ? detail::fused_attention(writer, a, cast, std::move(shapes), std::move(copies))
                 : detail::unfused_attention(writer, a, cast, std::move(shapes));
}

}  // namespace perfmodel
