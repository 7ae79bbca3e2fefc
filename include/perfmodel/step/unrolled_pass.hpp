#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <perfmodel/network/repeated_blocks.hpp>
#include <perfmodel/step/pass_sections.hpp>
#include <perfmodel/step/training_loop.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// Fewer blocks take less time to write than to look at.
inline constexpr std::size_t least_unrolled = 9;

/// A pass through a network of many equal blocks, written from a pass through the same network with five of each run:
/// the first two, one that stands for those in the middle, and the last two. Layers see nothing but their inputs, who
/// else holds them, and TraceWriter::parameter_bytes(): once those in the middle have written the same, so do all between them. Whether they have is
/// looked up in the events; where not, all blocks are written one by one. As the first and the last block may have more
/// or fewer tensors than others, what a block sees of the one before it is compared with what the next one sees, and
/// what it sees of the one behind it with what the one before it sees.
class UnrolledPasses {
 public:
  /// @param prepare  makes of a run that is set up what the first pass finds
  template <class Prepare>
  UnrolledPasses(StepRun& run, const Software& software, const Prepare& prepare) : run_(run) {
    if (run.recipe.checkpoint_every > 1 || software.rules.compiled) return;  // several blocks make a segment
    runs_ = repeated_blocks(run.network, run.shapes, run.sources, least_unrolled);
    if (runs_.empty()) return;
    few_ = with_few_blocks(run.network, runs_, run.sources, blocks_written);
    const TraceOptions& o = run.writer.options();
    try {
      small_.emplace(few_.network, run.recipe, software, o.target, o.detail);
      set_up(*small_);
      small_->writer.set_parameter_bytes(run.writer.parameter_bytes());
      prepare(*small_);
    } catch (const Error&) {
      small_.reset();  // whoever writes all blocks says what is wrong, and where
      return;
    }
    labels_.resize(few_.layer_of.size());
    for (std::size_t r = 0; r < few_.runs.size(); ++r)
      for (std::size_t i = few_.runs[r].begin; i < few_.runs[r].end(); ++i)
        labels_[i] = {static_cast<std::int32_t>(r),
                      static_cast<std::int32_t>((i - few_.runs[r].begin) / few_.runs[r].layers)};
  }

  /// The run's next pass.
  void write() {
    if (!unrolled()) forward_and_backward(run_);
  }
  /// The same only if it need not be written by the layers of all blocks; else nothing is written, nor will be by this.
  [[nodiscard]] bool unrolled() {
    if (!small_) return false;
    bool good = false;
    try {
      through_few();
      sections_.emplace(events_, labels_, first_);
      good = sections_->sound() && known() && blocks_repeat();
    } catch (const Error&) {
      good = false;
    }
    if (good)
      unroll();
    else
      small_.reset();
    return good;
  }

 private:
  /// A parameter's gradient as it was before the pass.
  struct OldGradient {
    std::size_t layer{}, parameter{};  ///< its place in the layer
    bool defined{};
    friend bool operator==(const OldGradient&, const OldGradient&) = default;
  };
  /// A block of the whole network that a section is written for.
  struct For {
    BlockLabel label{};    ///< the section's
    std::int64_t block{};  ///< of the whole network
  };

