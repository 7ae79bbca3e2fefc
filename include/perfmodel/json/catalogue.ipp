#pragma once
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/reader.hpp>

namespace perfmodel::json {
PERFMODEL_INLINE std::vector<std::string> nearest_names(const std::string& word, std::vector<std::string> names,
                                                        std::size_t count) {
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

PERFMODEL_INLINE std::filesystem::path detail::first_devices_folder(
    const std::vector<std::filesystem::path>& built_with) {
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
  for (const fs::path& folder : built_with)
    if (fs::is_directory(folder, ignored)) return folder;
  throw bad_input("device files", "no folder", "set PERFMODEL_DEVICES to the folder of device files");
}

PERFMODEL_INLINE std::vector<std::filesystem::path> device_files(const std::filesystem::path& folder) {
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

PERFMODEL_INLINE std::vector<std::string> device_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& path : device_files(folder)) {
    const Document document = parse_file(path);
    names.push_back(document.root().at("name").text(64));
  }
  return names;
}

namespace detail {
/// Whether the beginning of a name ends where a part of it ends: at a dash, or between a letter and a figure, as in
/// H100-SXM of H100-SXM5-80GB; RTX-509 is no part of RTX-5090.
[[nodiscard]] inline bool begins_whole(const std::string& beginning, const std::string& name) {
  if (!name.starts_with(beginning)) return false;
  if (name.size() == beginning.size() || name[beginning.size()] == '-') return true;
  const auto figure = [](char c) { return c >= '0' && c <= '9'; };
  return figure(name[beginning.size()]) && !figure(beginning.back());
}

/// The only card whose name begins so, if it is one.
[[nodiscard]] inline std::optional<std::filesystem::path> the_only_card(const std::string& beginning,
                                                                        const std::filesystem::path& folder) {
  std::optional<std::filesystem::path> found;
  for (const std::filesystem::path& file : device_files(folder))
    if (begins_whole(lower_case(beginning), lower_case(file.stem().string()))) {
      if (found) return std::nullopt;
      found = file;
    }
  return found;
}

/// The card of a shortened name. "H100" is the card on a socket (H100-SXM...), where there is one of that name;
/// "H100-SXM" leaves out the end of one name alone. Without a dash a word is a name of its own: "K" is not K40c.
/// RTX may be left out, or written without its dash: 4090, A6000, RTX4090.
[[nodiscard]] inline std::optional<std::filesystem::path> shortened(const std::string& word,
                                                                    const std::filesystem::path& folder) {
  if (auto socketed = the_only_card(word + "-sxm", folder)) return socketed;
  const std::string lower = lower_case(word);
  std::error_code ignored;
  const std::string number = lower.starts_with("rtx") ? lower.substr(3) : lower;
  const std::filesystem::path rtx = folder / ("rtx-" + number + ".json");
  if (!number.starts_with('-') && std::filesystem::is_regular_file(rtx, ignored)) return rtx;
  return word.find('-') < word.size() - 1 ? the_only_card(word, folder) : std::nullopt;
}
}  // namespace detail

PERFMODEL_INLINE std::filesystem::path find_device(const std::string& word, const std::string& place,
                                                   const std::filesystem::path& folder) {
  if (word.find('/') != std::string::npos || (word.size() > 5 && lower_case(word).ends_with(".json"))) return word;
  std::error_code ignored;
  std::filesystem::path file = folder / (lower_case(word) + ".json");
  const bool plain = !word.empty() && word.size() <= 64 && file.stem() != "sources" && file.stem() != "schema";
  if (plain && std::filesystem::is_regular_file(file, ignored)) return file;
  if (const auto card = plain ? detail::shortened(word, folder) : std::nullopt) return *card;
  std::string near;
  for (const std::string& name : nearest_names(word, device_names(folder))) near += (near.empty() ? "" : ", ") + name;
  throw bad_input(place, '"' + one_line(word, 64) + '"',
                  "must be the name of a card or a .json file; nearest: " + near);
}

PERFMODEL_INLINE std::optional<std::filesystem::path> calibrated_file(const std::string& device_name,
                                                                      const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "calibrated" / (lower_case(device_name) + ".json");
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) return file;
  return std::nullopt;
}

}  // namespace perfmodel::json
