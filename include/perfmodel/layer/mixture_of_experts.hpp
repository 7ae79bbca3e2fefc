#pragma once
#include <perfmodel/layer/parts.hpp>
#include <vector>

namespace perfmodel {

/// Each token goes through `used` of `experts` gated MLPs, picked by a linear router; results are summed by weight.
/// Shazeer et al. 2017, arXiv:1701.06538; Jiang et al. 2024, arXiv:2401.04088 (Mixtral). The tokens are taken to spread
/// evenly over the experts.
struct MixtureOfExperts { std::int64_t width{}, inner{}, experts{8}, used{2}; };

[[nodiscard]] constexpr std::string_view kind(const MixtureOfExperts&) { return "mixture_of_experts"; }

/// @throws Error naming the shapes, or if more experts are used than there are
[[nodiscard]] inline Shape output_shape(const MixtureOfExperts& m, InputShapes inputs) {
  require_inputs(inputs, 1);
  for (const std::int64_t v : {m.width, m.inner, m.experts, m.used}) require_at_least("width, inner, experts and used", v, 1);
  if (m.used > m.experts) throw bad_input("used", std::to_string(m.used), "must be at most the experts, " + std::to_string(m.experts));
  if (m.experts > 65536) throw bad_input("experts", std::to_string(m.experts), "must be at most 65536");
  if (inputs[0].rank < 2 || inputs[0].back() != m.width)
    throw bad_input("input shape", text(inputs[0]), "a router of shape " + text(Shape{m.experts, m.width}) + " takes inputs that end in " +
                                                        std::to_string(m.width));
  return inputs[0];
}

[[nodiscard]] inline std::vector<ParameterTensor> parameters(const MixtureOfExperts& m, InputShapes) {
  std::vector<ParameterTensor> list{{.name = "router", .shape = {m.experts, m.width}}};
  for (std::int64_t e = 0; e < m.experts; ++e) {
    list.push_back({.name = "gate_proj", .shape = {m.inner, m.width}});
    list.push_back({.name = "up_proj", .shape = {m.inner, m.width}});
    list.push_back({.name = "down_proj", .shape = {m.width, m.inner}});
  }
  return list;
}

/// Router, and three products of width x inner for every token and expert used.
[[nodiscard]] inline Work forward_work(const MixtureOfExperts& m, InputShapes inputs) {
  const double tokens = static_cast<double>(rows(inputs[0])), width = static_cast<double>(m.width);
  return tokens * (width * static_cast<double>(m.experts) + 3.0 * static_cast<double>(m.used) * width * static_cast<double>(m.inner)) * mac;
}

namespace detail {

inline void expert_products(TraceWriter& w, const MixtureOfExperts& m, std::int64_t tokens, NumberFormat format, NumberFormat stored, bool backward) {
  const std::int64_t each = (tokens * m.used + m.experts - 1) / m.experts;
  const std::int64_t active = std::min(m.experts, tokens * m.used);
  for (std::int64_t e = 0; e < active; ++e)
    for (int product = 0; product < 3; ++product) {
      const std::int64_t in = product == 2 ? m.inner : m.width, out = product == 2 ? m.width : m.inner;
      if (!backward) {
        w.launch(Gemm{.format = format, .layout = Layout::nt, .m = each, .n = out, .k = in, .output = stored});
        continue;
      }
      w.launch(Gemm{.format = format, .layout = Layout::nn, .m = each, .n = in, .k = out, .output = stored});
      w.launch(Gemm{.format = format, .layout = Layout::tn, .m = out, .n = in, .k = each, .output = stored});
    }
}

}  // namespace detail

/// Router product, softmax and choice; rows gathered per expert; three products each; results scattered back. Saves the
/// gathered rows, both halves of the gate and their product.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const MixtureOfExperts& m, Inputs inputs, Parameters ids) {
  const Tensor x = writer.cast_operand(inputs[0]);
  std::vector<Tensor> operands{x};
  for (const ParameterId id : ids) operands.push_back(writer.cast_operand(writer.parameter(id)));
  const NumberFormat format = product_format(writer, x.format()), stored = x.format();
  const std::int64_t tokens = rows(x.shape()), routed = tokens * m.used;
  writer.host(HostOp::linear, 1 + 3 * m.experts);
  writer.host(HostOp::elementwise, 4 + 4 * m.experts);
  writer.host(HostOp::softmax);
  const Tensor scores = writer.allocate({tokens, m.experts}, NumberFormat::fp32);
  writer.launch(Gemm{.format = format, .layout = Layout::nt, .m = tokens, .n = m.experts, .k = m.width, .output = stored});
  writer.launch(Streaming{.kind = StreamingKind::softmax, .format = stored, .rows = tokens, .columns = m.experts, .read = scores.bytes(),
                          .written = scores.bytes(), .special_functions = static_cast<double>(scores.size())});
  Tensor y = allocate_like(writer, x, MemoryClass::activation);
  const Tensor gathered = writer.allocate({routed, m.width}, stored), gate = writer.allocate({routed, m.inner}, stored),
               up = writer.allocate({routed, m.inner}, stored), product = writer.allocate({routed, m.inner}, stored);
  const Streaming move{.kind = StreamingKind::gather, .format = stored, .rows = routed, .columns = m.width, .read = gathered.bytes(), .written = gathered.bytes()};
  writer.launch(move);
  detail::expert_products(writer, m, tokens, format, stored, false);
  writer.launch(elementwise(stored, gate.size(), 2.0 * gate.bytes(), gate.bytes(), {5, 2}));
  writer.launch(move);
  std::vector<Shape> shapes;
  for (const Tensor& t : operands) shapes.push_back(t.shape());
  auto backward = [m, operands, shapes, scores, gathered, gate, up, product, move, tokens, format, stored](TraceWriter& w, Gradients, Gradients grads) {
    w.host(HostOp::linear_backward, 1 + 3 * m.experts);
    w.host(HostOp::elementwise_backward, 4 + 4 * m.experts);
    for (std::size_t i = 0; i < grads.size(); ++i)
      grads[i] = w.allocate(shapes[i], stored, i == 0 ? MemoryClass::temporary : MemoryClass::gradient);
    const Tensor d_gate = allocate_like(w, gate), d_up = allocate_like(w, up), d_product = allocate_like(w, product);
    w.launch(move);
    detail::expert_products(w, m, tokens, format, stored, true);
    w.launch(elementwise(stored, gate.size(), 4.0 * gate.bytes(), 2.0 * gate.bytes(), {9, 2}, true));
    w.launch(move);
  };
  return writer.record(std::move(y), operands, std::move(backward));
}

}  // namespace perfmodel
