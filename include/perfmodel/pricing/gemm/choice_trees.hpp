#pragma once
#include <perfmodel/data/cublas_choices.hpp>
#include <perfmodel/pricing/gemm/choice_packing.hpp>
#include <vector>

namespace perfmodel {

/// Which kernels cuBLAS launches (data/choices/cublas.json), from the copy that is compiled in.
[[nodiscard]] inline const std::vector<GemmChoiceTree>& choice_trees() {
  static const std::vector<GemmChoiceTree> trees =
      unpacked_trees(data::cublas_trees, data::cublas_nodes, data::cublas_thresholds);
  return trees;
}

}  // namespace perfmodel
