#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <perfmodel/step/step_run.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// Forward and backward passes of a later step do what those of the first one did, and of several passes of the first
/// step the third and those behind it what the one before them did: the same events, under other names. So they are
/// written again from those, in a tenth of the time that the layers take.

/// A tensor that outlives a pass.
struct HeldTensor {
  bool defined{};
  TensorId id{};
  Operand seen{};
};

/// What a run holds between two passes beside its parameters and inputs.
struct HeldTensors {
  std::vector<HeldTensor> gradients{}, extra{}, auxiliary{}, kept{};
  std::array<HeldTensor, 2> results{};  ///< output, loss
  std::array<HeldTensor, 2 * workspace_slots> workspaces{};
};

[[nodiscard]] inline HeldTensor held(const Tensor& t) { return {t.defined(), t.id(), t.operand()}; }
[[nodiscard]] inline HeldTensors held_by(StepRun& run) {
  HeldTensors all{.results = {held(run.output), held(run.loss)}};
  all.gradients.reserve(run.writer.parameters().size());
  for (const Parameter& p : run.writer.parameters()) all.gradients.push_back(held(p.gradient));
  for (const Tensor& t : run.extra) all.extra.push_back(held(t));
  for (const Tensor& t : run.auxiliary) all.auxiliary.push_back(held(t));
  for (const Tensor& t : run.writer.kept()) all.kept.push_back(held(t));
  for (std::size_t i = 0; i < all.workspaces.size(); ++i)
    all.workspaces[i] = held(run.writer.workspaces()[i / workspace_slots][i % workspace_slots]);
  return all;
}

/// A pass as it was written.
struct WrittenPass {
  std::size_t begin{}, end{};  ///< its events
  TensorId first{}, limit{};   ///< its tensors
  Phase phase{};               ///< in which it ended,
  std::int32_t layer{};        ///< and of which layer
  HeldTensors before{}, after{};
  std::vector<DroppedResult> dropped{};
};

/// Writes a pass again.
class PassAgain {
 public:
  PassAgain(StepRun& run, const WrittenPass& pass) : run_(run), pass_(pass), before_(held_by(run)) {}

  /// Whether what the pass finds is what it found: the same gradients, or none.
  [[nodiscard]] bool possible() const {
    const auto same = [](const HeldTensor& a, const HeldTensor& b) {
      return a.defined == b.defined && (!a.defined || a.seen == b.seen);
    };
    const auto& was = pass_.before;
    return !run_.writer.options().rules.compiled &&
           std::equal(was.gradients.begin(), was.gradients.end(), before_.gradients.begin(), before_.gradients.end(),
                      same);
  }
  /// @param events  that the written pass is among; may be those that this one is written to
  void write(const std::vector<TraceEvent>& events) {
    TraceWriter& w = run_.writer;
    names_.resize(pass_.limit);
    for (TensorId id = 0; id < pass_.first; ++id) names_[id] = id;
    for (std::size_t i = 0; i < before_.gradients.size(); ++i)
      if (before_.gradients[i].defined) names_[pass_.before.gradients[i].id] = before_.gradients[i].id;
    w.expect(pass_.end - pass_.begin);
    std::size_t at = pass_.begin;
    for (const DroppedResult& result : pass_.dropped) {
      write(events, at, result.begin);
      w.set_phase(result.phase);
      w.set_layer(result.layer);
      drop(run_, result.which);
      at = result.end;
    }
    write(events, at, pass_.end);
    w.set_phase(pass_.phase);
    w.set_layer(pass_.layer);
    hold();
  }

