#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/lowering_numbers.hpp>
#include <perfmodel/lowering/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const LoweringTable& lowering_table() {
  static const LoweringTable table =
      embedded_table<LoweringTable>("data/constants/lowering.json", data::lowering_numbers, data::lowering_texts);
  return table;
}

}  // namespace perfmodel
