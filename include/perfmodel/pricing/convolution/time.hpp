#pragma once
#include <algorithm>
#include <perfmodel/pricing/convolution/constants.hpp>
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
      return 0;
    case DirectConvolution::scudnn_until_cudnn_8:
      return cudnn < cudnn_9 && format == NumberFormat::fp32 ? 0 : 1;
    case DirectConvolution::xmma:
      break;
  }
  return 1;
}

/// Scratch memory that cuDNN 9 asks for in an FP32 convolution on CUDA cores. It follows from the kernels that run:
/// Winograd's and Fourier's transformed tiles, copies in another layout. Equal to within 1,024 bytes to what cuDNN 9.19
/// takes on an H200 wherever it runs the expected kernels (tests/pricing/convolution/time_test.cpp). Grouped
/// convolutions: none.
[[nodiscard]] inline Bytes convolution_workspace(const Convolution& c, double sms, const Architecture& architecture) {
  constexpr double copied = 16.0;  // bytes per clock and SM: big cards' memory
  if (c.format != NumberFormat::fp32 || c.groups > 1 || convolution_table_index(architecture, cudnn_9) == 0) return {};
  const EngineRun run = choose_engine(c, convolution_tables()[1].engines,
                                      {.sms = sms, .lanes = architecture.fp32_lanes, .copied = copied * sms});
  const EngineProblem e = engine_problem(c);
  const double filter = e.taps > 1.0 ? e.c * e.k * e.taps : 0.0;
  const double copies = changes_layout(run, c.memory_format) ? e.n * (e.c * e.h * e.w + e.k * e.p * e.q) + filter : 0.0;
  return (run.workspace + 4.0 * copies) * byte;
}

/// Time of a convolution as the library runs it. docs/reference/pricing/convolution.md derives it.
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] inline Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                        const ConvolutionTable& table) {
  const ConvolutionParts parts = convolution_parts(c, gemm, streaming);
  const ConvolutionTime t = convolution_time(parts, table);
  const bool product = parts.method == ConvolutionMethod::pointwise && parts.unit > 0;
  const double gap = streaming.table.launch_seconds;
  Prediction p{
      .math = t.math * second,
      .dram = (t.dram + t.layout) * second,
      .l2 = t.l2 * second,
      .latency = (parts.method == ConvolutionMethod::pointwise ? 0.0 : table.fixed_seconds[parts.unit]) * second,
      .launch = (product ? stream_gap(streaming) : parts.launch) * second +
                gap * (parts.layout_kernels + parts.padding_kernels) * second,
      .total = t.total * second,
      .traffic = traffic(c) + layout_changes(c).traffic + layout_changes(c).padding + t.intermediate * byte,
      .work = work(c),
      .kernels = t.kernels};
  const double memory = std::max(t.dram, t.l2) + t.layout;
  p.bound = in(p.launch, second) > 0.5 * t.total ? Bound::launch : memory > t.math ? Bound::memory : Bound::math;
  p.evidence = evidence_of(table.calibrated_on, gemm.device, gemm.compute_capability);
  set_interval(p, bars_of(table.error_bars[static_cast<std::size_t>(parts.method)], p.evidence));
  return p;
}

/// The same with the constants of the library that the card's generation runs.
[[nodiscard]] inline Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                        LibraryVersion cudnn, const ConvolutionTables& tables = convolution_tables()) {
  return predict(c, gemm, streaming, tables[convolution_table_index(*gemm.architecture, cudnn, c.format)]);
}

}  // namespace perfmodel
