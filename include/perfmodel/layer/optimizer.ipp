#pragma once
#include <perfmodel/layer/optimizer.hpp>

namespace perfmodel {

PERFMODEL_INLINE Optimizer optimizer_from(std::string_view word, const std::string& place) {
  for (const Optimizer optimizer : all_optimizers)
    if (name(optimizer) == lower_case(word)) return optimizer;
  throw bad_input(place, '"' + std::string(word) + '"', "must be one of sgd, momentum, rmsprop, adam, adamw, adam8bit");
}

namespace detail {

PERFMODEL_INLINE op::Update update(const UpdateOp& rule, NumberFormat format, std::vector<std::int64_t> sizes,
                                   bool list) {
  return {.format = format,
          .sizes = std::make_shared<const std::vector<std::int64_t>>(std::move(sizes)),
          .lists = rule.lists,
          .reads = rule.reads,
          .writes = rule.writes,
          .each = rule.each,
          .list = list};
}

PERFMODEL_INLINE void create_state(TraceWriter& w, Optimizer optimizer, Parameter& p) {
  if (optimizer == Optimizer::momentum) {  // clone of the first gradient
    p.state.push_back(w.allocate(p.data.shape(), p.data.format(), MemoryClass::optimizer_state));
    w.run(PointwiseFunction::copy, {p.data}, p.state.back());
    return;
  }
  // bitsandbytes, optim/optimizer.py: blocks of 256 elements with an FP32 scale each; tensors below 4,096 elements FP32
  constexpr std::int64_t least_8bit = 4096, block = 256;
  const bool small_state = optimizer == Optimizer::adam8bit && p.data.size() >= least_8bit;
  const NumberFormat format = optimizer != Optimizer::adam8bit ? p.data.format()
                              : small_state                    ? NumberFormat::int8
                                                               : NumberFormat::fp32;
  for (int i = 0; i < state_tensors(optimizer); ++i) {
    p.state.push_back(w.allocate(p.data.shape(), format, MemoryClass::optimizer_state));
    w.fill(p.state.back());
  }
  for (int i = 0; small_state && i < state_tensors(optimizer); ++i)
    p.state.push_back(
        w.allocate({(p.data.size() + block - 1) / block}, NumberFormat::fp32, MemoryClass::optimizer_state));
}

PERFMODEL_INLINE void update_one_by_one(TraceWriter& w, Optimizer optimizer, std::vector<Parameter*>& list) {
  const UpdateRule rule = per_tensor_rule(optimizer);
  for (Parameter* p : list) {
    w.set_layer(p->layer);
    const bool first = p->state.empty() && state_tensors(optimizer) > 0;
    if (first) create_state(w, optimizer, *p);
    std::vector<Tensor> temporaries;
    const std::size_t skipped = first && optimizer == Optimizer::momentum ? 2 : 0;  // the clone is the first average
    for (std::size_t i = skipped; i < rule.count; ++i) {
      const UpdateOp& one = rule.ops[i];
      w.host(HostOp::optimizer_tensor);
      if (one.makes_temporary) temporaries.push_back(allocate_like(w, p->data));
      w.run(update(one, p->data.format(), {p->data.size()}, false));
      if (one.drops_oldest) temporaries.erase(temporaries.begin());
    }
  }
}

PERFMODEL_INLINE void update_lists(TraceWriter& w, const UpdateRule& rule, std::size_t skipped,
                                   std::vector<Parameter*>& list) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(list.size());
  for (const Parameter* p : list) sizes.push_back(p->data.size());
  const NumberFormat format = list.front()->data.format();
  std::vector<Tensor> temporaries;
  for (std::size_t i = skipped; i < rule.count; ++i) {
    const UpdateOp& one = rule.ops[i];
    w.host(HostOp::optimizer_step);
    w.host(HostOp::optimizer_tensor, static_cast<std::int64_t>(list.size()));
    if (one.makes_temporary)
      for (const Parameter* p : list) temporaries.push_back(allocate_like(w, p->data));
    w.run(update(one, format, sizes, true));
  }
}

PERFMODEL_INLINE void update_8bit(TraceWriter& w, std::vector<Parameter*>& list) {
  for (Parameter* p : list) {
    w.set_layer(p->layer);
    w.host(HostOp::optimizer_tensor);
    Bytes state{};
    for (const Tensor& s : p->state) state += s.bytes();
    op::Update one = update({4, 2, 1, {12, 2}}, p->data.format(), {p->data.size()}, false);
    one.state = state;
    w.run(std::move(one));
  }
}
}  // namespace detail

PERFMODEL_INLINE void optimizer_step(TraceWriter& writer, Optimizer optimizer, OptimizerLoop loop) {
  std::vector<Parameter*> list;
  for (Parameter& p : writer.parameters())
    if (p.trainable && p.gradient.defined()) list.push_back(&p);
  if (list.empty()) return;
  writer.host(HostOp::optimizer_step);
  if (optimizer != Optimizer::adam8bit && loop == OptimizerLoop::per_tensor)
    return detail::update_one_by_one(writer, optimizer, list);
  const bool first = list.front()->state.empty() && state_tensors(optimizer) > 0;
  if (first)
    for (Parameter* p : list) detail::create_state(writer, optimizer, *p);
  writer.set_layer(-1);
  if (optimizer == Optimizer::adam8bit) return detail::update_8bit(writer, list);
  const UpdateRule rule = loop == OptimizerLoop::fused ? UpdateRule{{fused_op(optimizer)}, 1} : foreach_rule(optimizer);
  const bool cloned = first && optimizer == Optimizer::momentum && loop == OptimizerLoop::foreach;
  detail::update_lists(writer, rule, cloned ? 2 : 0, list);
}

}  // namespace perfmodel
