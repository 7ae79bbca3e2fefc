#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/host_copy_numbers.hpp>
#include <perfmodel/pricing/host_copy/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const HostCopyTable& host_copy_table() {
  static const HostCopyTable table =
      embedded_table<HostCopyTable>("data/constants/host_copy.json", data::host_copy_numbers, data::host_copy_texts);
  return table;
}

}  // namespace perfmodel
