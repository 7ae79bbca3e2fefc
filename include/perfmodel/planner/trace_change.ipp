#pragma once
#include <iterator>
#include <map>
#include <perfmodel/operation/pointwise.hpp>
#include <perfmodel/planner/trace_change.hpp>
#include <utility>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE Bytes allocated_bytes(const std::vector<TraceEvent>& events, MemoryClass why) {
  double sum = 0.0;
  for (const TraceEvent& e : events)
    if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && a->why == why)
      sum += static_cast<double>(a->bytes);
  return sum * byte;
}

PERFMODEL_INLINE std::vector<bool> carried_tensors(const StepTrace& trace) {
  std::vector<bool> carried(tensor_count(trace));
  for (const Carried& c : trace.carried) carried[c.at_start] = carried[c.at_end] = true;
  return carried;
}

PERFMODEL_INLINE bool is_parameter_sum(const Operation& operation) {
  const auto* norm = std::get_if<op::LayerNorm>(&operation);
  return std::holds_alternative<op::Reduction>(operation) ||
         (norm != nullptr && norm->pass == op::NormPass::parameter_gradient);
}

}  // namespace detail
PERFMODEL_INLINE StepTrace offload_optimizer(StepTrace trace) {
  std::vector<bool> dropped(detail::tensor_count(trace));
  const std::vector<bool> carried = detail::carried_tensors(trace);
  double gradients = 0.0;
  for (const TraceEvent& e : trace.step)
    if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && carried[a->tensor])
      gradients += static_cast<double>(a->bytes);
  const Bytes weights = detail::allocated_bytes(trace.setup, MemoryClass::parameter);
  for (auto* part : {&trace.first_step, &trace.step}) {
    *part = detail::filtered(*part, dropped, [](const TraceEvent& e) {
      if (e.phase != Phase::optimizer) return true;
      return !std::holds_alternative<Execute>(e.what) && !std::holds_alternative<Allocate>(e.what);
    });
    const auto update =
        std::find_if(part->begin(), part->end(), [](const TraceEvent& e) { return e.phase == Phase::optimizer; });
    if (update == part->end()) continue;
    const TraceEvent copies[2] = {detail::copy_event(trace.operations, gradients * byte, false, Phase::optimizer),
                                  detail::copy_event(trace.operations, weights, true, Phase::optimizer)};
    part->insert(update, copies, copies + 2);
  }
  return trace;
}

namespace detail {
/// An activation that waits on the host: when it is born and dies, and before which events it leaves and returns.
struct WaitingTensor {
  std::size_t born{}, dies{}, leaves{}, returns{};
  std::int64_t bytes{};
  std::int32_t layer{};
  TensorId tensor{};
};

/// Activations of the forward pass that die in the backward pass, as far as there is time between.
/// @param tensors  one past the largest id
PERFMODEL_INLINE std::vector<WaitingTensor> waiting_tensors(const std::vector<TraceEvent>& events, TensorId tensors) {
  std::vector<WaitingTensor> open(tensors), moved;
  std::vector<bool> seen(tensors);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (const auto* a = std::get_if<Allocate>(&events[i].what)) {
      seen[a->tensor] = a->why == MemoryClass::activation && events[i].phase == Phase::forward && events[i].layer >= 0;
      open[a->tensor] = {.born = i, .bytes = a->bytes, .layer = events[i].layer, .tensor = a->tensor};
    } else if (const auto* r = std::get_if<Release>(&events[i].what)) {
      if (r->tensor >= seen.size() || !seen[r->tensor] || events[i].phase != Phase::backward) continue;
      WaitingTensor t = open[r->tensor];
      t.dies = i;
      for (t.leaves = t.born; t.leaves < i; ++t.leaves)
        if (events[t.leaves].phase != Phase::forward || events[t.leaves].layer >= t.layer + 2) break;
      const std::int32_t user = events[i].layer;
      for (t.returns = t.leaves; t.returns < i; ++t.returns)
        if (events[t.returns].phase == Phase::backward && events[t.returns].layer >= 0 &&
            events[t.returns].layer <= user + 1)
          break;
      if (t.leaves < t.returns && t.returns < i) moved.push_back(t);
    }
  }
  return moved;
}

