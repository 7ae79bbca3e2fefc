#pragma once
#include <perfmodel/json/preset_json.hpp>
#include <perfmodel/quoted_text.hpp>
#include <set>

namespace perfmodel::json {

namespace detail {

[[nodiscard]] inline Preset preset(const Node& node, const std::set<std::string>& sources) {
  constexpr double most = 1e15;
  constexpr std::size_t text = 200;
  node.allow_only({"name", "network", "optimizer", "data_set", "samples", "epochs", "quality"});
  const auto sourced_value = [&](const Node& number) {
    number.allow_only({"value", "source"});
    if (sources.count(number.at("source").text(text)) == 0)
      throw number.at("source").error("must be one of the file's sources");
    return number.at("value");
  };
  Preset preset{.name = node.at("name").text(text),
                .network = node.at("network").text(text),
                .optimizer = node.at("optimizer").text(text),
                .data_set = node.at("data_set").text(text),
                .quality = sourced_value(node.at("quality")).text(text)};
  if (const auto samples = node.find("samples")) preset.samples = sourced_value(*samples).number(positive(most));
  if (const auto epochs = node.find("epochs")) preset.epochs = sourced_value(*epochs).number(positive(most));
  return preset;
}

}  // namespace detail

PERFMODEL_INLINE std::vector<Preset> presets_from_json(const Node& root) {
  root.allow_only({"presets", "sources"});
  std::set<std::string> sources;
  for (const auto& [id, source] : root.at("sources").members()) {
    (void)source.text(400);
    sources.insert(id);
  }
  std::vector<Preset> list;
  for (const Node& node : root.at("presets").elements(1)) list.push_back(detail::preset(node, sources));
  return list;
}

PERFMODEL_INLINE std::filesystem::path presets_folder(const std::filesystem::path& devices) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const fs::path& folder :
       {(devices / ".." / "presets").lexically_normal(), (devices / ".." / "data" / "presets").lexically_normal()})
    if (fs::is_directory(folder, ignored)) return folder;
  throw bad_input("preset files", "no folder", "must be a folder `presets` beside that of the devices");
}

PERFMODEL_INLINE Preset load_preset(const std::string& name, const std::string& place,
                                    const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& file : device_files(folder)) {
    const Document document = parse_file(file);
    for (Preset& preset : presets_from_json(document.root())) {
      if (preset.name == lower_case(name)) return std::move(preset);
      names.push_back(preset.name);
    }
  }
  std::string near;
  for (const std::string& other : nearest_names(name, names, names.size())) near += (near.empty() ? "" : ", ") + other;
  throw bad_input(place, in_quotes(one_line(name, 64)), "must be the name of a preset; nearest: " + near);
}

}  // namespace perfmodel::json
