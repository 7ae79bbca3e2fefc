#pragma once
#include <algorithm>
#include <map>
#include <perfmodel/compile/graph.hpp>
#include <utility>
#include <vector>

namespace perfmodel::compile {

/// What becomes one kernel, or one call of a library.
struct Group {
  NodeKind kind{};
  std::int64_t outputs{}, values{1};
  std::int32_t level{};  ///< above those of all groups that it needs
  std::int32_t merged_into{-1};
  bool backward{};
  std::vector<std::int32_t> nodes{};
  std::map<std::int32_t, std::int64_t> reads{};  ///< values of other groups, and bytes of them
  std::vector<std::int32_t> writes{};            ///< values that others read
};

/// Puts the nodes of a graph into groups, as a compiler's scheduler does: a loop joins that of what it reads if both
/// walk over the same elements or rows and no other kernel lies between; otherwise one that reads the same tensor.
/// Cheap loops over elements are made again by each reader. PyTorch, torch/_inductor/scheduler.py (can_fuse_vertical,
/// can_fuse_horizontal) and ir.py (StorageBox.realize, mark_reuse).
class Fusion {
 public:
  explicit Fusion(const Graph& graph)
      : graph_(graph), group_of_(graph.nodes.size(), -1), inlined_(graph.values.size()) {}

  /// Its groups; those that were merged into another are empty.
  [[nodiscard]] const std::vector<Group>& groups() {
    for (std::size_t v = 0; v < graph_.values.size(); ++v) inlined_[v] = is_cheap(v);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
      if (!only_inlined(n)) place(static_cast<std::int32_t>(n));
    for (Group& group : groups_) {
      if (group.merged_into >= 0) continue;
      std::sort(group.nodes.begin(), group.nodes.end());
      gather(group);
    }
    for (Group& group : groups_)
      if (group.merged_into < 0) find_writes(group);
    return groups_;
  }
  [[nodiscard]] std::int32_t group_of(std::int32_t node) const {
    const std::int32_t g = group_of_[static_cast<std::size_t>(node)];
    return g < 0 ? -1 : root(g);
  }
  /// Arithmetic of what readers make again for themselves, beside a group's own.
  [[nodiscard]] std::pair<double, double> extra_work(const Group& group) const {
    std::pair<double, double> sum{};
    std::vector<std::int32_t> seen;
    for (const std::int32_t n : group.nodes)
      for (const ValueRead& read : node(n).reads) add_extra(read, n, seen, sum);
    return sum;
  }

 private:
  static constexpr std::size_t most_inlined_reads = 4;

  [[nodiscard]] const Node& node(std::int32_t n) const { return graph_.nodes[static_cast<std::size_t>(n)]; }
  [[nodiscard]] const Value& value(std::int32_t v) const { return graph_.values[static_cast<std::size_t>(v)]; }
  [[nodiscard]] std::int32_t root(std::int32_t g) const {
    while (groups_[static_cast<std::size_t>(g)].merged_into >= 0) g = groups_[static_cast<std::size_t>(g)].merged_into;
    return g;
  }

