#pragma once
#include <perfmodel/network/fcnn.hpp>
#include <perfmodel/network/spec.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perfmodel {

/// One network that has a name: how it is built from its options, and a line for the list of names.
struct NamedNetwork {
  std::string_view name{};
  std::string_view options{};  ///< example, with the defaults
  Network (*build)(const NetworkSpec& spec){};
};

namespace detail {

[[nodiscard]] inline Network build_fcnn(const NetworkSpec& spec) {
  accept_only(spec, {"layers", "hidden", "inputs", "outputs", "bias"});
  return fcnn({.layers = required_integer(spec, "layers"), .hidden = required_integer(spec, "hidden"),
               .inputs = required_integer(spec, "inputs"), .outputs = required_integer(spec, "outputs"),
               .bias = integer(spec, "bias", 1, 0, 1) == 1});
}

}  // namespace detail

/// Every network that has a name.
[[nodiscard]] inline std::span<const NamedNetwork> named_networks() {
  static const std::vector<NamedNetwork> all{
      {"fcnn", "layers=8,hidden=4096,inputs=4000,outputs=600,bias=1", detail::build_fcnn},
  };
  return all;
}

/// The network that `name:key=value,...` names.
/// @throws Error with the nearest names if there is none, and for options that are unknown, missing or out of range
[[nodiscard]] inline Network named_network(std::string_view text) {
  const NetworkSpec spec = network_spec_from(text);
  std::vector<std::string_view> names;
  for (const NamedNetwork& network : named_networks()) {
    if (network.name == spec.name) return network.build(spec);
    names.push_back(network.name);
  }
  throw bad_input("network", '"' + spec.name + '"', "the nearest names are " + joined(nearest_words(spec.name, names)));
}

}  // namespace perfmodel
