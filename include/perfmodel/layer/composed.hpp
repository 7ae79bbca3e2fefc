#pragma once
#include <perfmodel/layer/activation.hpp>
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <vector>

namespace perfmodel {

/// Layers that a library writes as a chain of single operations, each its own kernel with its own saved tensors. What a
/// fused kernel does in one pass takes them five to ten.

/// GELU by its tanh formula in eight operations: 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))). Hugging Face
/// transformers, activations.py, NewGELUActivation (GPT-2).
struct ComposedGelu {};
/// x / sqrt(mean(x^2) + epsilon) * weight over the innermost dimension, calculated in FP32. Zhang and Sennrich 2019,
/// arXiv:1910.07467. `fused`: one kernel (torch.nn.RMSNorm); else the chain of Hugging Face transformers, LlamaRMSNorm.
struct RmsNorm {
  std::int64_t width{};
  bool fused{};
};
/// Rotary position embedding of `heads` heads side by side in the innermost dimension: x cos + rotate_half(x) sin.
/// Su et al. 2021, arXiv:2104.09864; Hugging Face transformers, apply_rotary_pos_emb.
struct Rotary {
  std::int64_t heads{};
};
/// A copy in another format, as in logits.float(); nothing if the tensor has it already.
struct Cast {
  NumberFormat to{NumberFormat::fp32};
  bool to_weights{};  ///< to the weights' format instead: only autocast's 16-bit results differ from it
};

[[nodiscard]] constexpr std::string_view kind(const ComposedGelu&) { return "gelu_composed"; }
[[nodiscard]] constexpr std::string_view kind(const RmsNorm&) { return "rms_norm"; }
[[nodiscard]] constexpr std::string_view kind(const Rotary&) { return "rotary"; }
[[nodiscard]] constexpr std::string_view kind(const Cast&) { return "cast"; }

[[nodiscard]] inline Shape output_shape(const ComposedGelu&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}
[[nodiscard]] inline Shape output_shape(const Cast&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}
/// @throws Error naming both shapes if the innermost dimension is not `width`
[[nodiscard]] inline Shape output_shape(const RmsNorm& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("width of the norm", layer.width, 1);
  if (inputs[0].back() != layer.width)
    throw bad_input("input shape", text(inputs[0]),
                    "a weight of shape " + text(Shape{layer.width}) + " takes inputs that end in it");
  return inputs[0];
}
/// @throws Error if the innermost dimension is no multiple of twice the heads
[[nodiscard]] inline Shape output_shape(const Rotary& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  require_at_least("heads", layer.heads, 1);
  if (inputs[0].rank != 3 || inputs[0].back() % (2 * layer.heads) != 0)
    throw bad_input("input shape", text(inputs[0]),
                    "must be [batch, sequence, heads x an even size], with " + std::to_string(layer.heads) + " heads");
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const ComposedGelu&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Rotary&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Cast&, InputShapes) { return {}; }
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const RmsNorm& layer, InputShapes) {
  return {{.name = "weight", .shape = {layer.width}}};
}

/// Eight operations of the formula, the power counted as two.
[[nodiscard]] constexpr Work forward_work(const ComposedGelu&, InputShapes inputs) {
  return 9.0 * static_cast<double>(elements(inputs[0])) * flop;
}
/// Square, sum, scale, weight.
[[nodiscard]] constexpr Work forward_work(const RmsNorm&, InputShapes inputs) {
  return 4.0 * static_cast<double>(elements(inputs[0])) * flop;
}
/// Two products, a sign, a sum.
[[nodiscard]] constexpr Work forward_work(const Rotary&, InputShapes inputs) {
  return 3.5 * static_cast<double>(elements(inputs[0])) * flop;
}
[[nodiscard]] constexpr Work forward_work(const Cast&, InputShapes) { return {}; }

