#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/parallel/wrapper_table.hpp>

namespace perfmodel {

/// What wrappers cost on the host (data/constants/wrapper.json), from the copy that is compiled in.
[[nodiscard]] const WrapperTable& wrapper_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/wrapper_costs.ipp>
#endif
