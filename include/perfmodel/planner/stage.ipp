#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <perfmodel/parallel/layout.hpp>
#include <perfmodel/parallel/pipeline.hpp>
#include <perfmodel/parallel/sequence_cut.hpp>
#include <perfmodel/parallel/tensor_parallel.hpp>
#include <perfmodel/timeline/step_schedule.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace perfmodel::detail {

/// The networks that the cards of a layout run: that of one card, cut into stages. Nothing here depends on the card or
/// the batch.

/// Parts that are gathered together: what lies outside the blocks (part 0), then each block.
[[nodiscard]] inline std::vector<std::int32_t> parts_of(const Network& network) {
  std::vector<std::int32_t> part;
  std::int32_t first = -1;
  for (const Layer& layer : network.layers)
    if (layer.block >= 0 && first < 0) first = layer.block;
  for (const Layer& layer : network.layers) part.push_back(layer.block < 0 ? 0 : layer.block - first + 1);
  return part;
}

/// Equal blocks of a network that follow each other: layers [begin, begin + blocks x layers).
struct EqualBlocks {
  std::size_t begin{}, layers{};
  std::int64_t blocks{};
};

/// None where blocks differ, or where something looks into them from outside.
/// @param parameters  parameters_by_layer()
/// @param skipped     blocks at the beginning that may differ from the others
[[nodiscard]] inline EqualBlocks equal_blocks(const Network& network, const std::vector<double>& parameters,
                                              std::int32_t skipped = 0) {
  if (network.recording != nullptr || !network.extra_outputs.empty() || !network.auxiliary_losses.empty()) return {};
  const std::vector<Layer>& layers = network.layers;
  const auto in_block = [](const Layer& l) { return l.block >= 0; };
  const auto any = std::find_if(layers.begin(), layers.end(), in_block);
  if (any == layers.end()) return {};
  const auto first = std::find_if(any, layers.end(), [&](const Layer& l) { return l.block == any->block + skipped; });
  if (first == layers.end()) return {};
  EqualBlocks e{.begin = static_cast<std::size_t>(first - layers.begin())};
  while (e.begin + e.layers < layers.size() && layers[e.begin + e.layers].block == first->block) ++e.layers;
  for (std::size_t i = e.begin; i < layers.size() && in_block(layers[i]); ++i) {
    const std::size_t like = e.begin + (i - e.begin) % e.layers;
    const auto block = static_cast<std::int32_t>((i - e.begin) / e.layers) + first->block;
    if (layers[i].block != block || layers[i].what.index() != layers[like].what.index() ||
        parameters[i] != parameters[like])
      return {};
    if ((i - e.begin) % e.layers + 1 == e.layers) ++e.blocks;
  }
  return e;
}

/// The network with `kept` of its equal blocks: the first ones and the last. @pre 2 <= kept < e.blocks
[[nodiscard]] inline Network with_blocks(const Network& network, const EqualBlocks& e, std::int64_t kept) {
  const std::size_t gap = e.begin + static_cast<std::size_t>(kept - 1) * e.layers;
  const std::size_t shift = static_cast<std::size_t>(e.blocks - kept) * e.layers;
  // what the last block reads of the one before it, it now reads of the last one before the gap
  const auto moved = [&](std::int32_t value) {
    const auto v = static_cast<std::size_t>(value);
    return value < 0 || v + e.layers < gap + shift ? value : static_cast<std::int32_t>(v - shift);
  };
  Network out = network;
  out.layers.clear();
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    if (i >= gap && i < gap + shift) continue;
    Layer layer = network.layers[i];
    layer.inputs = sources(network, i);
    if (i >= gap)
      for (std::int32_t& s : layer.inputs) s = moved(s);
    if (layer.held_until >= 0 && static_cast<std::size_t>(layer.held_until) >= gap + shift)
      layer.held_until -= static_cast<std::int32_t>(shift);
    out.layers.push_back(std::move(layer));
  }
  return out;
}

/// with_blocks() of a stage.
struct Folded {
  Network network{};
  std::vector<double> parameters{};  ///< parameters_by_layer()
};

