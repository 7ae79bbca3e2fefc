#pragma once
#include <algorithm>
#include <perfmodel/layer/reshape.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// Each token goes through `used` of `experts` gated MLPs, picked by a linear router; results are summed by weight.
/// Shazeer et al. 2017, arXiv:1701.06538; Jiang et al. 2024, arXiv:2401.04088 (Mixtral). The tokens are taken to spread
/// evenly over the experts. Kernels as transformers 5.17 runs them (integrations/moe.py, grouped_mm_experts_forward): routed rows
/// sorted by expert, 16-bit products of all experts in one kernel, FP32 ones expert by expert. The products are no part of
/// autocast: FP32 weights multiply in FP32.
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
  return {{.name = "router", .shape = {m.experts, m.width}},
          {.name = "gate_up_proj", .shape = {m.experts, checked_product(2, m.inner), m.width}},
          {.name = "down_proj", .shape = {m.experts, m.width, m.inner}}};
}

/// Router, and three products of width x inner for every token and expert used.
[[nodiscard]] inline Work forward_work(const MixtureOfExperts& m, InputShapes inputs) {
  const double tokens = static_cast<double>(rows(inputs[0])), width = static_cast<double>(m.width);
  return tokens * (width * static_cast<double>(m.experts) + 3.0 * static_cast<double>(m.used) * width * static_cast<double>(m.inner)) * mac;
}

namespace detail {

/// rows x in -> rows x out by every expert: all in one kernel of the library (torch._grouped_mm, 16 bits), or one product each.
inline void expert_product(TraceWriter& w, const MixtureOfExperts& m, std::int64_t routed, Gemm product) {
  const std::int64_t each = (routed + m.experts - 1) / m.experts, active = std::min(m.experts, routed);
  (product.layout == Layout::tn ? product.k : product.m) = each;
  const bool grouped = bits(product.format) == 16;
  if (!grouped) w.synchronize();  // the host reads how many rows each expert has
  w.host(w.phase() == Phase::backward ? HostOp::linear_backward : HostOp::linear, grouped ? 1 : (active + 1) / 2);
  if (grouped) product.batch = active;
  for (std::int64_t i = 0; i < (grouped ? 1 : active); ++i) w.launch(product);
}

/// Kernels over a few thousand numbers, whose time is that of starting them.
inline void small_kernels(TraceWriter& w, int count, std::int64_t size, bool backward = false) {
  w.host(backward ? HostOp::elementwise_backward : HostOp::elementwise, count);
  for (int i = 0; i < count; ++i) w.launch(elementwise(int64_storage, size, 8.0 * static_cast<double>(size) * byte, 8.0 * static_cast<double>(size) * byte, {1, 0}, backward));
}

/// One block's long work: sorting, choosing. @param us on an H200 at 1.98 GHz
inline void block_kernel(TraceWriter& w, double us, std::int64_t size, bool backward = false) {
  constexpr double cycles_a_microsecond = 1980.0;
  Streaming kernel = elementwise(int64_storage, size, 8.0 * static_cast<double>(size) * byte, 8.0 * static_cast<double>(size) * byte, {}, backward);
  kernel.serial_cycles = us * cycles_a_microsecond;
  w.host(backward ? HostOp::elementwise_backward : HostOp::elementwise);
  w.launch(kernel);
}

/// An elementwise kernel over rows that lie apart, or by a mask for each row.
inline void strided_kernel(TraceWriter& w, const Tensor& y, double tensors_read, bool backward = false) {
  Streaming kernel = elementwise(y.format(), y.size(), tensors_read * y.bytes(), y.bytes(), {2, 0}, backward);
  kernel.issue_cycles = strided_cycles * static_cast<double>(y.size());
  w.host(backward ? HostOp::elementwise_backward : HostOp::elementwise);
  w.launch(kernel);
}

/// masked_fill: a copy, then zeros for the rows of no expert.
[[nodiscard]] inline Tensor masked_copy(TraceWriter& w, const Tensor& x, bool backward = false) {
  Tensor y = allocate_like(w, x, backward ? MemoryClass::temporary : MemoryClass::activation);
  w.launch(copy(StreamingKind::elementwise, y, backward));
  strided_kernel(w, y, 1.0, backward);
  return y;
}

/// Rows added up where their indices are equal: zeros, the indices sorted, a sum.
[[nodiscard]] inline Tensor scattered_sum(TraceWriter& w, const Tensor& dy, const Shape& shape) {
  constexpr double sort_us = 16.0;
  Tensor sum = w.allocate(shape, dy.format(), MemoryClass::temporary);
  w.launch(Streaming{.kind = StreamingKind::fill, .format = dy.format(), .columns = sum.size(), .written = sum.bytes(), .backward = true});
  small_kernels(w, 5, rows(dy.shape()), true);
  block_kernel(w, sort_us, rows(dy.shape()), true);
  w.launch(elementwise(dy.format(), dy.size(), dy.bytes(), sum.bytes(), {1, 0}, true));
  return sum;
}

}  // namespace detail

