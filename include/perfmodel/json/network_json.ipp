#pragma once
#include <perfmodel/json/layer_json.hpp>
#include <perfmodel/json/network_json.hpp>

namespace perfmodel::json {
namespace detail {

/// Builds a network layer by layer; knows every output's shape (for a batch of 1) and every name so far.
class NetworkReader {
 public:
  [[nodiscard]] Network read(const Node& root) {
    root.allow_only({"$schema", "name", "inputs", "layers", "loss"});
    if (const auto name = root.find("name"))
      network_.name = name->text(100);
    else
      network_.name = root.file();
    for (const Node& input : root.at("inputs").elements(1, 16)) read_input(input);
    read_layers(root.at("layers"), "");
    if (const auto loss = root.find("loss"))
      network_.loss =
          loss->word<Loss>({{"cross_entropy", CrossEntropy{}}, {"mse", MeanSquaredError{}}, {"none", NoLoss{}}});
    return std::move(network_);
  }

 private:
  void read_input(const Node& node) {
    node.allow_only({"name", "shape", "integers"});
    NetworkInput input{.integers = boolean_or(node, "integers", false)};
    if (const auto name = node.find("name")) input.name = name->text(100);
    Shape shape{1};
    for (const Node& extent : node.at("shape").elements(1, Shape::max_rank - 1)) {
      input.shape.push_back(extent.integer(1, largest_size));
      shape.push_back(input.shape.back());
    }
    name_it(node, input.name, network_input(static_cast<std::int32_t>(network_.inputs.size())));
    input_shapes_.push_back(shape);
    network_.inputs.push_back(std::move(input));
  }

  void read_layers(const Node& list, const std::string& prefix) {
    for (const Node& node : list.elements(1)) {
      if (node.find("repeat"))
        read_repeat(node, prefix);
      else
        read_layer(node, prefix);
    }
  }

  /// {"repeat": 12, "name": "block", "input": "x", "layers": [...]}: the layers are called block1.<name>,
  /// block2.<name>, ...; inside a repetition, x is what it reads: the layer before it.
  void read_repeat(const Node& node, const std::string& prefix) {
    node.allow_only({"repeat", "name", "input", "layers"});
    const std::int64_t times = node.at("repeat").integer(1, static_cast<std::int64_t>(most_layers));
    const std::string name = node.find("name") ? node.at("name").text(100) : "block";
    for (std::int64_t i = 1; i <= times; ++i) {
      if (prefix.empty()) block_ = blocks_++;
      const std::string inside = prefix + name + std::to_string(i) + ".";
      if (const auto input = node.find("input"))
        name_it(*input, inside + input->text(100),
                outputs_.empty() ? network_input(0) : static_cast<std::int32_t>(network_.layers.size()) - 1);
      read_layers(node.at("layers"), inside);
    }
    if (prefix.empty()) block_ = -1;
  }

  void read_layer(const Node& node, const std::string& prefix) {
    if (network_.layers.size() == most_layers)
      throw bad_input(node.place(), "more than " + std::to_string(most_layers) + " layers",
                      "must be at most " + std::to_string(most_layers));
    const LayerType& type = layer_type(node);
    std::vector<std::string_view> fields{"type", "name", "from", "parameters_of"};
    fields.insert(fields.end(), type.fields.begin(), type.fields.end());
    node.allow_only(fields);
    Layer layer{.block = block_};
    if (const auto from = node.find("from"))
      for (const Node& source : from->elements(1, 64)) layer.inputs.push_back(lookup(source, prefix));
    const std::vector<Shape> shapes = shapes_of(layer.inputs);
    layer.what = type.read(node, shapes);
    if (const auto tied = node.find("parameters_of")) {
      layer.parameters_of = lookup(*tied, prefix);
      if (layer.parameters_of < 0) throw tied->error("must name an earlier layer");
    }
    try {
      outputs_.push_back(output_shape(layer.what, shapes));
    } catch (const Error& error) {
      throw at(node.place() + " (" + std::string(type.word) + "): ", error);
    }
    const auto name = node.find("name");
    layer.name = prefix + (name ? name->text(100)
                                : std::string(type.word) + std::to_string(++unnamed_[prefix + std::string(type.word)]));
    name_it(node, layer.name, static_cast<std::int32_t>(network_.layers.size()));
    network_.layers.push_back(std::move(layer));
  }

  [[nodiscard]] std::vector<Shape> shapes_of(const std::vector<std::int32_t>& sources) const {
    if (sources.empty()) return {outputs_.empty() ? input_shapes_[0] : outputs_.back()};
    std::vector<Shape> shapes;
    shapes.reserve(sources.size());
    for (const std::int32_t s : sources)
      shapes.push_back(s >= 0 ? outputs_[static_cast<std::size_t>(s)]
                              : input_shapes_[static_cast<std::size_t>(-1 - s)]);
    return shapes;
  }

  void name_it(const Node& node, const std::string& name, std::int32_t index) {
    if (!names_.emplace(name, index).second)
      throw bad_input(node.place(), "the name \"" + one_line(name, 100) + "\" twice",
                      "every input and layer has its own name");
  }

  /// A name as seen from inside `prefix`: the innermost block that knows it.
  [[nodiscard]] std::int32_t lookup(const Node& node, std::string prefix) const {
    const std::string name = node.text(200);
    for (;;) {
      if (const auto found = names_.find(prefix + name); found != names_.end()) return found->second;
      if (prefix.empty()) throw node.error("must be the name of an input or of an earlier layer");
      const std::size_t dot = prefix.rfind('.', prefix.size() - 2);
      prefix.resize(dot == std::string::npos ? 0 : dot + 1);
    }
  }

  Network network_{};
  std::vector<Shape> input_shapes_{}, outputs_{};
  std::map<std::string, std::int32_t> names_{};
  std::map<std::string, std::int64_t> unnamed_{};
  std::int32_t block_{-1}, blocks_{};  ///< a repetition of an outermost "repeat" is a block: checkpointing cuts there
};

}  // namespace detail

PERFMODEL_INLINE Network network_from_json(const Node& root) { return detail::NetworkReader{}.read(root); }

PERFMODEL_INLINE Network read_network(const std::filesystem::path& path) {
  const Document document = parse_file(path);
  return network_from_json(document.root());
}

}  // namespace perfmodel::json
