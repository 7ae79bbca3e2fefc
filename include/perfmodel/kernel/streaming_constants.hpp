#pragma once
#include <perfmodel/calibration/streaming_priors.hpp>

namespace perfmodel {
inline constexpr const StreamingTable& streaming_table = streaming_priors;
}  // namespace perfmodel