  void through_few() {
    StepRun& small = *small_;
    hold_as_whole();
    first_ = small.writer.next_tensor();
    kept_before_ = small.writer.kept().size();
    note_gradients();
    events_.clear();
    dropped_.clear();
    small.dropped = &dropped_;
    small.writer.exchange_operations(run_.writer);
    small.writer.write_to(&events_);
    try {
      forward_and_backward(small);
    } catch (const Error&) {
      small.writer.exchange_operations(run_.writer);
      throw;
    }
    small.writer.write_to(nullptr);
    small.writer.exchange_operations(run_.writer);
  }
  /// Drops what the whole run does not hold any more.
  void hold_as_whole() {
    if (!run_.output.defined()) small_->output = {};
    if (!run_.loss.defined()) small_->loss = {};
    for (std::size_t i = 0; i < labels_.size(); ++i)
      for (std::size_t k = 0; k < small_->ids[i].size(); ++k)
        if (!parameter(run_, few_.layer_of[i], k).gradient.defined()) parameter(*small_, i, k).gradient = {};
  }
  void note_gradients() {
    gradients_.assign(first_, {});
    for (std::size_t i = 0; i < small_->ids.size(); ++i)
      for (std::size_t k = 0; k < small_->ids[i].size(); ++k)
        if (const Tensor& gradient = parameter(*small_, i, k).gradient; gradient.defined())
          gradients_[gradient.id()] = {i, k, true};
  }
  [[nodiscard]] static Parameter& parameter(StepRun& run, std::size_t layer, std::size_t k) {
    return run.writer.parameters()[static_cast<std::size_t>(run.ids[layer][k])];
  }

  // --- places in the whole network ---
  [[nodiscard]] const RepeatedBlocks& run_of(const BlockLabel& label) const {
    return runs_[static_cast<std::size_t>(label.run)];
  }
  /// The block of the whole network that a written one is, seen from outside its run: the first ones, or the last.
  [[nodiscard]] std::int64_t from_outside(const BlockLabel& label) const {
    const auto blocks = static_cast<std::int64_t>(run_of(label).blocks);
    return label.block < middle_block ? label.block : blocks - blocks_written + label.block;
  }
  /// Blocks of the whole network for which a written one stands; one of what lies outside.
  [[nodiscard]] std::int64_t first_like(const BlockLabel& label) const {
    return label.run < 0 ? 0 : label.block == middle_block ? label.block : from_outside(label);
  }
  [[nodiscard]] std::int64_t end_like(const BlockLabel& label) const {
    const bool middle = label.run >= 0 && label.block == middle_block;
    return middle ? from_outside({label.run, middle_block + 1}) : first_like(label) + 1;
  }
  [[nodiscard]] static bool are_neighbours(const BlockLabel& a, const BlockLabel& b) {
    return a.run == b.run && a.block - b.block <= 1 && b.block - a.block <= 1;
  }
  [[nodiscard]] std::int64_t block_seen(const For& from, const BlockLabel& label) const {
    return are_neighbours(from.label, label) ? from.block + label.block - from.label.block : from_outside(label);
  }
  /// The first layer of a written block.
  [[nodiscard]] std::size_t first_layer(const BlockLabel& label) const {
    const RepeatedBlocks& few = few_.runs[static_cast<std::size_t>(label.run)];
    return few.begin + static_cast<std::size_t>(label.block) * few.layers;
  }
  [[nodiscard]] std::size_t layer_seen(const For& from, std::size_t layer) const {
    const BlockLabel& label = labels_[layer];
    if (label.run < 0) return few_.layer_of[layer];
    const RepeatedBlocks &few = few_.runs[static_cast<std::size_t>(label.run)], &all = run_of(label);
    return all.begin + static_cast<std::size_t>(block_seen(from, label)) * all.layers +
           (layer - few.begin) % few.layers;
  }
  [[nodiscard]] TensorId tensor_seen(const For& from, TensorId id) const {
    if (!sections_->is_born(id)) {
      const OldGradient& old = gradients_[id];
      return old_gradients_[static_cast<std::size_t>(run_.ids[layer_seen(from, old.layer)][old.parameter])];
    }
    const PassSection& birth = sections_->birth(id);
    const TensorId begin =
        birth.chain < 0
            ? own_[static_cast<std::size_t>(&birth - sections_->all().data())]
            : chains_[static_cast<std::size_t>(birth.chain)][static_cast<std::size_t>(block_seen(from, birth.label))];
    return begin + (id - birth.first);
  }

