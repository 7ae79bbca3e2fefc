#pragma once
/// Values of small constant tensors: what exporters compute shapes with.
#include <onnx/onnx_pb.h>

#include <optional>

#include "graph.hpp"

namespace plan::onnx_import {

inline constexpr std::int64_t largest_constant = 65536;  ///< elements; larger tensors are weights

/// The numbers of a stored tensor, if it is small and of a type that shapes are computed in.
[[nodiscard]] std::vector<double> values_of(const onnx::TensorProto& tensor);

/// A folded constant: its shape and its numbers.
struct Constant {
  Dims dims{};
  std::vector<double> values{};
  int type{};  ///< the format's number of the element type; 0: by the numbers
};

/// The result of a node whose inputs are all known, or whose result needs only their shapes; nothing if it cannot be
/// said.
[[nodiscard]] std::optional<Constant> fold(const onnx::NodeProto& node,
                                           const std::map<std::string, TensorFacts>& tensors);

}  // namespace plan::onnx_import
