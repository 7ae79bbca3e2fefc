#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <perfmodel/lowering/choice_tree.hpp>
#include <queue>
#include <utility>
#include <vector>

namespace perfmodel {

/// One operation and what a library chose for it. Candidates that are alike but for their variant (how K is split, say)
/// share a label: a tree tells labels apart, and each leaf takes the variant that comes nearest to its operations'.
struct ChoiceExample {
  std::vector<float> features{};
  std::uint32_t label{};
  std::vector<float> credits{1.0F};  ///< by variant: how nearly it gives what was chosen, 0 to 1
};

/// A decision tree by best-first growth: the leaf whose best cut lowers the Gini impurity most is cut next. Breiman et
/// al., "Classification and Regression Trees", 1984. An operation counts by its credit under its leaf's variant, so
/// that a tree asks also for what tells one variant from another.
class ChoiceTreeFit {
 public:
  /// ChoiceNode::candidate of a label and a variant.
  using Candidate = std::function<std::uint32_t(std::uint32_t label, std::size_t variant)>;

  /// @pre rows are not empty and have as many features and credits each
  ChoiceTreeFit(const std::vector<ChoiceExample>& rows, std::size_t most_leaves, std::size_t least_rows,
                Candidate candidate_of_label)
      : examples(rows),
        least(least_rows),
        variants(rows.front().credits.size()),
        candidate(std::move(candidate_of_label)) {
    std::map<std::uint32_t, int> known;
    for (const ChoiceExample& e : examples)
      labels.push_back(known.try_emplace(e.label, static_cast<int>(known.size())).first->second);
    label_count = known.size();
    std::vector<int> all(examples.size());
    std::iota(all.begin(), all.end(), 0);
    open(std::move(all));
    for (std::size_t leaves = 1; leaves < most_leaves && !queue.empty(); ++leaves) {
      const int at = queue.top().second;
      queue.pop();
      divide(static_cast<std::size_t>(at));
    }
  }

  /// Nodes in preorder.
  [[nodiscard]] std::vector<ChoiceNode> nodes() const {
    std::vector<ChoiceNode> out;
    write(0, out);
    return out;
  }

 private:
  struct Cut {
    double gain{};
    std::size_t feature{};
    float threshold{};
  };
  struct Node {
    std::vector<int> rows{};
    Cut cut{};
    int below{-1}, above{-1};
  };

  void open(std::vector<int> rows) {
    const Cut cut = best_cut(rows);
    parts.push_back({.rows = std::move(rows), .cut = cut});
    if (cut.gain > 0.0) queue.push({cut.gain, static_cast<int>(parts.size()) - 1});
  }

  void divide(std::size_t at) {
    const Cut cut = parts[at].cut;
    std::vector<int> below, above;
    for (const int row : parts[at].rows)
      (examples[static_cast<std::size_t>(row)].features[cut.feature] <= cut.threshold ? below : above).push_back(row);
    parts[at].rows.clear();
    parts[at].below = static_cast<int>(parts.size());
    open(std::move(below));
    parts[at].above = static_cast<int>(parts.size());
    open(std::move(above));
  }

  using Credits = std::vector<float>;  ///< by variant
  [[nodiscard]] const float* credits_of(std::size_t row) const { return examples[row].credits.data(); }

  /// Credits on both sides of a cut that moves over rows in the order of one feature.
  struct Sides {
    std::vector<Credits> below{};             ///< by label
    std::vector<double> under{}, over{};      ///< counts: the credit under the best variant
    double squares_below{}, squares_above{};  ///< sums of squared counts

    void move(std::size_t label, const float* own, const Credits& all) {
      float most_below = 0.0F, most_above = 0.0F;
      for (std::size_t r = 0; r < all.size(); ++r) {
        const float sum = below[label][r] + own[r], rest = all[r] - sum;
        below[label][r] = sum;
        most_below = sum > most_below ? sum : most_below;
        most_above = rest > most_above ? rest : most_above;
      }
      squares_below += most_below * most_below - under[label] * under[label];
      squares_above += most_above * most_above - over[label] * over[label];
      under[label] = most_below, over[label] = most_above;
    }
  };

