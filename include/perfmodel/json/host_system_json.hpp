#pragma once
/// data/systems/*.json: one server a file, every number with unit, kind and source. Format: docs/reference/system.md.
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/reader.hpp>
#include <perfmodel/system/host_system.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

/// @throws Error for a missing or unknown field, unknown links, another unit, a number out of range, a number without a
/// source of the file's table
[[nodiscard]] HostSystem system_from_json(const Node& root);
[[nodiscard]] HostSystem system_from_file(const std::filesystem::path& path);
/// The folder of system files: the environment's PERFMODEL_SYSTEMS, else `systems` beside the folder of devices
/// (installed), else data/systems beside it (a clone).
/// @throws Error when none of them is a folder
/// @param devices  the folder of device files that the program knows
[[nodiscard]] std::filesystem::path systems_folder(const std::filesystem::path& devices = devices_folder());
/// Every system of a folder, in the order of the files' names.
[[nodiscard]] std::vector<HostSystem> all_systems(const std::filesystem::path& folder = systems_folder());
/// The system of a name, in any case and with any or no marks between its parts, or the path of a .json file.
/// @throws Error with the nearest names
[[nodiscard]] HostSystem load_system(const std::string& word, const std::string& place = "system",
                                     const std::filesystem::path& folder = systems_folder());
/// What is assumed of a card where nobody names a system: the usual server of it, else one that its links suggest.
[[nodiscard]] HostSystem usual_system(const Device& device, const std::vector<HostSystem>& known = all_systems());

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/host_system_json.ipp>
#endif
