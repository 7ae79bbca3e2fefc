#pragma once
/// Decision trees of the kernels that cuDNN runs, from its own answers.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "calibrate/fit/convolution_answers.hpp"

namespace perfmodel {

/// Draws that no tree learns from: they judge.
[[nodiscard]] constexpr bool judges(const ConvolutionAnswer& a) { return a.seed % 10 == 7; }

/// Answers that a tree is asked for: not those that PyTorch does not ask the library for.
[[nodiscard]] inline std::vector<const ConvolutionAnswer*> answers_of(const std::vector<ConvolutionAnswer>& all,
                                                                      ConvolutionPass pass, std::size_t unit,
                                                                      bool judging) {
  std::vector<const ConvolutionAnswer*> out;
  for (const ConvolutionAnswer& a : all)
    if (a.convolution.pass == pass && convolution_unit(a.convolution.format) == unit && judges(a) == judging &&
        !runs_in_framework(a.convolution))
      out.push_back(&a);
  return out;
}

/// @param draws  that the answers are to
[[nodiscard]] inline std::vector<ConvolutionChoiceTree> learn_convolution_trees(
    const std::vector<ConvolutionAnswer>& answers, double sms, ConvolutionDraws draws = ConvolutionDraws::all) {
  constexpr std::size_t rows_per_leaf = 33, most_leaves = 600, least_rows = 5, fewest = 200;
  std::vector<ConvolutionChoiceTree> out;
  for (std::size_t p = 0; p < convolution_pass_count; ++p)
    for (std::size_t unit = 0; unit < convolution_unit_count; ++unit) {
      const auto pass = static_cast<ConvolutionPass>(p);
      std::vector<ChoiceExample> examples;
      for (const ConvolutionAnswer* a : answers_of(answers, pass, unit, false)) {
        const ConvolutionFeatures features = convolution_features(a->convolution, sms);
        ConvolutionChoice label = a->choice;
        label.split = 0;
        examples.push_back({.features = {features.begin(), features.end()},
                            .label = candidate_of(label),
                            .credits = a->split_credits});
      }
      if (examples.size() < fewest) continue;
      const ChoiceTreeFit fit(
          examples, std::min(most_leaves, examples.size() / rows_per_leaf), least_rows,
          [](std::uint32_t label, std::size_t variant) { return label | static_cast<std::uint32_t>(variant); });
      out.push_back(
          {.pass = pass, .unit = static_cast<ConvolutionUnit>(unit), .draws = draws, .sms = sms, .nodes = fit.nodes()});
    }
  return out;
}

/// How often a tree names the kernel, and the kernel with its tile, of convolutions that it was not learned from.
[[nodiscard]] inline std::string judged(const ConvolutionChoiceTree& tree,
                                        const std::vector<ConvolutionAnswer>& answers) {
  const auto unit = static_cast<std::size_t>(tree.unit);
  const auto others = answers_of(answers, tree.pass, unit, true);
  double kernel = 0.0, route = 0.0, tile = 0.0;
  for (const ConvolutionAnswer* a : others) {
    const ConvolutionChoice choice =
        convolution_choice_of(choice_of(tree.nodes, convolution_features(a->convolution, tree.sms)).front().candidate);
    route += route_of(choice.kernel) == route_of(a->choice.kernel) ? 1.0 : 0.0;
    if (choice.kernel != a->choice.kernel) continue;
    kernel += 1.0, tile += choice.tile == a->choice.tile ? 1.0 : 0.0;
  }
  const auto leaves = std::count_if(tree.nodes.begin(), tree.nodes.end(),
                                    [](const ChoiceNode& node) { return node.feature != choice_leaf; }) +
                      1;
  constexpr std::array passes{"forward", "input gradient", "weight gradient"}, units{"FP32", "16 bits", "TF32"};
  const double n = std::max(1.0, static_cast<double>(others.size()));
  char line[200];
  std::snprintf(
      line, sizeof line,
      "%s%s, %s: %td leaves from %zu answers; of %zu others the kernel named in %.0f %%, with its tile in %.0f "
      "%%, how it takes groups in %.0f %%",
      tree.draws == ConvolutionDraws::all ? "" : (std::string(name(tree.draws)) + ", ").c_str(),
      passes[static_cast<std::size_t>(tree.pass)], units[unit], leaves,
      answers_of(answers, tree.pass, unit, false).size(), others.size(), 100.0 * kernel / n, 100.0 * tile / n,
      100.0 * route / n);
  return line;
}

}  // namespace perfmodel
