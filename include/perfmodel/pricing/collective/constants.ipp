#pragma once
#include <perfmodel/data/collective_numbers.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/pricing/collective/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const CollectiveTable& collective_table() {
  static const CollectiveTable table = embedded_table<CollectiveTable>(
      "data/constants/collective.json", data::collective_numbers, data::collective_texts);
  return table;
}

}  // namespace perfmodel
