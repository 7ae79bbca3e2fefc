#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/streaming_numbers.hpp>
#include <perfmodel/pricing/streaming/fields.hpp>

namespace perfmodel {

/// The constants of streaming kernels (data/constants/streaming.json), from the copy that is compiled in.
[[nodiscard]] inline const StreamingTable& streaming_table() {
  static const StreamingTable table =
      embedded_table<StreamingTable>("data/constants/streaming.json", data::streaming_numbers, data::streaming_texts);
  return table;
}

}  // namespace perfmodel
