#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <perfmodel/parallel/card_trace.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <perfmodel/trace/put_event.hpp>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel {

namespace detail {

/// Where in a step an event is.
struct TracePlace {
  Phase phase{};
  std::int32_t layer{-1};
};

/// Hands on the events of a list.
struct EventsAsTheyAre {
  static constexpr TensorId tensors = 0;  ///< that it adds
  template <class Events>
  void add(const std::vector<TraceEvent>& events, Events& to) {
    for (const TraceEvent& e : events) to.push_back(e);
  }
};

/// Rewrites the events of a trace one list after the other. `Events`: takes them, as put_event() hands
/// them on.
/// `Source`: hands on the trace's lists, with what it adds to them under names from tensor_limit() on.
template <class Events, class Source = EventsAsTheyAre>
class CardTrace {
 public:
  /// @param known       what the trace's events refer to; may be `operations`
  /// @param operations  gets those of the new events, whose ids are of this list
  CardTrace(const StepTrace& trace, const CardShare& share, const OperationList& known, OperationList& operations,
            Source source = {})
      : trace_(trace), share_(share), known_(known), operations_(operations), source_(std::move(source)) {
    if (&known != &operations) ids_.resize(known.size());
    const auto scan = [&](const std::vector<TraceEvent>& events) {
      for (const TraceEvent& e : events)
        if (const auto* a = std::get_if<Allocate>(&e.what)) {
          if (a->tensor >= facts_.size()) facts_.resize(std::max<std::size_t>(a->tensor + 1, 2 * facts_.size()));
          next_ = std::max(next_, a->tensor + 1);
          facts_[a->tensor].of_backward |= e.phase == Phase::backward;
        }
    };
    scan(trace.setup);
    scan(trace.first_step);
    scan(trace.step);
    next_ += Source::tensors;
    facts_.resize(next_);
    for (const Carried& c : trace.carried)
      for (const TensorId id : {c.at_end, c.at_start})
        if (id < facts_.size() && facts_[id].of_backward) facts_[id].gradient = true;
  }

  void setup(Events& to) {
    list(trace_.setup, to);
    add_buckets(to);
    for (const double held : {share_.inputs, share_.arriving})
      if (held > 0.0) (void)allocate(to, held, MemoryClass::input, {.phase = Phase::setup});
  }
  void first_step(Events& to) { list(trace_.first_step, to); }
  void step(Events& to) { list(trace_.step, to); }
  /// Of the steps written. @pre after them
  [[nodiscard]] std::vector<Carried> carried() const {
    std::vector<Carried> out;
    for (const Carried& c : trace_.carried)
      if (!share_.bucket_view || !is_gradient(c.at_end) || !facts_[c.at_end].gone)
        out.push_back({now_called(c.at_end), now_called(c.at_start)});
    return out;
  }
  /// Every tensor's id so far is below.
  [[nodiscard]] TensorId limit() const { return next_; }

 private:
  /// A gradient that is not cut yet.
  struct WholeGradient {
    TensorId id{};
    std::int64_t bytes{};
    std::int32_t layer{};
  };
  /// What is known of a tensor of the old trace.
  struct TensorFacts {
    TensorId renamed{};  ///< its id in the new trace + 1; 0: the same
    bool of_backward{}, gradient{}, gone{};
  };

