#pragma once
#include <perfmodel/kernel/convolution_constants.hpp>
#include <perfmodel/kernel/convolution_model.hpp>
#include <algorithm>

namespace perfmodel {

/// Which of the fitted tables a generation takes: 0: cuDNN 8 on Pascal to Turing, 1: cuDNN 9 on Ampere and later. cuDNN 8 (PyTorch 2.1) has
/// the first table's FP32 kernels for Ampere and Ada, too (ampere_scudnn_winograd_128x128 in published profiles of that time); Hopper
/// never had them.
[[nodiscard]] constexpr std::size_t convolution_table_index(int compute_capability, KernelVersion version = KernelVersion::pytorch_2_11,
                                                            NumberFormat format = NumberFormat::fp32) {
  constexpr int ampere = 80, hopper = 90;
  const bool by_cudnn_8 = version == KernelVersion::pytorch_2_1 && format == NumberFormat::fp32 && compute_capability < hopper;
  return compute_capability < ampere || by_cudnn_8 ? 0 : 1;
}

/// Scratch memory that cuDNN 9 asks for in an FP32 convolution on CUDA cores. It follows from the kernels that run: Winograd's
/// and Fourier's transformed tiles, copies in another layout. Equal to within 1,024 bytes to what cuDNN 9.19 takes on an H200
/// wherever it runs the expected kernels (tests/kernel/convolution_time_test.cpp). Grouped convolutions: none.
[[nodiscard]] inline Bytes convolution_workspace(const Convolution& c, double sms, int compute_capability) {
  constexpr double copied = 16.0;  // bytes per clock and SM: big cards' memory
  if (c.format != NumberFormat::fp32 || c.groups > 1 || convolution_table_index(compute_capability) == 0) return {};
  const EngineRun run = choose_engine(c, convolution_tables[1].engines,
                                      {.sms = sms, .lanes = lanes_per_sm(compute_capability), .copied = copied * sms});
  const EngineProblem e = engine_problem(c);
  const double filter = e.taps > 1.0 ? e.c * e.k * e.taps : 0.0;
  const double copies = changes_layout(run, c.memory_format) ? e.n * (e.c * e.h * e.w + e.k * e.p * e.q) + filter : 0.0;
  return (run.workspace + 4.0 * copies) * byte;
}

/// How well the table knows a card's convolutions.
[[nodiscard]] inline Knowledge convolution_knowledge(const std::string& device, const ConvolutionTable& table) {
  for (const std::string_view card : table.calibrated_on)
    if (!card.empty() && card == device) return Knowledge::calibrated;
  return Knowledge::same_family;
}

/// Time of a convolution as the library runs it. docs/convolution.md derives it.
/// @throws Error for impossible shapes and formats the card cannot multiply
[[nodiscard]] inline Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                        const ConvolutionTable& table) {
  const ConvolutionParts parts = convolution_parts(c, gemm, streaming);
  const ConvolutionTime t = combine(parts, table);
  const bool product = parts.method == ConvolutionMethod::pointwise && parts.unit > 0;
  const double gap = streaming.table.launch_seconds;
  Prediction p{.math = t.math * second,
               .dram = (t.dram + t.layout) * second,
               .l2 = t.l2 * second,
               .latency = (parts.method == ConvolutionMethod::pointwise ? 0.0 : table.fixed_seconds[parts.unit]) * second,
               .launch = (product ? stream_gap(streaming) : parts.launch) * second + gap * (parts.layout_kernels + parts.padding_kernels) * second,
               .total = t.total * second,
               .traffic = traffic(c) + layout_changes(c).traffic + layout_changes(c).padding + t.intermediate * byte,
               .work = work(c),
               .kernels = t.kernels};
  const double memory = std::max(t.dram, t.l2) + t.layout;
  p.bound = in(p.launch, second) > 0.5 * t.total ? Bound::launch : memory > t.math ? Bound::memory : Bound::math;
  const ErrorBar bar = table.error_bars[static_cast<std::size_t>(parts.method)]
                                       [static_cast<std::size_t>(convolution_knowledge(gemm.device, table))];
  p.low = bar.low * p.total;
  p.high = bar.high * p.total;
  return p;
}

/// The same with the constants of the library that the card's generation runs.
[[nodiscard]] inline Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming) {
  return predict(c, gemm, streaming, convolution_tables[convolution_table_index(gemm.compute_capability, streaming.version, c.format)]);
}

}  // namespace perfmodel
