#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/streaming/fields.hpp>

namespace perfmodel {

/// The constants of streaming kernels (data/constants/streaming.json), from the copy that is compiled in.
[[nodiscard]] const StreamingTable& streaming_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/streaming/constants.ipp>
#endif
