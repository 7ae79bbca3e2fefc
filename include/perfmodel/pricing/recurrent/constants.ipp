#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/recurrent_numbers.hpp>
#include <perfmodel/pricing/recurrent/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const RecurrentTable& recurrent_table() {
  static const RecurrentTable table =
      embedded_table<RecurrentTable>("data/constants/recurrent.json", data::recurrent_numbers, data::recurrent_texts);
  return table;
}

}  // namespace perfmodel
