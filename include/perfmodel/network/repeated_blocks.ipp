#pragma once
#include <algorithm>
#include <perfmodel/network/repeated_blocks.hpp>
#include <utility>

namespace perfmodel {
namespace detail {

using LayerReads = std::vector<std::vector<std::int32_t>>;

/// Whether layer i does what the one at the same place of the block before it does, whoever holds its output.
/// @param begin  of the run
[[nodiscard]] inline bool repeats(const Network& network, const NetworkShapes& shapes, const LayerReads& reads,
                                  const RepeatedBlocks& run, std::size_t i) {
  const std::size_t before = i - run.layers;
  const Layer &a = network.layers[before], &b = network.layers[i];
  const auto shift = static_cast<std::int32_t>(run.layers);
  if (a.parameters_of >= 0 || b.parameters_of >= 0 || a.training_only != b.training_only) return false;
  const auto same_place = [&](std::int32_t x, std::int32_t y) {
    return y - x == shift ? y >= 0 : x == y && x < static_cast<std::int32_t>(run.begin);
  };
  return std::equal(reads[before].begin(), reads[before].end(), reads[i].begin(), reads[i].end(), same_place) &&
         shapes.outputs[before] == shapes.outputs[i] && shapes.layer_inputs[before] == shapes.layer_inputs[i] &&
         a.what == b.what;
}
/// Whether the outputs of a block of a run are held as long as those of the block before it.
[[nodiscard]] inline bool held_as_long(const Network& network, const RepeatedBlocks& run, std::size_t first) {
  for (std::size_t i = first; i < first + run.layers; ++i) {
    const std::int32_t before = network.layers[i - run.layers].held_until;
    if (network.layers[i].held_until != (before < 0 ? before : before + static_cast<std::int32_t>(run.layers)))
      return false;
  }
  return true;
}

/// The blocks from layer `begin` on that repeat the first of them. Outputs of the last one may be held otherwise.
[[nodiscard]] inline RepeatedBlocks run_from(const Network& network, const NetworkShapes& shapes,
                                             const LayerReads& reads, std::size_t begin) {
  const std::vector<Layer>& layers = network.layers;
  const auto end_of = [&](std::size_t first) {
    std::size_t end = first;
    while (end < layers.size() && layers[end].block == layers[first].block) ++end;
    return end;
  };
  RepeatedBlocks run{.begin = begin, .layers = end_of(begin) - begin, .blocks = 1};
  const auto one_more = [&] {
    const std::size_t next = run.end();
    if (next >= layers.size() || layers[next].block < 0 || end_of(next) - next != run.layers) return false;
    for (std::size_t i = next; i < next + run.layers; ++i)
      if (!repeats(network, shapes, reads, run, i)) return false;
    return true;
  };
  bool as_long = true;
  while (as_long && one_more()) {
    as_long = held_as_long(network, run, run.end());
    ++run.blocks;
  }
  return run;
}

/// Whether the blocks of a run have to do with themselves and their neighbours alone, and nothing outside with any but
/// the first one and the last.
[[nodiscard]] inline bool stands_alone(const Network& network, const LayerReads& reads, const RepeatedBlocks& run) {
  const auto block_of = [&](std::int32_t layer) { return (static_cast<std::size_t>(layer) - run.begin) / run.layers; };
  const auto inside = [&](std::int32_t layer) {
    return layer >= static_cast<std::int32_t>(run.begin) && layer < static_cast<std::int32_t>(run.end());
  };
  const auto last = run.blocks - 1;
  for (std::size_t i = 0; i < network.layers.size(); ++i) {
    const Layer& layer = network.layers[i];
    const std::int32_t held = layer.held_until;
    if (inside(layer.parameters_of)) return false;
    if (!inside(static_cast<std::int32_t>(i))) {
      if (inside(held) && block_of(held) != 0 && block_of(held) != last) return false;
      for (const std::int32_t s : reads[i])
        if (inside(s) && block_of(s) != last) return false;
    } else if (const std::size_t own = block_of(static_cast<std::int32_t>(i)); held >= 0) {
      if (inside(held) ? block_of(held) > own + 1 : own != last) return false;
    }
  }
  return std::none_of(network.extra_outputs.begin(), network.extra_outputs.end(), inside) &&
         std::none_of(network.auxiliary_losses.begin(), network.auxiliary_losses.end(),
                      [&](const AuxiliaryLoss& a) { return inside(a.layer); });
}

/// Places of layers in a network with few blocks.
class FewBlocksPlaces {
 public:
  FewBlocksPlaces(const FewBlocksNetwork& few, const std::vector<RepeatedBlocks>& runs, std::size_t layers)
      : few_(few), runs_(runs), run_of_(layers, runs.size()), outside_(layers) {
    for (std::size_t r = 0; r < runs.size(); ++r)
      std::fill_n(run_of_.begin() + static_cast<std::ptrdiff_t>(runs[r].begin), runs[r].end() - runs[r].begin, r);
    for (std::size_t i = 0; i < few.layer_of.size(); ++i) outside_[few.layer_of[i]] = i;
  }
  /// Of `layer` as layer `from` of the few refers to it.
  [[nodiscard]] std::int32_t operator()(std::size_t from, std::int32_t layer) const {
    if (layer < 0) return layer;
    const auto to = static_cast<std::size_t>(layer);
    const std::size_t r = run_of_[to], whole = few_.layer_of[from];
    if (r == runs_.size() || run_of_[whole] != r) return static_cast<std::int32_t>(outside_[to]);
    const std::size_t layers = runs_[r].layers, block = (whole - runs_[r].begin) / layers,
                      now = (from - few_.runs[r].begin) / layers, other = (to - runs_[r].begin) / layers;
    return static_cast<std::int32_t>(few_.runs[r].begin + (now + other - block) * layers +
                                     (to - runs_[r].begin) % layers);
  }

