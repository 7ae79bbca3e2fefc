#include "builder.hpp"

#include <algorithm>
#include <numeric>
#include <perfmodel/json/file.hpp>
#include <utility>

namespace plan::onnx_import {

using namespace perfmodel;
using perfmodel::one_line;

namespace {

constexpr std::int64_t largest_extent = std::int64_t{1} << 40;

[[nodiscard]] std::string word_of(const std::string& type) { return lower_case(one_line(type, 40)); }

}  // namespace

NetworkBuilder::NetworkBuilder(const Graph& graph) : graph_(graph) {
  network_.name = graph.file;
  for (const std::string& name : graph.inputs) add_input(name);
}

std::optional<std::size_t> NetworkBuilder::batch_at(const Dims& dims) const {
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    if (dims.size() > i && dims[i] == graph_.batch) return i;
  return std::nullopt;
}

std::optional<std::size_t> NetworkBuilder::batch_within(const Dims& dims) const {
  if (graph_.batch == 1) return std::nullopt;
  for (std::size_t i = 0; i < dims.size(); ++i)
    if (dims[i] % graph_.batch == 0) return i;
  return std::nullopt;
}

Shape NetworkBuilder::sample(const Dims& dims, const std::string& place) const {
  Dims rest = dims;
  if (const auto i = batch_at(dims))
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*i));
  else if (const auto part = batch_within(dims))
    rest[*part] /= graph_.batch;
  else if (graph_.batch > 1 && !rest.empty())  // one number is one number at any batch
    throw bad_input(
        place, "a tensor of shape " + text(dims),
        "a dimension must hold the batch of " + std::to_string(graph_.batch) + "; give the batch axis the value 1");
  while (rest.size() > Shape::max_rank - 1) {
    rest[rest.size() - 2] = checked_product(rest[rest.size() - 2], rest.back());
    rest.pop_back();
  }
  Shape shape{};
  for (const std::int64_t d : rest) shape.push_back(d);
  return shape;
}

Shape NetworkBuilder::batched(const Shape& of_sample) const {
  Shape shape{1};
  for (std::size_t i = 0; i < of_sample.rank; ++i) shape.push_back(of_sample[i]);
  return shape;
}

std::optional<std::int64_t> NetworkBuilder::axis_of(const Dims& dims, std::int64_t axis) const {
  const auto rank = static_cast<std::int64_t>(dims.size());
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank || rank > static_cast<std::int64_t>(Shape::max_rank)) return std::nullopt;
  const auto b = batch_at(dims);
  if (!b) {
    const auto part = batch_within(dims);
    const bool apart = graph_.batch == 1 || (part && axis != static_cast<std::int64_t>(*part));
    return apart && rank < static_cast<std::int64_t>(Shape::max_rank) ? std::optional(axis + 1) : std::nullopt;
  }
  const auto at = static_cast<std::int64_t>(*b);
  return axis == at ? 0 : axis < at ? axis + 1 : axis;
}

std::string NetworkBuilder::place(const Node& node) const {
  return graph_.file + ": node " + one_line(node.name.empty() ? std::to_string(index_) : node.name, 80) + " (" +
         one_line(node.type, 40) + "): ";
}

const TensorFacts& NetworkBuilder::facts(const std::string& name) const {
  static const TensorFacts nothing{};
  const auto found = graph_.tensors.find(name);
  return found == graph_.tensors.end() ? nothing : found->second;
}

const Dims& NetworkBuilder::dims_of(const Node& node, const std::string& name) const {
  const TensorFacts& f = facts(name);
  if (!f.shaped)
    throw bad_input(place(node) + "tensor \"" + one_line(name) + '"', "no shape",
                    "shape inference could not find it; give the file with shapes, or values to its axes");
  for (const std::int64_t d : f.dims)
    if (d < 1 || d > largest_extent)
      throw bad_input(place(node) + "tensor \"" + one_line(name) + '"', "shape " + text(f.dims),
                      "extents must be in [1, 2^40]");
  return f.dims;
}

Shape NetworkBuilder::shape_of(std::int32_t value) const {
  return value >= 0 ? shapes_[static_cast<std::size_t>(value)]
                    : batched(network_.inputs[static_cast<std::size_t>(-1 - value)].shape);
}

bool NetworkBuilder::weight(const Node& node, std::size_t i, std::size_t rank) const {
  return node.inputs.size() > i && facts(node.inputs[i]).constant && facts(node.inputs[i]).dims.size() == rank;
}

std::int32_t NetworkBuilder::value_of(const Node& node, std::size_t i) const {
  const auto found = slots_.find(node.inputs.at(i));
  if (found == slots_.end())
    throw bad_input(place(node) + "input \"" + one_line(node.inputs[i]) + '"', "nothing",
                    "must be computed by an earlier node");
  return found->second;
}

void NetworkBuilder::add_input(const std::string& name) {
  const TensorFacts& f = facts(name);
  const Node as_place{.name = name, .type = "input"};
  network_.inputs.push_back(
      {.name = name, .shape = sample(dims_of(as_place, name), place(as_place)), .integers = f.integers});
  slots_[name] = network_input(static_cast<std::int32_t>(network_.inputs.size()) - 1);
}

