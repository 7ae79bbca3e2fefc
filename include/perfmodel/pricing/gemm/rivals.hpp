#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace perfmodel {

/// A kernel that the library may as well launch.
struct Rival {
  std::int16_t tile{}, splits{1};
  float share{};  ///< how likely, of all that may be launched
};

/// Kernels whose scores are so near to the least that nothing tells which of them the library launches.
struct Rivals {
  std::array<Rival, 3> list{};
  std::size_t count{};

  [[nodiscard]] std::span<const Rival> all() const { return std::span(list).first(count); }
  /// Of the likeliest kernel, which is none of them.
  [[nodiscard]] double likeliest_share() const {
    double left = 1.0;
    for (const Rival& rival : all()) left -= static_cast<double>(rival.share);
    return left;
  }
};

/// A tile of the family's table and a split-K count.
struct TileChoice {
  int tile{};
  int splits{1};
  double score{};  ///< s, weighed by preferences: what the library compares; 0 where the kernel's name told the choice
  double regret{1.0};  ///< by how much longer the library's unknown choice is expected to take than this one
  Rivals rivals{};     ///< the others that are as likely or nearly so; none where the choice is thought to be certain
};

/// Mean of ln(time) over the kernels that may be launched, one of which takes `first` seconds, as a factor on these:
/// what is expected where nothing tells which of them runs.
/// @param share    of the one that takes `first`
/// @param others   the other kernels
/// @param share_of,seconds_of  of one of them; of a share of 0 no time is asked
template <class Kernels, class Share, class Seconds>
[[nodiscard]] double mean_ratio(double share, double first, const Kernels& others, const Share& share_of,
                                const Seconds& seconds_of) {
  double sum = 0.0, shares = share;
  for (const auto& kernel : others) {
    const double own = share_of(kernel);
    if (own == 0.0) continue;
    sum += own * std::log(seconds_of(kernel) / first);
    shares += own;
  }
  return sum == 0.0 ? 1.0 : std::exp(sum / shares);
}

/// Likewise, over a choice and its rivals. `seconds`: of a TileChoice.
template <class Seconds>
[[nodiscard]] double mean_ratio(const Rivals& rivals, double likeliest, const Seconds& seconds) {
  return mean_ratio(
      rivals.likeliest_share(), likeliest, rivals.all(),
      [](const Rival& rival) { return static_cast<double>(rival.share); },
      [&](const Rival& rival) { return seconds(TileChoice{.tile = rival.tile, .splits = rival.splits}); });
}

namespace detail {
/// The candidates of the least scores that a search has come by.
struct Shortlist {
  struct Entry {
    double score;
    int tile, splits;
  };
  std::array<Entry, 4> entries{};  ///< the least one and its rivals
  std::size_t count{};

  void add(const Entry& entry) {
    if (count < entries.size()) {
      entries[count++] = entry;
      return;
    }
    Entry& worst = *std::max_element(entries.begin(), entries.end(),
                                     [](const Entry& a, const Entry& b) { return a.score < b.score; });
    if (entry.score < worst.score) worst = entry;
  }

  /// Shares of all but the likeliest, falling evenly with the distance in score to nothing at `spread`. (A multinomial
  /// logit of ln(score) of a third of the scale does as well, but has no end.)
  [[nodiscard]] Rivals rivals(const TileChoice& likeliest, double spread) const {
    Rivals out;
    double sum = 1.0;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry& e = entries[i];
      if (e.tile == likeliest.tile && e.splits == likeliest.splits) continue;
      const double near = 1.0 - (e.score / likeliest.score - 1.0) / spread;
      if (near <= 0.0 || out.count == out.list.size()) continue;
      sum += near;
      out.list[out.count++] = {.tile = static_cast<std::int16_t>(e.tile),
                               .splits = static_cast<std::int16_t>(e.splits),
                               .share = static_cast<float>(near)};
    }
    for (std::size_t i = 0; i < out.count; ++i) out.list[i].share /= static_cast<float>(sum);
    return out;
  }
};
}  // namespace detail

}  // namespace perfmodel
