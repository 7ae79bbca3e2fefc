#pragma once
#include <algorithm>
#include <map>
#include <perfmodel/compile/build_graph.hpp>
#include <perfmodel/compile/channels_last.hpp>
#include <perfmodel/compile/compiled_step.hpp>
#include <perfmodel/compile/fusion.hpp>
#include <perfmodel/compile/in_place.hpp>
#include <perfmodel/compile/recomputation.hpp>
#include <perfmodel/trace/tensor_limit.hpp>
#include <set>
#include <utility>
#include <vector>

namespace perfmodel {
namespace compile {

[[nodiscard]] inline bool is_compiled(Phase phase) {
  return phase == Phase::forward || phase == Phase::loss || phase == Phase::backward;
}

/// One graph's events rewritten.
class Rewriter {
 public:
  Rewriter(StepTrace& trace, std::span<const TraceEvent> events, std::size_t first, std::size_t last,
           bool channels_last, TensorId& next, std::vector<TraceEvent>& out)
      : trace_(trace),
        events_(events),
        first_(first),
        last_(last),
        channels_last_(channels_last),
        next_(next),
        out_(out) {}

  void run() {
    survey();
    GraphBuilder builder(trace_.operations, trace_.uses, sizes_, next_, channels_last_);
    for (std::size_t i = first_; i < last_; ++i) builder.add(events_[i], i);
    for (const auto& [tensor, size] : sizes_)
      if (!released_.contains(tensor)) builder.keep(tensor);
    graph_ = builder.take();
    for (const GraphBuilder::Copy& copy : builder.copies()) {
      births_[copy.tensor] = {{copy.tensor, copy.bytes, MemoryClass::temporary}, copy.event};
      released_[copy.tensor] = copy.event;
    }
    for (const GraphBuilder::Copy& one : builder.narrowed())
      if (const auto birth = births_.find(one.tensor); birth != births_.end())
        birth->second.allocation.bytes = one.bytes;
    Recomputation(graph_).choose();
    Fusion fusion(graph_);
    groups_ = fusion.groups();
    fusion_ = &fusion;
    count_uses();
    emit();
  }

 private:
  struct Birth {
    Allocate allocation{};
    std::size_t event{};
  };
  /// Which tensors are born and die here, and which of them only serve one call.
  void survey() {
    std::set<TensorId> used;
    for (std::size_t i = first_; i < last_; ++i) {
      if (const auto* a = std::get_if<Allocate>(&events_[i].what))
        births_[a->tensor] = {*a, i}, sizes_[a->tensor] = a->bytes;
      if (const auto* r = std::get_if<Release>(&events_[i].what)) released_[r->tensor] = i;
      const auto* run = std::get_if<Execute>(&events_[i].what);
      if (run == nullptr) continue;
      for (std::uint32_t u = 0; u < run->use_count; ++u) used.insert(trace_.uses[run->first_use + u].tensor);
    }
    for (const auto& [tensor, birth] : births_)
      if (!used.contains(tensor)) scratch_.push_back(tensor);
    std::sort(scratch_.begin(), scratch_.end(),
              [&](TensorId a, TensorId b) { return births_[a].event < births_[b].event; });
  }
  /// How many groups still need each tensor.
  void count_uses() {
    for (const Group& group : groups_) {
      if (group.merged_into >= 0) continue;
      for (const auto& [v, bytes] : group.reads) ++needed_[value(v).tensor];
      for (const std::int32_t v : group.writes) ++needed_[value(v).tensor];
    }
  }
  [[nodiscard]] const Value& value(std::int32_t v) const { return graph_.values[static_cast<std::size_t>(v)]; }
  [[nodiscard]] const Node& node(std::int32_t n) const { return graph_.nodes[static_cast<std::size_t>(n)]; }

