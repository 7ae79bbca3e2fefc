#pragma once
/// Models that tests write node by node with the ONNX library's own classes; weights have shapes but no values.
#include <doctest/doctest.h>
#include <onnx/onnx_pb.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <perfmodel/network/network.hpp>
#include <plan/onnx/load.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../refusal.hpp"

namespace onnx_test {

/// A folder that goes away with the process.
struct ScratchFolder {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("perfmodel-onnx-" + std::to_string(::getpid()));
  ScratchFolder() { std::filesystem::create_directories(folder); }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
};

inline std::string scratch(const std::string& name) {
  static const ScratchFolder one;
  return (one.folder / name).string();
}

using Dims = std::vector<std::int64_t>;

/// Extents: a number, or the name of a dynamic axis.
struct Extent {
  std::int64_t value{};
  std::string name{};
  Extent(std::int64_t v) : value(v) {}
  Extent(const char* n) : name(n) {}
};

class Model {
 public:
  explicit Model(std::int64_t version = 14) {
    model_.set_ir_version(7);
    model_.add_opset_import()->set_version(version);
    model_.mutable_graph()->set_name("test");
  }
  Model& input(const std::string& name, const std::vector<Extent>& extents, int type = onnx::TensorProto::FLOAT) {
    describe(*model_.mutable_graph()->add_input(), name, extents, type);
    return *this;
  }
  Model& output(const std::string& name) {
    describe(*model_.mutable_graph()->add_output(), name, {}, onnx::TensorProto::FLOAT);
    model_.mutable_graph()->mutable_output()->rbegin()->mutable_type()->mutable_tensor_type()->clear_shape();
    return *this;
  }
  std::string weight(const std::string& name, const Dims& dims) {
    auto& t = *model_.mutable_graph()->add_initializer();
    t.set_name(name);
    t.set_data_type(onnx::TensorProto::FLOAT);
    for (const std::int64_t d : dims) t.add_dims(d);
    t.set_data_location(onnx::TensorProto::EXTERNAL);  // shapes are enough
    return name;
  }
  std::string integers(const std::string& name, const Dims& values, bool scalar = false) {
    auto& t = *model_.mutable_graph()->add_initializer();
    t.set_name(name);
    t.set_data_type(onnx::TensorProto::INT64);
    if (!scalar) t.add_dims(static_cast<std::int64_t>(values.size()));
    for (const std::int64_t v : values) t.add_int64_data(v);
    return name;
  }
  std::string number(const std::string& name, float value) {
    auto& t = *model_.mutable_graph()->add_initializer();
    t.set_name(name);
    t.set_data_type(onnx::TensorProto::FLOAT);
    t.add_float_data(value);
    return name;
  }
  /// Adds a node with one output, which has the node's name; returns that name.
  std::string node(const std::string& type, const std::string& name, const std::vector<std::string>& inputs,
                   const std::vector<std::pair<std::string, Dims>>& attributes = {}) {
    auto& n = *model_.mutable_graph()->add_node();
    n.set_op_type(type);
    n.set_name(name);
    for (const std::string& i : inputs) n.add_input(i);
    n.add_output(name);
    for (const auto& [key, values] : attributes) {
      auto& a = *n.add_attribute();
      a.set_name(key);
      // by convention of the operators used here: these are single numbers
      const bool one = key == "group" || key == "transB" || key == "axis" || key == "keepdims" || key == "to" ||
                       key == "hidden_size" || key == "num_groups" || key == "is_causal" || key == "q_num_heads" ||
                       key == "kv_num_heads" || key == "linear_before_reset" || key == "layout";
      a.set_type(one ? onnx::AttributeProto::INT : onnx::AttributeProto::INTS);
      if (one)
        a.set_i(values.at(0));
      else
        for (const std::int64_t v : values) a.add_ints(v);
    }
    return name;
  }
  [[nodiscard]] onnx::ModelProto& proto() { return model_; }
  std::string write(const std::string& name) {
    const std::string path = scratch(name);
    std::ofstream out(path, std::ios::binary);
    model_.SerializeToOstream(&out);
    return path;
  }

 private:
  static void describe(onnx::ValueInfoProto& info, const std::string& name, const std::vector<Extent>& extents,
                       int type) {
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(type);
    auto& shape = *tensor.mutable_shape();
    for (const Extent& e : extents) {
      auto& dim = *shape.add_dim();
      if (e.name.empty())
        dim.set_dim_value(e.value);
      else
        dim.set_dim_param(e.name);
    }
  }
  onnx::ModelProto model_{};
};

inline std::string why(const std::string& argument) {
  return refusal([&] { (void)plan::onnx_import::load(argument); });
}

inline std::string kinds_of(const perfmodel::Network& network) {
  std::string kinds;
  for (const perfmodel::Layer& layer : network.layers) kinds += std::string(kind(layer.what)) + ' ';
  return kinds;
}

inline void mentions(const std::string& message, std::initializer_list<const char*> words) {
  CAPTURE(message);
  for (const char* word : words) {
    CAPTURE(word);
    CHECK(message.find(word) != std::string::npos);
  }
}

}  // namespace onnx_test
