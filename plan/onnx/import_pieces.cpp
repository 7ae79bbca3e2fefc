/// Views, copies, pieces of tensors and recurrent layers of an ONNX graph.
#include <algorithm>

#include "importer.hpp"

namespace plan::onnx_import {

using namespace perfmodel;

void Importer::view(const Node& node) {
  net_.bind(node.outputs.at(0), net_.shaped(node, net_.value_of(node, 0), net_.dims_of(node, node.outputs[0])));
}

bool Importer::repeated_by_readers(const Node& node) const {
  const std::string& name = node.outputs.at(0);
  const Dims& dims = net_.dims_of(node, name);
  const std::set<std::string> arithmetic{"Add", "Sub", "Mul", "Div", "Where"};
  const bool so = read_only_by(name, [&](const Node& reader) {
    if (reader.type == "GatherElements") return true;  // it reads what it picks
    return arithmetic.contains(reader.type) &&
           std::any_of(reader.inputs.begin(), reader.inputs.end(), [&](const std::string& other) {
             return other != name && !net_.constant(other) && net_.facts(other).dims == dims;
           });
  });
  return so && net_.dims_of(node, node.inputs.at(0)).size() == dims.size();
}

void Importer::dropout(const Node& node) {
  if (node.type == "Identity") return view(node);
  const double rate = net_.given(node, 1)
                          ? (net_.facts(node.inputs[1]).values.size() == 1 ? net_.facts(node.inputs[1]).values[0] : 0.5)
                      : node.numbers.contains("ratio") ? node.numbers.at("ratio")
                                                       : 0.5;
  net_.set(node, 0, net_.add(node, Dropout{.probability = rate}, {net_.value_of(node, 0)}));
}

void Importer::transpose(const Node& node) {
  const Dims& x = net_.dims_of(node, node.inputs.at(0));
  const bool heads = node.list("perm", {}) == std::vector<std::int64_t>{0, 2, 1, 3} && net_.batch_at(x) == 0;
  if (const auto lying = turned_.find(node.inputs[0]); heads && lying != turned_.end())
    return net_.bind(node.outputs.at(0), lying->second);
  if (heads && for_attention_alone(node.outputs.at(0))) {
    turned_[node.outputs[0]] = net_.value_of(node, 0);
    return;
  }
  if (const auto from = batch_.find(node.inputs[0]);
      from != batch_.end() && from->second.dimension == 0 && read_step_by_step(node))
    return net_.bind(node.outputs.at(0), net_.value_of(node, 0));
  const bool result_alone = !readers_.contains(node.outputs.at(0)) && uses_.contains(node.outputs[0]);
  if (result_alone && node.list("perm", {}) == std::vector<std::int64_t>{0, 2, 1} && net_.batch_at(x) == 0)
    return net_.set(node, 0,
                    net_.add(node, Transpose{.first = 1, .second = 2, .copied = false}, {net_.value_of(node, 0)}));
  if (moves_channels(node)) {
    const bool to_end = node.list("perm", {})[1] == 2;
    const std::int32_t first = net_.add(
        node, Transpose{.first = to_end ? 1 : 2, .second = to_end ? 2 : 3, .copied = false}, {net_.value_of(node, 0)});
    return net_.set(
        node, 0,
        net_.add(node, Transpose{.first = to_end ? 2 : 1, .second = to_end ? 3 : 2, .copied = false}, {first}));
  }
  std::vector<std::int64_t> order(x.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
  order = node.list("perm", order);
  std::vector<std::int64_t> moved;  // order of the extents above 1: the others do not change the order in memory
  for (const std::int64_t a : order)
    if (a >= 0 && a < static_cast<std::int64_t>(x.size()) && x[static_cast<std::size_t>(a)] > 1 &&
        !(graph_.batch > 1 && net_.batch_at(x) == static_cast<std::size_t>(a)))
      moved.push_back(a);
  if (std::is_sorted(moved.begin(), moved.end())) return view(node);
  net_.opaque(node, {}, OpaqueOperator::Pattern::transpose);
}

bool Importer::moves_channels(const Node& node) const {
  const auto order = node.list("perm", {});
  const bool to_end = order == std::vector<std::int64_t>{0, 2, 3, 1};
  if ((!to_end && order != std::vector<std::int64_t>{0, 3, 1, 2}) ||
      net_.batch_at(net_.dims_of(node, node.inputs.at(0))) != 0)
    return false;
  const std::set<std::string> taking =
      to_end ? std::set<std::string>{"LayerNormalization", "Add", "Mul"}
             : std::set<std::string>{"Conv",     "Add", "Mul", "GlobalAveragePool", "ReduceMean", "BatchNormalization",
                                     "Transpose"};
  const auto readers = readers_.find(node.outputs.at(0));
  return readers != readers_.end() && std::all_of(readers->second.begin(), readers->second.end(),
                                                  [&](const Node* reader) { return taking.contains(reader->type); });
}

void Importer::concat(const Node& node) {
  const auto axis = net_.axis_of(net_.dims_of(node, node.outputs.at(0)), node.integer("axis", 0));
  std::vector<std::int32_t> parts;
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    if (!net_.constant(node.inputs[i])) parts.push_back(net_.value_of(node, i));
  if (parts.size() != node.inputs.size() || !axis || *axis == 0) return net_.opaque(node, {});
  net_.set(node, 0, net_.add(node, Concat{.dimension = *axis}, parts));
}

void Importer::piece(const Node& node, std::size_t output, std::int64_t axis, std::int64_t begin, std::int64_t length) {
  net_.set(node, output,
           net_.add(node, Slice{.dimension = axis, .begin = begin, .length = length}, {net_.value_of(node, 0)}));
}

void Importer::split(const Node& node) {
  const std::int64_t given_axis = node.integer("axis", 0);
  const Dims& x = net_.dims_of(node, node.inputs.at(0));
  const auto axis = net_.axis_of(x, given_axis);
  if (!axis || *axis == 0) return unknown(node);
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    const Dims& y = net_.dims_of(node, node.outputs[i]);
    const std::int64_t length =
        y.at(static_cast<std::size_t>(given_axis < 0 ? given_axis + static_cast<std::int64_t>(x.size()) : given_axis));
    piece(node, i, *axis, begin, length);
    begin += length;
  }
}

void Importer::slice(const Node& node) {
  const Dims &x = net_.dims_of(node, node.inputs.at(0)), &y = net_.dims_of(node, node.outputs.at(0));
  std::size_t changed = 0, at_axis = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] != y[i]) {
      ++changed;
      at_axis = i;
    }
  if (changed == 0) return view(node);
  const auto axis = net_.axis_of(x, static_cast<std::int64_t>(at_axis));
  const double start =
      net_.given(node, 1) && net_.facts(node.inputs[1]).values.size() == 1 ? net_.facts(node.inputs[1]).values[0] : 0.0;
  const double step =
      net_.given(node, 4) && net_.facts(node.inputs[4]).values.size() == 1 ? net_.facts(node.inputs[4]).values[0] : 1.0;
  if (changed != 1 || !axis || *axis == 0 || step != 1.0) return net_.opaque(node, {});
  const std::int64_t begin = static_cast<std::int64_t>(start) + (start < 0 ? x[at_axis] : 0);
  piece(node, 0, *axis, std::clamp<std::int64_t>(begin, 0, x[at_axis] - y[at_axis]), y[at_axis]);
}

