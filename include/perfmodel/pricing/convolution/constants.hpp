#pragma once
#include <perfmodel/data/convolution_numbers.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/pricing/convolution/fields.hpp>

namespace perfmodel {

/// The constants of convolutions (data/constants/convolution.json), from the copy that is compiled in.
[[nodiscard]] inline const ConvolutionTables& convolution_tables() {
  static const ConvolutionTables table = embedded_table<ConvolutionTables>(
      "data/constants/convolution.json", data::convolution_numbers, data::convolution_texts);
  return table;
}

}  // namespace perfmodel
