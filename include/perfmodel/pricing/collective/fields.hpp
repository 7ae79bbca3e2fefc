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
inline constexpr unsigned link = 1;  ///< one kind of link
}  // namespace collective_fit

inline constexpr std::array link_fields = [] {
  using namespace collective_fit;
  using L = LinkConstants;
  return std::array{
      Field{&L::share, {.name = "share", .fitted = {{link, 0.1, 1.0}}, .most = 1.0}},
      Field{&L::hop_seconds, {.name = "hop_seconds", .unit = "s", .fitted = {{link, 1e-7, 1e-4}}}},
      Field{&L::start_seconds, {.name = "start_seconds", .unit = "s", .start = 30e-6, .fitted = {{link, 1e-6, 2e-4}}}}};
}();

template <class Archive>
void describe(Archive& archive, CollectiveTable& table) {
  constexpr std::array<std::string_view, 1> bar{"error_bar"};
  archive.rows("links", names_of<Link, link_count>, [&](std::size_t i) {
    archive.constants(link_fields, table[i]);
    describe_bars(archive, bar, std::span(&table[i].error_bar, 1));
  });
}

}  // namespace perfmodel