 private:
  /// Workspaces that an earlier step took are there.
  [[nodiscard]] bool is_there(TensorId id) const {
    for (std::size_t i = 0; i < before_.workspaces.size(); ++i)
      if (before_.workspaces[i].defined && pass_.after.workspaces[i].id == id) return true;
    return false;
  }
  void write(const std::vector<TraceEvent>& events, std::size_t begin, std::size_t end) {
    TraceWriter& w = run_.writer;
    for (std::size_t i = begin; i < end; ++i) {
      TraceEvent event = events[i];
      if (auto* a = std::get_if<Allocate>(&event.what)) {
        if (a->why == MemoryClass::workspace && is_there(a->tensor)) continue;
        a->tensor = names_[a->tensor] = w.next_tensor();
      } else if (auto* r = std::get_if<Release>(&event.what)) {
        r->tensor = names_[r->tensor];
      }
      w.write(event);
    }
  }
  void hold(Tensor& tensor, const HeldTensor& before, const HeldTensor& after) {
    if (after.defined && !(before.defined && before.id == after.id))
      run_.writer.hold(tensor, names_[after.id], after.seen);
  }
  /// What the layers' own pass would hold now.
  void hold() {
    const HeldTensors &was = pass_.before, &is = pass_.after;
    std::vector<Parameter>& parameters = run_.writer.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) hold(parameters[i].gradient, was.gradients[i], is.gradients[i]);
    hold(run_.output, {}, is.results[0]);
    hold(run_.loss, {}, is.results[1]);
    const auto hold_all = [&](std::vector<Tensor>& tensors, const std::vector<HeldTensor>& after) {
      for (std::size_t i = tensors.size(); i < after.size(); ++i) hold(tensors.emplace_back(), {}, after[i]);
    };
    hold_all(run_.extra, is.extra);
    hold_all(run_.auxiliary, is.auxiliary);
    for (std::size_t i = was.kept.size(); i < is.kept.size(); ++i)  // none is dropped before the step ends
      hold(run_.writer.kept().emplace_back(), {}, is.kept[i]);
    for (std::size_t i = 0; i < is.workspaces.size(); ++i)
      if (!before_.workspaces[i].defined)
        hold(run_.writer.workspaces()[i / workspace_slots][i % workspace_slots], {}, is.workspaces[i]);
  }

  StepRun& run_;
  const WrittenPass& pass_;
  HeldTensors before_;
  std::vector<TensorId> names_{};  ///< of this pass, by those of the written one
};

/// The passes of a step: written by the layers in the first one, until they repeat, from there in those that follow.
class PassesOfStep {
 public:
  /// @param layers  write the pass
  template <class Layers>
  void run(StepRun& run, const Layers& layers) {
    if (first_ == nullptr) return note(run, layers);  // of the first step
    PassAgain pass(run, passes_[next_++]);
    pass.possible() ? pass.write(*first_) : layers();
  }
  /// The next step begins. @param first  the events of the first one
  void come_again(const std::vector<TraceEvent>& first) {
    first_ = &first;
    next_ = 0;
  }

 private:
  template <class Layers>
  void note(StepRun& run, const Layers& layers) {
    TraceWriter& w = run.writer;
    const WrittenPass* const last = passes_.empty() ? nullptr : &passes_.back();
    WrittenPass& pass = passes_.emplace_back();
    pass.before = held_by(run);
    pass.begin = w.events().size();
    pass.first = w.next_tensor();
    run.dropped = &pass.dropped;
    if (last == nullptr || !written_again(run, *last)) layers();
    run.dropped = nullptr;
    pass.end = w.events().size();
    pass.limit = w.next_tensor();
    pass.phase = w.phase();
    pass.layer = w.layer();
    pass.after = held_by(run);
  }

  /// Whether the pass could be written as the one before it in the same step.
  [[nodiscard]] static bool written_again(StepRun& run, const WrittenPass& last) {
    PassAgain again(run, last);
    if (!again.possible()) return false;
    again.write(run.writer.events());
    return true;
  }

  std::deque<WrittenPass> passes_{};
  const std::vector<TraceEvent>* first_{};  ///< events that the passes are of
  std::size_t next_{};
};

}  // namespace perfmodel::detail
