#include "networks.hpp"
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/json/network_json.hpp>
#include <perfmodel/network/named.hpp>
#include "onnx/load.hpp"
#include <iostream>

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
  throw perfmodel::bad_input(perfmodel::json::one_line(text), "an ONNX file",
                             "this perfmodel-plan was built without the ONNX library (Debian: libonnx-dev, libprotobuf-dev); a JSON list of layers works");
}
#endif

}  // namespace

perfmodel::Network load_network(const std::string& text) {
  if (text.starts_with("hf:")) return perfmodel::json::read_hugging_face(text.substr(3));
  if (onnx_import::names_onnx(text)) return load_onnx(text);
  return names_a_file(text) ? perfmodel::json::read_network(text) : perfmodel::named_network(text);
}

}  // namespace plan