  [[nodiscard]] bool is_gradient(TensorId id) const { return id < facts_.size() && facts_[id].gradient; }
  [[nodiscard]] TensorId now_called(TensorId id) const {
    return id < facts_.size() && facts_[id].renamed != 0 ? facts_[id].renamed - 1 : id;
  }
  [[nodiscard]] static std::int64_t part(std::int64_t bytes, double share) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(static_cast<double>(bytes) * share)));
  }
  TensorId allocate(Events& to, double bytes, MemoryClass why, const TracePlace& at) {
    put_event(to, Allocate{next_, part(static_cast<std::int64_t>(bytes), 1.0), why}, at.phase, at.layer);
    return next_++;
  }
  static void release(Events& to, TensorId id, const TracePlace& at) { put_event(to, Release{id}, at.phase, at.layer); }
  void add_buckets(Events& setup) {
    const TracePlace at{.phase = Phase::setup};
    double rest = share_.buckets;
    while (rest > 0.0) {
      (void)allocate(setup, std::min(rest, share_.bucket), MemoryClass::gradient, at);
      rest -= share_.bucket;
    }
  }
  /// An optimizer's pass over a part of the elements.
  [[nodiscard]] Operation updated(const op::Update& update) const {
    op::Update u = update;
    if (u.sizes == nullptr) return u;
    std::vector<std::int64_t> sizes(*u.sizes);
    for (std::int64_t& n : sizes) n = part(n, share_.mean_less_cut * share_.state / share_.widened);
    if (share_.widened > 1.0) u.format = NumberFormat::fp32;
    u.sizes = std::make_shared<const std::vector<std::int64_t>>(std::move(sizes));
    return u;
  }

  /// Of a layer, where that share is stored of the others; of no layer: of all parameters together.
  [[nodiscard]] double of_layer(double share, std::int32_t layer) const {
    const auto i = static_cast<std::size_t>(std::max(layer, 0));
    return share * (layer >= 0 && i < share_.less_cut.size() ? share_.less_cut[i] : share_.mean_less_cut);
  }

  // --- parts that are gathered while they work ---
  [[nodiscard]] std::int32_t part_at(const TracePlace& e) const {
    return e.layer < 0 || static_cast<std::size_t>(e.layer) >= share_.part_of.size()
               ? -1
               : share_.part_of[static_cast<std::size_t>(e.layer)];
  }
  static void host(Events& to, std::int64_t calls, const TracePlace& at) {
    if (calls > 0) put_event(to, HostWork{HostOp::other, calls}, at.phase, at.layer);
  }
  [[nodiscard]] std::int64_t tensors_of(std::int32_t which) const {
    const auto part = static_cast<std::size_t>(std::max(which, 0));
    return part < share_.tensors.size() ? share_.tensors[part] : 0;
  }
  [[nodiscard]] double bytes_of(std::int32_t which) const {
    return which < 0 || static_cast<std::size_t>(which) >= share_.bytes.size()
               ? 0.0
               : share_.bytes[static_cast<std::size_t>(which)];
  }
  void free(Events& to, std::optional<TensorId>& id, const TracePlace& at) {
    if (id) release(to, *id, at);
    id.reset();
  }
  /// The buffer that a part is gathered into; what is cast on the way there lives as long as the copy into it.
  [[nodiscard]] TensorId gather(Events& to, std::int32_t which, const TracePlace& at) {
    host(to, host_calls(costs_.sharded.gather, costs_.sharded.gather_tensor, tensors_of(which)), at);
    std::optional<TensorId> cast;
    if (share_.widened > 1.0)
      cast = allocate(to, bytes_of(which) * share_.parameters / share_.widened, MemoryClass::temporary, at);
    const TensorId buffer = allocate(to, bytes_of(which), MemoryClass::temporary, at);
    free(to, cast, at);
    return buffer;
  }
  /// A part's parameters, copied out of the buffer. In the forward pass that buffer lives on until the next part is
  /// copied out of its own, so that copy and next gathering overlap; in the backward pass it was filled before.
  void hold(Events& to, std::int32_t which, const TracePlace& at) {
    if (!(bytes_of(which) > 0.0) || held_.count(which) != 0) return;
    const bool backward = at.phase == Phase::backward;
    const auto early = ahead_ && ahead_->first == which ? std::optional(ahead_->second) : std::nullopt;
    if (early) ahead_.reset();
    std::optional<TensorId> buffer = early ? early : std::optional(gather(to, which, at));
    if (!backward) {
      host(to, host_calls(costs_.sharded.forward), at);
      free(to, copied_out_, at);
    }
    held_[which] = allocate(to, bytes_of(which), MemoryClass::parameter, at);
    if (backward)
      free(to, buffer, at);
    else
      copied_out_ = buffer;
  }
  /// The part that the backward pass needs next.
  void gather_ahead(Events& to, std::int32_t which, const TracePlace& at) {
    if (which > 0 && bytes_of(which) > 0.0 && held_.count(which) == 0 && !ahead_)
      ahead_ = std::pair(which, gather(to, which, at));
  }
  void drop(Events& to, std::int32_t which, const TracePlace& at) {
    const auto found = held_.find(which);
    if (found == held_.end()) return;
    release(to, found->second, at);
    held_.erase(found);
  }
  /// Gradients of a part are copied into a buffer, reduced, and scattered; the buffer lives until the next part's.
  void scatter(Events& to, std::int32_t which, const TracePlace& at) {
    std::vector<WholeGradient>& whole = whole_[which];
    if (whole.empty()) return;
    free(to, reduced_, at);
    if (share_.gathered) {
      host(to, host_calls(costs_.sharded.scatter, costs_.sharded.scatter_tensor, tensors_of(which)), at);
      double sum = 0.0;
      for (const WholeGradient& gradient : whole) sum += static_cast<double>(gradient.bytes);
      reduced_ = allocate(to, share_.widened * sum, MemoryClass::temporary, at);
    }
    for (const WholeGradient& gradient : whole) release(to, gradient.id, at);
    for (const auto& [id, bytes, layer] : whole)
      facts_[id].renamed =
          allocate(to, static_cast<double>(part(bytes, of_layer(share_.gradients, layer))), MemoryClass::gradient, at) +
          1;
    whole.clear();
  }
  /// The part that worked last has passed, and `next` works now. What lies outside the blocks stays until the pass
  /// ends. Where a checkpoint of several blocks runs forward again, their hooks do, too, but for the last one's, and
  /// they stay for the backward pass that follows (torch/distributed/fsdp/_fully_shard: post_forward of
  /// _fsdp_param_group.py, _pre_forward of _fsdp_state.py).
  void leave(Events& to, std::int32_t next, const TracePlace& at) {
    const bool backward = phase_ == Phase::backward;
    if (backward && at.phase == Phase::backward && working_ > 0 && next > working_) {
      if (share_.gathered) host(to, host_calls(costs_.sharded.forward), at);
      return;
    }
    if (working_ > 0 && (backward || share_.again)) drop(to, working_, at);
    if (!backward || (share_.gathered && working_ <= 0)) return;
    scatter(to, std::max(working_, 0), at);
  }
  /// Nothing of the network works any more.
  void end_passes(Events& to, const TracePlace& at) {
    drop(to, 0, at);
    for (auto& [which, whole] : whole_) scatter(to, which, at);
    while (!held_.empty()) drop(to, held_.begin()->first, at);
    free(to, copied_out_, at);
    free(to, reduced_, at);
    if (ahead_) release(to, ahead_->second, at);
    ahead_.reset();
  }
  void enter(Events& to, const TracePlace& e) {
    const std::int32_t which = part_at(e);
    const bool passes = e.phase == Phase::forward || e.phase == Phase::loss || e.phase == Phase::backward;
    if (passes && e.phase == phase_ && (which < 0 || which == working_)) return;
    if (!passes && phase_ == e.phase) return;
    if (working_ != which || e.phase != phase_) leave(to, which, e);
    if (!passes || (phase_ == Phase::backward && e.phase == Phase::forward)) end_passes(to, e);
    const bool turns = phase_ != e.phase;
    phase_ = e.phase;
    working_ = which;
    if (!passes || !share_.gathered) return;
    const bool backward = e.phase == Phase::backward;
    if (turns && e.phase != Phase::forward) free(to, copied_out_, e);
    if (turns && backward) gather_ahead(to, static_cast<std::int32_t>(share_.bytes.size()) - 1, e);
    if (e.phase == Phase::loss) return;
    hold(to, 0, e);
    hold(to, which, e);
    if (backward && which > 0) gather_ahead(to, which - 1, e);
  }

  /// Micro-batches whose backward pass is to come. Where no forward pass follows the first backward pass, there is one
  /// less of them in the second.
  void waiting(Events& to, const TracePlace& e, std::int64_t activations) {
    if (!(share_.in_flight > 0.0) || activations == 0) return;
    if (waiting_) {
      if (phase_before_ == Phase::backward) free(to, first_done_, e);
      return;
    }
    const double first = share_.drains ? std::min(1.0, share_.in_flight) : 0.0, rest = share_.in_flight - first;
    const auto hold = [&](double micro_batches) {
      return allocate(to, micro_batches * static_cast<double>(activations), MemoryClass::activation, e);
    };
    if (first > 0.0) first_done_ = hold(first);
    if (rest > 0.0) waiting_id_ = hold(rest);
    waiting_ = true;
  }
  /// What a forward pass leaves for its backward pass. Copies in another format are its own: autocast casts weights
  /// anew for each pass, and norms keep their input in FP32.
  [[nodiscard]] std::int64_t kept_activations(const std::vector<TraceEvent>& events) const {
    const auto kept = [](MemoryClass why) { return why == MemoryClass::activation || why == MemoryClass::cast_copy; };
    std::vector<std::int64_t> live(facts_.size());
    std::int64_t sum = 0, most = 0;
    for (const TraceEvent& e : events) {
      if (e.phase == Phase::backward) break;
      if (const auto* a = std::get_if<Allocate>(&e.what); a != nullptr && kept(a->why))
        sum += live[a->tensor] = a->bytes;
      else if (const auto* r = std::get_if<Release>(&e.what); r != nullptr && r->tensor < live.size())
        sum -= std::exchange(live[r->tensor], 0);
      if (e.phase == Phase::forward && (share_.last_block < 0 || e.layer <= share_.last_block)) most = sum;
    }
    return most;
  }

  /// An operation in the new trace's list.
  [[nodiscard]] OperationId now_called(OperationId id, Phase phase) {
    const Operation& operation = known_[id];
    if (const auto* update = std::get_if<op::Update>(&operation);
        update != nullptr && phase == Phase::optimizer && (share_.gathered || share_.state != 1.0))
      return operations_.id_of(updated(*update));
    if (const auto* moved = std::get_if<HostCopy>(&operation);
        moved != nullptr && phase == Phase::optimizer && share_.state != 1.0)
      return operations_.id_of(
          HostCopy{.size = share_.mean_less_cut * share_.state * moved->size, .to_device = moved->to_device});
    if (&known_ == &operations_) return id;
    std::optional<OperationId>& known = ids_[id];
    if (!known) known = operations_.id_of(operation);
    return *known;
  }
  /// The optimizer's lists are unwrapped and wrapped again, tensor by tensor.
  void wrapped_call(Events& to, const TraceEvent& e) {
    const auto* h = std::get_if<HostWork>(&e.what);
    if (h == nullptr) return;
    const TracePlace at{e.phase, e.layer};
    if (h->op == HostOp::optimizer_step) host(to, host_calls(0.0, costs_.sharded.update, h->count), at);
    if (h->op == HostOp::optimizer_tensor) host(to, host_calls(0.0, costs_.sharded.update_tensor, h->count), at);
  }
  void one(Events& to, const TraceEvent& e) {
    if (const auto* a = std::get_if<Allocate>(&e.what)) {
      Allocate changed = *a;
      if (e.phase == Phase::setup && a->why == MemoryClass::parameter)
        changed.bytes = part(a->bytes, share_.gathered ? of_layer(share_.parameters, e.layer) : share_.parameters);
      else if (a->why == MemoryClass::optimizer_state || e.phase == Phase::optimizer)
        changed.bytes = part(a->bytes, of_layer(share_.state, e.layer));
      put_event(to, changed, e.phase, e.layer);
      if (facts_[a->tensor].gradient && (share_.gathered || share_.gradients != 1.0 || share_.buckets > 0.0))
        whole_[share_.buckets > 0.0 ? 0 : std::max(part_at({e.phase, e.layer}), 0)].push_back(
            {a->tensor, a->bytes, e.layer});
    } else if (const auto* r = std::get_if<Release>(&e.what)) {
      if (r->tensor >= facts_.size() || !facts_[r->tensor].gone)
        put_event(to, Release{now_called(r->tensor)}, e.phase, e.layer);
    } else if (const auto* x = std::get_if<Execute>(&e.what)) {
      put_event(to, Execute{now_called(x->operation, e.phase)}, e.phase, e.layer);
    } else {
      to.push_back(e);
      if (share_.gathered && e.phase == Phase::optimizer) wrapped_call(to, e);
    }
  }
  /// One gradient copied into its bucket, divided by the number of cards, or back (torch/csrc/distributed/c10d/
  /// reducer.cpp, mark_variable_ready_dense and finalize_bucket_dense).
  void copy(Events& to, std::int64_t bytes, const TracePlace& at) {
    const Operand x = packed({std::max<std::int64_t>(1, 8 * bytes / bits(share_.bucket_format))}, share_.bucket_format);
    put_event(to, Execute{operations_.id_of(op::pointwise(PointwiseFunction::copy, {x}, x))}, at.phase, at.layer);
  }
  /// Gradients of a layer that has passed go into their buckets; views of the bucket replace them.
  void fill(Events& to, const TracePlace& at) {
    host(to, host_calls(0.0, costs_.buckets.tensor, static_cast<std::int64_t>(whole_[0].size())), at);
    for (const auto& [id, bytes, layer] : whole_[0]) {
      if (const auto i = static_cast<std::size_t>(std::max(layer, 0)); i < share_.unshared.size() && share_.unshared[i])
        continue;
      filled_ += static_cast<double>(bytes);
      copy(to, bytes, at);
      if (share_.bucket_view) {
        release(to, id, at);
        facts_[id].gone = true;
      } else {
        in_buckets_.push_back(bytes);
      }
    }
    whole_[0].clear();
    if (filled_ >= share_.bucket) sum_up(to, at);
  }
  /// A bucket's all-reduce is called.
  void sum_up(Events& to, const TracePlace& at) {
    if (std::exchange(filled_, 0.0) > 0.0) host(to, host_calls(costs_.buckets.bucket), at);
  }
  /// Before a step the statistics of batch norms come from the first rank: packed, sent, and copied back.
  void begin_step(Events& to, const TracePlace& at) {
    host(to, host_calls(costs_.buckets.forward, costs_.buckets.buffer, share_.buffers), at);
  }
  /// Sums come back out of the buckets.
  void take(Events& to, const TracePlace& at) {
    sum_up(to, at);
    for (const std::int64_t bytes : in_buckets_) copy(to, bytes, at);
    in_buckets_.clear();
  }

  /// Takes the events of a list one after the other.
  struct Rewriting {
    CardTrace& card;
    Events& to;
    void push_back(const TraceEvent& event) { card.next(event, to); }
  };
  void list(const std::vector<TraceEvent>& events, Events& to) {
    phase_ = Phase::setup;
    working_ = -1;
    layer_ = -2;
    last_ = {};
    begun_ = false;
    activations_ = share_.in_flight > 0.0 ? kept_activations(events) : 0;
    Rewriting rewriting{*this, to};
    source_.add(events, rewriting);
    if (events.empty()) return;
    const TracePlace end{.phase = Phase::optimizer};
    if (share_.buckets > 0.0) {
      fill(to, last_);
      take(to, last_);
    } else {
      leave(to, -1, end);
      end_passes(to, end);
    }
  }
  void next(const TraceEvent& event, Events& to) {
    const TracePlace e{event.phase, event.layer};
    if (e.layer == layer_ && e.phase == last_.phase) return one(to, event);  // all below is done where a place begins
    if (share_.buckets > 0.0 && e.phase == Phase::forward && !std::exchange(begun_, true)) begin_step(to, e);
    if (share_.gathered || share_.gradients != 1.0) enter(to, e);
    if (share_.buckets > 0.0 && e.layer != layer_ && !whole_[0].empty()) fill(to, last_);
    if (e.phase != Phase::backward && (filled_ > 0.0 || !in_buckets_.empty())) take(to, last_);
    last_.phase = e.phase;  // a place that was written in parts is slow to copy
    last_.layer = e.layer;
    layer_ = e.layer;
    if (e.phase == Phase::forward) waiting(to, e, activations_);
    if (e.phase == Phase::optimizer && waiting_) {
      free(to, first_done_, e);
      free(to, waiting_id_, e);
      waiting_ = false;
    }
    phase_before_ = e.phase;
    one(to, event);
  }

  const StepTrace& trace_;
  const CardShare& share_;
  const OperationList& known_;
  OperationList& operations_;
  const WrapperTable& costs_ = wrapper_table();
  std::vector<std::optional<OperationId>> ids_{};  ///< of the old trace's operations in the new list
  std::vector<TensorFacts> facts_{};               ///< by id
  TensorId next_{};
  std::map<std::int32_t, std::vector<WholeGradient>> whole_{};  ///< gradients by part
  std::vector<std::int64_t> in_buckets_{};
  double filled_{};  ///< of the bucket at hand
  std::unordered_map<std::int32_t, TensorId> held_{};
  std::optional<TensorId> copied_out_{}, reduced_{};  ///< buffers of the last part gathered, and of the last scattered
  std::optional<std::pair<std::int32_t, TensorId>> ahead_{};  ///< gathered for the backward pass, not copied out yet
  Phase phase_{Phase::setup};
  std::int32_t working_{-1};
  std::optional<TensorId> waiting_id_{}, first_done_{};
  Phase phase_before_{Phase::setup};
  bool waiting_{};
  Source source_;
  // of the list at hand
  TracePlace last_{};
  std::int32_t layer_{-2};
  std::int64_t activations_{};
  bool begun_{};
};

}  // namespace detail

PERFMODEL_INLINE StepTrace card_trace(const StepTrace& trace, const CardShare& share) {
  StepTrace out{.software = trace.software};
  detail::CardTrace<std::vector<TraceEvent>> card(trace, share, trace.operations, out.operations);
  card.setup(out.setup);
  card.first_step(out.first_step);
  card.step(out.step);
  out.carried = card.carried();
  return out;
}

}  // namespace perfmodel
