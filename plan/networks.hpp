#pragma once
/// The network that a command line names: `name:key=value,...`, a JSON file of layers, `hf:config.json[,seq=N]`
/// or `model.onnx[,axis=N]`, or `recorded:FILE.json` (python/perfmodel_record.py).
#include <map>
#include <memory>
#include <perfmodel/network/network.hpp>
#include <string>

namespace plan {

inline constexpr const char* network_help =
    "name:key=value,... (fcnn:layers=8,hidden=4096,inputs=4000,outputs=600), a JSON file of layers, hf:config.json, "
    "model.onnx, or recorded:FILE.json";

[[nodiscard]] inline bool names_a_file(const std::string& text) {
  return text.starts_with("recorded:") || text.ends_with(".json") || text.find('/') != std::string::npos;
}

/// @throws Error with the nearest names, or with file and place
[[nodiscard]] perfmodel::Network load_network(const std::string& text);

/// Batch files name the same network in many rows.
class NetworkCache {
 public:
  const perfmodel::Network& operator()(const std::string& text) {
    auto& entry = networks_[text];
    if (!entry) entry = std::make_unique<perfmodel::Network>(load_network(text));
    return *entry;
  }

 private:
  std::map<std::string, std::unique_ptr<perfmodel::Network>> networks_{};
};

}  // namespace plan