/// The events with others put in, each before the event of its number; releases of renamed tensors by their new names.
PERFMODEL_INLINE std::vector<TraceEvent> with_inserted(const std::vector<TraceEvent>& events,
                                                       std::vector<std::pair<std::size_t, TraceEvent>> inserted,
                                                       const std::vector<TensorId>& renamed) {
  std::stable_sort(inserted.begin(), inserted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<TraceEvent> out;
  out.reserve(events.size() + inserted.size());
  auto extra = inserted.begin();
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (; extra != inserted.end() && extra->first == i; ++extra) out.push_back(extra->second);
    out.push_back(events[i]);
    if (auto* r = std::get_if<Release>(&out.back().what);
        r != nullptr && r->tensor < renamed.size() && renamed[r->tensor] != no_tensor)
      r->tensor = renamed[r->tensor];
  }
  return out;
}
}  // namespace detail

PERFMODEL_INLINE StepTrace offload_activations(StepTrace trace) {
  TensorId next = detail::tensor_count(trace);
  for (auto* part : {&trace.first_step, &trace.step}) {
    std::vector<std::pair<std::size_t, TraceEvent>> inserted;
    std::vector<TensorId> renamed(next, detail::no_tensor);
    for (const detail::WaitingTensor& t : detail::waiting_tensors(*part, next)) {
      const TensorId again = next++;
      renamed[t.tensor] = again;
      const Bytes size = static_cast<double>(t.bytes) * byte;
      inserted.push_back({t.leaves, detail::copy_event(trace.operations, size, false, Phase::forward, t.layer)});
      inserted.push_back({t.leaves, {Release{t.tensor}, Phase::forward, t.layer}});
      inserted.push_back({t.returns, {Allocate{again, t.bytes, MemoryClass::activation}, Phase::backward, t.layer}});
      inserted.push_back({t.returns, detail::copy_event(trace.operations, size, true, Phase::backward, t.layer)});
    }
    *part = detail::with_inserted(*part, std::move(inserted), renamed);
  }
  return trace;
}

namespace detail {
/// Puts pairs of low-rank matrices into a step, one for each product with a weight.
struct AdapterWriter {
  OperationList& operations;
  std::int64_t rank{};
  TensorId next{};  ///< the next tensor's name
  std::vector<TraceEvent> out{};
  std::vector<std::pair<TensorId, std::int32_t>> inner{};  ///< x A^T of each layer, until its backward

  /// An event, and what the adapter of its product adds.
  void write(const TraceEvent& e) {
    const Gemm* found = product_of(e, operations);
    out.push_back(e);
    if (found == nullptr || found->batch != 1) return;
    const Gemm gemm = *found;  // the list of operations grows
    const auto product = [&](Layout layout, std::int64_t m, std::int64_t n, std::int64_t k) {
      Gemm g = gemm;
      g.layout = layout, g.m = m, g.n = n, g.k = k, g.epilogue = Epilogue::none;
      out.push_back({Execute{operations.id_of(g)}, e.phase, e.layer});
    };
    if (gemm.layout == Layout::nt && (e.phase == Phase::forward || e.phase == Phase::backward)) {
      if (e.phase == Phase::forward) keep_inner(gemm, e);  // backward: a checkpointed segment runs again
      product(Layout::nt, gemm.m, rank, gemm.k);
      product(Layout::nt, gemm.m, gemm.n, rank);
    } else if (e.phase == Phase::backward && gemm.layout == Layout::nn) {
      product(Layout::nn, gemm.m, rank, gemm.k);  // dY B
      product(Layout::tn, gemm.k, rank, gemm.m);  // gradient of B
      product(Layout::nn, gemm.m, gemm.n, rank);  // (dY B) A
      product(Layout::tn, rank, gemm.n, gemm.m);  // gradient of A
      if (inner.empty()) return;
      out.push_back({Release{inner.back().first}, e.phase, e.layer});
      inner.pop_back();
    }
  }
  /// All of the step, when its last event is written.
  [[nodiscard]] std::vector<TraceEvent> finish() {
    for (; !inner.empty(); inner.pop_back())
      out.push_back({Release{inner.back().first}, Phase::backward, inner.back().second});
    return std::exchange(out, {});
  }

