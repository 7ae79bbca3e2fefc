#pragma once
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <perfmodel/compile/compiled_step.hpp>
#include <perfmodel/recording/operations.hpp>
#include <perfmodel/step/recorded_step.hpp>
#include <perfmodel/step/scratch.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel {

namespace detail {

class RecordedStep {
 public:
  RecordedStep(const Recording& recording, std::int64_t batch, const Software& software, const TraceTarget& target,
               TraceDetail detail)
      : recording_(recording),
        batch_(batch),
        rules_(software.rules),
        writer_(TraceOptions{.scratch = perfmodel::scratch_of,
                             .precision = policy(precision_from(recording.precision, recording.file + ": /precision")),
                             .rules = software.rules,
                             .target = target,
                             .training = recording.training,
                             .detail = software.rules.compiled ? TraceDetail::all : detail}),
        tensors_(recording.storages.size()),
        brought_(recording.storages.size()) {
    for (const auto* part : {&recording.first_step, &recording.step})
      for (const RecordedEvent& event : *part)
        for (const std::size_t s : event.freed)
          if (recording.storages[s].why != MemoryClass::activation) brought_[s] = true;
    for (const RecordedStorage& s : recording.storages)
      if (s.why == MemoryClass::parameter && !s.host)
        parameters_ += static_cast<double>(s.bytes.at(batch)) * byte, ++parameter_tensors_;
  }
  ~RecordedStep() { writer_.write_to(nullptr); }
  RecordedStep(const RecordedStep&) = delete;
  RecordedStep& operator=(const RecordedStep&) = delete;

  [[nodiscard]] StepTrace trace(const Software& software, bool only_step) {
    StepTrace made{.software = software};
    writer_.write_to(only_step ? nullptr : &made.setup);
    set_up();
    writer_.write_to(only_step ? nullptr : &made.first_step);
    run(recording_.first_step);
    for (std::size_t s = 0; s < tensors_.size(); ++s)
      if (brought_[s]) tensors_[s] = {};
    find_partners();
    if (only_step) writer_.reuse_workspaces();
    made.step.reserve(4 * recording_.step.size());
    writer_.write_to(&made.step);
    run(recording_.step);
    carry(made.carried);
    writer_.write_to(nullptr);
    made.operations = writer_.take_operations();
    made.uses = writer_.take_uses();
    return software.rules.compiled ? compiled_step(std::move(made)) : made;
  }

 private:
  void set_up() {
    writer_.set_phase(Phase::setup);
    for (std::size_t s = 0; s < tensors_.size(); ++s)
      if (recording_.storages[s].why != MemoryClass::activation && !brought_[s]) bear(s);
  }
  void bear(std::size_t s) {
    const RecordedStorage& storage = recording_.storages[s];
    if (storage.host || tensors_[s].defined()) return;
    const std::int64_t bytes = storage.bytes.at(batch_);
    if (bytes < 0)
      throw bad_input(recording_.file + ": /storages/" + std::to_string(s),
                      std::to_string(bytes) + " bytes at batch " + std::to_string(batch_),
                      "must be >= 0: another batch");
    if (bytes == 0) return;
    MemoryClass why = storage.why;
    if (why == MemoryClass::activation && writer_.phase() == Phase::backward) why = MemoryClass::temporary;
    if (why == MemoryClass::activation && writer_.phase() == Phase::optimizer) why = MemoryClass::optimizer_state;
    tensors_[s] = writer_.allocate({bytes}, bool_storage, why);
  }