void Importer::gather(const Node& node) {
  if (net_.weight(node, 0, 2) && node.integer("axis", 0) == 0) {
    const Dims& table = net_.dims_of(node, node.inputs[0]);
    return net_.set(
        node, 0,
        net_.add(node, Embedding{.count = table[0], .width = table[1]}, {net_.value_of(node, 1)}, node.inputs[0]));
  }
  if (net_.constant(node.inputs.at(0))) return net_.opaque(node, {}, OpaqueOperator::Pattern::gather);
  const Dims& x = net_.dims_of(node, node.inputs[0]);
  const std::int64_t given_axis = node.integer("axis", 0);
  const auto axis = net_.axis_of(x, given_axis);
  const TensorFacts& indices = net_.facts(node.inputs.at(1));
  if (indices.values.size() != 1 || !axis || *axis == 0) return net_.opaque(node, {}, OpaqueOperator::Pattern::gather);
  const std::int64_t extent = net_.shape_of(net_.value_of(node, 0))[static_cast<std::size_t>(*axis)];
  const auto index = static_cast<std::int64_t>(indices.values[0]);
  piece(node, 0, *axis, index < 0 ? index + extent : index, 1);
}

void Importer::positions(const Node& node) {
  if (node.type != "Gather" || node.inputs.size() != 2 || node.integer("axis", 0) != 0 || !net_.weight(node, 0, 2))
    return;
  const TensorFacts &table = net_.facts(node.inputs[0]), &rows = net_.facts(node.inputs[1]);
  const auto length = static_cast<std::int64_t>(rows.values.size());
  for (std::size_t i = 0; i < rows.values.size(); ++i)
    if (rows.values[i] != static_cast<double>(i)) return;
  if (!table.stored || table.integers || length < 2 || rows.dims.back() != length) return;
  if (!read_only_by(node.outputs.at(0), [](const Node& reader) { return reader.type == "Add"; })) return;
  for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
    const std::int32_t input = network_input(static_cast<std::int32_t>(i));
    if (const Shape shape = net_.shape_of(input); shape.rank < 2 || shape[1] != length) continue;
    const Embedding what{.count = table.dims[0], .width = table.dims[1], .positions = true};
    return net_.bind(node.outputs.at(0), net_.add(node, what, {input}, node.inputs[0]));
  }
}

