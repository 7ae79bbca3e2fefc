#pragma once
/// data/choices/cudnn.json: which kernels cuDNN runs for convolutions, as decision trees (choice_lines.hpp), one for
/// each pass and unit, and of draws of signals and of groups alone.
///
/// A kernel is kind.share, kind:tile.share or kind:tile/split.share: kind of name(ConvolutionKernel), tile as rows x
/// columns x step, split an index into convolution_splits, share of the leaf's convolutions in 1/255.
#include <filesystem>
#include <perfmodel/compiled.hpp>
#include <perfmodel/json/choice_lines.hpp>
#include <perfmodel/json/provenance.hpp>
#include <perfmodel/json/table_json.hpp>
#include <perfmodel/pricing/convolution/kernel_choice.hpp>
#include <string>
#include <vector>

namespace perfmodel::json {

/// @throws Error naming file and JSON pointer
[[nodiscard]] Sealed<std::vector<ConvolutionChoiceTree>> convolution_choices_from_json(const Node& root);

[[nodiscard]] inline Sealed<std::vector<ConvolutionChoiceTree>> load_convolution_choices(
    const std::filesystem::path& path) {
  const Document document = parse_file(path);
  return convolution_choices_from_json(document.root());
}

/// The text of a file of trees.  @pre every tree's nodes are whole
[[nodiscard]] std::string convolution_choices_text(const std::vector<ConvolutionChoiceTree>& trees,
                                                   const Provenance& provenance);

}  // namespace perfmodel::json

#ifndef PERFMODEL_COMPILED
#include <perfmodel/json/convolution_choices_json.ipp>
#endif
