#pragma once
#include <algorithm>
#include <optional>
#include <perfmodel/memory/shared_replay.hpp>
#include <utility>

namespace perfmodel {
namespace detail {

/// What passes in a replay of several cards at once. The first of them leads: cards part with it where they would
/// obtain other segments.
class PassingCards {
 public:
  /// @param cards  of the program, those to be replayed
  PassingCards(const SharedProgram& shared, std::vector<std::size_t> cards, const AllocatorRules& rules)
      : cards_(std::move(cards)), parted_(cards_.size()), marks_(shared.passing.size()) {
    for (std::size_t mark = 0; mark < marks_.size(); ++mark)
      for (std::size_t i = 0; i < cards_.size(); ++i) {
        PassingRequests requests = shared.passing[mark][cards_[i]];
        for (std::size_t r = 0; r < requests.count; ++r)
          requests.bytes[r] = round_up(requests.bytes[r], rules.granularity);
        std::vector<Kind>& kinds = marks_[mark];
        const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.what == requests; });
        if (known == kinds.end())
          kinds.push_back({.what = requests, .members = {i}});
        else
          known->members.push_back(i);
      }
  }

  /// @returns whether the leader's requests could be served
  [[nodiscard]] bool pass(TensorId mark, CachingAllocator& allocator) {
    std::vector<Kind>& kinds = marks_[mark];
    Kind& leading = kinds.front();
    const CachingAllocator::Passing expected = allocator.passing(leading.what.list());
    std::int64_t most = expected.most;
    for (std::size_t k = 1; k < kinds.size(); ++k) {
      Kind& kind = kinds[k];
      if (kind.parted) continue;
      const CachingAllocator::Passing found = allocator.passing(kind.what.list());
      kind.most = std::max(kind.most, found.most);
      if (!found.known || !expected.known || found.segments != expected.segments) part(kind);
    }
    if (expected.segments.front() != 0) {
      const std::optional<std::int64_t> passed = allocator.pass(leading.what.list());
      if (!passed) return false;
      most = *passed;
    }
    leading.most = std::max(leading.most, most);
    return true;
  }

  /// The most that is allocated while something passes, by card; nothing of those that parted.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::int64_t>> peaks() const {
    std::vector<std::int64_t> most(cards_.size());
    for (const std::vector<Kind>& kinds : marks_)
      for (const Kind& kind : kinds)
        for (const std::size_t i : kind.members) most[i] = std::max(most[i], kind.most);
    std::vector<std::pair<std::size_t, std::int64_t>> list;
    for (std::size_t i = 0; i < cards_.size(); ++i)
      if (!parted_[i]) list.emplace_back(cards_[i], most[i]);
    return list;
  }
  [[nodiscard]] std::vector<std::size_t> parted() const {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < cards_.size(); ++i)
      if (parted_[i]) list.push_back(cards_[i]);
    return list;
  }

 private:
  /// What some of the cards ask for alike.
  struct Kind {
    PassingRequests what{};
    std::vector<std::size_t> members{};
    std::int64_t most{};
    bool parted{};  ///< all of them
  };

  void part(const Kind& kind) {
    for (const std::size_t i : kind.members) parted_[i] = true;
    for (std::vector<Kind>& kinds : marks_)
      for (Kind& other : kinds)
        other.parted =
            std::all_of(other.members.begin(), other.members.end(), [&](std::size_t i) { return parted_[i]; });
  }

  std::vector<std::size_t> cards_;
  std::vector<bool> parted_;
  std::vector<std::vector<Kind>> marks_;
};

}  // namespace detail

PERFMODEL_INLINE std::vector<Replay> shared_replays(const SharedProgram& shared, std::size_t cards,
                                                    const AllocatorRules& rules, const ReplayLimits& limits) {
  std::vector<Replay> replays(cards);
  std::vector<std::size_t> left(cards);
  for (std::size_t i = 0; i < cards; ++i) left[i] = i;
  while (!left.empty()) {
    detail::PassingCards together(shared, std::move(left), rules);
    const Replay without = detail::ReplayRun<detail::PassingCards>(shared.program, rules, {}, together).all(limits);
    for (const auto& [card, most] : together.peaks()) {
      replays[card] = without;
      std::int64_t& peak = replays[card].counters.peak_allocated;
      peak = std::max(peak, most);
    }
    left = together.parted();
  }
  return replays;
}

}  // namespace perfmodel