  /// Whether every reader makes the value again instead of reading it.
  [[nodiscard]] bool is_cheap(std::size_t v) const {
    const Value& x = graph_.values[v];
    if (x.producer == no_node || x.escapes || x.readers.empty()) return false;
    const Node& made = node(x.producer);
    if (made.kind != NodeKind::elements || made.random || made.windows || made.crowded > 0.0 || made.writes.size() != 1)
      return false;
    for (const std::int32_t r : x.readers) {
      if (node(r).kind == NodeKind::call || node(r).scattered > 0.0) return false;
      if (node(r).windows && !made.reads.empty()) return false;
      if (crosses(x, r) && !x.recomputed) return false;
    }
    if (made.reads.empty()) return true;
    if (made.special_functions > 0.0 || narrows(made, x.bytes)) return false;
    return leaf_reads(made) <= most_inlined_reads;
  }
  /// Whether a loop makes less of what another wrote for it alone: that one then writes the smaller result.
  [[nodiscard]] bool narrows(const Node& n, std::int64_t bytes) const {
    return std::any_of(n.reads.begin(), n.reads.end(), [&](const ValueRead& read) {
      const Value& source = value(read.value);
      return !source.hidden && source.producer != no_node && node(source.producer).kind != NodeKind::call &&
             source.readers.size() == 1 && !source.escapes && !inlined_[static_cast<std::size_t>(read.value)] &&
             source.bytes > bytes;
    });
  }
  /// Tensors that a loop reads when cheap ones, and those that it alone reads, are a part of it.
  [[nodiscard]] std::size_t leaf_reads(const Node& n) const {
    std::size_t reads = 0;
    for (const ValueRead& read : n.reads) {
      const Value& source = value(read.value);
      const bool alone = source.producer != no_node && source.readers.size() == 1 && !source.escapes &&
                         node(source.producer).kind == NodeKind::elements && !node(source.producer).random;
      const bool part = alone || inlined_[static_cast<std::size_t>(read.value)];
      reads += part ? leaf_reads(node(source.producer)) : 1;
      if (reads > most_inlined_reads) break;
    }
    return reads;
  }
  /// Whether a node's results are all made again by their readers.
  [[nodiscard]] bool only_inlined(std::size_t n) const {
    const Node& x = graph_.nodes[n];
    if (x.kind != NodeKind::elements || x.writes.empty()) return false;
    return std::all_of(x.writes.begin(), x.writes.end(), [&](std::int32_t v) {
      if (inlined_[static_cast<std::size_t>(v)]) return true;
      const Value& y = value(v);  // made again in the backward pass, and nobody else reads it
      return !y.escapes && y.recomputed &&
             std::all_of(y.readers.begin(), y.readers.end(), [&](std::int32_t r) { return again(v, r); });
    });
  }
  /// Whether this reader makes the value again.
  [[nodiscard]] bool again(std::int32_t v, std::int32_t reader) const {
    const Value& x = value(v);
    if (x.producer == no_node) return false;
    return inlined_[static_cast<std::size_t>(v)] || (x.recomputed && crosses(x, reader));
  }
  /// Whether the value was made in the forward pass and is read in the backward pass.
  [[nodiscard]] bool crosses(const Value& x, std::int32_t reader) const {
    return node(reader).backward && !node(x.producer).backward;
  }
  template <class F>
  void for_each_read(const ValueRead& read, std::int32_t reader, std::int64_t bytes, bool sampled, F& f) const {
    if (!again(read.value, reader) && !(sampled && is_loop(read.value))) return f(read.value, bytes);
    for (const ValueRead& source : node(value(read.value).producer).reads)
      for_each_read(source, reader, sampled ? std::min(bytes, source.bytes) : source.bytes, sampled, f);
  }
  [[nodiscard]] bool is_loop(std::int32_t v) const {
    const std::int32_t p = value(v).producer;
    return p != no_node && node(p).kind == NodeKind::elements && !node(p).random;
  }
  template <class F>
  void for_reads_of(std::int32_t n, F f) const {
    for (const ValueRead& read : node(n).reads) for_each_read(read, n, read.bytes, read.sampled, f);
  }