  /// By how much a cut raises sum(count^2) / rows, which is what lowers the impurity; a label's count is its
  /// operations' credit under the best of all variants.
  [[nodiscard]] Cut best_cut(const std::vector<int>& rows) const {
    Cut best{};
    if (rows.size() < 2 * least) return best;
    const double size = static_cast<double>(rows.size());
    std::vector<Credits> all(label_count, Credits(variants));
    for (const int row : rows) {
      const auto at = static_cast<std::size_t>(row);
      Credits& sum = all[static_cast<std::size_t>(labels[at])];
      for (std::size_t r = 0; r < variants; ++r) sum[r] += credits_of(at)[r];
    }
    std::vector<double> whole(label_count);
    double squares = 0.0;
    for (std::size_t label = 0; label < label_count; ++label) {
      whole[label] = *std::max_element(all[label].begin(), all[label].end());
      squares += whole[label] * whole[label];
    }
    if (squares == size * size) return best;
    std::vector<std::pair<float, int>> order(rows.size());
    for (std::size_t f = 0; f < examples.front().features.size(); ++f) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        order[i] = {examples[static_cast<std::size_t>(rows[i])].features[f], rows[i]};
      std::sort(order.begin(), order.end());
      Sides sides{.below = std::vector<Credits>(label_count, Credits(variants)),
                  .under = std::vector<double>(label_count),
                  .over = whole,
                  .squares_above = squares};
      for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        const auto row = static_cast<std::size_t>(order[i].second), label = static_cast<std::size_t>(labels[row]);
        sides.move(label, credits_of(row), all[label]);
        if (order[i].first == order[i + 1].first || i + 1 < least || order.size() - i - 1 < least) continue;
        const double n = static_cast<double>(i + 1),
                     gain = sides.squares_below / n + sides.squares_above / (size - n) - squares / size;
        if (gain > best.gain + 1e-3)
          best = {.gain = gain, .feature = f, .threshold = short_between(order[i].first, order[i + 1].first)};
      }
    }
    return best;
  }

  /// A number of few digits, at or above `low` and below `high`.
  [[nodiscard]] static float short_between(float low, float high) {
    const double middle = 0.5 * (static_cast<double>(low) + high);
    for (int digits = 2; digits < 8 && middle > 0.0; ++digits) {
      const double unit = std::pow(10.0, std::floor(std::log10(middle)) - digits + 1);
      const auto rounded = static_cast<float>(std::round(middle / unit) * unit);
      if (rounded >= low && rounded < high) return rounded;
    }
    return low;
  }

  void write(std::size_t at, std::vector<ChoiceNode>& out) const {
    const Node& node = parts[at];
    if (node.below < 0) {
      write_leaf(node.rows, out);
      return;
    }
    const std::size_t here = out.size();
    out.push_back({.feature = static_cast<std::uint8_t>(node.cut.feature), .threshold = node.cut.threshold});
    write(static_cast<std::size_t>(node.below), out);
    out[here].above = static_cast<std::uint16_t>(out.size());
    write(static_cast<std::size_t>(node.above), out);
  }

  /// The commonest labels, and for each the variant that comes nearest to its operations.
  void write_leaf(const std::vector<int>& rows, std::vector<ChoiceNode>& out) const {
    constexpr std::size_t most = 3;
    constexpr double least_share = 0.05;
    std::vector<std::pair<int, int>> count(label_count);
    for (std::size_t i = 0; i < label_count; ++i) count[i] = {0, -static_cast<int>(i)};
    for (const int row : rows) ++count[static_cast<std::size_t>(labels[static_cast<std::size_t>(row)])].first;
    std::sort(count.rbegin(), count.rend());
    const std::size_t first = out.size();
    for (std::size_t i = 0; i < std::min(most, label_count); ++i) {
      const double share = static_cast<double>(count[i].first) / static_cast<double>(rows.size());
      if (i > 0 && share < least_share) break;
      out.push_back(leaf(rows, -count[i].second));
      out.back().share = static_cast<std::uint8_t>(std::lround(255.0 * share));
      out[first].above = static_cast<std::uint16_t>(out.size() - first - 1);
    }
  }

  [[nodiscard]] ChoiceNode leaf(const std::vector<int>& rows, int label) const {
    Credits sum(variants);
    const ChoiceExample* own = nullptr;
    for (const int row : rows) {
      const auto at = static_cast<std::size_t>(row);
      if (labels[at] != label) continue;
      own = &examples[at];
      for (std::size_t r = 0; r < variants; ++r) sum[r] += credits_of(at)[r];
    }
    const auto variant = static_cast<std::size_t>(std::max_element(sum.begin(), sum.end()) - sum.begin());
    return {.feature = choice_leaf, .candidate = candidate(own->label, variant)};
  }

  const std::vector<ChoiceExample>& examples;
  std::size_t least{}, variants{}, label_count{};
  Candidate candidate;
  std::vector<int> labels{};
  std::vector<Node> parts{};
  std::priority_queue<std::pair<double, int>> queue{};
};

}  // namespace perfmodel
