#pragma once
#include <perfmodel/timeline/operation_prices.hpp>

namespace perfmodel {
namespace detail {
PERFMODEL_INLINE PricedKernel from_prediction(const Prediction& p) {
  return {.total = in(p.total, second),
          .busy = std::max(0.0, in(p.total - p.launch, second)),
          .low = in(p.low, second),
          .high = in(p.high, second),
          .traffic = in(p.traffic, byte),
          .bound = p.bound,
          .launches = p.kernels};
}

PERFMODEL_INLINE PricedKernel priced(const Gemm& gemm, const KernelModel& model) {
  const GemmPrediction p = predict(gemm, model.gemm);
  PricedKernel k = from_prediction(p);
  k.launches = p.split_k > 1 ? 2 : 1;
  const StreamingTable& table = model.streaming.table;
  const double gap = k.launches * (table.launch_seconds - table.graph_launch_seconds);
  k.busy = k.total;
  k.total += gap;
  k.low += gap;
  k.high += gap;
  return k;
}

}  // namespace detail
PERFMODEL_INLINE PricedOperation price(const Operation& operation, const KernelModel& model,
                                       const LoweringTarget& target, std::vector<Kernel>& kernels) {
  PricedOperation sum{.work = in(work(operation), flop)};
  kernels.clear();
  lower(operation, target, kernels);
  detail::PricedKernel k;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const auto* now = std::get_if<Streaming>(&kernels[i]);
    const auto* before = i > 0 ? std::get_if<Streaming>(&kernels[i - 1]) : nullptr;
    const bool again = now != nullptr && before != nullptr && *now == *before;  // large updates: thousands of launches
    if (!again) k = perfmodel::visit([&](const auto& one) { return detail::priced(one, model); }, kernels[i]);
    sum.total += k.total, sum.busy += k.busy, sum.low += k.low, sum.high += k.high, sum.traffic += k.traffic;
    sum.by_bound[static_cast<std::size_t>(k.bound)] += k.total;
    sum.launches += k.launches;
    ++sum.calls;
  }
  return sum;
}

PERFMODEL_INLINE PricedOperation price(const Operation& operation, const KernelModel& model,
                                       const LoweringTarget& target) {
  std::vector<Kernel> kernels;
  return price(operation, model, target, kernels);
}

}  // namespace perfmodel
