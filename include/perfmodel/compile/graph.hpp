#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/operation/fused.hpp>
#include <perfmodel/trace/step_trace.hpp>
#include <vector>

namespace perfmodel::compile {

/// What a compiler can do with an operation: call a library for it (`call`), or make it a part of a loop over elements,
/// rows or columns.
enum class NodeKind : std::uint8_t { call, elements, rows, columns };

inline constexpr std::int32_t no_node = -1;

/// A tensor between two writes of it.
struct Value {
  TensorId tensor{};
  std::int64_t bytes{};
  std::int32_t producer{no_node};       ///< of Graph::nodes; none: it was there before
  std::vector<std::int32_t> readers{};  ///< of Graph::nodes
  bool escapes{};                       ///< somebody outside the graph reads it
  bool hidden{};                        ///< sums that stay within a kernel or are too small to count
  bool recomputed{};                    ///< made again where the backward pass needs it
};

struct ValueRead {
  std::int32_t value{};
  std::int64_t bytes{};
  bool sampled{};  ///< a few of its elements, found by indices
};

/// One operation, or one of the loops that it is made of.
struct Node {
  NodeKind kind{};
  OperationId operation{};
  std::size_t event{};  ///< of the trace's step
  bool backward{};
  bool random{};                      ///< it cannot be made again
  bool windows{};                     ///< it reads elements several times, from memory; nor can it be made again
  std::int64_t outputs{}, values{1};  ///< loops: see op::Fused
  double operations{}, special_functions{};
  double scattered{};  ///< elements that are added to where indices say, read from memory
  double added{};      ///< the same of elements that the loop itself makes
  double crowded{};    ///< the same where neighbours in time are added to the same places
  double drawn{};      ///< random numbers
  std::vector<ValueRead> reads{};
  std::vector<std::int32_t> writes{};
};

/// Forward pass, loss and backward pass as a compiler sees them.
struct Graph {
  std::vector<Value> values{};
  std::vector<Node> nodes{};  ///< in the order of the trace
};

/// What a part returns stays: the first result of a loop none of whose results anybody reads.
[[nodiscard]] inline Graph keeping_results(Graph graph) {
  const auto value = [&](std::int32_t v) -> Value& { return graph.values[static_cast<std::size_t>(v)]; };
  const auto unread = [&](std::int32_t v) { return value(v).readers.empty() && !value(v).escapes; };
  for (const Node& node : graph.nodes)
    if (node.kind != NodeKind::call && !node.writes.empty() && std::ranges::all_of(node.writes, unread))
      value(node.writes.front()).escapes = true;
  return graph;
}

[[nodiscard]] constexpr std::int64_t domain(const Node& node) { return node.outputs * node.values; }

}  // namespace perfmodel::compile
