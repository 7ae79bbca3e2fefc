#pragma once
#include <array>
#include <perfmodel/json/convolution_choices_json.hpp>
#include <string_view>

namespace perfmodel::json {
namespace detail {
[[nodiscard]] inline std::string convolution_leaf_text(const ChoiceNode& node) {
  const ConvolutionChoice choice = convolution_choice_of(node.candidate);
  std::string out(name(choice.kernel));
  if (choice.tile > 0) {
    const ConvolutionTile tile = convolution_tile(choice.tile);
    out += ':' + std::to_string(tile.rows) + 'x' + std::to_string(tile.columns) + 'x' + std::to_string(tile.step);
  }
  if (choice.split > 0) out += '/' + std::to_string(choice.split);
  return out + '.' + std::to_string(node.share);
}

[[nodiscard]] inline ChoiceNode convolution_leaf(const Node& line, std::string_view word) {
  const std::string accepted =
      "must be feature<=threshold, or kernels as kind:rowsxcolumnsxstep/split.share with a split below " +
      std::to_string(convolution_splits.size()) + " and a share up to 255";
  const auto wrong = [&] { return bad_input(line.place(), '"' + one_line(std::string(word), 40) + '"', accepted); };
  const auto cut = [](std::string_view& text, char at) {  // what follows the last `at`
    const std::size_t place = text.rfind(at);
    if (place == std::string_view::npos) return std::string_view{};
    const std::string_view behind = text.substr(place + 1);
    text = text.substr(0, place);
    return behind;
  };
  std::string_view kind = word;
  const std::string_view share = cut(kind, '.'), split = cut(kind, '/');
  std::string_view tile = cut(kind, ':');
  const auto number = [&](std::string_view text, int least, int most) {
    const int value = choice_number<int>(line, text, accepted);
    if (value < least || value > most) throw wrong();
    return value;
  };
  ConvolutionChoice choice{};
  constexpr const auto& kinds = names_of<ConvolutionKernel, convolution_kernel_count>;
  const auto found = std::find(kinds.begin(), kinds.end(), kind);
  if (found == kinds.end()) throw wrong();
  choice.kernel = static_cast<ConvolutionKernel>(found - kinds.begin());
  if (!tile.empty()) {
    constexpr int longest = 1024;
    const std::string_view step = cut(tile, 'x'), columns = cut(tile, 'x');
    choice.tile = static_cast<std::uint8_t>(
        index_of({number(tile, 1, longest), number(columns, 1, longest), number(step, 1, longest)}));
    if (choice.tile == 0) throw wrong();
  }
  if (!split.empty())
    choice.split = static_cast<std::uint8_t>(number(split, 0, static_cast<int>(convolution_splits.size()) - 1));
  return {.feature = choice_leaf,
          .share = static_cast<std::uint8_t>(number(share, 0, 255)),
          .candidate = candidate_of(choice)};
}

[[nodiscard]] inline ChoiceWords convolution_choice_words() {
  return {.features = convolution_feature_names,
          .names = "convolution_feature_names in pricing/convolution/kernel_choice.hpp",
          .leaf_text = convolution_leaf_text,
          .leaf = convolution_leaf};
}
}  // namespace detail

PERFMODEL_INLINE Sealed<std::vector<ConvolutionChoiceTree>> convolution_choices_from_json(const Node& root) {
  root.allow_only({"provenance", "trees"});
  Sealed<std::vector<ConvolutionChoiceTree>> out{.provenance = provenance_from_json(root.at("provenance"))};
  for (const Node& node : root.at("trees").elements()) {
    ConvolutionChoiceTree tree{};
    TableReader reader(node, {"sms", "nodes"});
    reader.word("pass", tree.pass, names_of<ConvolutionPass, convolution_pass_count>);
    reader.word("unit", tree.unit, names_of<ConvolutionUnit, convolution_unit_count>);
    reader.word("draws", tree.draws, names_of<ConvolutionDraws, convolution_draws_count>);
    reader.finish();
    tree.sms = static_cast<double>(node.at("sms").integer(1, 100000));
    tree.nodes = choice_nodes(node.at("nodes"), detail::convolution_choice_words());
    out.table.push_back(std::move(tree));
  }
  return out;
}

PERFMODEL_INLINE std::string convolution_choices_text(const std::vector<ConvolutionChoiceTree>& trees,
                                                      const Provenance& provenance) {
  Ordered list = Ordered::array();
  for (const ConvolutionChoiceTree& tree : trees) {
    Ordered one{{"pass", name(tree.pass)}, {"unit", name(tree.unit)}, {"draws", name(tree.draws)}};
    one["sms"] = static_cast<std::int64_t>(tree.sms);
    one["nodes"] = choice_lines(tree.nodes, detail::convolution_choice_words());
    list.push_back(std::move(one));
  }
  return laid_out(Ordered{{"provenance", to_json(provenance)}, {"trees", std::move(list)}});
}

}  // namespace perfmodel::json
