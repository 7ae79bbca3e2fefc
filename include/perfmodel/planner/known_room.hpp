#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <perfmodel/software/precision.hpp>
#include <vector>

namespace perfmodel::detail {

/// One of the precisions whose tensors are as wide as those of this one.
[[nodiscard]] constexpr Precision as_wide(Precision precision) {
  if (precision == Precision::fp16) return Precision::bf16;
  return precision == Precision::amp_fp16 ? Precision::amp_bf16 : precision;
}

/// What asks for memory in a stage of a layout, beside what all that are compared have in common. More of each, or less
/// of `copies`, takes no less.
struct Demand {
  std::int64_t samples{};  ///< of a pass
  bool several_passes{};   ///< whose gradients are summed
  double in_flight{};      ///< further micro-batches that wait
  double arriving{};       ///< bytes of buffers for what stages send
  std::int64_t copies{1};  ///< of the weights, among which state, gradients or parameters are cut

  [[nodiscard]] bool covers(const Demand& other) const {
    return samples >= other.samples && several_passes >= other.several_passes && in_flight >= other.in_flight &&
           arriving >= other.arriving && copies <= other.copies;
  }
};

/// Stages whose memory is known, for a search that need not work out a stage between them: what asks for no more than
/// one that leaves room fits, and what asks for no less than one that is far too large does not. The room leaves out
/// what the order of allocations may change.
class KnownRoom {
 public:
  using Key = std::vector<std::int64_t>;
  static constexpr double room = 0.1;     ///< of a card's memory: gaps between tensors
  static constexpr double excess = 0.03;  ///< the same of tensors alone

  /// @param reserved, allocated  bytes, at the peak
  void add(const Key& key, const Demand& demand, double reserved, double allocated) {
    known_[key].push_back({demand, reserved, allocated});
  }
  /// Whether a stage fits into so many bytes; nothing: it has to be worked out.
  [[nodiscard]] std::optional<bool> fits(const Key& key, const Demand& demand, double limit) const {
    const auto found = known_.find(key);
    if (found == known_.end()) return std::nullopt;
    for (const One& one : found->second) {
      if (one.demand.covers(demand) && one.reserved <= (1.0 - room) * limit) return true;
      if (demand.covers(one.demand) && one.allocated > (1.0 + excess) * limit) return false;
    }
    return std::nullopt;
  }

 private:
  struct One {
    Demand demand{};
    double reserved{}, allocated{};
  };
  std::map<Key, std::vector<One>> known_{};
};

}  // namespace perfmodel::detail
