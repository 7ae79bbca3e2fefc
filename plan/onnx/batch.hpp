#pragma once
/// Which dimension of each tensor the batch is, followed from the graph's inputs operator by operator: extents alone do
/// not tell a batch of 12 from 12 steps, nor a batch of 1 from any other 1.
#include <cstddef>
#include <map>
#include <string>

#include "graph.hpp"

namespace plan::onnx_import {

/// A dimension of extent outer x batch x inner; as the batch alone, inner is 1.
struct BatchPlace {
  std::size_t dimension{};
  std::int64_t inner{1};
  friend constexpr bool operator==(const BatchPlace&, const BatchPlace&) = default;
};

/// For each tensor whose batch can be followed. Those behind operators that are not known, or whose operands disagree,
/// are left out.
[[nodiscard]] std::map<std::string, BatchPlace> follow_batch(const Graph& graph);

}  // namespace plan::onnx_import
