#pragma once
#include <perfmodel/trace/trace_writer.hpp>

namespace perfmodel {

PERFMODEL_INLINE void TraceWriter::run(Operation&& operation) {
  const bool wanted = options_.detail != TraceDetail::memory || std::holds_alternative<op::Reduction>(operation);
  const bool taken = options_.scratch != nullptr && options_.detail != TraceDetail::bare;
  const Scratch scratch = taken ? options_.scratch(operation, options_) : Scratch{};
  if (scratch.count == 0) {
    if (wanted) emit(executed(std::move(operation)));
    return;
  }
  std::array<Tensor, std::tuple_size_v<decltype(Scratch::parts)>> held{};
  for (std::size_t i = 0; i < scratch.count; ++i) {
    const ScratchPart& part = scratch.parts[i];
    const auto take = [&] { return allocate({part.bytes}, bool_storage, part.why); };
    if (part.slot < 0) {
      held[i] = take();
      continue;
    }
    Tensor& kept = workspaces_[phase_ == Phase::backward ? 1 : 0][static_cast<std::size_t>(part.slot)];
    if (!kept.defined() && !workspaces_exist_) kept = take();
  }
  if (wanted) emit(executed(std::move(operation)));
  for (std::size_t i = scratch.count; i-- > 0;) held[i] = {};
}

PERFMODEL_INLINE Tensor TraceWriter::allocate(const Shape& shape, NumberFormat format, MemoryClass why) {
  const std::int64_t n = elements(shape),
                     bytes = bits(format) >= 8 ? checked_product(n, bits(format) / 8) : (n + 1) / 2;
  Tensor t;
  t.seen_ = packed(shape, format);
  t.id_ = static_cast<TensorId>(storages_.size());
  make_room(2);  // its own release, too
  storages_.push_back({1});
  t.writer_ = this;
  ++live_;
  emit(Allocate{t.id_, bytes, why});
  return t;
}

PERFMODEL_INLINE Tensor TraceWriter::record(Tensor output, std::span<const Tensor> inputs, BackwardFunction backward) {
  record(std::span<Tensor>(&output, 1), inputs, std::move(backward));
  return output;
}

PERFMODEL_INLINE void TraceWriter::record(std::span<Tensor> outputs, std::span<const Tensor> inputs,
                                          BackwardFunction backward, bool always) {
  bool needed = always;
  for (const Tensor& input : inputs) needed = needed || input.requires_grad();
  for (Tensor& output : outputs) output.edge_ = {};
  if (!grad_enabled_ || !needed) return;
  Node node{.backward = std::move(backward), .layer = layer_};
  node.gradients.resize(outputs.size());
  node.inputs.reserve(inputs.size());
  for (const Tensor& input : inputs) node.inputs.push_back(input.edge());
  const std::int32_t id = tape_size();
  tape_.push_back(std::move(node));
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].edge_ = {id, static_cast<std::int32_t>(i), -1};
}

PERFMODEL_INLINE Tensor TraceWriter::leaf(const Tensor& tensor) {
  Node node{.layer = layer_, .leaf = true};
  node.gradients.resize(1);
  Tensor t = tensor;
  t.edge_ = {tape_size(), 0, -1};
  tape_.push_back(std::move(node));
  return t;
}

// By value: whether a tensor is anybody else's is told by its count of references.
PERFMODEL_INLINE Tensor TraceWriter::sum(Tensor a, Tensor b) {  // NOLINT(performance-unnecessary-value-param)
  host(HostOp::elementwise_backward);
  const auto takes = [&](const Tensor& t) {  // torch/csrc/autograd/input_buffer.cpp, can_accumulate_inplace
    return options_.rules.sums_in_place && t.references() == 1 && is_dense(t.operand());
  };
  const bool into_a = takes(a), into_b = !into_a && takes(b);
  Tensor y = into_a ? a : into_b ? b : allocate_like(a, a.format(), MemoryClass::temporary);
  run(PointwiseFunction::add, {a, b}, y);
  return y;
}

PERFMODEL_INLINE void TraceWriter::accumulate(ParameterId id, Tensor gradient) {
  Parameter& p = parameters_[static_cast<std::size_t>(id)];
  host(HostOp::accumulate_gradient);
  gradient.edge_ = {};
  if (!(gradient.shape() == p.data.shape())) gradient = gradient.view(p.data.shape());
  if (p.gradient.defined()) {  // a second backward before zero_grad, or a tensor used twice
    host(HostOp::elementwise_backward);
    run(PointwiseFunction::add, {p.gradient, gradient}, p.gradient);
    // tied weights: the engine adds in place only into a tensor that is no view; a linear layer's gradient is one, if
    // no cast made it anew
    if (p.arrived && !precision().autocast)
      p.gradient = allocate(gradient.shape(), gradient.format(), MemoryClass::gradient);
  } else if (gradient.references() == 1) {
    p.gradient = std::move(gradient);  // stolen, as nobody else holds it
  } else {
    p.gradient = allocate(gradient.shape(), gradient.format(), MemoryClass::gradient);
    run(PointwiseFunction::copy, {gradient}, p.gradient);
  }
  p.arrived = true;
}

