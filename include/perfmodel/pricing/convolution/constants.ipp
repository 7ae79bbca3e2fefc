#pragma once
#include <perfmodel/data/convolution_numbers.hpp>
#include <perfmodel/data/embedded.hpp>
#include <perfmodel/pricing/convolution/choice_trees.hpp>
#include <perfmodel/pricing/convolution/constants.hpp>

namespace perfmodel {
PERFMODEL_INLINE const ConvolutionTables& convolution_tables() {
  static const ConvolutionTables tables = [] {
    auto read = embedded_table<ConvolutionTables>("data/constants/convolution.json", data::convolution_numbers,
                                                  data::convolution_texts);
    set_choices(read, convolution_choice_trees());
    return read;
  }();
  return tables;
}

}  // namespace perfmodel
