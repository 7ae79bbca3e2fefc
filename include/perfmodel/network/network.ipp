#pragma once
#include <perfmodel/network/network.hpp>

namespace perfmodel {
PERFMODEL_INLINE std::string place(const Network& network, std::size_t layer) {
  const std::string& name = network.layers[layer].name;
  return network.name + ": layer " + std::to_string(layer) + (name.empty() ? "" : " (" + name + ")") + ": ";
}

PERFMODEL_INLINE std::vector<std::int32_t> sources(const Network& network, std::size_t layer) {
  if (!network.layers[layer].inputs.empty()) return network.layers[layer].inputs;
  return {layer == 0 ? network_input(0) : static_cast<std::int32_t>(layer) - 1};
}

PERFMODEL_INLINE std::vector<Shape> input_shapes(const Network& network, std::size_t layer,
                                                 std::span<const Shape> inputs, std::span<const Shape> outputs) {
  const std::vector<std::int32_t>& named = network.layers[layer].inputs;
  const std::int32_t before = layer == 0 ? network_input(0) : static_cast<std::int32_t>(layer) - 1;
  const std::span<const std::int32_t> read = named.empty() ? std::span(&before, 1) : std::span(named);
  std::vector<Shape> found;
  found.reserve(read.size());
  for (const std::int32_t source : read) {
    if (source >= static_cast<std::int32_t>(layer) || -1 - source >= static_cast<std::int32_t>(inputs.size()))
      throw bad_input("input", std::to_string(source), "must be an earlier layer or an input of the network");
    found.push_back(source >= 0 ? outputs[static_cast<std::size_t>(source)]
                                : inputs[static_cast<std::size_t>(-1 - source)]);
  }
  return found;
}

PERFMODEL_INLINE NetworkShapes infer_shapes(const Network& network, std::int64_t batch) {
  require_at_least("batch", batch, 1);
  if (network.layers.empty()) throw bad_input(network.name, "no layers", "a network has at least one layer");
  if (network.inputs.empty()) throw bad_input(network.name, "no inputs", "a network has at least one input");
  NetworkShapes shapes;
  shapes.layer_inputs.reserve(network.layers.size());
  shapes.outputs.reserve(network.layers.size());
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

PERFMODEL_INLINE std::int64_t parameter_count(const Network& network) {
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

PERFMODEL_INLINE Work forward_work(const Network& network, std::int64_t batch) {
  const NetworkShapes shapes = infer_shapes(network, batch);
  Work sum{};
  for (std::size_t i = 0; i < network.layers.size(); ++i)
    sum += forward_work(network.layers[i].what, shapes.layer_inputs[i]);
  return sum;
}

}  // namespace perfmodel
