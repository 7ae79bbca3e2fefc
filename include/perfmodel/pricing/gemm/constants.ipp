#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/gemm_numbers.hpp>
#include <perfmodel/pricing/gemm/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const GemmTable& gemm_table() {
  static const GemmTable table =
      embedded_table<GemmTable>("data/constants/gemm.json", data::gemm_numbers, data::gemm_texts);
  return table;
}

}  // namespace perfmodel
