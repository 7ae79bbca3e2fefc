#pragma once
#include <cstddef>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <vector>

namespace perfmodel {

/// Blocks of a network that follow each other and do the same: layers [begin, end()).
struct RepeatedBlocks {
  std::size_t begin{}, layers{}, blocks{};  ///< first layer; layers of each block; how many blocks
  [[nodiscard]] constexpr std::size_t end() const { return begin + layers * blocks; }
};

/// All runs of at least `least` blocks that repeat each other: the same layers over the same shapes, which read the
/// same places of their block and of the one before it, or of what comes before the run. What comes behind the run
/// reads its last block alone; parameters are no other layer's.
/// @param shapes   infer_shapes() of the network
/// @param reads    sources() of each layer
[[nodiscard]] std::vector<RepeatedBlocks> repeated_blocks(const Network& network, const NetworkShapes& shapes,
                                                          const std::vector<std::vector<std::int32_t>>& reads,
                                                          std::size_t least);

/// A network of which each run has few blocks: the first ones and the last.
struct FewBlocksNetwork {
  Network network{};
  std::vector<RepeatedBlocks> runs{};   ///< where they are now
  std::vector<std::size_t> layer_of{};  ///< of the whole network, by layer; in a run's last block that of the last one
};
/// @param kept  blocks of each run, >= 2 and fewer than any has
[[nodiscard]] FewBlocksNetwork with_few_blocks(const Network& network, const std::vector<RepeatedBlocks>& runs,
                                               const std::vector<std::vector<std::int32_t>>& reads, std::size_t kept);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/network/repeated_blocks.ipp>
#endif
