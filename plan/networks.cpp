#include "networks.hpp"
#include <perfmodel/json/hugging_face_json.hpp>
#include <perfmodel/json/network_json.hpp>
#include <perfmodel/network/named.hpp>

namespace plan {

perfmodel::Network load_network(const std::string& text) {
  if (text.starts_with("hf:")) return perfmodel::json::read_hugging_face(text.substr(3));
  return names_a_file(text) ? perfmodel::json::read_network(text) : perfmodel::named_network(text);
}

}  // namespace plan