 private:
  void keep_inner(const Gemm& gemm, const TraceEvent& e) {
    const std::int64_t size =
        static_cast<std::int64_t>(static_cast<double>(gemm.m * rank) * in(element_size(gemm.output), byte));
    out.push_back({Allocate{next, size, MemoryClass::activation}, e.phase, e.layer});
    inner.push_back({next++, e.layer});
  }
};

/// What adapters themselves take: parameters from the setup on, gradients and optimizer state from the first step on.
struct AdapterMemory {
  std::vector<TraceEvent> parameters{}, states{};
};
PERFMODEL_INLINE AdapterMemory adapter_memory(const StepTrace& trace, const Recipe& recipe, std::int64_t rank,
                                              TensorId& next) {
  AdapterMemory memory;
  const int state_count = state_tensors(recipe.optimizer);
  const double weight_bytes = in(element_size(policy(recipe.precision).weights), byte);
  for (const TraceEvent& e : trace.first_step) {
    const Gemm* gemm = product_of(e, trace.operations);
    if (gemm == nullptr || e.phase != Phase::forward || gemm->layout != Layout::nt || gemm->batch != 1) continue;
    for (const std::int64_t side : {gemm->k, gemm->n}) {
      const double elements = static_cast<double>(rank) * static_cast<double>(side);
      const auto size = static_cast<std::int64_t>(elements * weight_bytes);
      memory.parameters.push_back({Allocate{next++, size, MemoryClass::parameter}, Phase::setup, e.layer});
      memory.states.push_back({Allocate{next++, size, MemoryClass::gradient}, Phase::optimizer, e.layer});
      for (int s = 0; s < state_count; ++s)
        memory.states.push_back({Allocate{next++, size, MemoryClass::optimizer_state}, Phase::optimizer, e.layer});
    }
  }
  return memory;
}

/// Whether frozen weights leave an event in the step: no gradients of parameters, no optimizer.
PERFMODEL_INLINE bool runs_frozen(const TraceEvent& e, const OperationList& operations,
                                  const std::vector<bool>& carried) {
  if (const auto* a = std::get_if<Allocate>(&e.what))
    return !carried[a->tensor] && a->why != MemoryClass::gradient && e.phase != Phase::optimizer;
  const Operation* operation = operation_of(e, operations);
  if (operation == nullptr) return true;
  if (e.phase == Phase::optimizer) return false;
  if (e.phase != Phase::backward) return true;
  const auto* gemm = std::get_if<Gemm>(operation);
  return gemm != nullptr ? gemm->layout != Layout::tn : !is_parameter_sum(*operation);
}
}  // namespace detail

PERFMODEL_INLINE StepTrace lora(StepTrace trace, const Recipe& recipe, std::int64_t rank) {
  require_at_least("rank", rank, 1);
  const std::vector<bool> carried = detail::carried_tensors(trace);
  TensorId next = detail::tensor_count(trace);
  std::vector<bool> dropped(next);
  const detail::AdapterMemory memory = detail::adapter_memory(trace, recipe, rank, next);
  detail::AdapterWriter writer{.operations = trace.operations, .rank = rank, .next = next};
  for (auto* part : {&trace.first_step, &trace.step}) {
    const std::vector<TraceEvent> kept = detail::filtered(
        *part, dropped, [&](const TraceEvent& e) { return detail::runs_frozen(e, trace.operations, carried); });
    for (const TraceEvent& e : kept) writer.write(e);
    *part = writer.finish();
  }
  trace.carried.clear();
  trace.setup.insert(trace.setup.end(), memory.parameters.begin(), memory.parameters.end());
  trace.first_step.insert(trace.first_step.end(), memory.states.begin(), memory.states.end());
  return trace;
}

namespace detail {
/// A weight that only a product reads: [outputs, inputs] of a layer.
struct ProductWeight {
  std::int64_t outputs{}, inputs{};
};
/// By layer, from the forward products of a step; the last of them, the head, is none.
[[nodiscard]] inline std::map<std::int32_t, ProductWeight> product_weights(const StepTrace& trace) {
  std::map<std::int32_t, ProductWeight> found;
  for (const TraceEvent& e : trace.first_step) {
    const Gemm* gemm = product_of(e, trace.operations);
    if (gemm == nullptr || e.phase != Phase::forward || gemm->layout != Layout::nt || gemm->batch != 1) continue;
    found.try_emplace(e.layer, ProductWeight{gemm->n, gemm->k});
  }
  if (found.size() > 1) found.erase(std::prev(found.end()));
  return found;
}
/// Whether a product reads the weight, forward or backward.
[[nodiscard]] inline bool reads(const Gemm& g, const ProductWeight& w) {
  if (g.batch != 1) return false;
  return g.layout == Layout::nt   ? g.n == w.outputs && g.k == w.inputs
         : g.layout == Layout::nn ? g.k == w.outputs && g.n == w.inputs
                                  : false;
}
}  // namespace detail