  // --- whether blocks repeat each other ---
  [[nodiscard]] bool is_dropped(std::size_t event) const {
    return std::any_of(dropped_.begin(), dropped_.end(),
                       [&](const DroppedResult& d) { return event >= d.begin && event < d.end; });
  }
  /// Whether a block is clear where it is seen from: a neighbour, or a first or last one.
  [[nodiscard]] static bool is_clear(const BlockLabel& from, const BlockLabel& label) {
    return label.run < 0 || are_neighbours(from, label) || label.block == 0 || label.block + 1 == blocks_written;
  }
  /// Whether all that dies in the pass has a place in the whole network.
  [[nodiscard]] bool known() const {
    const std::vector<Tensor>& kept = small_->writer.kept();
    for (std::size_t i = kept_before_; i < kept.size(); ++i)
      if (!sections_->is_born(kept[i].id())) return false;
    for (const PassSection& section : sections_->all())
      for (std::size_t i = section.begin; i < section.end; ++i) {
        const auto* release = std::get_if<Release>(&events_[i].what);
        if (release == nullptr || is_dropped(i)) continue;
        const TensorId id = release->tensor;
        if (!sections_->is_born(id) && !gradients_[id].defined) return false;
        const BlockLabel& of = sections_->is_born(id) ? sections_->birth(id).label : labels_[gradients_[id].layer];
        if (!is_clear(section.label, of)) return false;
      }
    return true;
  }
  [[nodiscard]] bool same_layer(std::size_t a, std::size_t b, const BlockLabel& of_a) const {
    const BlockLabel &x = labels_[a], &y = labels_[b];
    const std::size_t shift = x.run == of_a.run && x.run >= 0 ? few_.runs[static_cast<std::size_t>(x.run)].layers : 0;
    return x.run == y.run && b - a == shift;
  }
  /// Whether tensors that die in two blocks that follow each other are the same, seen from there.
  [[nodiscard]] bool same_tensor(TensorId a, TensorId b, const BlockLabel& of_a) const {
    if (sections_->is_born(a) != sections_->is_born(b)) return false;
    if (!sections_->is_born(a))
      return gradients_[a].parameter == gradients_[b].parameter &&
             same_layer(gradients_[a].layer, gradients_[b].layer, of_a);
    const PassSection &x = sections_->birth(a), &y = sections_->birth(b);
    if (x.chain < 0 || x.label.run != of_a.run) return a == b;
    return x.chain == y.chain && y.label.block - x.label.block == 1 && a - x.first == b - y.first;
  }
  [[nodiscard]] bool same_event(const TraceEvent& a, const TraceEvent& b, const BlockLabel& of_a) const {
    if (a.what.index() != b.what.index() || a.phase != b.phase || (a.layer < 0) != (b.layer < 0)) return false;
    if (a.layer >= 0 && !same_layer(static_cast<std::size_t>(a.layer), static_cast<std::size_t>(b.layer), of_a))
      return false;
    if (const auto* x = std::get_if<Allocate>(&a.what)) {
      const auto& y = std::get<Allocate>(b.what);
      return x->bytes == y.bytes && x->why == y.why;
    }
    if (const auto* x = std::get_if<Execute>(&a.what)) return x->operation == std::get<Execute>(b.what).operation;
    if (const auto* x = std::get_if<HostWork>(&a.what)) {
      const auto& y = std::get<HostWork>(b.what);
      return x->op == y.op && x->count == y.count;
    }
    return true;
  }
  /// Whether tensors that die in the middle block, if any, are those that die in its neighbours.
  [[nodiscard]] bool same_death(const TraceEvent& before, const TraceEvent& event, const TraceEvent& after,
                                const BlockLabel& label) const {
    const auto* release = std::get_if<Release>(&event.what);
    if (release == nullptr) return true;
    const TensorId id = release->tensor;
    const bool ahead = sections_->is_born(id) && sections_->birth(id).chain >= 0 &&
                       sections_->birth(id).label == BlockLabel{label.run, label.block + 1};
    const auto* other = std::get_if<Release>(ahead ? &before.what : &after.what);
    if (other == nullptr) return false;
    return ahead ? same_tensor(other->tensor, id, label) : same_tensor(id, other->tensor, label);
  }
  [[nodiscard]] bool blocks_repeat() const {
    for (std::size_t c = 0; c < sections_->chains().size(); ++c) {
      const PassSection &before = sections_->in_chain(c, middle_block - 1),
                        &middle = sections_->in_chain(c, middle_block),
                        &after = sections_->in_chain(c, middle_block + 1);
      const std::size_t count = middle.end - middle.begin;
      for (const PassSection* section : {&before, &middle, &after}) {
        if (section->end - section->begin != count) return false;
        for (const DroppedResult& d : dropped_)
          if (d.begin >= section->begin && d.begin < section->end) return false;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const TraceEvent& event = events_[middle.begin + i];
        if (!same_event(event, events_[after.begin + i], middle.label) ||
            !same_death(events_[before.begin + i], event, events_[after.begin + i], middle.label))
          return false;
      }
    }
    return true;
  }

