#pragma once
#include <cmath>
#include <perfmodel/layer/mixture_of_experts.hpp>

namespace perfmodel {

PERFMODEL_INLINE Shape output_shape(const MixtureOfExperts& m, InputShapes inputs) {
  require_inputs(inputs, 1);
  for (const std::int64_t v : {m.width, m.inner, m.experts, m.used})
    require_at_least("width, inner, experts and used", v, 1);
  if (m.used > m.experts)
    throw bad_input("used", std::to_string(m.used), "must be at most the experts, " + std::to_string(m.experts));
  if (m.ranks < 1 || m.experts % m.ranks != 0)
    throw bad_input("experts", std::to_string(m.experts),
                    "must be divisible among " + std::to_string(m.ranks) + " cards");
  if (m.experts > 65536) throw bad_input("experts", std::to_string(m.experts), "must be at most 65536");
  if (inputs[0].rank < 2 || inputs[0].back() != m.width)
    throw bad_input("input shape", text(inputs[0]),
                    "a router of shape " + text(Shape{m.experts, m.width}) + " takes inputs that end in " +
                        std::to_string(m.width));
  return inputs[0];
}

PERFMODEL_INLINE std::vector<ParameterTensor> parameters(const MixtureOfExperts& m, InputShapes) {
  return {{.name = "router", .shape = {m.experts, m.width}},
          {.name = "gate_up_proj",
           .shape = {local_experts(m), checked_product(2, m.inner), m.width},
           .format = m.quantized},
          {.name = "down_proj", .shape = {local_experts(m), m.width, m.inner}, .format = m.quantized}};
}

PERFMODEL_INLINE Work forward_work(const MixtureOfExperts& m, InputShapes inputs) {
  const double tokens = static_cast<double>(rows(inputs[0])), width = static_cast<double>(m.width);
  return tokens *
         (width * static_cast<double>(m.experts) +
          3.0 * static_cast<double>(m.used) * width * static_cast<double>(m.inner)) *
         mac;
}

namespace detail {

PERFMODEL_INLINE std::int64_t chosen_experts(const MixtureOfExperts& m, std::int64_t tokens) {
  const double experts = static_cast<double>(m.experts);
  const double missed = std::pow(1.0 - static_cast<double>(m.used) / experts, static_cast<double>(tokens));
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(local_experts(m)) * (1.0 - missed)));
}

PERFMODEL_INLINE void expert_product(TraceWriter& w, const MixtureOfExperts& m, std::int64_t routed, Gemm product) {
  const std::int64_t experts = local_experts(m),
                     active = m.engine ? chosen_experts(m, routed / m.used) : std::min(experts, routed),
                     spread = m.engine ? active : experts, each = (routed + spread - 1) / spread;
  (product.layout == Layout::tn ? product.k : product.m) = each;
  const bool grouped = bits(product.format) <= 16;
  if (!grouped) w.synchronize();  // the host reads how many rows each expert has
  w.host(w.phase() == Phase::backward ? HostOp::linear_backward : HostOp::linear, grouped ? 1 : (active + 1) / 2);
  if (grouped) product.batch = active;
  for (std::int64_t i = 0; i < (grouped ? 1 : active); ++i) w.run(Operation{product});
}

PERFMODEL_INLINE void exchange_host(TraceWriter& w, const MixtureOfExperts& m) {
  w.host(HostOp::other, w.training() ? m.exchange_calls : 1);
}

PERFMODEL_INLINE void exchange_counts(TraceWriter& w, const MixtureOfExperts& m) {
  if (m.ranks == 1) return;
  exchange_host(w, m);
  w.run(Collective{.kind = CollectiveKind::all_to_all,
                   .gpus = m.ranks,
                   .size = static_cast<double>(m.experts) * element_size(int64_storage),
                   .per_node = m.per_node});
  w.synchronize();
}

PERFMODEL_INLINE Tensor send_rows(TraceWriter& w, const MixtureOfExperts& m, Tensor x, bool back) {
  if (m.ranks == 1) return x;
  const MemoryClass why = w.phase() == Phase::backward ? MemoryClass::temporary : MemoryClass::activation;
  const auto ordered = [&] {
    if (local_experts(m) == 1) return;
    w.host(detail::elementwise_host(w));
    Tensor y = allocate_like(w, x, why);
    w.run(op::Gather{.input = x.format(), .output = x.format(), .rows = rows(x.shape()), .columns = x.shape().back()});
    x = std::move(y);
  };
  if (back) ordered();
  exchange_host(w, m);
  Tensor y = allocate_like(w, x, why);
  w.run(Collective{.kind = CollectiveKind::all_to_all, .gpus = m.ranks, .size = x.bytes(), .per_node = m.per_node});
  x = std::move(y);
  if (!back) ordered();
  return x;
}

