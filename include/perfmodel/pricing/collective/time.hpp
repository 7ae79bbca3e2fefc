#pragma once
#include <algorithm>
#include <perfmodel/pricing/collective/constants.hpp>
#include <perfmodel/pricing/collective/model.hpp>
#include <perfmodel/pricing/prediction.hpp>

namespace perfmodel {

[[nodiscard]] inline CollectiveModel make_collective_model(const Device& device) {
  return make_collective_model(device, collective_table());
}

/// Time of a collective; nothing for one card alone. docs/reference/pricing/collective.md derives it.
/// @throws Error for fewer than one card, a negative size, or several hosts where the model has no network
[[nodiscard]] inline Prediction predict(const Collective& c, const CollectiveModel& model) {
  constexpr std::int64_t most_validated = 8;
  const CollectiveTime t = collective_time(c, model);
  const bool one_host = c.per_node == 0 || c.per_node >= c.gpus;
  const LinkModel& link = one_host ? link_among(c.gpus, model) : model.network;
  Prediction p{.dram = t.transfer * second,
               .latency = t.hops * second,
               .launch = t.start * second,
               .total = t.total() * second,
               .bound = Bound::communication,
               .traffic = c.gpus > 1 ? c.size : Bytes{},
               .validated = c.gpus <= most_validated && one_host && c.kind != CollectiveKind::broadcast};
  p.evidence.level = EvidenceLevel::same_kernels;  // the link's; of no card
  set_interval(p, link.constants.error_bar);
  p.low = std::max(p.low, t.least * second);  // no error bar reaches beyond the link
  return p;
}

}  // namespace perfmodel
