#pragma once
/// One layer as a JSON object: {"type": "linear", "outputs": 4096, "bias": false}. docs/planner.md lists the types.
#include <perfmodel/json/reader.hpp>
#include <perfmodel/layer/layer.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace perfmodel::json {

/// One accepted "type": the fields that belong to it and how they are read. `inputs` are the shapes that arrive, with
/// a batch of 1 in front: what follows from them need not be written.
struct LayerType {
  std::string_view word{};
  std::vector<std::string_view> fields{};
  LayerKind (*read)(const Node& node, InputShapes inputs){};
};

inline constexpr std::int64_t largest_size = std::int64_t{1} << 40;

[[nodiscard]] inline std::int64_t integer_or(const Node& node, std::string_view key, std::int64_t absent, std::int64_t low = 1,
                                             std::int64_t high = largest_size) {
  const auto field = node.find(key);
  return field ? field->integer(low, high) : absent;
}
[[nodiscard]] inline bool boolean_or(const Node& node, std::string_view key, bool absent) {
  const auto field = node.find(key);
  return field ? field->boolean() : absent;
}

namespace detail {

template <ActivationKind function>
[[nodiscard]] LayerKind read_activation(const Node& node, InputShapes) {
  return Activation{.function = function, .in_place = boolean_or(node, "in_place", false)};
}

/// Extent `index` of the first input, counted from the front (the batch is 0) or, if negative, from the back.
[[nodiscard]] inline std::int64_t extent(InputShapes inputs, std::int64_t index) {
  if (inputs.empty()) return 0;
  const auto rank = static_cast<std::int64_t>(inputs[0].rank);
  const std::int64_t i = index < 0 ? rank + index : index;
  return i >= 0 && i < rank ? inputs[0][static_cast<std::size_t>(i)] : 0;
}

}  // namespace detail

/// All types of layers that a file may name.
[[nodiscard]] inline const std::vector<LayerType>& layer_types() {
  using enum ActivationKind;
  static const std::vector<LayerType> types{
      {"linear", {"inputs", "outputs", "bias"},
       [](const Node& node, InputShapes in) -> LayerKind {
         return Linear{.inputs = integer_or(node, "inputs", detail::extent(in, -1)),
                       .outputs = node.at("outputs").integer(1, largest_size),
                       .bias = boolean_or(node, "bias", true)};
       }},
      {"relu", {"in_place"}, detail::read_activation<relu>},
      {"leaky_relu", {"in_place"}, detail::read_activation<leaky_relu>},
      {"relu6", {"in_place"}, detail::read_activation<relu6>},
      {"sigmoid", {"in_place"}, detail::read_activation<sigmoid>},
      {"tanh", {"in_place"}, detail::read_activation<ActivationKind::tanh>},
      {"gelu", {"in_place"}, detail::read_activation<gelu>},
      {"gelu_tanh", {"in_place"}, detail::read_activation<gelu_tanh>},
      {"silu", {"in_place"}, detail::read_activation<silu>},
      {"hardswish", {"in_place"}, detail::read_activation<hardswish>},
      {"elu", {"in_place"}, detail::read_activation<elu>},
      {"add", {"in_place"},
       [](const Node& node, InputShapes) -> LayerKind { return Add{.in_place = boolean_or(node, "in_place", false)}; }},
      {"multiply", {}, [](const Node&, InputShapes) -> LayerKind { return Multiply{}; }},
      {"scale", {}, [](const Node&, InputShapes) -> LayerKind { return Scale{}; }},
      {"dropout", {"probability"},
       [](const Node& node, InputShapes) -> LayerKind {
         const auto p = node.find("probability");
         return Dropout{.probability = p ? p->number({.low = 0.0, .high = 1.0}) : 0.5};
       }},
  };
  return types;
}

/// The type that a layer object names. @throws Error naming the accepted types
[[nodiscard]] inline const LayerType& layer_type(const Node& node) {
  const Node word = node.at("type");
  std::string accepted;
  for (const LayerType& type : layer_types()) {
    if (word.raw() == type.word) return type;
    accepted += (accepted.empty() ? "" : ", ") + std::string(type.word);
  }
  throw word.error("must be one of " + accepted);
}

}  // namespace perfmodel::json