std::int32_t NetworkBuilder::add(const Node& node, LayerKind what, std::vector<std::int32_t> inputs,
                                 const std::string& owner) {
  std::vector<Shape> shapes;
  for (const std::int32_t v : inputs) shapes.push_back(shape_of(v));
  try {
    shapes_.push_back(output_shape(what, shapes));
    (void)elements(shapes_.back());
  } catch (const Error& error) {
    throw at(place(node), error);
  }
  std::string name = node.name.empty() ? node.type + '_' + std::to_string(index_) : node.name;
  if (!names_.insert(name).second) name += '_' + std::to_string(network_.layers.size());
  names_.insert(name);
  Layer layer{.name = one_line(std::move(name), 60), .what = std::move(what), .inputs = std::move(inputs)};
  const auto index = static_cast<std::int32_t>(network_.layers.size());
  if (!owner.empty() &&
      facts(owner).dims.size() > 1) {  // exporters also merge vectors that happen to hold the same numbers
    const auto [found, fresh] = owners_.emplace(owner, index);
    if (!fresh) layer.parameters_of = found->second;
  }
  network_.layers.push_back(std::move(layer));
  return index;
}

std::int32_t NetworkBuilder::shaped(const Node& node, std::int32_t value, const Dims& dims) {
  const Shape want = batched(sample(dims, place(node))), have = shape_of(value);
  if (have == want) return value;
  if (elements(have) != elements(want))
    throw bad_input(place(node) + "output", "shape " + perfmodel::text(have),
                    "shape inference says " + perfmodel::text(want) + " (batch 1 in front)");
  return add(node, Reshape{.sample = sample(dims, place(node))}, {value});
}

void NetworkBuilder::set(const Node& node, std::size_t output, std::int32_t value) {
  const std::string& name = node.outputs.at(output);
  if (name.empty()) return;
  slots_[name] = facts(name).shaped ? shaped(node, value, dims_of(node, name)) : value;
}

void NetworkBuilder::opaque(const Node& node, PerElement each, OpaqueOperator::Pattern pattern, std::size_t output) {
  std::vector<std::int32_t> inputs;
  Shape parameter{};
  std::string owner;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i].empty()) continue;
    if (!constant(node.inputs[i])) {
      inputs.push_back(value_of(node, i));
      continue;
    }
    const TensorFacts& f = facts(node.inputs[i]);
    const std::int64_t size = std::accumulate(f.dims.begin(), f.dims.end(), std::int64_t{1}, checked_product);
    if (!f.stored || f.integers || size < 2 || parameter.rank > 0 || f.dims.size() > Shape::max_rank) continue;
    for (const std::int64_t d : f.dims) parameter.push_back(d);
    owner = node.inputs[i];
  }
  if (node.type == "Where" && inputs.size() > 1 && !constant(node.inputs.at(0)))  // the result has the others' format
    std::rotate(inputs.begin(), inputs.begin() + 1, inputs.end());
  const std::string& name = node.outputs.at(output);
  if (!facts(name).shaped)
    notes_.push_back(place(node) + "its output's shape is not known; taken to be that of its first input");
  const Shape of_sample = facts(name).shaped ? sample(dims_of(node, name), place(node)) : sample_of(inputs.at(0));
  slots_[name] = add(
      node,
      OpaqueOperator{
          .word = word_of(node.type), .sample = of_sample, .parameter = parameter, .each = each, .pattern = pattern},
      inputs, owner);
}

Shape NetworkBuilder::sample_of(std::int32_t value) const {
  const Shape whole = shape_of(value);
  Shape shape{};
  for (std::size_t i = 1; i < whole.rank; ++i) shape.push_back(whole[i]);
  return shape;
}

Network NetworkBuilder::finish() {
  if (network_.layers.empty())
    throw bad_input(graph_.file, "a graph that computes nothing from its inputs", "must have operators");
  const Node as_place{.name = graph_.outputs[0], .type = "output"};
  if (end_) slots_[graph_.outputs[0]] = *end_;
  for (std::size_t i = 0; i < graph_.outputs.size(); ++i) {
    const auto found = slots_.find(graph_.outputs[i]);
    if (found == slots_.end())
      throw bad_input(graph_.file + ": output \"" + one_line(graph_.outputs[i]) + '"',
                      "nothing that depends on an input", "must be computed by a node");
    if (i > 0 && found->second >= 0 && found->second != slots_.at(graph_.outputs[0]))
      network_.extra_outputs.push_back(found->second);
  }
  const std::int32_t last = slots_.at(graph_.outputs[0]);
  if (last + 1 != static_cast<std::int32_t>(network_.layers.size()))
    (void)add(as_place, Reshape{.sample = sample_of(last)}, {last});
  if (shapes_.back().rank < 2) network_.loss = NoLoss{};
  return std::move(network_);
}

}  // namespace plan::onnx_import
