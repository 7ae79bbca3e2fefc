#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/fused_numbers.hpp>
#include <perfmodel/pricing/fused/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const FusedTable& fused_table() {
  static const FusedTable table =
      embedded_table<FusedTable>("data/constants/fused.json", data::fused_numbers, data::fused_texts);
  return table;
}

}  // namespace perfmodel
