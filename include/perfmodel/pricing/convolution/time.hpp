#pragma once
#include <algorithm>
#include <perfmodel/compiled.hpp>
#include <perfmodel/pricing/convolution/constants.hpp>
#include <perfmodel/pricing/convolution/factored_time.hpp>
#include <perfmodel/pricing/convolution/model.hpp>
#include <perfmodel/software/library_version.hpp>

namespace perfmodel {

/// The first cuDNN whose FP32 kernels the second of the fitted tables is of.
inline constexpr LibraryVersion cudnn_9 = 900;

/// Which of the fitted tables a generation takes: 0: cuDNN 8 on Pascal to Turing, 1: cuDNN 9 on Ampere and later. cuDNN
/// 8 has the first table's FP32 kernels for Ampere and Ada, too (ampere_scudnn_winograd_128x128 in published profiles
/// of that time); Hopper never had them.
[[nodiscard]] constexpr std::size_t convolution_table_index(const Architecture& architecture, LibraryVersion cudnn,
                                                            NumberFormat format = NumberFormat::fp32) {
  switch (architecture.direct_convolution) {
    case DirectConvolution::scudnn:
      return cudnn_8_table;
    case DirectConvolution::scudnn_until_cudnn_8:
      return cudnn < cudnn_9 && format == NumberFormat::fp32 ? cudnn_8_table : cudnn_9_table;
    case DirectConvolution::xmma:
      break;
  }
  return cudnn_9_table;
}

/// Scratch memory that cuDNN 9 asks for in an FP32 convolution on CUDA cores. It follows from the kernels that run:
/// Winograd's and Fourier's transformed tiles, copies in another layout. Equal to within 1,024 bytes to what cuDNN 9.19
/// takes on an H200 wherever it runs the expected kernels (tests/pricing/convolution/time_test.cpp). Grouped
/// convolutions: none.
[[nodiscard]] Bytes convolution_workspace(const Convolution& c, double sms, const Architecture& architecture);

/// Time of a convolution as the library runs it. docs/reference/pricing/convolution.md derives it.
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                 const ConvolutionTable& table);

/// The same with the constants of the library that the card's generation runs.
[[nodiscard]] Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                 LibraryVersion cudnn, const ConvolutionTables& tables = convolution_tables());

}  // namespace perfmodel

#ifndef PERFMODEL_COMPILED
#include <perfmodel/pricing/convolution/time.ipp>
#endif
