#pragma once
/// A network as a JSON list of layers:
///
///     {"name": "mlp", "inputs": [{"shape": [784]}], "loss": "cross_entropy",
///      "layers": [{"repeat": 3, "layers": [{"type": "linear", "outputs": 512}, {"type": "relu"}]},
///                 {"type": "linear", "outputs": 10}]}
///
/// A layer reads the one before it, or what "from" names: earlier layers or inputs. Schema: docs/network.schema.json.
#include <map>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/network/network.hpp>
#include <string>
#include <utility>
#include <vector>

namespace perfmodel::json {

inline constexpr std::size_t most_layers = 100'000;

/// @throws Error naming file, JSON pointer, value and what is accepted; shapes that do not fit name both shapes
[[nodiscard]] Network network_from_json(const Node& root);

/// @throws Error as parse_file() and network_from_json() do
[[nodiscard]] Network read_network(const std::filesystem::path& path);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/network_json.ipp>
#endif
