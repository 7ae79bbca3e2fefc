#pragma once
#include <cstdint>
#include <optional>
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

/// Layers in an order in which they can run (each uses only earlier ones), the last one's output feeding the loss.
struct Network {
  std::string name{};
  std::vector<NetworkInput> inputs{};
  std::vector<Layer> layers{};
  Loss loss{CrossEntropy{}};
  std::vector<std::int32_t> extra_outputs{};  ///< layers whose outputs the caller keeps beside the last one's
  std::vector<AuxiliaryLoss> auxiliary_losses{};
};

/// Shapes of everything at one batch size.
struct NetworkShapes {
  std::vector<Shape> inputs{};  ///< of the network, batch in front
  std::vector<std::vector<Shape>> layer_inputs{};
  std::vector<Shape> outputs{};  ///< of the layers
};

/// "layer 3 (fc2): ", the place of an error.
[[nodiscard]] inline std::string place(const Network& network, std::size_t layer) {
  const std::string& name = network.layers[layer].name;
  return network.name + ": layer " + std::to_string(layer) + (name.empty() ? "" : " (" + name + ")") + ": ";
}

/// Which outputs a layer reads: its list, or the layer before (the first layer: the first input).
[[nodiscard]] inline std::vector<std::int32_t> sources(const Network& network, std::size_t layer) {
  if (!network.layers[layer].inputs.empty()) return network.layers[layer].inputs;
  return {layer == 0 ? network_input(0) : static_cast<std::int32_t>(layer) - 1};
}

/// Shapes of what a layer reads, given those of the network's inputs and of the layers before it.
/// @throws Error where it reads a layer that does not come earlier, or no input of the network
[[nodiscard]] inline std::vector<Shape> input_shapes(const Network& network, std::size_t layer,
                                                     std::span<const Shape> inputs, std::span<const Shape> outputs) {
  std::vector<Shape> found;
  for (const std::int32_t source : sources(network, layer)) {
    if (source >= static_cast<std::int32_t>(layer) || -1 - source >= static_cast<std::int32_t>(inputs.size()))
      throw bad_input("input", std::to_string(source), "must be an earlier layer or an input of the network");
    found.push_back(source >= 0 ? outputs[static_cast<std::size_t>(source)]
                                : inputs[static_cast<std::size_t>(-1 - source)]);
  }
  return found;
}

/// @throws Error naming the layer and the two shapes where they do not fit, a reference to a layer that does not come
/// earlier, a batch below 1, or sizes beyond 63 bits
[[nodiscard]] inline NetworkShapes infer_shapes(const Network& network, std::int64_t batch) {
  require_at_least("batch", batch, 1);
  if (network.layers.empty()) throw bad_input(network.name, "no layers", "a network has at least one layer");
  if (network.inputs.empty()) throw bad_input(network.name, "no inputs", "a network has at least one input");
  NetworkShapes shapes;
  for (const NetworkInput& input : network.inputs) {
    Shape s{batch};
    for (std::size_t i = 0; i < input.shape.rank; ++i) {
      require_at_least(network.name + ": input " + input.name + ": dimension " + std::to_string(i), input.shape[i], 1);
      s.push_back(input.shape[i]);
    }
    shapes.inputs.push_back(s);
  }
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    try {
      std::vector<Shape> in_shapes = input_shapes(network, i, shapes.inputs, shapes.outputs);
      const Shape out = output_shape(network.layers[i].what, in_shapes);
      (void)checked_product(elements(out), 64);  // bytes of any format, and sums of a few, stay within 63 bits
      for (const ParameterTensor& p : parameters(network.layers[i].what, in_shapes))
        (void)checked_product(elements(p.shape), 64);
      if (network.layers[i].parameters_of >= static_cast<std::int32_t>(i))
        throw bad_input("parameters_of", std::to_string(network.layers[i].parameters_of), "must be an earlier layer");
      shapes.layer_inputs.push_back(std::move(in_shapes));
      shapes.outputs.push_back(out);
    } catch (const Error& e) {
      throw at(place(network, i), e);
    }
  }
  return shapes;
}

/// Trainable parameters. @throws Error as infer_shapes
[[nodiscard]] inline std::int64_t parameter_count(const Network& network) {
  const NetworkShapes shapes = infer_shapes(network, 1);
  std::int64_t count = 0;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const std::int32_t owner = network.layers[i].parameters_of;
    std::size_t shared = owner < 0 ? 0
                                   : parameters(network.layers[static_cast<std::size_t>(owner)].what,
                                                shapes.layer_inputs[static_cast<std::size_t>(owner)])
                                         .size();
    for (const ParameterTensor& p : parameters(network.layers[i].what, shapes.layer_inputs[i])) {
      if (shared > 0) {
        --shared;
        continue;
      }
      if (p.trainable && __builtin_add_overflow(count, elements(p.shape), &count))
        throw bad_input(network.name, "more than 2^63 parameters", "the count must fit 63 bits");
    }
  }
  return count;
}

/// Useful operations of one forward pass over a batch.
[[nodiscard]] inline Work forward_work(const Network& network, std::int64_t batch) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  Work sum{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    sum += forward_work(network.layers[i].what, shapes.layer_inputs[i]);
  return sum;
}

}  // namespace perfmodel
