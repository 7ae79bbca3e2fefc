#pragma once
/// Shapes of one node's outputs from those of its inputs.
#include <onnx/onnx_pb.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "graph.hpp"

namespace plan::onnx_import {

[[nodiscard]] inline bool is_integer(int type) {
  return type != onnx::TensorProto::FLOAT && type != onnx::TensorProto::FLOAT16 && type != onnx::TensorProto::DOUBLE &&
         type != onnx::TensorProto::BFLOAT16;
}

/// What a file says of one tensor, where nothing is known of it yet.
void learn(const onnx::ValueInfoProto& info, std::map<std::string, TensorFacts>& tensors);

/// "4*batch" with the axes' values; nothing for a name that is none of them or another formula.
[[nodiscard]] std::optional<std::int64_t> product_of_axes(std::string_view text,
                                                          const std::map<std::string, std::int64_t>& axes);

/// First the rules of this file, which know operators of every version; then the ONNX library, asked for that node
/// alone, so that what it does not know or refuses stays one node's matter.
class NodeInference {
 public:
  explicit NodeInference(const onnx::ModelProto& model);
  /// Adds what can be said of the node's outputs.
  void infer(const onnx::NodeProto& node, std::map<std::string, TensorFacts>& tensors) const;

 private:
  void ask_library(const onnx::NodeProto& node, std::map<std::string, TensorFacts>& tensors) const;
  onnx::ModelProto empty_{};  ///< the versions of the operators, as far as the library knows them
};

}  // namespace plan::onnx_import
