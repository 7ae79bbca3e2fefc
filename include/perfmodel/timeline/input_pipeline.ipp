#pragma once
#include <perfmodel/timeline/input_pipeline.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE void wait_for_input(const InputPipeline& pipeline, std::int64_t samples, Time& total, Time& low,
                                     Time& high, Bound& bound) {
  if (!(pipeline.rate >= 0.0) || !std::isfinite(pipeline.rate))
    throw bad_input("input rate", std::to_string(pipeline.rate), "must be a number of samples per second >= 0");
  const Time input = input_time(pipeline, static_cast<double>(samples));
  if (input > total) bound = Bound::input;
  for (Time* t : {&total, &low, &high}) *t = pipeline.overlapped ? std::max(*t, input) : *t + input;
}
}  // namespace detail
}  // namespace perfmodel
