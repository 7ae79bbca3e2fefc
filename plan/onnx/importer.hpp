#pragma once
/// From an ONNX graph's operators to layers: one function an operator, in the files import_*.cpp by what they do.
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "batch.hpp"
#include "builder.hpp"
#include "import.hpp"

namespace plan::onnx_import {

/// From operators to layers.
class Importer {
 public:
  explicit Importer(const Graph& graph) : graph_(graph), net_(graph), batch_(follow_batch(graph)) {
    for (const Node& node : graph.nodes)
      for (const std::string& name : node.inputs) {
        ++uses_[name];
        readers_[name].push_back(&node);
      }
    for (const std::string& name : graph.outputs) ++uses_[name];
  }

  Imported run();

 private:
  void import(const Node& node);
  void unknown(const Node& node);
  /// @returns whether the operator is one of these
  bool product(const Node& node);
  bool norm(const Node& node);
  /// Of rows, as the graph's result: the network ends in what it reads. @throws Error for others
  void loss(const Node& node);

  // --- products ---

  void convolution(const Node& node);
  /// Strides, dilations and padding are small numbers; others would overflow sums of extents.
  void check_window(const Node& node, std::string_view key, const std::vector<std::int64_t>& list,
                    std::int64_t least) const;
  /// Sets the padding. Unequal padding is a copy into a larger tensor first.
  std::int32_t padded(const Node& node, std::int32_t x, perfmodel::Convolution2d& c, std::size_t spatial);
  void gemm(const Node& node);
  /// A product with a weight is a linear layer; an addition of a bias that follows belongs to it.
  void matmul(const Node& node);
  /// @throws Error where input and filters do not fit each other, or pictures are not a sample's alone
  void check_filter(const Node& node, const Dims& x, const Dims& w) const;
  /// Whether a product has a bias of its own.
  [[nodiscard]] bool biased(const Node& node) const;
  /// The batch norm behind a product that has swallowed one. @returns its value, or the product's
  [[nodiscard]] std::int32_t with_norm(const Node& node, std::int32_t value);
  /// A product that an equation says, of two operands.
  void einsum(const Node& node);
  /// An operand whose dimensions have these letters, copied into the order that is wanted, if it is another.
  [[nodiscard]] std::int32_t in_order(const Node& node, std::size_t i, const std::string& letters,
                                      const std::string& wanted, const perfmodel::Shape& sample);
  /// A convolution of volumes as one of images with depth and height in one dimension: the same products and bytes.
  void deep_convolution(const Node& node);
  /// The index of an Add node that does nothing but add a vector of that length to this node's output; 0: none.
  [[nodiscard]] std::size_t following_bias(const Node& node, std::int64_t length) const;

  // --- attention ---

  void attention(const Node& node);
  /// An operand [batch, heads, length, size] as [batch, length, heads x size].
  [[nodiscard]] std::int32_t side_by_side(const Node& node, std::size_t i);
  /// Softmax between two products, where no fused kernel fits.
  void composite_attention(const Node& node);
  /// Whether a tensor has readers, all of them such, and is no result of the graph.
  [[nodiscard]] bool read_only_by(const std::string& name, const std::function<bool(const Node&)>& takes) const;
  /// Whether a tensor is read by attention, or turned back, alone: then its heads stay side by side in memory.
  [[nodiscard]] bool for_attention_alone(const std::string& name) const;
  [[nodiscard]] bool turned_back_alone(const std::string& name) const;

  // --- normalization, pooling, elementwise ---

  void layer_norm(const Node& node);
  void rms_norm(const Node& node);
  void group_norm(const Node& node);
  void pool(const Node& node);
  void softmax(const Node& node);
  void add_or_multiply(const Node& node);
  void clip(const Node& node);
  /// Integers made numbers have another size; among numbers, autocast decides.
  void cast(const Node& node);
  void reduce(const Node& node);
  [[nodiscard]] static std::vector<std::int64_t> as_list(const std::vector<double>& values);

  // --- shapes and pieces ---

  void view(const Node& node);
  /// Whether all that reads a repeated tensor repeats it itself: a view then.
  [[nodiscard]] bool repeated_by_readers(const Node& node) const;
  void dropout(const Node& node);
  /// A view in eager frameworks too: what reads it pays. Here it is a copy where the order in memory changes, unless
  /// channels are moved to the end or back for operators that take them so.
  void transpose(const Node& node);
  [[nodiscard]] bool moves_channels(const Node& node) const;
  void concat(const Node& node);
  void piece(const Node& node, std::size_t output, std::int64_t axis, std::int64_t begin, std::int64_t length);
  void split(const Node& node);
  void slice(const Node& node);
  /// Rows of a table are an embedding; one index of an activation is a view.
  void gather(const Node& node);
  /// Rows 0, 1, ... of a table, as many as an input has tokens, are learned positions, which have a gradient.
  void positions(const Node& node);
  void recurrent(const Node& node);
  /// How many sequences of a sample a recurrent layer reads: a batch that is folded with something else has several.
  /// @throws Error naming the dimension that holds the batch where it is none that the operator takes it in
  [[nodiscard]] std::int64_t sequences_of_sample(const Node& node, const Dims& x, std::size_t dimension) const;
  /// Lengths and initial states are of each sequence, and change no cost: a line says so of those that are computed.
  /// @throws Error naming a shape or the dimension of the batch that does not fit
  void check_states(const Node& node, std::int64_t directions, std::int64_t sequences, std::int64_t hidden);
  /// Whether all that reads a tensor is a recurrent layer, which copies it with time in front itself.
  [[nodiscard]] bool read_step_by_step(const Node& node) const;
  void resize(const Node& node);

  const Graph& graph_;
  NetworkBuilder net_;
  std::map<std::string, BatchPlace> batch_;  ///< where the batch is, of tensors whose batch can be followed
  Imported result_{};
  std::map<std::string, int> uses_{};  ///< by how many nodes and outputs a tensor is read
  std::map<std::string, std::vector<const Node*>> readers_{};
  std::map<std::string, std::int32_t> turned_{};  ///< [batch, heads, length, size] that lie as [batch, length, heads,
                                                  ///< size], as which their values are kept
  std::set<std::size_t> merged_{};                ///< nodes that an earlier one's layer does
  std::size_t index_{};
};

}  // namespace plan::onnx_import