  // --- the whole pass ---
  void unroll() {
    expect();
    old_gradients_.clear();
    for (const Parameter& p : run_.writer.parameters()) old_gradients_.push_back(p.gradient.id());
    own_.assign(sections_->all().size(), 0);
    chains_.assign(sections_->chains().size(), {});
    next_drop_ = 0;
    for (std::size_t s = 0; s < sections_->all().size();) {
      const PassSection& section = sections_->all()[s];
      if (section.chain < 0) {
        own_[s] = run_.writer.next_tensor();
        write(section, {section.label, first_like(section.label)});
        ++s;
      } else {
        chain(static_cast<std::size_t>(section.chain), section.label);
        s += blocks_written;
      }
    }
    run_.writer.set_phase(small_->writer.phase());
    run_.writer.set_layer(-1);
    hold();
  }
  void chain(std::size_t c, const BlockLabel& begin) {
    const auto blocks = static_cast<std::int64_t>(run_of(begin).blocks);
    chains_[c].resize(static_cast<std::size_t>(blocks));
    for (std::int64_t i = 0; i < blocks; ++i) {
      const std::int64_t block = begin.block == 0 ? i : blocks - 1 - i;
      const std::int64_t left = blocks - block, like = block < middle_block                   ? block
                                                       : left < blocks_written - middle_block ? blocks_written - left
                                                                                              : middle_block;
      chains_[c][static_cast<std::size_t>(block)] = run_.writer.next_tensor();
      const PassSection& section = sections_->in_chain(c, static_cast<std::int32_t>(like));
      write(section, {section.label, block});
    }
  }
  void expect() {
    std::size_t events = events_.size();
    for (std::size_t c = 0; c < sections_->chains().size(); ++c) {
      const PassSection& middle = sections_->in_chain(c, middle_block);
      events += (run_of(middle.label).blocks - blocks_written) * (middle.end - middle.begin);
    }
    run_.writer.expect(events);
  }
  /// @returns where the pass goes on
  std::size_t drop_at(std::size_t event, const For& from) {
    std::size_t end = event;
    for (; next_drop_ < dropped_.size() && dropped_[next_drop_].begin == event; ++next_drop_) {
      const DroppedResult& d = dropped_[next_drop_];
      run_.writer.set_phase(d.phase);
      run_.writer.set_layer(
          d.layer < 0 ? d.layer : static_cast<std::int32_t>(layer_seen(from, static_cast<std::size_t>(d.layer))));
      drop(run_, d.which);
      end = d.end;
    }
    return end;
  }
  void write(const PassSection& section, const For& from) {
    const bool outside = from.label.run < 0;
    const std::size_t first = outside ? 0 : first_layer(from.label);
    const auto shift = static_cast<std::int32_t>(outside ? 0 : layer_seen(from, first) - first);
    for (std::size_t i = drop_at(section.begin, from); i < section.end; i = drop_at(i + 1, from)) {
      TraceEvent event = events_[i];
      if (event.layer >= 0)
        event.layer = outside ? static_cast<std::int32_t>(few_.layer_of[static_cast<std::size_t>(event.layer)])
                              : event.layer + shift;
      if (auto* a = std::get_if<Allocate>(&event.what))
        a->tensor = run_.writer.next_tensor();
      else if (auto* r = std::get_if<Release>(&event.what))
        r->tensor = tensor_seen(from, r->tensor);
      run_.writer.write(event);
    }
  }

