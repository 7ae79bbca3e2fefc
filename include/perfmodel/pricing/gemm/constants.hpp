#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/gemm/fields.hpp>

namespace perfmodel {

/// The constants of the GEMM model (data/constants/gemm.json), from the copy that is compiled in.
[[nodiscard]] const GemmTable& gemm_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/gemm/constants.ipp>
#endif
