#pragma once
/// Finds device files by the name of the card.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <perfmodel/json/device_json.hpp>
#include <perfmodel/quoted_text.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel::json {

/// The names closest to a word that is none of them, at most `count`: those that contain it, then by edit distance.
[[nodiscard]] inline std::vector<std::string> nearest_names(const std::string& word, std::vector<std::string> names,
                                                            std::size_t count = 4) {
  const std::string wanted = lower_case(word.substr(0, 64));
  const auto distance = [&](const std::string& name) {
    const std::string candidate = lower_case(name);
    const std::size_t edits = edit_distance(wanted, candidate);
    return !wanted.empty() && candidate.find(wanted) != std::string::npos ? edits : edits + 1000;
  };
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  if (names.size() > count) names.resize(count);
  return names;
}

/// The folder of device files: the environment's PERFMODEL_DEVICES, else ../share/perfmodel/devices from the program
/// (it is installed), else the folder the program was built with (PERFMODEL_DEVICES_DIR).
/// @throws Error when none of them is a folder
[[nodiscard]] inline std::filesystem::path devices_folder() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (const char* set = std::getenv("PERFMODEL_DEVICES"); set != nullptr && *set != '\0') {
    if (!fs::is_directory(set, ignored))
      throw bad_input("PERFMODEL_DEVICES", '"' + one_line(set) + '"', "must be a folder of device files");
    return set;
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed = program.parent_path() / ".." / "share" / "perfmodel" / "devices";
  if (!program.empty() && fs::is_directory(installed, ignored)) return installed.lexically_normal();
#ifdef PERFMODEL_DEVICES_DIR
  if (fs::is_directory(PERFMODEL_DEVICES_DIR, ignored)) return PERFMODEL_DEVICES_DIR;
#endif
  throw bad_input("device files", "no folder", "set PERFMODEL_DEVICES to the folder of device files");
}

/// Device files of a folder, sorted; sources.json and schema.json are none.
[[nodiscard]] inline std::vector<std::filesystem::path> device_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() == ".json" && path.stem() != "sources" && path.stem() != "schema") files.push_back(path);
  }
  if (error) throw bad_input(one_line(folder.string(), 400), '"' + error.message() + '"', "must be a readable folder");
  std::sort(files.begin(), files.end());
  return files;
}

/// Names of all cards, as the files spell them.
/// @throws Error when a file cannot be read or has no name
[[nodiscard]] inline std::vector<std::string> device_names(const std::filesystem::path& folder = devices_folder()) {
  std::vector<std::string> names;
  for (const auto& path : device_files(folder)) {
    const Document document = parse_file(path);
    names.push_back(document.root().at("name").text(64));
  }
  return names;
}

/// The file of a card.
/// @param word   name in any case, or the path of a .json file (anything that ends in .json or has a slash)
/// @param place  what the user wrote it in, for the message, e.g. "--device"
/// @throws Error with the nearest names
[[nodiscard]] inline std::filesystem::path find_device(const std::string& word, const std::string& place = "device",
                                                       const std::filesystem::path& folder = devices_folder()) {
  if (word.find('/') != std::string::npos || (word.size() > 5 && lower_case(word).ends_with(".json"))) return word;
  std::error_code ignored;
  std::filesystem::path file = folder / (lower_case(word) + ".json");
  const bool plain = !word.empty() && word.size() <= 64 && file.stem() != "sources" && file.stem() != "schema";
  if (plain && std::filesystem::is_regular_file(file, ignored)) return file;
  std::string near;
  for (const std::string& name : nearest_names(word, device_names(folder))) near += (near.empty() ? "" : ", ") + name;
  throw bad_input(place, '"' + one_line(word, 64) + '"',
                  "must be the name of a card or a .json file; nearest: " + near);
}

/// Finds and reads a card.
[[nodiscard]] inline DeviceRecord load_device(const std::string& word, const std::string& place = "device",
                                              const std::filesystem::path& folder = devices_folder()) {
  return device_from_file(find_device(word, place, folder));
}

/// Constants that a calibration measured on this card, if its file is there: <folder>/calibrated/<name, lower
/// case>.json.
[[nodiscard]] inline std::optional<std::filesystem::path> calibrated_file(
    const std::string& device_name, const std::filesystem::path& folder = devices_folder()) {
  const std::filesystem::path file = folder / "calibrated" / (lower_case(device_name) + ".json");
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) return file;
  return std::nullopt;
}

}  // namespace perfmodel::json
