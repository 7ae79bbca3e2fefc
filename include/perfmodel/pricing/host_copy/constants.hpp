#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/host_copy/fields.hpp>

namespace perfmodel {

/// The constants of copies between host and device (data/constants/host_copy.json), from the copy that is compiled in.
[[nodiscard]] const HostCopyTable& host_copy_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/host_copy/constants.ipp>
#endif
