#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/host_numbers.hpp>
#include <perfmodel/software/host_fields.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace perfmodel {

/// Host costs by framework and version, newest last (data/host/), from the copy that is compiled in.
[[nodiscard]] inline const std::vector<HostProfile>& host_profiles() {
  static const std::vector<HostProfile> profiles =
      embedded_table<std::vector<HostProfile>>("data/host", data::host_numbers, data::host_texts);
  return profiles;
}

/// The profile of a framework at a version: the newest row not newer than it, else its oldest.
/// @pre profiles has one of the framework, newest last
[[nodiscard]] inline HostProfile host_profile(Framework framework, std::string_view version,
                                              std::span<const HostProfile> profiles = host_profiles()) {
  const int wanted = version_number(version, "framework version");
  const HostProfile* found = nullptr;
  for (const HostProfile& row : profiles)
    if (row.framework == framework && (found == nullptr || version_number(row.version, "table") <= wanted))
      found = &row;
  return *found;
}

}  // namespace perfmodel