  template <class E>
  void put(E&& what, const TraceEvent& at) {
    out_.push_back({std::forward<E>(what), at.phase, at.layer});
  }
  void emit() {
    done_.assign(groups_.size(), false);
    graph_call(events_[first_]);
    bool backward = false;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const std::int32_t g = fusion_->group_of(static_cast<std::int32_t>(n));
      if (g < 0) continue;
      if (graph_.nodes[n].backward && !std::exchange(backward, true)) graph_call(events_[graph_.nodes[n].event]);
      emit_group(g);
    }
    for (std::size_t i = first_; i < last_; ++i) {
      const auto* host = std::get_if<HostWork>(&events_[i].what);
      const bool stays = std::holds_alternative<Synchronize>(events_[i].what) ||
                         (host != nullptr && (host->op == HostOp::accumulate_gradient || host->op == HostOp::step));
      if (stays) out_.push_back(events_[i]);
    }
    for (const auto& [tensor, event] : released_)
      if (!births_.contains(tensor) && !dropped_.contains(tensor)) put(Release{tensor}, events_[event]);
    for (const auto& [tensor, birth] : births_) {  // nobody made it, but somebody knows it
      if (released_.contains(tensor) || born_.contains(tensor)) continue;
      put(birth.allocation, events_[birth.event]);
    }
  }
  void graph_call(const TraceEvent& at) { put(HostWork{HostOp::compiled_graph, 1}, at); }

  void emit_group(std::int32_t g) {
    if (done_[static_cast<std::size_t>(g)]) return;
    done_[static_cast<std::size_t>(g)] = true;
    const Group& group = groups_[static_cast<std::size_t>(g)];
    for (const auto& [v, bytes] : group.reads)
      if (const std::int32_t p = value(v).producer; p != no_node && fusion_->group_of(p) >= 0)
        emit_group(fusion_->group_of(p));
    const TraceEvent& at = events_[node(group.nodes.front()).event];
    if (group.kind != NodeKind::call && group.writes.empty()) return finish(group, at);
    for (const std::int32_t v : group.writes) {
      make_room(group, value(v), at);
      bear(value(v).tensor);
    }
    const std::vector<TensorId> held = scratch_of(group);
    if (group.kind == NodeKind::call) {
      put(HostWork{HostOp::compiled_call, 1}, at);
      const Operation operation = trace_.operations[node(group.nodes.front()).operation];
      const OperationId id =
          channels_last_ ? trace_.operations.id_of(with_channels_last(operation)) : node(group.nodes.front()).operation;
      put(Execute{id}, at);
      touch(group, traffic(operation));
    } else {
      put(HostWork{HostOp::compiled_kernel, 1}, at);
      op::Fused f = fused(group);
      note_recent(group, f);
      touch(group, traffic(f));
      put(Execute{trace_.operations.id_of(std::move(f))}, at);
    }
    for (std::size_t i = held.size(); i-- > 0;) put(Release{held[i]}, at);
    finish(group, at);
  }
  [[nodiscard]] op::Fused fused(const Group& group) const {
    op::Fused f{.loop = group.kind == NodeKind::rows      ? op::FusedLoop::rows
                        : group.kind == NodeKind::columns ? op::FusedLoop::columns
                                                          : op::FusedLoop::elements,
                .outputs = group.outputs,
                .values = group.values};
    for (const auto& [v, bytes] : group.reads)
      if (!value(v).hidden) f.read += static_cast<double>(bytes) * byte;
    for (const std::int32_t v : group.writes) f.written += written(value(v));
    const auto [operations, special] = fusion_->extra_work(group);
    f.operations = operations, f.special_functions = special;
    for (const std::int32_t n : group.nodes)
      f.operations += node(n).operations, f.special_functions += node(n).special_functions,
          f.scattered += node(n).scattered + node(n).added, f.crowded += node(n).crowded, f.drawn += node(n).drawn;
    return f;
  }
  /// What of a kernel's operands earlier ones have touched, and what has been moved since.
  void note_recent(const Group& group, op::Fused& f) const {
    double weighted = 0.0;
    for (const auto& [v, bytes] : group.reads) {
      const auto before = touched_.find(value(v).tensor);
      if (value(v).hidden || before == touched_.end()) continue;
      const Bytes read = static_cast<double>(bytes) * byte;
      f.near += read;
      weighted += in(read, byte) * in(moved_ - before->second + read, byte);
    }
    if (f.near > Bytes{}) f.since = weighted / in(f.near, byte) * byte;
  }
  void touch(const Group& group, Bytes moved) {
    moved_ += moved;
    for (const auto& [v, bytes] : group.reads) touched_[value(v).tensor] = moved_;
    for (const std::int32_t v : group.writes) touched_[value(v).tensor] = moved_;
  }
  /// Of a table to which rows are added no more than these are read and written.
  [[nodiscard]] Bytes written(const Value& made) const {
    constexpr double read_and_written = 8.0;  // bytes of an FP32 element
    const double bytes = static_cast<double>(made.bytes), rows = read_and_written * node(made.producer).scattered;
    return (rows > 0.0 ? std::min(rows, 2.0 * bytes) : bytes) * byte;
  }
  /// What a kernel writes over dies before its result is born.
  void make_room(const Group& group, const Value& made, const TraceEvent& at) {
    if (made.hidden || born_.contains(made.tensor) || !births_.contains(made.tensor)) return;
    for (const auto& [v, bytes] : group.reads) {
      const TensorId tensor = value(v).tensor;
      const bool last = needed_[tensor] == 1 && released_.contains(tensor) && born_.contains(tensor);
      if (!last || dropped_.contains(tensor) || bytes != made.bytes ||
          !may_write_over(graph_, group, v, trace_.operations))
        continue;
      return drop(tensor, at);
    }
  }
  void drop(TensorId tensor, const TraceEvent& at) {
    if (dropped_.insert(tensor).second) put(Release{tensor}, at);
  }
  void bear(TensorId tensor) {
    const auto birth = births_.find(tensor);
    if (birth == births_.end() || !born_.insert(tensor).second) return;
    put(birth->second.allocation, events_[birth->second.event]);
  }
  /// What a library takes from the allocator around its call.
  [[nodiscard]] std::vector<TensorId> scratch_of(const Group& group) {
    constexpr std::size_t longest_way = 16;  // events of an eager call between its scratch memory and its kernel
    std::vector<TensorId> held;
    const std::size_t event = node(group.nodes.front()).event;
    for (; next_scratch_ < scratch_.size() && births_[scratch_[next_scratch_]].event < event; ++next_scratch_) {
      const TensorId tensor = scratch_[next_scratch_];
      const bool kept = !released_.contains(tensor);
      if (!kept && (group.kind != NodeKind::call || births_[tensor].event + longest_way < event)) continue;
      bear(tensor);
      if (!kept) held.push_back(tensor);
    }
    return held;
  }
  /// What nobody needs any more dies.
  void finish(const Group& group, const TraceEvent& at) {
    const auto used = [&](TensorId tensor) {
      if (--needed_[tensor] > 0 || !released_.contains(tensor)) return;
      if (births_.contains(tensor) && !born_.contains(tensor)) return;
      drop(tensor, at);
    };
    for (const auto& [v, bytes] : group.reads) used(value(v).tensor);
    for (const std::int32_t v : group.writes) used(value(v).tensor);
  }

