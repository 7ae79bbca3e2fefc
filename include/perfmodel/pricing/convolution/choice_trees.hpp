#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/convolution/choice_packing.hpp>
#include <vector>

namespace perfmodel {

/// Which kernels cuDNN 9 runs (data/choices/cudnn.json), from the copy that is compiled in.
[[nodiscard]] const std::vector<ConvolutionChoiceTree>& convolution_choice_trees();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/convolution/choice_trees.ipp>
#endif
