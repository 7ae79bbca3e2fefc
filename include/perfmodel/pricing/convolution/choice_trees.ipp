#pragma once
#include <perfmodel/data/cudnn_choices.hpp>
#include <perfmodel/pricing/convolution/choice_trees.hpp>

namespace perfmodel {
PERFMODEL_INLINE const std::vector<ConvolutionChoiceTree>& convolution_choice_trees() {
  static const std::vector<ConvolutionChoiceTree> trees =
      unpacked_trees(data::cudnn_trees, data::cudnn_nodes, data::cudnn_thresholds);
  return trees;
}

}  // namespace perfmodel
