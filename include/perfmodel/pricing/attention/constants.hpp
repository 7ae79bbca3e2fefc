#pragma once
#include <perfmodel/data/attention_numbers.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/pricing/attention/fields.hpp>

namespace perfmodel {

/// The constants of fused attention (data/constants/attention.json), from the copy that is compiled in.
[[nodiscard]] inline const AttentionTable& attention_table() {
  static const AttentionTable table =
      embedded_table<AttentionTable>("data/constants/attention.json", data::attention_numbers, data::attention_texts);
  return table;
}

}  // namespace perfmodel