PERFMODEL_INLINE void TraceWriter::route(const Edge& edge, Tensor gradient) {
  if (!gradient.defined() || !edge.defined()) return;
  if (edge.parameter >= 0) return accumulate(edge.parameter, std::move(gradient));
  Tensor& slot = tape_[static_cast<std::size_t>(edge.node)].gradients[static_cast<std::size_t>(edge.output)];
  slot = slot.defined() ? sum(std::move(slot), std::move(gradient)) : std::move(gradient);
}

PERFMODEL_INLINE void TraceWriter::run_node(Node node) {
  bool any = false;
  for (const Tensor& g : node.gradients) any = any || g.defined();
  if (!any) return;  // nothing of this branch reaches the loss
  layer_ = node.layer;
  std::vector<Tensor> inputs(node.inputs.size());
  node.backward(*this, node.gradients, inputs);
  node.gradients.clear();   // the engine drops the incoming gradients when the function returns ...
  node.backward = nullptr;  // ... then the saved tensors, then hands the results on
  for (std::size_t i = 0; i < inputs.size(); ++i) route(node.inputs[i], std::move(inputs[i]));
}

PERFMODEL_INLINE void TraceWriter::backward(const Tensor& loss) {
  const bool enabled = std::exchange(grad_enabled_, false);
  const std::int32_t layer = layer_;
  host(HostOp::backward_start);
  Tensor one = allocate(loss.shape(), loss.format(), MemoryClass::temporary);
  fill(one);
  route(loss.edge(), one);  // the caller of backward() holds its root gradient to the end
  while (!tape_.empty()) {
    Node node = std::move(tape_.back());
    tape_.pop_back();
    run_node(std::move(node));
  }
  for (Parameter& p : parameters_) p.arrived = false;
  grad_enabled_ = enabled;
  layer_ = layer;
}

PERFMODEL_INLINE std::vector<Tensor> TraceWriter::backward(std::span<const Tensor> outputs, std::span<Tensor> gradients,
                                                           std::span<const Tensor> leaves, std::int32_t first) {
  const bool enabled = std::exchange(grad_enabled_, false);
  host(HostOp::checkpoint_segment);
  std::vector<Tensor> arrived(leaves.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) route(outputs[i].edge(), std::move(gradients[i]));
  while (tape_size() > first) {
    Node node = std::move(tape_.back());
    const std::int32_t id = tape_size() - 1;
    tape_.pop_back();
    if (node.leaf) {
      for (std::size_t i = 0; i < leaves.size(); ++i)
        if (leaves[i].edge().node == id) arrived[i] = std::move(node.gradients[0]);
    } else {
      run_node(std::move(node));
    }
  }
  grad_enabled_ = enabled;
  return arrived;
}

PERFMODEL_INLINE ParameterId TraceWriter::add_parameter(const Shape& shape, NumberFormat format, bool trainable) {
  Parameter p{.data = allocate(shape, format, MemoryClass::parameter), .layer = layer_, .trainable = trainable};
  parameter_bytes_ += p.data.bytes();
  parameters_.push_back(std::move(p));
  return static_cast<ParameterId>(parameters_.size() - 1);
}

PERFMODEL_INLINE Tensor TraceWriter::parameter(ParameterId id) const {
  const Parameter& p = parameters_[static_cast<std::size_t>(id)];
  Tensor t = p.data;
  if (p.trainable) t.edge_ = {-1, 0, id};
  return t;
}

PERFMODEL_INLINE Tensor TraceWriter::to(const Tensor& tensor, NumberFormat format) {
  if (tensor.format() == format) return tensor;
  host(HostOp::cast);
  Tensor copy = allocate_like(tensor, format, MemoryClass::cast_copy);
  run(PointwiseFunction::copy, {tensor}, copy);
  return record(std::move(copy), {tensor},
                [from = tensor.format()](TraceWriter& w, Gradients outputs, Gradients inputs) {
                  w.host(HostOp::cast);
                  inputs[0] = w.allocate_like(outputs[0], from, MemoryClass::temporary);
                  w.run(PointwiseFunction::copy, {outputs[0]}, inputs[0]);
                });
}

PERFMODEL_INLINE Tensor TraceWriter::cast_operand(const Tensor& tensor, bool by_view) {
  if (!autocast_ || !tensor.defined() || tensor.format() == precision().compute) return tensor;
  if (tensor.format() != NumberFormat::fp32 && bits(tensor.format()) != 16) return tensor;
  const ParameterId id = tensor.edge().parameter;
  // In inference nothing is cached: measured under inference_mode, peak memory holds one cast weight at a time.
  if (id < 0 || by_view || !options_.training) return to(tensor, precision().compute);
  Parameter& p = parameters_[static_cast<std::size_t>(id)];
  if (!p.cast.defined()) p.cast = to(tensor, precision().compute);
  return p.cast;
}

PERFMODEL_INLINE void TraceWriter::clear_casts() {
  for (Parameter& p : parameters_) p.cast = {};
}

}  // namespace perfmodel
