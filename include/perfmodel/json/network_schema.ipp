#pragma once
#include <perfmodel/json/network_schema.hpp>

namespace perfmodel::json {
namespace detail {
PERFMODEL_INLINE nlohmann::ordered_json field_schema(std::string_view field) {
  using nlohmann::ordered_json;
  ordered_json boolean{{"type", "boolean"}}, size{{"type", "integer"}, {"minimum", 0}};
  for (const std::string_view word :
       {"bias", "in_place", "causal", "fused", "joined_softmax", "bidirectional", "ceil_mode", "transpose_second"})
    if (field == word) return boolean;
  for (const std::string_view word : {"probability", "dropout"})
    if (field == word) return {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  for (const std::string_view word :
       {"window", "kernel", "stride", "padding", "dilation", "size", "shape", "factor", "output_padding"})
    if (field == word)
      return {
          {"oneOf", {size, {{"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", 1}, {"maxItems", 6}}}}};
  if (field == "mask") return {{"enum", {"none", "compiled", "kept"}}};
  for (const std::string_view word : {"dimension", "first", "second"})
    if (field == word) return {{"type", "integer"}};
  return size;
}

}  // namespace detail
PERFMODEL_INLINE nlohmann::ordered_json network_schema() {
  using nlohmann::ordered_json;
  const ordered_json name{{"type", "string"}, {"minLength", 1}, {"maxLength", 100}};
  ordered_json layers = ordered_json::array();
  for (const LayerType& type : layer_types()) {
    ordered_json properties{{"type", {{"const", type.word}}},
                            {"name", name},
                            {"from", {{"type", "array"}, {"items", name}, {"minItems", 1}, {"maxItems", 64}}},
                            {"parameters_of", name}};
    for (const std::string_view field : type.fields) properties[std::string(field)] = detail::field_schema(field);
    layers.push_back({{"properties", properties}, {"required", {"type"}}, {"additionalProperties", false}});
  }
  const ordered_json list{{"type", "array"}, {"minItems", 1}, {"items", {{"$ref", "#/$defs/layer"}}}};
  layers.push_back({{"properties",
                     {{"repeat", {{"type", "integer"}, {"minimum", 1}, {"maximum", 100000}}},
                      {"name", name},
                      {"input", name},
                      {"layers", list}}},
                    {"required", {"repeat", "layers"}},
                    {"additionalProperties", false}});
  const ordered_json input{
      {"type", "object"},
      {"properties",
       {{"name", name},
        {"integers", {{"type", "boolean"}}},
        {"shape",
         {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 1}}}, {"minItems", 1}, {"maxItems", 5}}}}},
      {"required", {"shape"}},
      {"additionalProperties", false}};
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", "A network for perfmodel: inputs and a list of layers"},
          {"type", "object"},
          {"properties",
           {{"$schema", {{"type", "string"}}},
            {"name", name},
            {"inputs", {{"type", "array"}, {"minItems", 1}, {"maxItems", 16}, {"items", input}}},
            {"layers", list},
            {"loss", {{"enum", {"cross_entropy", "mse", "none"}}}}}},
          {"required", {"inputs", "layers"}},
          {"additionalProperties", false},
          {"$defs", {{"layer", {{"type", "object"}, {"oneOf", layers}}}}}};
}

}  // namespace perfmodel::json
