#include "import.hpp"

#include <algorithm>
#include <stdexcept>

#include "importer.hpp"
#include "operators.hpp"

namespace plan::onnx_import {

using namespace perfmodel;

Imported Importer::run() {
  for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
    if (merged_.contains(i)) continue;
    index_ = i;
    net_.at_node(i);
    try {
      import(graph_.nodes[i]);
    } catch (const std::out_of_range&) {  // of the lists of inputs and outputs
      throw bad_input(net_.place(graph_.nodes[i]) + "node",
                      std::to_string(graph_.nodes[i].inputs.size()) + " inputs, " +
                          std::to_string(graph_.nodes[i].outputs.size()) + " outputs",
                      "the operator needs more");
    }
  }
  result_.network = net_.finish();
  result_.notes = net_.notes();
  return std::move(result_);
}

void Importer::import(const Node& node) {
  const bool all_constant = std::all_of(node.inputs.begin(), node.inputs.end(),
                                        [&](const std::string& n) { return n.empty() || net_.constant(n); });
  if (all_constant) {  // computed once, before the first step, but for what training changes
    positions(node);
    return;
  }
  const std::string& type = node.type;
  if (const auto f = activations().find(type); f != activations().end())
    return net_.set(node, 0, net_.add(node, Activation{f->second}, {net_.value_of(node, 0)}));
  if (product(node) || norm(node)) return;
  if (type.ends_with("Pool")) return pool(node);
  if (type == "Softmax" || type == "LogSoftmax") return softmax(node);
  if (type == "Add" || type == "Mul") return add_or_multiply(node);
  if (type == "Expand" && repeated_by_readers(node)) return net_.bind(node.outputs.at(0), net_.value_of(node, 0));
  if (type == "Concat") return concat(node);
  if (type == "Split") return split(node);
  if (type == "Slice") return slice(node);
  if (type == "Gather") return gather(node);
  if (type == "Reshape" || type == "Flatten" || type == "Squeeze" || type == "Unsqueeze") return view(node);
  if (type == "Identity" || type == "Dropout") return dropout(node);
  if (type == "Transpose") return transpose(node);
  if (type == "LSTM" || type == "GRU") return recurrent(node);
  if (type == "Resize" || type == "Upsample") return resize(node);
  if (type == "Clip") return clip(node);
  if (type == "Shape" || type == "Size") return;  // only reached where a shape is not known: the reader of it says so
  if (type == "SoftmaxCrossEntropyLoss" || type == "NegativeLogLikelihoodLoss") return loss(node);
  if (reduces(type)) return reduce(node);
  if (type == "Cast") return cast(node);
  if (const auto cost = elementwise_costs().find(type); cost != elementwise_costs().end())
    return net_.opaque(node, cost->second);
  unknown(node);
}

bool Importer::product(const Node& node) {
  const std::string& type = node.type;
  if (type == "Conv" || type == "ConvTranspose")
    convolution(node);
  else if (type == "Gemm")
    gemm(node);
  else if (type == "MatMul")
    matmul(node);
  else if (type == "Einsum")
    einsum(node);
  else if (type == "Attention")
    attention(node);
  else
    return false;
  return true;
}

bool Importer::norm(const Node& node) {
  const std::string& type = node.type;
  if (type == "BatchNormalization")
    net_.set(node, 0,
             net_.add(node, BatchNorm{.channels = net_.shape_of(net_.value_of(node, 0))[1]}, {net_.value_of(node, 0)},
                      node.inputs.at(1)));
  else if (type == "LayerNormalization")
    layer_norm(node);
  else if (type == "RMSNormalization")
    rms_norm(node);
  else if (type == "InstanceNormalization" || type == "GroupNormalization")
    group_norm(node);
  else
    return false;
  return true;
}

void Importer::loss(const Node& node) {
  const bool rows = net_.dims_of(node, node.inputs.at(0)).size() == 2;
  if (node.type == "SoftmaxCrossEntropyLoss" && net_.is_result(node.outputs.at(0)) && rows)
    return net_.end_in(net_.value_of(node, 0));  // the planner adds the loss
  throw bad_input(net_.place(node) + "node", "a loss",
                  "the graph must end in the network's output: export it without labels; the planner adds the loss "
                  "(loss=cross_entropy, mse or none)");
}

void Importer::unknown(const Node& node) {
  ++result_.unknown[one_line(node.type, 60)];
  for (std::size_t i = 0; i < node.outputs.size(); ++i)
    if (!node.outputs[i].empty() && (i == 0 || uses_.contains(node.outputs[i])))
      net_.opaque(node, {}, OpaqueOperator::Pattern::elementwise, i);
}

Imported network_from_graph(const Graph& graph) { return Importer(graph).run(); }

}  // namespace plan::onnx_import