PERFMODEL_INLINE void index_operations(TraceWriter& w, int count, std::int64_t size) {
  w.host(detail::elementwise_host(w), count);
  const Operand indices = packed({size}, int64_storage);
  for (int i = 0; i < count; ++i) w.run(op::pointwise(PointwiseFunction::add_scalar, {indices}, indices));
}

PERFMODEL_INLINE void sort_indices(TraceWriter& w, std::int64_t keys) {
  w.host(detail::elementwise_host(w));
  w.run(op::Sort{.keys = keys});
}

PERFMODEL_INLINE void row_wise(TraceWriter& w, const Tensor& y, std::initializer_list<Tensor> inputs) {
  w.host(detail::elementwise_host(w));
  const Operand of_row{.shape = y.shape(), .strides = {1, 0}, .format = y.format()};
  op::Pointwise p{.function = PointwiseFunction::multiply, .outputs = {y.operand()}, .each = {2, 0}};
  for (const Tensor& x : inputs) p.inputs[p.input_count++] = expanded(x.operand(), y.shape());
  p.inputs[p.input_count++] = of_row;
  w.run(p);
}

PERFMODEL_INLINE Tensor masked_copy(TraceWriter& w, const Tensor& x) {
  Tensor y = allocate_like(w, x, w.phase() == Phase::backward ? MemoryClass::temporary : MemoryClass::activation);
  w.run(PointwiseFunction::copy, {x}, y);
  row_wise(w, y, {y});
  return y;
}

PERFMODEL_INLINE Tensor scattered_sum(TraceWriter& w, const Tensor& dy, const Shape& shape) {
  Tensor sum = w.allocate(shape, dy.format(), MemoryClass::temporary);
  w.fill(sum);
  index_operations(w, 5, rows(dy.shape()));
  sort_indices(w, rows(dy.shape()));
  w.run(
      op::Gather{.input = dy.format(), .output = dy.format(), .rows = rows(dy.shape()), .columns = dy.shape().back()});
  return sum;
}

PERFMODEL_INLINE Tensor choose_experts(TraceWriter& w, const MixtureOfExperts& m, const Gemm& router,
                                       std::int64_t tokens, std::int64_t routed) {
  constexpr int choice_operations = 3, order_operations = 12;
  w.host(HostOp::linear);
  w.run(Operation{router});
  w.host(HostOp::softmax);
  Tensor scores = w.allocate({tokens, m.experts}, NumberFormat::fp32);
  w.run(op::Softmax{.rows = tokens, .columns = m.experts});
  w.host(HostOp::elementwise);
  w.run(op::TopK{.rows = tokens, .columns = m.experts});
  index_operations(w, choice_operations, tokens);
  sort_indices(w, routed);
  index_operations(w, order_operations, routed);
  exchange_counts(w, m);
  return scores;
}

PERFMODEL_INLINE Tensor combine_experts(TraceWriter& w, const MixtureOfExperts& m, const Tensor& results,
                                        const Shape& shape, std::int64_t routed) {
  Tensor weighted = w.allocate({routed, m.width}, NumberFormat::fp32, MemoryClass::temporary);
  row_wise(w, weighted, {results});
  index_operations(w, 2, routed);
  const Tensor ordered = allocate_like(w, weighted);
  w.host(HostOp::elementwise);
  w.run(op::Gather{.input = weighted.format(), .output = weighted.format(), .rows = routed, .columns = m.width});
  weighted = {};
  Tensor y = w.allocate(shape, NumberFormat::fp32);
  w.host(HostOp::elementwise);
  const Shape by_token{rows(shape), m.used, m.width}, sums{rows(shape), 1, m.width};
  w.run(op::Reduction{.input = ordered.view(by_token).operand(), .output = y.view(sums).operand()});
  return y;
}

