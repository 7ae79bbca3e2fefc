#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <perfmodel/network/repeated_blocks.hpp>
#include <perfmodel/step/few_blocks_pass.hpp>
#include <perfmodel/step/training_loop.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// Fewer blocks take less time to write than to look at.
inline constexpr std::size_t least_unrolled = 9;

/// A pass through a network of many equal blocks, written from a pass through the same network with five of each run:
/// the first two, one that stands for those in the middle, and the last two. Layers see nothing but their inputs, who
/// else holds them, and TraceWriter::parameter_bytes(): once those in the middle have written the same, so do all
/// between them. Whether they have is looked up in the events; where not, all blocks are written one by one. As the
/// first and the last block may have more or fewer tensors than others, what a block sees of the one before it is
/// compared with what the next one sees, and what it sees of the one behind it with what the one before it sees.
class UnrolledPasses {
 public:
  /// @param prepare  makes of a run that is set up what the first pass finds
  template <class Prepare>
  UnrolledPasses(StepRun& run, const Software& software, const Prepare& prepare) : run_(run) {
    if (run.recipe.checkpoint_every > 1 || software.rules.compiled) return;  // several blocks make a segment
    runs_ = repeated_blocks(run.network, run.shapes, run.sources, least_unrolled);
    if (runs_.empty()) return;
    pass_.few = with_few_blocks(run.network, runs_, run.sources, blocks_written);
    const TraceOptions& o = run.writer.options();
    try {
      small_.emplace(pass_.few.network, run.recipe, software, o.target, o.detail);
      set_up(*small_);
      small_->writer.set_parameter_bytes(run.writer.parameter_bytes());
      prepare(*small_);
    } catch (const Error&) {
      small_.reset();  // whoever writes all blocks says what is wrong, and where
      return;
    }
    pass_.labels.resize(pass_.few.layer_of.size());
    for (std::size_t r = 0; r < pass_.few.runs.size(); ++r)
      for (std::size_t i = pass_.few.runs[r].begin; i < pass_.few.runs[r].end(); ++i)
        pass_.labels[i] = {static_cast<std::int32_t>(r),
                           static_cast<std::int32_t>((i - pass_.few.runs[r].begin) / pass_.few.runs[r].layers)};
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
      pass_.sections.emplace(pass_.events, pass_.labels, first_);
      good = pass_.sections->sound() && keeps_what_is_born() && PassComparison(pass_).blocks_repeat();
    } catch (const Error&) {  // as above
    }
    good ? unroll() : small_.reset();
    return good;
  }

 private:
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
    pass_.events.clear();
    pass_.dropped.clear();
    small.dropped = &pass_.dropped;
    small.writer.exchange_operations(run_.writer);
    small.writer.write_to(&pass_.events);
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
    for (std::size_t i = 0; i < pass_.labels.size(); ++i)
      for (std::size_t k = 0; k < small_->ids[i].size(); ++k)
        if (!parameter(run_, pass_.few.layer_of[i], k).gradient.defined()) parameter(*small_, i, k).gradient = {};
  }
  [[nodiscard]] bool keeps_what_is_born() const {
    const std::vector<Tensor>& kept = small_->writer.kept();
    return std::all_of(kept.begin() + static_cast<std::ptrdiff_t>(kept_before_), kept.end(),
                       [&](const Tensor& t) { return pass_.sections->is_born(t.id()); });
  }
  void note_gradients() {
    pass_.gradients.assign(first_, {});
    for (std::size_t i = 0; i < small_->ids.size(); ++i)
      for (std::size_t k = 0; k < small_->ids[i].size(); ++k)
        if (const Tensor& gradient = parameter(*small_, i, k).gradient; gradient.defined())
          pass_.gradients[gradient.id()] = {i, k, true};
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
  [[nodiscard]] std::int64_t block_seen(const For& from, const BlockLabel& label) const {
    return are_neighbours(from.label, label) ? from.block + label.block - from.label.block : from_outside(label);
  }
  /// The first layer of a written block.
  [[nodiscard]] std::size_t first_layer(const BlockLabel& label) const {
    const RepeatedBlocks& few = pass_.few.runs[static_cast<std::size_t>(label.run)];
    return few.begin + static_cast<std::size_t>(label.block) * few.layers;
  }
  [[nodiscard]] std::size_t layer_seen(const For& from, std::size_t layer) const {
    const BlockLabel& label = pass_.labels[layer];
    if (label.run < 0) return pass_.few.layer_of[layer];
    const RepeatedBlocks &few = pass_.few.runs[static_cast<std::size_t>(label.run)], &all = run_of(label);
    return all.begin + static_cast<std::size_t>(block_seen(from, label)) * all.layers +
           (layer - few.begin) % few.layers;
  }
  [[nodiscard]] TensorId tensor_seen(const For& from, TensorId id) const {
    if (!pass_.sections->is_born(id)) {
      const OldGradient& old = pass_.gradients[id];
      return old_gradients_[static_cast<std::size_t>(run_.ids[layer_seen(from, old.layer)][old.parameter])];
    }
    const PassSection& birth = pass_.sections->birth(id);
    const TensorId begin =
        birth.chain < 0
            ? own_[static_cast<std::size_t>(&birth - pass_.sections->all().data())]
            : chains_[static_cast<std::size_t>(birth.chain)][static_cast<std::size_t>(block_seen(from, birth.label))];
    return begin + (id - birth.first);
  }

  // --- the whole pass ---
  void unroll() {
    expect();
    old_gradients_.clear();
    for (const Parameter& p : run_.writer.parameters()) old_gradients_.push_back(p.gradient.id());
    own_.assign(pass_.sections->all().size(), 0);
    chains_.assign(pass_.sections->chains().size(), {});
    next_drop_ = 0;
    for (std::size_t s = 0; s < pass_.sections->all().size();) {
      const PassSection& section = pass_.sections->all()[s];
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
      const PassSection& section = pass_.sections->in_chain(c, static_cast<std::int32_t>(like));
      write(section, {section.label, block});
    }
  }
  void expect() {
    std::size_t events = pass_.events.size();
    for (std::size_t c = 0; c < pass_.sections->chains().size(); ++c) {
      const PassSection& middle = pass_.sections->in_chain(c, middle_block);
      events += (run_of(middle.label).blocks - blocks_written) * (middle.end - middle.begin);
    }
    run_.writer.expect(events);
  }
  /// @returns where the pass goes on
  std::size_t drop_at(std::size_t event, const For& from) {
    std::size_t end = event;
    for (; next_drop_ < pass_.dropped.size() && pass_.dropped[next_drop_].begin == event; ++next_drop_) {
      const DroppedResult& d = pass_.dropped[next_drop_];
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
      TraceEvent event = pass_.events[i];
      if (event.layer >= 0)
        event.layer = outside ? static_cast<std::int32_t>(pass_.few.layer_of[static_cast<std::size_t>(event.layer)])
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
    for (std::size_t i = 0; i < pass_.labels.size(); ++i)
      for (std::int64_t block = first_like(pass_.labels[i]); block < end_like(pass_.labels[i]); ++block)
        hold_gradients(i, {pass_.labels[i], block});
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
      const BlockLabel label = pass_.sections->birth(small[i].id()).label;
      std::size_t end = i;
      while (end < small.size() && pass_.sections->birth(small[end].id()).label == label) ++end;
      const std::int64_t chain = pass_.sections->birth(small[i].id()).chain, first = first_like(label),
                         last = end_like(label) - 1;
      const bool forward = chain < 0 || pass_.sections->is_forward(static_cast<std::size_t>(chain));
      for (std::int64_t block = first; block <= last; ++block)
        for (std::size_t k = i; k < end; ++k)
          hold(kept.emplace_back(), small[k], {label, forward ? block : first + last - block});
      i = end;
    }
  }

  StepRun& run_;
  std::vector<RepeatedBlocks> runs_{};
  std::optional<StepRun> small_{};
  FewBlocksPass pass_{};
  // of the pass at hand, through few blocks
  TensorId first_{};
  std::size_t kept_before_{}, next_drop_{};
  // of that of the whole network
  std::vector<TensorId> old_gradients_{};        ///< by parameter
  std::vector<TensorId> own_{};                  ///< where sections begin that are no chain's
  std::vector<std::vector<TensorId>> chains_{};  ///< the same of chains, by block
};

}  // namespace perfmodel::detail
