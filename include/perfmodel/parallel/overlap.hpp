#pragma once
#include <algorithm>
#include <cstddef>
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
  double copies{};            ///< of `forward` and `backward`, into and out of communication buffers
  double gather{}, reduce{};  ///< of the part's parameters and gradients, where they are cut
};

/// Gradients travel in buckets, filled in the order of the backward pass, as soon as one is full (Li et al. 2020,
/// doi:10.14778/3415478.3415530). @param all_reduce  seconds for so many bytes
template <class Cost>
[[nodiscard]] Overlapped buckets_behind_backward(const std::vector<ComputeUnit>& units, double bucket,
                                                 const Cost& all_reduce) {
  Overlapped result;
  double now = 0.0, network = 0.0, filled = 0.0;
  const auto send = [&](double bytes) {
    const double t = all_reduce(bytes);
    network = std::max(network, now) + t;
    result.communication += t;
  };
  for (std::size_t i = units.size(); i-- > 0;) {
    now += units[i].backward;
    filled += units[i].bytes;
    while (filled >= bucket) {
      send(bucket);
      filled -= bucket;
    }
  }
  if (filled > 0.0) send(filled);
  result.exposed = std::max(0.0, network - now);
  return result;
}

/// Parameters are gathered one part ahead of the computation, gradients are reduced and scattered behind it, forward
/// and back (Zhao et al. 2023, arXiv:2304.11277, section 3.3). @param again  gathered again for the backward pass
[[nodiscard]] inline Overlapped sharded_pass(const std::vector<ComputeUnit>& units, bool again) {
  Overlapped result;
  double now = 0.0, network = 0.0, issue = 0.0, busy = 0.0;
  const auto call = [&](double from, double t) {
    network = std::max(network, from) + t;
    result.communication += t;
    return network;
  };
  for (const ComputeUnit& u : units) {
    const double start = std::max(now, call(issue, u.gather));
    issue = start;
    now = start + u.forward;
    busy += u.forward + u.backward;
  }
  double ready = now;  // the last part is needed at once and stays
  for (std::size_t i = units.size(); i-- > 0;) {
    const double start = std::max(now, ready);
    ready = i > 0 && again ? call(start, units[i - 1].gather) : start;  // queued before this part's gradients
    now = start + units[i].backward;
    (void)call(now, units[i].reduce);
  }
  result.exposed = std::max(now, network) - busy;
  return result;
}

}  // namespace perfmodel
