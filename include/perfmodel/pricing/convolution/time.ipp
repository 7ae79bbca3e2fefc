#pragma once
#include <perfmodel/pricing/convolution/time.hpp>

namespace perfmodel {
PERFMODEL_INLINE Bytes convolution_workspace(const Convolution& c, double sms, const Architecture& architecture) {
  if (c.format != NumberFormat::fp32 || c.groups > 1 || convolution_table_index(architecture, cudnn_9) == 0) return {};
  const ConvolutionTable& table = convolution_tables()[cudnn_9_table];
  const EngineRun run = choose_engine(
      c, table.engines, {.sms = sms, .lanes = architecture.fp32_lanes, .copied = table.workspace_copied * sms});
  const EngineProblem e = engine_problem(c);
  const double filter = e.taps > 1.0 ? e.c * e.k * e.taps : 0.0;
  const double copies = changes_layout(run, c.memory_format) ? e.n * (e.c * e.h * e.w + e.k * e.p * e.q) + filter : 0.0;
  return (run.workspace + 4.0 * copies) * byte;
}

PERFMODEL_INLINE Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                    const ConvolutionTable& table) {
  const auto [parts, t] = priced_convolution(c, gemm, streaming, table);
  const bool product = parts.method == ConvolutionMethod::pointwise && parts.unit > 0;
  const double gap = streaming.table.launch_seconds;
  Prediction p{
      .math = t.math * second,
      .dram = (t.dram + t.layout) * second,
      .l2 = t.l2 * second,
      .latency =
          (parts.method == ConvolutionMethod::pointwise ? 0.0 : parts.repeated * set_up_seconds(parts, table)) * second,
      .launch = (parts.repeated * (product ? stream_gap(streaming) : parts.launch) + gap * t.copies) * second,
      .total = t.total * second,
      .traffic = traffic(c) + parts.repeated * parts.layout.traffic() + t.intermediate * byte,
      .work = work(c),
      .kernels = t.kernels};
  const double memory = std::max(t.dram, t.l2) + t.layout;
  p.bound = in(p.launch, second) > 0.5 * t.total ? Bound::launch : memory > t.math ? Bound::memory : Bound::math;
  p.evidence = evidence_of(table.calibrated_on, gemm.device, gemm.compute_capability);
  set_interval(p, bars_of(table.error_bars[static_cast<std::size_t>(parts.method)], p.evidence));
  return p;
}

PERFMODEL_INLINE Prediction predict(const Convolution& c, const GemmModels& gemm, const StreamingModel& streaming,
                                    LibraryVersion cudnn, const ConvolutionTables& tables) {
  return predict(c, gemm, streaming, tables[convolution_table_index(*gemm.architecture, cudnn, c.format)]);
}

}  // namespace perfmodel
