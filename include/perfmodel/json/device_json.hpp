#pragma once
/// devices/*.json: one card a file, every number with unit, kind and source. Format: devices/schema.json,
/// docs/reference/device.md.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <perfmodel/compiled.hpp>
#include <perfmodel/device/device.hpp>
#include <perfmodel/json/published_peaks.hpp>
#include <perfmodel/json/sourced.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

class Node;

/// Where a number was printed or measured.
struct Source {
  std::string document{};
  std::string table{};  ///< table, figure or page; may be empty
  std::string url{};    ///< may be empty
  int year{};
};
using Sources = std::map<std::string, Source>;

/// One number of a device file, for display.
struct Fact {
  std::string field{};  ///< JSON pointer in the device file, e.g. "/rates/tensor_core/fp16"
  double value{};
  std::string unit{};
  Kind kind{};
  std::string source{};  ///< key into DeviceRecord::sources
  std::string note{};
};

/// A device file: what the model uses, and where each number comes from.
struct DeviceRecord {
  Device device{};
  std::vector<Fact> facts{};
  std::vector<PublishedPeak> peaks{};
  std::optional<Sourced<Bandwidth>> measured_dram_bandwidth{};  ///< somebody's measurement, beside the published figure
  Sources sources{};                                            ///< those that the facts name
  std::vector<std::string> notes{};
};

/// @param shared  sources that files may name without repeating them, from sources.json
/// @throws Error for a missing or unknown field, another unit, a number out of range, a source that is not in a table
[[nodiscard]] DeviceRecord device_from_json(const Node& root, const Sources& shared = {});

/// Reads a device file, and sources.json beside it where there is one.
/// @throws Error as device_from_json() and parse_file() do
[[nodiscard]] DeviceRecord device_from_file(const std::filesystem::path& path);
/// The sources of a folder of device files: its sources.json, where there is one. @throws Error as parse_file() does
[[nodiscard]] Sources shared_sources(const std::filesystem::path& folder);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/device_json.ipp>
#endif
