#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/trace/step_trace.hpp>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// The events of a pass through a network with few of its equal blocks, by block.

/// Blocks of each run that are written; which of them stands for all others.
inline constexpr std::int32_t blocks_written = 5, middle_block = 2;

/// Where an event belongs: to a block of a run, or to none.
struct BlockLabel {
  std::int32_t run{-1};
  std::int32_t block{};
  friend bool operator==(const BlockLabel&, const BlockLabel&) = default;
};

/// Events that follow each other of one block, or of what lies outside.
struct PassSection {
  BlockLabel label{};
  std::size_t begin{}, end{};
  TensorId first{};        ///< the next tensor's name where it begins
  std::int32_t chain{-1};  ///< of sections of all blocks, one after the other; -1: it stands for itself
};

/// The sections of a pass through few blocks.
class PassSections {
 public:
  /// @param labels  of layers; @param first  name of the first tensor of the pass
  PassSections(const std::vector<TraceEvent>& events, const std::vector<BlockLabel>& labels, TensorId first)
      : first_(first) {
    for (std::size_t i = 0; i < events.size(); ++i) {
      const BlockLabel label = label_of(events[i], labels);
      if (sections_.empty() || !(sections_.back().label == label)) {
        if (!sections_.empty()) sections_.back().end = i;
        sections_.push_back({label, i, events.size(), first + static_cast<TensorId>(born_.size())});
      }
      if (std::holds_alternative<Allocate>(events[i].what)) born_.push_back(sections_.size() - 1);
    }
    sound_ = find_chains();
  }
  /// Whether the events of blocks in the middle are part of a chain.
  [[nodiscard]] bool sound() const { return sound_; }
  [[nodiscard]] const std::vector<PassSection>& all() const { return sections_; }
  /// Place of the first section of each chain.
  [[nodiscard]] const std::vector<std::size_t>& chains() const { return chains_; }
  /// Whether a chain begins with the first block.
  [[nodiscard]] bool is_forward(std::size_t chain) const { return sections_[chains_[chain]].label.block == 0; }
  /// A chain's section of a block.
  [[nodiscard]] const PassSection& in_chain(std::size_t chain, std::int32_t block) const {
    return sections_[chains_[chain] + static_cast<std::size_t>(is_forward(chain) ? block : blocks_written - 1 - block)];
  }
  [[nodiscard]] bool is_born(TensorId id) const { return id >= first_; }
  /// The section in which a tensor was born. @pre is_born()
  [[nodiscard]] const PassSection& birth(TensorId id) const { return sections_[born_[id - first_]]; }

 private:
  /// What dies outside of layers, as casts of weights do, goes with the block it was born in.
  [[nodiscard]] BlockLabel label_of(const TraceEvent& event, const std::vector<BlockLabel>& labels) const {
    if (event.layer >= 0) return labels[static_cast<std::size_t>(event.layer)];
    const auto* release = std::get_if<Release>(&event.what);
    return release != nullptr && is_born(release->tensor) ? birth(release->tensor).label : BlockLabel{};
  }
  [[nodiscard]] bool chain_at(std::size_t s) const {
    constexpr auto count = static_cast<std::size_t>(blocks_written);
    const BlockLabel& from = sections_[s].label;
    bool whole = from.run >= 0 && s + count <= sections_.size();
    for (std::int32_t k = 0; whole && k < blocks_written; ++k)
      whole = sections_[s + static_cast<std::size_t>(k)].label ==
              BlockLabel{from.run, from.block == 0 ? k : blocks_written - 1 - k};
    return whole;
  }
  [[nodiscard]] bool find_chains() {
    for (std::size_t s = 0; s < sections_.size();) {
      const BlockLabel& label = sections_[s].label;
      if (chain_at(s)) {
        for (std::size_t end = s + blocks_written; s < end; ++s)
          sections_[s].chain = static_cast<std::int32_t>(chains_.size());
        chains_.push_back(s - blocks_written);
        continue;
      }
      if (label.run >= 0 && label.block != 0 && label.block + 1 != blocks_written) return false;
      ++s;
    }
    return true;
  }

  TensorId first_;
  std::vector<PassSection> sections_{};
  std::vector<std::size_t> born_{};  ///< section, by tensor
  std::vector<std::size_t> chains_{};
  bool sound_{};
};

}  // namespace perfmodel::detail
