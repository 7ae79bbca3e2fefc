#pragma once
/// The network that a command line names: `name:key=value,...`, a JSON file of layers, `hf:config.json[,seq=N]`
/// or `model.onnx[,axis=N]`, or `recorded:FILE.json` (python/perfmodel_record.py).
#include <map>
#include <memory>
#include <mutex>
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

/// Batch files name the same networks again and again. Threads share it, so that each is read once.
class NetworkCache {
 public:
  /// @throws Error as load_network() does
  [[nodiscard]] std::shared_ptr<const perfmodel::Network> operator()(const std::string& text) {
    constexpr std::size_t most = 1024;  // a file may name more than there is memory for
    const std::lock_guard lock(reading_);
    if (const auto known = networks_.find(text); known != networks_.end()) return known->second;
    if (networks_.size() == most) networks_.clear();
    return networks_[text] = std::make_shared<const perfmodel::Network>(load_network(text));
  }

 private:
  std::mutex reading_{};
  std::map<std::string, std::shared_ptr<const perfmodel::Network>> networks_{};
};

}  // namespace plan
