#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/wrapper_numbers.hpp>
#include <perfmodel/parallel/wrapper_costs.hpp>

namespace perfmodel {
PERFMODEL_INLINE const WrapperTable& wrapper_table() {
  static const WrapperTable table =
      embedded_table<WrapperTable>("data/constants/wrapper.json", data::wrapper_numbers, data::wrapper_texts);
  return table;
}

}  // namespace perfmodel
