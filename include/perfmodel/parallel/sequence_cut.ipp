#pragma once
#include <perfmodel/parallel/sequence_cut.hpp>

namespace perfmodel {

PERFMODEL_INLINE Network with_context_parallel(Network network, std::int64_t ranks) {
  if (ranks <= 1) return network;
  std::int64_t length = 0;
  for (NetworkInput& input : network.inputs) {
    if (!input.integers || input.shape.rank != 1)
      throw bad_input("cp", std::to_string(ranks), network.name + " must have token numbers as its inputs");
    length = input.shape[0];
    if (length % (2 * ranks) != 0)
      throw bad_input("cp", std::to_string(ranks),
                      "twice of it must divide the sequence, " + std::to_string(length) + " tokens");
    input.shape.extent[0] /= ranks;
  }
  for (Layer& layer : network.layers) {
    if (auto* attention = std::get_if<DotProductAttention>(&layer.what)) {
      if (attention->biased || !attention->fused)
        throw bad_input("cp", std::to_string(ranks), layer.name + " must be fused attention without a bias");
      attention->context_ranks = ranks;
      attention->context_calls = host_calls(wrapper_table().context.part);
    }
    if (auto* reshape = std::get_if<Reshape>(&layer.what)) {
      std::int64_t& rows = reshape->sample.extent[0];
      if (rows % ranks != 0)
        throw bad_input("cp", std::to_string(ranks), layer.name + " must be divisible along the sequence");
      rows /= ranks;
    }
  }
  return network;
}

PERFMODEL_INLINE Network with_expert_parallel(Network network, std::int64_t ranks, std::int64_t per_node) {
  if (ranks <= 1) return network;
  bool any = false;
  for (Layer& layer : network.layers)
    if (auto* experts = std::get_if<MixtureOfExperts>(&layer.what)) {
      if (experts->experts % ranks != 0)
        throw bad_input("ep", std::to_string(ranks),
                        "must divide the experts of " + layer.name + ", " + std::to_string(experts->experts));
      experts->ranks = ranks;
      experts->per_node = per_node;
      experts->exchange_calls = host_calls(wrapper_table().exchange.call);
      any = true;
    }
  if (!any) throw bad_input("ep", std::to_string(ranks), "must be 1: " + network.name + " has no experts");
  return network;
}

}  // namespace perfmodel
