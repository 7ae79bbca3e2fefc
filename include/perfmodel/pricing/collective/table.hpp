#pragma once
#include <array>
#include <cstdint>
#include <perfmodel/pricing/evidence.hpp>
#include <string_view>

namespace perfmodel {

/// How cards of one host reach each other.
enum class Link : std::uint8_t { pcie, nvlink };
inline constexpr std::size_t link_count = 2;

[[nodiscard]] constexpr std::string_view name(Link link) { return link == Link::pcie ? "pcie" : "nvlink"; }

/// Constants of the collective library on one kind of link.
struct LinkConstants {
  double share{};          ///< of the link's published one-way bandwidth, long messages
  double hop_seconds{};    ///< one step of a ring or one level of a tree
  double start_seconds{};  ///< of a call, framework's part included
  ErrorBar error_bar{};
};

using CollectiveTable = std::array<LinkConstants, link_count>;

}  // namespace perfmodel