namespace detail {

template <class L, class... T>
[[nodiscard]] Tensor call(TraceWriter& writer, const L& layer, const T&... inputs) {
  const std::array<Tensor, sizeof...(T)> list{inputs...};
  return forward(writer, layer, Inputs(list), {});
}

/// x^n, which saves x; under autocast in FP32 (torch/amp: pow is one of the operations that autocast to float32).
[[nodiscard]] inline Tensor power(TraceWriter& writer, const Tensor& input) {
  const Tensor x = writer.autocast() ? writer.to(input, NumberFormat::fp32) : input;
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  writer.launch(elementwise(x.format(), x.size(), x.bytes(), x.bytes(), {2, 0}));
  return writer.record(std::move(y), {x}, [x = x.detach()](TraceWriter& w, Gradients outputs, Gradients grads) {
    // grad * (exponent * x^(exponent - 1)): a power, a scaling, a product
    w.host(HostOp::elementwise_backward, 3);
    const Tensor& dy = outputs[0];
    Tensor p = allocate_like(w, x);
    w.launch(elementwise(x.format(), x.size(), x.bytes(), x.bytes(), {2, 0}, true));
    Tensor scaled = allocate_like(w, x);
    w.launch(elementwise(x.format(), x.size(), x.bytes(), x.bytes(), {1, 0}, true));
    p = {};
    grads[0] = allocate_like(w, x);
    w.launch(elementwise(x.format(), x.size(), x.bytes() + dy.bytes(), x.bytes(), {1, 0}, true));
  });
}

/// Mean over the innermost dimension, kept as an extent of one; its gradient is repeated and scaled.
[[nodiscard]] inline Tensor row_mean(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(x.shape().with_back(1), x.format());
  writer.launch(Streaming{.kind = StreamingKind::row_reduction,
                          .format = x.format(),
                          .rows = rows(x.shape()),
                          .columns = x.shape().back(),
                          .read = x.bytes(),
                          .written = y.bytes(),
                          .work = static_cast<double>(x.size()) * flop});
  return writer.record(std::move(y), {x}, [shape = x.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::elementwise_backward, 2);
    grads[0] = w.allocate(shape, outputs[0].format(), MemoryClass::temporary);
    w.launch(elementwise(outputs[0].format(), grads[0].size(), outputs[0].bytes(), grads[0].bytes(), {1, 0}, true));
  });
}

/// 1 / sqrt(x + epsilon) of a small tensor: two kernels forward, three backward.
[[nodiscard]] inline Tensor reciprocal_root(TraceWriter& writer, const Tensor& x) {
  const Tensor shifted = call(writer, Scale{}, x);
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, shifted, MemoryClass::activation);
  writer.launch(elementwise(x.format(), x.size(), x.bytes(), x.bytes(), {1, 1}));
  Tensor saved = y.detach();  // before y moves: the order of arguments is not fixed
  return writer.record(
      std::move(y), {shifted}, [saved = std::move(saved)](TraceWriter& w, Gradients outputs, Gradients grads) {
        w.host(HostOp::elementwise_backward, 3);
        for (int i = 0; i < 2; ++i)
          w.launch(elementwise(saved.format(), saved.size(), saved.bytes(), saved.bytes(), {1, 0}, true));
        grads[0] = allocate_like(w, outputs[0]);
        w.launch(elementwise(saved.format(), saved.size(), 2.0 * saved.bytes(), saved.bytes(), {1, 0}, true));
      });
}

}  // namespace detail

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const ComposedGelu&, Inputs inputs, Parameters) {
  using detail::call;
  const Tensor& x = inputs[0];
  const Tensor half = call(writer, Scale{}, x);
  Tensor t = detail::power(writer, x);
  t = call(writer, Scale{}, t);
  t = call(writer, Add{}, x, t);
  t = call(writer, Scale{}, t);
  t = call(writer, Activation{ActivationKind::tanh}, t);
  t = call(writer, Scale{}, t);  // 1 + t costs the same
  return call(writer, Multiply{}, half, t);
}

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Cast& layer, Inputs inputs, Parameters) {
  return writer.to(inputs[0], layer.to_weights ? writer.precision().weights : layer.to);
}

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const RmsNorm& layer, Inputs inputs, Parameters ids) {
  using detail::call;
  const Tensor &input = inputs[0], weight = writer.parameter(ids[0]);
  if (layer.fused) {
    writer.host(HostOp::normalization);
    Tensor y = allocate_like(writer, input, MemoryClass::activation);
    const Tensor scale = writer.allocate(input.shape().with_back(1), NumberFormat::fp32);
    writer.launch(Streaming{.kind = StreamingKind::layer_norm,
                            .format = input.format(),
                            .rows = rows(input.shape()),
                            .columns = layer.width,
                            .read = input.bytes() + weight.bytes(),
                            .written = y.bytes() + scale.bytes(),
                            .work = 4.0 * static_cast<double>(input.size()) * flop});
    return writer.record(
        std::move(y), {input, weight},
        [x = input.detach(), weight = weight.detach(), scale](TraceWriter& w, Gradients outputs, Gradients grads) {
          w.host(HostOp::normalization_backward);
          grads[0] = allocate_like(w, x);
          w.launch(Streaming{.kind = StreamingKind::layer_norm,
                             .format = x.format(),
                             .rows = rows(x.shape()),
                             .columns = weight.size(),
                             .read = x.bytes() + outputs[0].bytes() + scale.bytes(),
                             .written = x.bytes(),
                             .work = 8.0 * static_cast<double>(x.size()) * flop,
                             .backward = true});
          grads[1] = allocate_like(w, weight, MemoryClass::gradient);
          w.launch(Streaming{.kind = StreamingKind::column_reduction,
                             .format = x.format(),
                             .rows = rows(x.shape()),
                             .columns = weight.size(),
                             .read = x.bytes() + outputs[0].bytes(),
                             .written = weight.bytes(),
                             .work = 2.0 * static_cast<double>(x.size()) * flop,
                             .backward = true});
        });
  }
  const Tensor x = writer.to(input, NumberFormat::fp32);
  const Tensor mean = detail::row_mean(writer, detail::power(writer, x));
  Tensor y = call(writer, Multiply{}, x, detail::reciprocal_root(writer, mean));
  y = writer.to(y, input.format());
  return call(writer, Multiply{}, weight.view(Shape{1, 1, layer.width}), y);
}

