#pragma once
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>

namespace perfmodel {

/// How layers are cut among the cards of a tensor-parallel group.
struct TensorParallel {
  std::int64_t ranks{1}, per_node{};  ///< cards; of them in one host (0: all)
  bool sequence_parallel{};           ///< norms, dropouts and residuals hold a part of the sequence
  bool distributed{};                 ///< tensors know how they are cut (torch.distributed.tensor), at the host's cost
};

/// The network of one card: linear layers in pairs, the first cut along its outputs and the second along its inputs,
/// attention by heads, experts along their inner width, token table and head along the vocabulary, with the exchanges
/// between them. Shoeybi et al. 2019, arXiv:1909.08053, sections 3 and 4.
/// @throws Error naming the layer where heads or widths do not divide, or where a cut layer meets one that needs all
/// columns; and where nothing is cut (convolutional networks)
[[nodiscard]] Network with_tensor_parallel(const Network& network, const TensorParallel& cut);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/tensor_parallel.ipp>
#endif