PERFMODEL_INLINE Tensor experts_backward(TraceWriter& w, SavedExperts& s, Tensor d_results, Gradients grads) {
  const MixtureOfExperts& m = s.layer;
  const Gemm product{.format = s.format, .output = s.stored};
  const auto run = [&](Layout layout, std::int64_t rows_out, std::int64_t n, std::int64_t k) {
    Gemm g = product;
    g.layout = layout, g.n = n;
    (layout == Layout::tn ? g.m : g.k) = layout == Layout::tn ? rows_out : k;
    expert_product(w, m, s.routed, g);
  };
  s.results = {};
  d_results = send_rows(w, m, std::move(d_results), false);
  d_results = masked_copy(w, d_results);
  grads[3] = w.allocate(s.down_shape, s.stored, MemoryClass::gradient);
  run(Layout::tn, m.width, m.inner, 0);
  Tensor d_product = w.allocate({s.routed, m.inner}, s.stored, MemoryClass::temporary);
  run(Layout::nn, 0, m.inner, m.width);
  d_results = {};
  s.product = {};
  Tensor d_halves = w.allocate({s.routed, 2 * m.inner}, s.stored, MemoryClass::temporary);
  {
    const Tensor d_up = allocate_like(w, d_product), d_activated = allocate_like(w, d_product);
    const Tensor half = s.halves.narrow(d_product.shape());  // the gate's or the other half: strided
    w.host(HostOp::elementwise_backward, 3);
    w.run(PointwiseFunction::multiply, {d_product, s.activated}, d_up);
    w.run(PointwiseFunction::multiply, {d_product, half}, d_activated);
    w.run(PointwiseFunction::silu_backward, {half, d_activated}, d_product);
    w.host(HostOp::elementwise_backward);
    w.run(PointwiseFunction::copy, {d_halves}, d_halves);
  }
  d_product = s.activated = s.halves = {};
  d_halves = masked_copy(w, d_halves);
  grads[2] = w.allocate(s.gate_shape, s.stored, MemoryClass::gradient);
  run(Layout::tn, 2 * m.inner, m.width, 0);
  Tensor d_gathered = w.allocate({s.routed, m.width}, s.stored, MemoryClass::temporary);
  run(Layout::nn, 0, m.width, 2 * m.inner);
  d_halves = s.gathered = {};
  d_gathered = send_rows(w, m, std::move(d_gathered), true);
  row_wise(w, d_gathered, {d_gathered});
  return d_gathered;
}

PERFMODEL_INLINE void mixture_backward(TraceWriter& w, SavedExperts& s, Gradients grads) {
  constexpr std::int64_t python = 14;  // what the host does beside single operations
  constexpr int choice_operations = 14;
  const MixtureOfExperts& m = s.layer;
  w.host(HostOp::other, python);
  Tensor d_results = w.allocate({s.routed, m.width}, NumberFormat::fp32, MemoryClass::temporary);
  w.run(PointwiseFunction::copy, {d_results}, d_results);  // the sum's gradient, repeated
  d_results = scattered_sum(w, d_results, d_results.shape());
  {
    const Tensor by_weight = allocate_like(w, d_results), by_result = allocate_like(w, d_results);
    row_wise(w, by_weight, {d_results});
    w.host(HostOp::elementwise_backward);
    w.run(PointwiseFunction::multiply, {d_results, s.results}, by_result);
    w.run(op::matrix_sum(s.routed, m.width, by_result.format(), op::ReducedDimension::columns));
    d_results = w.to(by_weight, s.stored);
  }
  Tensor d_gathered = experts_backward(w, s, std::move(d_results), grads);
  grads[0] = w.to(scattered_sum(w, d_gathered, s.x.shape()), s.x.format());
  d_gathered = {};
  index_operations(w, choice_operations, s.tokens);  // weights divided by their sum, the choice, softmax
  w.host(HostOp::linear_backward);
  grads[1] = w.allocate(s.router_shape, s.router_stored, MemoryClass::gradient);
  Gemm d_router = s.router, d_x = s.router;
  d_router.layout = Layout::tn, d_router.m = m.experts, d_router.n = m.width, d_router.k = s.tokens;
  d_x.layout = Layout::nn, d_x.n = m.width, d_x.k = m.experts;
  w.run(Operation{d_router});
  w.run(Operation{d_x});
  w.run(PointwiseFunction::add, {s.x, s.x}, s.x);
}
PERFMODEL_INLINE SavedExperts saved_experts(const TraceWriter& writer, const MixtureOfExperts& m, const Tensor& x,
                                            const Tensor& router, const Tensor& gate, const Tensor& down) {
  const std::int64_t tokens = rows(x.shape());
  return {.layer = m,
          .x = x,
          .router_shape = router.shape(),
          .gate_shape = gate.shape(),
          .down_shape = down.shape(),
          .router_stored = router.format(),
          .format = m.quantized.value_or(product_format(writer, gate.format())),
          .stored = m.quantized ? x.format() : gate.format(),
          .tokens = tokens,
          .routed = checked_product(tokens, m.used)};
}