PERFMODEL_INLINE StepTrace qlora(StepTrace trace, const Recipe& recipe, std::int64_t rank) {
  const auto weights = detail::product_weights(trace);
  const NumberFormat format = policy(recipe.precision).weights;
  const auto bytes_of = [&](const detail::ProductWeight& w) {
    return static_cast<std::int64_t>(static_cast<double>(w.outputs * w.inputs) * in(element_size(format), byte));
  };
  trace = lora(std::move(trace), recipe, rank);
  for (TraceEvent& e : trace.setup) {
    auto* a = std::get_if<Allocate>(&e.what);
    const auto weight = weights.find(e.layer);
    if (a == nullptr || a->why != MemoryClass::parameter || weight == weights.end()) continue;
    const detail::ProductWeight& w = weight->second;
    if (a->bytes == bytes_of(w))
      a->bytes = static_cast<std::int64_t>(static_cast<double>(w.outputs * w.inputs) * normal_float_bits / 8.0);
  }
  TensorId next = detail::tensor_count(trace);
  for (auto* part : {&trace.first_step, &trace.step}) {
    std::vector<TraceEvent> out;
    out.reserve(part->size());
    for (const TraceEvent& e : *part) {
      const Gemm* gemm = detail::product_of(e, trace.operations);
      const auto weight = weights.find(e.layer);
      if (gemm == nullptr || weight == weights.end() || !detail::reads(*gemm, weight->second)) {
        out.push_back(e);
        continue;
      }
      const detail::ProductWeight& w = weight->second;
      const Shape shape{w.outputs, w.inputs};
      const auto widen =
          op::pointwise(PointwiseFunction::multiply_scalar, {packed(shape, NumberFormat::fp4)}, packed(shape, format));
      out.push_back({Allocate{next, bytes_of(w), MemoryClass::temporary}, e.phase, e.layer});
      out.push_back({Execute{trace.operations.id_of(widen)}, e.phase, e.layer});
      out.push_back(e);
      out.push_back({Release{next++}, e.phase, e.layer});
    }
    *part = std::move(out);
  }
  return trace;
}

PERFMODEL_INLINE std::int64_t block_count(const Network& network) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    if (network.layers[i].block >= 0 && (i == 0 || network.layers[i].block != network.layers[i - 1].block)) ++count;
  return count;
}

PERFMODEL_INLINE std::vector<std::int64_t> checkpoint_candidates(const Network& network) {
  const std::int64_t blocks = block_count(network);
  std::vector<std::int64_t> candidates;
  for (std::int64_t every = 1; every <= blocks; every += 1 + every / 8) candidates.push_back(every);
  return candidates;
}

PERFMODEL_INLINE CheckpointChoice checkpointed(const Network& network, Recipe recipe, std::int64_t every,
                                               const Software& software, const TraceTarget& target,
                                               const MemoryOptions& options) {
  recipe.checkpoint_every = every;
  const Replay r = replay(allocation_program(step_trace(network, recipe, software, target, TraceDetail::memory)),
                          software.allocator, {.expandable_segments = options.expandable_segments}, options.steps);
  return {every, r.counters.peak_reserved};
}

PERFMODEL_INLINE CheckpointChoice least_reserved(const std::vector<CheckpointChoice>& choices) {
  CheckpointChoice best;
  for (const CheckpointChoice& c : choices)
    if (best.every == 0 || c.peak_reserved < best.peak_reserved) best = c;
  return best;
}

PERFMODEL_INLINE CheckpointChoice best_checkpoint(const Network& network, const Recipe& recipe,
                                                  const Software& software, const TraceTarget& target,
                                                  const MemoryOptions& options, const ForEach& each) {
  const std::vector<std::int64_t> every = checkpoint_candidates(network);
  std::vector<CheckpointChoice> choices(every.size());
  each(every.size(),
       [&](std::size_t i) { choices[i] = checkpointed(network, recipe, every[i], software, target, options); });
  return least_reserved(choices);
}

}  // namespace perfmodel
