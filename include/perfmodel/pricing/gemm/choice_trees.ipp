#pragma once
#include <perfmodel/data/cublas_choices.hpp>
#include <perfmodel/pricing/gemm/choice_trees.hpp>

namespace perfmodel {
PERFMODEL_INLINE const std::vector<GemmChoiceTree>& choice_trees() {
  static const std::vector<GemmChoiceTree> trees =
      unpacked_trees(data::cublas_trees, data::cublas_nodes, data::cublas_thresholds);
  return trees;
}

}  // namespace perfmodel