 private:
  const FewBlocksNetwork& few_;
  const std::vector<RepeatedBlocks>& runs_;
  std::vector<std::size_t> run_of_;   ///< by layer of all; none: as many as there are runs
  std::vector<std::size_t> outside_;  ///< places of those that are kept
};

}  // namespace detail

PERFMODEL_INLINE std::vector<RepeatedBlocks> repeated_blocks(const Network& network, const NetworkShapes& shapes,
                                                             const std::vector<std::vector<std::int32_t>>& reads,
                                                             std::size_t least) {
  std::vector<RepeatedBlocks> runs;
  for (std::size_t i = 0; i < network.layers.size();) {
    if (network.layers[i].block < 0) {
      ++i;
      continue;
    }
    const RepeatedBlocks run = detail::run_from(network, shapes, reads, i);
    if (run.blocks >= least && detail::stands_alone(network, reads, run)) runs.push_back(run);
    i = run.end();
  }
  return runs;
}

PERFMODEL_INLINE FewBlocksNetwork with_few_blocks(const Network& network, const std::vector<RepeatedBlocks>& runs,
                                                  const std::vector<std::vector<std::int32_t>>& reads,
                                                  std::size_t kept) {
  FewBlocksNetwork few;
  for (std::size_t i = 0, next = 0; i < network.layers.size();) {
    if (next < runs.size() && i == runs[next].begin)
      few.runs.push_back({few.layer_of.size(), runs[next++].layers, kept});
    few.layer_of.push_back(i++);
    const bool middle = next > 0 && i == runs[next - 1].begin + (kept - 1) * runs[next - 1].layers;
    if (middle) i += (runs[next - 1].blocks - kept) * runs[next - 1].layers;
  }
  const detail::FewBlocksPlaces place(few, runs, network.layers.size());
  few.network = {
      .name = network.name, .inputs = network.inputs, .loss = network.loss, .drops_output = network.drops_output};
  few.network.layers.reserve(few.layer_of.size());
  for (std::size_t i = 0; i < few.layer_of.size(); ++i) {
    Layer& layer = few.network.layers.emplace_back(network.layers[few.layer_of[i]]);
    layer.inputs = reads[few.layer_of[i]];
    for (std::int32_t& s : layer.inputs) s = place(i, s);
    layer.parameters_of = place(i, layer.parameters_of);
    layer.held_until = place(i, layer.held_until);
  }
  for (const std::int32_t i : network.extra_outputs) few.network.extra_outputs.push_back(place(0, i));
  for (AuxiliaryLoss a : network.auxiliary_losses) {
    a.layer = place(0, a.layer);
    few.network.auxiliary_losses.push_back(a);
  }
  return few;
}

}  // namespace perfmodel
