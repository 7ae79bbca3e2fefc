#pragma once
#include <perfmodel/measurement/operation_time.hpp>

namespace perfmodel {
PERFMODEL_INLINE bool times_another_kernel(const OperationMeasurement& m, int compute_capability) {
  const auto* a = m.operations.size() == 1 ? std::get_if<Attention>(&m.operations[0]) : nullptr;
  if (a == nullptr || attention_family(*a, architecture_of(compute_capability)) != AttentionFamily::warp_group_backward)
    return false;
  return m.kernel.empty() || m.kernel.find("flash_bwd") != std::string::npos;
}

PERFMODEL_INLINE std::vector<Kernel> kernels_of(const OperationMeasurement& m, const LoweringTarget& target) {
  std::vector<Kernel> kernels;
  for (const Operation& operation : m.operations) lower(operation, target, kernels);
  for (Kernel& kernel : kernels)  // operands as the row says, not as a step leaves them
    if (auto* streaming = std::get_if<Streaming>(&kernel))
      streaming->operands = m.operands, streaming->fresh = false;
    else if (auto* product = std::get_if<Gemm>(&kernel))
      product->operands = m.operands;
  return kernels;
}

PERFMODEL_INLINE std::optional<Streaming> principal_streaming(const OperationMeasurement& m,
                                                              const LoweringTarget& target) {
  const std::vector<Kernel> kernels = kernels_of(m, target);
  for (const Kernel& kernel : kernels)
    if (const auto* s = std::get_if<Streaming>(&kernel);
        s != nullptr && (s->kind != StreamingKind::fill || kernels.size() == 1))
      return *s;
  return std::nullopt;
}

PERFMODEL_INLINE Prediction predict(const OperationMeasurement& m, const KernelModel& model) {
  if (m.version != model.software.kernels)
    throw bad_input(m.place.empty() ? "operation" : m.place, "kernels of " + std::string(name(m.version)),
                    "must be those of the model's software, " + std::string(name(model.software.kernels)));
  const StreamingTable& table = model.streaming.table;
  const Time saved = (table.launch_seconds - table.graph_launch_seconds) * second;
  Prediction sum{};
  Time longest{};
  for (const Kernel& kernel : kernels_of(m, lowering_target(model))) {
    Prediction p = predict(kernel, model);
    if (p.total > longest) longest = p.total, sum.bound = p.bound, sum.evidence = p.evidence;
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