std::int64_t Importer::sequences_of_sample(const Node& node, const Dims& x, std::size_t dimension) const {
  const std::string wanted = "must be in dimension " + std::to_string(dimension) + " of " +
                             (dimension == 0 ? "[batch, length, inputs]" : "[length, batch, inputs]") +
                             "; give the axis of the graph's input that is the batch the name batch";
  if (const auto found = batch_.find(node.inputs[0]); found != batch_.end()) {
    if (found->second.dimension != dimension)
      throw bad_input(net_.place(node) + "input of shape " + text(x),
                      "the batch in dimension " + std::to_string(found->second.dimension), wanted);
  } else {  // extents tell where no other dimension could hold the batch
    const std::size_t time = 1 - dimension;
    const bool alone =
        graph_.batch > 1 ? x[dimension] % graph_.batch == 0 && x[time] % graph_.batch != 0 : x[dimension] == 1;
    if (!alone)
      throw bad_input(net_.place(node) + "input of shape " + text(x), "no dimension known as the batch", wanted);
  }
  return x[dimension] / graph_.batch;
}

void Importer::check_states(const Node& node, std::int64_t directions, std::int64_t sequences, std::int64_t hidden) {
  const bool batch_first = node.integer("layout", 0) != 0;
  const Dims state = batch_first ? Dims{sequences, directions, hidden} : Dims{directions, sequences, hidden};
  const std::string where = net_.place(node);
  for (const std::size_t i : {4, 5, 6}) {  // lengths; the hidden state; the cell's
    if (!net_.given(node, i) || (i == 6 && node.type != "LSTM")) continue;
    const std::string& name = node.inputs[i];
    const std::string what = i == 4 ? "lengths" : "initial state";
    if (!net_.facts(name).shaped) continue;
    const Dims& given = net_.dims_of(node, name);
    const Dims wanted = i == 4 ? Dims{sequences} : state;
    if (given != wanted) throw bad_input(where + what, "shape " + text(given), "must be " + text(wanted));
    const std::size_t dimension = i == 4 || batch_first ? 0 : 1;
    if (const auto found = batch_.find(name); found != batch_.end() && found->second.dimension != dimension)
      throw bad_input(where + what + " of shape " + text(given),
                      "the batch in dimension " + std::to_string(found->second.dimension),
                      "must be in dimension " + std::to_string(dimension));
    if (i == 4)
      net_.note(where + "sequences are taken to have their full length, whatever the given lengths are");
    else if (!net_.constant(name))
      net_.note(where + "the initial state \"" + one_line(name) +
                "\" is taken to be given: no gradient goes back to it");
  }
}

void Importer::recurrent(const Node& node) {
  const std::int32_t x = net_.value_of(node, 0);
  const Dims& in = net_.dims_of(node, node.inputs[0]);
  if (!net_.weight(node, 1, 3) || !net_.weight(node, 2, 3) || in.size() != 3) return unknown(node);
  const std::size_t at = node.integer("layout", 0) != 0 ? 0 : 1;
  const std::int64_t apart = sequences_of_sample(node, in, at), length = in[1 - at];
  const Dims &w = net_.dims_of(node, node.inputs[1]), &r = net_.dims_of(node, node.inputs[2]);
  check_states(node, w[0], in[at], r[2]);
  const Shape sample = apart == 1 ? Shape{length, in[2]} : Shape{apart, length, in[2]};
  const std::int32_t rows =
      net_.shape_of(x) == net_.batched(sample) ? x : net_.add(node, Reshape{.sample = sample}, {x});
  const Recurrent cell{.cell = node.type == "LSTM" ? Cell::lstm : Cell::gru,
                       .inputs = w[2],
                       .hidden = r[2],
                       .bidirectional = w[0] == 2,
                       .bias = net_.given(node, 3)};
  const std::int32_t y = net_.add(node, cell, {rows}, node.inputs[1]);
  net_.set(node, 0, y);
  const auto steps = static_cast<std::int64_t>(sample.rank) - 1;
  for (std::size_t i = 1; i < node.outputs.size(); ++i) {  // the last step's state
    if (node.outputs[i].empty() || !uses_.contains(node.outputs[i])) continue;
    net_.set(node, i, net_.add(node, perfmodel::Slice{.dimension = steps, .begin = length - 1, .length = 1}, {y}));
  }
}

bool Importer::read_step_by_step(const Node& node) const {
  const std::string& name = node.outputs.at(0);
  return node.list("perm", {}) == std::vector<std::int64_t>{1, 0, 2} && read_only_by(name, [&](const Node& reader) {
           return (reader.type == "LSTM" || reader.type == "GRU") && reader.inputs.at(0) == name &&
                  reader.integer("layout", 0) == 0;
         });
}

void Importer::resize(const Node& node) {
  const Dims &x = net_.dims_of(node, node.inputs.at(0)), &y = net_.dims_of(node, node.outputs.at(0));
  const bool nearest = node.word("mode", "nearest") == "nearest";
  if (nearest && x.size() == 4 && y[2] % x[2] == 0 && y[3] / x[3] == y[2] / x[2] && y[3] % x[3] == 0)
    return net_.set(node, 0, net_.add(node, perfmodel::Upsample{.factor = y[2] / x[2]}, {net_.value_of(node, 0)}));
  net_.opaque(node, nearest ? PerElement{} : PerElement{8, 0});
}

}  // namespace plan::onnx_import
