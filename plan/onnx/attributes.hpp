#pragma once
// Attributes of ONNX nodes by name.
#include <onnx/onnx_pb.h>

#include <cstdint>

namespace plan::onnx_import {

/// nullptr where the node has none of that name.
[[nodiscard]] inline const onnx::AttributeProto* attribute(const onnx::NodeProto& node, const char* name) {
  for (const auto& a : node.attribute())
    if (a.name() == name) return &a;
  return nullptr;
}

[[nodiscard]] inline std::int64_t integer(const onnx::NodeProto& node, const char* name, std::int64_t absent) {
  const auto* a = attribute(node, name);
  return a == nullptr ? absent : a->i();
}

}  // namespace plan::onnx_import
