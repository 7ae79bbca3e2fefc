#pragma once
#include <perfmodel/layer/elementwise.hpp>
#include <perfmodel/layer/reshape.hpp>
#include <vector>

namespace perfmodel {

/// Puts one learned row in front of every sequence: [batch, length, width] -> [batch, length + 1, width].
struct ClassToken { std::int64_t width{}; };
/// Adds a learned table: [batch, ..., length, width] + [1, length, width]; with length 1 a vector at every position.
struct AddParameter { std::int64_t length{}, width{}; };
/// The tensor in another order in memory (contiguous()); its gradient is a view. `parts` > 1: its parts are taken by
/// indexing (as nn.MultiheadAttention takes q, k and v), so that backward fills, copies and adds a whole tensor for each;
/// long runs stay together, and in inference without autocast a fused path takes the parts as they lie.
/// `attention_result`: what nn.MultiheadAttention makes of the result of attention, [batch, length] into [length, batch]
/// order; cuDNN's 16-bit kernels and the fused path write that order themselves.
struct Copy {
  int parts{1};
  bool attention_result{};
};

[[nodiscard]] constexpr std::string_view kind(const ClassToken&) { return "class_token"; }
[[nodiscard]] constexpr std::string_view kind(const AddParameter&) { return "add_parameter"; }
[[nodiscard]] constexpr std::string_view kind(const Copy&) { return "copy"; }

/// @throws Error naming both shapes if the width differs
[[nodiscard]] inline Shape output_shape(const ClassToken& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  if (inputs[0].rank != 3 || inputs[0][2] != layer.width)
    throw bad_input("input shape", text(inputs[0]), "a token of shape " + text(Shape{1, 1, layer.width}) + " takes [batch, length, " +
                                                        std::to_string(layer.width) + "]");
  return {inputs[0][0], inputs[0][1] + 1, inputs[0][2]};
}
[[nodiscard]] inline Shape output_shape(const AddParameter& layer, InputShapes inputs) {
  require_inputs(inputs, 1);
  const Shape table{1, layer.length, layer.width};
  const Shape& x = inputs[0];
  if (x.rank < 3 || x.back() != layer.width || (layer.length != 1 && (x.rank != 3 || x[1] != layer.length)))
    throw bad_input("input shape", text(inputs[0]), "must match the parameter of shape " + text(table));
  return inputs[0];
}
[[nodiscard]] inline Shape output_shape(const Copy&, InputShapes inputs) {
  require_inputs(inputs, 1);
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const ClassToken& layer, InputShapes) {
  return {{.name = "class_token", .shape = {1, 1, layer.width}}};
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const AddParameter& layer, InputShapes) {
  return {{.name = "table", .shape = {1, layer.length, layer.width}}};
}
[[nodiscard]] inline std::vector<ParameterTensor> parameters(const Copy&, InputShapes) { return {}; }

[[nodiscard]] constexpr Work forward_work(const ClassToken&, InputShapes) { return {}; }
[[nodiscard]] constexpr Work forward_work(const AddParameter&, InputShapes inputs) {
  return static_cast<double>(elements(inputs[0])) * flop;
}
[[nodiscard]] constexpr Work forward_work(const Copy&, InputShapes) { return {}; }

/// torch.cat of the expanded token and the sequence; the token's gradient is a sum over the batch.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const ClassToken& layer, Inputs inputs, Parameters ids) {
  const Tensor &x = inputs[0], token = writer.parameter(ids[0]);
  writer.host(HostOp::view);
  writer.host(HostOp::elementwise);
  Tensor y = writer.allocate({x.shape()[0], x.shape()[1] + 1, layer.width}, promote(x.format(), token.format()));
  writer.launch(detail::copy(StreamingKind::elementwise, y));
  return writer.record(std::move(y), {x, token}, [before = x.shape(), from = x.format(), one = token.shape()](TraceWriter& w, Gradients outputs, Gradients grads) {
    w.host(HostOp::view, 3);
    grads[0] = w.to(outputs[0].detach(), from).view(before);
    const Shape each{before[0], 1, before[2]};
    grads[1] = column_sum(w, outputs[0].detach().view(each), one);
  });
}

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const AddParameter& layer, Inputs inputs, Parameters ids) {
  Shape table{1};
  for (std::size_t i = 3; i < inputs[0].shape().rank; ++i) table.push_back(1);
  table.push_back(layer.length);
  table.push_back(layer.width);
  const std::array<Tensor, 2> both{inputs[0], writer.parameter(ids[0]).view(table)};
  return forward(writer, Add{}, both, {});
}

[[nodiscard]] inline Tensor forward(TraceWriter& writer, const Copy& layer, Inputs inputs, Parameters) {
  const Tensor& x = inputs[0];
  if (layer.parts > 1 && !writer.training() && !writer.autocast())  // torch._native_multi_head_attention
    return writer.record(x.view(x.shape()), {}, {});
  if (layer.attention_result && (bits(x.format()) == 16 || (!writer.training() && !writer.autocast()))) return detail::viewed(writer, x, x.shape());
  writer.host(HostOp::elementwise);
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  const bool long_runs = layer.parts > 1 || layer.attention_result;
  Streaming kernel = detail::copy(long_runs ? StreamingKind::elementwise : StreamingKind::transpose, y);
  if (long_runs) kernel.issue_cycles = detail::strided_cycles * static_cast<double>(y.size());
  writer.launch(kernel);
  return writer.record(std::move(y), {x}, [parts = layer.parts](TraceWriter& w, Gradients outputs, Gradients grads) {
    const Tensor dy = outputs[0].detach();
    grads[0] = dy;
    for (int i = 0; parts > 1 && i < parts; ++i) {
      w.host(HostOp::elementwise_backward, 2);
      const Tensor whole = allocate_like(w, dy);
      w.launch(Streaming{.kind = StreamingKind::fill, .format = dy.format(), .columns = dy.size(), .written = dy.bytes(), .backward = true});
      w.launch(elementwise(dy.format(), dy.size() / parts, dy.bytes() / static_cast<double>(parts), dy.bytes() / static_cast<double>(parts), {}, true));
      if (i > 0) w.launch(elementwise(dy.format(), dy.size(), 2.0 * dy.bytes(), dy.bytes(), {1, 0}, true));
      grads[0] = whole;
    }
  });
}

}  // namespace perfmodel
