#pragma once
/// Finds device files by the name of the card.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel::json {

/// The names closest to a word that is none of them, at most `count`: those that contain it, then by edit distance.
[[nodiscard]] std::vector<std::string> nearest_names(const std::string& word, std::vector<std::string> names,
                                                     std::size_t count = 4);

namespace detail {
/// The first of the places that is a folder: the environment's, the program's own installation, then `built_with`.
[[nodiscard]] std::filesystem::path first_devices_folder(const std::vector<std::filesystem::path>& built_with);
}  // namespace detail

/// The folder of device files: the environment's PERFMODEL_DEVICES, else ../share/perfmodel/devices from the program
/// (it is installed), else the folder that CMake's target names (PERFMODEL_DEVICES_DIR), else the one that lies beside
/// this header, in the source tree or installed.
/// @throws Error when none of them is a folder
[[nodiscard]] static inline std::filesystem::path devices_folder() {
  std::vector<std::filesystem::path> built_with;
#ifdef PERFMODEL_DEVICES_DIR
  built_with.emplace_back(PERFMODEL_DEVICES_DIR);
#endif
  const std::filesystem::path root = std::filesystem::path(__FILE__) / "../../../..";  // of include/perfmodel/json
  built_with.push_back((root / "devices").lexically_normal());
  built_with.push_back((root / "share/perfmodel/devices").lexically_normal());
  return detail::first_devices_folder(built_with);
}

/// Device files of a folder, sorted; sources.json and schema.json are none.
[[nodiscard]] std::vector<std::filesystem::path> device_files(const std::filesystem::path& folder);

/// Names of all cards, as the files spell them.
/// @throws Error when a file cannot be read or has no name
[[nodiscard]] std::vector<std::string> device_names(const std::filesystem::path& folder = devices_folder());

/// The file of a card.
/// @param word   name in any case, or the path of a .json file (anything that ends in .json or has a slash)
/// @param place  what the user wrote it in, for the message, e.g. "--device"
/// @throws Error with the nearest names
[[nodiscard]] std::filesystem::path find_device(const std::string& word, const std::string& place = "device",
                                                const std::filesystem::path& folder = devices_folder());

/// Finds and reads a card.
[[nodiscard]] inline DeviceRecord load_device(const std::string& word, const std::string& place = "device",
                                              const std::filesystem::path& folder = devices_folder()) {
  return device_from_file(find_device(word, place, folder));
}

/// Constants that a calibration measured on this card, if its file is there: FOLDER/calibrated/NAME.json, the
/// name in lower case.
[[nodiscard]] std::optional<std::filesystem::path> calibrated_file(
    const std::string& device_name, const std::filesystem::path& folder = devices_folder());

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/catalogue.ipp>
#endif
