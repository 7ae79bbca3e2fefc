#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <perfmodel/compiled.hpp>
#include <perfmodel/timeline/timeline.hpp>
#include <string>

namespace perfmodel {

/// What delivers the samples: reading, decoding, augmenting on the host. It belongs to a program and a machine, not to
/// the card.
struct InputPipeline {
  double rate{};          ///< samples/s that it delivers to all cards of the job; 0: never waited for
  bool overlapped{true};  ///< works while the cards compute; else each step waits for its samples first
};

/// Time in which the pipeline delivers the samples of one step of all cards.
[[nodiscard]] constexpr Time input_time(const InputPipeline& pipeline, double samples) {
  return pipeline.rate > 0.0 ? samples / pipeline.rate * second : Time{};
}

namespace detail {
/// @throws Error unless the rate is finite and >= 0
void wait_for_input(const InputPipeline& pipeline, std::int64_t samples, Time& total, Time& low, Time& high,
                    Bound& bound);
}  // namespace detail

/// A step that waits for its input: the longer of the two, or one after the other. `bound` is input where the pipeline
/// takes the larger part.
/// @param samples  of one step, on all cards
/// @throws Error unless the rate is finite and >= 0
[[nodiscard]] inline StepTime with_input(StepTime step, std::int64_t samples, const InputPipeline& pipeline) {
  detail::wait_for_input(pipeline, samples, step.total, step.low, step.high, step.bound);
  return step;
}

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/timeline/input_pipeline.ipp>
#endif
