#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/attention/fields.hpp>

namespace perfmodel {

/// The constants of fused attention (data/constants/attention.json), from the copy that is compiled in.
[[nodiscard]] const AttentionTable& attention_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/attention/constants.ipp>
#endif
