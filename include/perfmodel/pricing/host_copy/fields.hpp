#pragma once
/// The constants of copies between host and device: names and units (data/constants/host_copy.json).
#include <array>
#include <perfmodel/data/field.hpp>
#include <perfmodel/pricing/bar_fields.hpp>
#include <perfmodel/pricing/host_copy/table.hpp>
#include <span>
#include <string_view>

namespace perfmodel {

inline constexpr std::array host_copy_fields = [] {
  using T = HostCopyTable;
  return std::array{Field{&T::share, {.name = "share", .most = 1.0}},
                    Field{&T::pageable_share, {.name = "pageable_share", .most = 1.0}},
                    Field{&T::start_seconds, {.name = "start_seconds", .unit = "s"}}};
}();

template <class Archive>
void describe(Archive& archive, HostCopyTable& table) {
  constexpr std::array<std::string_view, 1> pinned{"pinned_bar"}, pageable{"pageable_bar"};
  archive.constants(host_copy_fields, table);
  describe_bars(archive, pinned, std::span(&table.pinned_bar, 1));
  describe_bars(archive, pageable, std::span(&table.pageable_bar, 1));
}

}  // namespace perfmodel
