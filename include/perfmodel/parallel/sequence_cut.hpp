#pragma once
#include <algorithm>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/network/network.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>
#include <string>
#include <variant>

namespace perfmodel {

/// The network of one card of a context-parallel group: a part of the sequence, whose attention sees the keys of all.
/// The exchange of keys and values is no part of it: planner/parallel_estimate.hpp adds what attention does not hide.
/// Liu et al. 2023, arXiv:2310.01889 (ring attention).
/// @throws Error for networks of other inputs than tokens, attention with a bias, a sequence that does not divide
[[nodiscard]] Network with_context_parallel(Network network, std::int64_t ranks);

/// The network of one card of an expert-parallel group, which holds its share of every mixture's experts. Lepikhin et
/// al. 2020, arXiv:2006.16668 (GShard).
/// @throws Error for a network without experts, or whose experts do not divide
[[nodiscard]] Network with_expert_parallel(Network network, std::int64_t ranks, std::int64_t per_node);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/sequence_cut.ipp>
#endif
