#pragma once
#include <perfmodel/data/cudnn_choices.hpp>
#include <perfmodel/pricing/convolution/choice_packing.hpp>
#include <vector>

namespace perfmodel {

/// Which kernels cuDNN 9 runs (data/choices/cudnn.json), from the copy that is compiled in.
[[nodiscard]] inline const std::vector<ConvolutionChoiceTree>& convolution_choice_trees() {
  static const std::vector<ConvolutionChoiceTree> trees =
      unpacked_trees(data::cudnn_trees, data::cudnn_nodes, data::cudnn_thresholds);
  return trees;
}

}  // namespace perfmodel
