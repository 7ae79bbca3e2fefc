#pragma once
/// An ONNX graph as plain data, every shape known: what reading a file gives and what becomes a network.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plan::onnx_import {

using Dims = std::vector<std::int64_t>;

/// "[1, 3, 224, 224]"
[[nodiscard]] inline std::string text(const Dims& dims) {
  std::string words;
  for (const std::int64_t d : dims) words += (words.empty() ? "" : ", ") + std::to_string(d);
  return '[' + words + ']';
}

/// What is known about one named tensor.
struct TensorFacts {
  Dims dims{};
  bool shaped{};                 ///< `dims` are known
  bool constant{};               ///< an initializer, or computed from nothing else
  bool stored{};                 ///< an initializer of the file: a weight or a buffer
  bool integers{};               ///< not floating-point
  int type{};                    ///< the format's number of the element type; 0: not known
  std::vector<double> values{};  ///< of small constants; empty: not known
};

struct Node {
  std::string name{}, type{};  ///< type with its domain, if that is not ONNX's own
  std::vector<std::string> inputs{}, outputs{};
  std::map<std::string, std::vector<std::int64_t>> integers{};  ///< attributes; one number is a list of one
  std::map<std::string, double> numbers{};
  std::map<std::string, std::string> words{};

  [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t absent) const {
    const auto found = integers.find(key);
    return found == integers.end() || found->second.empty() ? absent : found->second.front();
  }
  [[nodiscard]] std::vector<std::int64_t> list(const std::string& key, const std::vector<std::int64_t>& absent) const {
    const auto found = integers.find(key);
    return found == integers.end() ? absent : found->second;
  }
  [[nodiscard]] std::string word(const std::string& key, const std::string& absent) const {
    const auto found = words.find(key);
    return found == words.end() ? absent : found->second;
  }
};

struct Graph {
  std::string file{};
  std::int64_t batch{1};  ///< extent that the batch has in the shapes below
  std::vector<std::string> inputs{}, outputs{};
  std::map<std::string, std::size_t> batch_dimensions{};  ///< of inputs: which dimension the batch is
  std::vector<Node> nodes{};  ///< in an order in which they can run, constants computed away
  std::map<std::string, TensorFacts> tensors{};
  bool restores_norms{true};  ///< batch norms that an exporter folded into products before them run after these again
};

/// Whether a convolution or a linear layer has swallowed a batch norm. PyTorch's exporters do so in evaluation mode,
/// the newer one in training, too: the result bears the norm's name (its first result, "getitem"), or weight and bias
/// are no neighbours ("conv1.weight" and "conv1.bias").
[[nodiscard]] bool swallowed_norm(const Node& node);
/// Whether weight and bias are neighbours: else the bias is the norm's.
[[nodiscard]] bool has_own_bias(const Node& node);

/// Extents for dynamic axes by name, as in `model.onnx,seq=128`.
using AxisValues = std::vector<std::pair<std::string, std::int64_t>>;

/// Reads a file, gives its dynamic axes values, infers all shapes and computes constants.
/// @throws perfmodel::Error naming the file and, where there is one, node, axis or tensor
[[nodiscard]] Graph read_graph(const std::string& path, const AxisValues& axes);

}  // namespace plan::onnx_import