  StepTrace& trace_;
  std::span<const TraceEvent> events_;
  std::size_t first_, last_;
  bool channels_last_;
  TensorId& next_;  ///< names for new tensors
  std::vector<TraceEvent>& out_;
  std::map<TensorId, Birth> births_{};
  std::map<TensorId, std::size_t> released_{};
  std::map<TensorId, std::int64_t> sizes_{};
  std::vector<TensorId> scratch_{};
  std::size_t next_scratch_{};
  Graph graph_{};
  std::span<const Group> groups_{};
  const Fusion* fusion_{};
  std::map<TensorId, int> needed_{};
  std::vector<bool> done_{};
  std::set<TensorId> born_{}, dropped_{};
  Bytes moved_{};                        ///< by all kernels so far
  std::map<TensorId, Bytes> touched_{};  ///< what had been moved when a tensor was last read or written
};

/// Each forward pass with its backward pass is one graph; what lies between them stays.
[[nodiscard]] inline std::vector<TraceEvent> rewritten(StepTrace& trace, const std::vector<TraceEvent>& events,
                                                       bool channels_last, TensorId& next) {
  std::vector<TraceEvent> out;
  out.reserve(events.size() / 2);
  for (std::size_t i = 0; i < events.size();) {
    if (!is_compiled(events[i].phase)) {
      out.push_back(events[i++]);
      continue;
    }
    std::size_t last = i;
    for (bool backward = false; last < events.size() && is_compiled(events[last].phase); ++last) {
      if (backward && events[last].phase != Phase::backward) break;
      backward = backward || events[last].phase == Phase::backward;
    }
    Rewriter(trace, events, i, last, channels_last, next, out).run();
    i = last;
  }
  return out;
}

}  // namespace compile

PERFMODEL_INLINE StepTrace compiled_step(StepTrace eager) {
  const bool channels_last = compile::takes_channels_last(eager);
  TensorId next = tensor_limit(eager);
  eager.first_step = compile::rewritten(eager, eager.first_step, channels_last, next);
  eager.step = compile::rewritten(eager, eager.step, channels_last, next);
  eager.uses.clear();
  return eager;
}

}  // namespace perfmodel
