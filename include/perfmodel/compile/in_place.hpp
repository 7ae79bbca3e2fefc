#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compile/fusion.hpp>
#include <perfmodel/compile/graph.hpp>
#include <perfmodel/trace/operation_list.hpp>
#include <variant>
#include <vector>

namespace perfmodel::compile {

/// Sums and results of a kernel that are made of a value: each is a loop of the compiler's, which reads it anew, with
/// what lies between written into it.
[[nodiscard]] inline int loops_reading(const Graph& graph, const Group& group, std::int32_t value) {
  std::vector<std::int32_t> nodes = group.nodes, carriers{value};
  std::ranges::sort(nodes);
  int count = 0;
  for (const std::int32_t n : nodes) {
    const Node& node = graph.nodes[static_cast<std::size_t>(n)];
    const auto carried = [&](const ValueRead& r) { return std::ranges::count(carriers, r.value) > 0; };
    const auto written = [&](std::int32_t v) { return std::ranges::count(group.writes, v) > 0; };
    if (std::ranges::none_of(node.reads, carried)) continue;
    if (node.kind != NodeKind::elements || std::ranges::any_of(node.writes, written))
      ++count;
    else
      carriers.insert(carriers.end(), node.writes.begin(), node.writes.end());
  }
  return count;
}

/// Whether a kernel may write a result over a value that it is the last to read: if one loop reads it, and the forward
/// pass has handed it on or the compiler itself has allocated it. Convolutions and attention allocate their results.
/// PyTorch, torch/_inductor/scheduler.py, SchedulerNode.decide_inplace_update.  @pre 0 <= value < graph.values.size()
[[nodiscard]] inline bool may_write_over(const Graph& graph, const Group& group, std::int32_t value,
                                         const OperationList& operations) {
  const std::int32_t producer = graph.values[static_cast<std::size_t>(value)].producer;
  if (producer == no_node || (group.kind != NodeKind::elements && group.kind != NodeKind::rows)) return false;
  const Node& made = graph.nodes[static_cast<std::size_t>(producer)];
  const bool handed_on = made.backward != graph.nodes[static_cast<std::size_t>(group.nodes.front())].backward;
  const bool allocated = made.kind != NodeKind::call || std::holds_alternative<Gemm>(operations[made.operation]);
  return (handed_on || allocated) && loops_reading(graph, group, value) == 1;
}

}  // namespace perfmodel::compile
