#pragma once
/// The JSON Schema of network files, made from the table of layer types, so that it names exactly what the reader
/// takes.
#include <nlohmann/json.hpp>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/layer_json.hpp>
#include <string>
#include <string_view>

namespace perfmodel::json {

namespace detail {

/// What a layer's field may hold. Sizes are whole numbers unless the field is listed here.
[[nodiscard]] nlohmann::ordered_json field_schema(std::string_view field);

}  // namespace detail

/// Draft 2020-12.
[[nodiscard]] nlohmann::ordered_json network_schema();

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/network_schema.ipp>
#endif
