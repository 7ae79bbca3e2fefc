#include "networks.hpp"

#include <filesystem>
#include <iostream>
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/json/network_json.hpp>
#include <perfmodel/json/recording_json.hpp>
#include <perfmodel/measurement/csv.hpp>
#include <perfmodel/network/named.hpp>
#include <perfmodel/recording/recorded_network.hpp>

#include "onnx/load.hpp"

namespace plan {

namespace {

#ifdef PERFMODEL_HAS_ONNX
[[nodiscard]] perfmodel::Network load_onnx(const std::string& text) {
  onnx_import::Loaded loaded = onnx_import::load(text);
  for (const std::string& warning : loaded.warnings) std::cerr << "perfmodel-plan: warning: " << warning << '\n';
  return std::move(loaded.network);
}
#else
[[nodiscard]] perfmodel::Network load_onnx(const std::string& text) {
  throw perfmodel::bad_input(perfmodel::one_line(text), "an ONNX file",
                             "this perfmodel-plan was built without the ONNX library (Debian: libonnx-dev, "
                             "libprotobuf-dev); a JSON list of layers works");
}
#endif

/// @throws Error for an address or a name that some web page has: files are read, nothing is downloaded
void refuse_addresses(const std::string& text) {
  constexpr const char* local = "must be a file on this machine: nothing is downloaded";
  if (text.find("://") != std::string::npos) throw perfmodel::bad_input("network", perfmodel::in_quotes(text), local);
  std::error_code ignored;
  const std::size_t slash = text.find('/');
  const bool of_hub = slash != std::string::npos && slash > 0 && text.find('/', slash + 1) == std::string::npos &&
                      text.find(':') == std::string::npos && !text.ends_with(".json") && !text.ends_with(".onnx");
  if (of_hub && !std::filesystem::exists(text, ignored))  // meta-llama/Llama-3.1-8B
    throw perfmodel::bad_input("network", perfmodel::in_quotes(text),
                               "no such file, and nothing is downloaded: save the model's config.json and say "
                               "hf:config.json");
  if (!text.starts_with("hf:")) return;
  if (!std::filesystem::exists(perfmodel::json::hugging_face_path(std::string_view(text).substr(3)), ignored))
    throw perfmodel::bad_input(
        "network", perfmodel::in_quotes(text),
        "what stands behind hf: must be the path of a config.json on this machine: nothing is downloaded");
}

/// What the recording could not see, and operations that are not known, are said on standard error.
[[nodiscard]] perfmodel::Network load_recording(const std::string& path) {
  auto recording = std::make_shared<const perfmodel::Recording>(perfmodel::json::read_recording(path));
  for (const std::string& warning : perfmodel::recording_warnings(*recording))
    std::cerr << "perfmodel-plan: warning: " << perfmodel::one_line(path, 200) << ": "
              << perfmodel::one_line(warning, 400) << '\n';
  return perfmodel::recorded_network(std::move(recording));
}

}  // namespace

perfmodel::Network load_network(const std::string& text) {
  refuse_addresses(text);
  for (const std::string_view kind : {"recorded:", "onnx:", "hf:"})
    if (text == kind)
      throw perfmodel::bad_input("network", perfmodel::in_quotes(text), "a file must stand behind the colon");
  if (text.starts_with("recorded:")) return load_recording(text.substr(9));
  if (text.starts_with("hf:")) return perfmodel::json::read_hugging_face(text.substr(3));
  if (onnx_import::names_onnx(text)) return load_onnx(text);
  return names_a_file(text) ? perfmodel::json::read_network(text) : perfmodel::named_network(text);
}

}  // namespace plan
