#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <perfmodel/network/repeated_blocks.hpp>
#include <perfmodel/step/pass_sections.hpp>
#include <perfmodel/step/step_run.hpp>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// A parameter's gradient as it was before the pass.
struct OldGradient {
  std::size_t layer{}, parameter{};  ///< its place in the layer
  bool defined{};
  friend bool operator==(const OldGradient&, const OldGradient&) = default;
};

/// A pass through a network with few of its equal blocks.
struct FewBlocksPass {
  FewBlocksNetwork few{};
  std::vector<BlockLabel> labels{};  ///< of its layers
  std::vector<TraceEvent> events{};
  std::vector<DroppedResult> dropped{};
  std::optional<PassSections> sections{};  ///< of the events
  std::vector<OldGradient> gradients{};    ///< by tensor, of those that were there before
};

[[nodiscard]] inline bool are_neighbours(const BlockLabel& a, const BlockLabel& b) {
  return a.run == b.run && a.block - b.block <= 1 && b.block - a.block <= 1;
}

/// Whether the blocks in the middle of each run have written the same, as seen from each.
class PassComparison {
 public:
  /// @pre its sections are sound, and it outlives this
  explicit PassComparison(const FewBlocksPass& pass) : pass_(pass) {}

  [[nodiscard]] bool blocks_repeat() const {
    if (!known()) return false;
    for (std::size_t c = 0; c < pass_.sections->chains().size(); ++c) {
      const PassSection &before = pass_.sections->in_chain(c, middle_block - 1),
                        &middle = pass_.sections->in_chain(c, middle_block),
                        &after = pass_.sections->in_chain(c, middle_block + 1);
      const std::size_t count = middle.end - middle.begin;
      for (const PassSection* section : {&before, &middle, &after}) {
        if (section->end - section->begin != count) return false;
        for (const DroppedResult& d : pass_.dropped)
          if (d.begin >= section->begin && d.begin < section->end) return false;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const TraceEvent& event = pass_.events[middle.begin + i];
        if (!same_event(event, pass_.events[after.begin + i], middle.label) ||
            !same_death(pass_.events[before.begin + i], event, pass_.events[after.begin + i], middle.label))
          return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] bool is_dropped(std::size_t event) const {
    return std::any_of(pass_.dropped.begin(), pass_.dropped.end(),
                       [&](const DroppedResult& d) { return event >= d.begin && event < d.end; });
  }
  /// Whether a block is clear where it is seen from: a neighbour, or a first or last one.
  [[nodiscard]] static bool is_clear(const BlockLabel& from, const BlockLabel& label) {
    return label.run < 0 || are_neighbours(from, label) || label.block == 0 || label.block + 1 == blocks_written;
  }
  /// Whether all that dies in the pass has a place in the whole network.
  [[nodiscard]] bool known() const {
    for (const PassSection& section : pass_.sections->all())
      for (std::size_t i = section.begin; i < section.end; ++i) {
        const auto* release = std::get_if<Release>(&pass_.events[i].what);
        if (release == nullptr || is_dropped(i)) continue;
        const TensorId id = release->tensor;
        if (!pass_.sections->is_born(id) && !pass_.gradients[id].defined) return false;
        const BlockLabel& of =
            pass_.sections->is_born(id) ? pass_.sections->birth(id).label : pass_.labels[pass_.gradients[id].layer];
        if (!is_clear(section.label, of)) return false;
      }
    return true;
  }
  [[nodiscard]] bool same_layer(std::size_t a, std::size_t b, const BlockLabel& of_a) const {
    const BlockLabel &x = pass_.labels[a], &y = pass_.labels[b];
    const std::size_t shift =
        x.run == of_a.run && x.run >= 0 ? pass_.few.runs[static_cast<std::size_t>(x.run)].layers : 0;
    return x.run == y.run && b - a == shift;
  }
  /// Whether tensors that die in two blocks that follow each other are the same, seen from there.
  [[nodiscard]] bool same_tensor(TensorId a, TensorId b, const BlockLabel& of_a) const {
    if (pass_.sections->is_born(a) != pass_.sections->is_born(b)) return false;
    if (!pass_.sections->is_born(a))
      return pass_.gradients[a].parameter == pass_.gradients[b].parameter &&
             same_layer(pass_.gradients[a].layer, pass_.gradients[b].layer, of_a);
    const PassSection &x = pass_.sections->birth(a), &y = pass_.sections->birth(b);
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
    const bool ahead = pass_.sections->is_born(id) && pass_.sections->birth(id).chain >= 0 &&
                       pass_.sections->birth(id).label == BlockLabel{label.run, label.block + 1};
    const auto* other = std::get_if<Release>(ahead ? &before.what : &after.what);
    if (other == nullptr) return false;
    return ahead ? same_tensor(other->tensor, id, label) : same_tensor(id, other->tensor, label);
  }

  const FewBlocksPass& pass_;
};

}  // namespace perfmodel::detail
