#pragma once
/// data/presets/*.json: jobs of benchmarks, every number with its source. Format: docs/reference/preset.md.
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/planner/preset.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

/// @throws Error for a missing or unknown field, a number out of range or without a source of the file's table
[[nodiscard]] std::vector<Preset> presets_from_json(const Node& root);
/// The folder of preset files: `presets` beside the folder of devices (installed), else data/presets beside it (a
/// clone). @throws Error when none of them is a folder
[[nodiscard]] std::filesystem::path presets_folder(const std::filesystem::path& devices = devices_folder());
/// @throws Error with the nearest names
[[nodiscard]] Preset load_preset(const std::string& name, const std::string& place = "preset",
                                 const std::filesystem::path& folder = presets_folder());

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/preset_json.ipp>
#endif
