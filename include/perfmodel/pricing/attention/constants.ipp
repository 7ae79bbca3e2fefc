#pragma once
#include <perfmodel/data/attention_numbers.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/pricing/attention/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const AttentionTable& attention_table() {
  static const AttentionTable table =
      embedded_table<AttentionTable>("data/constants/attention.json", data::attention_numbers, data::attention_texts);
  return table;
}

}  // namespace perfmodel
