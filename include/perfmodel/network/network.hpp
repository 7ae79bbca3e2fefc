#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/layer/layer.hpp>
#include <perfmodel/layer/loss.hpp>
#include <span>
#include <string>
#include <vector>

namespace perfmodel {

/// One input of a network, per sample: the batch is put in front.
struct NetworkInput {
  std::string name{"input"};
  Shape shape{};    ///< of one sample
  bool integers{};  ///< int64 (token numbers) instead of the recipe's floating-point format
};

/// A loss on the output of another layer, added to the main one with a weight.
struct AuxiliaryLoss {
  std::int32_t layer{};
  double weight{1.0};
  std::optional<Loss> loss{};  ///< with a target of its own; absent: the network's loss and target
};

struct Recording;

/// Layers in an order in which they can run (each uses only earlier ones), the last one's output feeding the loss.
struct Network {
  std::string name{};
  std::vector<NetworkInput> inputs{};
  std::vector<Layer> layers{};
  Loss loss{CrossEntropy{}};
  std::vector<std::int32_t> extra_outputs{};  ///< layers whose outputs the caller keeps beside the last one's
  std::vector<AuxiliaryLoss> auxiliary_losses{};
  /// The program lets go of the output once it has the loss; else it holds both until the next step's take their names.
  bool drops_output{};
  /// A recorded step instead: `layers` then only name its modules (recording/recorded_network.hpp).
  std::shared_ptr<const Recording> recording{};
};

/// Shapes of everything at one batch size.
struct NetworkShapes {
  std::vector<Shape> inputs{};  ///< of the network, batch in front
  std::vector<std::vector<Shape>> layer_inputs{};
  std::vector<Shape> outputs{};  ///< of the layers
};

/// "layer 3 (fc2): ", the place of an error.
[[nodiscard]] std::string place(const Network& network, std::size_t layer);

/// Which outputs a layer reads: its list, or the layer before (the first layer: the first input).
[[nodiscard]] std::vector<std::int32_t> sources(const Network& network, std::size_t layer);

/// Shapes of what a layer reads, given those of the network's inputs and of the layers before it.
/// @throws Error where it reads a layer that does not come earlier, or no input of the network
[[nodiscard]] std::vector<Shape> input_shapes(const Network& network, std::size_t layer, std::span<const Shape> inputs,
                                              std::span<const Shape> outputs);

/// @throws Error naming the layer and the two shapes where they do not fit, a reference to a layer that does not come
/// earlier, a batch below 1, or sizes beyond 63 bits
[[nodiscard]] NetworkShapes infer_shapes(const Network& network, std::int64_t batch);

/// Trainable parameters. @throws Error as infer_shapes
[[nodiscard]] std::int64_t parameter_count(const Network& network);

/// Useful operations of one forward pass over a batch.
[[nodiscard]] Work forward_work(const Network& network, std::int64_t batch);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/network.ipp>
#endif
