#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/gemm/choice_packing.hpp>
#include <vector>

namespace perfmodel {

/// Which kernels cuBLAS launches (data/choices/cublas.json), from the copy that is compiled in.
[[nodiscard]] const std::vector<GemmChoiceTree>& choice_trees();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/gemm/choice_trees.ipp>
#endif
