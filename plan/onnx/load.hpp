#pragma once
/// `onnx:FILE` or `FILE.onnx`, either followed by `,AXIS=VALUE` for dynamic axes, as a network.
#include <perfmodel/network/network.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plan::onnx_import {

/// Whether a network's word names an ONNX file.
[[nodiscard]] inline bool names_onnx(std::string_view text) {
  return text.starts_with("onnx:") || text.ends_with(".onnx") || text.find(".onnx,") != std::string_view::npos;
}

struct Loaded {
  perfmodel::Network network{};
  std::vector<std::string> warnings{};  ///< one line each: what was not understood
};

/// @throws perfmodel::Error naming the file and what is wrong with it
[[nodiscard]] Loaded load(std::string_view text);

}  // namespace plan::onnx_import
