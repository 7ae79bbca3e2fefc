#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/lowering/fields.hpp>

namespace perfmodel {

/// What libraries were seen to do (data/constants/lowering.json), from the copy that is compiled in.
[[nodiscard]] const LoweringTable& lowering_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/lowering/constants.ipp>
#endif
