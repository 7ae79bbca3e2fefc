#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/host_numbers.hpp>
#include <perfmodel/software/host_fields.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace perfmodel {

/// Host costs by framework and version, newest last (data/host/), from the copy that is compiled in.
[[nodiscard]] const std::vector<HostProfile>& host_profiles();

/// The profile of a framework at a version: the newest row not newer than it, else its oldest.
/// @pre profiles has one of the framework, newest last
[[nodiscard]] HostProfile host_profile(Framework framework, std::string_view version,
                                       std::span<const HostProfile> profiles = host_profiles());

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/software/host_profiles.ipp>
#endif
