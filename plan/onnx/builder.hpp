#pragma once
/// The network that a graph becomes, while it is built: what each tensor is in it, its shape for one sample, the layers
/// so far. A graph has the batch somewhere among its dimensions, a network in front.
#include <map>
#include <optional>
#include <perfmodel/network/network.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph.hpp"

namespace plan::onnx_import {

class NetworkBuilder {
 public:
  /// Begins with the graph's inputs. @throws Error for an input of unknown shape or without a batch
  explicit NetworkBuilder(const Graph& graph);

  /// The node that layers come from now, for names and messages.
  void at_node(std::size_t index) { index_ = index; }

  /// Where the batch is among the graph's dimensions; nothing where it is part of one or absent.
  [[nodiscard]] std::optional<std::size_t> batch_at(const Dims& dims) const;
  /// The first dimension that a fixed batch above 1 is a part of (batch x windows, batch x heads).
  [[nodiscard]] std::optional<std::size_t> batch_within(const Dims& dims) const;
  /// The shape of one sample. A dimension that holds the batch times something keeps the something.
  [[nodiscard]] perfmodel::Shape sample(const Dims& dims, const std::string& place) const;
  /// With a batch of one in front: what the network's layers see.
  [[nodiscard]] perfmodel::Shape batched(const perfmodel::Shape& of_sample) const;
  /// The network's dimension that a graph's axis is, if the batch is a dimension of its own in front of it or behind.
  [[nodiscard]] std::optional<std::int64_t> axis_of(const Dims& dims, std::int64_t axis) const;

  /// "model.onnx: node conv1 (Conv): "
  [[nodiscard]] std::string place(const Node& node) const;
  /// Of a tensor that the graph does not know: nothing.
  [[nodiscard]] const TensorFacts& facts(const std::string& name) const;
  /// @throws Error where the shape is not known or impossible
  [[nodiscard]] const Dims& dims_of(const Node& node, const std::string& name) const;
  /// Of a value of the network, with a batch of one.
  [[nodiscard]] perfmodel::Shape shape_of(std::int32_t value) const;
  [[nodiscard]] bool constant(const std::string& name) const { return facts(name).constant; }
  /// Whether a tensor is a value of the network: no constant, or one that training changes.
  [[nodiscard]] bool has_value(const std::string& name) const { return !constant(name) || slots_.contains(name); }
  /// Whether an input is a constant of that many dimensions.
  [[nodiscard]] bool weight(const Node& node, std::size_t i, std::size_t rank) const;
  /// The value that a node's input is. @throws Error where no earlier node computes it
  [[nodiscard]] std::int32_t value_of(const Node& node, std::size_t i) const;
  [[nodiscard]] bool given(const Node& node, std::size_t i) const {
    return node.inputs.size() > i && !node.inputs[i].empty();
  }

  /// A layer more; its index is its value. Layers of one owner (a weight's name) share its parameters.
  /// @throws Error naming the node and the shapes that do not fit
  std::int32_t add(const Node& node, perfmodel::LayerKind what, std::vector<std::int32_t> inputs,
                   const std::string& owner = {});
  /// The value in the shape that the graph says, through a view if needed.
  std::int32_t shaped(const Node& node, std::int32_t value, const Dims& dims);
  /// A node's output has this value, in the graph's shape where that is known.
  void set(const Node& node, std::size_t output, std::int32_t value);
  /// An operator that reads the dynamic inputs and at most one weight and writes the output.
  void opaque(const Node& node, perfmodel::PerElement each,
              perfmodel::OpaqueOperator::Pattern pattern = perfmodel::OpaqueOperator::Pattern::elementwise,
              std::size_t output = 0);
  /// A tensor of the graph has this value; another name for one that has.
  void bind(const std::string& name, std::int32_t value) { slots_[name] = value; }
  void alias(const std::string& name, const std::string& known) { slots_[name] = slots_.at(known); }

  /// The network ends in this value, which a loss in the graph reads, whatever the graph's first output is.
  void end_in(std::int32_t value) { end_ = value; }
  /// Whether a tensor is the graph's first output.
  [[nodiscard]] bool is_result(const std::string& name) const { return graph_.outputs[0] == name; }

  /// The whole network, once. The graph's first output feeds the loss; it must be the last layer. Others are kept.
  [[nodiscard]] perfmodel::Network finish();

  /// What was decided for the reader, one line each.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  void note(std::string line) { notes_.push_back(std::move(line)); }

 private:
  [[nodiscard]] perfmodel::Shape sample_of(std::int32_t value) const;
  void add_input(const std::string& name);

  const Graph& graph_;
  perfmodel::Network network_{};
  std::vector<std::string> notes_{};
  std::vector<perfmodel::Shape> shapes_{};
  std::map<std::string, std::int32_t> slots_{}, owners_{};
  std::set<std::string> names_{};
  std::optional<std::int32_t> end_{};
  std::size_t index_{};
};

}  // namespace plan::onnx_import
