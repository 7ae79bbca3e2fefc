#pragma once
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/data/streaming_numbers.hpp>
#include <perfmodel/pricing/streaming/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const StreamingTable& streaming_table() {
  static const StreamingTable table =
      embedded_table<StreamingTable>("data/constants/streaming.json", data::streaming_numbers, data::streaming_texts);
  return table;
}

}  // namespace perfmodel
