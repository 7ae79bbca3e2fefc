#pragma once
#include <perfmodel/pricing/convolution/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const ConvolutionTables& convolution_tables() {
  static const ConvolutionTables table = embedded_table<ConvolutionTables>(
      "data/constants/convolution.json", data::convolution_numbers, data::convolution_texts);
  return table;
}

}  // namespace perfmodel
