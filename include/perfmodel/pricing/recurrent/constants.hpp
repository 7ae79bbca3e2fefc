#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/recurrent/fields.hpp>

namespace perfmodel {

/// The constants of recurrent layers (data/constants/recurrent.json), from the copy that is compiled in.
[[nodiscard]] const RecurrentTable& recurrent_table();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/recurrent/constants.ipp>
#endif
