#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/fused/fields.hpp>

namespace perfmodel {

/// The constants of a compiler's kernels (data/constants/fused.json), from the copy that is compiled in.
[[nodiscard]] const FusedTable& fused_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/fused/constants.ipp>
#endif