  /// What the layers of all blocks would hold now.
  void hold() {
    for (std::size_t i = 0; i < labels_.size(); ++i)
      for (std::int64_t block = first_like(labels_[i]); block < end_like(labels_[i]); ++block)
        hold_gradients(i, {labels_[i], block});
    const auto hold_all = [&](std::vector<Tensor>& tensors, const std::vector<Tensor>& small) {
      for (const Tensor& t : small) hold(tensors.emplace_back(), t, {});
    };
    if (small_->output.defined()) hold(run_.output, small_->output, {});
    if (small_->loss.defined()) hold(run_.loss, small_->loss, {});
    hold_all(run_.extra, small_->extra);
    hold_all(run_.auxiliary, small_->auxiliary);
    hold_kept();
    for (std::size_t t = 0; t < small_->writer.workspaces().size(); ++t)
      for (std::size_t slot = 0; slot < workspace_slots; ++slot)
        if (const Tensor& taken = small_->writer.workspaces()[t][slot];
            taken.defined() && !run_.writer.workspaces()[t][slot].defined())
          hold(run_.writer.workspaces()[t][slot], taken, {});
  }
  void hold(Tensor& tensor, const Tensor& like, const For& from) {
    run_.writer.hold(tensor, tensor_seen(from, like.id()), like.operand());
  }
  void hold_gradients(std::size_t layer, const For& from) {
    const std::size_t whole = layer_seen(from, layer);
    for (std::size_t k = 0; k < small_->ids[layer].size(); ++k) {
      const Tensor& like = parameter(*small_, layer, k).gradient;
      Tensor& gradient = parameter(run_, whole, k).gradient;
      if (!like.defined() || (gradient.defined() && gradient.id() == tensor_seen(from, like.id()))) continue;
      hold(gradient, like, from);
    }
  }
  /// In the order in which layers keep them.
  void hold_kept() {
    std::vector<Tensor>& kept = run_.writer.kept();
    const std::vector<Tensor>& small = small_->writer.kept();
    for (std::size_t i = kept_before_; i < small.size();) {
      const BlockLabel label = sections_->birth(small[i].id()).label;
      std::size_t end = i;
      while (end < small.size() && sections_->birth(small[end].id()).label == label) ++end;
      const std::int64_t chain = sections_->birth(small[i].id()).chain, first = first_like(label),
                         last = end_like(label) - 1;
      const bool forward = chain < 0 || sections_->is_forward(static_cast<std::size_t>(chain));
      for (std::int64_t block = first; block <= last; ++block)
        for (std::size_t k = i; k < end; ++k)
          hold(kept.emplace_back(), small[k], {label, forward ? block : first + last - block});
      i = end;
    }
  }

  StepRun& run_;
  std::vector<RepeatedBlocks> runs_{};
  FewBlocksNetwork few_{};
  std::optional<StepRun> small_{};
  std::vector<BlockLabel> labels_{};  ///< of the layers of few blocks

  // of the pass at hand, through few blocks
  std::vector<TraceEvent> events_{};
  std::vector<DroppedResult> dropped_{};
  std::optional<PassSections> sections_{};
  std::vector<OldGradient> gradients_{};  ///< by tensor
  TensorId first_{};
  std::size_t kept_before_{}, next_drop_{};
  // of that of the whole network
  std::vector<TensorId> old_gradients_{};        ///< by parameter
  std::vector<TensorId> own_{};                  ///< where sections begin that are no chain's
  std::vector<std::vector<TensorId>> chains_{};  ///< the same of chains, by block
};

}  // namespace perfmodel::detail
