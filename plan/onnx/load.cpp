#include "load.hpp"

#include <algorithm>
#include <perfmodel/json/file.hpp>
#include <perfmodel/network/spec.hpp>

#include "import.hpp"
#include "patterns.hpp"

namespace plan::onnx_import {

bool swallowed_norm(const Node& node) {
  const bool convolution = node.type == "Conv" || node.type == "ConvTranspose";
  if ((!convolution && node.type != "Gemm") || node.outputs.empty()) return false;
  if (node.outputs[0].starts_with("getitem")) return true;
  if (!convolution || node.inputs.size() < 3 || node.inputs[2].empty()) return false;
  const std::string &w = node.inputs[1], &b = node.inputs[2];
  const bool anonymous = w.starts_with("onnx::Conv") && b.starts_with("onnx::Conv");
  return anonymous || b == w + "_bias";
}

bool has_own_bias(const Node& node) {
  constexpr std::string_view weight = "weight", bias = "bias";
  if (node.inputs.size() < 3 || node.inputs[2].empty()) return false;
  const std::string& w = node.inputs[1];
  return w.ends_with(weight) && node.inputs[2] == w.substr(0, w.size() - weight.size()) + std::string(bias);
}

namespace {

struct Argument {
  std::string path{};
  AxisValues axes{};
  std::string loss{"cross_entropy"};
  std::string norms{"restored"};
};

/// `path,seq=128,dim:NAME=8,loss=mse`
[[nodiscard]] Argument argument_from(std::string_view text) {
  if (text.starts_with("onnx:")) text.remove_prefix(5);
  std::size_t end = text.find(".onnx,");
  end = end == std::string_view::npos ? (text.ends_with(".onnx") ? text.size() : text.find(',')) : end + 5;
  Argument argument{.path = std::string(text.substr(0, end))};
  std::string_view rest = end >= text.size() ? std::string_view{} : text.substr(end + 1);
  const std::string place = perfmodel::one_line(argument.path, 400);
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest = item.size() == rest.size() ? std::string_view{} : rest.substr(item.size() + 1);
    const std::size_t equals = item.rfind('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == item.size())
      throw perfmodel::bad_input(place, '"' + perfmodel::one_line(std::string(item)) + '"',
                                 "an option must be AXIS=VALUE, as in seq=128");
    std::string key(item.substr(0, equals));
    if (key == "loss") {
      argument.loss = std::string(item.substr(equals + 1));
      if (argument.loss != "cross_entropy" && argument.loss != "mse" && argument.loss != "none")
        throw perfmodel::bad_input(place + ", loss", '"' + perfmodel::one_line(argument.loss) + '"',
                                   "must be one of cross_entropy, mse, none");
      continue;
    }
    if (key == "norms") {
      argument.norms = std::string(item.substr(equals + 1));
      if (argument.norms != "restored" && argument.norms != "folded")
        throw perfmodel::bad_input(place + ", norms", '"' + perfmodel::one_line(argument.norms) + '"',
                                   "must be restored or folded");
      continue;
    }
    if (key.starts_with("dim:")) key = key.substr(4);
    const perfmodel::NetworkSpec as_option{.name = place, .options = {{key, std::string(item.substr(equals + 1))}}};
    for (const auto& [given, value] : argument.axes)
      if (given == key)
        throw perfmodel::bad_input(place, "the axis \"" + perfmodel::one_line(key) + "\" twice", "must be given once");
    argument.axes.emplace_back(key, perfmodel::required_integer(as_option, key));
  }
  return argument;
}

[[nodiscard]] std::size_t folded_norms(const Graph& graph) {
  return static_cast<std::size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(), swallowed_norm));
}

}  // namespace

Loaded load(std::string_view text) {
  const Argument argument = argument_from(text);
  Graph graph = read_graph(argument.path, argument.axes);
  graph.restores_norms = argument.norms == "restored";
  join_patterns(graph);
  Imported imported = network_from_graph(graph);
  Loaded loaded{.network = std::move(imported.network)};
  if (argument.loss == "mse") loaded.network.loss = perfmodel::MeanSquaredError{};
  if (argument.loss == "none") loaded.network.loss = perfmodel::NoLoss{};
  if (const std::size_t folded = folded_norms(graph); folded > 0)
    loaded.warnings.push_back(loaded.network.name + ": the exporter folded batch norms into " + std::to_string(folded) +
                              (graph.restores_norms
                                   ? " convolutions or linear layers: they are taken to run behind these, as in "
                                     "PyTorch (norms=folded: as in the file)"
                                   : " convolutions or linear layers: training comes out too fast and too small"));
  if (!imported.unknown.empty()) {
    std::string list;
    for (const auto& [type, count] : imported.unknown)
      list += (list.empty() ? "" : ", ") + type + " (" + std::to_string(count) + ")";
    loaded.warnings.push_back(loaded.network.name +
                              ": operators without a layer of their own, costed as bytes moved: " + list);
  }
  loaded.warnings.insert(loaded.warnings.end(), imported.notes.begin(), imported.notes.end());
  return loaded;
}

}  // namespace plan::onnx_import
