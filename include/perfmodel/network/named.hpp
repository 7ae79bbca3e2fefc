#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
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

/// Every network that has a name.
[[nodiscard]] std::span<const NamedNetwork> named_networks();

/// The network that `name:key=value,...` names.
/// @throws Error with the nearest names if there is none, and for options that are unknown, missing or out of range
[[nodiscard]] Network named_network(std::string_view text);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/named.ipp>
#endif