  /// Whether a sum may join an element's kernel: long columns are summed in parts, whose loops are of another shape
  /// than those of a kernel that also writes for others.
  [[nodiscard]] bool sums_with(const Node& n, const Group& g) const {
    constexpr std::int64_t long_column = 1024;
    if (n.kind == NodeKind::rows || n.values <= long_column) return true;
    const auto outside = [&](std::int32_t reader) {
      return &node(reader) != &n && std::find(g.nodes.begin(), g.nodes.end(), reader) == g.nodes.end();
    };
    return std::none_of(g.nodes.begin(), g.nodes.end(), [&](std::int32_t other) {
      return std::any_of(node(other).writes.begin(), node(other).writes.end(), [&](std::int32_t v) {
        const Value& x = value(v);
        return x.escapes || std::any_of(x.readers.begin(), x.readers.end(), outside);
      });
    });
  }
  [[nodiscard]] bool fits(const Node& n, const Group& g) const {
    const std::int64_t all = g.outputs * g.values;
    if (g.kind == NodeKind::call || n.kind == NodeKind::call) return false;
    if (n.kind == NodeKind::elements)
      return g.kind == NodeKind::columns ? n.outputs == g.outputs : n.outputs == all || n.outputs == g.outputs;
    if (g.kind == NodeKind::elements) return domain(n) == all && sums_with(n, g);
    return n.kind == g.kind && n.outputs == g.outputs && n.values == g.values;
  }
  void join(std::int32_t n, std::int32_t g) {
    Group& group = groups_[static_cast<std::size_t>(g)];
    if (group.kind == NodeKind::elements && node(n).kind != NodeKind::elements)
      group.kind = node(n).kind, group.outputs = node(n).outputs, group.values = node(n).values;
    group.nodes.push_back(n);
    group_of_[static_cast<std::size_t>(n)] = g;
    note_readers(n, g);
  }
  void note_readers(std::int32_t n, std::int32_t g) {
    for_reads_of(n, [&](std::int32_t v, std::int64_t) { reader_[{v, node(n).backward}] = g; });
  }
  void place(std::int32_t n) {
    std::int32_t level = -1;
    std::vector<std::int32_t> highest;
    for_reads_of(n, [&](std::int32_t v, std::int64_t) {
      const std::int32_t p = value(v).producer;
      if (p == no_node || group_of_[static_cast<std::size_t>(p)] < 0) return;
      const std::int32_t g = root(group_of_[static_cast<std::size_t>(p)]),
                         l = groups_[static_cast<std::size_t>(g)].level;
      if (l > level) highest.clear(), level = l;
      if (l == level && std::find(highest.begin(), highest.end(), g) == highest.end()) highest.push_back(g);
    });
    if (node(n).kind != NodeKind::call) {
      if (const std::int32_t g = producers(n, highest); g >= 0) return join(n, g);
      if (const std::int32_t g = neighbour(n, level); g >= 0) return join(n, g);
    }
    const auto made = static_cast<std::int32_t>(groups_.size());
    groups_.push_back({.kind = node(n).kind,
                       .outputs = node(n).outputs,
                       .values = node(n).values,
                       .level = level + 1,
                       .backward = node(n).backward,
                       .nodes = {n}});
    group_of_[static_cast<std::size_t>(n)] = made;
    note_readers(n, made);
  }
  /// The group that made all that the node reads from the highest level, several of them made one if they can be.
  [[nodiscard]] std::int32_t producers(std::int32_t n, const std::vector<std::int32_t>& highest) {
    if (highest.empty()) return -1;
    const Group& first = groups_[static_cast<std::size_t>(highest.front())];
    for (const std::int32_t g : highest) {
      const Group& one = groups_[static_cast<std::size_t>(g)];
      if (one.backward != node(n).backward || !fits(node(n), one)) return -1;
      if (one.kind != first.kind || one.outputs != first.outputs || one.values != first.values) return -1;
    }
    for (const std::int32_t g : highest)
      if (g != highest.front()) merge(g, highest.front());
    return highest.front();
  }
  void merge(std::int32_t from, std::int32_t into) {
    Group &gone = groups_[static_cast<std::size_t>(from)], &whole = groups_[static_cast<std::size_t>(into)];
    gone.merged_into = into;
    whole.nodes.insert(whole.nodes.end(), gone.nodes.begin(), gone.nodes.end());
    gone.nodes.clear();
  }
  /// A group above `level` that reads a tensor which the node reads, too.
  [[nodiscard]] std::int32_t neighbour(std::int32_t n, std::int32_t level) {
    std::int32_t found = -1;
    for_reads_of(n, [&](std::int32_t v, std::int64_t) {
      const auto known = reader_.find({v, node(n).backward});
      if (known == reader_.end() || found >= 0) return;
      const std::int32_t g = root(known->second);
      const Group& group = groups_[static_cast<std::size_t>(g)];
      if (group.level > level && group.backward == node(n).backward && fits(node(n), group)) found = g;
    });
    return found;
  }
  void gather(Group& group) {
    const std::int32_t self = root(group_of_[static_cast<std::size_t>(group.nodes.front())]);
    for (const std::int32_t n : group.nodes)
      for_reads_of(n, [&](std::int32_t v, std::int64_t bytes) {
        const std::int32_t p = value(v).producer;
        if (p != no_node && group_of(p) == self) return;
        std::int64_t& most = group.reads[v];
        most = std::max(most, bytes);
        used_outside_.insert({v, true});
      });
  }
  void find_writes(Group& group) const {
    for (const std::int32_t n : group.nodes)
      for (const std::int32_t v : node(n).writes)
        if (!value(v).hidden && (value(v).escapes || used_outside_.contains(v))) group.writes.push_back(v);
  }
  void add_extra(const ValueRead& read, std::int32_t reader, std::vector<std::int32_t>& seen,
                 std::pair<double, double>& sum) const {
    if (!again(read.value, reader) || std::find(seen.begin(), seen.end(), read.value) != seen.end()) return;
    seen.push_back(read.value);
    const Node& made = node(value(read.value).producer);
    sum.first += made.operations, sum.second += made.special_functions;
    for (const ValueRead& source : made.reads) add_extra(source, reader, seen, sum);
  }

  const Graph& graph_;
  std::vector<std::int32_t> group_of_;
  std::vector<bool> inlined_;
  std::vector<Group> groups_{};
  std::map<std::pair<std::int32_t, bool>, std::int32_t>
      reader_{};  ///< (value, backward) -> the last group that reads it
  std::map<std::int32_t, bool> used_outside_{};
};

}  // namespace perfmodel::compile
