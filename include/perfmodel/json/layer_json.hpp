#pragma once
/// One layer as a JSON object: {"type": "linear", "outputs": 4096, "bias": false}. docs/reference/network-files.md
/// lists the types.
#include <algorithm>
#include <array>
#include <perfmodel/compiled.hpp>
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

[[nodiscard]] inline std::int64_t integer_or(const Node& node, std::string_view key, std::int64_t absent,
                                             std::int64_t low = 1, std::int64_t high = largest_size) {
  const auto field = node.find(key);
  return field ? field->integer(low, high) : absent;
}
[[nodiscard]] inline bool boolean_or(const Node& node, std::string_view key, bool absent) {
  const auto field = node.find(key);
  return field ? field->boolean() : absent;
}

/// All types of layers that a file may name.
[[nodiscard]] const std::vector<LayerType>& layer_types();

/// The type that a layer object names. @throws Error naming the accepted types
[[nodiscard]] const LayerType& layer_type(const Node& node);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/layer_json.ipp>
#endif
