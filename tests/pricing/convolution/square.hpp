#pragma once
#include <perfmodel/operation/convolution.hpp>

namespace perfmodel {

/// A forward convolution of square images and filters, padded so that the result is as large where nothing strides.
constexpr Convolution square(std::int64_t n, std::int64_t c, std::int64_t side, std::int64_t k, std::int64_t filter,
                             NumberFormat format, MemoryFormat layout = MemoryFormat::nchw) {
  return {.format = format,
          .memory_format = layout,
          .n = n,
          .c = c,
          .h = side,
          .w = side,
          .k = k,
          .r = filter,
          .s = filter,
          .pad_h = filter / 2,
          .pad_w = filter / 2};
}

}  // namespace perfmodel
