#pragma once
#include <algorithm>
#include <perfmodel/compile/graph.hpp>
#include <vector>

namespace perfmodel::compile {

/// Which results of the forward pass are not kept for the backward pass but made again there: those of loops over
/// elements that only such loops or reductions read, if what they are made from takes no more memory than they do. What
/// a library is called with in the backward pass is kept, and so is what hangs on a long chain. PyTorch,
/// torch/_functorch/partitioners.py, min_cut_rematerialization_partition (ban_if_materialized_backward,
/// ban_if_long_fusible_chains); a choice one by one in the order of the trace instead of a minimum cut.
class Recomputation {
 public:
  explicit Recomputation(Graph& graph) : graph_(graph), kept_(graph.values.size()) {}

  void choose() {
    for (std::size_t v = 0; v < graph_.values.size(); ++v)
      if (crosses(v) && !could_be(v)) kept_[v] = true;
    for (std::size_t v = 0; v < graph_.values.size(); ++v) {
      Value& value = graph_.values[v];
      if (!crosses(v) || kept_[v]) continue;
      sources_.clear();
      find_sources(static_cast<std::int32_t>(v));
      std::int64_t bytes = 0;
      for (const std::int32_t s : sources_)
        if (!kept_[static_cast<std::size_t>(s)]) bytes += graph_.values[static_cast<std::size_t>(s)].bytes;
      value.recomputed = bytes <= value.bytes && !value.escapes && sources_.size() <= most_sources;
      kept_[v] = !value.recomputed;
      if (!value.recomputed) continue;
      for (const std::int32_t s : sources_) kept_[static_cast<std::size_t>(s)] = true;
    }
  }

 private:
  /// Results of other kernels at the end of a chain. PyTorch's limit is 100 nodes of its own graph, of which a residual
  /// branch of a transformer has some twenty.
  static constexpr std::size_t most_sources = 5;

  [[nodiscard]] const Node& node(std::int32_t n) const { return graph_.nodes[static_cast<std::size_t>(n)]; }
  /// Made in the forward pass, read in the backward pass.
  [[nodiscard]] bool crosses(std::size_t v) const {
    const Value& value = graph_.values[v];
    if (value.producer == no_node || node(value.producer).backward) return false;
    return std::any_of(value.readers.begin(), value.readers.end(), [&](std::int32_t r) { return node(r).backward; });
  }
  [[nodiscard]] bool could_be(std::size_t v) const {
    const Value& value = graph_.values[v];
    const Node& made = node(value.producer);
    if (made.kind != NodeKind::elements || made.random || made.windows) return false;
    return std::none_of(value.readers.begin(), value.readers.end(),
                        [&](std::int32_t r) { return node(r).backward && node(r).kind == NodeKind::call; });
  }
  /// What a value can be made from: values that are kept anyway, were there before, or are no elements' work.
  void find_sources(std::int32_t v) {
    for (const ValueRead& read : node(graph_.values[static_cast<std::size_t>(v)].producer).reads) {
      const Value& source = graph_.values[static_cast<std::size_t>(read.value)];
      if (source.producer == no_node) continue;
      const Node& made = node(source.producer);
      const bool again = !kept_[static_cast<std::size_t>(read.value)] && made.kind == NodeKind::elements &&
                         !made.random && !made.windows;
      if (again)
        find_sources(read.value);
      else if (std::find(sources_.begin(), sources_.end(), read.value) == sources_.end())
        sources_.push_back(read.value);
    }
  }

  Graph& graph_;
  std::vector<bool> kept_;
  std::vector<std::int32_t> sources_{};
};

}  // namespace perfmodel::compile