/// Router product, softmax and choice; rows gathered by expert; the gate's and the down product; results weighted, put back and
/// summed over each token's experts. Saves the gathered rows, both halves of the gate, SiLU's result, the gated product and the experts' results.
/// Times of the small kernels: Mixtral of 8 layers on an H200, 2,048 and 4,096 routed rows.
[[nodiscard]] inline Tensor forward(TraceWriter& writer, const MixtureOfExperts& m, Inputs inputs, Parameters ids) {
  using namespace detail;
  constexpr double choice_us = 13.0, sort_us = 26.0, sort_row_us = 0.0017;
  constexpr std::int64_t one_block = 4096, python_forward = 6, python_backward = 14;  // what the host does beside single operations
  const Tensor x = inputs[0].detach(), routed_by = writer.cast_operand(inputs[0]), router = writer.cast_operand(writer.parameter(ids[0]));
  const Tensor gate_weight = writer.parameter(ids[1]), down_weight = writer.parameter(ids[2]);
  const NumberFormat stored = gate_weight.format(), format = product_format(writer, stored), router_format = product_format(writer, routed_by.format());
  const std::int64_t tokens = rows(x.shape()), routed = tokens * m.used;
  const Gemm choose{.format = router_format, .layout = Layout::nt, .m = tokens, .n = m.experts, .k = m.width, .output = routed_by.format()};
  writer.host(HostOp::other, python_forward);
  writer.host(HostOp::linear);
  writer.launch(choose);
  writer.host(HostOp::softmax);
  const Tensor scores = writer.allocate({tokens, m.experts}, NumberFormat::fp32);
  writer.launch(Streaming{.kind = StreamingKind::softmax, .rows = tokens, .columns = m.experts, .read = scores.bytes(),
                          .written = scores.bytes(), .special_functions = static_cast<double>(scores.size())});
  block_kernel(writer, choice_us, tokens);
  small_kernels(writer, 3, tokens);
  block_kernel(writer, sort_us + sort_row_us * static_cast<double>(std::min(routed, one_block)), routed);
  small_kernels(writer, 12, routed);
  Tensor gathered = writer.allocate({routed, m.width}, stored);
  writer.launch(Streaming{.kind = StreamingKind::gather, .format = stored, .rows = routed, .columns = m.width, .read = gathered.bytes(), .written = gathered.bytes()});
  strided_kernel(writer, gathered, 1.0);
  Tensor halves = writer.allocate({routed, 2 * m.inner}, stored);
  expert_product(writer, m, routed, {.format = format, .layout = Layout::nt, .n = 2 * m.inner, .k = m.width, .output = stored});
  halves = masked_copy(writer, halves);
  Tensor activated = writer.allocate({routed, m.inner}, stored), product = writer.allocate({routed, m.inner}, stored);
  strided_kernel(writer, activated, 1.0);
  strided_kernel(writer, product, 2.0);
  Tensor results = writer.allocate({routed, m.width}, stored);
  expert_product(writer, m, routed, {.format = format, .layout = Layout::nt, .n = m.width, .k = m.inner, .output = stored});
  results = masked_copy(writer, results);
  Tensor y{};
  {
    Tensor weighted = writer.allocate({routed, m.width}, NumberFormat::fp32, MemoryClass::temporary);
    strided_kernel(writer, weighted, 0.5);
    small_kernels(writer, 2, routed);
    const Tensor ordered = allocate_like(writer, weighted);
    writer.host(HostOp::elementwise);
    writer.launch(Streaming{.kind = StreamingKind::gather, .rows = routed, .columns = m.width, .read = weighted.bytes(), .written = ordered.bytes()});
    weighted = {};
    y = writer.allocate(x.shape(), NumberFormat::fp32);
    strided_kernel(writer, y, static_cast<double>(m.used));
  }
  if (y.format() != x.format()) {
    writer.host(HostOp::cast);
    const Tensor narrow = allocate_like(writer, x, MemoryClass::activation);
    writer.launch(elementwise(narrow.format(), narrow.size(), y.bytes(), narrow.bytes()));
    y = narrow;
  }
  auto backward = [m, x, choose, scores, gathered, halves, activated, product, results, router_shape = router.shape(), router_stored = router.format(),
                   gate_shape = gate_weight.shape(), down_shape = down_weight.shape(), tokens, routed, format, stored](TraceWriter& w, Gradients, Gradients grads) mutable {
    w.host(HostOp::other, python_backward);
    Tensor d_results = w.allocate({routed, m.width}, NumberFormat::fp32, MemoryClass::temporary);
    w.launch(copy(StreamingKind::elementwise, d_results, true));  // the sum's gradient, repeated
    d_results = scattered_sum(w, d_results, d_results.shape());
    {
      const Tensor by_weight = allocate_like(w, d_results), by_result = allocate_like(w, d_results);
      strided_kernel(w, by_weight, 1.0, true);
      strided_kernel(w, by_result, 1.5, true);
      w.launch(Streaming{.kind = StreamingKind::row_reduction, .rows = routed, .columns = m.width, .read = by_result.bytes(), .written = 4.0 * static_cast<double>(routed) * byte, .backward = true});
      d_results = w.to(by_weight, stored);
    }
    results = {};
    d_results = masked_copy(w, d_results, true);
    grads[3] = w.allocate(down_shape, stored, MemoryClass::gradient);
    expert_product(w, m, routed, {.format = format, .layout = Layout::tn, .m = m.width, .n = m.inner, .output = stored});
    Tensor d_product = w.allocate({routed, m.inner}, stored, MemoryClass::temporary);
    expert_product(w, m, routed, {.format = format, .layout = Layout::nn, .n = m.inner, .k = m.width, .output = stored});
    d_results = {};
    product = {};
    Tensor d_halves = w.allocate({routed, 2 * m.inner}, stored, MemoryClass::temporary);
    {
      const Tensor d_up = allocate_like(w, d_product), d_activated = allocate_like(w, d_product);
      strided_kernel(w, d_up, 2.0, true);
      strided_kernel(w, d_activated, 2.0, true);
      strided_kernel(w, d_product, 2.0, true);  // SiLU
      w.host(HostOp::elementwise_backward);
      w.launch(copy(StreamingKind::elementwise, d_halves, true));
    }
    d_product = activated = halves = {};
    d_halves = masked_copy(w, d_halves, true);
    grads[2] = w.allocate(gate_shape, stored, MemoryClass::gradient);
    expert_product(w, m, routed, {.format = format, .layout = Layout::tn, .m = 2 * m.inner, .n = m.width, .output = stored});
    Tensor d_gathered = w.allocate({routed, m.width}, stored, MemoryClass::temporary);
    expert_product(w, m, routed, {.format = format, .layout = Layout::nn, .n = m.width, .k = 2 * m.inner, .output = stored});
    d_halves = gathered = {};
    strided_kernel(w, d_gathered, 1.0, true);
    grads[0] = w.to(scattered_sum(w, d_gathered, x.shape()), x.format());
    d_gathered = {};
    small_kernels(w, 14, tokens, true);  // weights divided by their sum, the choice, softmax
    w.host(HostOp::linear_backward);
    grads[1] = w.allocate(router_shape, router_stored, MemoryClass::gradient);
    Gemm d_router = choose, d_x = choose;
    d_router.layout = Layout::tn, d_router.m = m.experts, d_router.n = m.width, d_router.k = tokens;
    d_x.layout = Layout::nn, d_x.n = m.width, d_x.k = m.experts;
    w.launch(d_router);
    w.launch(d_x);
    w.launch(elementwise(x.format(), x.size(), 2.0 * x.bytes(), x.bytes(), {1, 0}, true));
  };
  return writer.record(std::move(y), {inputs[0], router, gate_weight, down_weight}, std::move(backward));
}

}  // namespace perfmodel
