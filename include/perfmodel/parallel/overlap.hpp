#pragma once
#include <algorithm>
#include <cstddef>
#include <perfmodel/compiled.hpp>
#include <utility>
#include <vector>

namespace perfmodel {

/// Communication beside computation: two streams, each in its own order. Plain seconds.

struct Overlapped {
  double communication{};  ///< sum of all calls
  double exposed{};        ///< by which the step is longer than without
};

/// One part of the network, in the order of the forward pass.
struct ComputeUnit {
  double forward{}, backward{};
  double bytes{};             ///< of gradients, for buckets
  double experts{};           ///< the same of experts, which fewer cards share
  double copies{};            ///< of `forward` and `backward`, into and out of communication buffers
  double travelled{};         ///< bytes that the card sends, where its parameters are cut
  double gather{}, reduce{};  ///< of the part's parameters and gradients, where they are cut
};

/// Gradients travel in buckets, which fill in the order of the backward pass. A bucket closes with the layer that takes
/// it to its size, so that a large layer has one of its own (Li et al. 2020, doi:10.14778/3415478.3415530;
/// torch/csrc/distributed/c10d/reducer.cpp, compute_bucket_assignment_by_size).
/// @param units  layers  @param all_reduce  seconds for so many bytes, and so many of experts
template <class Cost>
[[nodiscard]] Overlapped buckets_behind_backward(const std::vector<ComputeUnit>& units, double bucket,
                                                 const Cost& all_reduce) {
  Overlapped result;
  double now = 0.0, network = 0.0, filled = 0.0, of_experts = 0.0;
  const auto send = [&] {
    const double t = all_reduce(std::exchange(filled, 0.0), std::exchange(of_experts, 0.0));
    network = std::max(network, now) + t;
    result.communication += t;
  };
  for (std::size_t i = units.size(); i-- > 0;) {
    now += units[i].backward;
    filled += units[i].bytes;
    of_experts += units[i].experts;
    if (filled + of_experts >= bucket) send();
  }
  if (filled + of_experts > 0.0) send();
  result.exposed = std::max(0.0, network - now);
  return result;
}

/// Parameters are gathered ahead of the computation, gradients are reduced and scattered behind it (Zhao et al. 2023,
/// arXiv:2304.11277, section 3.3), in the order of torch/distributed/fsdp/_fully_shard: the first unit is what lies
/// outside the blocks, gathered first, kept, and scattered last; forward, a gathering begins once the part before the
/// last is copied out of its buffer; backward, when the part before it begins; a part's gradients are copied into a
/// buffer once those of the part before are reduced.
/// @param again  gathered again for the backward pass
[[nodiscard]] Overlapped sharded_pass(const std::vector<ComputeUnit>& units, bool again);

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/parallel/overlap.ipp>
#endif
