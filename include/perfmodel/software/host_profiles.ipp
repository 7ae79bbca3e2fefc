#pragma once
#include <perfmodel/software/host_profiles.hpp>

namespace perfmodel {
PERFMODEL_INLINE const std::vector<HostProfile>& host_profiles() {
  static const std::vector<HostProfile> profiles =
      embedded_table<std::vector<HostProfile>>("data/host", data::host_numbers, data::host_texts);
  return profiles;
}

PERFMODEL_INLINE HostProfile host_profile(Framework framework, std::string_view version,
                                          std::span<const HostProfile> profiles) {
  const int wanted = version_number(version, "framework version");
  const HostProfile* found = nullptr;
  for (const HostProfile& row : profiles)
    if (row.framework == framework && (found == nullptr || version_number(row.version, "table") <= wanted))
      found = &row;
  return *found;
}

}  // namespace perfmodel