  void run(const std::vector<RecordedEvent>& events) {
    bool backward = false, products = false;
    writer_.set_layer(-1);
    writer_.set_phase(recording_.training ? Phase::zero_gradients : Phase::forward);
    writer_.host(HostOp::step);
    if (recording_.training) writer_.host(HostOp::zero_gradients, parameter_tensors_);
    for (std::size_t i = 0; i < events.size(); ++i) {
      const RecordedEvent& event = events[i];
      if (event.what == RecordedEvent::What::free) {
        for (const std::size_t s : event.freed) tensors_[s] = {};
        continue;
      }
      writer_.set_phase(event.phase);
      writer_.set_layer(event.layer);
      if (event.what == RecordedEvent::What::synchronize) {
        writer_.synchronize();
        continue;
      }
      if (event.phase == Phase::backward && !std::exchange(backward, true)) writer_.host(HostOp::backward_start);
      if (event.sums_gradients && rules_.sums_in_place && i + 1 < events.size()) share(event, events[i + 1]);
      operation(event, products);
    }
  }

  /// Autograd adds a gradient into one that nobody else holds: that one dies right behind the sum.
  void share(const RecordedEvent& sum, const RecordedEvent& next) {
    if (next.what != RecordedEvent::What::free || sum.results.size() != 1 || !recorded::ranks_fit(sum)) return;
    for (const RecordedArgument& argument : sum.arguments)
      for (const RecordedTensor& t : argument.tensors) {
        const bool dies = std::find(next.freed.begin(), next.freed.end(), t.storage) != next.freed.end();
        if (!dies || t.format != sum.results[0].format || !is_dense(operand_of(t, batch_))) continue;
        if (recording_.storages[t.storage].bytes.at(batch_) !=
            recording_.storages[sum.results[0].storage].bytes.at(batch_))
          continue;
        tensors_[sum.results[0].storage] = tensors_[t.storage];
        return;
      }
  }

  /// What the host does for an operation. A linear layer's two gradients are one call of autograd's; views in a
  /// backward pass belong to what calls them.
  void host(const RecordedEvent& event, bool view, const recorded::Rule* rule, bool& products) {
    const std::string_view name = recorded::base_name(event.name);
    const bool backward = event.phase == Phase::backward;
    const bool again = std::exchange(detached_, name == "detach" && backward);
    if (detached_) {  // how a gradient is handed to its parameter: one or two of them
      if (!again) writer_.host(HostOp::accumulate_gradient);
      return;
    }
    if (view || (rule != nullptr && rule->work == recorded::nothing)) {
      if (!backward && name != "t" && name != "detach" && event.phase == Phase::forward) writer_.host(HostOp::view);
      return;
    }
    if (event.phase == Phase::optimizer) {
      const bool list = rule != nullptr && rule->work == recorded::update;
      if (list) writer_.host(HostOp::optimizer_step);
      return writer_.host(
          HostOp::optimizer_tensor,
          list ? static_cast<std::int64_t>(event.arguments.empty() ? 1 : event.arguments[0].tensors.size()) : 1);
    }
    const HostOp op = rule == nullptr ? HostOp::other : backward ? rule->backward : rule->forward;
    const bool pair = op == HostOp::linear_backward || op == HostOp::matmul_backward;
    if (pair && products) {
      products = false;
      return;
    }
    products = pair;
    writer_.host(op);
  }

  void operation(const RecordedEvent& event, bool& products) {
    const recorded::Rule* rule = recorded::rule_of(event.name);
    const bool view = recorded::is_view(event);
    const recorded::Call call{
        .recording = recording_, .event = event, .batch = batch_, .rules = rules_, .parameters = parameters_};
    if (on_host(event)) return;
    for (const RecordedArgument& argument : event.arguments)
      for (const RecordedTensor& t : argument.tensors)
        if (brought_[t.storage]) bear(t.storage);
    host(event, view, rule, products);
    recorded::Plan work;
    if (view || (event.results.empty() && (rule == nullptr || rule->work != recorded::update)))
      work.results(static_cast<std::int64_t>(event.results.size()));
    else
      recorded::plan(call, rule, work);
    play(event, std::move(work));
  }