/// Per call: product with cos, the halves negated and exchanged (a copy), product with sin, sum.
namespace detail {
/// A 16-bit tensor times an FP32 constant: the result is FP32, its gradient is cast back.
[[nodiscard]] inline Tensor widening_product(TraceWriter& writer, const Tensor& x) {
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate(x.shape(), NumberFormat::fp32);
  Streaming kernel = elementwise(NumberFormat::fp32, x.size(), x.bytes(), y.bytes(), {1, 0});
  kernel.issue_cycles = mixed_cycles * static_cast<double>(x.size());
  writer.launch(kernel);
  return writer.record(std::move(y), {x}, [narrow = x.format()](TraceWriter& w, Gradients outputs, Gradients grads) {
    const Tensor& dy = outputs[0];
    w.host(HostOp::elementwise_backward);
    const Tensor wide = allocate_like(w, dy);
    w.launch(elementwise(dy.format(), dy.size(), dy.bytes(), dy.bytes(), {1, 0}, true));
    w.host(HostOp::cast);
    grads[0] = w.allocate(dy.shape(), narrow, MemoryClass::temporary);
    w.launch(elementwise(narrow, dy.size(), dy.bytes(), grads[0].bytes(), {}, true));
  });
}
}  // namespace detail

/// Cosines and sines have the format of the hidden states: under autocast FP32, so that the result is FP32, too.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Rotary&, Inputs inputs, Parameters) {
  using detail::call;
  const Tensor& x = inputs[0];
  const auto scaled = [&](const Tensor& t) {  // by a constant tensor that stays in L2
    return writer.autocast() && bits(t.format()) == 16 ? detail::widening_product(writer, t) : call(writer, Scale{}, t);
  };
  const Tensor straight = scaled(x);
  Tensor turned{};
  {
    writer.host(HostOp::view, 2);
    writer.host(HostOp::elementwise, 2);
    const Shape half = x.shape().with_back(x.shape().back() / 2);
    const Tensor negated = writer.allocate(half, x.format(), MemoryClass::temporary);
    writer.launch(elementwise(x.format(), negated.size(), negated.bytes(), negated.bytes(), {1, 0}));
    turned = allocate_like(writer, x, MemoryClass::activation);
    writer.launch(detail::copy(StreamingKind::elementwise, turned));
    turned = writer.record(std::move(turned), {x}, [half](TraceWriter& w, Gradients outputs, Gradients grads) {
      const Tensor& dy = outputs[0];
      w.host(HostOp::elementwise_backward, 7);
      const Tensor negative = w.allocate(half, dy.format(), MemoryClass::temporary);
      w.launch(elementwise(dy.format(), negative.size(), negative.bytes(), negative.bytes(), {1, 0}, true));
      const auto padded = [&] {  // the gradient of a slice: zeros, then a copy of the half
        Tensor t = allocate_like(w, dy);
        w.launch(Streaming{.kind = StreamingKind::fill,
                           .format = t.format(),
                           .columns = t.size(),
                           .written = t.bytes(),
                           .backward = true});
        w.launch(elementwise(dy.format(), negative.size(), negative.bytes(), negative.bytes(), {}, true));
        return t;
      };
      grads[0] = padded();
      const Tensor other_half = padded();
      w.launch(elementwise(dy.format(), dy.size(), 2.0 * dy.bytes(), dy.bytes(), {1, 0}, true));
    });
  }
  return call(writer, Add{}, straight, scaled(turned));
}

}  // namespace perfmodel
