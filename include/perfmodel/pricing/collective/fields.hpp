#pragma once
/// The constants of collectives: names, units and bounds of the fit (data/constants/collective.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/bar_fields.hpp>
#include <perfmodel/pricing/collective/table.hpp>
#include <span>
#include <string_view>

namespace perfmodel {

/// Who fits (calibrate/fit/collective_fit.hpp). Bounds are of the constant.
namespace collective_fit {
inline constexpr unsigned link = 1;       ///< one kind of link
inline constexpr unsigned protocols = 2;  ///< one that has the three protocols
inline constexpr unsigned sharp = 4;      ///< one whose switch sums
}  // namespace collective_fit

inline constexpr std::array link_fields = [] {
  using namespace collective_fit;
  using L = LinkConstants;
  return std::array{
      Field{&L::share, {.name = "share", .fitted = {{link, 0.1, 1.0}}, .most = 1.0}},
      Field{&L::hop_seconds, {.name = "hop_seconds", .unit = "s", .fitted = {{link, 1e-7, 1e-4}}}},
      Field{&L::start_seconds, {.name = "start_seconds", .unit = "s", .start = 30e-6, .fitted = {{link, 1e-6, 2e-4}}}},
      Field{&L::ll_share, {.name = "ll_share", .optional = true, .fitted = {{protocols, 0.005, 0.5}}, .most = 1.0}},
      Field{&L::ll128_share, {.name = "ll128_share", .optional = true, .fitted = {{protocols, 0.1, 1.0}}, .most = 1.0}},
      Field{&L::ll128_start,
            {.name = "ll128_start", .start = 1.0, .optional = true, .fitted = {{protocols, 1.0, 10.0}}}},
      Field{&L::simple_start,
            {.name = "simple_start", .start = 1.0, .optional = true, .fitted = {{protocols, 1.0, 10.0}}}},
      Field{&L::ll128_hop, {.name = "ll128_hop", .start = 1.0, .optional = true, .fitted = {{protocols, 1.0, 10.0}}}},
      Field{&L::simple_hop, {.name = "simple_hop", .start = 1.0, .optional = true, .fitted = {{protocols, 1.0, 20.0}}}},
      Field{&L::own, {.name = "own", .optional = true, .fitted = {{protocols, 0.01, 2.0}}}},
      Field{&L::ramp, {.name = "ramp", .optional = true, .fitted = {{protocols, 0.01, 10.0}}}},
      Field{&L::nvls_start, {.name = "nvls_start", .start = 1.0, .optional = true, .fitted = {{sharp, 1.0, 20.0}}}},
      Field{&L::nvls_share, {.name = "nvls_share", .optional = true, .fitted = {{sharp, 0.2, 1.0}}, .most = 1.0}},
      Field{&L::nvls_cards, {.name = "nvls_cards", .optional = true}}};
}();

template <class Archive>
void describe(Archive& archive, LinkConstants& link) {
  constexpr std::array<std::string_view, 1> bar{"error_bar"};
  archive.constants(link_fields, link);
  describe_bars(archive, bar, std::span(&link.error_bar, 1));
}

template <class Archive>
void describe(Archive& archive, CollectiveTable& table) {
  archive.rows("links", names_of<Link, link_count>, [&](std::size_t i) { describe(archive, table[i]); });
}

}  // namespace perfmodel