  /// Operations on the host alone: counters of steps.
  [[nodiscard]] bool on_host(const RecordedEvent& event) const {
    bool any = false;
    for (const RecordedArgument& argument : event.arguments)
      for (const RecordedTensor& t : argument.tensors) {
        any = true;
        if (!recording_.storages[t.storage].host) return false;
      }
    for (const RecordedTensor& t : event.results) {
      any = true;
      if (!recording_.storages[t.storage].host) return false;
    }
    return any;
  }

  void play(const RecordedEvent& event, recorded::Plan work) {
    std::vector<Tensor> temporaries;
    std::size_t made = 0;
    using What = recorded::Plan::Part::What;
    const bool attends = rules_.compiled && std::any_of(work.parts.begin(), work.parts.end(), [](const auto& part) {
                           return part.what == What::run && std::holds_alternative<Attention>(part.operation);
                         });
    for (recorded::Plan::Part& part : work.parts) {
      if (part.what == What::results) {
        for (; made < event.results.size() && made < static_cast<std::size_t>(part.count); ++made)
          bear(event.results[made].storage);
      } else if (part.what == What::temporary) {
        temporaries.push_back(writer_.allocate({part.count}, bool_storage, MemoryClass::temporary));
      } else if (part.what == What::drop) {
        temporaries.clear();
      } else {
        if (rules_.compiled) {
          note_uses(event, part.uses, !attends || std::holds_alternative<Attention>(part.operation), made > 0);
          note_temporaries(part.operation, temporaries, made == 0);
        }
        writer_.run(std::move(part.operation));
      }
    }
    for (; made < event.results.size(); ++made) bear(event.results[made].storage);
  }

  /// Each part of an operation reads its operands and writes its results, where these exist; of fused attention only
  /// the kernel itself.
  void note_uses(const RecordedEvent& event, const recorded::PartUses& uses, bool writes, bool exist) {
    const auto has = [](std::uint32_t set, std::size_t k) { return k >= 32 || (set >> k & 1U) != 0; };
    const auto note = [&](const RecordedTensor& t, bool written) {
      if (t.shape.size() > Shape::max_rank) return;
      const auto bytes = static_cast<std::int64_t>(in(perfmodel::bytes(operand_of(t, batch_)), byte));
      writer_.note_use(tensors_[t.storage], bytes, written);
    };
    for (std::size_t k = 0; k < event.arguments.size(); ++k)
      if (has(uses.arguments, k))
        for (const RecordedTensor& t : event.arguments[k].tensors) note(t, false);
    for (std::size_t k = 0; k < event.results.size(); ++k) {
      if (!has(uses.results, k)) continue;
      if (uses.reads_results) note(event.results[k], false);
      if (writes && exist) note(event.results[k], true);
    }
  }
  /// Parts before the results write temporaries, which libraries read later instead of operands.
  void note_temporaries(const Operation& operation, const std::vector<Tensor>& temporaries, bool before_results) {
    const bool called = std::holds_alternative<Gemm>(operation) || std::holds_alternative<Convolution>(operation);
    if (before_results || called)
      for (const Tensor& t : temporaries) writer_.note_use(t, t.size(), before_results);
  }

