#pragma once
/// What a fit of convolutions begins with: the table that is there.
#include "calibrate/fit/convolution_kernel_fit.hpp"
#include "calibrate/fit/layout_copy_fit.hpp"

namespace perfmodel {

/// What an earlier fit has left of a table, for the next one to begin with.
[[nodiscard]] inline ConvolutionTable as_left(ConvolutionTable table, const ConvolutionTable& found) {
  take_over(table, found, product_parameters());
  if (!table.has_tiled()) return table;
  take_over(table, found, kernel_parameters());
  for (std::size_t k = 0; k < layout_copy_kinds; ++k) take_over(table, found, layout_copy_parameters(k));
  return table;
}

}  // namespace perfmodel