/// One stage of a pipeline, or the whole network of one card.
struct Stage {
  Network network{};
  std::vector<double> parameters{};         ///< parameters_by_layer()
  std::vector<std::int32_t> parts{};        ///< parts_of()
  EqualBlocks equal{};                      ///< that may be folded
  bool all_equal{};                         ///< no block is left out of them
  std::map<std::int64_t, Folded> folded{};  ///< by the number of blocks kept
};

[[nodiscard]] inline Stage stage_of(Network network) {
  Stage stage{.network = std::move(network)};
  stage.parameters = parameters_by_layer(stage.network);
  stage.parts = parts_of(stage.network);
  stage.equal = equal_blocks(stage.network, stage.parameters);
  stage.all_equal = stage.equal.blocks > 0;
  if (!stage.all_equal) stage.equal = equal_blocks(stage.network, stage.parameters, 1);
  return stage;
}

/// The stage with so many of its equal blocks.
[[nodiscard]] inline const Folded& folded(Stage& stage, std::int64_t blocks) {
  const auto found = stage.folded.find(blocks);
  if (found != stage.folded.end()) return found->second;
  Folded made{.network = with_blocks(stage.network, stage.equal, blocks)};
  made.parameters = parameters_by_layer(made.network);
  return stage.folded.emplace(blocks, std::move(made)).first->second;
}
/// The same; 0: with all.
[[nodiscard]] inline const Network& network_of(Stage& stage, std::int64_t blocks) {
  return blocks == 0 ? stage.network : folded(stage, blocks).network;
}
[[nodiscard]] inline const std::vector<double>& parameters_of(Stage& stage, std::int64_t blocks) {
  return blocks == 0 ? stage.parameters : folded(stage, blocks).parameters;
}

[[nodiscard]] inline Network card_network(const Network& network, const ParallelLayout& l, std::int64_t per_node) {
  Network one = with_context_parallel(network, l.cp);
  one = with_expert_parallel(std::move(one), l.ep, expert_group(l, per_node).per_node);
  for (const Layer& layer : one.layers)
    if (const auto* a = std::get_if<DotProductAttention>(&layer.what)) {
      if (l.tp > a->heads)
        throw bad_input("tp", std::to_string(l.tp),
                        "must be at most the attention heads of " + network.name + ", " + std::to_string(a->heads));
      break;
    }
  return with_tensor_parallel(one, {.ranks = l.tp,
                                    .per_node = tensor_group(l, per_node).per_node,
                                    .sequence_parallel = l.sequence_parallel,
                                    .distributed = !l.tensor_by_hand});
}

/// What the cards of a layout run: the network of one card, cut into stages.
struct CardNetwork {
  Network whole{};
  std::vector<StageRange> ranges{};  ///< of a pipeline
  std::vector<Stage> stages{};
  std::vector<std::int64_t> pipeline_of{};  ///< the stage of each pipeline rank: those in the middle are equal
  double passed{};                          ///< numbers of a sample that one stage hands to the next
};

[[nodiscard]] inline CardNetwork cut_network(const Network& network, const ParallelLayout& l, std::int64_t per_node) {
  CardNetwork cut{.whole = card_network(network, l, per_node)};
  if (l.pp == 1) {
    cut.stages.push_back(stage_of(cut.whole));
    cut.pipeline_of = {0};
    return cut;
  }
  if (pipeline_blocks(cut.whole) < l.pp * l.virtual_stages)
    throw bad_input(
        "pp x virtual_stages", std::to_string(l.pp * l.virtual_stages),
        "must be at most the repeated layers of " + network.name + ", " + std::to_string(pipeline_blocks(cut.whole)));
  cut.ranges = pipeline_stages(cut.whole, l.pp);
  const auto crossing = static_cast<std::size_t>(detail::crossing(cut.whole, cut.ranges[1].first));
  cut.passed = static_cast<double>(elements(infer_shapes(cut.whole, 1).outputs[crossing]));
  for (std::int64_t s = 0; s < l.pp; ++s) {
    const StageRange& range = cut.ranges[static_cast<std::size_t>(s)];
    const bool as_before = s > 1 && s + 1 < l.pp && range.blocks == cut.ranges[static_cast<std::size_t>(s) - 1].blocks;
    if (!as_before) cut.stages.push_back(stage_of(stage_network(cut.whole, range)));
    cut.pipeline_of.push_back(static_cast<std::int64_t>(cut.stages.size()) - 1);
  }
  return cut;
}

}  // namespace perfmodel::detail
