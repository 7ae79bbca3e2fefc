#pragma once
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <perfmodel/json/catalogue.hpp>
#include <perfmodel/json/host_system_json.hpp>
#include <perfmodel/json/read_sourced.hpp>
#include <perfmodel/json/table_json.hpp>
#include <perfmodel/pricing/collective/fields.hpp>
#include <set>
#include <string_view>

namespace perfmodel::json {

namespace detail {

template <class E, std::size_t N>
[[nodiscard]] E layout_word(const Node& node, const std::array<std::string_view, N>& names) {
  std::vector<Word<E>> words;
  for (std::size_t i = 0; i < N; ++i) words.push_back({names[i], static_cast<E>(i)});
  return node.word<E>(words);
}

/// Reads numbers and checks that their sources are in the file's table.
class SystemReader {
 public:
  explicit SystemReader(const Node& root) : root_(root) {
    for (const auto& [id, source] : root.at("sources").members()) {
      (void)source.text(400);
      sources_.insert(id);
    }
  }
  [[nodiscard]] HostSystem read() {
    root_.allow_only({"name", "devices", "usual", "gpus", "hosts", "links", "pcie", "nvlink_bandwidth", "nics",
                      "nic_bandwidth", "fabric", "power", "collectives", "note", "sources"});
    HostSystem s{.name = root_.at("name").text(64)};
    for (const Node& device : root_.at("devices").elements(1, 16)) s.devices.push_back(device.text(64));
    s.gpus = count(root_.at("gpus"), "GPU", 1, 1024);
    if (const auto hosts = root_.find("hosts")) {
      s.hosts = count(*hosts, "host", 1, 1024);
      if (s.gpus % s.hosts != 0) throw hosts->at("value").error("must divide the number of GPUs");
    }
    s.links = layout_word<LinkLayout>(root_.at("links"), link_layout_names);
    if (const auto pcie = root_.find("pcie")) s.pcie = layout_word<PcieLayout>(*pcie, pcie_layout_names);
    if (const auto usual = root_.find("usual")) s.usual = usual->boolean();
    const auto nvlink = root_.find("nvlink_bandwidth");
    if ((s.links != LinkLayout::pcie) != nvlink.has_value())
      throw root_.missing("nvlink_bandwidth", "there where links are NVLink's, and only there");
    if (nvlink) s.nvlink_bandwidth = bandwidth(*nvlink);
    if (const auto nics = root_.find("nics")) {
      s.nics = count(*nics, "NIC", 1, 1024);
      s.nic_bandwidth = bandwidth(root_.at("nic_bandwidth"));
      s.fabric = root_.at("fabric").word<std::string>({{"infiniband", std::string("infiniband")},
                                                       {"roce", std::string("roce")},
                                                       {"efa", std::string("efa")},
                                                       {"ethernet", std::string("ethernet")}});
    }
    if (const auto power = root_.find("power"))
      s.power = checked(sourced<Power>(*power, {{"W", 1.0 * watt}}, {.low = 1.0, .high = 1e6}), *power);
    if (const auto measured = root_.find("collectives")) s.measured = measured_link(*measured);
    return s;
  }

 private:
  [[nodiscard]] MeasuredLink measured_link(const Node& node) const {
    if (sources_.count(node.at("source").text(200)) == 0)
      throw node.at("source").error("must be one of the file's sources");
    MeasuredLink measured{.link = layout_word<Link>(node.at("link"), names_of<Link, link_count>)};
    TableReader reader(node, {"source", "link"});
    describe(reader, measured.constants);
    reader.finish();
    return measured;
  }
  template <class Q>
  [[nodiscard]] Q checked(const Sourced<Q>& number, const Node& node) const {
    if (sources_.count(number.source) == 0) throw node.at("source").error("must be one of the file's sources");
    return number.quantity;
  }
  [[nodiscard]] std::int64_t count(const Node& node, std::string_view unit, double low, double high) const {
    const double value = checked(sourced<double>(node, {{unit, 1.0}}, {.low = low, .high = high}), node);
    if (value != std::floor(value)) throw node.at("value").error("must be a whole number");
    return static_cast<std::int64_t>(value);
  }
  [[nodiscard]] Bandwidth bandwidth(const Node& node) const {
    constexpr double bits_per_byte = 8.0;
    return checked(sourced<Bandwidth>(node,
                                      {{"GB/s", giga * byte / second},
                                       {"Gb/s", giga / bits_per_byte * byte / second},
                                       {"TB/s", tera * byte / second}},
                                      {.low = 0.1, .high = 1e5}),
                   node);
  }
  Node root_;
  std::set<std::string> sources_{};
};

/// Letters and digits, lower case: "DGX H100", "dgx_h100" and "dgx-h100" are one name.
[[nodiscard]] inline std::string plain_name(std::string_view word) {
  std::string plain;
  for (const char c : word)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}
}  // namespace detail

PERFMODEL_INLINE HostSystem system_from_json(const Node& root) { return detail::SystemReader(root).read(); }

PERFMODEL_INLINE HostSystem system_from_file(const std::filesystem::path& path) {
  const Document document = parse_file(path);
  return system_from_json(document.root());
}

PERFMODEL_INLINE std::filesystem::path systems_folder(const std::filesystem::path& devices) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (const char* set = std::getenv("PERFMODEL_SYSTEMS"); set != nullptr && *set != '\0') {
    if (!fs::is_directory(set, ignored))
      throw bad_input("PERFMODEL_SYSTEMS", '"' + one_line(set) + '"', "must be a folder of system files");
    return set;
  }
  for (const fs::path& folder :
       {(devices / ".." / "systems").lexically_normal(), (devices / ".." / "data" / "systems").lexically_normal()})
    if (fs::is_directory(folder, ignored)) return folder;
  throw bad_input("system files", "no folder", "set PERFMODEL_SYSTEMS to the folder of system files");
}

PERFMODEL_INLINE std::vector<HostSystem> all_systems(const std::filesystem::path& folder) {
  std::vector<HostSystem> systems;
  for (const auto& file : device_files(folder)) systems.push_back(system_from_file(file));
  return systems;
}

PERFMODEL_INLINE HostSystem load_system(const std::string& word, const std::string& place,
                                        const std::filesystem::path& folder) {
  if (word.find('/') != std::string::npos || (word.size() > 5 && lower_case(word).ends_with(".json")))
    return system_from_file(word);
  const std::string wanted = detail::plain_name(word);
  std::vector<std::string> names;
  for (HostSystem& system : all_systems(folder)) {
    if (!wanted.empty() && detail::plain_name(system.name) == wanted) return std::move(system);
    names.push_back(system.name);
  }
  std::string near;
  for (const std::string& name : nearest_names(word, names)) near += (near.empty() ? "" : ", ") + name;
  throw bad_input(place, '"' + one_line(word, 64) + '"',
                  "must be the name of a system or a .json file; nearest: " + near);
}

PERFMODEL_INLINE HostSystem usual_system(const Device& device, const std::vector<HostSystem>& known) {
  for (const HostSystem& system : known)
    if (system.usual && std::find(system.devices.begin(), system.devices.end(), device.name) != system.devices.end())
      return system;
  return system_of(device);
}

}  // namespace perfmodel::json
