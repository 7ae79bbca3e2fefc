#pragma once
/// Groups of nodes that exporters write for one layer of older operator sets.
#include "graph.hpp"

namespace plan::onnx_import {

/// Replaces what older exporters write out by the operator that newer ones write: a layer norm of nine nodes, a GELU of
/// five, a SiLU of two. Whoever runs such a graph fuses them too.
void join_patterns(Graph& graph);

}  // namespace plan::onnx_import
