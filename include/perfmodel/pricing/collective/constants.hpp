#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/collective/fields.hpp>

namespace perfmodel {

/// The constants of collectives (data/constants/collective.json), from the copy that is compiled in.
[[nodiscard]] const CollectiveTable& collective_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/collective/constants.ipp>
#endif
