#pragma once
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/convolution/fields.hpp>

namespace perfmodel {

/// The constants of convolutions (data/constants/convolution.json), from the copy that is compiled in.
[[nodiscard]] const ConvolutionTables& convolution_tables();

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/convolution/constants.ipp>
#endif
