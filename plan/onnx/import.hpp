#pragma once
/// An ONNX file as a network: each operator becomes the layer that does the same.
#include <perfmodel/network/network.hpp>

#include "graph.hpp"

namespace plan::onnx_import {

struct Imported {
  perfmodel::Network network{};
  std::map<std::string, int>
      unknown{};                     ///< operators without a layer of their own, and how often: costed as bytes moved
  std::vector<std::string> notes{};  ///< what else was decided for the reader, one line each
};

/// @throws perfmodel::Error naming file, node and the two shapes where they do not fit
[[nodiscard]] Imported network_from_graph(const Graph& graph);

}  // namespace plan::onnx_import
