#pragma once
#include <perfmodel/calibration/operation.hpp>
#include <perfmodel/kernel/kernel_model.hpp>

namespace perfmodel {

/// Whether a row times another kernel than the one that the model prices: FlashAttention-2's backward kernel, or one that
/// the row does not name, on a card whose library has a backward kernel of its own (docs/attention.md).
[[nodiscard]] inline bool times_another_kernel(const OperationMeasurement& m, int compute_capability) {
  const auto* a = m.kernels.size() == 1 ? std::get_if<Attention>(&m.kernels[0]) : nullptr;
  if (a == nullptr || attention_family(*a, compute_capability) != AttentionFamily::warp_group_backward) return false;
  return m.kernel.empty() || m.kernel.find("flash_bwd") != std::string::npos;
}

/// The sum of an operation's kernels under the framework version that it was measured with. Back to back in a graph they
/// follow each other faster than in a stream.
/// @throws Error for formats the card cannot compute
[[nodiscard]] inline Prediction predict(const OperationMeasurement& m, const KernelModel& model) {
  StreamingModel streaming = model.streaming;
  streaming.version = m.version;
  const Time saved = (streaming.table.launch_seconds - streaming.table.graph_launch_seconds) * second;
  Prediction sum{};
  Time longest{};
  for (const Kernel& kernel : m.kernels) {
    const auto* s = std::get_if<Streaming>(&kernel);
    const auto* c = std::get_if<Convolution>(&kernel);
    Prediction p = s != nullptr ? predict(*s, streaming) : c != nullptr ? predict(*c, model.gemm, streaming) : predict(kernel, model);
    if (p.total > longest) longest = p.total, sum.bound = p.bound;
    if (m.in_graph && p.total > saved && p.launch > saved) {
      const double share = (p.total - saved) / p.total;
      p.total = share * p.total, p.low = share * p.low, p.high = share * p.high;
      p.launch = p.launch - saved;
    }
    sum.math += p.math, sum.dram += p.dram, sum.l2 += p.l2, sum.latency += p.latency, sum.launch += p.launch;
    sum.total += p.total, sum.low += p.low, sum.high += p.high;
    sum.traffic += p.traffic, sum.work += p.work;
    sum.validated = sum.validated && p.validated;
  }
  return sum;
}

}  // namespace perfmodel
