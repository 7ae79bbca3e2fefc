#pragma once
/// What tests of changed networks ask of them.
#include <algorithm>
#include <cstddef>
#include <perfmodel/network/network.hpp>
#include <variant>

namespace rewritten {

template <class Kind>
[[nodiscard]] std::size_t count_of(const perfmodel::Network& network) {
  return static_cast<std::size_t>(
      std::count_if(network.layers.begin(), network.layers.end(),
                    [](const perfmodel::Layer& l) { return std::holds_alternative<Kind>(l.what); }));
}
[[nodiscard]] inline perfmodel::Shape result(const perfmodel::Network& network) {
  return infer_shapes(network, 2).outputs.back();
}

}  // namespace rewritten