PERFMODEL_INLINE Tensor engine_forward(TraceWriter& w, const MixtureOfExperts& m, const Tensor& x, const Gemm& router,
                                       const Gemm& product) {
  const std::int64_t tokens = rows(x.shape()), routed = checked_product(tokens, m.used);
  w.host(HostOp::linear);
  w.run(Operation{router});
  w.run(op::Softmax{.rows = tokens, .columns = m.experts});
  w.run(op::TopK{.rows = tokens, .columns = m.experts});
  w.run(op::Sort{.keys = routed});
  Gemm up = product, down = product;
  up.n = 2 * m.inner, up.k = m.width;
  down.n = m.width, down.k = m.inner;
  const Tensor halves = w.allocate({routed, 2 * m.inner}, x.format());
  if (m.ranks > 1) (void)send_rows(w, m, w.allocate({routed, m.width}, x.format()), false);
  expert_product(w, m, routed, up);
  const Tensor gated = w.allocate({routed, m.inner}, x.format());
  const Tensor half = halves.narrow(gated.shape());
  w.run(Operation{op::pointwise(PointwiseFunction::multiply, {half.operand(), half.operand()}, gated.operand())});
  Tensor results = w.allocate({routed, m.width}, x.format());
  expert_product(w, m, routed, down);
  results = send_rows(w, m, std::move(results), true);
  Tensor y = w.allocate(x.shape(), x.format());
  const Shape by_token{tokens, m.used, m.width}, sums{tokens, 1, m.width};
  w.run(Operation{op::Reduction{.input = results.view(by_token).operand(), .output = y.view(sums).operand()}});
  return y;
}

/// The results, cast where they came out wider than the input.
PERFMODEL_INLINE Tensor in_format_of(TraceWriter& writer, const Tensor& x, Tensor y) {
  if (y.format() == x.format()) return y;
  writer.host(HostOp::cast);
  Tensor narrow = allocate_like(writer, x, MemoryClass::activation);
  writer.run(PointwiseFunction::copy, {y}, narrow);
  return narrow;
}

/// The experts' layers on the rows gathered for them, and what the backward pass needs of these. @pre s.gathered
PERFMODEL_INLINE void run_experts(TraceWriter& writer, SavedExperts& s, const Gemm& product) {
  const MixtureOfExperts& m = s.layer;
  s.halves = writer.allocate({s.routed, 2 * m.inner}, s.stored);
  Gemm up = product, down = product;
  up.n = 2 * m.inner, up.k = m.width;
  down.n = m.width, down.k = m.inner;
  expert_product(writer, m, s.routed, up);
  s.halves = masked_copy(writer, s.halves);
  s.activated = writer.allocate({s.routed, m.inner}, s.stored);
  s.product = writer.allocate({s.routed, m.inner}, s.stored);
  const Tensor half = s.halves.narrow(s.activated.shape());
  writer.host(HostOp::elementwise, 2);
  writer.run(PointwiseFunction::silu, {half}, s.activated);
  writer.run(PointwiseFunction::multiply, {s.activated, half}, s.product);
  s.results = writer.allocate({s.routed, m.width}, s.stored);
  expert_product(writer, m, s.routed, down);
  s.results = masked_copy(writer, s.results);
}

}  // namespace detail

PERFMODEL_INLINE Tensor forward(TraceWriter& writer, const MixtureOfExperts& m, Inputs inputs, Parameters ids) {
  using namespace detail;
  require_inference(writer, m.quantized);
  constexpr std::int64_t python = 6;  // what the host does beside single operations
  const Tensor x = inputs[0].detach(), routed_by = writer.cast_operand(inputs[0]),
               router = writer.cast_operand(writer.parameter(ids[0]));
  const Tensor gate_weight = writer.parameter(ids[1]), down_weight = writer.parameter(ids[2]);
  SavedExperts s = saved_experts(writer, m, x, router, gate_weight, down_weight);
  const NumberFormat stored = s.stored;
  const std::int64_t tokens = s.tokens, routed = s.routed;
  s.router = {.format = product_format(writer, routed_by.format()),
              .layout = Layout::nt,
              .m = tokens,
              .n = m.experts,
              .k = m.width,
              .output = routed_by.format()};
  const Gemm product{.format = s.format, .layout = Layout::nt, .output = stored};
  if (m.engine) {
    if (writer.training()) throw bad_input("engine", "true", "kernels of inference engines train nothing");
    return engine_forward(writer, m, x, s.router, product);
  }
  writer.host(HostOp::other, python);
  s.scores = choose_experts(writer, m, s.router, tokens, routed);
  s.gathered = writer.allocate({routed, m.width}, stored);
  writer.run(op::Gather{.input = stored, .output = stored, .rows = routed, .columns = m.width});
  row_wise(writer, s.gathered, {s.gathered});
  s.gathered = send_rows(writer, m, std::move(s.gathered), false);
  run_experts(writer, s, product);
  s.results = send_rows(writer, m, std::move(s.results), true);
  Tensor y = in_format_of(writer, x, combine_experts(writer, m, s.results, x.shape(), routed));
  return writer.record(
      std::move(y), {inputs[0], router, gate_weight, down_weight},
      [s = std::move(s)](TraceWriter& w, Gradients, Gradients grads) mutable { mixture_backward(w, s, grads); });
}

}  // namespace perfmodel