  /// A tensor that the first step leaves and the next one drops (a gradient) has a partner that the next one leaves: in
  /// the order of births, where sizes agree. What has no partner dies with its step.
  struct Partner {
    std::size_t before{}, after{};  ///< storages
    TensorId id{};                  ///< of the first
  };
  void find_partners() {
    const std::size_t count = tensors_.size();
    std::vector<bool> early(count), late(count), dies(count);
    const auto mark_results = [](const std::vector<RecordedEvent>& events, std::vector<bool>& marks) {
      for (const RecordedEvent& event : events)
        for (const RecordedTensor& t : event.results) marks[t.storage] = true;
    };
    mark_results(recording_.first_step, early);
    mark_results(recording_.step, late);
    for (const RecordedEvent& event : recording_.step)
      for (const std::size_t s : event.freed) dies[s] = true;
    std::map<std::array<std::int64_t, 4>, std::deque<std::size_t>> by_size;
    const auto size_of = [&](std::size_t s) {
      const BatchLine& bytes = recording_.storages[s].bytes;
      return std::array{bytes.base, bytes.slope, bytes.square, bytes.per};
    };
    const auto counts = [&](std::size_t s) {
      return recording_.storages[s].why == MemoryClass::activation && !recording_.storages[s].host;
    };
    for (std::size_t s = 0; s < count; ++s)
      if (counts(s) && late[s] && !early[s] && !dies[s]) by_size[size_of(s)].push_back(s);
    for (std::size_t s = 0; s < count; ++s) {
      if (!counts(s) || !early[s] || !dies[s] || !tensors_[s].defined()) continue;
      std::deque<std::size_t>& free = by_size[size_of(s)];
      if (free.empty()) {
        tensors_[s] = {};
        continue;
      }
      partners_.push_back({s, free.front(), tensors_[s].id()});
      free.pop_front();
    }
    for (const auto& [size, alone] : by_size) alone_.insert(alone_.end(), alone.begin(), alone.end());
  }
  void carry(std::vector<Carried>& carried) {
    writer_.set_layer(-1);
    for (const Partner& p : partners_)
      if (tensors_[p.after].defined()) carried.push_back({tensors_[p.after].id(), p.id});
    for (const std::size_t s : alone_) tensors_[s] = {};
  }

  const Recording& recording_;
  std::int64_t batch_;
  const FrameworkRules& rules_;
  TraceWriter writer_;
  std::vector<Tensor> tensors_;  ///< by storage; undefined: not alive
  std::vector<bool> brought_;    ///< by storage: dies in a step, but no operation makes it: each step brings its own
  std::vector<Partner> partners_{};
  std::vector<std::size_t> alone_{};
  Bytes parameters_{};
  std::int64_t parameter_tensors_{};
  bool detached_{};  ///< the last operation of the host
};

}  // namespace detail

PERFMODEL_INLINE Recipe recorded_recipe(const Recording& recording, std::int64_t batch) {
  Recipe recipe{.batch = batch,
                .precision = precision_from(recording.precision, recording.file + ": /precision"),
                .mode = recording.training ? Mode::train : Mode::infer};
  if (!recording.optimizer.empty()) set_optimizer(recipe, recording.optimizer, recording.file + ": /optimizer");
  return recipe;
}

PERFMODEL_INLINE void require_recorded(const Recording& recording, const Recipe& recipe) {
  const Recipe fixed = recorded_recipe(recording, recipe.batch);
  const auto refuse = [&](const char* field, std::string_view came, std::string_view recorded) {
    throw bad_input(field, std::string(came), "must be " + std::string(recorded) + ": " + recording.file + " fixes it");
  };
  if (recipe.precision != fixed.precision) refuse("precision", name(recipe.precision), name(fixed.precision));
  if (recipe.mode != fixed.mode) refuse("mode", name(recipe.mode), name(fixed.mode));
  if (recipe.accumulation != 1) refuse("accumulation", std::to_string(recipe.accumulation), "1");
  if (recipe.checkpoint_every != 0) refuse("checkpoint_every", std::to_string(recipe.checkpoint_every), "0");
  if (recipe.checkpoint_attention) refuse("checkpoint", "selective", "none");
  if (recording.training && !recording.optimizer.empty() &&
      (recipe.optimizer != fixed.optimizer ||
       (recipe.optimizer_loop && fixed.optimizer_loop && recipe.optimizer_loop != fixed.optimizer_loop)))
    refuse("optimizer", optimizer_text(recipe), recording.optimizer);
}

PERFMODEL_INLINE StepTrace recorded_step_trace(const Recording& recording, std::int64_t batch, const Software& software,
                                               const TraceTarget& target, TraceDetail detail, bool only_step) {
  perfmodel::detail::RecordedStep step(recording, batch, software, target, detail);
  return step.trace(software, only_step);
}

}  // namespace perfmodel
